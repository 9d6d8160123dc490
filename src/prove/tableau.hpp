// A matrix of whole numbers that pivots: the exact core of the searches.
#pragma once

#include <cstddef>
#include <vector>

#include "novikoff/prove/integer.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// det·M for a matrix M of fractions with the common denominator det > 0, pivoted without fractions (Edmonds 1967, Bareiss 1968): every entry
/// stays a minor of the data, hence as short as exactness allows.
class Tableau {
 public:
  Tableau(std::size_t n_rows, std::size_t n_columns) : n_rows_(n_rows), n_columns_(n_columns), entries_(n_rows * n_columns) {}

  std::size_t n_rows() const noexcept { return n_rows_; }
  std::size_t n_columns() const noexcept { return n_columns_; }
  const Integer& det() const noexcept { return det_; }
  Integer& at(std::size_t row, std::size_t column) noexcept { return entries_[row * n_columns_ + column]; }
  const Integer& at(std::size_t row, std::size_t column) const noexcept { return entries_[row * n_columns_ + column]; }
  void negate_row(std::size_t row) noexcept;
  /// Adds rows and columns of zeros.
  void extend(std::size_t rows, std::size_t columns);
  /// Removes all rows but these, in this order.
  void keep_rows(const std::vector<std::size_t>& rows);

  /// Brings the column d/det (d as long as there are rows, d_p ≠ 0) to the unit vector e_p: row p is divided by d_p/det, and d_k/det times it taken
  /// from every other row k. Cost: one product or two, and a division, for each entry that changes. False if `patience` ended amid it: the entries are then no
  /// use.
  bool pivot(std::size_t p, const std::vector<Integer>& d, Patience& patience);

 private:
  void combine(Integer* row, const Integer* pivot_row, const Integer& d, const Integer& d_p);

  std::size_t n_rows_, n_columns_;
  std::vector<Integer> entries_;
  Integer det_ = 1;
};

}  // namespace novikoff
