// Real numbers between two ends that are known: arithmetic rounded outward.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "novikoff/core/example.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/prove/integer.hpp"

namespace novikoff {

/// A real number that lies in [low, high]. low = high: it is known exactly.
///
/// Every operation gives an interval that holds the result for all members of its operands. The ends have 53 bits and no limit of range; an
/// end moves by one unit in its last place only if the operation rounded it to the wrong side, so what is exact stays exact (1·100/1 is 100).
struct Enclosure {
  Scaled low, high;

  Enclosure() = default;
  Enclosure(const Scaled& exact) : low(exact), high(exact) {}  // NOLINT(google-explicit-constructor): a number is a number
  Enclosure(double exact) : Enclosure(Scaled::of(exact)) {}    // NOLINT(google-explicit-constructor): finite
  Enclosure(const Scaled& low_end, const Scaled& high_end) : low(low_end), high(high_end) {}
  static Enclosure of(std::uint64_t exact) noexcept;
  static Enclosure of(const Rational& exact) noexcept;
  /// [value − error, value + error], error ≥ 0.
  static Enclosure around(const Scaled& value, const Scaled& error) noexcept;

  bool exact() const noexcept { return low.mantissa == high.mantissa && low.exponent == high.exponent; }
  /// The number is above 0, whatever it is.
  bool positive() const noexcept { return low.sign() > 0; }
};
Enclosure operator+(const Enclosure& a, const Enclosure& b) noexcept;
Enclosure operator-(const Enclosure& a, const Enclosure& b) noexcept;
Enclosure operator*(const Enclosure& a, const Enclosure& b) noexcept;
Enclosure operator/(const Enclosure& a, const Enclosure& b) noexcept;  ///< b.positive()
Enclosure sqrt(const Enclosure& a) noexcept;                           ///< of what is not below 0 in it; high ≥ 0
Enclosure square(const Enclosure& a) noexcept;
/// The larger, the smaller of two numbers.
Enclosure max(const Enclosure& a, const Enclosure& b) noexcept;
Enclosure min(const Enclosure& a, const Enclosure& b) noexcept;

/// ⌊a⌋ for a ≥ 0; nullopt from 2^64 on.
std::optional<std::uint64_t> floor(const Scaled& a) noexcept;

/// x·w + B·w̃_B, features beyond `w` ignored. By compensated sums (Ogita, Rump & Oishi 2005, Dot2), within 2·(2n+2)u·(n+2)u·Σ|x_j w_j| of them plus one
/// rounding, u = 2^−53, n terms, and exact where no sum or product rounded; in interval arithmetic where products overflow or underflow.
Enclosure enclose_dot(const FeatureView& x, std::span<const double> w, double bias, double bias_weight) noexcept;
/// ‖x‖² + B².
Enclosure enclose_sqnorm(const FeatureView& x, double bias) noexcept;

}  // namespace novikoff
