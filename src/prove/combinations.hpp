// Vectors as combinations of independent rows, exactly.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "prove/lifting.hpp"
#include "prove/row_basis.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// A basis and the matrix that its rows are on its columns, or the transpose of that, inverted modulo a prime once for any number of vectors.
struct LiftedBasis {
  /// nullopt if `patience` ended. Cost: Lifting's.
  static std::optional<LiftedBasis> of(const WorkRows& work, RowBasis basis, bool transposed, Patience& patience);

  const WorkRows* work;
  RowBasis basis;
  Lifting lifting;
};

/// Vectors as combinations of the rows z_k of a basis.
class Combinations {
 public:
  /// nullopt if `patience` ended.
  static std::optional<Combinations> of(const WorkRows& work, RowBasis basis, Patience& patience);

  /// Σ_k numerators_k·z_k = denominator·v on all columns, v one entry a column. nullopt if v is not in the span, or `patience` ended.
  std::optional<ExactSolution> solve(const std::vector<Integer>& v, Patience& patience) const;
  const RowBasis& basis() const noexcept { return lifted_.basis; }

 private:
  explicit Combinations(LiftedBasis lifted) : lifted_(std::move(lifted)) {}
  bool adds_up(const ExactSolution& x, const std::vector<Integer>& v) const;

  LiftedBasis lifted_;
};

/// Vectors orthogonal to the rows of a basis.
class Orthogonals {
 public:
  /// nullopt if `patience` ended.
  static std::optional<Orthogonals> of(const WorkRows& work, RowBasis basis, Patience& patience);

  /// u with u·z_k = 0 for the rows of the basis, beside whose columns it is a positive multiple of w. nullopt only if `patience` ended.
  std::optional<std::vector<Integer>> nearest(const std::vector<Integer>& w, Patience& patience) const;

 private:
  explicit Orthogonals(LiftedBasis lifted) : lifted_(std::move(lifted)) {}

  LiftedBasis lifted_;
};

/// The row by column, with zeros.
std::vector<Integer> dense_row(const WorkRows& work, std::uint32_t row);

}  // namespace novikoff
