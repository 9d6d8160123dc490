// Weights for few features out of many: which place in a short array each feature has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace novikoff {

/// The features that an array of weights is for, ascending: weight k is that of feature columns[k]. Empty: of feature k.
using Columns = std::vector<std::uint32_t>;

/// Places of features (0-based, up to 2^32 − 1): the first prefix() ones, which are those of dense rows, have their own number; others get the places from
/// there on in the order in which they are inserted.
///
/// An open hash table with linear probing, at most half full. What it says depends on the features inserted and their order alone. Cost: about one look
/// into memory a call. Fewer than 2^32 − 1 features besides the prefix.
class FeatureTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// Bytes that a place takes at most, the table while it grows included.
  static constexpr std::uint64_t kBytesAPlace = 36;

  explicit FeatureTable(std::uint32_t prefix = 0) : prefix_(prefix) {}
  /// The features below `prefix`, and those of `features` that are not among them, in that order.
  FeatureTable(std::uint32_t prefix, std::span<const std::uint32_t> features);

  std::uint32_t prefix() const noexcept { return prefix_; }
  std::uint64_t size() const noexcept { return std::uint64_t{prefix_} + others_.size(); }
  /// The feature's place; kNone if it has none.
  std::uint32_t find(std::uint32_t feature) const noexcept {
    if (feature < prefix_) return feature;
    return slots_.empty() ? kNone : slots_[slot_of(feature)];
  }
  /// The same, after it was given one if need be.
  std::uint32_t insert(std::uint32_t feature);
  /// Which feature a place is for. Requires place < size().
  std::uint32_t feature(std::uint32_t place) const noexcept { return place < prefix_ ? place : others_[place - prefix_]; }
  /// All features with a place, ascending.
  Columns columns() const;

 private:
  std::size_t slot_of(std::uint32_t feature) const noexcept;
  void grow();

  std::uint32_t prefix_;
  std::vector<std::uint32_t> others_;  // by place behind the prefix
  std::vector<std::uint32_t> slots_;   // places, or kNone; a power of two of them
  unsigned shift_ = 64;                // 64 − log2 of their number
};

/// From places in the order of insertion to places in the order of their features. Borrows the table.
class PlacesInOrder {
 public:
  explicit PlacesInOrder(const FeatureTable& table) : table_(table), columns_(table.columns()) {}
  std::size_t size() const noexcept { return columns_.size(); }
  Columns columns() && { return std::move(columns_); }
  /// Where the place's feature stands among all. Cost: a binary search.
  std::uint32_t operator()(std::uint32_t place) const noexcept;

 private:
  const FeatureTable& table_;
  Columns columns_;
};

}  // namespace novikoff
