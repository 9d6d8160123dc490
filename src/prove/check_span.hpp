// Whether a row is a combination of others: what the checker of claim separation asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

/// span{z_s} of a few rows, which it borrows, on the columns where some z_s is not 0. Fraction-free elimination (Bareiss 1968) to the form in which every row
/// of the basis has the pivot d in a column of its own and 0 in those of the others: all entries stay minors, every division is exact.
class Span {
 public:
  /// The elimination is not begun where its numbers might take more than `memory` bytes; a rank that is full modulo a prime needs none.
  Span(const ExactRows& rows, std::uint64_t memory);
  bool too_large() const noexcept { return too_large_; }
  /// For each column of other rows its place here, kNowhere if it has none.
  std::vector<std::uint32_t> places(const ExactRows& rows) const;
  /// Whether a row of these lies in the span; `places`: their columns'. Cost: a product for each entry and column without a pivot. Requires !too_large().
  bool contains(const ExactRows& rows, std::size_t row, const std::vector<std::uint32_t>& places);
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

 private:
  bool has_full_rank() const;
  void reduce(const ExactRows& rows, std::size_t row, const std::vector<std::uint32_t>& places);
  bool add(std::size_t row);

  const ExactRows& rows_;
  std::vector<std::uint32_t> place_;  // of a column among those of the span
  std::uint32_t width_ = 0;
  bool full_ = false, too_large_ = false;
  Integer d_ = 1;
  std::vector<std::uint32_t> free_, pivot_row_;  // the columns without a pivot; of the others the row of the basis
  std::vector<std::vector<Integer>> basis_;
  std::vector<Integer> rest_;
};

}  // namespace novikoff
