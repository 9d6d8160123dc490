// Values as decimals: what a cache holds of them, and how they are written again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "novikoff/core/number.hpp"

namespace novikoff::cache {

/// m·10^−places, m not divisible by 10 unless places is 0.
struct ScaledDecimal {
  std::int64_t m = 0;
  unsigned places = 0;
  unsigned digits = 0;  ///< significant ones
};
/// The decimal in `text`, a number of the grammar, if it has at most 18 digits as such; nullopt for others, which need a closer look.
std::optional<ScaledDecimal> scaled_decimal(std::string_view text) noexcept;
/// The shortest decimal of a double, likewise. `places`: as of short_decimal.
std::optional<ScaledDecimal> scaled_double(double value, int& places) noexcept;

/// Written without an exponent, and without zeros at its end: 12.5.
void append_scaled(std::string& out, std::int64_t m, unsigned places);
/// Written as to_text writes doubles: with an exponent where that is shorter.
void append_decimal(std::string& out, const Decimal& decimal);

}  // namespace novikoff::cache
