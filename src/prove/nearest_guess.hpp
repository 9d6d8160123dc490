// Which rows hold the point of the hull nearest to 0, as doubles see it.
#pragma once

#include <cstdint>
#include <vector>

#include "prove/float_rows.hpp"

namespace novikoff {

/// Rows with weights > 0 whose sum is 1: Σ weight·z is nearest to 0, or as near as doubles find.
struct NearestGuess {
  std::vector<std::uint32_t> rows;
  std::vector<double> weights;
  std::vector<double> direction;  ///< of the point, on the columns
};

/// Wolfe 1976 in the data's own units, by an orthogonal factorisation that gains and loses columns (two rounds of Gram and Schmidt; Givens), so that
/// conditions are not squared. None of `rows` is 0. As far as it came if `patience` ended.
NearestGuess nearest_guess(const FloatRows& rows, Patience& patience);

}  // namespace novikoff
