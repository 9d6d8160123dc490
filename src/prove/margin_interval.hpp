// Both ends of an interval around the margin, in the data's own units and rounded outward.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// At most min_i u·z_i/‖u‖ (u on the columns of `rows`), and at least 0: γ* is not below. nullopt if `patience` ended.
std::optional<Scaled> margin_of(const ExactRows& rows, const std::vector<Integer>& u, Patience& patience);

/// At least ‖Σ μ_i z_i‖/Σ μ_i, not all μ_i ≥ 0 are 0: γ* is not above.
Scaled hull_norm(const ExactRows& rows, const std::map<std::uint32_t, Integer>& weights);

/// ‖z_i‖ of the shortest row looked at before `patience` ended (of the first row at least), rounded up.
Scaled shortest_norm(const ExactRows& rows, Patience& patience);

}  // namespace novikoff
