// Numbers of some 106 bits, as the sum of two doubles: where doubles cannot tell what whole numbers would take long for.
#pragma once

#include <cmath>

namespace novikoff {

/// high + low, low at most half a unit in the last place of high (Dekker 1971; Hida, Li & Bailey 2001). Sums, products, quotients and roots are off by a few
/// 2^−104 of themselves, within the range of double and away from its lower end; what overflows is not finite.
struct DoubleDouble {
  double high = 0, low = 0;

  constexpr DoubleDouble() noexcept = default;
  constexpr DoubleDouble(double value) noexcept : high(value) {}  // NOLINT(google-explicit-constructor): a number is a number
  constexpr DoubleDouble(double h, double l) noexcept : high(h), low(l) {}

  /// a + b exactly; |a| ≥ |b| or a = 0.
  static constexpr DoubleDouble ordered_sum(double a, double b) noexcept {
    const double total = a + b;
    return {total, b - (total - a)};
  }
  /// a + b exactly (Knuth).
  static constexpr DoubleDouble sum(double a, double b) noexcept {
    const double total = a + b, part = total - a;
    return {total, (a - (total - part)) + (b - part)};
  }
  /// a·b exactly.
  static DoubleDouble product(double a, double b) noexcept {
    const double rounded = a * b;
    return {rounded, std::fma(a, b, -rounded)};
  }

  constexpr DoubleDouble operator-() const noexcept { return {-high, -low}; }
  friend constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    const DoubleDouble upper = sum(a.high, b.high), lower = sum(a.low, b.low);
    const DoubleDouble first = ordered_sum(upper.high, upper.low + lower.high);
    return ordered_sum(first.high, first.low + lower.low);
  }
  friend constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) noexcept { return a + -b; }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    const DoubleDouble upper = product(a.high, b.high);
    return ordered_sum(upper.high, upper.low + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    const double first = a.high / b.high;
    DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    rest = rest - b * second;
    return ordered_sum(first, second) + rest.high / b.high;
  }
  DoubleDouble& operator+=(const DoubleDouble& b) noexcept { return *this = *this + b; }
  DoubleDouble& operator-=(const DoubleDouble& b) noexcept { return *this = *this - b; }
  DoubleDouble& operator/=(const DoubleDouble& b) noexcept { return *this = *this / b; }

  friend constexpr bool operator==(const DoubleDouble& a, const DoubleDouble& b) noexcept { return a.high == b.high && a.low == b.low; }
  friend constexpr bool operator<(const DoubleDouble& a, const DoubleDouble& b) noexcept { return a.high < b.high || (a.high == b.high && a.low < b.low); }
  friend constexpr bool operator>(const DoubleDouble& a, const DoubleDouble& b) noexcept { return b < a; }
};

inline DoubleDouble abs(const DoubleDouble& a) noexcept { return a.high < 0 ? -a : a; }
inline bool isfinite(const DoubleDouble& a) noexcept { return std::isfinite(a.high) && std::isfinite(a.low); }
inline DoubleDouble ldexp(const DoubleDouble& a, int exponent) noexcept { return {std::ldexp(a.high, exponent), std::ldexp(a.low, exponent)}; }
/// One step of Newton from the root of a double; a ≥ 0.
inline DoubleDouble sqrt(const DoubleDouble& a) noexcept {
  if (!(a.high > 0)) return 0.0;
  const double root = std::sqrt(a.high);
  return DoubleDouble(root) + (a - DoubleDouble::product(root, root)).high / (2 * root);
}
inline DoubleDouble hypot(const DoubleDouble& a, const DoubleDouble& b) noexcept { return sqrt(a * a + b * b); }

}  // namespace novikoff
