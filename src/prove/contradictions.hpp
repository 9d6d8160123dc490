// Conflicts that need no search: rows of zeros, and rows that point in opposite directions.
#pragma once

#include <cstdint>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// Among rows `among`: every row of zeros, a conflict of one, and as many disjoint pairs z_i = −c·z_j, c > 0, as there are. With a bias such a pair is one x
/// with both labels, c = 1. Found by hash, confirmed entry by entry. Cost: one look at each value. Fewer if `patience` ended.
std::vector<Conflict> contradictions(const WorkRows& rows, const std::vector<std::uint32_t>& among, Patience& patience);

}  // namespace novikoff
