// The loops over stored rows of every CPU level; kernels.cpp chooses among them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace novikoff {

struct StoredRow;
struct StoredArrays;
struct RowTask;
struct RowLearner;
struct RowStep;

}  // namespace novikoff

#define NOVIKOFF_DECLARE_ROWS(level)                                                                                                                  \
  namespace novikoff::level {                                                                                                                         \
  double sparse_sqnorm_at(const std::uint32_t* index, std::size_t n, const double* w) noexcept;                                                       \
  std::size_t first_not_above(const StoredRow* rows, const std::int8_t* y, std::size_t n, const StoredArrays& arrays, const RowTask& task,            \
                              double* score) noexcept;                                                                                                \
  std::size_t learn_rows(const StoredRow* rows, const std::int8_t* y, std::size_t n, const StoredArrays& arrays, RowLearner& learner, RowStep* steps, \
                         std::size_t most, std::size_t* taken) noexcept;                                                                              \
  }

NOVIKOFF_DECLARE_ROWS(baseline)
NOVIKOFF_DECLARE_ROWS(avx2)
NOVIKOFF_DECLARE_ROWS(avx512)

#undef NOVIKOFF_DECLARE_ROWS
