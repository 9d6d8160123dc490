// The columns in which rows have most of their values, taken together: part of a preconditioner.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "prove/near_rows.hpp"

namespace novikoff {

/// The Gram matrix of a few columns over some of the rows, as its Cholesky factor.
class ColumnBlock {
 public:
  static constexpr std::size_t kMost = 64;   // columns
  static constexpr std::size_t kStride = 8;  // of rows: a sample is enough

  using Gram = std::array<double, kMost * kMost>;

  /// The columns of the largest squared norms.
  void choose(const std::vector<double>& squares);
  /// Adds Σ z zᵀ over every kStride-th of these rows to `gram`.
  void add(const NearRows::Part& rows, Gram& gram) const;
  /// Takes the sum of these matrices, scaled so that its diagonal is that of `squares`.
  void factorise(const std::vector<Gram>& grams, const std::vector<double>& squares);
  void clear() noexcept { factor_.clear(); }
  /// Lets `others` change `values`, but for the block's entries, which become what solves its equations; without a factor they are `others`' too.
  template <class F>
  void solve(std::vector<double>& values, const F& others) const {
    std::array<double, kMost> block{};
    for (std::size_t k = 0; k < columns_.size(); ++k) block[k] = values[columns_[k]];
    others();
    if (factor_.empty()) return;
    solve(block);
    for (std::size_t k = 0; k < columns_.size(); ++k) values[columns_[k]] = block[k];
  }

 private:
  void solve(std::array<double, kMost>& x) const noexcept;

  std::vector<std::size_t> columns_;
  std::vector<std::uint8_t> slot_;  // of each column: its place in the block and 1, or 0
  std::vector<double> factor_;
};

}  // namespace novikoff
