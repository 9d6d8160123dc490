#include "novikoff/run/digest.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace novikoff {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16U;
constexpr std::size_t kLongestShort = 24;  // characters of a 64-bit number, and a little more

template <class T>
void append_little_endian(std::string& out, T value) {
  for (std::size_t k = 0; k < sizeof(T); ++k) out += static_cast<char>((value >> (8 * k)) & 0xffU);
}

// m·base^e with as few digits of m as can be.
void append_canonical(std::string& out, std::int64_t m, std::int64_t e, std::uint32_t base) {
  for (; m % std::int64_t{base} == 0; m /= std::int64_t{base}) ++e;
  out += std::to_string(m) + (base == 2 ? 'p' : 'e') + std::to_string(e);
}
void append_canonical(std::string& out, Integer m, std::int64_t e, std::uint32_t base) {
  e += static_cast<std::int64_t>(m.remove(base));
  out += m.to_text() + (base == 2 ? 'p' : 'e') + std::to_string(e);
}

void append_canonical_row(std::string& out, const ExactRows& rows, std::size_t row) {
  out += rows.y(row) > 0 ? "+1" : "-1";
  rows.visit(row, [&](const auto& z) {
    const std::size_t values = z.size - (rows.has_bias() ? 1 : 0);
    for (std::size_t k = 0; k < values; ++k) {
      out += ' ' + std::to_string(rows.feature(z.column[k]) + 1) + ':';
      append_canonical(out, rows.y(row) > 0 ? z.value[k] : -z.value[k], rows.exponent(), rows.base());
    }
  });
  out += '\n';
}

std::string canonical_head(Numbers numbers) { return "novikoff examples 1 " + std::string(name(numbers)) + '\n'; }

}  // namespace

void ExamplesDigest::add(const ExampleView& example, const Columns& columns) {
  const FeatureView& x = example.x;
  std::uint64_t values = 0;
  for (std::size_t k = 0; k < x.size; ++k) values += x.value[k] != 0 ? 1 : 0;
  buffer_ += example.y > 0 ? '\1' : '\0';
  append_little_endian(buffer_, values);
  for (std::size_t k = 0; k < x.size; ++k) {
    if (x.value[k] == 0) continue;
    append_little_endian(buffer_, x.dense() ? static_cast<std::uint32_t>(k) : columns.empty() ? x.index[k] : columns[x.index[k]]);
    append_little_endian(buffer_, std::bit_cast<std::uint64_t>(x.value[k]));
  }
  ++rows_;
  if (buffer_.size() >= kBuffer) flush();
}

void ExamplesDigest::flush() {
  hash_.update(buffer_);
  buffer_.clear();
}

std::string ExamplesDigest::hex() {
  flush();
  return hash_.hex_so_far();
}

ExactExamplesDigest::ExactExamplesDigest(Numbers numbers) : numbers_(numbers), buffer_(kBuffer), at_(buffer_.data()) { hash_.update(canonical_head(numbers)); }

// " feature:", counted from 1; the first ones are kept as they are written.
void ExactExamplesDigest::add_prefix(std::uint32_t feature) {
  constexpr std::size_t kKept = 9999;
  while (prefixes_.size() <= feature && prefixes_.size() < kKept) {
    std::array<char, 8>& prefix = prefixes_.emplace_back();
    prefix[0] = ' ';
    char* const end = std::to_chars(prefix.data() + 1, prefix.data() + prefix.size() - 2, prefixes_.size()).ptr;
    *end = ':';
    prefix.back() = static_cast<char>(end + 1 - prefix.data());
  }
  if (feature < prefixes_.size()) {
    const std::array<char, 8>& prefix = prefixes_[feature];
    std::memcpy(at_, prefix.data(), prefix.size());
    at_ += prefix.back();
    return;
  }
  *at_++ = ' ';
  at_ = std::to_chars(at_, at_ + kLongestShort, std::uint64_t{feature} + 1).ptr;
  *at_++ = ':';
}

void ExactExamplesDigest::add_value(double value) {
  std::int64_t m = 0, e = 0;
  if (numbers_ == Numbers::binary64) {
    constexpr int kDigits = std::numeric_limits<double>::digits;
    int exponent = 0;
    m = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), kDigits));
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(m));
    m /= std::int64_t{1} << zeros;
    e = exponent - kDigits + zeros;
  } else if (const auto decimal = short_decimal(value, places_)) {
    m = decimal->mantissa;
    e = decimal->exponent;
  } else {
    const Decimal long_decimal = *parse_decimal(to_text(value));
    m = static_cast<std::int64_t>(*parse_unsigned(long_decimal.digits));
    if (long_decimal.negative) m = -m;
    e = long_decimal.exponent;
  }
  at_ = std::to_chars(at_, at_ + kLongestShort, m).ptr;
  *at_++ = numbers_ == Numbers::binary64 ? 'p' : 'e';
  at_ = std::to_chars(at_, at_ + kLongestShort, e).ptr;
}

void ExactExamplesDigest::add(const ExampleView& example, std::span<const LongValue> others) {
  const auto flush = [&](std::size_t free) {
    if (static_cast<std::size_t>(buffer_.data() + buffer_.size() - at_) >= free) return;
    hash_.update({buffer_.data(), static_cast<std::size_t>(at_ - buffer_.data())});
    at_ = buffer_.data();
  };
  const FeatureView& x = example.x;
  auto other = others.begin();
  flush(kLongestShort);
  for (const char c : {example.y > 0 ? '+' : '-', '1'}) *at_++ = c;
  for (std::size_t k = 0; k < x.size; ++k) {
    const auto feature = x.dense() ? static_cast<std::uint32_t>(k) : x.index[k];
    const bool is_long = other != others.end() && other->feature == feature;
    if (!is_long && x.value[k] == 0) continue;
    flush(3 * kLongestShort);
    add_prefix(feature);
    if (!is_long) {
      add_value(x.value[k]);
      continue;
    }
    const Decimal decimal = *parse_decimal((other++)->text);
    const std::string text = (decimal.negative ? "-" : "") + decimal.digits + 'e' + std::to_string(decimal.exponent);
    flush(text.size() + kLongestShort);  // digits are limited: less than the buffer
    at_ = std::copy(text.begin(), text.end(), at_);
  }
  flush(kLongestShort);
  *at_++ = '\n';
}

std::string ExactExamplesDigest::hex() {
  hash_.update({buffer_.data(), static_cast<std::size_t>(at_ - buffer_.data())});
  at_ = buffer_.data();
  return hash_.hex();
}

std::string examples_sha256(const RowsInMemory& rows) {
  ExactExamplesDigest digest(rows.numbers());
  for (std::uint64_t row = 0; row < rows.size(); ++row) digest.add(rows[row], rows.long_values(row));
  return digest.hex();
}

std::string examples_sha256(const Dataset& data, const Dataset* holdout) {
  ExamplesDigest digest;
  for (const Dataset* rows : {&data, holdout})
    for (std::size_t row = 0; rows != nullptr && row < rows->size(); ++row) digest.add((*rows)[row], rows->columns());
  return digest.hex();
}

std::string examples_sha256(const ExactRows& rows) {
  Sha256 hash;
  std::string text = canonical_head(rows.numbers());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    append_canonical_row(text, rows, row);
    if (text.size() < kBuffer) continue;
    hash.update(text);
    text.clear();
  }
  hash.update(text);
  return hash.hex();
}

std::string canonical_examples(const ExactRows& rows) {
  std::string text = canonical_head(rows.numbers());
  for (std::size_t row = 0; row < rows.size(); ++row) append_canonical_row(text, rows, row);
  return text;
}

}  // namespace novikoff
