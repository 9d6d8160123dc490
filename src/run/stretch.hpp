// The rows of a scan or of a block as the loops over many rows want them, and the steps that these have taken.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "novikoff/data/dataset.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/prove/trace.hpp"
#include "novikoff/vec/rows.hpp"

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

/// The same for the rows of a block.
class BlockStretches {
 public:
  /// Until the block is another one. Rows without a label are none of these.
  void fill(const Block& block, const Labels& labels) {
    rows_.clear();
    y_.clear();
    values_ = nullptr;
    indices_ = nullptr;
    for (std::size_t row = 0; row < block.size(); ++row) add(block.features(row), block.label(row), labels);
  }
  /// The rows from `row` on, at most `n`; none if that one is to be learned from alone.
  Stretch at(std::size_t row, std::uint64_t n) const {
    const auto first = y_.begin() + static_cast<std::ptrdiff_t>(row);
    const auto end = first + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(n, y_.size() - row));
    const auto size = static_cast<std::size_t>(std::find(first, end, kAlone) - first);
    return {{rows_.data() + row, size}, y_.data() + row};
  }
  StoredArrays arrays() const noexcept { return {&values_, &indices_}; }

 private:
  static constexpr std::int8_t kAlone = 0;

  void add(const FeatureView& x, std::int32_t label, const Labels& labels) {
    if (x.size > 0 && values_ == nullptr) values_ = x.value;
    if (x.size > 0 && !x.dense() && indices_ == nullptr) indices_ = x.index;
    StoredRow row{.size = static_cast<std::uint32_t>(x.size)};
    bool fits = x.size == 0 || place(x.value - values_, row.value);
    if (x.size > 0 && !x.dense()) {
      row.index_chunk = 0;
      fits = fits && place(x.index - indices_, row.index);
    }
    rows_.push_back(row);
    y_.push_back(fits && label != Labels::kNone ? static_cast<std::int8_t>(labels.y(label)) : kAlone);
  }
  static bool place(std::ptrdiff_t at, std::uint32_t& place) noexcept {
    place = static_cast<std::uint32_t>(at);
    return at >= 0 && at <= std::numeric_limits<std::uint32_t>::max();
  }

  std::vector<StoredRow> rows_;
  std::vector<std::int8_t> y_;
  const double* values_ = nullptr;
  const std::uint32_t* indices_ = nullptr;
};

/// The steps of one call of learn_rows.
class StepsTaken {
 public:
  /// Room for as many as may be taken before they are noted, at most `most`.
  std::span<RowStep> room(const UpdateRecorder& recorder, std::uint64_t most) noexcept {
    return std::span(steps_).first(recorder.needs_rows() ? std::min<std::size_t>(most, 1) : static_cast<std::size_t>(std::min<std::uint64_t>(most, kAtOnce)));
  }
  std::size_t& taken() noexcept { return taken_; }
  std::span<const RowStep> all() const noexcept { return std::span(steps_).first(taken_); }
  /// `x(row)`: the row, which is asked for where the weights are still those behind its step: learn_rows stops there.
  template <class X>
  void note(UpdateRecorder& recorder, const Hypothesis& now, const X& x) const {
    for (const RowStep& step : all())
      if (!recorder.note(step.size, step.x2, step.w2)) recorder.note(x(step.row), now.weights, now.bias_weight);
  }

 private:
  static constexpr std::size_t kAtOnce = 64;

  std::array<RowStep, kAtOnce> steps_;
  std::size_t taken_ = 0;
};

}  // namespace novikoff
