// The rows a search works on: whole numbers as short as positive scaling makes them, and doubles beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

class RowPasses;

/// Rows n_i with z_ij = row_factor_i·column_factor_j·n_ij, both factors > 0 (greatest common divisors): how rows lie does not depend on them.
/// u on these columns is u_j/column_factor_j on the data's, λ on these rows λ_i/row_factor_i.
///
/// Beside each n_ij stands a double n_ij·2^−(column_exponent_j + row_exponent_i), at most 1 in size, rounded or cut to 53 bits (and below 2^−1022 further).
class WorkRows {
 public:
  explicit WorkRows(const ExactRows& rows);

  std::size_t size() const noexcept { return begin_.size() - 1; }
  std::size_t n_columns() const noexcept { return column_factor_.size(); }
  std::size_t n_values(std::size_t row) const noexcept { return begin_[row + 1] - begin_[row]; }
  const std::uint32_t* columns(std::size_t row) const noexcept { return column_.data() + begin_[row]; }
  const double* approximate(std::size_t row) const noexcept { return approximate_.data() + begin_[row]; }
  const Integer& row_factor(std::size_t row) const noexcept { return row_factor_[row]; }
  const Integer& column_factor(std::size_t column) const noexcept { return column_factor_[column]; }
  std::int64_t column_exponent(std::size_t column) const noexcept { return column_exponent_[column]; }
  std::int64_t row_exponent(std::size_t row) const noexcept { return row_exponent_[row]; }

  /// Calls f(column, n_ij) with a std::int64_t or an Integer for each value of a row.
  template <class F>
  void each(std::size_t row, F&& f) const {
    for (std::size_t k = begin_[row]; k < begin_[row + 1]; ++k) {
      if (narrow_.empty())
        f(column_[k], wide_[k]);
      else
        f(column_[k], narrow_[k]);
    }
  }
  /// u·n_i.
  Integer dot(const std::vector<Integer>& u, std::size_t row) const;
  /// u for dot products with `approximate`: u_j·2^column_exponent_j, the largest of them brought below 1.
  std::vector<double> scaled(const std::vector<Integer>& u) const;

 private:
  void approximate();

  std::vector<std::size_t> begin_ = {0};
  std::vector<std::uint32_t> column_;
  std::vector<std::int64_t> narrow_;
  std::vector<Integer> wide_;
  std::vector<double> approximate_;
  std::vector<Integer> row_factor_, column_factor_;
  std::vector<std::int64_t> row_exponent_, column_exponent_;
};

/// m·2^e, below the range of double rounded toward 0.
double scaled_double(const Scaled& value, std::int64_t exponent) noexcept;

/// Asks a search's caller whether to give up, and holds it to its memory, of which there is more once `rows` are released.
class Patience {
 public:
  Patience(const std::function<bool()>& give_up, std::uint64_t memory, RowPasses* rows = nullptr) : give_up_(give_up), memory_(memory), rows_(rows) {}
  bool ended() { return ended_ || (ended_ = give_up_ && give_up_()); }
  bool ended_by(std::uint64_t bytes) { return ended_ || (ended_ = bytes > memory_ && bytes > more_memory()); }
  std::uint64_t memory() const noexcept { return memory_; }
  /// What there is when rows need none.
  std::uint64_t more_memory();

 private:
  const std::function<bool()>& give_up_;
  std::uint64_t memory_;
  RowPasses* rows_;
  bool ended_ = false;
};

/// ‖u‖².
Integer sqnorm(const std::vector<Integer>& u);

}  // namespace novikoff
