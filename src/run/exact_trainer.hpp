// The orders over exact rows. What a row without an update costs is one comparison and no bookkeeping: whole stretches of them are passed at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "novikoff/run/train.hpp"
#include "run/exact_keep.hpp"
#include "run/exact_units.hpp"
#include "run/orders.hpp"
#include "run/repeats.hpp"

namespace novikoff {

class ExactTrainer {
 public:
  /// What is borrowed must outlive the trainer. `machine` holds the start.
  ExactTrainer(const ExactRows& rows, const TrainOptions& options, const ExactUnits& units, ExactMachine machine);

  /// Runs the order to its stop.
  Result<Stop> run();

  ExactMachine& machine() noexcept { return machine_; }
  const ExactKeep& keep() const noexcept { return keep_; }
  const Counts& counts() const noexcept { return counts_; }
  const Cursor& cursor() const noexcept { return cursor_; }
  /// What was proved on the way, if anything: a repeated state, or what the search found.
  std::optional<Proof>& proof() noexcept { return proof_; }
  std::vector<std::uint64_t>& updates_per_pass() noexcept { return updates_per_pass_; }
  std::vector<std::uint64_t>& updates_per_example() noexcept { return updates_per_example_; }
  std::vector<std::uint64_t>& update_sequence() noexcept { return update_sequence_; }
  std::vector<CurvePoint>& curve() noexcept { return curve_; }
  std::vector<std::pair<std::uint64_t, std::uint64_t>>& greedy_history() noexcept { return greedy_history_; }

 private:
  Result<Stop> scan();
  Result<Stop> choose(const std::function<std::optional<std::uint64_t>()>& next);
  Result<Stop> greedy();
  std::optional<Stop> improve(std::uint64_t& errors);
  std::uint64_t greedy_errors();
  std::optional<Stop> end_of_scan();
  std::size_t reach() const;
  KeepState pass_over(std::uint64_t rows);
  /// The row updates, and the sign of y·s there is known. Whether that ends the run.
  std::optional<Stop> learn(std::size_t row, int sign);
  void count_update(std::size_t row, int sign);
  std::optional<Stop> repeated_state();
  /// Now and then, until_proof: a search for a certificate, for about as long as the run has gone on without.
  std::optional<Stop> search();
  void note_pass(const Cursor& made);
  Stop ended(Stop stop);
  void draw_permutation();

  const ExactRows& rows_;
  const TrainOptions& options_;
  const LearnerSpec& spec_;
  const ExactUnits& units_;
  ExactMachine machine_;
  ExactKeep keep_;
  Limiter limiter_;
  Counts counts_;
  Cursor cursor_;
  std::vector<std::uint64_t> permutation_, violators_;
  std::vector<std::uint64_t> updates_per_pass_, updates_per_example_, update_sequence_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> greedy_history_;
  std::vector<CurvePoint> curve_;
  RepeatFinder repeats_;
  std::uint64_t next_search_ = std::uint64_t{1} << 14U;  // examples seen
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration searched_{};
  std::optional<Proof> proof_;
  std::optional<ErrorInfo> error_;
};

}  // namespace novikoff
