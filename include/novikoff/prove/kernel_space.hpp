// Proofs about rows in a kernel's feature space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/prove/errors.hpp"
#include "novikoff/prove/exact_kernel.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "novikoff/prove/margin.hpp"
#include "novikoff/prove/separation.hpp"

namespace novikoff {

/// What separate, find_errors and max_margin are for rows as they are, for the rows z_i = y_i·(φ(x_i), B) of a kernel. Certificates have that kernel: their u
/// is a combination of rows.
///
/// How rows lie is found from the products with a set T of rows that span all: u = Σ a_t z_t has u·z_i = Σ a_t z_t·z_i, and Σ λ_i z_i = 0 iff all
/// Σ λ_i z_i·z_t are 0. So the rows (z_i·z_t)_t, whole numbers, are given to the same searches. T is found modulo a prime; that it spans all is not taken for
/// granted, but left to the checker of what comes out. A perceptron in doubles may find a separator at once. Of kernels whose φ(x) are independent nothing need
/// be searched: rows lie apart but for points with both labels.
class KernelSpace {
 public:
  /// Borrows the rows, of which row_not_defined finds none.
  KernelSpace(const ExactRows& rows, ExactKernel kernel);

  /// The first row that the kernel takes not: one with a feature below 0.
  static std::optional<std::size_t> row_not_defined(const ExactRows& rows, const ExactKernel& kernel);
  /// R², the largest K(x, x) + B².
  Rational max_sqnorm() const;

  /// Cost: z_i·z_t for all rows and T, |T|² operations a row for T itself, and a search in |T| columns. The interval of the margin is coarse.
  Separation separate(const SearchOptions& options);
  /// `separation`: the one that separate gave.
  ErrorsFound find_errors(const Separation& separation, const ErrorsOptions& options);
  /// γ* of rows that separate found separable, as max_margin; of kernels that are not exact() always an interval, proved in interval arithmetic, and nullopt if
  /// doubles find no hyperplane whose margin is proved to be above 0, as where γ* is too small for them. A search that had to end leaves an interval.
  /// Cost: a Cholesky factor of the Gram matrix in doubles, r²·N operations for its rank r; then as max_margin, with a product of rows for each row and row of
  /// λ.
  std::optional<Certificate> max_margin(const MarginOptions& options);

 private:
  Certificate certificate(Claim claim, Verdict verdict) const;
  std::optional<Separation> separable_at_once(const SearchOptions& options);
  Separation separable(Certificate c);
  Separation of_points(Claim claim);
  ErrorsFound errors_of_points(bool bracket) const;
  ErrorsFound no_errors(const Separation& separation, bool bracket) const;

  const ExactRows& rows_;
  ExactKernel kernel_;
  std::optional<ExactRows> columns_;                           // (z_i·z_t)_t, once made
  std::vector<std::pair<std::uint64_t, Rational>> separator_;  // that separate found
};

}  // namespace novikoff
