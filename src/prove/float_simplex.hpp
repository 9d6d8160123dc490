// The simplex method in floating point: where the exact one may begin, near its end.
#pragma once

#include <cstdint>
#include <vector>

#include "prove/row_basis.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// A linear program of Cone, for doubles.
struct FloatProgram {
  const std::vector<std::uint32_t>& rays;
  const RowBasis& basis;       ///< its rows are the artificial columns, but for the first
  std::size_t n_free = 0;      ///< so many, which may be added with any factor
  std::vector<double> target;  ///< on the basis's columns, scaled as WorkRows::approximate is
};

/// Where the method ended: a basis that is likely optimal, and its prices.
struct LikelyBasis {
  std::vector<std::uint32_t> rays, artificial;
  std::vector<std::uint32_t> used;  ///< those of the rays that are there with more than 0
  double distance = 0;              ///< the sum of the artificial values; below rounding: 0
  std::vector<double> normal;       ///< Cone::normal, for dot products with WorkRows::approximate
};

/// −Σ_T z_t, T the rows of `basis`.
std::vector<double> opposite_sum(const WorkRows& rows, const RowBasis& basis);

/// A guess, whatever comes of it. Cost: some rank² and one product with every ray for each step, in doubles; at most some 30·rank steps.
LikelyBasis likely_basis(const WorkRows& rows, const FloatProgram& program, Patience& patience);

}  // namespace novikoff
