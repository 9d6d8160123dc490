// The hot part of reading numbers, and the exact part behind it.
#pragma once

#include <fast_float/fast_float.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "novikoff/core/error.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::text {

/// Bytes that must be readable behind the end of any text that scan_number is let loose on.
inline constexpr std::size_t kPadding = 8;

inline bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
inline unsigned digit(char c) noexcept { return static_cast<unsigned char>(c) - unsigned{'0'}; }  // > 9: not a digit

/// The double nearest to `text`, a number of the grammar: ±infinity above the range, ±0 below it.
double to_double(std::string_view text) noexcept;

/// As to_double, but of the number that `begin` starts with; returns its end, or null if there is none. No leading '+'.
const char* long_number(const char* begin, const char* end, double& value) noexcept;

/// The double nearest to mantissa·10^exponent, mantissa < 2^64, if that is easy to tell (it almost always is).
/// The step inside fast_float that follows its scan for digits; ours has been done.
inline bool wide_number(std::uint64_t mantissa, std::int64_t exponent, double& value) noexcept {
  const fast_float::adjusted_mantissa found = fast_float::compute_float<fast_float::binary_format<double>>(exponent, mantissa);
  if (found.power2 < 0) return false;  // too near the middle of two doubles
  constexpr unsigned kMantissaBits = 52;
  value = std::bit_cast<double>(found.mantissa | static_cast<std::uint64_t>(found.power2) << kMantissaBits);
  return std::isfinite(value);
}

/// How many of the digits (and the one point) from `begin` to `end` are leading zeros.
std::int64_t leading_zeros(const char* begin, const char* end) noexcept;

inline constexpr std::uint64_t kWholePowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// The number that eight digits, less '0' each, spell: pairs, then fours, then all; each step adds 10^k times the left half to the right half.
inline std::uint64_t eight_digits(std::uint64_t chunk) noexcept {
  constexpr std::uint64_t kMask = 0x000000ff000000ffU;
  chunk = chunk * 10 + (chunk >> 8U);
  return ((chunk & kMask) * 0x000f424000000064U + ((chunk >> 16U) & kMask) * 0x0000271000000001U) >> 32U;
}

/// Takes up to eight digits at once: no branch depends on how many fewer there are. Returns their number.
inline unsigned take_digits(const char* p, std::uint64_t& value) noexcept {
  static_assert(std::endian::native == std::endian::little, "the first byte of text is taken for the lowest of the word");
  std::uint64_t chunk = 0;
  std::memcpy(&chunk, p, sizeof chunk);
  // A byte is a digit iff neither adding 0x46 nor subtracting 0x30 sets its high bit; a borrow spoils only bytes behind the first other.
  const std::uint64_t others = ((chunk + 0x4646464646464646U) | (chunk - 0x3030303030303030U)) & 0x8080808080808080U;
  chunk -= 0x3030303030303030U;
  if (others == 0) {
    value = value * kWholePowers[8] + eight_digits(chunk);
    return 8;
  }
  const unsigned count = static_cast<unsigned>(std::countr_zero(others)) / 8;
  if (count > 0) value = value * kWholePowers[count] + eight_digits(chunk << (64 - 8 * count));  // zeros in front
  return count;
}

/// The powers of ten that a double holds exactly.
inline constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Reads the number that `p` starts with, correctly rounded; returns its end, or null if there is none or it needs a closer look.
///
/// Up to 19 digits whose value is at most 2^53, times a power of ten between 10^−22 and 10^22: both are doubles, so one
/// multiplication or division is the correctly rounded result (Clinger 1990). All else: wide_number, long_number.
/// Requires a byte that belongs to no number before `end`, and kPadding readable bytes behind `end`.
inline const char* scan_number(const char* p, const char* end, double& value) noexcept {
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* const begin = p;
  std::uint64_t mantissa = 0;
  while (digit(*p) <= 9) mantissa = mantissa * 10 + digit(*p++);
  std::int64_t digits = p - begin;
  std::int64_t exponent = 0;
  if (*p == '.') {
    const char* const fraction = ++p;
    unsigned taken = 0;
    do p += taken = take_digits(p, mantissa);
    while (taken == 8);
    exponent = fraction - p;
    digits -= exponent;
  }
  if (digits == 0) return nullptr;
  if (*p == 'e' || *p == 'E') {
    const char* q = p + 1;
    const bool below = *q == '-';
    if (below || *q == '+') ++q;
    if (digit(*q) > 9) return nullptr;
    std::int64_t written = 0;
    const char* const first = q;
    while (digit(*q) <= 9 && q - first < 6) written = written * 10 + static_cast<std::int64_t>(digit(*q++));
    if (digit(*q) <= 9) return nullptr;
    exponent += below ? -written : written;
    p = q;
  }
  if (digits <= 19 && mantissa <= (std::uint64_t{1} << 53U) && exponent >= -22 && exponent <= 22) {
    const auto exact = static_cast<double>(mantissa);
    const double magnitude = exponent < 0 ? exact / kPowers[-exponent] : exact * kPowers[exponent];
    value = negative ? -magnitude : magnitude;
    return p;
  }
  const char* stop = p;
  const bool easy = (digits <= 19 || digits - leading_zeros(begin, p) <= 19) && wide_number(mantissa, exponent, value);
  if (!easy) stop = long_number(begin, end, value);
  if (negative) value = -value;
  return stop;
}

/// Whether a number that scan_number read from `size` bytes is within the limits of exact decimals without counting: so short
/// and within double's range (or so short a zero), its exponent as written cannot be beyond them.
inline bool surely_exact(std::ptrdiff_t size, double value) noexcept { return size <= 4 || (size <= 64 && value != 0); }

}  // namespace novikoff::text
