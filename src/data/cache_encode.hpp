// Rows on their way into a block of a cache.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cache_format.hpp"
#include "cache_values.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/data/block.hpp"

namespace novikoff::cache {

/// Collects rows until they are a block. In the names below a value is *beyond* if its decimal is not 0 and its double is 0 or infinite.
class BlockEncoder {
 public:
  /// `as_written`: as of CacheWriter.
  explicit BlockEncoder(bool as_written) : as_written_(as_written), canonical_(false) {}

  std::size_t rows() const noexcept { return rows_.size(); }
  std::uint64_t values() const noexcept { return values_.size(); }
  std::uint64_t sparse_values() const noexcept { return indices_.size(); }
  bool full() const noexcept { return rows_.size() >= kRows || values_.size() >= kValues || beyond_; }
  /// Whether the row has a value beyond the doubles: it needs a block of its own.
  bool is_beyond(const Block& block, std::size_t row) const;
  /// Takes a row of a block with text. `width`: number of features after the row.
  Status add(const Block& block, std::size_t row, std::uint32_t label, std::uint64_t width);
  /// The bytes of the block, padded; starts over.
  std::string finish();

 private:
  static constexpr std::size_t kRows = 4096, kValues = 16384;
  struct Row {
    std::uint32_t size = 0, label = 0;
    bool sparse = false;
  };
  void add_value(double value, std::string_view text);
  void note_long(double value, std::string_view text);
  void add_canonical(const Block& block, std::size_t row, const FeatureView& x);
  bool scale(BlockHead& head, std::vector<std::uint32_t>& whole) const;
  void encode_rows(BlockHead& head, std::string& sizes, std::string& forms, std::string& labels) const;
  std::string encode_steps() const;
  std::string encode_indices(BlockHead& head, std::uint64_t value_bytes) const;
  std::string encode_values(BlockHead& head) const;

  bool as_written_;
  Block canonical_;  // one row
  std::vector<Row> rows_;
  std::vector<std::uint32_t> indices_;
  std::vector<double> values_;
  std::vector<ScaledDecimal> scaled_;  // parallel to values_ while scalable_
  bool scalable_ = true, narrow_ = true, beyond_ = false;
  unsigned places_ = 0;  // the most of any value
  int double_places_ = 0;
  std::uint64_t width_ = 0, width_before_ = 0;
  std::vector<Growth> growths_;
  std::vector<Run> runs_;
  std::string decimals_;
  std::uint64_t n_decimals_ = 0, behind_decimal_ = 0;
};

}  // namespace novikoff::cache
