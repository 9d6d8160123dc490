// Rows owned: for data sets in memory, for the examples a vote remembers, for support vectors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "novikoff/core/chunks.hpp"
#include "novikoff/core/example.hpp"
#include "novikoff/core/stored_row.hpp"

namespace novikoff {

/// Room for `more` elements, if it costs at most `free` bytes. While a vector grows its old and its new memory are held, so the
/// new one counts whole; near the limit it grows by less than doubling.
template <class T>
bool grow_within(std::vector<T>& vector, std::size_t more, std::uint64_t free) {
  const std::size_t size = vector.size(), needed = size + more;
  if (needed <= vector.capacity()) return true;
  for (const std::size_t wanted : {2 * size, size + size / 2, size + size / 4, size + size / 8, needed}) {
    if (wanted < needed || wanted > free / sizeof(T)) continue;
    vector.reserve(wanted);
    return true;
  }
  return false;
}

/// Rows of features one after the other. Sparse rows cost 12 bytes a value, dense ones 8, every row 16 more, and what is added never moves them.
class RowStore {
 public:
  std::size_t size() const noexcept { return size_; }
  FeatureView operator[](std::size_t row) const noexcept {
    const StoredRow& r = rows_[row / kRowsAtOnce][row % kRowsAtOnce];
    if (r.size == 0) return {};
    return {r.index_chunk == StoredRow::kDense ? nullptr : indices_.data()[r.index_chunk] + r.index, values_.data()[r.value_chunk] + r.value, r.size};
  }
  /// Copies `x`, which is in canonical form, behind the rows so far.
  void append(const FeatureView& x);
  /// The same, unless an array that must grow would then take more than `free` bytes besides memory(): false, nothing appended.
  bool append_within(const FeatureView& x, std::uint64_t free);
  /// Forgets the rows and keeps their memory.
  void clear() noexcept;
  /// Feature j becomes number(j) in every sparse row; the order within a row stays.
  template <class Number>
  void renumber(const Number& number) {
    indices_.each([&](std::uint32_t& index) { index = number(index); });
  }
  /// Bytes that the rows take, unused capacity included.
  std::size_t memory() const noexcept { return row_bytes() + values_.memory() + indices_.memory(); }

  /// For loops over many rows: where row `row` and those behind it stand, as far as they lie one after the other (at least one; row < size()).
  std::span<const StoredRow> stored(std::size_t row) const noexcept {
    const std::size_t at = row % kRowsAtOnce;
    return {rows_[row / kRowsAtOnce].data() + at, std::min(kRowsAtOnce - at, size_ - row)};
  }
  StoredArrays arrays() const noexcept { return {values_.data(), indices_.data()}; }

 private:
  static constexpr std::size_t kRowsAtOnce = std::size_t{1} << 14U;

  static bool grow(std::vector<StoredRow>& rows, std::uint64_t free);
  std::size_t row_bytes() const noexcept { return rows_.empty() ? 0 : ((rows_.size() - 1) * kRowsAtOnce + rows_.back().capacity()) * sizeof(StoredRow); }

  std::size_t size_ = 0;
  std::vector<std::vector<StoredRow>> rows_;  // of kRowsAtOnce each
  Chunks<double> values_;
  Chunks<std::uint32_t> indices_;
};

}  // namespace novikoff
