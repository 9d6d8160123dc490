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

bool RowStore::append_within(const FeatureView& x, std::uint64_t free) {
  const std::size_t before = memory();
  const auto left = [&] { return free - std::min<std::uint64_t>(free, memory() - before); };
  if (!grow_within(rows_, 1, left()) || !grow_within(values_, x.size, left()) || !grow_within(indices_, x.dense() ? 0 : x.size, left())) return false;
  append(x);
  return true;
}

}  // namespace novikoff
