#include "novikoff/core/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

namespace novikoff {
namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// ldexp for exponents beyond int: saturates long before they matter.
double scale(double m, std::int64_t e) noexcept { return std::ldexp(m, static_cast<int>(std::clamp<std::int64_t>(e, -5000, 5000))); }

// The parts of a number of the grammar, as slices of the text.
struct Parts {
  bool negative = false;
  std::string_view whole, fraction, exponent;  // exponent with its sign, without the e
};

std::size_t digits_from(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

std::optional<Parts> split(std::string_view text) noexcept {
  Parts parts;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) parts.negative = text[at++] == '-';
  std::size_t end = digits_from(text, at);
  parts.whole = text.substr(at, end - at);
  at = end;
  if (at < text.size() && text[at] == '.') {
    end = digits_from(text, ++at);
    parts.fraction = text.substr(at, end - at);
    at = end;
  }
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t start = ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    end = digits_from(text, at);
    if (end == at) return std::nullopt;
    parts.exponent = text.substr(start, end - start);
    at = end;
  }
  if (at != text.size()) return std::nullopt;
  return parts;
}

}  // namespace

Scaled Scaled::of(double m, std::int64_t e) noexcept {
  int shift = 0;
  const double mantissa = std::frexp(m, &shift);
  return mantissa == 0 ? Scaled{} : Scaled{mantissa, e + shift};
}

double Scaled::to_double() const noexcept { return scale(mantissa, exponent); }

bool Scaled::fits_double() const noexcept {
  const double value = to_double();
  return std::isfinite(value) && (value != 0 || mantissa == 0);
}

double Scaled::log2() const noexcept {
  if (mantissa == 0) return -std::numeric_limits<double>::infinity();
  return static_cast<double>(exponent) + std::log2(std::fabs(mantissa));
}

Scaled operator*(const Scaled& a, const Scaled& b) noexcept { return Scaled::of(a.mantissa * b.mantissa, a.exponent + b.exponent); }

Scaled operator/(const Scaled& a, const Scaled& b) noexcept { return Scaled::of(a.mantissa / b.mantissa, a.exponent - b.exponent); }

Scaled operator+(const Scaled& a, const Scaled& b) noexcept {
  if (a.mantissa == 0) return b;
  if (b.mantissa == 0) return a;
  const Scaled& large = a.exponent >= b.exponent ? a : b;
  const Scaled& small = a.exponent >= b.exponent ? b : a;
  return Scaled::of(large.mantissa + scale(small.mantissa, small.exponent - large.exponent), large.exponent);
}

bool operator<(const Scaled& a, const Scaled& b) noexcept { return (a + Scaled{-b.mantissa, b.exponent}).mantissa < 0; }

Scaled sqrt(const Scaled& a) noexcept {
  const std::int64_t odd = a.exponent & 1;
  return Scaled::of(std::sqrt(std::ldexp(a.mantissa, static_cast<int>(odd))), (a.exponent - odd) / 2);
}

std::string_view name(Numbers numbers) noexcept { return numbers == Numbers::decimal ? "decimal" : "binary64"; }

std::optional<Numbers> numbers_named(std::string_view word) noexcept {
  for (const Numbers numbers : {Numbers::decimal, Numbers::binary64})
    if (word == name(numbers)) return numbers;
  return std::nullopt;
}

bool is_number(std::string_view text) noexcept { return split(text).has_value(); }

std::optional<Decimal> parse_decimal(std::string_view text) {
  const std::optional<Parts> parts = split(text);
  if (!parts) return std::nullopt;
  if (parts->whole.size() + parts->fraction.size() > kMaxDecimalDigits) return std::nullopt;
  std::int64_t exponent = 0;
  if (!parts->exponent.empty()) {
    const bool negative = parts->exponent.front() == '-';
    const std::string_view digits = is_digit(parts->exponent.front()) ? parts->exponent : parts->exponent.substr(1);
    const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size());
    const auto magnitude = first == digits.size() ? std::optional<std::uint64_t>{0} : parse_unsigned(digits.substr(first), kMaxDecimalExponent);
    if (!magnitude) return std::nullopt;
    exponent = negative ? -static_cast<std::int64_t>(*magnitude) : static_cast<std::int64_t>(*magnitude);
  }
  Decimal result{parts->negative, {}, exponent - static_cast<std::int64_t>(parts->fraction.size())};
  result.digits.reserve(parts->whole.size() + parts->fraction.size());
  result.digits += parts->whole;
  result.digits += parts->fraction;
  result.digits.erase(0, std::min(result.digits.find_first_not_of('0'), result.digits.size()));
  if (result.digits.empty()) return Decimal{};  // −0 is 0
  const std::size_t kept = result.digits.find_last_not_of('0') + 1;
  result.exponent += static_cast<std::int64_t>(result.digits.size() - kept);
  result.digits.resize(kept);
  return result;
}

int compare(const Decimal& a, const Decimal& b) noexcept {
  const int sign_a = a.digits.empty() ? 0 : a.negative ? -1 : 1;
  const int sign_b = b.digits.empty() ? 0 : b.negative ? -1 : 1;
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  if (sign_a == 0) return 0;
  // Position of the leading digit decides; then the digits, left-aligned; a prefix is the smaller (no trailing zeros).
  const std::int64_t top_a = a.exponent + static_cast<std::int64_t>(a.digits.size());
  const std::int64_t top_b = b.exponent + static_cast<std::int64_t>(b.digits.size());
  const int magnitude = top_a != top_b ? (top_a < top_b ? -1 : 1) : a.digits.compare(b.digits);
  return magnitude == 0 ? 0 : (magnitude < 0 ? -sign_a : sign_a);
}

std::string to_text(double value) {
  std::string out;
  append_text(out, value);
  return out;
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) { return std::to_string(n).append(1, ' ').append(n == 1 ? one : many); }

namespace {

// Most decimals that people write have few places: as short_decimal below, with six places and no way to be longer than with an exponent.
bool append_few_places(std::string& out, double value) {
  constexpr double kPlaces = 1e6, kLeast = 1e-3, kMost = 1e5;
  const double a = std::fabs(value);
  if (!(a >= kLeast && a < kMost)) return false;
  const double half_more = a * kPlaces + 0.5;
  auto m = static_cast<std::uint64_t>(half_more);
  if (static_cast<double>(m) / kPlaces != a) return false;
  char text[16];
  char* at = std::end(text);
  for (int place = 0; place < 6; ++place, m /= 10)
    if (at != std::end(text) || m % 10 != 0) *--at = static_cast<char>('0' + m % 10);
  if (at != std::end(text)) *--at = '.';
  do {
    *--at = static_cast<char>('0' + m % 10);
    m /= 10;
  } while (m != 0);
  if (value < 0) *--at = '-';
  out.append(at, std::end(text));
  return true;
}

}  // namespace

void append_text(std::string& out, double value) {
  if (append_few_places(out, value)) return;
  char buffer[32];  // the longest shortest form has 24 characters
  const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof buffer, value);
  out.append(buffer, result.ptr);
}

// Two decimals of at most 15 digits have different nearest doubles. So m·10^−k, m < 10^15, is the shortest decimal of a double as soon as it reads back as it,
// which one division says: m and 10^k are doubles (Clinger 1990). And if there is such a decimal of at most k places, then a·10^k, rounded, is its m: the
// product is off by at most 10^15·2^−52 < 1/2.
std::optional<ShortDecimal> short_decimal(double value, int& places) noexcept {
  constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int kMostPlaces = 22;
  constexpr double kTooLarge = 1e15;
  const double a = std::fabs(value);
  if (a == 0) return ShortDecimal{};
  if (!(a < kTooLarge)) return std::nullopt;
  std::int64_t m = 0;
  const auto reads_back = [&](int k) {
    const double product = a * kPowers[k];
    if (product > kTooLarge - 1) return false;
    const double half_more = product + 0.5;
    m = static_cast<std::int64_t>(half_more);
    return static_cast<double>(m) / kPowers[k] == a;
  };
  int k = places;
  if (!reads_back(k)) {
    for (k = kMostPlaces; a * kPowers[k] > kTooLarge - 1;) --k;
    if (!reads_back(k)) return std::nullopt;
  }
  for (; m % 10 == 0; m /= 10) --k;
  places = std::max(places, k);
  return ShortDecimal{value < 0 ? -m : m, -k};
}

std::optional<std::uint64_t> parse_unsigned(std::string_view text, std::uint64_t limit) noexcept {
  std::uint64_t value = 0;
  const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size() || value > limit) return std::nullopt;
  return value;
}

}  // namespace novikoff
