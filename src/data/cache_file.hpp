// An open cache: its tables, and its blocks by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cache_block.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/data/cache.hpp"

namespace novikoff {

class CacheFile {
 public:
  /// Reads head, foot and tables. Errors: those of open_cache about the file itself. Origins are not looked at.
  static Result<std::shared_ptr<CacheFile>> open(const std::string& path, std::uint64_t memory);
  static Result<std::shared_ptr<CacheFile>> over(std::string_view bytes, const std::string& name, std::uint64_t memory);
  CacheFile(const CacheFile&) = delete;
  CacheFile& operator=(const CacheFile&) = delete;
  ~CacheFile();

  const CacheFacts& facts() const noexcept { return facts_; }
  const cache::Limits& limits() const noexcept { return limits_; }
  const std::string& name() const noexcept { return name_; }
  std::size_t blocks() const noexcept { return directory_.size(); }
  std::uint64_t first_row(std::size_t block) const noexcept { return block < blocks() ? directory_[block].first_row : facts_.rows; }
  /// The block that has the row, which there is.
  std::size_t block_of(std::uint64_t row) const noexcept;

  /// A block's bytes, with the right checksum, in `buffer`. For looking at each once: a small buffer used again is faster than pages mapped for the first time.
  Result<cache::Bytes> read(std::size_t block, std::vector<std::uint64_t>& buffer) const;
  /// The same in the mapping of the file, the checksum looked at the first time only. Error read_failed if the file is not what it was when opened.
  Result<cache::Bytes> look(std::size_t block);
  /// Where in the mapping the next block begins; a number, for whoever may ask the processor for it: behind the last one there may be nothing.
  std::uintptr_t address_behind(std::size_t block) const noexcept {
    return reinterpret_cast<std::uintptr_t>(mapping_) + directory_[block].offset + directory_[block].size;
  }
  /// Bytes that a decoded block and its buffer take at most.
  std::uint64_t block_memory() const noexcept;

  ErrorInfo error(ErrorCode code, std::string message) const {
    const char* hint = code == ErrorCode::checksum_mismatch ? "make the cache again with novikoff convert, or restore it"
                       : code == ErrorCode::column_unknown  ? "what the columns of a cache are is settled: novikoff convert makes another of the text"
                                                            : "";
    return {code, std::move(message), {name_}, hint, {}};
  }
  ErrorInfo invalid(std::size_t block, const char* fault) const;
  /// Whether what the cache was made from is what it was, as far as it is there. `digests`: whatever the times say. Which of them were seen goes to `seen`.
  Status check_origins(bool digests, std::vector<bool>* seen = nullptr) const;

 private:
  explicit CacheFile(std::string name) : name_(std::move(name)) {}
  Status load(std::uint64_t memory);
  Status check_ends(std::string_view head, std::string_view foot);
  Status load_tables(const cache::Foot& foot, std::uint64_t memory);
  Status parse_tables(const cache::Foot& foot, std::string_view tables);
  Status copy(std::uint64_t offset, void* into, std::size_t size) const;
  Status check_block(std::size_t block, cache::Bytes bytes) const;
  bool unchanged() const;

  std::string name_, path_;
  int descriptor_ = -1;
  std::string_view memory_;  // in place of a file
  std::uint64_t size_ = 0;
  std::int64_t changed_seconds_ = 0, changed_nanoseconds_ = 0;
  const unsigned char* mapping_ = nullptr;
  std::vector<bool> looked_at_;
  std::vector<cache::DirectoryEntry> directory_;
  cache::Foot foot_;
  cache::Limits limits_;
  CacheFacts facts_;
};

}  // namespace novikoff
