#include "novikoff/prove/separation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "prove/cone.hpp"
#include "prove/conflict.hpp"
#include "prove/exact_passes.hpp"
#include "prove/float_rows.hpp"
#include "prove/float_simplex.hpp"
#include "prove/guess.hpp"
#include "prove/large_search.hpp"
#include "prove/margin_interval.hpp"
#include "prove/row_basis.hpp"
#include "prove/scan.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {
namespace {

// Precisions to which weights that floating point found are rounded, shortest first: a short certificate is read and checked sooner.
constexpr int kRoundings[] = {6, 12, 20, 30, 42, 53};

constexpr std::size_t kColumnsForPools = 64;  // with more, elimination in whole numbers is the last resort

// Finds u with u·z_i ≥ 0 for all rows not yet separated and > 0 for some, takes those out, and goes on with the rest, until there is none or
// −Σ_T z_t is in the cone of the rest, T a basis of their span: then they are all overlapped. Goldman and Tucker's split, found from its other end.
class Search {
 public:
  Search(const ExactRows& rows, const SearchOptions& options, bool pools)
      : rows_(rows),
        options_(options),
        pools_(pools && rows.n_columns() > kColumnsForPools && ExactPasses::possible(rows)),
        patience_(options.give_up, options.memory),
        high_(shortest_norm(rows, patience_)) {}

  Separation run() {
    // The rows to work on, their doubles and what divides them, beside the rows themselves.
    const std::size_t bytes = 2 * rows_.memory() + rows_.n_values() * (sizeof(Integer) + sizeof(double)) + rows_.size() * (2 * sizeof(Integer));
    if (patience_.ended_by(bytes)) return undecided();
    const WorkRows work(rows_);
    work_ = &work;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) (work.n_values(row) == 0 ? zero_ : rest_).push_back(row);
    u_.resize(work.n_columns());
    if (options_.claim == Claim::strict && !zero_.empty()) return conflict({{zero_.front(), Integer(1)}});
    guess();
    if (!rest_.empty() && pools_ && !patience_.ended())
      if (std::optional<Separation> found = by_pools()) return *std::move(found);
    while (!rest_.empty() && !patience_.ended()) {
      if (std::optional<Weights> weights = round()) return conflict(*weights);
    }
    return patience_.ended() ? undecided() : conclude({});
  }

 private:
  // Weights that floating point finds, if whole numbers confirm them.
  void guess() {
    if (rest_.empty()) return;
    guess_ = perceptron_guess(*work_, rest_, patience_);
    improve_high(guess_);
    if (guess_.clean && shorten(guess_.w)) return;
    const Guess centre = least_norm_guess(*work_, rest_, patience_);
    improve_high(centre);
    if (centre.clean) shorten(centre.w);
  }

  bool shorten(const std::vector<double>& w) {
    for (const int bits : kRoundings) {
      std::vector<Integer> u = rounded(*work_, w, bits);
      const std::vector<std::uint32_t> all = rest_.empty() ? separated_ : rest_;
      const Signs signs = signs_of(*work_, all, u, true, patience_);
      if (patience_.ended()) return false;
      if (signs.below || !signs.zero.empty()) continue;
      u_ = std::move(u);
      separated_ = all;
      rest_ = {};
      return true;
    }
    return false;
  }

  // As large data are decided; nullopt where that takes more memory than there is, or the patience is at its end.
  std::optional<Separation> by_pools() {
    ExactPasses passes(rows_, options_.threads);
    Result<Separation> found = novikoff::separate(passes, options_);
    if (!found) return std::nullopt;
    // Their unit is this one's, whose doubles are off by 2^−51 of themselves.
    const Scaled unit = rows_.unit().to_scaled();
    found->margin_low = found->margin_low * unit * Scaled::of(1 - 0x1p-40);
    found->margin_high = found->margin_high * unit * Scaled::of(1 + 0x1p-40);
    if (found->margin_high.sign() > 0 && found->margin_high < high_) high_ = found->margin_high;
    if (found->verdict == Verdict::undecided) return std::nullopt;
    found->margin_high = found->verdict == Verdict::separable ? high_ : Scaled{};
    found->certificate->bias_value = rows_.bias_value();
    std::vector<Integer> u = by_feature(*found->certificate, rows_.n_columns());
    u.pop_back();
    make_coprime(u);
    set_weights(*found->certificate, u);
    if (options_.claim == Claim::strict || found->verdict == Verdict::separable) return *std::move(found);
    for (std::uint64_t row = 0; row < rows_.size() && !patience_.ended(); ++row)
      if (found->verdict == Verdict::overlapping || exact_dot(rows_, u, static_cast<std::size_t>(row)).sign() == 0) found->overlapped.push_back(row);
    return patience_.ended() ? undecided() : *std::move(found);
  }

  // λ of a conflict that spans all of rest_; nullopt if rest_ has become smaller (or the search ended).
  std::optional<Weights> round() {
    RowBasis t = find_basis(*work_, hardest_first(), patience_);
    std::optional<Start> start = near_the_end(t);
    while (!patience_.ended()) {
      if (!start) start = at_the_beginning(t);
      if (!start) return std::nullopt;
      Cone cone(*work_, rest_, start->basis, start->inverse, start->basics, start->x);
      const Cone::Answer answer = cone.solve(patience_);
      if (answer == Cone::Answer::ended) return std::nullopt;
      if (answer == Cone::Answer::outside) {
        separate(cone);
        return std::nullopt;
      }
      // What is in the cone on the coordinates is in it on all columns, if the basis spans all rows.
      const auto outside = outside_span(*work_, start->basis, start->inverse, rest_, patience_);
      if (patience_.ended()) return std::nullopt;
      if (!outside) return weights_of(cone, t.rows);
      extend(t);
      start.reset();
    }
    return std::nullopt;
  }

  std::optional<Weights> weights_of(const Cone& cone, const std::vector<std::uint32_t>& t) {
    Weights weights = spanning_conflict(cone, t);
    if (options_.claim == Claim::strict && !make_minimal(*work_, cone, t, weights, patience_)) return std::nullopt;
    return weights;
  }

  // An unlucky prime made the basis too small.
  void extend(RowBasis& t) {
    for (;;) {
      const std::optional<Tableau> inverse = invert(*work_, t, patience_);
      if (!inverse) return;
      const auto outside = outside_span(*work_, t, *inverse, rest_, patience_);
      if (!outside) return;
      t.rows.push_back(outside->first);
      t.columns.push_back(outside->second);
    }
  }

  // A basis of rows that the guessed weights get wrong, or nearly so, has weights u with u·z_t = 1 that get few others wrong.
  std::vector<std::uint32_t> hardest_first() const {
    std::vector<std::pair<double, std::uint32_t>> scores;
    for (const std::uint32_t row : rest_) {
      double score = 0, sqnorm = 0;
      for (std::size_t k = 0; k < work_->n_values(row); ++k) {
        const double value = work_->approximate(row)[k];
        score += guess_.w[work_->columns(row)[k]] * value;
        sqnorm += value * value;
      }
      scores.emplace_back(score / std::sqrt(sqnorm), row);
    }
    std::sort(scores.begin(), scores.end());
    std::vector<std::uint32_t> order;
    order.reserve(scores.size());
    for (const auto& entry : scores) order.push_back(entry.second);
    return order;
  }

  // Where the linear program with target −Σ_T z_t begins.
  struct Start {
    RowBasis basis;
    Tableau inverse;
    std::vector<Cone::Basic> basics;
    std::vector<Integer> x;
  };

  std::optional<Start> at_the_beginning(const RowBasis& t) {
    std::optional<Tableau> inverse = invert(*work_, t, patience_);
    if (!inverse) return std::nullopt;
    std::vector<Integer> x(t.rows.size(), -inverse->det());
    return start_of(t, *std::move(inverse), std::move(x), 0);
  }

  // From the basis at which doubles ended; nullopt if it is none, or not feasible.
  std::optional<Start> near_the_end(const RowBasis& t) {
    const LikelyBasis likely = likely_basis(*work_, {.rays = rest_, .basis = t, .n_free = 0, .target = opposite_sum(*work_, t)}, patience_);
    std::vector<std::uint32_t> candidates = likely.rays;
    candidates.insert(candidates.end(), likely.artificial.begin(), likely.artificial.end());
    const RowBasis basis = find_basis(*work_, candidates, patience_);
    if (basis.rows.size() != t.rows.size() || basis.rows != candidates) return std::nullopt;
    std::optional<Tableau> inverse = invert(*work_, basis, patience_);
    if (!inverse) return std::nullopt;
    std::vector<Integer> x(basis.rows.size());
    const Coordinates coordinates(basis, work_->n_columns());
    for (const std::uint32_t row : t.rows) {
      const std::vector<Integer> d = coordinates.image(*inverse, *work_, row);
      for (std::size_t k = 0; k < x.size(); ++k) x[k] -= d[k];
    }
    const auto end = x.begin() + static_cast<std::ptrdiff_t>(likely.rays.size());
    if (std::any_of(x.begin(), end, [](const Integer& value) { return value.sign() < 0; })) return std::nullopt;
    return start_of(basis, *std::move(inverse), std::move(x), likely.rays.size());
  }

  static Start start_of(const RowBasis& basis, Tableau inverse, std::vector<Integer> x, std::size_t n_rays) {
    std::vector<Cone::Basic> basics;
    for (std::size_t k = 0; k < basis.rows.size(); ++k) basics.push_back({.row = basis.rows[k], .artificial = k >= n_rays});
    return {basis, std::move(inverse), std::move(basics), std::move(x)};
  }

  // u ← 2M·u + the normal, M large enough that what was separated remains so, and 2 so that it does not remain so by a hair.
  void separate(const Cone& cone) {
    const std::vector<Integer> normal = cone.normal();
    Integer factor;
    for (const std::uint32_t row : separated_) {
      if (patience_.ended()) return;
      const Integer product = work_->dot(normal, row);
      if (product.sign() > 0) continue;
      const Integer needed = Integer::floor_divide(-product, work_->dot(u_, row)) + 1;
      if (factor < needed) factor = needed;
    }
    for (std::size_t j = 0; j < u_.size(); ++j) {
      u_[j] *= factor;
      u_[j] += u_[j] + normal[j];
    }
    make_coprime(u_);
    std::vector<std::uint32_t> separated;
    std::set_difference(rest_.begin(), rest_.end(), cone.zero().begin(), cone.zero().end(), std::back_inserter(separated));
    separated_.insert(separated_.end(), separated.begin(), separated.end());
    rest_ = cone.zero();
  }

  Separation undecided() const { return {.verdict = Verdict::undecided, .certificate = {}, .overlapped = {}, .margin_low = {}, .margin_high = high_}; }

  Separation conflict(const Weights& weights) {
    if (options_.claim == Claim::strict) u_.assign(u_.size(), Integer());
    return conclude(weights);
  }

  Separation conclude(const Weights& weights) {
    Separation result;
    result.overlapped = zero_.empty() ? std::vector<std::uint64_t>(rest_.begin(), rest_.end()) : merged(zero_, rest_);
    const bool separable = weights.empty() && zero_.empty();
    result.verdict = separable                                 ? Verdict::separable
                     : options_.claim == Claim::strict         ? Verdict::inseparable
                     : result.overlapped.size() < rows_.size() ? Verdict::quasi_separable
                                                               : Verdict::overlapping;
    if (options_.claim == Claim::strict) result.overlapped = {};
    if (weights.empty() && !separated_.empty()) shorten(work_->scaled(u_));
    const std::vector<Integer> u = on_data_columns();
    if (separable) {
      result.margin_low = margin_of(rows_, u, patience_).value_or(Scaled{});
      result.margin_high = high_;
    }
    result.certificate = certificate(result.verdict, u, weights);
    return result;
  }

  static std::vector<std::uint64_t> merged(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    std::vector<std::uint64_t> result;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
  }

  std::vector<Integer> on_data_columns() const {
    Integer common = 1;
    for (std::size_t j = 0; j < u_.size(); ++j)
      if (u_[j].sign() != 0) common = least_multiple(common, work_->column_factor(j));
    std::vector<Integer> u = u_;
    for (std::size_t j = 0; j < u.size(); ++j) {
      if (u[j].sign() == 0) continue;
      Integer factor = common;
      u[j] *= factor.divide_exactly(work_->column_factor(j));
    }
    make_coprime(u);
    return u;
  }

  static Integer least_multiple(const Integer& a, const Integer& b) {
    Integer rest = b;
    return a * rest.divide_exactly(Integer::gcd(a, b));
  }

  Certificate certificate(Verdict verdict, const std::vector<Integer>& u, const Weights& weights) const {
    Certificate result{.claim = options_.claim, .verdict = verdict, .numbers = rows_.numbers(), .bias_value = rows_.bias_value()};
    set_weights(result, u);
    Integer common = 1, total;
    for (const auto& entry : weights) common = least_multiple(common, work_->row_factor(entry.first));
    const auto weight_of = [&](const auto& entry) {
      Integer factor = common;
      return entry.second * factor.divide_exactly(work_->row_factor(entry.first));
    };
    for (const auto& entry : weights) total += weight_of(entry);
    for (const auto& entry : weights) result.lambda.emplace_back(entry.first, Rational(weight_of(entry), total));
    return result;
  }

  // u by column of the data.
  void set_weights(Certificate& certificate, const std::vector<Integer>& u) const {
    const std::size_t n_features = rows_.n_columns() - (rows_.has_bias() ? 1 : 0);
    certificate.u.clear();
    for (std::size_t j = 0; j < n_features; ++j)
      if (u[j].sign() != 0) certificate.u.emplace_back(rows_.feature(j), Rational(u[j]));
    if (rows_.has_bias()) certificate.u_bias = Rational(u[n_features]);
  }

  // The mean of the updates, on the data's own rows.
  void improve_high(const Guess& guess) {
    constexpr int kBits = 40;
    std::map<std::uint32_t, Integer> weights;
    std::optional<Scaled> largest;
    const auto weight_of = [&](std::uint32_t row) { return Scaled::of(guess.counts[row], -work_->row_exponent(row)) / work_->row_factor(row).to_scaled(); };
    for (const std::uint32_t row : rest_)
      if (guess.counts[row] != 0 && (!largest || *largest < weight_of(row))) largest = weight_of(row);
    if (!largest) return;
    for (const std::uint32_t row : rest_)
      if (guess.counts[row] != 0)
        if (const double weight = std::nearbyint(std::ldexp((weight_of(row) / *largest).to_double(), kBits)); weight != 0) weights[row] = Integer::of(weight);
    if (patience_.ended()) return;
    const Scaled norm = hull_norm(rows_, weights);
    if (norm < high_) high_ = norm;
  }

  const ExactRows& rows_;
  const SearchOptions& options_;
  bool pools_;
  Patience patience_;
  Scaled high_;
  const WorkRows* work_ = nullptr;
  std::vector<std::uint32_t> zero_;       // rows of zeros: overlapped
  std::vector<std::uint32_t> rest_;       // not yet known to be separated
  std::vector<std::uint32_t> separated_;  // u_·z_i > 0
  Guess guess_;
  std::vector<Integer> u_;  // on the work's columns, 0 on rest_ and zero_
};

}  // namespace

Separation separate(const ExactRows& rows, const SearchOptions& options) { return Search(rows, options, true).run(); }
Separation separate_without_pools(const ExactRows& rows, const SearchOptions& options) { return Search(rows, options, false).run(); }

}  // namespace novikoff
