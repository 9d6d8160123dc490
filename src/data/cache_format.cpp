#include "cache_format.hpp"

#include <xxhash.h>

#include "cache_unpack.hpp"

namespace novikoff::cache {

std::uint64_t checksum(const void* bytes, std::size_t size) noexcept { return XXH3_64bits(bytes, size); }

BlockHead BlockHead::read(const unsigned char* p) noexcept {
  BlockHead head;
  head.rows = get<std::uint32_t>(p);
  head.forms = static_cast<Forms>(p[4]);
  head.index_coding = static_cast<IndexCoding>(p[5]);
  head.value_coding = static_cast<ValueCoding>(p[6]);
  head.places = p[7];
  Packed* const arrays[] = {&head.sizes, &head.labels, &head.indices, &head.values};
  for (std::size_t k = 0; k < 4; ++k) *arrays[k] = {get<std::uint32_t>(p + 32 + 4 * k), p[8 + k]};
  head.flags = get<std::uint32_t>(p + 12);
  head.n_values = get<std::uint64_t>(p + 16);
  head.n_sparse = get<std::uint64_t>(p + 24);
  head.width_before = get<std::uint64_t>(p + 48);
  head.width_after = get<std::uint64_t>(p + 56);
  head.index_bytes = get<std::uint64_t>(p + 64);
  head.growths = get<std::uint32_t>(p + 72);
  head.runs = get<std::uint32_t>(p + 76);
  head.decimals = get<std::uint64_t>(p + 80);
  head.decimal_bytes = get<std::uint64_t>(p + 88);
  return head;
}

void BlockHead::write(std::string& out) const {
  put(out, rows);
  for (const std::uint8_t byte : {static_cast<std::uint8_t>(forms), static_cast<std::uint8_t>(index_coding), static_cast<std::uint8_t>(value_coding), places,
                                  sizes.bits, labels.bits, indices.bits, values.bits})
    put(out, byte);
  put(out, flags);
  put(out, n_values);
  put(out, n_sparse);
  for (const Packed& array : {sizes, labels, indices, values}) put(out, array.base);
  for (const std::uint64_t number : {width_before, width_after, index_bytes}) put(out, number);
  put(out, growths);
  put(out, runs);
  put(out, decimals);
  put(out, decimal_bytes);
  pad(out, kBlockHeadSize);
}

Sections sections_of(const BlockHead& head) noexcept {
  Sections at;
  std::uint64_t end = kBlockHeadSize;
  const auto place = [&end](std::uint64_t size) {
    const std::uint64_t begin = end;
    end += padded(size);
    return begin;
  };
  const std::uint64_t value_bytes = head.value_coding == ValueCoding::scaled     ? packed_size(head.n_values, head.values.bits)
                                    : head.value_coding == ValueCoding::binary32 ? 4 * head.n_values
                                                                                 : 8 * head.n_values;
  at.sizes = place(packed_size(head.rows, head.sizes.bits));
  at.forms = place(head.forms == Forms::mixed ? packed_size(head.rows, 1) : 0);
  at.labels = place(packed_size(head.rows, head.labels.bits));
  at.indices = place(head.index_bytes);
  at.values = place(value_bytes);
  at.growths = place(std::uint64_t{head.growths} * sizeof(Growth));
  at.runs = place(std::uint64_t{head.runs} * sizeof(Run));
  at.decimals = place(head.decimal_bytes);
  at.size = end;
  return at;
}

}  // namespace novikoff::cache
