// Rows owned: for data sets in memory, for the examples a vote remembers, for support vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "novikoff/core/example.hpp"

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
  /// The same, unless an array that must grow would then take more than `free` bytes besides memory(): false, nothing appended.
  bool append_within(const FeatureView& x, std::uint64_t free);
  /// Room for so many rows, values and indices of sparse rows in all, if they take at most `free` bytes; else nothing happens.
  void reserve_within(std::uint64_t rows, std::uint64_t values, std::uint64_t indices, std::uint64_t free);
  /// Forgets the rows and keeps their memory.
  void clear() noexcept {
    rows_.clear();
    values_.clear();
    indices_.clear();
  }
  /// Feature j becomes number(j) in every sparse row; the order within a row stays.
  template <class Number>
  void renumber(const Number& number) {
    for (std::uint32_t& index : indices_) index = number(index);
  }
  /// Bytes that the rows take, unused capacity included.
  std::size_t memory() const noexcept;

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
