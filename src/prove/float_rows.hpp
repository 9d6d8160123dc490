// The rows in doubles, all in one unit: what is asked of geometry, which scaling changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// z_ij·2^−exponent of an ExactRows, which it borrows: at most 1 in size, cut to 53 bits and below 2^−1022 further.
class FloatRows {
 public:
  explicit FloatRows(const ExactRows& rows);

  const ExactRows& exact() const noexcept { return rows_; }
  std::size_t size() const noexcept { return rows_.size(); }
  std::size_t n_columns() const noexcept { return rows_.n_columns(); }
  ExactRow<double> row(std::size_t row) const noexcept { return {column_[row], value_.data() + begin_[row], begin_[row + 1] - begin_[row]}; }
  double dot(const std::vector<double>& v, std::size_t row) const noexcept;
  double sqnorm(std::size_t row) const noexcept;

 private:
  const ExactRows& rows_;
  std::vector<std::size_t> begin_ = {0};
  std::vector<const std::uint32_t*> column_;
  std::vector<double> value_;
};

/// Among all rows the first with the least u·z_i, exactly.
struct Lowest {
  std::uint32_t row = 0;
  Integer product;
};
/// Doubles rule rows out where a bound of their error allows it, whole numbers decide among the rest. nullopt if `patience` ended.
std::optional<Lowest> lowest(const FloatRows& rows, const std::vector<Integer>& u, Patience& patience);

/// u·z_i.
Integer exact_dot(const ExactRows& rows, const std::vector<Integer>& u, std::size_t row);

}  // namespace novikoff
