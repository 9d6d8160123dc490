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

}  // namespace novikoff
