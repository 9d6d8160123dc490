#include "novikoff/prove/enclosure.hpp"

#include <algorithm>
#include <cmath>

namespace novikoff {
namespace {

// The next number of 53 bits above and below. Of 0 there is none, and no operation here rounds to it.
Scaled above(const Scaled& a) noexcept { return a.mantissa == 0 ? a : Scaled::of(a.mantissa + kUnitRoundoff, a.exponent); }
Scaled below(const Scaled& a) noexcept { return a.mantissa == 0 ? a : Scaled::of(a.mantissa - kUnitRoundoff, a.exponent); }

// A rounded result, and the sign of what it lacks: both ends of the result.
Enclosure ends(const Scaled& rounded, double lacks) noexcept { return {lacks < 0 ? below(rounded) : rounded, lacks > 0 ? above(rounded) : rounded}; }

// Mantissas are in [½, 1), so nothing underflows and fma gives the error exactly.
Enclosure times(const Scaled& a, const Scaled& b) noexcept {
  const double product = a.mantissa * b.mantissa;
  return ends(Scaled::of(product, a.exponent + b.exponent), std::fma(a.mantissa, b.mantissa, -product));
}

Enclosure plus(const Scaled& a, const Scaled& b) noexcept {
  if (a.mantissa == 0) return b;
  if (b.mantissa == 0) return a;
  const Scaled& large = a.exponent >= b.exponent ? a : b;
  const Scaled& small = a.exponent >= b.exponent ? b : a;
  constexpr std::int64_t kFar = 900;  // beyond, the smaller one only says to which side
  if (large.exponent - small.exponent > kFar) return ends(large, small.mantissa);
  const double x = large.mantissa, y = std::ldexp(small.mantissa, static_cast<int>(small.exponent - large.exponent));
  const double sum = x + y, part = sum - x;
  return ends(Scaled::of(sum, large.exponent), (x - (sum - part)) + (y - part));
}

Enclosure over(const Scaled& a, const Scaled& b) noexcept {
  const double quotient = a.mantissa / b.mantissa;
  return ends(Scaled::of(quotient, a.exponent - b.exponent), std::fma(-quotient, b.mantissa, a.mantissa));  // b > 0
}

Enclosure root(const Scaled& a) noexcept {
  if (a.sign() <= 0) return {};
  const std::int64_t odd = a.exponent & 1;
  const double x = std::ldexp(a.mantissa, static_cast<int>(odd)), r = std::sqrt(x);
  return ends(Scaled::of(r, (a.exponent - odd) / 2), std::fma(-r, r, x));
}

Scaled negated(const Scaled& a) noexcept { return {-a.mantissa, a.exponent}; }
const Scaled& lesser(const Scaled& a, const Scaled& b) noexcept { return b < a ? b : a; }
const Scaled& greater(const Scaled& a, const Scaled& b) noexcept { return a < b ? b : a; }

// Both ends of a whole number of more than 53 bits, which to_scaled cuts toward 0.
Enclosure enclose(const Integer& n) noexcept {
  constexpr std::size_t kDigits = 53;
  const Scaled cut = n.to_scaled();
  return n.bits() <= kDigits ? Enclosure(cut) : ends(cut, n.sign());
}

// Σ of n products a_k·b_k.
template <class Term>
Enclosure sum_slowly(std::size_t n, Term term) noexcept {
  Enclosure sum;
  for (std::size_t k = 0; k < n; ++k) {
    const auto [a, b] = term(k);
    sum = sum + Enclosure(a) * Enclosure(b);
  }
  return sum;
}

template <class Term>
Enclosure sum_products(std::size_t n, Term term) noexcept {
  constexpr double kSmall = 0x1p-900, kLarge = 0x1p1000;  // between them no error term underflows and no sum overflows
  double sum = 0, rest = 0, size = 0;
  bool exact = true;
  for (std::size_t k = 0; k < n; ++k) {
    const auto [a, b] = term(k);
    if (a == 0 || b == 0) continue;
    const double product = a * b;
    if (!(std::fabs(product) > kSmall)) return sum_slowly(n, term);
    const double lost_in_product = std::fma(a, b, -product);
    const double next = sum + product, part = next - sum;
    const double lost_in_sum = (sum - (next - part)) + (product - part);
    exact = exact && lost_in_product == 0 && lost_in_sum == 0;
    rest += lost_in_product + lost_in_sum;
    sum = next;
    size += std::fabs(product);
  }
  if (!(size < kLarge)) return sum_slowly(n, term);
  if (exact) return Enclosure(sum);
  const auto count = static_cast<double>(n);
  const double error = 2 * ((2 * count + 2) * kUnitRoundoff) * ((count + 2) * kUnitRoundoff) * size;
  return Enclosure(sum) + Enclosure::around(Scaled::of(rest), Scaled::of(error));
}

struct Factors {
  double a, b;
};

}  // namespace

Enclosure Enclosure::of(std::uint64_t exact) noexcept {
  constexpr unsigned kHalf = 32;
  return plus(Scaled::of(static_cast<double>(exact >> kHalf), kHalf), Scaled::of(static_cast<double>(exact & 0xffffffffU)));
}

Enclosure Enclosure::of(const Rational& exact) noexcept { return enclose(exact.numerator()) / enclose(exact.denominator()); }

Enclosure Enclosure::around(const Scaled& value, const Scaled& error) noexcept { return {plus(value, negated(error)).low, plus(value, error).high}; }

Enclosure operator+(const Enclosure& a, const Enclosure& b) noexcept { return {plus(a.low, b.low).low, plus(a.high, b.high).high}; }

Enclosure operator-(const Enclosure& a, const Enclosure& b) noexcept { return {plus(a.low, negated(b.high)).low, plus(a.high, negated(b.low)).high}; }

Enclosure operator*(const Enclosure& a, const Enclosure& b) noexcept {
  if (a.low.sign() >= 0 && b.low.sign() >= 0) return {times(a.low, b.low).low, times(a.high, b.high).high};
  const Enclosure p[] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)};
  return {lesser(lesser(p[0].low, p[1].low), lesser(p[2].low, p[3].low)), greater(greater(p[0].high, p[1].high), greater(p[2].high, p[3].high))};
}

Enclosure operator/(const Enclosure& a, const Enclosure& b) noexcept {
  return {over(a.low, a.low.sign() < 0 ? b.low : b.high).low, over(a.high, a.high.sign() < 0 ? b.high : b.low).high};
}

Enclosure sqrt(const Enclosure& a) noexcept { return {root(a.low).low, root(a.high).high}; }

Enclosure square(const Enclosure& a) noexcept {
  const Enclosure l = times(a.low, a.low), h = times(a.high, a.high);
  const bool around_zero = a.low.sign() < 0 && a.high.sign() > 0;
  return {around_zero ? Scaled{} : lesser(l.low, h.low), greater(l.high, h.high)};
}

Enclosure max(const Enclosure& a, const Enclosure& b) noexcept { return {greater(a.low, b.low), greater(a.high, b.high)}; }
Enclosure min(const Enclosure& a, const Enclosure& b) noexcept { return {lesser(a.low, b.low), lesser(a.high, b.high)}; }

std::optional<std::uint64_t> floor(const Scaled& a) noexcept {
  constexpr int kBits = 64;
  if (a.exponent > kBits) return std::nullopt;
  if (a.exponent <= 0) return 0;  // below 1
  return static_cast<std::uint64_t>(std::ldexp(a.mantissa, static_cast<int>(a.exponent)));
}

Enclosure enclose_dot(const FeatureView& x, std::span<const double> w, double bias, double bias_weight) noexcept {
  const FeatureView known = features_below(x, w.size());
  return sum_products(known.size + 1, [&](std::size_t k) {
    if (k == known.size) return Factors{bias, bias_weight};
    return Factors{known.value[k], w[known.dense() ? k : known.index[k]]};
  });
}

Enclosure enclose_sqnorm(const FeatureView& x, double bias) noexcept {
  return sum_products(x.size + 1, [&](std::size_t k) { return k == x.size ? Factors{bias, bias} : Factors{x.value[k], x.value[k]}; });
}

}  // namespace novikoff
