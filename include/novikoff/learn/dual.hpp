// The dual space: coefficients of rows, w = Σ c_i·φ(x_i), known to the kernel alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "novikoff/core/chunks.hpp"
#include "novikoff/core/row_store.hpp"
#include "novikoff/learn/kernel.hpp"
#include "novikoff/learn/space.hpp"

namespace novikoff {

/// The vector that has 1 at `position` and 0 elsewhere, in canonical form. Valid until the next.
class UnitRow {
 public:
  FeatureView operator()(std::uint64_t position) noexcept {
    index_ = static_cast<std::uint32_t>(position);
    return position == 0 ? FeatureView{nullptr, kValues + 1, 1} : position == 1 ? FeatureView{nullptr, kValues, 2} : FeatureView{&index_, kValues + 1, 1};
  }

 private:
  static constexpr double kValues[] = {0, 1};
  std::uint32_t index_ = 0;
};

/// What a support vector is to its kernel: the row, but of the precomputed kernel its serial number alone. Valid until the next.
class SupportRow {
 public:
  FeatureView operator()(const Kernel& kernel, const FeatureView& x) noexcept {
    if (!kernel.in_rows()) return x;
    serial_ = feature_value(x, 0);
    return {nullptr, &serial_, 1};
  }

 private:
  double serial_ = 0;
};

/// Rows of the Gram matrix, made when first needed and kept within a number of bytes; the one not used for the longest time makes room.
///
/// Fresh memory costs as much time as a short row or more, and most rows are needed once: so there is room for a megabyte at first. It grows to 2^k rows once a
/// quarter as many as it grows by were made again that 2^k rows would have kept, no more than 2^k others having been made since their last use: all at once,
/// for in a scan that comes round again room for most rows keeps none.
class GramRows {
 public:
  /// Requires room for one row: row_bytes(rows) ≤ bytes.
  GramRows(KernelRows& rows, std::uint64_t bytes);
  static std::uint64_t row_bytes(const KernelRows& rows) noexcept { return rows.padded() * sizeof(double); }

  bool holds(std::size_t row) const noexcept { return slot_of_[row] != kNone; }
  /// Row `row`, made if need be, and with it up to kAtOnce − 1 of those that `soon` adds to its list (none of them held, none twice).
  /// Null: a value of `row` is not finite (`refused`). Valid until the next call.
  const double* get(std::size_t row, const std::function<void(std::vector<std::size_t>&)>& soon = {});
  /// sums[j] = Σ c_i·K(row i, row j), i ascending over c_i ≠ 0, whether the rows are held or made for it; those made are not kept. False as for get.
  bool combine(const std::vector<double>& c, std::vector<double>& sums);
  /// The pair whose value is not finite.
  const std::optional<std::pair<std::size_t, std::size_t>>& refused() const noexcept { return refused_; }

  std::uint64_t made() const noexcept { return made_; }
  std::size_t held() const noexcept { return slots_.size(); }
  std::uint64_t row_bytes() const noexcept { return row_bytes(rows_); }
  static constexpr std::size_t kAtOnce = 8;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kNoRowHeld = ~std::size_t{0};
  struct Freed {
    std::size_t bytes;
    void operator()(double* block) const noexcept { free_block(block, bytes); }
  };
  struct Slot {
    double* values = nullptr;
    std::size_t row = kNoRowHeld;
    std::uint32_t older = kNone, newer = kNone;
  };
  std::uint32_t take_slot(std::size_t row);
  double* fresh_row();
  void touch(std::uint32_t slot);
  void forget(std::size_t row);
  void unlink(std::uint32_t slot);
  void link_newest(std::uint32_t slot);
  void make(const std::size_t* which, std::size_t n, double* const* to);
  bool finite(std::size_t row, const double* values);
  void made_again(std::uint64_t others);

  KernelRows& rows_;
  std::size_t capacity_;
  std::size_t room_;                          // rows that may be held now, at most capacity_
  std::vector<std::uint64_t> made_at_use_;    // by row: made() after its last use, 0 if it was never made
  std::array<std::uint64_t, 65> again_ = {};  // rows made again since the room last grew, by the bits of the number of others made since their last use
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<double, Freed>> blocks_;
  double* free_ = nullptr;  // rows of the last block that are not taken
  std::size_t free_rows_ = 0;
  std::vector<std::uint32_t> slot_of_;  // by row
  std::uint32_t oldest_ = kNone, newest_ = kNone;
  std::vector<std::size_t> wanted_;
  std::uint64_t made_ = 0;
  std::optional<std::pair<std::size_t, std::size_t>> refused_;
};

/// Coefficients c_i of rows that are known beforehand, with the scores of all of them: a look at a row costs a load, a step on row i adds a·(row i of the Gram
/// matrix) to the scores. From c = 0, c_i = y_i·α_i with α_i = η·n_i, n_i the updates on row i, and b = b0 + B²·Σ c_i.
///
/// s_j = Σ c_i·K(x_i, x_j), added in the order of the updates, and b added last. A kernel's value is the double that it is computed as: one below the doubles
/// is 0. current().weights are the c_i of the rows to learn from; more rows may be scored beside them. Cost: a pass over all rows for each row that updates for
/// the first time (and when it was not kept), an addition a row for each update. Source: Aizerman, Braverman & Rozonoer 1964; Freund & Schapire 1999.
class DualSpace {
 public:
  /// The first `to_learn` of `rows` are those to learn from. `start`: w = 0, with its bias coordinate.
  DualSpace(KernelRows& rows, std::size_t to_learn, const Hypothesis& start, std::uint64_t cache_bytes);

  const Hypothesis& current() const noexcept { return current_; }
  Score score(std::size_t row) const noexcept;
  Score score(const FeatureView& /*x*/, std::uint64_t row) const noexcept { return score(static_cast<std::size_t>(row)); }
  bool ready(const FeatureView& x, std::uint64_t row);
  FeatureView add(double a, const FeatureView& x, std::uint64_t row);
  /// After a step a on the row: adds (t·a)·K(row, j) to weighted_scores(), which are the scores of AveragedKeep::weighted_steps, t the examples before it.
  void weigh(double t, double a, std::uint64_t row);
  static void grow(std::size_t /*n_features*/) noexcept {}
  /// `scores`: Σ c_i·K(x_i, x_j) as they were saved, of all rows.
  void restore(Hypothesis current) { current_ = std::move(current); }
  void restore_scores(std::span<const double> scores, std::span<const double> weighted) {
    scores_.assign(scores.begin(), scores.end());
    weighted_.assign(weighted.begin(), weighted.end());
  }

  /// Lists rows that may update soon, for the cache to make together with one that is needed. No result depends on it.
  std::function<void(std::vector<std::size_t>&)> soon = {};

  /// Without b, of all rows.
  std::span<const double> scores() const noexcept { return scores_; }
  /// Empty until the first weigh.
  std::span<const double> weighted_scores() const noexcept { return weighted_; }
  GramRows& gram() noexcept { return gram_; }
  const GramRows& gram() const noexcept { return gram_; }
  const Kernel& kernel() const noexcept { return rows_.kernel(); }
  FeatureView row(std::size_t i) const { return rows_.row(i); }
  std::size_t to_learn() const noexcept { return current_.weights.size(); }

 private:
  KernelRows& rows_;
  GramRows gram_;
  Hypothesis current_;
  std::vector<double, BlockAllocator<double>> scores_, weighted_;
  UnitRow unit_;
};

/// The same for a stream: the rows are those that updated, one coefficient an update, and a score costs a kernel value for each.
class StreamDualSpace {
 public:
  /// `limit`: bytes that the rows may take.
  StreamDualSpace(Kernel kernel, const Hypothesis& start, std::uint64_t limit);
  StreamDualSpace(const StreamDualSpace&) = delete;
  StreamDualSpace& operator=(const StreamDualSpace&) = delete;

  const Hypothesis& current() const noexcept { return current_; }
  Score score(const FeatureView& x, std::uint64_t row);
  bool ready(const FeatureView& x, std::uint64_t row);
  FeatureView add(double a, const FeatureView& x, std::uint64_t row);
  static void grow(std::size_t /*n_features*/) noexcept {}
  void restore(Hypothesis current) { current_ = std::move(current); }
  void restore_support(const RowStore& support);

  const RowStore& support() const noexcept { return support_; }
  const Kernel& kernel() const noexcept { return rows_.kernel(); }
  /// The row of the support with which a value was not finite.
  const std::optional<std::size_t>& refused() const noexcept { return refused_; }
  /// There was no room for one more row.
  bool full() const noexcept { return full_; }

 private:
  RowStore support_;
  KernelRows rows_;
  Hypothesis current_;
  std::vector<double> values_;
  std::uint64_t limit_;
  std::optional<std::size_t> refused_;
  bool full_ = false;
  UnitRow unit_;
  SupportRow support_row_;
};

static_assert(HypothesisSpace<DualSpace> && HypothesisSpace<StreamDualSpace>);

}  // namespace novikoff
