// Rows one after the other, as the loops over many rows want them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/core/stored_row.hpp"

namespace novikoff {

/// Where some rows stand, in which arrays, and y of each.
struct Stretch {
  std::span<const StoredRow> rows;
  const std::int8_t* y = nullptr;
  StoredArrays arrays;

  /// At most `n` of them, the first.
  Stretch first(std::uint64_t n) const noexcept { return {rows.first(static_cast<std::size_t>(std::min<std::uint64_t>(n, rows.size()))), y, arrays}; }
};

/// Rows that are stored elsewhere, all values in one array and all indices in one, at any places of them. 17 bytes a row.
class StretchedRows {
 public:
  /// Of a row that is to be seen alone.
  static constexpr std::int8_t kAlone = 0;

  /// `n` rows in place of those before: features(r), and y(r) of each, which is ±1 or kAlone. A row too far from the first one for its place to be said is
  /// alone too.
  template <class Features, class Y>
  void assign(std::size_t n, const Features& features, const Y& y) {
    rows_.resize(n);
    y_.resize(n);
    values_ = nullptr;
    indices_ = nullptr;
    for (std::size_t r = 0; r < n; ++r) y_[r] = put(features(r), rows_[r]) ? y(r) : kAlone;
  }
  /// The rows from `row` < size() on, at most `n`; none if that one is alone. Valid until others are assigned.
  Stretch at(std::size_t row, std::uint64_t n) const {
    const auto first = y_.begin() + static_cast<std::ptrdiff_t>(row);
    const auto end = first + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(n, y_.size() - row));
    const auto size = static_cast<std::size_t>(std::find(first, end, kAlone) - first);
    return {{rows_.data() + row, size}, y_.data() + row, {&values_, &indices_}};
  }

 private:
  bool put(const FeatureView& x, StoredRow& row) noexcept {
    row = {.size = static_cast<std::uint32_t>(x.size)};
    if (x.size == 0) return true;
    if (values_ == nullptr) values_ = x.value;
    if (!x.dense() && indices_ == nullptr) indices_ = x.index;
    if (!x.dense()) row.index_chunk = 0;
    return place(x.value - values_, row.value) && (x.dense() || place(x.index - indices_, row.index));
  }
  // In 64 bits, for a pointer of 32 differs by an int of 32.
  static bool place(std::int64_t at, std::uint32_t& place) noexcept {
    place = static_cast<std::uint32_t>(at);
    return at >= 0 && at <= std::numeric_limits<std::uint32_t>::max();
  }

  std::vector<StoredRow> rows_;
  std::vector<std::int8_t> y_;
  const double* values_ = nullptr;
  const std::uint32_t* indices_ = nullptr;
};

}  // namespace novikoff
