// A model with weights for some features, for scoring rows of any.
#pragma once

#include <cstdint>
#include <vector>

#include "novikoff/core/feature_table.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/learn/model.hpp"

namespace novikoff {

/// Hypothesis or vote of a model with columns, and rows with places for features. The model must outlive it.
class PlacedModel {
 public:
  explicit PlacedModel(const Model& model);

  /// Takes rows of a block, which must stay; what was taken before is gone.
  void take(const Block& block);
  /// Row i of the block for the hypothesis or the vote: the same score as with weights for all features, bit for bit.
  FeatureView features(std::size_t i) const noexcept { return {sparse_[i] ? index_.data() + begin_[i] : nullptr, rows_[i].value, rows_[i].size}; }
  const Hypothesis& hypothesis() const noexcept { return placed_.hypothesis; }
  const VotedHypothesis& voted() const noexcept { return *placed_.voted; }

 private:
  void widen(std::size_t prefix);

  const Model& model_;
  Model placed_;  // weights at the places of table_, and one behind them, 0, for features that have none
  FeatureTable table_;
  std::vector<FeatureView> rows_;
  std::vector<std::size_t> begin_;  // in index_
  std::vector<std::uint8_t> sparse_;
  std::vector<std::uint32_t> index_;
};

}  // namespace novikoff
