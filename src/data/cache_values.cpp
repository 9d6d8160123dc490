#include "cache_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cache_format.hpp"
#include "scan.hpp"

namespace novikoff::cache {
namespace {

constexpr unsigned kMostDigits = 18;

// m·10^exponent with |m| < 10^digits.
std::optional<ScaledDecimal> normal(std::int64_t m, int exponent, unsigned digits) noexcept {
  if (m == 0) return ScaledDecimal{};
  for (; exponent < 0 && m % 10 == 0; m /= 10) ++exponent, --digits;
  const unsigned significant = digits;
  for (; exponent > 0; --exponent) {
    if (++digits > kMostDigits) return std::nullopt;
    m *= 10;
  }
  if (-exponent > static_cast<int>(kMostPlaces)) return std::nullopt;
  return ScaledDecimal{m, static_cast<unsigned>(-exponent), significant};
}

}  // namespace

std::optional<ScaledDecimal> scaled_decimal(std::string_view text) noexcept {
  const char* p = text.data();
  const char* const end = p + text.size();
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  while (p != end && *p == '0') ++p;
  std::int64_t m = 0;
  unsigned digits = 0;
  int exponent = 0;
  bool behind_point = false;
  for (; p != end && (*p == '.' || text::digit(*p) <= 9); ++p) {
    if (*p == '.') {
      behind_point = true;
      continue;
    }
    if (m == 0 && *p == '0') {  // behind the point: not significant
      exponent -= behind_point ? 1 : 0;
      continue;
    }
    if (++digits > kMostDigits) return std::nullopt;
    m = 10 * m + static_cast<std::int64_t>(text::digit(*p));
    exponent -= behind_point ? 1 : 0;
  }
  if (p != end) {  // e and its exponent
    ++p;
    if (p != end && *p == '+') ++p;
    int written = 0;
    constexpr int kFar = 10000;
    const auto [stop, failure] = std::from_chars(p, end, written);
    if (failure != std::errc{} || stop != end || std::abs(written) > kFar) return std::nullopt;
    exponent += written;
  }
  return normal(negative ? -m : m, exponent, digits);
}

std::optional<ScaledDecimal> scaled_double(double value, int& places) noexcept {
  const std::optional<ShortDecimal> found = short_decimal(value, places);
  if (!found) return std::nullopt;
  unsigned digits = 0;
  for (std::int64_t rest = found->mantissa; rest != 0; rest /= 10) ++digits;
  return normal(found->mantissa, found->exponent, digits);
}

void append_scaled(std::string& out, std::int64_t m, unsigned places) {
  if (m == 0) places = 0;
  for (; places > 0 && m % 10 == 0; m /= 10) --places;
  if (m < 0) out += '-';
  char digits[20];
  const auto size = static_cast<unsigned>(std::to_chars(digits, digits + sizeof digits, m < 0 ? -m : m).ptr - digits);
  const unsigned whole = size > places ? size - places : 0;
  out.append(digits, whole);
  if (places == 0) return;
  if (whole == 0) out += '0';
  out += '.';
  out.append(places - (size - whole), '0');
  out.append(digits + whole, size - whole);
}

void append_decimal(std::string& out, const Decimal& decimal) {
  if (decimal.digits.empty()) {
    out += '0';
    return;
  }
  if (decimal.negative) out += '-';
  const auto size = static_cast<std::int64_t>(decimal.digits.size());
  const std::int64_t top = size + decimal.exponent;  // digits before the point
  constexpr std::int64_t kFew = 5;
  if (decimal.exponent >= 0 && decimal.exponent <= kFew) {
    out += decimal.digits + std::string(static_cast<std::size_t>(decimal.exponent), '0');
  } else if (top > 0 && top < size) {
    out += decimal.digits.substr(0, static_cast<std::size_t>(top)) + '.' + decimal.digits.substr(static_cast<std::size_t>(top));
  } else if (top <= 0 && top > -kFew) {
    out += "0." + std::string(static_cast<std::size_t>(-top), '0') + decimal.digits;
  } else {
    out += decimal.digits.substr(0, 1) + (size > 1 ? "." + decimal.digits.substr(1) : std::string()) + 'e' + std::to_string(top - 1);
  }
}

}  // namespace novikoff::cache
