// What the theory says of a run in the dual space, in doubles.
#pragma once

#include <span>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// Trace, margin and bounds of a run from 0 whose updates all were w ← w + η·z_i, by its scores of the rows (without b) and its coefficients, report.last. What
/// kernels, scores and sums may be off by in doubles is bounded and taken off: so the bounds are proved of the feature space, and so is the interval of γ*. Of
/// the drift of the run itself (Trace::Updates) nothing is recorded, so that bounds have no second value. `largest`: max K(x, x) in doubles. Cost: one look at
/// each score.
///
/// With u = 2^−53, n the most values of a row, d the kernel's degree (else 1) and M = max K(x, x): a kernel value is off by at most κ·u·M, κ = d·(n + 8) + 8.
/// For products: n roundings of terms that together are at most M by Cauchy and Schwarz, d powers. For rbf and laplace, M = 1: t = g·dist is off by (n +
/// 4)·u·t, and t·e^−t ≤ 1/e. For the sums of terms that are not below 0 it is relative, and K(x, z) ≤ M. A score is the sum of k products η·y·K, at most η·M
/// each: it is off by at most (κ + k + 2)·u·η·k·M, and b by (k + 4)·u·η·k·B². All of that is doubled here, which covers the rounding of the bound itself.
Status note_dual_bounds(const Dataset& data, std::span<const double> scores, const Scaled& largest, TrainReport& report);

}  // namespace novikoff
