// The few loops where the time goes. Same bits on every CPU level, compiler and optimisation.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "novikoff/core/example.hpp"
#include "novikoff/core/number.hpp"

namespace novikoff {

/// Σ x_j·w_j over the row's features, in the fixed summation tree of the row's form:
/// dense: lane l sums features j ≡ l (mod 8) in order, result ((0+4)+(2+6)) + ((1+5)+(3+7)) (lane numbers);
/// sparse: lane l sums the non-zeros number k ≡ l (mod 4) in order, result (0+2) + (1+3).
/// Products are rounded before they are added (no fused multiply-add).
/// Requires `w` to have x.width() entries. May overflow to ±infinity or NaN, or underflow: see scaled_dot. Cost: one pass.
double dot(const FeatureView& x, const double* w) noexcept;

/// w_j ← w_j + a·x_j over the row's features, product rounded first. Requires as dot.
void axpy(double a, const FeatureView& x, double* w) noexcept;

/// Σ x_j², in the tree of dot. Overflows to infinity, underflows to 0: see scaled_sqnorm.
double sqnorm(const FeatureView& x) noexcept;

/// Σ w_j² over the features of the row, in the tree of dot. Requires as dot.
double sqnorm_at(const FeatureView& x, const double* w) noexcept;

/// x·w where dot overflows or underflows: every product is taken with its own exponent, and the sum is of products scaled by
/// one power of two, so that the largest is near 1. `sign_known` is false if terms were lost beside a sum of 0, or if a weight is not finite.
struct ScaledDot {
  Scaled value;
  bool sign_known = true;
};
ScaledDot scaled_dot(const FeatureView& x, const double* w, double bias, double bias_weight) noexcept;

/// ‖x‖² without overflow or underflow.
Scaled scaled_sqnorm(const FeatureView& x) noexcept;

/// The instruction sets that there are kernels for, from the least on.
inline constexpr std::array<std::string_view, 3> kKernelIsas{"baseline", "avx2", "avx512"};

/// The one of them that the kernels run on. Chosen once, at the first use, as the best the CPU has; the environment variable NOVIKOFF_ISA forces a lower
/// one (any other text there does nothing).
std::string_view kernel_isa() noexcept;

}  // namespace novikoff
