// Rows that contradict one another, from a solved cone.
#pragma once

#include <cstdint>
#include <map>

#include "prove/cone.hpp"

namespace novikoff {

/// Weights λ > 0 of rows, times a common factor.
using Weights = std::map<std::uint32_t, Integer>;

/// Σ λ_i z_i = 0 from −Σ_T z_t in the cone of the rays, T a basis of their span (Steinitz 1913): λ = 1 on T and the cone's own values on top, at most
/// 2·|T| rows that span what T spans.
Weights spanning_conflict(const Cone& inside, const std::vector<std::uint32_t>& t);

/// The same made smaller until no row can be left out: |S| = rank + 1 (Carathéodory's steps). False if `patience` ended.
bool make_minimal(const WorkRows& rows, const Cone& inside, const std::vector<std::uint32_t>& t, Weights& weights, Patience& patience);

}  // namespace novikoff
