#include "novikoff/run/digest.hpp"

#include <bit>
#include <cstdint>

namespace novikoff {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16U;

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

std::string canonical_head(const ExactRows& rows) { return "novikoff examples 1 " + std::string(name(rows.numbers())) + '\n'; }

}  // namespace

void ExamplesDigest::add(const ExampleView& example) {
  const FeatureView& x = example.x;
  std::uint64_t values = 0;
  for (std::size_t k = 0; k < x.size; ++k) values += x.value[k] != 0 ? 1 : 0;
  buffer_ += example.y > 0 ? '\1' : '\0';
  append_little_endian(buffer_, values);
  for (std::size_t k = 0; k < x.size; ++k) {
    if (x.value[k] == 0) continue;
    append_little_endian(buffer_, x.dense() ? static_cast<std::uint32_t>(k) : x.index[k]);
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

std::string examples_sha256(const Dataset& data, const Dataset* holdout) {
  ExamplesDigest digest;
  for (const Dataset* rows : {&data, holdout})
    for (std::size_t row = 0; rows != nullptr && row < rows->size(); ++row) digest.add((*rows)[row]);
  return digest.hex();
}

std::string examples_sha256(const ExactRows& rows) {
  Sha256 hash;
  std::string text = canonical_head(rows);
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
  std::string text = canonical_head(rows);
  for (std::size_t row = 0; row < rows.size(); ++row) append_canonical_row(text, rows, row);
  return text;
}

}  // namespace novikoff
