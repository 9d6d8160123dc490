// The loops of learning over stored rows: which is the next that needs a step? And steps taken one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "novikoff/core/stored_row.hpp"

namespace novikoff {

/// What rows are measured with: the score s = x·w + bias, and by the sign of y (negative, positive) what it is multiplied with, ±1, and must be above.
struct RowTask {
  const double* weights = nullptr;  ///< one for each feature of the rows
  double bias = 0;
  double sign[2] = {-1, 1};
  double above[2] = {0, 0};  ///< ≥ 0
};

/// The first of `rows` for which sign·s is not above its limit, or not finite; rows.size() if there is none. `score`: its s, as dot(x, w) + bias to the last
/// bit. `y` has one entry, −1 or +1, for each row. Cost: a pass over the rows up to it.
std::size_t first_not_above(std::span<const StoredRow> rows, const std::int8_t* y, const StoredArrays& arrays, const RowTask& task, double& score) noexcept;

/// A perceptron at work: what learn_rows goes on from, and leaves.
struct RowLearner {
  double* weights = nullptr;  ///< one for each feature of the rows
  double bias_weight = 0, bias_value = 1;
  double eta = 1, above = 0;  ///< w̃ ← w̃ + η·y·x̃ where y·s ≤ above, which is ≥ 0
  double* sums = nullptr;     ///< Σ (t − 1)·Δ_t as the weights stand, Δ_t the step on row number t of those seen; null: not kept
  double bias_sum = 0;
  std::uint64_t seen = 0;
  bool norms = false;      ///< measure all rows
  double most_sqnorm = 0;  ///< then: the largest ‖x‖² so far
};

/// A step that was taken.
struct RowStep {
  std::uint32_t row = 0, size = 0;  ///< which of the rows, and of how many values
  bool mistake = false;             ///< y·s < 0
  double x2 = 0, w2 = 0;            ///< ‖x̃‖², and after the step Σ w̃_j² over the row's features and the bias: as sqnorm and sqnorm_at, to the bit
};

/// Learns from rows one after the other, as by dot and axpy, to the last bit. Returns from how many, `taken` being the number of steps among them: from all,
/// or those up to the step that fills `steps`, or whose x2 or w2 is not within 2^−400 and 2^400; or those before a row whose s is 0 or not finite, or whose
/// ‖x‖² is to be measured and is not finite. Cost: a pass over the rows, and another for each step.
std::size_t learn_rows(std::span<const StoredRow> rows, const std::int8_t* y, const StoredArrays& arrays, RowLearner& learner, std::span<RowStep> steps,
                       std::size_t& taken) noexcept;

}  // namespace novikoff
