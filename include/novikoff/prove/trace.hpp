// What the theory needs of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "novikoff/core/example.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/prove/enclosure.hpp"

namespace novikoff {

/// A run w ← w + η·z_i (z_i = y_i·x̃_i, updates only where y·s ≤ τ) in numbers: what happened, and by how much doubles may have bent it.
///
/// Vectors include the bias coordinate. In doubles update number t gives w_t = w_{t−1} + η·z + e_t and was made where y·s ≤ τ + δ_t; an exact
/// run has drift = excess = 0.
struct Trace {
  std::uint64_t seen = 0, updates = 0, mistakes = 0;
  Enclosure eta = 1.0, tau = 0.0;
  bool from_zero = true;                ///< w_0 = 0
  Enclosure start_sqnorm;               ///< ‖w_0‖²
  Enclosure sqnorm;                     ///< ‖w_k‖²
  Enclosure moved_sqnorm;               ///< ‖w_k − w_0‖²
  std::optional<std::uint64_t> passes;  ///< full scans begun; unset for orders without, and for one pass over a stream
  bool clean_scan = false;              ///< the run ended because no row updates any more

  /// Recorded at updates (UpdateRecorder); unset for a run gone on with from a saved one, which does not tell of its beginning.
  struct Updates {
    Enclosure sqnorms;  ///< Σ over updates ‖x‖²
    Scaled drift;       ///< ≥ Σ ‖e_t‖
    Scaled excess;      ///< ≥ Σ (2ηδ_t + 2‖e_t‖‖w_t‖), so that ‖w_k‖² ≤ ‖w_0‖² + η²·Σ‖x‖² + 2ηkτ + excess
  };
  std::optional<Updates> recorded;

  /// Of a run that kept to a budget of support vectors (BudgetSpace has the algorithms); vectors in units of η. Unset: no budget.
  struct Budget {
    enum class Rule { randomised, forgetron, projectron, projectron_plus };
    Rule rule = Rule::forgetron;
    std::uint64_t size = 0;
    std::uint64_t mistakes = 0;  ///< updates on rows with y·s ≤ 0
    Enclosure radius2;           ///< the largest ‖x‖² of a row that updated, at least
    Enclosure damage;            ///< forgetron: Q
    Enclosure shrunk;            ///< forgetron: Σ (1 − φ)/(1 + φ)
    Enclosure distance;          ///< projectrons: Σ ‖δ‖ over the mistakes that were projected
    Enclosure projection_error;  ///< projectron_plus
  };
  std::optional<Budget> budget;
};

/// Records Trace::Updates of a run in doubles. Costs nothing where nothing is updated, and two looks at the row where something is.
///
/// With u = 2^−53, n features and ‖·‖ over the features of the row and the bias coordinate: a coordinate of the step is rounded twice, so
/// ‖e‖ ≤ u(‖w_t‖ + η‖x‖) (products that underflow add at most 2^−1075 each); a score in any order of summation is off by
/// δ ≤ (n + 3)u/(1 − (n + 3)u)·Σ|w_j x_j|, at most (n + 4)·2u·‖w_{t−1}‖‖x‖ by Cauchy and Schwarz. The sums are doubled at the end, which covers their own
/// rounding and what underflows.
class UpdateRecorder {
 public:
  explicit UpdateRecorder(double eta, double bias_value) : eta_(eta), bias2_(bias_value * bias_value), bias_(bias_value) {}

  /// After an update on x: the weights as they are now.
  void note(const FeatureView& x, std::span<const double> weights, double bias_weight) noexcept;
  /// The same where both squares are known: `x2` = ‖x̃‖², `w2` = Σ w̃_j² over the features of x, which are `size`, and the bias. False, and nothing noted, if
  /// they are so large or small that x must be looked at.
  bool note(std::size_t size, double x2, double w2) noexcept;
  /// Every update needs its x: the learning rate is so large or small.
  bool needs_rows() const noexcept;
  Trace::Updates total() const noexcept;

 private:
  struct Sizes {
    Scaled x2, w2;  // ‖x‖², ‖w_t‖² over the features of x
  };
  void note_scaled(const FeatureView& x, const Sizes& sizes) noexcept;

  double eta_, bias2_, bias_;
  double sqnorms_ = 0, sqnorms_rest_ = 0;  // compensated: Σ = sqnorms_ + sqnorms_rest_ but for 2^−100 of it
  double drift_ = 0, excess_ = 0;
  Scaled far_sqnorms_, far_drift_, far_excess_;  // of updates whose squares a double does not hold with room
  std::uint64_t longest_ = 0, updates_ = 0;      // most terms of a row; updates noted
};

}  // namespace novikoff
