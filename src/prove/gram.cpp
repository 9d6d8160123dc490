#include "prove/gram.hpp"

#include <algorithm>
#include <array>

#include "novikoff/vec/panels.hpp"

namespace novikoff {
namespace {

constexpr std::array<std::pair<ExactKernelKind, std::string_view>, 5> kKernels{{{ExactKernelKind::poly, "poly"},
                                                                                {ExactKernelKind::rbf, "rbf"},
                                                                                {ExactKernelKind::laplace, "laplace"},
                                                                                {ExactKernelKind::intersection, "intersection"},
                                                                                {ExactKernelKind::chi2, "chi2"}}};

// f(a, b) for each feature that is not 0 in x_i or in x_k, as whole numbers in the unit of the rows.
template <class F>
void for_each_pair(const ExactRows& rows, std::size_t i, std::size_t k, const F& f) {
  const Integer zero;
  rows.visit(i, [&](const auto& a) {
    rows.visit(k, [&](const auto& b) {
      const auto n = static_cast<std::uint32_t>(rows.n_columns() - (rows.has_bias() ? 1 : 0));
      const auto column = [&](const auto& row, std::size_t at) { return at < row.size ? std::min(row.column[at], n) : n; };
      const auto value = [&](const auto& row, std::size_t at, int y) { return y > 0 ? Integer(row.value[at]) : -Integer(row.value[at]); };
      for (std::size_t at = 0, bt = 0; column(a, at) < n || column(b, bt) < n;) {
        const std::uint32_t next = std::min(column(a, at), column(b, bt));
        const bool of_a = column(a, at) == next, of_b = column(b, bt) == next;
        f(of_a ? value(a, at, rows.y(i)) : zero, of_b ? value(b, bt, rows.y(k)) : zero);
        at += of_a ? 1 : 0;
        bt += of_b ? 1 : 0;
      }
    });
  });
}

Integer power(const Integer& a, unsigned n) {
  Integer result(1), square = a;
  for (; n > 0; n /= 2) {
    if (n % 2 != 0) result *= square;
    if (n > 1) square *= square;
  }
  return result;
}

Integer common_multiple(const Integer& a, const Integer& b) {
  Integer rest = b;
  return a * rest.divide_exactly(Integer::gcd(a, b));
}

Integer in_units(const Rational& value, const Integer& denominator) {
  Integer factor = denominator;
  return value.numerator() * factor.divide_exactly(value.denominator());
}

// Σ a·b in units²: the products of narrow numbers fit 128 bits, and mostly so does their sum.
Integer dot_of_rows(const ExactRows& rows, std::size_t i, std::size_t k) {
  if (!rows.is_wide()) {
    const ExactRow<std::int64_t> a = rows.narrow(i), b = rows.narrow(k);
    const std::size_t bias = rows.has_bias() ? 1 : 0;  // the last value of each row
    __extension__ __int128 sum = 0;
    bool fits = true;
    for (std::size_t at = 0, bt = 0; at + bias < a.size && bt + bias < b.size;) {
      if (a.column[at] == b.column[bt]) {
        __extension__ const __int128 product = static_cast<__int128>(a.value[at++]) * b.value[bt++];
        fits = fits && !__builtin_add_overflow(sum, product, &sum);
      } else {
        a.column[at] < b.column[bt] ? ++at : ++bt;
      }
    }
    if (const auto word = static_cast<std::int64_t>(sum); fits && word == sum) return rows.y(i) == rows.y(k) ? word : -Integer(word);
  }
  Integer sum;
  for_each_pair(rows, i, k, [&](const Integer& a, const Integer& b) { sum.add_product(a, b); });
  return sum;
}

// 1 in binary places, and at work, with some more of them.
constexpr unsigned kGuard = 32;
const Integer& one() {
  static const Integer value = Integer(1).shift_left(GramIntervals::kPlaces);
  return value;
}
const Integer& work_one() {
  static const Integer value = Integer(1).shift_left(GramIntervals::kPlaces + kGuard);
  return value;
}

// ⌊a/2^bits⌋ and ⌈a/2^bits⌉.
Integer floor_shift(Integer a, unsigned bits) { return std::move(a.shift_right(bits)); }
Integer ceiling_shift(Integer a, unsigned bits) {
  a.negate();
  a.shift_right(bits);
  a.negate();
  return a;
}

std::pair<Integer, Integer> ends(const Rational& value) {
  const Integer scaled = value.numerator() * one();
  return {Integer::floor_divide(scaled, value.denominator()), -Integer::floor_divide(-scaled, value.denominator())};
}

Integer distance(const ExactRows& rows, std::size_t i, std::size_t k, bool squared) {
  Integer sum;
  for_each_pair(rows, i, k, [&](const Integer& a, const Integer& b) {
    Integer d = a - b;
    if (squared)
      sum.add_product(d, d);
    else
      sum += d.sign() < 0 ? -d : d;
  });
  return sum;
}

}  // namespace

std::string_view name(ExactKernelKind kind) noexcept { return kKernels[static_cast<std::size_t>(kind)].second; }

std::optional<ExactKernelKind> exact_kernel_named(std::string_view name) noexcept {
  for (const auto& [kind, known] : kKernels)
    if (known == name) return kind;
  return std::nullopt;
}

Gram::Gram(const ExactRows& rows, const ExactKernel& kernel, Of of)
    : rows_(rows), kind_(kernel.kind), structure_(of == Of::structure && kernel.kind != ExactKernelKind::poly), degree_(kernel.degree) {
  const bool bias = !(structure_ && kernel.independent());
  const Rational b = bias ? rows.bias_value() : Rational(), b2 = b * b;
  Integer denominator(1);
  if (kind_ == ExactKernelKind::poly) {
    const Rational slope = kernel.gamma * rows.unit() * rows.unit();
    const Integer common = common_multiple(slope.denominator(), kernel.coef0.denominator());
    denominator = common_multiple(power(common, degree_), b2.denominator());
    factor_ = in_units(slope, common);
    constant_ = in_units(kernel.coef0, common);
    unit_ = Rational(Integer(1), denominator);
    scale_ = in_units(Rational(Integer(1), power(common, degree_)), denominator);
  } else {
    const Rational step = structure_ ? Rational(1) : rows.unit();
    denominator = common_multiple(step.denominator(), b2.denominator());
    unit_ = Rational(Integer(1), denominator);
    factor_ = in_units(step, denominator);
  }
  bias2_ = in_units(b2, denominator);
}

Integer Gram::kernel(std::size_t i, std::size_t k) const {
  if (kind_ == ExactKernelKind::poly) return power(factor_ * dot_of_rows(rows_, i, k) + constant_, degree_) * scale_;
  if (by_points()) return same_point(rows_, i, k) ? factor_ : Integer();
  Integer sum;
  for_each_pair(rows_, i, k, [&](const Integer& a, const Integer& b) {
    if (!structure_)
      sum += std::min(a, b);
    else if (a == b)
      sum += 1;
  });
  return factor_ * sum;
}

Integer Gram::product(std::size_t i, std::size_t k) const {
  Integer value = kernel(i, k);
  value += bias2_;
  if (rows_.y(i) != rows_.y(k)) value.negate();
  return value;
}

GramIntervals::GramIntervals(const ExactRows& rows, const ExactKernel& kernel) : rows_(rows), kind_(kernel.kind) {
  const Rational b = rows.bias_value();
  bias2_ = ends(b * b);
  if (kernel.exact()) exact_.emplace(rows, kernel, Gram::Of::values);
  const Rational step = kind_ == ExactKernelKind::chi2  ? rows.unit()
                        : kind_ == ExactKernelKind::rbf ? kernel.gamma * rows.unit() * rows.unit()
                                                        : kernel.gamma * rows.unit();
  p_ = step.numerator();
  q_ = step.denominator();
}

// With t = p/q: halved until it is below 2^−8, and squared as often afterwards. At work, W = kPlaces + kGuard, r ≤ t'·2^W < r + 1. The terms
// T_(n+1) = ⌊T_n·r/((n + 1)·2^W)⌋ lack less than 2 each (the one before lacks less than 2, times less than ½, and the rounding), they alternate and fall, so
// that the sum up to the first that is 0 is off by less than 2 for each term and 2 for what follows; e^(−t') is below e^(−r/2^W) by less than 1.
std::pair<Integer, Integer> GramIntervals::exp_minus(const Integer& p, const Integer& q) const {
  const Integer& work = work_one();
  if (p >= q * std::int64_t{kPlaces}) return {0, 1};  // e^(−t) < 2^−t
  constexpr unsigned kSmall = 8;
  unsigned halvings = kSmall;
  if (p.bits() + 1 > q.bits()) halvings += static_cast<unsigned>(p.bits() + 1 - q.bits());
  Integer divisor = q, r = p * work;
  r = Integer::floor_divide(r, divisor.shift_left(halvings));
  Integer term = work, sum = work;
  std::int64_t n = 0;
  while (term.sign() != 0) {
    ++n;
    term = Integer::floor_divide(floor_shift(term * r, kPlaces + kGuard), n);
    n % 2 != 0 ? sum -= term : sum += term;
  }
  Integer low = sum - Integer(2 * n + 3), high = sum + Integer(2 * n + 2);
  if (high > work) high = work;
  for (unsigned k = 0; k < halvings; ++k) {
    low = floor_shift(low * low, kPlaces + kGuard);
    high = ceiling_shift(high * high, kPlaces + kGuard);
  }
  return {floor_shift(std::move(low), kGuard), ceiling_shift(std::move(high), kGuard)};
}

std::pair<Integer, Integer> GramIntervals::kernel(std::size_t i, std::size_t k) const {
  if (kind_ == ExactKernelKind::chi2) {
    Integer low, terms;
    for_each_pair(rows_, i, k, [&](const Integer& a, const Integer& b) {
      if (a.sign() == 0 || b.sign() == 0) return;
      low += Integer::floor_divide(a * b * p_ * std::int64_t{2} * one(), (a + b) * q_);
      terms += 1;
    });
    return {low, low + terms};
  }
  if (same_point(rows_, i, k)) return {one(), one()};
  return exp_minus(distance(rows_, i, k, kind_ == ExactKernelKind::rbf) * p_, q_);
}

std::pair<Integer, Integer> GramIntervals::product(std::size_t i, std::size_t k) const {
  if (exact_) return ends(Rational(exact_->product(i, k)) * exact_->unit());
  std::pair<Integer, Integer> value = kernel(i, k);
  value.first += bias2_.first;
  value.second += bias2_.second;
  if (rows_.y(i) == rows_.y(k)) return value;
  value.first.negate();
  value.second.negate();
  value.first.swap(value.second);
  return value;
}

GramDoubles::GramDoubles(const ExactRows& rows, const ExactKernel& kernel) : rows_(rows), kind_(kernel.kind) {
  if (kernel.exact()) exact_.emplace(rows, kernel, Gram::Of::values);
  const Scaled unit = rows.unit().to_scaled(), bias = rows.bias_value().to_scaled();
  step_ = kind_ == ExactKernelKind::chi2 ? unit : kernel.gamma.to_scaled() * unit;
  if (kind_ == ExactKernelKind::rbf) step_ = step_ * unit;
  bias2_ = bias * bias;
  Scaled longest;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (const Scaled square = value(row, row); longest < square) longest = square;
  if (longest.mantissa != 0) unit_ = longest;
}

Scaled GramDoubles::value(std::size_t i, std::size_t k) const {
  if (exact_) return exact_->product(i, k).to_scaled();
  double value = 0;
  if (kind_ == ExactKernelKind::chi2) {
    for_each_pair(rows_, i, k, [&](const Integer& a, const Integer& b) {
      if (a.sign() != 0 && b.sign() != 0) value += 2 * (a.to_scaled() * b.to_scaled() / (a + b).to_scaled() * step_).to_double();
    });
  } else {
    value = (distance(rows_, i, k, kind_ == ExactKernelKind::rbf).to_scaled() * step_).to_double();
    exp_nonpositive(-1, &value, 1);
  }
  const Scaled sum = Scaled::of(value + bias2_.to_double());
  return rows_.y(i) == rows_.y(k) ? sum : Scaled{-sum.mantissa, sum.exponent};
}

double GramDoubles::product(std::size_t i, std::size_t k) const { return (value(i, k) / unit_).to_double(); }

std::optional<std::size_t> row_not_defined(const ExactRows& rows, const ExactKernel& kernel) {
  if (!kernel.needs_nonnegative()) return std::nullopt;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    bool below = false;
    for_each_pair(rows, row, row, [&](const Integer& a, const Integer&) { below = below || a.sign() < 0; });
    if (below) return row;
  }
  return std::nullopt;
}

Rational squared_length(const ExactRows& rows, const ExactKernel& kernel, std::size_t i) {
  const Rational b = rows.bias_value();
  if (kernel.independent()) return Rational(1) + b * b;
  if (kernel.exact()) {
    const Gram gram(rows, kernel, Gram::Of::values);
    return Rational(gram.product(i, i)) * gram.unit();
  }
  Integer sum;  // 2x²/(x + x) = x
  for_each_pair(rows, i, i, [&](const Integer& a, const Integer&) { sum += a; });
  return Rational(sum) * rows.unit() + b * b;
}

int compare_points(const ExactRows& rows, std::size_t i, std::size_t k) {
  return rows.visit(i, [&](const auto& a) {
    return rows.visit(k, [&](const auto& b) {
      if (a.size != b.size) return a.size < b.size ? -1 : 1;
      const bool same_y = rows.y(i) == rows.y(k);
      for (std::size_t at = 0; at < a.size; ++at) {
        if (a.column[at] != b.column[at]) return a.column[at] < b.column[at] ? -1 : 1;
        if (same_y && a.value[at] == b.value[at]) continue;
        const Integer x = rows.y(i) > 0 ? Integer(a.value[at]) : -Integer(a.value[at]), z = rows.y(k) > 0 ? Integer(b.value[at]) : -Integer(b.value[at]);
        if (const int order = Integer::compare(x, z); order != 0) return order;
      }
      return 0;
    });
  });
}

}  // namespace novikoff
