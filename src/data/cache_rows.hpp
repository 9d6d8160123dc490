// The rows of a cache by their number, for data that do not fit memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cache_file.hpp"
#include "novikoff/core/example.hpp"
#include "novikoff/core/feature_table.hpp"
#include "novikoff/core/stretch.hpp"

namespace novikoff {

/// Decodes a block when one of its rows is asked for and it is none of the last few. Not thread-safe.
class CacheRows {
 public:
  /// `labels`: those that the rows were read with.
  CacheRows(std::shared_ptr<CacheFile> file, const Labels& labels);

  std::uint64_t size() const noexcept { return file_->facts().rows; }
  /// Valid until rows of kWindows − 1 other blocks have been asked for, or a stretch of one. Where the file cannot be read any more: an empty row, and failed()
  /// says why.
  ExampleView example(std::uint64_t row);
  /// The row and those behind it in its block, valid as example() is; none where that would be an empty row. Whoever goes through it has the bytes of the block
  /// behind in the cache.
  Stretch stretch(std::uint64_t row);
  RowPlace place(std::uint64_t row);
  /// From here on rows have the places that `table` gives their features.
  void number(std::shared_ptr<const FeatureTable> table);
  const std::optional<ErrorInfo>& failed() const noexcept { return failed_; }
  /// Bytes that the windows take at most.
  static std::uint64_t memory(const CacheFile& file) noexcept { return kWindows * file.block_memory(); }

 private:
  static constexpr std::size_t kWindows = 3;
  struct Window {
    std::uint64_t first = 0, size = 0;
    cache::DecodedBlock decoded;
    Block anew;  // the rows of a block of rows as written
    StretchedRows stretches;
    std::uintptr_t ahead = 0;  // StoredArrays::ahead: to the bytes of the block behind

    FeatureView features(std::size_t r) const noexcept { return decoded.head().as_written() ? anew.features(r) : decoded.features(r); }
  };
  Window* window(std::uint64_t row, bool in_scan = false);
  Status fill(Window& window, std::size_t block);

  std::shared_ptr<CacheFile> file_;
  std::shared_ptr<const FeatureTable> table_;
  std::vector<std::int8_t> y_;  // by label
  std::array<Window, kWindows> windows_;
  std::size_t current_ = 0;
  bool scans_ = false;  // the current window was filled for a stretch, and is again: three in turn would drive the weights out of the second cache
  std::optional<ErrorInfo> failed_;
};

}  // namespace novikoff
