// A kernel as proofs know it: its numbers are exact.
#pragma once

#include <optional>
#include <string_view>

#include "novikoff/prove/integer.hpp"

namespace novikoff {

enum class ExactKernelKind { poly, rbf, laplace, intersection, chi2 };

/// K(x, z) = φ(x)·φ(z): poly (g⟨x, z⟩ + c)^degree; rbf exp(−g‖x − z‖²); laplace exp(−g‖x − z‖₁); intersection Σ min(x_j, z_j) and chi2
/// Σ 2x_j·z_j/(x_j + z_j), both for features that are not negative. Rows are z_i = y_i·(φ(x_i), B), so that z_i·z_k = y_i·y_k·(K(x_i, x_k) + B²).
///
/// What depends on no more than which combinations of rows are 0 (which side of hyperplanes they can lie on, conflicts, fewest errors) is the same for any
/// other map φ' with the same vanishing combinations: φ(x_i) ↦ φ'(x_i) is then a linear isomorphism of what they span. For these kernels there is one whose
/// products are whole numbers (`structure`):
/// - rbf, laplace: φ of distinct points are linearly independent, for the Fourier transforms of e^(−g·t²) and e^(−g|t|) are positive (Bochner; Wendland 2005,
///   Theorem 6.11). So K'(x, z) = 1 if x = z, else 0, and z_i·z_k = y_i·y_k·K', whatever B.
/// - intersection, chi2: φ is made of one map for each feature, which is 0 at 0 and at distinct values above 0 linearly independent: min(s, t) is the product
/// of
///   the functions that are 1 on [0, s) and on [0, t), and 2st/(s + t) that of √2·s·e^(−sv) and √2·t·e^(−tv), v > 0. So K'(x, z) is the number of features
///   that have the same value above 0 in both.
/// - poly: K' = K, which is a fraction.
struct ExactKernel {
  ExactKernelKind kind = ExactKernelKind::poly;
  Rational gamma = 1;   ///< g > 0: poly, rbf, laplace
  Rational coef0 = 1;   ///< c ≥ 0: poly
  unsigned degree = 2;  ///< 1 … kMaxDegree: poly

  static constexpr unsigned kMaxDegree = 1000;

  /// φ of distinct points are linearly independent.
  bool independent() const noexcept { return kind == ExactKernelKind::rbf || kind == ExactKernelKind::laplace; }
  bool needs_nonnegative() const noexcept { return kind == ExactKernelKind::intersection || kind == ExactKernelKind::chi2; }
  bool has_gamma() const noexcept { return kind == ExactKernelKind::poly || independent(); }
  /// Values are whole numbers in one unit: margins are exact. Of the others they are proved in interval arithmetic.
  bool exact() const noexcept { return kind == ExactKernelKind::poly || kind == ExactKernelKind::intersection; }

  friend bool operator==(const ExactKernel&, const ExactKernel&) = default;
};
std::string_view name(ExactKernelKind) noexcept;
std::optional<ExactKernelKind> exact_kernel_named(std::string_view) noexcept;

}  // namespace novikoff
