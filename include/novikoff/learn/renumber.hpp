// Weights that move to other places.
#pragma once

#include <cstdint>
#include <functional>

#include "novikoff/learn/model.hpp"

namespace novikoff {

/// Where the weight at a place goes, below the number of places there are then.
using PlaceOf = std::function<std::uint32_t(std::uint32_t)>;

/// The same weights at other places. Asked for weights that are not 0 alone.
Hypothesis renumbered(const Hypothesis& h, const PlaceOf& to, std::size_t places);
/// The same vote. Its examples are sparse in form afterwards: it only adds them up.
VotedHypothesis renumbered(const VotedHypothesis& voted, const PlaceOf& to, std::size_t places);

/// What keeps remember besides the current weights.
inline void renumber(LastKeep& /*keep*/, const PlaceOf& /*to*/, std::size_t /*places*/) {}
void renumber(AveragedKeep& keep, const PlaceOf& to, std::size_t places);
void renumber(VotedKeep& keep, const PlaceOf& to, std::size_t places);

/// All weights of a model and its state; model.columns is left to the caller.
void renumber(Model& model, const PlaceOf& to, std::size_t places);

}  // namespace novikoff
