// Which of the weights an exact run went through is the answer: the keeps of learn/keep.hpp in whole numbers, and for many clean rows at once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "novikoff/learn/keep.hpp"
#include "novikoff/learn/spec.hpp"
#include "prove/exact_machine.hpp"

namespace novikoff {

class ExactKeep {
 public:
  ExactKeep(KeepKind kind, std::size_t rows);

  KeepState start(ExactMachine& machine);
  /// How many rows without an update may be told at once: the ratchet counts errors after a row of its own choice.
  std::uint64_t clean_room() const noexcept;
  KeepState clean(std::uint64_t rows, ExactMachine& machine);
  /// `machine` has made the update of `row`.
  KeepState update(std::uint64_t row, ExactMachine& machine);

  /// No row needs an update any more, and none was looked at to see that.
  void settle(ExactMachine& machine);

  /// The vectors of a vote: start_count, and {row, count} of each update.
  struct Vote {
    std::uint64_t start_count = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> steps;
  };
  const Vote& vote() const noexcept { return vote_; }
  /// Averaged: T·mean, given W now: T·W − Q·Σ_t (t − 1)·z of the update made at example t. T the examples seen, or 1.
  std::vector<Integer> sum(const ExactMachine& machine) const;
  std::uint64_t seen() const noexcept { return seen_; }
  /// Pockets.
  const std::vector<Integer>& best() const noexcept { return best_; }
  /// How often each row had updated when the best weights were taken.
  const std::vector<std::uint64_t>& best_counts() const noexcept { return best_counts_; }
  /// Averaged: by row, Σ over its updates of the examples seen before.
  const std::vector<Int128>& weighted() const noexcept { return weighted_; }
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& history() const noexcept { return history_; }
  /// Bytes that grow with the updates.
  std::size_t memory() const noexcept { return vote_.steps.capacity() * sizeof(vote_.steps[0]); }

 private:
  bool ratchet() const noexcept { return kind_ == KeepKind::pocket; }
  bool averages() const noexcept { return kind_ == KeepKind::automatic || kind_ == KeepKind::averaged; }
  KeepState consider(ExactMachine& machine);

  KeepKind kind_;
  std::uint64_t seen_ = 0;
  std::vector<Int128> weighted_;  // by row: Σ over its updates of the examples seen before
  Vote vote_;
  std::vector<Integer> best_;
  std::vector<std::uint64_t> updates_, best_counts_;  // of the pockets
  std::uint64_t best_errors_ = 0, best_run_ = 0, run_ = 0;
  bool counted_ = false;  // the errors of the weights as they are
  std::vector<std::pair<std::uint64_t, std::uint64_t>> history_;
};

}  // namespace novikoff
