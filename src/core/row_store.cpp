#include "novikoff/core/row_store.hpp"

#include <algorithm>

namespace novikoff {

void RowStore::append(const FeatureView& x) {
  rows_.push_back({values_.size(), x.dense() ? kDense : indices_.size()});
  values_.insert(values_.end(), x.value, x.value + x.size);
  if (!x.dense()) indices_.insert(indices_.end(), x.index, x.index + x.size);
}

std::size_t RowStore::memory() const noexcept {
  return rows_.capacity() * sizeof(Row) + values_.capacity() * sizeof(double) + indices_.capacity() * sizeof(std::uint32_t);
}

void RowStore::reserve_within(std::uint64_t rows, std::uint64_t values, std::uint64_t indices, std::uint64_t free) {
  // Each by itself first: the numbers may come from a file, and their sum be beyond 64 bits.
  if (rows > free / sizeof(Row) || values > free / sizeof(double) || indices > free / sizeof(std::uint32_t)) return;
  if (rows * sizeof(Row) + values * sizeof(double) + indices * sizeof(std::uint32_t) > free) return;
  rows_.reserve(static_cast<std::size_t>(rows));
  values_.reserve(static_cast<std::size_t>(values));
  indices_.reserve(static_cast<std::size_t>(indices));
}

bool RowStore::append_within(const FeatureView& x, std::uint64_t free) {
  const std::size_t before = memory();
  const auto left = [&] { return free - std::min<std::uint64_t>(free, memory() - before); };
  if (!grow_within(rows_, 1, left()) || !grow_within(values_, x.size, left()) || !grow_within(indices_, x.dense() ? 0 : x.size, left())) return false;
  append(x);
  return true;
}

}  // namespace novikoff
