// Numbers as text and numbers beyond the range of double. No locale, no allocation that a long token could drive.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace novikoff {

/// Half a unit in the last place of 1, and one of a mantissa in [½, 1): the relative error of one rounding to the nearest double is at most that.
inline constexpr double kUnitRoundoff = 0x1p-53;

/// m·2^e with 0.5 ≤ |m| < 1, or m = 0: a real number where double would overflow or underflow.
struct Scaled {
  double mantissa = 0;
  std::int64_t exponent = 0;

  /// The normalised form of m·2^e, m finite.
  static Scaled of(double m, std::int64_t e = 0) noexcept;
  /// The nearest double: ±infinity above its range, ±0 below it.
  double to_double() const noexcept;
  /// The double is finite, and 0 only if the number is.
  bool fits_double() const noexcept;
  /// log2|m·2^e|; −infinity for 0.
  double log2() const noexcept;
  int sign() const noexcept { return mantissa > 0 ? 1 : mantissa < 0 ? -1 : 0; }
};
Scaled operator*(const Scaled& a, const Scaled& b) noexcept;
Scaled operator/(const Scaled& a, const Scaled& b) noexcept;  ///< b ≠ 0
Scaled operator+(const Scaled& a, const Scaled& b) noexcept;
bool operator<(const Scaled& a, const Scaled& b) noexcept;
Scaled sqrt(const Scaled& a) noexcept;  ///< a ≥ 0

/// Which numbers an exact answer is about: the decimals as written (a double in memory is the shortest decimal that reads back as
/// it), or the values of the nearest doubles.
enum class Numbers { decimal, binary64 };
std::string_view name(Numbers) noexcept;
std::optional<Numbers> numbers_named(std::string_view) noexcept;

/// A decimal as written: ± digits × 10^exponent. `digits` has no leading and no trailing zero; empty means 0.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// Longest decimal and largest |exponent as written| that exact decimals take; beyond: number_out_of_range.
inline constexpr std::size_t kMaxDecimalDigits = 4096;
inline constexpr std::int64_t kMaxDecimalExponent = 4096;

/// Whether `text` is a number of the input grammar, whole: [+-]?(digits[.digits*]|.digits)([eE][+-]?digits)?
bool is_number(std::string_view text) noexcept;

/// The decimal written in `text`; nullopt if it is no number of the grammar or beyond the two limits above.
std::optional<Decimal> parse_decimal(std::string_view text);

/// −1, 0, +1: exact comparison of two decimals.
int compare(const Decimal& a, const Decimal& b) noexcept;

/// Shortest text that reads back as the same double, e.g. 0.1, 3, 1e+30, -5e-324. Finite values only.
std::string to_text(double value);
/// The same, appended to `out` (no allocation beyond the string's own growth).
void append_text(std::string& out, double value);

/// "1 row", "2 rows".
std::string counted(std::uint64_t n, std::string_view one, std::string_view many);

/// mantissa·10^exponent; the mantissa is not divisible by 10, or 0.
struct ShortDecimal {
  std::int64_t mantissa = 0;
  std::int32_t exponent = 0;
};
/// The shortest decimal that reads back as `value`, if it has at most 15 digits and at most 22 places behind the point and is below 10^15 (nearly all decimals
/// that people write); nullopt otherwise. `places`: how many places behind the point are tried first; set to what was needed where that was more. The result
/// does not depend on it. Cost: a multiplication and a division where `places` is right.
std::optional<ShortDecimal> short_decimal(double value, int& places) noexcept;

/// A whole number of `digits`, at most `limit`; nullopt otherwise (empty, other bytes, too large).
std::optional<std::uint64_t> parse_unsigned(std::string_view text, std::uint64_t limit = ~std::uint64_t{0}) noexcept;

}  // namespace novikoff
