// How many rows must be hit at least, so that every set has one: bounds that add up to a proof.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "novikoff/prove/integer.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

using RowSet = std::vector<std::uint32_t>;  ///< ascending

/// Weights w ≥ 0 of some sets, exact, with no row in more than 1 in all: whoever hits every set hits at least Σ w rows, rounded up.
struct Packing {
  std::vector<std::pair<std::size_t, Rational>> weights;  ///< {number of the set, w}, ascending
  std::uint64_t bound = 0;                                ///< Σ w, rounded up
};

/// Disjoint sets, the smallest first, w = 1.
Packing disjoint_packing(const std::vector<RowSet>& sets);

/// Near the largest Σ w there is: the simplex method in doubles on as many sets (the smallest) as `cells` numbers hold; its weights are rounded to short
/// fractions and divided by what the fullest row has, in exact arithmetic.
Packing fractional_packing(const std::vector<RowSet>& sets, std::size_t cells, Patience& patience);

}  // namespace novikoff
