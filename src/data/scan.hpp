// The hot part of reading numbers, and the exact part behind it.
#pragma once

#include <bit>
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

/// Eight digits at once: null-safe only with kPadding. Returns whether there were eight.
inline bool eight_digits(const char* p, std::uint64_t& value) noexcept {
  std::uint64_t chunk = 0;
  std::memcpy(&chunk, p, sizeof chunk);
  if constexpr (std::endian::native == std::endian::big) return false;
  if ((((chunk + 0x4646464646464646U) | (chunk - 0x3030303030303030U)) & 0x8080808080808080U) != 0) return false;
  // Pairs, then fours, then all eight: each step adds 10^k times the left half to the right half.
  chunk -= 0x3030303030303030U;
  chunk = chunk * 10 + (chunk >> 8U);
  constexpr std::uint64_t kMask = 0x000000ff000000ffU;
  const std::uint64_t low = (chunk & kMask) * 0x000f424000000064U;
  const std::uint64_t high = ((chunk >> 16U) & kMask) * 0x0000271000000001U;
  value = value * 100000000U + ((low + high) >> 32U);
  return true;
}

/// The powers of ten that a double holds exactly.
inline constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Reads the number that `p` starts with, correctly rounded; returns its end, or null if there is none or it needs a closer look.
///
/// Up to 19 digits whose value is at most 2^53, times a power of ten between 10^−22 and 10^22: both are doubles, so one
/// multiplication or division is the correctly rounded result (Clinger 1990). All else: long_number.
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
    if (eight_digits(p, mantissa)) {
      p += 8;
      if (eight_digits(p, mantissa)) p += 8;
    }
    while (digit(*p) <= 9) mantissa = mantissa * 10 + digit(*p++);
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
  const char* const stop = long_number(begin, end, value);
  if (negative) value = -value;
  return stop;
}

}  // namespace novikoff::text
