// The loops over neighbouring values of every CPU level; kernels.cpp chooses among them.
#pragma once

#include <cstddef>

#define NOVIKOFF_DECLARE_LEVEL(level)                                            \
  namespace novikoff::level {                                                    \
  double dense_dot(const double* x, const double* w, std::size_t n) noexcept;    \
  void dense_axpy(double a, const double* x, double* w, std::size_t n) noexcept; \
  double sparse_sqnorm(const double* x, std::size_t n) noexcept;                 \
  }

NOVIKOFF_DECLARE_LEVEL(baseline)
NOVIKOFF_DECLARE_LEVEL(avx2)
NOVIKOFF_DECLARE_LEVEL(avx512)

#undef NOVIKOFF_DECLARE_LEVEL
