#include "novikoff/core/row_store.hpp"

#include <cassert>
#include <limits>

namespace novikoff {

// As grow_within, and never beyond a chunk.
bool RowStore::grow(std::vector<StoredRow>& rows, std::uint64_t free) {
  const std::size_t size = rows.size();
  if (size < rows.capacity()) return true;
  for (const std::size_t more : {std::max(size, std::size_t{4}), size / 8, std::size_t{1}}) {
    const std::size_t wanted = std::min(size + more, kRowsAtOnce);
    if (wanted == size || wanted > free / sizeof(StoredRow)) continue;
    rows.reserve(wanted);
    return true;
  }
  return false;
}

void RowStore::append(const FeatureView& x) {
  [[maybe_unused]] const bool fits = append_within(x, std::numeric_limits<std::uint64_t>::max());
  assert(fits);
}

bool RowStore::append_within(const FeatureView& x, std::uint64_t free) {
  const std::size_t before = memory();
  const auto left = [&] { return free - std::min<std::uint64_t>(free, memory() - before); };
  const std::size_t chunk = size_ / kRowsAtOnce;
  if (chunk == rows_.size()) rows_.emplace_back();
  if (!grow(rows_[chunk], left()) || !values_.reserve(x.size, left()) || !indices_.reserve(x.dense() ? 0 : x.size, left())) return false;
  StoredRow row{.size = static_cast<std::uint32_t>(x.size)};
  const auto value = values_.push(x.value, x.size);
  row.value = value.at;
  row.value_chunk = value.chunk;
  if (!x.dense()) {
    const auto index = indices_.push(x.index, x.size);
    row.index = index.at;
    row.index_chunk = index.chunk;
  }
  rows_[chunk].push_back(row);
  ++size_;
  return true;
}

void RowStore::clear() noexcept {
  size_ = 0;
  for (std::vector<StoredRow>& rows : rows_) rows.clear();
  values_.clear();
  indices_.clear();
}

}  // namespace novikoff
