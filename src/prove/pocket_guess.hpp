// Weights with few errors, as floating point finds them.
#pragma once

#include <cstdint>
#include <vector>

#include "prove/work_rows.hpp"

namespace novikoff {

/// The pocket algorithm with ratchet (Gallant 1990) on the candidates brought to norm 1 in scaled columns, in the random order of `seed`, for a bounded cost:
/// weights for dot products with WorkRows::approximate. All 0 if nothing was better. Errors are counted in doubles, y·s ≤ 0: a guess.
std::vector<double> pocket_guess(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, std::uint64_t seed, Patience& patience);

}  // namespace novikoff
