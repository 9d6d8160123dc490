// The loops over panels of every CPU level; kernels.cpp chooses among them.
#pragma once

#include <cstddef>

#define NOVIKOFF_DECLARE_PANELS(level)                                                            \
  namespace novikoff::level {                                                                     \
  void panel_product(const double* x, const double* panel, std::size_t d, double* out) noexcept;  \
  void panel_square(const double* x, const double* panel, std::size_t d, double* out) noexcept;   \
  void panel_absolute(const double* x, const double* panel, std::size_t d, double* out) noexcept; \
  void panel_least(const double* x, const double* panel, std::size_t d, double* out) noexcept;    \
  void panel_chi2(const double* x, const double* panel, std::size_t d, double* out) noexcept;     \
  void subtract_tile_product(const double* a, const double* b, double* c) noexcept;               \
  void exp_nonpositive(double a, double* v, std::size_t n) noexcept;                              \
  void affine_power(double g, double c, unsigned degree, double* v, std::size_t n) noexcept;      \
  }

NOVIKOFF_DECLARE_PANELS(baseline)
NOVIKOFF_DECLARE_PANELS(avx2)
NOVIKOFF_DECLARE_PANELS(avx512)

#undef NOVIKOFF_DECLARE_PANELS

namespace novikoff {

/// The loops of one CPU level.
struct PanelKernels {
  using Sums = void (*)(const double*, const double*, std::size_t, double*) noexcept;
  Sums sums[5];  // by PairSum
  void (*subtract_tile_product)(const double*, const double*, double*) noexcept;
  void (*exp_nonpositive)(double, double*, std::size_t) noexcept;
  void (*affine_power)(double, double, unsigned, double*, std::size_t) noexcept;
};
/// Those of the level that was chosen.
const PanelKernels& panel_kernels() noexcept;

}  // namespace novikoff
