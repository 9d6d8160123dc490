// Kernel perceptrons that hold no more support vectors than they are allowed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/core/row_store.hpp"
#include "novikoff/learn/kernel.hpp"
#include "novikoff/learn/space.hpp"
#include "novikoff/learn/spec.hpp"

namespace novikoff {

/// What a run on a budget has done: what it needs to go on, and what its bound is made of. K̃ = K + B²; vectors in units of η.
struct BudgetTrace {
  std::uint64_t steps = 0;         ///< updates
  std::uint64_t margin_steps = 0;  ///< of these, those on rows with y·s > 0: projectron_plus
  std::uint64_t removed = 0;       ///< support vectors that made room
  std::uint64_t projected = 0;     ///< updates that added none
  double sqnorm = 0;               ///< R² = the largest K̃(x, x) of a row that updated
  double weight = 0;               ///< forgetron: Σ 2λ over the rows removed, λ their weights then
  double damage = 0;               ///< forgetron: Σ (λ²·K̃(x, x) − 2λ·y·f(x)), f before the row was removed
  double shrunk = 0;               ///< forgetron: Σ (1 − φ)/(1 + φ), φ the factors of all weights
  double distance = 0;             ///< projectrons: Σ ‖δ‖ over the mistakes projected, δ what the projection leaves out

  friend bool operator==(const BudgetTrace&, const BudgetTrace&) = default;
};

/// w = Σ c_k·φ̃(x_k) over at most `budget.size` support vectors, φ̃ with the bias coordinate B; a score costs a kernel value for each of them.
///
/// A step η·y on x adds x to the support while there is room, and then
///   randomised: x takes the place of a support vector drawn from Rng(seed, 2⁶³ + steps). Cavallanti, Cesa-Bianchi & Gentile 2007.
///   forgetron: x is added, all coefficients are multiplied by φ, the oldest support vector is removed. φ ≤ 1 is the largest for which
///     Q = Σ (λ²·K̃(x, x)/R² + 2λ − 2λ·y·f(x)/R²) stays within 15/32 of the updates so far ("self-tuned"). Dekel, Shalev-Shwartz & Singer 2008, whose R is 1;
///     here it is that of the rows so far, and where a larger one leaves no such φ, one that adds at most 15/32. Cost: twice that of a score.
///   projectron: with δ = φ̃(x) less its projection on the span of the support, x is added if ‖δ‖ > projection_error and there is room; else its projection is
///     added to the coefficients. Orabona, Keshet & Caputo 2009; projecting also where there is no room is ours. Cost: N² at an update, N²/2 doubles.
///   projectron_plus: the same, and a row with 0 < y·s < η takes a step τ·η·y on its projection, if l·projection_error > ‖δ‖ for l = 1 − y·s/η, with
///     τ = min(1, l/‖Px‖², 2(l − ‖δ‖/projection_error)/‖Px‖²). Ibid.
/// A row with ‖δ‖² ≤ 2^−40·K̃(x, x) counts as one of the span: doubles could not tell. A bound for each: docs/bounds.md. Starts at 0.
class BudgetSpace {
 public:
  /// `limit`: bytes that it may take.
  BudgetSpace(const LearnerSpec& spec, std::uint64_t limit);
  BudgetSpace(const BudgetSpace&) = delete;
  BudgetSpace& operator=(const BudgetSpace&) = delete;

  const Hypothesis& current() const noexcept { return current_; }
  Score score(const FeatureView& x, std::uint64_t row);
  /// These are for the row that was scored last.
  Step refine(const Step& step, const Observation& seen, const FeatureView& x);
  bool ready(const FeatureView& x, std::uint64_t row);
  FeatureView add(double a, const FeatureView& x, std::uint64_t row);
  static void grow(std::size_t /*n_features*/) noexcept {}
  void restore(Hypothesis current) { current_ = std::move(current); }
  void restore_support(const RowStore& support, const BudgetTrace& trace);

  std::size_t size() const noexcept { return support_.size(); }
  /// The support vectors by their places, in which they are added up.
  RowStore support() const;
  const Kernel& kernel() const noexcept { return rows_.kernel(); }
  const BudgetTrace& trace() const noexcept { return trace_; }
  /// Bytes held.
  std::uint64_t memory() const noexcept;
  /// The place of the support vector with which a value was not finite; size(): the row's with itself.
  const std::optional<std::size_t>& refused() const noexcept { return refused_; }
  /// There was no room for the row.
  bool full() const noexcept { return full_; }

 private:
  struct Row {
    std::vector<std::uint32_t> index;  // empty: dense
    std::vector<double> value;
    FeatureView view() const noexcept { return {index.empty() ? nullptr : index.data(), value.data(), value.size()}; }
  };
  static Row copy(const FeatureView& x);
  bool look_at_itself(const FeatureView& x);
  void append(double a, const FeatureView& x);
  void replace(std::size_t place, double a, const FeatureView& x);
  void forget(double a, const FeatureView& x);
  void project(double a, const FeatureView& x);
  bool in_span() const noexcept;
  void solve();
  void append_factor();
  void rebias() noexcept;

  Budget budget_;
  double eta_, bias2_;
  std::uint64_t seed_, limit_;
  std::vector<Row> support_;
  std::uint64_t support_values_ = 0;
  KernelRows rows_;
  Hypothesis current_;
  BudgetTrace trace_;
  std::vector<double> values_, of_oldest_;
  std::vector<double> factor_, solved_;  // L with L·Lᵀ = K̃ of the support, row after row; L⁻¹·K̃(support, x)
  double itself_ = 0, distance2_ = 0;    // K̃(x, x), ‖δ‖²
  bool margin_step_ = false;
  std::optional<std::size_t> refused_;
  bool full_ = false;
};

static_assert(RefiningSpace<BudgetSpace>);

}  // namespace novikoff
