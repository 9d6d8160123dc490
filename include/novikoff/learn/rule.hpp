// How far to step after one example: rules see scalars only, never features or weights.
#pragma once

#include <concepts>

namespace novikoff {

/// What a rule may look at before the step on example (x, y).
struct Observation {
  double y = 0;      ///< label, −1 or +1
  double score = 0;  ///< s = w·x, bias coordinate included
};

/// What a rule answers: w ← w + coefficient·x.
struct Step {
  double coefficient = 0;
  bool mistake = false;  ///< the prediction on (x, y) was wrong; predict(0) = +1
  bool update = false;   ///< w changes
};

/// A pure function of the observation: same input, same step, no state, no failure.
template <class R>
concept Rule = requires(const R rule, const Observation& seen) {
  { rule(seen) }
  noexcept->std::same_as<Step>;
};

/// Whether the label predicted from `score` differs from `y`. A score of 0 predicts +1.
constexpr bool is_mistake(double y, double score) noexcept { return (score >= 0) != (y > 0); }

/// Whether (score, y) is an error: y·s ≤ 0, a tie is one.
constexpr bool is_error(double y, double score) noexcept { return y * score <= 0; }

/// What happens at y·s = 0.
enum class Tie {
  update,  ///< a point on the boundary updates, whatever its label
  plus,    ///< a score of 0 predicts +1: only negatives update there
};

/// Rosenblatt's rule, and with τ > 0 the perceptron with margin: w ← w + η·y·x when y·s ≤ τ (tie rule `update`), or when the
/// prediction is wrong (tie rule `plus`, τ = 0 only).
///
/// Guarantees on data with margin γ in radius R, from w = 0, for every order: at most (R/γ)² updates (τ = 0, either tie rule, any η);
/// at most (R² + 2τ/η)/γ² (τ ≥ 0), and after a clean scan a geometric margin of at least (τ/η)γ/(R² + 2τ/η).
/// From w = 0, in exact arithmetic and with τ = 0, η only scales the weights and changes no decision.
/// Sources: Rosenblatt 1958; Novikoff 1962, Theorem 1, with the bias coordinate counted in R and γ; Krauth & Mézard 1987 for τ.
struct Perceptron {
  double eta = 1;  ///< learning rate, > 0
  double tau = 0;  ///< functional margin asked for, ≥ 0, in units of the score
  Tie tie = Tie::update;

  constexpr Step operator()(const Observation& seen) const noexcept {
    const bool mistake = is_mistake(seen.y, seen.score);
    const bool update = tie == Tie::plus ? mistake : seen.y * seen.score <= tau;
    return {.coefficient = update ? eta * seen.y : 0, .mistake = mistake, .update = update};
  }
};

static_assert(Rule<Perceptron>);

}  // namespace novikoff
