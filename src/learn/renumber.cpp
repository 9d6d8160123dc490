#include "novikoff/learn/renumber.hpp"

#include <utility>
#include <vector>

namespace novikoff {

Hypothesis renumbered(const Hypothesis& h, const PlaceOf& to, std::size_t places) {
  Hypothesis moved{std::vector<double>(places), h.bias_weight, h.bias_value};
  for (std::size_t k = 0; k < h.weights.size(); ++k)
    if (h.weights[k] != 0) moved.weights[to(static_cast<std::uint32_t>(k))] = h.weights[k];
  return moved;
}

VotedHypothesis renumbered(const VotedHypothesis& voted, const PlaceOf& to, std::size_t places) {
  RowStore examples;
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  for (std::size_t e = 0; e < voted.examples().size(); ++e) {
    const FeatureView x = voted.examples()[e];
    index.clear();
    value.clear();
    for (std::size_t k = 0; k < x.size; ++k) {
      if (x.value[k] == 0) continue;
      index.push_back(to(x.dense() ? static_cast<std::uint32_t>(k) : x.index[k]));
      value.push_back(x.value[k]);
    }
    examples.append({index.data(), value.data(), value.size()});
  }
  return {renumbered(voted.start(), to, places), voted.start_count(), std::move(examples), voted.steps()};
}

void renumber(AveragedKeep& keep, const PlaceOf& to, std::size_t places) { keep.restore(keep.seen(), renumbered(keep.weighted_steps(), to, places)); }

void renumber(VotedKeep& keep, const PlaceOf& to, std::size_t places) { keep.restore(renumbered(keep.voted(), to, places), keep.rows()); }

void renumber(Model& model, const PlaceOf& to, std::size_t places) {
  model.hypothesis = renumbered(model.hypothesis, to, places);
  if (model.voted) model.voted = renumbered(*model.voted, to, places);
  if (!model.state) return;
  RunState& state = *model.state;
  state.current = renumbered(state.current, to, places);
  if (state.weighted_steps) state.weighted_steps = renumbered(*state.weighted_steps, to, places);
  if (state.pocket) state.pocket->best = renumbered(state.pocket->best, to, places);
}

}  // namespace novikoff
