// A hyperplane: weights, and the weight of the bias coordinate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/core/feature_table.hpp"
#include "novikoff/core/number.hpp"

namespace novikoff {

/// A score that a double may or may not hold.
struct Score {
  double value = 0;        ///< s; ± the largest or smallest double if s is beyond them, so that the sign is always right
  bool in_range = true;    ///< `value` is s (rounded), not a stand-in
  bool sign_known = true;  ///< false: the sign could not be told (terms of too different size cancel, or a weight is not finite); `value` means nothing
};

/// w̃ = (w, w̃_B), scoring s = w·x + B·w̃_B with the bias term added last. b = B·w̃_B.
struct Hypothesis {
  std::vector<double> weights;  ///< by 0-based feature; features beyond weigh 0
  double bias_weight = 0;       ///< w̃_B, the weight of the constant coordinate
  double bias_value = 1;        ///< B; 0: no bias

  double bias() const noexcept { return bias_value * bias_weight; }

  /// s of `x`, features beyond the weights ignored (they weigh 0). Cost: one pass over the row.
  /// Where s overflows, or is 0, it is computed again scaled by powers of two, so that its sign is right.
  Score score(const FeatureView& x) const noexcept;
  /// The same without range limits; `sign_known` as in Score.
  Scaled scaled_score(const FeatureView& x, bool* sign_known = nullptr) const noexcept;
  /// ‖w̃‖², the bias coordinate included.
  Scaled sqnorm() const noexcept;
  /// The same, added up as if the weights stood at these features.
  Scaled sqnorm(const Columns& columns) const noexcept;
  /// Every weight is finite.
  bool finite() const noexcept;
  /// w̃ ← w̃ + a·x̃. Requires a weight for every feature of x.
  void add(double a, const FeatureView& x) noexcept;
};

/// Failures of a hypothesis on a set, both ways of counting (a tie is an error; predict(0) = +1), and the least margin.
struct Evaluation {
  std::uint64_t errors = 0;             ///< y·s ≤ 0
  std::uint64_t wrong_predictions = 0;  ///< predict(s) ≠ y
  std::uint64_t zero_scores = 0;        ///< s = 0
  std::uint64_t rows = 0;
  Scaled margin_min;  ///< min y·s; meaningless if there are no rows
  Scaled risk;        ///< Σ over the errors of −y·s ≥ 0, the perceptron's empirical risk
  /// ‖w̃‖ of exact weights, whose doubles may be rounded, or in a kernel's feature space; unset: that of the doubles.
  std::optional<Scaled> exact_norm = {};
};

}  // namespace novikoff
