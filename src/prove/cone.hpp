// Whether a vector is in the cone of some rows: the linear program behind every verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "prove/row_basis.hpp"
#include "prove/tableau.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// The signs of u·n_i for many rows i.
struct Signs {
  std::optional<std::uint32_t> below;  ///< a row where it is below 0
  std::vector<std::uint32_t> zero;     ///< if there is none: all rows where it is 0, in their order
};

/// Doubles decide where a bound of their error allows it, whole numbers elsewhere. `below` is a row far below 0 relative to its size, or with
/// `first` the first one. No answer if `patience` ended.
Signs signs_of(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, const std::vector<Integer>& u, bool first, Patience& patience);

/// Minimises the sum of a_k subject to Σ λ_i z_i + Σ a_k c_k + (any vector spanned by the rows left out of the start) = target, λ, a ≥ 0, over the rays z_i.
/// The artificial columns c_k are the rows of a basis, each with the sign that makes a_k = |x_k| at the start. Primal simplex method, without fractions; the
/// ray of most negative price enters, the lowest one (Bland 1977) after a number of steps without progress, so that it ends.
class Cone {
 public:
  enum class Answer { inside, outside, ended };
  struct Basic {
    std::uint32_t row;  ///< the column is ±z_row
    bool artificial = true, negative = false;
  };

  /// `inverse`: of the basis, or those rows of it that belong to `basics`; `x`: target = Σ x_k/det·z_k (+ the span of those left out), x_k ≥ 0 where
  /// a basic column is not artificial. The signs of artificial ones are set here.
  Cone(const WorkRows& rows, const std::vector<std::uint32_t>& rays, const RowBasis& basis, const Tableau& inverse, std::vector<Basic> basics,
       const std::vector<Integer>& x);

  /// inside: target is in the cone, basics() and value() say how; outside: normal()·z_i ≥ 0 for all rays, and normal()·target < 0.
  Answer solve(Patience& patience);

  const std::vector<Basic>& basics() const noexcept { return basics_; }
  const Integer& value(std::size_t k) const noexcept { return tableau_.at(k, tableau_.n_columns() - 1); }  ///< times det
  const Coordinates& coordinates() const noexcept { return coordinates_; }
  const Tableau& tableau() const noexcept { return tableau_; }
  /// On all columns, coprime.
  std::vector<Integer> normal() const;
  const std::vector<std::uint32_t>& zero() const noexcept { return zero_; }  ///< the rays with normal()·z_i = 0, once outside
  std::size_t n_pivots() const noexcept { return n_pivots_; }

 private:
  std::size_t leaving(const std::vector<Integer>& d) const;
  std::size_t objective() const noexcept { return basics_.size(); }

  const WorkRows& rows_;
  const std::vector<std::uint32_t>& rays_;
  const RowBasis& basis_;
  Coordinates coordinates_;
  Tableau tableau_;  // B^−1 and, in the last column, the values; in the last row the sum of the artificial ones
  std::vector<Basic> basics_;
  std::vector<std::uint32_t> zero_;
  std::size_t n_pivots_ = 0;
};

/// Divides by the greatest common divisor.
void make_coprime(std::vector<Integer>& u);

}  // namespace novikoff
