#include "text.hpp"

#include <algorithm>
#include <cmath>

#include <fast_float/fast_float.h>

#include "novikoff/core/number.hpp"
#include "scan.hpp"

namespace novikoff::text {
namespace {

constexpr std::size_t kShown = 40;  // a message stays a line, whatever the file holds

unsigned char byte_at(std::string_view text, std::size_t at) noexcept { return static_cast<unsigned char>(text[at]); }

// Length of the UTF-8 character that starts at `at`, 0 if there is none.
std::size_t character(std::string_view text, std::size_t at) noexcept {
  const unsigned char lead = byte_at(text, at);
  const std::size_t size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (size == 0 || at + size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte_at(text, at + i) & 0xc0U) != 0x80) return 0;
  if (size == 1) return 1;
  const unsigned char next = byte_at(text, at + 1);
  const bool overlong = (lead == 0xe0 && next < 0xa0) || (lead == 0xf0 && next < 0x90);
  const bool beyond = (lead == 0xed && next >= 0xa0) || (lead == 0xf4 && next >= 0x90);
  return overlong || beyond ? 0 : size;
}

void append_escaped(std::string& out, unsigned char byte) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\x";
  out += kHex[byte >> 4U];
  out += kHex[byte & 15U];
}

std::string_view without_sign(std::string_view token) noexcept {
  if (!token.empty() && (token.front() == '+' || token.front() == '-')) token.remove_prefix(1);
  return token;
}

}  // namespace

std::string in_quotes(std::string_view token) {
  std::string out = "\"";
  std::size_t at = 0;
  while (at < token.size() && at < kShown) {
    const std::size_t size = character(token, at);
    if (size == 0 || byte_at(token, at) < 0x20 || byte_at(token, at) == 0x7f) {
      append_escaped(out, byte_at(token, at++));
    } else {
      out += token.substr(at, size);
      at += size;
    }
  }
  return out + (at < token.size() ? "…\"" : "\"");
}

double to_double(std::string_view text) noexcept {
  if (text.front() == '+') text.remove_prefix(1);
  double value = 0;
  fast_float::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

const char* long_number(const char* begin, const char* end, double& value) noexcept {
  const fast_float::from_chars_result result = fast_float::from_chars(begin, end, value);
  return result.ec == std::errc::invalid_argument || !std::isfinite(value) ? nullptr : result.ptr;
}

std::int64_t leading_zeros(const char* begin, const char* end) noexcept {
  std::int64_t zeros = 0;
  for (; begin != end && (*begin == '0' || *begin == '.'); ++begin) zeros += *begin == '0';
  return zeros;
}

bool equal_ignoring_case(std::string_view a, std::string_view lower) noexcept {
  return std::equal(a.begin(), a.end(), lower.begin(), lower.end(), [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x - 'A' + 'a' : x) == y; });
}

bool spells_nan(std::string_view token) noexcept { return equal_ignoring_case(without_sign(token), "nan"); }

bool spells_infinity(std::string_view token) noexcept {
  const std::string_view word = without_sign(token);
  return equal_ignoring_case(word, "inf") || equal_ignoring_case(word, "infinity");
}

Verdict read_number(std::string_view token, bool decimals, double& value) {
  if (!is_number(token)) return spells_nan(token) || spells_infinity(token) ? Verdict::not_finite : Verdict::malformed;
  value = to_double(token);
  if (decimals) return parse_decimal(token) ? Verdict::number : Verdict::too_long;
  return std::isfinite(value) ? Verdict::number : Verdict::out_of_range;
}

bool label_too_long(std::string_view token) { return is_number(token) && !parse_decimal(token); }

Fault value_fault(Verdict verdict, std::string_view token, std::size_t offset, const std::string& what) {
  const std::string subject = what + ' ' + in_quotes(token);
  switch (verdict) {
    case Verdict::not_finite:
      return {ErrorCode::value_not_finite, offset, subject + " is not finite"};
    case Verdict::out_of_range:
      return {ErrorCode::number_out_of_range, offset, subject + " is larger than a double holds (1.7976931348623157e308)"};
    case Verdict::too_long:
      return {ErrorCode::number_out_of_range, offset, subject + " has more than 4,096 digits or an exponent beyond 4,096"};
    default:
      break;
  }
  Fault fault{ErrorCode::value_invalid, offset, subject + " is not a decimal number"};
  if (token.find(',') != std::string_view::npos) fault.hint = "the decimal sign is a point, in every locale: write 0.5, not 0,5";
  if (!token.empty() && (is_blank(token.front()) || is_blank(token.back()))) fault.hint = "cells are not trimmed: remove the blanks around the number";
  return fault;
}

ErrorInfo error_at(const Fault& fault, const std::string& file, std::uint64_t line_number, std::string_view line) {
  constexpr std::size_t kLongestShown = 4096;  // a display of more helps nobody
  ErrorInfo error{fault.code, fault.message, {file, line_number, fault.offset + 1}, fault.hint, {}};
  if (line.size() <= kLongestShown) error.source_line = line;
  return error;
}

std::size_t longest_line(std::uint64_t memory) noexcept {
  constexpr std::uint64_t kAlways = std::uint64_t{256} << 10U;
  return static_cast<std::size_t>(memory <= kAlways ? memory : std::max(kAlways, memory / 16));
}

}  // namespace novikoff::text
