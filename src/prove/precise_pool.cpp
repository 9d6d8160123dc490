#include "prove/precise_pool.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "prove/cone.hpp"

namespace novikoff {
namespace {

// Precisions to which weights are rounded, shortest first.
constexpr int kFinerRoundings[] = {6, 12, 20, 30, 42, 53, 70, 90};
constexpr int kAllBits = 104;
constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::min();

// m·2^e, m from 1/2 to 2 or 0.
struct ScaledDouble {
  DoubleDouble m;
  std::int64_t e = 0;
};

ScaledDouble scaled(const Integer& n) {
  const Scaled high = n.to_scaled();
  const Scaled low = (n - Integer::of(high.mantissa, high.exponent)).to_scaled();
  const std::int64_t shift = std::max<std::int64_t>(low.exponent - high.exponent, -2000);
  return {DoubleDouble::sum(high.mantissa, std::ldexp(low.mantissa, static_cast<int>(shift))), high.exponent};
}

ScaledDouble scaled(const Rational& value) {
  const ScaledDouble p = scaled(value.numerator()), q = scaled(value.denominator());
  return {p.m / q.m, p.e - q.e};
}

DoubleDouble with_exponent(const DoubleDouble& m, std::int64_t exponent) noexcept {
  constexpr std::int64_t kBeyond = 5000;
  return ldexp(m, static_cast<int>(std::clamp(exponent, -kBeyond, kBeyond)));
}

Integer whole(const DoubleDouble& value) {
  const double high = std::nearbyint(value.high);
  return Integer::of(high) + Integer::of(std::nearbyint((value.high - high) + value.low));
}

}  // namespace

void PrecisePool::scale_columns(const ExactRows& rows) {
  exponent_.assign(active_.n_columns(), kUnknown);
  const ScaledDouble unit = scaled(rows.unit());
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) {
        std::int64_t& exponent = exponent_[static_cast<std::size_t>(rows.feature(z.column[k]))];
        exponent = std::max(exponent, Integer(z.value[k]).to_scaled().exponent + unit.e);
      }
    });
  for (std::int64_t& exponent : exponent_)
    if (exponent == kUnknown) exponent = 0;
}

std::size_t PrecisePool::add(const ExactRows& rows, std::span<const std::uint64_t> numbers) {
  if (exponent_.empty()) scale_columns(rows);
  const std::size_t before = here_.size();
  for (std::size_t at = 0; at < numbers.size(); ++at)
    if (here_.insert(numbers[at]).second) add(rows, at, numbers[at]);
  return here_.size() - before;
}

void PrecisePool::add(const ExactRows& rows, std::size_t at, std::uint64_t number) {
  const DoubleDouble unit = rows.base() == 2 ? DoubleDouble(1.0) : scaled(rows.unit()).m;
  const std::int64_t unit_exponent = rows.base() == 2 ? rows.exponent() : scaled(rows.unit()).e;
  std::vector<std::pair<std::size_t, ScaledDouble>> values;
  std::int64_t largest = kUnknown;
  rows.visit(at, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) {
      const auto column = static_cast<std::size_t>(rows.feature(z.column[k]));
      ScaledDouble value = scaled(Integer(z.value[k]));
      value.e += unit_exponent - exponent_[column];
      largest = std::max(largest, value.e);
      values.emplace_back(column, value);
    }
  });
  if (values.empty()) {
    zeros_.push_back(number);
    return;
  }
  Vector z(active_.n_columns());
  double sqnorm = 0;
  for (const auto& [column, value] : values) {
    z[column] = with_exponent(value.m * unit, value.e - largest);
    sqnorm += z[column].high * z[column].high;
  }
  // To a norm of about 1.
  const int shift = std::ilogb(std::sqrt(sqnorm));
  for (DoubleDouble& value : z) {
    value = ldexp(value, -shift);
    finite_ = finite_ && isfinite(value);
  }
  active_.add(z);
  numbers_.push_back(number);
  factor_.push_back(Scaled::of(1, -largest - shift));
}

ActiveSet<DoubleDouble>::Answer PrecisePool::solve(bool first, const std::function<bool()>& give_up) {
  using Answer = ActiveSet<DoubleDouble>::Answer;
  while (finite_) {
    if (n_independent_ == active_.n_columns()) return Answer::reached;  // all rows are overlapped
    const Answer answer = active_.solve(give_up);
    if (answer != Answer::conflict) return answer;
    Contradiction found{.last = numbers_[active_.conflict().front()]};
    for (std::size_t k = 1; k < active_.conflict().size(); ++k) found.rows.push_back(numbers_[active_.conflict()[k]]);
    n_independent_ += found.rows.size();
    contradictions_.push_back(std::move(found));
    if (first) return answer;
    active_.fix_conflict();
  }
  return Answer::no_further;
}

PrecisePool::Vector PrecisePool::rounded(int bits) const {
  Vector w = active_.w();
  double largest = 0;
  for (const DoubleDouble& value : w) largest = std::max(largest, std::abs(value.high));
  if (!(largest > 0)) return w;
  const int shift = bits - std::ilogb(largest) - 1;
  for (DoubleDouble& value : w) {
    value = ldexp(value, shift);
    const double high = std::nearbyint(value.high);
    value = ldexp(DoubleDouble::sum(high, std::nearbyint((value.high - high) + value.low)), -shift);
  }
  return w;
}

bool PrecisePool::keeps_half(const Vector& w) const {
  for (std::size_t at = 0; at < active_.size(); ++at) {
    DoubleDouble score;
    for (std::size_t j = 0; j < w.size(); ++j) score += active_.row(at)[j] * w[j];
    if (!(score.high >= 0.5)) return false;
  }
  return true;
}

std::vector<Integer> PrecisePool::separator() const {
  Vector w = rounded(kAllBits);
  if (contradictions_.empty())
    for (const int bits : kFinerRoundings) {
      w = rounded(bits);
      if (keeps_half(w)) break;
    }
  // Weights of the data's own columns, in a unit that makes them whole.
  int lowest = std::numeric_limits<int>::max();
  std::int64_t highest = kUnknown;
  for (std::size_t j = 0; j < w.size(); ++j) {
    highest = std::max(highest, exponent_[j]);
    if (w[j].high != 0) lowest = std::min(lowest, std::ilogb(w[j].high));
  }
  std::vector<Integer> result;
  for (std::size_t j = 0; j < w.size(); ++j)
    result.push_back(whole(ldexp(w[j], 2 * kAllBits - lowest)).shift_left(static_cast<std::uint64_t>(highest - exponent_[j])));
  result.resize(static_cast<std::size_t>(n_features_) + 1);
  make_coprime(result);
  return result;
}

std::vector<std::pair<std::uint64_t, double>> PrecisePool::hull_point() const {
  std::vector<std::pair<std::uint64_t, double>> result;
  std::vector<Scaled> weights;
  Scaled largest;
  for (std::size_t k = 0; k < active_.active().size(); ++k) {
    weights.push_back(Scaled::of(active_.weights()[k].high) * factor_[active_.active()[k]]);
    if (largest < weights.back()) largest = weights.back();
  }
  for (std::size_t k = 0; k < weights.size(); ++k)
    if (weights[k].sign() > 0) result.emplace_back(numbers_[active_.active()[k]], (weights[k] / largest).to_double());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace novikoff
