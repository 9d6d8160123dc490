#include "novikoff/core/row_store.hpp"

namespace novikoff {
namespace {

// A vector that must grow takes twice its capacity (as libstdc++ and libc++ do) beside the old array while it copies.
template <class T>
std::size_t grown(const std::vector<T>& v, std::size_t added) noexcept {
  const std::size_t needed = v.size() + added;
  if (needed <= v.capacity()) return v.capacity() * sizeof(T);
  const std::size_t capacity = needed > 2 * v.capacity() ? needed : 2 * v.capacity();
  return (capacity + v.capacity()) * sizeof(T);
}

}  // namespace

void RowStore::append(const FeatureView& x) {
  rows_.push_back({values_.size(), x.dense() ? kDense : indices_.size()});
  values_.insert(values_.end(), x.value, x.value + x.size);
  if (!x.dense()) indices_.insert(indices_.end(), x.index, x.index + x.size);
}

std::size_t RowStore::memory() const noexcept {
  return rows_.capacity() * sizeof(Row) + values_.capacity() * sizeof(double) + indices_.capacity() * sizeof(std::uint32_t);
}

std::size_t RowStore::memory_after(const FeatureView& x) const noexcept {
  return grown(rows_, 1) + grown(values_, x.size) + grown(indices_, x.dense() ? 0 : x.size);
}

}  // namespace novikoff
