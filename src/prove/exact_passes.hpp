// Rows of whole numbers, looked at as large data are.
#pragma once

#include <span>

#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// The rows in their unit and by column: the feature of a value is its column, and the bias coordinate is a column like others. How rows lie does not depend on
/// it. `rows` must outlive it. Memory: 12 bytes a value and 17 a row.
class ExactPasses : public RowsInMemory {
 public:
  /// Whether squares and sums of all values stay well within the range of double.
  static bool possible(const ExactRows& rows);

  /// Requires possible(rows). `threads` ≥ 1.
  ExactPasses(const ExactRows& rows, unsigned threads);
  Result<ExactRows> exact(std::span<const std::uint64_t> wanted) override;

 private:
  const ExactRows& rows_;
};

}  // namespace novikoff
