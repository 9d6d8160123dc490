// Rows side by side, so that one row is compared with many at once: what kernels are made of. Same bits on every CPU level, compiler and optimisation.
#pragma once

#include <cstddef>
#include <vector>

#include "novikoff/core/example.hpp"

namespace novikoff {

/// What is summed over the features of two rows, ascending from the first feature, one sum from 0: the order depends on nothing else, and a feature that is 0
/// in both rows adds 0. Products and quotients are rounded before they are added.
enum class PairSum {
  product,   ///< Σ x_j·z_j
  square,    ///< Σ (x_j − z_j)²
  absolute,  ///< Σ |x_j − z_j|
  least,     ///< Σ min(x_j, z_j)
  chi2,      ///< Σ 2·x_j·z_j/(x_j + z_j), 0 where both are 0: the smaller times the quotient of the larger and the mean
};

/// The sum for one pair. Cost: a step for each feature that is not 0 in one of them. The plain twin of RowPanels::sums.
double pair_sum(PairSum what, const FeatureView& x, const FeatureView& z) noexcept;

/// The same with x written down with its zeros, for sums to which a feature of one row alone adds 0 (product, and least and chi2 of features that are not
/// negative). Requires x to hold z.width() values. Cost: a step for each value of z.
double pair_sum_with(PairSum what, const double* x, const FeatureView& z) noexcept;

/// Rows of up to `width` features as doubles, 32 rows to a panel, feature by feature.
class RowPanels {
 public:
  static constexpr std::size_t kLanes = 32;

  explicit RowPanels(std::size_t width) : width_(width) {}
  std::size_t size() const noexcept { return size_; }
  std::size_t width() const noexcept { return width_; }
  /// Features beyond the width are left out. Cost: the width, or 33 times it for the first of a panel.
  void append(const FeatureView& x);
  /// Puts `x` in the place of row `row`. Cost: the width.
  void replace(std::size_t row, const FeatureView& x);
  std::size_t memory() const noexcept { return values_.capacity() * sizeof(Lanes); }
  /// Bytes for so many rows, padded to whole panels.
  static std::size_t memory(std::size_t rows, std::size_t width) noexcept { return (rows + kLanes - 1) / kLanes * kLanes * width * sizeof(double); }
  void reserve(std::size_t rows) { values_.reserve(memory(rows, width_) / sizeof(Lanes)); }

  /// sums[k][r] = pair_sum(what, x + k·width, row r) for n rows x of `width` values and the rows r of the panel that begins with row `first`, a multiple of
  /// kLanes. `sums[k]` has room for padded() doubles.
  void sums(PairSum what, const double* x, std::size_t n, std::size_t first, double* const* sums) const noexcept;
  /// The number of rows, up to a whole panel.
  std::size_t padded() const noexcept { return (size_ + kLanes - 1) / kLanes * kLanes; }

 private:
  // A feature of the rows of a panel. A register that is loaded from two cache lines takes twice the time.
  struct alignas(64) Lanes {
    double of[kLanes];
  };
  Lanes* panel(std::size_t row) noexcept { return values_.data() + row / kLanes * width_; }

  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<Lanes> values_;
};

/// v_k ← e^(a·v_k), the product rounded first, for n products that are ≤ 0 (not NaN): within 2^−52 of the true value, relative, where that is at least 2^−1022;
/// below, within 2^−1074. e^0 = 1; below −745.14 it is 0. Our own, because libraries differ in the last bit. Method: v = k·ln 2 + r with |r| ≤ ½·ln 2, ln 2 in
/// two parts (Cody & Waite 1980), the Taylor polynomial of degree 13, whose remainder is below 2^−57.
void exp_nonpositive(double a, double* v, std::size_t n) noexcept;

/// v_k ← (g·v_k + c)^degree, by squarings from the highest bit of the degree on. Requires degree ≥ 1.
void affine_power(double g, double c, unsigned degree, double* v, std::size_t n) noexcept;

/// Every value is finite.
bool all_finite(const double* v, std::size_t n) noexcept;

/// c −= a·bᵀ for tiles of kTile × kTile doubles, column by column: c_ij loses Σ_k a_ik·b_jk, one sum from 0 with k ascending, products rounded before they are
/// added. c is neither a nor b. Cost: 2^18 multiplications. What factorisations of large matrices are made of.
inline constexpr std::size_t kTile = 64;
void subtract_tile_product(const double* a, const double* b, double* c) noexcept;

}  // namespace novikoff
