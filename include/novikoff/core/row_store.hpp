// Rows owned: for data sets in memory, for the examples a vote remembers, for support vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "novikoff/core/example.hpp"

namespace novikoff {

/// Rows of features one after the other. Sparse rows cost 12 bytes a value, dense ones 8, every row 16 more.
class RowStore {
 public:
  std::size_t size() const noexcept { return rows_.size(); }
  /// Valid until the next append.
  FeatureView operator[](std::size_t row) const noexcept {
    const Row& r = rows_[row];
    const std::size_t end = row + 1 < rows_.size() ? rows_[row + 1].value : values_.size();
    return {r.index == kDense ? nullptr : indices_.data() + r.index, values_.data() + r.value, end - r.value};
  }
  /// Copies `x`, which is in canonical form, behind the rows so far.
  void append(const FeatureView& x);
  /// Bytes that the rows take, and what append(x) would add to them, the growth of the arrays included.
  std::size_t memory() const noexcept;
  std::size_t memory_after(const FeatureView& x) const noexcept;

 private:
  struct Row {
    std::size_t value;  // first value in values_
    std::size_t index;  // first index in indices_, or kDense
  };
  static constexpr std::size_t kDense = ~std::size_t{0};
  std::vector<Row> rows_;
  std::vector<double> values_;
  std::vector<std::uint32_t> indices_;
};

}  // namespace novikoff
