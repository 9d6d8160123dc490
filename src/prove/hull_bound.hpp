// How small the largest margin is, from any weights of the rows: proved, in doubles.
#pragma once

#include <optional>
#include <vector>

#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// A number not below ‖Σ λ_i z_i‖/Σ λ_i, and so not below γ*, for λ ≥ 0 (one a row). nullopt if all λ are 0 or the sums leave the range of double.
///
/// The z_i are the rows' exact numbers: what a decimal differs from its double is counted, at most 2^−53·Σ λ_i ‖z_i‖ in all, which with Numbers::decimal is
/// how near to 0 the bound can come. Sums are compensated (Ogita, Rump & Oishi 2005), every rounding is bounded where it happens. Errors: those of a pass.
/// Does not depend on threads. Cost: one pass of some four dot products a row with λ > 0; 16·8 bytes a column.
Result<std::optional<Scaled>> hull_bound(RowPasses& rows, const std::vector<double>& lambda);

}  // namespace novikoff
