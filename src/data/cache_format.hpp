// The fixed parts of a cache, as docs/formats.md (Cache) lays them out.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace novikoff::cache {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

inline constexpr std::string_view kMagic = "\x89NVK\r\n\x1a\n";
inline constexpr std::string_view kMagicStart = kMagic.substr(0, 4);  // tells caches apart; what follows shows whether lines were converted on the way
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kByteOrderMark = 0x0a0b0c0d;
inline constexpr std::size_t kAlign = 64, kHeadSize = 64, kFootSize = 128, kBlockHeadSize = 128;
inline constexpr unsigned kMostPlaces = 22;     // powers of ten that are doubles
inline constexpr std::size_t kSureDigits = 15;  // decimals of so many digits are the shortest of their doubles, if these are normal
inline constexpr std::size_t kLebDigits = 19;   // a number of so many digits fits 64 bits

/// XXH3 with 64 bits.
std::uint64_t checksum(const void* bytes, std::size_t size) noexcept;

template <class T>
T get(const unsigned char* p) noexcept {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}
template <class T>
void put(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}
inline void pad(std::string& out, std::size_t multiple) { out.append((multiple - out.size() % multiple) % multiple, '\0'); }
inline std::uint64_t padded(std::uint64_t size) noexcept { return (size + 7) / 8 * 8; }

enum class Forms : std::uint8_t { dense, sparse, mixed };
enum class IndexCoding : std::uint8_t { packed, steps };
enum class ValueCoding : std::uint8_t { scaled, binary32, binary64 };
inline constexpr std::uint32_t kRowsAsWritten = 1;

/// A packed array's base and bits.
struct Packed {
  std::uint32_t base = 0;
  std::uint8_t bits = 0;
};

struct BlockHead {
  std::uint32_t rows = 0, flags = 0;
  Forms forms = Forms::dense;
  IndexCoding index_coding = IndexCoding::packed;
  ValueCoding value_coding = ValueCoding::scaled;
  std::uint8_t places = 0;
  Packed sizes, labels, indices, values;
  std::uint64_t n_values = 0, n_sparse = 0;
  std::uint64_t width_before = 0, width_after = 0;
  std::uint64_t index_bytes = 0;
  std::uint32_t growths = 0, runs = 0;
  std::uint64_t decimals = 0, decimal_bytes = 0;

  bool as_written() const noexcept { return (flags & kRowsAsWritten) != 0; }
  static BlockHead read(const unsigned char* p) noexcept;
  void write(std::string& out) const;
};

/// Where each section begins in its block; size: where the last ends, without the zeros behind it.
struct Sections {
  std::uint64_t sizes = 0, forms = 0, labels = 0, indices = 0, values = 0, growths = 0, runs = 0, decimals = 0, size = 0;
};
/// Requires counts below 2^56 and widths that are some (is_width).
Sections sections_of(const BlockHead& head) noexcept;

struct Growth {
  std::uint64_t width;
  std::uint32_t row, zero;
};
struct Run {
  std::uint32_t row, source;
  std::uint64_t line;
};

/// The numbers of the foot.
struct Foot {
  std::uint64_t tables_offset = 0, tables_size = 0, tables_checksum = 0;
  std::uint64_t blocks = 0, rows = 0, values = 0, sparse_values = 0, n_features = 0;
  std::uint64_t most_rows = 0, most_values = 0, most_sparse = 0;  // of one block
  std::uint64_t labels = 0, names = 0, sources = 0;
  std::uint32_t label_column = 0, index_base = 1;
};
static_assert(sizeof(Foot) == kFootSize - 8);

struct DirectoryEntry {
  std::uint64_t offset = 0, size = 0, first_row = 0, checksum = 0;
};

}  // namespace novikoff::cache
