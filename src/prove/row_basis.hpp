// Linearly independent rows, and the exact inverse of the matrix they are.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "prove/tableau.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// Rows and as many columns; for every k the first k rows are linearly independent in the first k columns.
struct RowBasis {
  std::vector<std::uint32_t> rows, columns;
};

/// Chosen greedily from `candidates`, in their order. Found modulo a prime: independent it is, but for an unlucky prime a row may lie outside its span
/// (outside_span tells). Cost: rank·n_columns for each candidate at most, in machine words. Empty if `patience` ended.
RowBasis find_basis(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, Patience& patience);

/// Which columns j have e_j outside the span of the basis for certain: they are outside modulo the prime, where the basis is independent too.
std::vector<bool> certainly_outside(const WorkRows& rows, const RowBasis& basis, Patience& patience);

/// The inverse of the basis: det·M with Σ_k M_kj z_k = e_j on the columns of the basis; z_k the rows of the basis. nullopt if `patience` ended.
std::optional<Tableau> invert(const WorkRows& rows, const RowBasis& basis, Patience& patience);

/// Which coordinate of a basis a column is.
class Coordinates {
 public:
  Coordinates(const RowBasis& basis, std::size_t n_columns);
  /// d_k = Σ_j tableau_kj·z_j over the coordinates, for all rows of the tableau.
  std::vector<Integer> image(const Tableau& tableau, const WorkRows& rows, std::uint32_t row) const;
  bool all() const noexcept { return all_; }  ///< every column is a coordinate
  std::optional<std::size_t> of(std::uint32_t column) const noexcept;

 private:
  std::vector<std::uint32_t> of_;
  bool all_;
};

/// A row of `candidates` that is not in the span of the basis, and a column that shows it; nullopt if there is none, or `patience` ended.
std::optional<std::pair<std::uint32_t, std::uint32_t>> outside_span(const WorkRows& rows, const RowBasis& basis, const Tableau& inverse,
                                                                    const std::vector<std::uint32_t>& candidates, Patience& patience);

}  // namespace novikoff
