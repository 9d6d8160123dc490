// The simplex method in floating point: where the exact one may begin, near its end.
#pragma once

#include <cstdint>
#include <vector>

#include "prove/row_basis.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// The rows of a basis that is likely optimal for Cone's linear program with target −Σ_T z_t (T the rows of `basis`): rays first, then artificial columns.
struct LikelyBasis {
  std::vector<std::uint32_t> rays, artificial;
};

/// A guess, whatever comes of it. Cost: some rank² and one product with every ray for each step, in doubles; at most some 30·rank steps.
LikelyBasis likely_basis(const WorkRows& rows, const std::vector<std::uint32_t>& rays, const RowBasis& basis, Patience& patience);

}  // namespace novikoff
