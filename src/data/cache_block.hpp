// One block of a cache, decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cache_format.hpp"
#include "novikoff/core/chunks.hpp"
#include "novikoff/core/example.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/data/block.hpp"

namespace novikoff::cache {

using Bytes = std::span<const unsigned char>;

/// What the foot allows a block to be.
struct Limits {
  std::uint64_t rows = 0, values = 0, sparse = 0, n_features = 0, labels = 0, sources = 0;
};

/// A row: where it lies in its block's arrays, and its label.
struct DecodedRow {
  static constexpr std::size_t kDense = ~std::size_t{0};
  std::size_t value = 0, index = kDense, size = 0;
  std::uint32_t label = 0;
};

/// Rows in arrays that are used again for the next block.
class DecodedBlock {
 public:
  /// Decodes `bytes`, which stay where they are as long as the block is used. Null, or what contradicts itself (then nothing of it may be used). Never reads
  /// outside `bytes` and holds no more than the limits allow, whatever the bytes are, even if they change meanwhile.
  const char* decode(Bytes bytes, const Limits& limits);
  /// What learners assume and need not be looked at twice: sparse and dense as the values say, no zeros in sparse rows, all finite. Null or what is wrong.
  const char* check_canonical() const;

  const BlockHead& head() const noexcept { return head_; }
  std::size_t size() const noexcept { return rows_.size(); }
  const DecodedRow& row(std::size_t r) const noexcept { return rows_[r]; }
  const std::uint32_t* indices() const noexcept { return indices_.data(); }
  const double* values() const noexcept { return values_; }
  FeatureView features(std::size_t r) const noexcept {
    const DecodedRow& row = rows_[r];
    return {row.index == DecodedRow::kDense ? nullptr : indices_.data() + row.index, values_ + row.value, row.size};
  }
  /// Feature j becomes number(j) in every sparse row; the order within a row stays.
  template <class Number>
  void renumber(const Number& number) {
    for (std::uint32_t& index : indices_) index = number(index);
  }
  /// What is known of a row besides its values; advance() goes on from an earlier row to row `r`.
  struct Standing {
    std::uint64_t n_features = 0;  ///< Schema::n_features after the row
    RowPlace place;
    std::uint32_t growths = 0, runs = 0;  // passed
    Run run = {};
  };
  Standing begin() const noexcept { return {head_.width_before, {}, 0, 0, {}}; }
  void advance(Standing& standing, std::uint32_t r) const noexcept;
  /// The long decimals in the order of their values: {position among the block's values, decimal}. False if they are not what decimals may be.
  struct LongDecimal {
    std::uint64_t position = 0;
    Decimal decimal;
  };
  bool long_decimals(std::vector<LongDecimal>& all) const;
  /// Of scaled values: their whole number.
  std::int32_t scaled(std::size_t value) const noexcept;

  /// Bytes that blocks within these limits take at most.
  static std::uint64_t memory(const Limits& limits) noexcept;

 private:
  const char* check_head(const Limits& limits) const;
  const char* decode_rows(const Limits& limits);
  const char* decode_indices();
  const char* decode_steps();
  void decode_values();
  const char* check_growths(const Limits& limits) const;
  Growth growth(std::uint32_t k) const noexcept { return get<Growth>(bytes_.data() + at_.growths + k * sizeof(Growth)); }
  Run run(std::uint32_t k) const noexcept { return get<Run>(bytes_.data() + at_.runs + k * sizeof(Run)); }

  Bytes bytes_;
  std::uint64_t n_sources_ = 0;
  BlockHead head_;
  Sections at_;
  std::vector<DecodedRow> rows_;
  std::vector<std::uint32_t, BlockAllocator<std::uint32_t>> indices_;
  std::vector<std::uint32_t> scratch_;
  std::vector<double, BlockAllocator<double>> own_values_;
  bool no_zeros_ = false;           // certainly
  const double* values_ = nullptr;  // own_values_, or where they stand in the file
};

}  // namespace novikoff::cache
