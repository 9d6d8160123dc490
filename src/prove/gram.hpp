// Products of rows in a kernel's feature space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "novikoff/core/number.hpp"
#include "novikoff/prove/exact_kernel.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

/// z_i·z_k = y_i·y_k·(K(x_i, x_k) + B²) as whole numbers in one unit, of rows that it borrows.
class Gram {
 public:
  enum class Of {
    values,    ///< K itself; of kernels with exact()
    structure  ///< K' of ExactKernel; of any
  };
  Gram(const ExactRows& rows, const ExactKernel& kernel, Of of);

  const ExactRows& rows() const noexcept { return rows_; }
  std::size_t size() const noexcept { return rows_.size(); }
  const Rational& unit() const noexcept { return unit_; }
  /// z_i·z_k is 0 unless the points are the same, and then ± one number: rows of distinct points are independent.
  bool by_points() const noexcept { return structure_ && (kind_ == ExactKernelKind::rbf || kind_ == ExactKernelKind::laplace); }
  /// Cost: one pass over both rows.
  Integer product(std::size_t i, std::size_t k) const;

 private:
  Integer kernel(std::size_t i, std::size_t k) const;  // y_i·y_k·K in units

  const ExactRows& rows_;
  ExactKernelKind kind_;
  bool structure_;
  unsigned degree_;
  Integer factor_, constant_, scale_, bias2_;  // poly: K is scale·(factor·n + constant)^degree; else factor·n
  Rational unit_ = 1;
};

/// Both ends of z_i·z_k in units of 2^−kPlaces, rounded outward, for any kernel. Our own e^x in whole numbers: Taylor's polynomial after halvings, its
/// remainder and every rounding counted.
class GramIntervals {
 public:
  static constexpr unsigned kPlaces = 96;

  GramIntervals(const ExactRows& rows, const ExactKernel& kernel);
  std::pair<Integer, Integer> product(std::size_t i, std::size_t k) const;

 private:
  std::pair<Integer, Integer> exp_minus(const Integer& p, const Integer& q) const;  // e^(−p/q), p ≥ 0 and q > 0
  std::pair<Integer, Integer> kernel(std::size_t i, std::size_t k) const;

  const ExactRows& rows_;
  std::optional<Gram> exact_;  // of kernels that have one
  ExactKernelKind kind_;
  Integer p_, q_;  // p/q: g in units of the distance; of chi2 the unit itself
  std::pair<Integer, Integer> bias2_;
};

/// z_i·z_k in doubles, all in one unit in which no row is longer than 1: for guesses.
class GramDoubles {
 public:
  GramDoubles(const ExactRows& rows, const ExactKernel& kernel);
  double product(std::size_t i, std::size_t k) const;

 private:
  Scaled value(std::size_t i, std::size_t k) const;

  const ExactRows& rows_;
  std::optional<Gram> exact_;  // of kernels that have one
  ExactKernelKind kind_;
  Scaled step_, bias2_, unit_ = Scaled::of(1);
};

/// The first row with a feature below 0, if the kernel takes none.
std::optional<std::size_t> row_not_defined(const ExactRows& rows, const ExactKernel& kernel);

/// K(x_i, x_i) + B², exactly, for any kernel.
Rational squared_length(const ExactRows& rows, const ExactKernel& kernel, std::size_t i);

/// −1, 0, +1: an order of points, so that equal ones can be found; labels do not matter.
int compare_points(const ExactRows& rows, std::size_t i, std::size_t k);
inline bool same_point(const ExactRows& rows, std::size_t i, std::size_t k) { return i == k || compare_points(rows, i, k) == 0; }
/// That order, for algorithms.
struct BeforeByPoint {
  const ExactRows& rows;
  bool operator()(std::size_t i, std::size_t k) const { return i != k && compare_points(rows, i, k) < 0; }
};

}  // namespace novikoff
