// From the numbers of a run to the whole numbers of an exact one, and back.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "novikoff/core/row_store.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/spec.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "prove/exact_space.hpp"

namespace novikoff {

/// `value` as the number that `numbers` says a double is.
Rational rational_of(double value, Numbers numbers);

/// An exact run works with W = Q·w̃/(η·U), U the unit of its rows: then an update adds Q·z_i, and y·s ≤ τ iff W·z_i ≤ ⌊Q·τ/(η·U²)⌋.
/// Q ≥ 1 is the least whole number that makes W_0 whole, 1 from zero weights.
struct ExactUnits {
  ExactUnits(const LearnerSpec& spec, const ExactRows& rows);

  Integer step;                                           ///< Q
  Integer threshold;                                      ///< of y·s under tie rule update
  std::vector<Integer> start;                             ///< W_0, by column
  Rational weight;                                        ///< w̃ = weight·W: η·U/Q
  Rational margin;                                        ///< y·s = margin·(W·z): η·U²/Q
  std::vector<std::pair<std::uint64_t, Rational>> fixed;  ///< start weights of features that no row has: they never change
};

/// Weights in units of their own: w̃ = scale·whole, by column.
struct ExactWeights {
  std::vector<Integer> whole;
  Rational scale;
};

/// Appends the features of a row in doubles.
void append_row(const ExactRows& rows, std::size_t row, RowStore& store);

/// The task of a run.
ExactTask task_of(const LearnerSpec& spec, const ExactRows& rows, const ExactUnits& units);

/// The nearest doubles.
Hypothesis hypothesis_of(const ExactWeights& weights, const LearnerSpec& spec, const ExactRows& rows, const ExactUnits& units);

/// The failures of exact weights on the rows.
Evaluation evaluate(const ExactWeights& weights, const ExactRows& rows, const ExactUnits& units);

/// R.
Scaled radius_of(const ExactRows& rows);

}  // namespace novikoff
