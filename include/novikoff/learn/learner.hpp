// One example at a time: predict, see the label, learn, keep.
#pragma once

#include <cstdint>
#include <utility>

#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/keep.hpp"
#include "novikoff/learn/rule.hpp"

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
  bool sign_known = true;  ///< false: the score's sign could not be told; nothing was learned or counted
};

/// A rule, a space and a keep at work. The space owns the bias coordinate, so no rule can forget it.
///
/// Requires of observe: the weights cover the features of x (the run grows them), x in canonical form, y ∈ {−1, +1}.
/// Cost: one dot product; at an update one more pass, and what the keep needs.
template <Rule R, Keep K>
class Learner {
 public:
  Learner(R rule, Hypothesis start, K keep) : rule_(rule), current_(std::move(start)), keep_(std::move(keep)) {}

  /// Tells the keep the start.
  KeepState begin() { return keep_.start(current_); }

  /// Predicts, compares with the label, steps, tells the keep.
  Outcome observe(const FeatureView& x, double y, std::uint64_t row) {
    Outcome outcome;
    const Score score = current_.score(x);
    outcome.score = score.value;
    outcome.sign_known = score.sign_known;
    if (!score.sign_known) return outcome;
    outcome.step = rule_(Observation{.y = y, .score = score.value});
    if (outcome.step.update) current_.add(outcome.step.coefficient, x);
    ++counts_.seen;
    counts_.updates += outcome.step.update ? 1 : 0;
    counts_.mistakes += outcome.step.mistake ? 1 : 0;
    outcome.keep = keep_.observe(Seen{current_, x, row, outcome.step});
    return outcome;
  }

  /// Weights for `n_features` features; new ones are 0. Never shrinks.
  void grow(std::size_t n_features) {
    if (current_.weights.size() < n_features) current_.weights.resize(n_features);
  }

  const Hypothesis& current() const noexcept { return current_; }
  const Counts& counts() const noexcept { return counts_; }
  const K& keep() const noexcept { return keep_; }
  const R& rule() const noexcept { return rule_; }
  /// Goes on from a saved state.
  void restore(Hypothesis current, const Counts& counts) {
    current_ = std::move(current);
    counts_ = counts;
  }
  K& keep() noexcept { return keep_; }

 private:
  R rule_;
  Hypothesis current_;
  K keep_;
  Counts counts_;
};

}  // namespace novikoff
