// Which of the hypotheses seen is the answer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "novikoff/core/row_store.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/rule.hpp"
#include "novikoff/vec/rows.hpp"

namespace novikoff {

/// The row of an example that was streamed and is gone.
inline constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

/// One example just learned from, as a keep sees it: `current` is the hypothesis after the step.
struct Seen {
  const Hypothesis& current;
  const FeatureView& x;  ///< what an update added to the weights of current, per unit of the coefficient: the example, or in the dual its place
  std::uint64_t row;     ///< which example; equal numbers are the same example; kNoRow: one that never comes again
  Step step;
};

/// What a keep says after an example.
enum class KeepState {
  go_on,
  done,    ///< nothing better can be found: the run may stop
  failed,  ///< the errors could not be counted (the counter knows why)
};

/// A keep is told the start and then every example seen. Examples without an update may be told many at a time, no more than `room`: `clean` is as observe for
/// each of them.
template <class K>
concept Keep = requires(K keep, const Hypothesis& hypothesis, const Seen& seen, std::uint64_t n) {
  { keep.start(hypothesis) } -> std::same_as<KeepState>;
  { keep.observe(seen) } -> std::same_as<KeepState>;
  { keep.room() } -> std::same_as<std::uint64_t>;
  { keep.clean(n, hypothesis) } -> std::same_as<KeepState>;
};

/// A keep that learn_rows can serve: lend() gives it what it must go on with, besides the hypothesis, and take_back() learns what became of it.
template <class K>
concept RowsKeep = Keep<K> && requires(K keep, RowLearner& rows, const Hypothesis& hypothesis) {
  keep.lend(rows, hypothesis);
  keep.take_back(rows);
};

/// As many clean examples as there may be.
inline constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};

/// The weights after the last example. Costs nothing.
struct LastKeep {
  KeepState start(const Hypothesis&) noexcept { return KeepState::go_on; }
  KeepState observe(const Seen&) noexcept { return KeepState::go_on; }
  static std::uint64_t room() noexcept { return kAnyNumber; }
  static KeepState clean(std::uint64_t, const Hypothesis&) noexcept { return KeepState::go_on; }
  static void lend(RowLearner&, const Hypothesis&) noexcept {}
  static void take_back(const RowLearner&) noexcept {}
};

/// The mean over the examples seen of the weights after each: (1/T) Σ_t w_t, T examples.
///
/// Kept lazily: with Δ_t = w_t − w_{t−1}, Σ_t w_t = T·w_T − Σ_t (t − 1)·Δ_t, and Δ_t is not zero only at updates, so an
/// example without an update costs one addition. Equal to the explicit mean in exact arithmetic; in double within
/// (T_u + 2)·ε·(max_t |w_t| + Σ_t |Δ_t|) a coordinate, T_u the number of updates.
/// Source: Freund & Schapire 1999; Collins 2002. Deviation: means are over examples seen, not over updates.
class AveragedKeep {
 public:
  KeepState start(const Hypothesis& start);
  KeepState observe(const Seen& seen);
  static std::uint64_t room() noexcept { return kAnyNumber; }
  KeepState clean(std::uint64_t n, const Hypothesis& /*current*/) noexcept {
    seen_ += n;
    return KeepState::go_on;
  }
  void lend(RowLearner& rows, const Hypothesis& current);
  void take_back(const RowLearner& rows) noexcept;
  /// The mean, given the current hypothesis; the current hypothesis itself if nothing was seen.
  Hypothesis average(const Hypothesis& current) const;

  /// State to go on from: T, and Σ_t (t − 1)·Δ_t as weights.
  std::uint64_t seen() const noexcept { return seen_; }
  const Hypothesis& weighted_steps() const noexcept { return weighted_; }
  void restore(std::uint64_t seen, Hypothesis weighted_steps);

 private:
  void grow(const Hypothesis& current);

  std::uint64_t seen_ = 0;
  Hypothesis weighted_;
};

/// Σ_k c_k·sign(v_k·x) with sign(0) = 0: the vectors a run went through, each with the number of examples it survived.
///
/// v_0 is the start and survives until the first update; a vector made by an update has already survived the example that made it,
/// so Σ c_k is the number of examples seen. Stored as start + steps, each example once: memory follows the updates' examples.
/// Source: Freund & Schapire 1999. Deviation: sign(0) = 0 inside the vote; a vote of 0 predicts +1.
class VotedHypothesis {
 public:
  struct StepTaken {
    std::uint64_t example = 0;  ///< in examples()
    double coefficient = 0;
    std::uint64_t count = 0;  ///< c_k of the vector this step made
  };

  VotedHypothesis() = default;
  VotedHypothesis(Hypothesis start, std::uint64_t start_count, RowStore examples, std::vector<StepTaken> steps);

  /// Adds Σ_k c_k·sign(v_k·x_i) to votes[i] for each of the n rows `row(i)`. False if a score's sign could not be told; `bad_row` names it.
  /// Cost: (k + 1)·Σ nnz. `row` is called n times a vector; `give_up`, if there is one, before each vector: true ends the count early.
  bool vote(std::size_t n, const std::function<FeatureView(std::size_t)>& row, std::vector<std::int64_t>& votes, std::size_t& bad_row,
            const std::function<bool()>& give_up = {}) const;
  /// c_0, c_1, …
  std::vector<std::uint64_t> counts() const;
  const Hypothesis& start() const noexcept { return start_; }
  std::uint64_t start_count() const noexcept { return start_count_; }
  const RowStore& examples() const noexcept { return examples_; }
  const std::vector<StepTaken>& steps() const noexcept { return steps_; }

 private:
  friend class VotedKeep;
  Hypothesis start_;
  std::uint64_t start_count_ = 0;
  RowStore examples_;
  std::vector<StepTaken> steps_;
};

/// Keeps the vote of all vectors a run goes through.
class VotedKeep {
 public:
  KeepState start(const Hypothesis& start);
  KeepState observe(const Seen& seen);
  static std::uint64_t room() noexcept { return kAnyNumber; }
  KeepState clean(std::uint64_t n, const Hypothesis& current);
  const VotedHypothesis& voted() const noexcept { return voted_; }
  /// The row of each of voted().examples(). With the vote itself, all that is needed to go on.
  const std::vector<std::uint64_t>& rows() const noexcept { return rows_; }
  /// `rows`: empty, or one for each example; an example whose row is not known is stored again when it comes again.
  void restore(VotedHypothesis voted, std::vector<std::uint64_t> rows = {});
  /// Bytes held; a run checks them against its limit.
  std::size_t memory() const noexcept {
    return voted_.examples_.memory() + voted_.steps_.capacity() * sizeof(VotedHypothesis::StepTaken) + rows_.capacity() * sizeof(std::uint64_t);
  }

 private:
  std::uint64_t place(const Seen& seen);

  VotedHypothesis voted_;
  std::vector<std::uint64_t> rows_;                        // by place in the store
  std::unordered_map<std::uint64_t, std::uint64_t> slot_;  // row → its place in the store
};

/// Gallant's pocket: the best weights found, by errors on the whole set (y·s ≤ 0, ties counted).
///
/// With the ratchet: when the current run of right examples grows longer than the pocket's, the errors are counted, and the
/// weights are taken (with their run) only if there are strictly fewer. The run is 0 again after each update. Without it
/// (every): the errors are counted after every update. Starts with the start's true errors; done at 0 errors.
/// Cost: one count over the set each time the run grows longer for the first time with the current weights.
/// Source: Gallant 1990.
class PocketKeep {
 public:
  /// Counts the errors of a hypothesis on the whole set; nullopt if they cannot be counted.
  using Counter = std::function<std::optional<std::uint64_t>(const Hypothesis&)>;
  enum class When { ratchet, every };

  PocketKeep(When when, Counter errors) : when_(when), errors_(std::move(errors)) {}
  KeepState start(const Hypothesis& start);
  KeepState observe(const Seen& seen);
  /// Up to the example after which the ratchet counts errors.
  std::uint64_t room() const noexcept {
    if (!counts_when_clean()) return kAnyNumber;
    return state_.run <= state_.best_run ? state_.best_run - state_.run + 1 : 1;
  }
  KeepState clean(std::uint64_t n, const Hypothesis& current);
  /// No example needs an update any more, and none was looked at to see that: the current weights have shown that they are right without a run of their own.
  KeepState settle(const Hypothesis& current) { return state_.counted ? KeepState::go_on : consider(current); }

  struct State {
    Hypothesis best;
    std::uint64_t best_errors = 0, best_run = 0, run = 0, seen = 0;
    bool counted = false;                                          ///< the current weights' errors were counted
    std::vector<std::pair<std::uint64_t, std::uint64_t>> history;  ///< {seen, errors} at the start and at each change of the pocket
  };
  const State& state() const noexcept { return state_; }
  void restore(State state) { state_ = std::move(state); }

 private:
  KeepState consider(const Hypothesis& current);
  // Weights whose errors were counted once and not taken cannot have fewer now: they and the pocket are unchanged.
  bool counts_when_clean() const noexcept { return when_ == When::ratchet && !state_.counted; }

  When when_;
  Counter errors_;
  State state_;
};

static_assert(RowsKeep<LastKeep> && RowsKeep<AveragedKeep> && Keep<VotedKeep> && Keep<PocketKeep>);

}  // namespace novikoff
