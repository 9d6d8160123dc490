// Whether a row is a combination of others, by their products alone: what the checker of claim separation with a kernel asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "prove/gram.hpp"

namespace novikoff {

/// The span of a few rows. Fraction-free elimination of their Gram matrix (Bareiss 1968): a row is in the span of I iff the determinant of the products of I
/// and the row is 0, that of I itself not being so. Where rows of distinct points are independent, it is iff I has its point.
class GramSpan {
 public:
  GramSpan(const Gram& gram, std::uint64_t memory) : gram_(gram), memory_(memory), points_(BeforeByPoint{gram.rows()}) {}
  /// Joins the span unless it is in it. Nothing is done once the numbers take more than the memory.
  void add(std::size_t row);
  bool too_large() const noexcept { return bytes_ > memory_; }
  /// Cost: a product of rows for each row of the basis, and as many products of whole numbers as pairs of these. Requires !too_large().
  bool contains(std::size_t row) const { return gram_.by_points() ? points_.contains(row) : eliminated(row).back().sign() == 0; }

 private:
  std::vector<Integer> eliminated(std::size_t row) const;

  const Gram& gram_;
  std::uint64_t memory_, bytes_ = 0;
  std::set<std::size_t, BeforeByPoint> points_;  // of I, where that is enough
  std::vector<std::size_t> basis_;
  std::vector<std::vector<Integer>> steps_;  // of each row of the basis: its entry in column k after k steps, its pivot last
};

}  // namespace novikoff
