#include "novikoff/core/feature_table.hpp"

#include <algorithm>

namespace novikoff {

FeatureTable::FeatureTable(std::uint32_t prefix, std::span<const std::uint32_t> features) : prefix_(prefix) {
  for (const std::uint32_t feature : features) insert(feature);
}

// Where the feature's place stands, or the empty slot where it would. Multiplying by an odd number near 2^64/φ spreads features that follow one another or
// are multiples of a number; the high bits depend on all of the feature's.
std::size_t FeatureTable::slot_of(std::uint32_t feature) const noexcept {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>((feature * kSpread) >> shift_);
  while (slots_[slot] != kNone && others_[slots_[slot] - prefix_] != feature) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t FeatureTable::insert(std::uint32_t feature) {
  if (feature < prefix_) return feature;
  if (2 * (others_.size() + 1) > slots_.size()) grow();
  std::uint32_t& place = slots_[slot_of(feature)];
  if (place == kNone) {
    place = static_cast<std::uint32_t>(size());
    others_.push_back(feature);
  }
  return place;
}

void FeatureTable::grow() {
  constexpr std::size_t kFirst = 16;
  constexpr unsigned kFirstShift = 60;
  shift_ = slots_.empty() ? kFirstShift : shift_ - 1;
  const std::size_t slots = std::max(kFirst, 2 * slots_.size());
  slots_ = {};  // first: the old ones are not needed
  slots_.resize(slots, kNone);
  for (std::size_t k = 0; k < others_.size(); ++k) slots_[slot_of(others_[k])] = prefix_ + static_cast<std::uint32_t>(k);
}

Columns FeatureTable::columns() const {
  Columns all(static_cast<std::size_t>(size()));
  for (std::uint32_t place = 0; place < all.size(); ++place) all[place] = feature(place);
  std::sort(all.begin(), all.end());
  return all;
}

std::uint32_t PlacesInOrder::operator()(std::uint32_t place) const noexcept {
  return static_cast<std::uint32_t>(std::lower_bound(columns_.begin(), columns_.end(), table_.feature(place)) - columns_.begin());
}

}  // namespace novikoff
