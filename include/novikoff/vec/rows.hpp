// The loop of learning over stored rows: which is the next that needs a step?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "novikoff/core/stored_row.hpp"

namespace novikoff {

/// What rows are measured with: the score s = x·w + bias, and by the sign of y (negative, positive) what it is multiplied with, ±1, and must be above.
struct RowTask {
  const double* weights = nullptr;  ///< one for each feature of the rows
  double bias = 0;
  double sign[2] = {-1, 1};
  double above[2] = {0, 0};  ///< ≥ 0
};

/// The first of `rows` for which sign·s is not above its limit, or not finite; rows.size() if there is none. `score`: its s, as dot(x, w) + bias to the last
/// bit. `y` has one entry, −1 or +1, for each row. Cost: a pass over the rows up to it.
std::size_t first_not_above(std::span<const StoredRow> rows, const std::int8_t* y, const StoredArrays& arrays, const RowTask& task, double& score) noexcept;

}  // namespace novikoff
