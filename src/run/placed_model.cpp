#include "run/placed_model.hpp"

#include <algorithm>

#include "novikoff/learn/renumber.hpp"

namespace novikoff {

PlacedModel::PlacedModel(const Model& model) : model_(model) { widen(0); }

// Dense rows are dot products with the first weights, so that those of the first features must stand there.
void PlacedModel::widen(std::size_t prefix) {
  table_ = FeatureTable(static_cast<std::uint32_t>(prefix), model_.columns);
  placed_ = {};
  placed_.hypothesis = model_.hypothesis;
  placed_.voted = model_.voted;
  const auto to = [&](std::uint32_t place) { return table_.find(model_.columns[place]); };
  renumber(placed_, to, static_cast<std::size_t>(table_.size()) + 1);
}

void PlacedModel::take(const Block& block) {
  std::size_t widest = 0, values = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const FeatureView x = block.features(i);
    (x.dense() ? widest : values) = x.dense() ? std::max(widest, x.size) : values + x.size;
  }
  if (widest > table_.prefix()) widen(std::max(widest, 2 * std::size_t{table_.prefix()}));
  rows_.clear();
  begin_.clear();
  sparse_.clear();
  index_.clear();
  index_.reserve(values);
  const auto unknown = static_cast<std::uint32_t>(table_.size());
  for (std::size_t i = 0; i < block.size(); ++i) {
    const FeatureView x = block.features(i);
    rows_.push_back(x);
    begin_.push_back(index_.size());
    sparse_.push_back(x.dense() ? 0 : 1);
    if (x.dense()) continue;
    for (std::size_t k = 0; k < x.size; ++k) {
      const std::uint32_t place = table_.find(x.index[k]);
      index_.push_back(place == FeatureTable::kNone ? unknown : place);
    }
  }
}

}  // namespace novikoff
