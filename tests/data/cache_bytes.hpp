// Caches made in memory, and broken ones with the right checksums. Fuzzing and tests share it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "data/cache_format.hpp"
#include "novikoff/data/cache.hpp"

namespace novikoff::caches {

/// The cache of `text`, which is read as a file `name` would be; what it cannot read has no cache: "".
inline std::string cache_of(std::string_view text, ReadOptions options = {}, bool as_written = true, const std::string& name = "t.svm") {
  options.keep_text = true;
  options.decimals = as_written;
  Labels labels = Labels::any();
  const Result<std::unique_ptr<Source>> source = open_source(memory_bytes(text), name, options, labels);
  if (!source) return {};
  std::string bytes;
  CacheWriter writer(
      [&bytes](std::string_view more) {
        bytes += more;
        return Status{};
      },
      as_written);
  for (;;) {
    const Result<const Block*> block = (*source)->next(100);
    if (!block) return {};
    if ((*block)->size() == 0) break;
    if (!writer.add(**block)) return {};
  }
  if (writer.rows() == 0 || !writer.finish((*source)->schema(), options.header ? 0 : options.label_column, {{name, {}, 0, {}}})) return {};
  return bytes;
}

inline const unsigned char* at(const std::string& bytes, std::size_t offset) { return reinterpret_cast<const unsigned char*>(bytes.data()) + offset; }

inline cache::Foot foot_of(const std::string& bytes) {
  cache::Foot foot;
  std::memcpy(&foot, bytes.data() + bytes.size() - cache::kFootSize, sizeof foot);
  return foot;
}

inline void write(std::string& bytes, std::size_t offset, const void* value, std::size_t size) { std::memcpy(bytes.data() + offset, value, size); }

/// Gives everything that still lies where it says the checksum that it has now.
inline void reseal(std::string& bytes) {
  using namespace cache;
  if (bytes.size() < kHeadSize + kFootSize) return;
  const std::uint64_t head = checksum(bytes.data(), 16);
  write(bytes, 16, &head, sizeof head);
  Foot foot = foot_of(bytes);
  const std::uint64_t end = bytes.size() - kFootSize;
  if (foot.tables_offset <= end && foot.tables_size <= end - foot.tables_offset) {
    for (std::uint64_t b = 0; b < foot.blocks && (b + 1) * sizeof(DirectoryEntry) <= foot.tables_size; ++b) {
      const auto entry_at = static_cast<std::size_t>(foot.tables_offset + b * sizeof(DirectoryEntry));
      auto entry = get<DirectoryEntry>(at(bytes, entry_at));
      if (entry.offset > end || entry.size > end - entry.offset) continue;
      entry.checksum = checksum(bytes.data() + entry.offset, static_cast<std::size_t>(entry.size));
      write(bytes, entry_at, &entry, sizeof entry);
    }
    foot.tables_checksum = checksum(bytes.data() + foot.tables_offset, static_cast<std::size_t>(foot.tables_size));
  }
  const std::uint64_t sum = checksum(&foot, sizeof foot);
  write(bytes, static_cast<std::size_t>(end), &foot, sizeof foot);
  write(bytes, static_cast<std::size_t>(end) + sizeof foot, &sum, sizeof sum);
}

inline cache::BlockHead head_of(const std::string& bytes, std::size_t block = 0) {
  const auto entry =
      cache::get<cache::DirectoryEntry>(at(bytes, static_cast<std::size_t>(foot_of(bytes).tables_offset) + block * sizeof(cache::DirectoryEntry)));
  return cache::BlockHead::read(at(bytes, static_cast<std::size_t>(entry.offset)));
}

}  // namespace novikoff::caches
