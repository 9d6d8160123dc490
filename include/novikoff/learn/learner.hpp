// One example at a time: predict, see the label, learn, keep.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/keep.hpp"
#include "novikoff/learn/rule.hpp"
#include "novikoff/learn/space.hpp"
#include "novikoff/vec/rows.hpp"

namespace novikoff {

/// The three counts, never mixed: examples looked at, changes of the weights, wrong predictions before learning.
struct Counts {
  std::uint64_t seen = 0;
  std::uint64_t updates = 0;
  std::uint64_t mistakes = 0;

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// What came of one example.
struct Outcome {
  double score = 0;  ///< before the step
  Step step;
  KeepState keep = KeepState::go_on;
  bool sign_known = true;  ///< false: the score's sign could not be told, or the step not be taken; nothing was learned or counted
};

/// A rule, a space and a keep at work. The space owns the bias coordinate, so no rule can forget it.
///
/// Requires of observe: the weights cover the features of x (the run grows them), x in canonical form, y ∈ {−1, +1}.
/// Cost: one score; at an update one step of the space, and what the keep needs. S may be a reference to a space that is held elsewhere.
template <Rule R, Keep K, class S = PrimalSpace>
requires HypothesisSpace<std::remove_reference_t<S>>
class Learner {
 public:
  Learner(R rule, S space, K keep) : rule_(rule), space_(std::forward<S>(space)), keep_(std::move(keep)) {}

  /// Tells the keep the start.
  KeepState begin() { return keep_.start(space_.current()); }

  /// Predicts, compares with the label, steps, tells the keep.
  Outcome observe(const FeatureView& x, double y, std::uint64_t row) { return observe(x, y, row, space_.score(x, row)); }
  /// The same, the score of x being known.
  Outcome observe(const FeatureView& x, double y, std::uint64_t row, const Score& score) {
    Outcome outcome;
    outcome.score = score.value;
    outcome.sign_known = score.sign_known;
    if (!score.sign_known) return outcome;
    const Observation seen{.y = y, .score = score.value};
    outcome.step = rule_(seen);
    if constexpr (RefiningSpace<std::remove_reference_t<S>>) outcome.step = space_.refine(outcome.step, seen, x);
    FeatureView step = x;
    if (outcome.step.update) {
      outcome.sign_known = space_.ready(x, row);
      if (!outcome.sign_known) return outcome;
      step = space_.add(outcome.step.coefficient, x, row);
    }
    ++counts_.seen;
    counts_.updates += outcome.step.update ? 1 : 0;
    counts_.mistakes += outcome.step.mistake ? 1 : 0;
    outcome.keep = keep_.observe(Seen{space_.current(), step, row, outcome.step});
    return outcome;
  }

  /// `n` examples whose rule makes neither an update nor a mistake of them, at most keep().room().
  KeepState pass_over(std::uint64_t n) {
    counts_.seen += n;
    return keep_.clean(n, space_.current());
  }

  /// Rows that lie one after the other, learned from as observe() would, to the bit, by learn_rows: which says from how many and when it stops. `most_sqnorm`:
  /// null, or the largest ‖x‖² so far. Requires a weight for every feature of the rows. Cost: no more than the scores and the steps.
  std::size_t observe_rows(
      std::span<const StoredRow> rows, const std::int8_t* y, const StoredArrays& arrays, std::span<RowStep> steps, std::size_t& taken,
      double* most_sqnorm) requires RowsKeep<K> && std::is_same_v<std::remove_reference_t<S>, PrimalSpace> && std::is_same_v<R, Perceptron> {
    Hypothesis& w = space_.lend();
    RowLearner now{.weights = w.weights.data(), .bias_weight = w.bias_weight, .bias_value = w.bias_value, .eta = rule_.eta, .above = rule_.tau};
    keep_.lend(now, w);
    now.norms = most_sqnorm != nullptr;
    now.most_sqnorm = now.norms ? *most_sqnorm : 0;
    const std::size_t learned = learn_rows(rows, y, arrays, now, steps, taken);
    w.bias_weight = now.bias_weight;
    keep_.take_back(now);
    if (now.norms) *most_sqnorm = now.most_sqnorm;
    counts_.seen += learned;
    counts_.updates += taken;
    for (const RowStep& step : steps.first(taken)) counts_.mistakes += step.mistake ? 1 : 0;
    return learned;
  }

  /// Weights for `n_features` features; new ones are 0. Never shrinks.
  void grow(std::size_t n_features) { space_.grow(n_features); }

  const Hypothesis& current() const noexcept { return space_.current(); }
  const std::remove_reference_t<S>& space() const noexcept { return space_; }
  std::remove_reference_t<S>& space() noexcept { return space_; }
  const Counts& counts() const noexcept { return counts_; }
  const K& keep() const noexcept { return keep_; }
  const R& rule() const noexcept { return rule_; }
  /// Goes on from a saved state.
  void restore(Hypothesis current, const Counts& counts) {
    space_.restore(std::move(current));
    counts_ = counts;
  }
  K& keep() noexcept { return keep_; }

 private:
  R rule_;
  S space_;
  K keep_;
  Counts counts_;
};

}  // namespace novikoff
