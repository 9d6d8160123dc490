// What floating point finds quickly: weights that may separate, each with a point of the hull.
#pragma once

#include <cstdint>
#include <vector>

#include "prove/work_rows.hpp"

namespace novikoff {

struct Guess {
  bool clean = false;          ///< the last pass found every candidate on the right side, as doubles see it
  std::vector<double> w;       ///< for dot products with WorkRows::approximate
  std::vector<double> counts;  ///< per row: how often it was added, divided by the norm it was added with
};

/// The perceptron (cyclic, from 0) on the candidates brought to norm 1 in scaled columns, for some passes of bounded cost. Fewer if `patience` ended.
Guess perceptron_guess(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, Patience& patience);

/// The point of least norm of the hull of the same rows (Wolfe 1976), stopped (and clean) once every score is above nine tenths of its squared norm: such
/// weights may be rounded to few bits. Not clean if 0 is in the hull, or the bounded cost is not enough.
Guess least_norm_guess(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, Patience& patience);

/// w in whole numbers on the columns of `rows`, rounded to `bits` bits relative to its largest entry; coprime.
std::vector<Integer> rounded(const WorkRows& rows, const std::vector<double>& w, int bits);

}  // namespace novikoff
