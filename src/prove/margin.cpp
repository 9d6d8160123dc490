#include "novikoff/prove/margin.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "prove/cone.hpp"
#include "prove/corral.hpp"
#include "prove/float_rows.hpp"
#include "prove/nearest_guess.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {
namespace {

constexpr double kFeasible = 1e11;  // machine words to multiply in one exact solution: some minutes
constexpr int kDirectionBits = 60;
constexpr int kWeightBits = 53;

// v in whole numbers, its largest entry of `bits` bits; all 0 if v is.
std::vector<Integer> in_whole_numbers(const std::vector<double>& v, int bits) {
  std::vector<Integer> result(v.size());
  double largest = 0;
  for (const double value : v) largest = std::max(largest, std::fabs(value));
  if (!(largest > 0) || !std::isfinite(largest)) return result;
  const int shift = bits - std::ilogb(largest) - 1;
  for (std::size_t j = 0; j < v.size(); ++j) result[j] = Integer::of(std::nearbyint(std::ldexp(v[j], shift)));
  return result;
}

class MarginSearch {
 public:
  MarginSearch(const ExactRows& rows, const MarginOptions& options)
      : rows_(rows), options_(options), patience_(options.give_up, options.memory), corral_(rows) {}

  Certificate run(const Certificate& separator) {
    begin(separator);
    const std::size_t bytes = rows_.n_values() * sizeof(double) + rows_.size() * (2 * sizeof(std::size_t) + sizeof(double));
    if (!patience_.ended_by(rows_.memory() + bytes)) search();
    return conclude();
  }

 private:
  // The hyperplane that is known, and the shortest row: both ends, whatever happens later.
  void begin(const Certificate& separator) {
    std::vector<Integer> u(rows_.n_columns());
    Integer common = separator.u_bias.denominator();
    for (const auto& [feature, value] : separator.u) common *= value.denominator();
    const auto whole = [&](const Rational& value) { return (value * Rational(common)).numerator(); };
    std::size_t column = 0;
    for (const auto& [feature, value] : separator.u) {
      while (column < u.size() && rows_.feature(column) < feature) ++column;
      if (column < u.size() && rows_.feature(column) == feature) u[column] = whole(value);
    }
    if (rows_.has_bias()) u.back() = whole(separator.u_bias);
    Integer least = exact_dot(rows_, u, 0), shortest = rows_.sqnorm(0);
    Corral start(rows_);
    std::uint32_t at = 0;
    for (std::uint32_t row = 1; row < rows_.size(); ++row) {
      if (Integer product = exact_dot(rows_, u, row); product < least) least.swap(product);
      if (Integer sqnorm = rows_.sqnorm(row); sqnorm < shortest) {
        shortest.swap(sqnorm);
        at = row;
      }
    }
    start.join(at, Integer(1));
    offer(std::move(u), least);
    offer(start);
  }

  void search() {
    const FloatRows floats(rows_);
    const NearestGuess guess = nearest_guess(floats, patience_);
    offer_rounded(floats, guess.direction);
    for (std::size_t k = 0; k < guess.rows.size(); ++k)
      if (const double weight = std::nearbyint(std::ldexp(guess.weights[k], kWeightBits)); weight > 0) corral_.join(guess.rows[k], Integer::of(weight));
    if (corral_.set().empty()) corral_.join(set_.front(), Integer(1));
    offer(corral_);
    if (!enough()) conclude_exactly(floats);
  }

  void offer_rounded(const FloatRows& floats, const std::vector<double>& direction) {
    std::vector<Integer> u = in_whole_numbers(direction, kDirectionBits);
    if (std::all_of(u.begin(), u.end(), [](const Integer& value) { return value.sign() == 0; })) return;
    make_coprime(u);
    if (const auto low = lowest(floats, u, patience_)) offer(std::move(u), low->product);
  }

  // Wolfe's steps. The norm of the point falls with each, so that no set comes again.
  void conclude_exactly(const FloatRows& floats) {
    while (corral_.settle(patience_)) {
      offer(corral_);
      std::vector<Integer> p = corral_.point();
      const auto low = lowest(floats, p, patience_);
      if (!low) return;
      const bool nearest = low->product * corral_.total() >= sqnorm(p);  // p·z ≥ p·p for all rows
      const std::uint32_t row = low->row;
      offer(std::move(p), low->product);
      if (nearest || enough()) return;
      corral_.join(row, Integer());
    }
    if (!corral_.set().empty()) offer(corral_);
  }

  // min u·z = `least`: γ*² ≥ least²/‖u‖².
  void offer(std::vector<Integer> u, const Integer& least) {
    if (least.sign() <= 0) return;
    const Rational low(least * least, sqnorm(u));
    if (!u_.empty() && low <= low_) return;
    low_ = low;
    u_ = std::move(u);
  }

  // A point of the hull: γ*² is at most its squared norm.
  void offer(const Corral& hull) {
    const Integer total = hull.total();
    const Rational high(sqnorm(hull.point()), total * total);
    if (!set_.empty() && high >= high_) return;
    high_ = high;
    set_ = hull.set();
    weights_ = hull.weights();
  }

  bool enough() const {
    if (!options_.gap && corral_.work() < kFeasible) return false;
    const double gap = options_.gap.value_or(MarginOptions::kGapOtherwise);
    if (gap >= 1) return true;
    const Rational least = Rational(1) - Rational::of(gap);
    return low_ >= least * least * high_;
  }

  Certificate conclude() {
    Certificate result{.claim = Claim::margin, .verdict = Verdict::separable, .numbers = rows_.numbers(), .bias_value = rows_.bias_value()};
    make_coprime(u_);
    const std::size_t n_features = rows_.n_columns() - (rows_.has_bias() ? 1 : 0);
    for (std::size_t j = 0; j < n_features; ++j)
      if (u_[j].sign() != 0) result.u.emplace_back(rows_.feature(j), Rational(u_[j]));
    if (rows_.has_bias()) result.u_bias = Rational(u_.back());
    Integer total;
    for (const Integer& weight : weights_) total += weight;
    for (std::size_t k = 0; k < set_.size(); ++k)
      if (weights_[k].sign() != 0) result.lambda.emplace_back(set_[k], Rational(weights_[k], total));
    std::sort(result.lambda.begin(), result.lambda.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const Rational unit2 = rows_.unit() * rows_.unit();
    result.gamma2_low = low_ * unit2;
    result.gamma2_high = high_ * unit2;
    return result;
  }

  const ExactRows& rows_;
  const MarginOptions& options_;
  Patience patience_;
  Corral corral_;
  // The ends in units² so far, and what proves them.
  Rational low_, high_;
  std::vector<Integer> u_;
  std::vector<std::uint32_t> set_;
  std::vector<Integer> weights_;
};

}  // namespace

Certificate max_margin(const ExactRows& rows, const Certificate& separator, const MarginOptions& options) { return MarginSearch(rows, options).run(separator); }

}  // namespace novikoff
