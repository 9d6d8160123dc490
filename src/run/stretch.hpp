// The rows of a scan as the loops over many rows want them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "novikoff/data/dataset.hpp"

namespace novikoff {

/// Rows one after the other: where they stand, and y of each.
struct Stretch {
  std::span<const StoredRow> rows;
  const std::int8_t* y = nullptr;
};

/// Finds them by their positions in a scan. Of rows in another order it copies some thousand places, 17 bytes each.
class Stretches {
 public:
  explicit Stretches(const Dataset& data) : data_(data) {}

  /// The rows from `position` on, at most `n` and perhaps fewer; none if the next one is not in memory. `order`: the row at each position; empty: position =
  /// row.
  Stretch at(std::uint64_t position, std::uint64_t n, std::span<const std::uint64_t> order) {
    if (!order.empty()) return in_order(position, n, order);
    const auto row = static_cast<std::size_t>(position);
    if (row >= data_.held().size()) return {};
    const std::span<const StoredRow> rows = data_.held().stored(row);
    return {rows.first(static_cast<std::size_t>(std::min<std::uint64_t>(n, rows.size()))), data_.held_y().data() + row};
  }
  /// The order is another one from now on.
  void reset() noexcept { rows_.clear(); }

 private:
  Stretch in_order(std::uint64_t position, std::uint64_t n, std::span<const std::uint64_t> order) {
    if (position < first_ || position - first_ >= rows_.size()) fill(position, order);
    const std::size_t at = rows_.empty() ? 0 : static_cast<std::size_t>(position - first_);
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(n, rows_.size() - at));
    return {{rows_.data() + at, size}, y_.data() + at};
  }
  void fill(std::uint64_t position, std::span<const std::uint64_t> order) {
    constexpr std::uint64_t kAtOnce = 1024;
    first_ = position;
    rows_.clear();
    y_.clear();
    const std::uint64_t end = std::min<std::uint64_t>(order.size(), position + kAtOnce);
    for (; position < end; ++position) {
      const auto row = static_cast<std::size_t>(order[static_cast<std::size_t>(position)]);
      if (row >= data_.held().size()) return;
      rows_.push_back(data_.held().stored(row).front());
      y_.push_back(data_.held_y()[row]);
    }
  }

  const Dataset& data_;
  std::uint64_t first_ = 0;
  std::vector<StoredRow> rows_;
  std::vector<std::int8_t> y_;
};

}  // namespace novikoff
