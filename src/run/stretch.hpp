// The rows of a scan or of a block as the loops over many rows want them, and the steps that these have taken.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "novikoff/core/stretch.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/prove/trace.hpp"
#include "novikoff/vec/rows.hpp"

namespace novikoff {

/// Stretches by their positions in a scan. Of rows in another order it copies some thousand places, 17 bytes each.
class Stretches {
 public:
  explicit Stretches(const Dataset& data) : data_(data) {}

  /// The rows from `position` on, at most `n` and perhaps fewer; none if the next one must be asked for by its number. `order`: the row at each position;
  /// empty: position = row. Valid as views of the rows are, and until the next call.
  Stretch at(std::uint64_t position, std::uint64_t n, std::span<const std::uint64_t> order) {
    return order.empty() ? data_.stretch(static_cast<std::size_t>(position)).first(n) : in_order(position, n, order);
  }
  /// The order is another one from now on.
  void reset() noexcept { rows_.clear(); }

 private:
  Stretch in_order(std::uint64_t position, std::uint64_t n, std::span<const std::uint64_t> order) {
    if (position < first_ || position - first_ >= rows_.size()) fill(position, order);
    const std::size_t at = rows_.empty() ? 0 : static_cast<std::size_t>(position - first_);
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(n, rows_.size() - at));
    return {{rows_.data() + at, size}, y_.data() + at, data_.held().arrays()};
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

/// The rows of a block; those without a label are alone.
inline void stretch_rows(StretchedRows& stretches, const Block& block, const Labels& labels) {
  const auto y = [&](std::size_t row) {
    const std::int32_t label = block.label(row);
    return label == Labels::kNone ? StretchedRows::kAlone : static_cast<std::int8_t>(labels.y(label));
  };
  stretches.assign(
      block.size(), [&](std::size_t row) { return block.features(row); }, y);
}

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
