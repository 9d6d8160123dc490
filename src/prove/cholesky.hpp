// Positive definite or not: the factorisation of a large dense symmetric matrix in doubles, with a bound of its error.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "novikoff/vec/panels.hpp"

namespace novikoff {

/// The lower triangle of a symmetric matrix, in tiles of kTile × kTile: n²/2 doubles and some.
class TiledMatrix {
 public:
  explicit TiledMatrix(std::size_t n);
  /// Bytes that a matrix of this size takes.
  static double memory(std::size_t n) noexcept;

  std::size_t size() const noexcept { return n_; }
  /// Entry (i, j), j ≤ i; those with the same j and i in one tile stand one behind the other.
  double& at(std::size_t i, std::size_t j) noexcept { return tile(i / kTile, j / kTile)[(j % kTile) * kTile + i % kTile]; }

  /// Replaces the matrix H by its Cholesky factor; false if a pivot is not above 0. Where it is true, no eigenvalue of H is below −kRounding(n)·trace(H), trace
  /// of the n pivots' own entries: R̂ᵀR̂ = H + E with |E| ≤ γ_{n+1}·|R̂ᵀ||R̂|, whatever the order of the sums, so ‖E‖ ≤ γ_{n+1}/(1 − γ_{n+1})·trace(H), γ_k =
  /// ku/(1 − ku) (Higham 2002, theorem 10.3 and lemma 8.4; Rump 2006). Does not depend on threads. Cost: n³/3 multiplications.
  bool factorise(unsigned threads);
  /// Above γ_{n+1}/(1 − γ_{n+1}) for n < 2^40.
  static double rounding(std::size_t n) noexcept { return 1.01 * (static_cast<double>(n) + 2) * 0x1p-53; }

 private:
  double* tile(std::size_t row, std::size_t column) noexcept { return tiles_.data() + (row * (row + 1) / 2 + column) * kTile * kTile; }
  void subtract(std::size_t row, std::size_t column) noexcept;
  bool factorise_diagonal(std::size_t column) noexcept;
  void solve(std::size_t row, std::size_t column) noexcept;

  std::size_t n_, n_tiles_;
  std::vector<double> tiles_;
};

}  // namespace novikoff
