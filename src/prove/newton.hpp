// Weights that separate, or weights of the rows whose sum is nearly 0: Newton's method on the squared hinge loss.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/prove/row_passes.hpp"
#include "prove/scan.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

struct NewtonOptions {
  unsigned threads = 1;                            ///< ≥ 1; for work on copied rows. Results do not depend on it
  std::uint64_t memory = std::uint64_t{1} << 30U;  ///< for copied rows and sums of columns; where copies do not fit, passes take their place
};

struct NewtonGuess {
  bool clean = false;  ///< u·z > 0 for all rows, proved by `scanned`, u the whole numbers of w
  std::optional<Scanned> scanned = {};
  std::vector<double> w;            ///< n_features weights, behind them that of the bias coordinate (0 without a bias)
  std::vector<double> lambda;       ///< one a row, ≥ 0: (1 − w·z)_+
  std::optional<Scaled> high = {};  ///< proved: γ* ≤ high (hull_bound of λ). Not where `clean`, nor where numbers leave the range of double
};

/// Minimises f(w) = ½ Σ (1 − w·z_i)_+² from 0: the rows with w·z < 1 make a least squares problem (ActiveRows), which conjugate gradients solve, the better the
/// nearer the end; the step along its solution is the best one. f goes to 0 exactly if the rows are separable. Then w may be as long as it likes: where few
/// rows are errors it is lengthened, so that only those near the hyperplane remain active. The first w without an error that a scan confirms ends the search.
/// If they are not, the minimum has Σ λ_i z_i = 0 for λ = (1 − w·z)_+: rows that overlap have weights, no hyperplane has a margin above ‖Σ λ z‖/Σ λ, and that
/// number, which comes near 2^−50·R, is proved. (Mangasarian 2002, A finite Newton method for classification; Keerthi & DeCoste 2005; forcing terms by
/// Eisenstat & Walker 1996.) Errors: those of a pass. Where `patience` ends, what was reached. Cost: one or two passes a step, six to twelve steps, and between
/// them products with copied rows. Memory beside the copies: 25 bytes a row, 100 vectors.
Result<NewtonGuess> newton_guess(RowPasses& rows, const NewtonOptions& options, Patience& patience);

}  // namespace novikoff
