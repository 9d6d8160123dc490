// Where a run holds its hypothesis: as weights, or as coefficients of the rows it has learned from.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/rule.hpp"

namespace novikoff {

/// Holds the hypothesis, scores examples and takes steps; owns the bias coordinate. `row` says which example x is, for spaces that know the rows.
template <class S>
concept HypothesisSpace = requires(S space, const FeatureView& x, std::uint64_t row) {
  { space.current() } -> std::convertible_to<const Hypothesis&>;
  { space.score(x, row) } -> std::same_as<Score>;
  { space.ready(x, row) } -> std::same_as<bool>;            // a step on the row can be taken; if not, the space knows why
  { space.add(1.0, x, row) } -> std::same_as<FeatureView>;  // takes it; what was added to current().weights, per unit of the coefficient
};

/// A space that may answer with another step than the rule's, for the row that it has just scored.
template <class S>
concept RefiningSpace = HypothesisSpace<S> && requires(S space, const Step& step, const Observation& seen, const FeatureView& x) {
  { space.refine(step, seen, x) } -> std::same_as<Step>;
};

/// w itself: a score is a dot product, a step an axpy.
class PrimalSpace {
 public:
  PrimalSpace(Hypothesis start) : current_(std::move(start)) {}  // NOLINT(google-explicit-constructor): a hypothesis is its own space

  const Hypothesis& current() const noexcept { return current_; }
  Score score(const FeatureView& x, std::uint64_t /*row*/) const noexcept { return current_.score(x); }
  static bool ready(const FeatureView& /*x*/, std::uint64_t /*row*/) noexcept { return true; }
  FeatureView add(double a, const FeatureView& x, std::uint64_t /*row*/) noexcept {
    current_.add(a, x);
    return x;
  }
  /// Weights for `n_features` features; new ones are 0. Never shrinks.
  void grow(std::size_t n_features) {
    if (current_.weights.size() < n_features) current_.weights.resize(n_features);
  }
  void restore(Hypothesis current) { current_ = std::move(current); }
  /// For a loop that takes many steps (learn_rows), which leaves it as if by add().
  Hypothesis& lend() noexcept { return current_; }

 private:
  Hypothesis current_;
};

static_assert(HypothesisSpace<PrimalSpace>);

}  // namespace novikoff
