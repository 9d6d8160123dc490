// How a RowStore keeps its rows, for loops over many of them.
#pragma once

#include <cstdint>

namespace novikoff {

/// Where a row stands in the arrays of a RowStore.
struct StoredRow {
  std::uint32_t size = 0;
  std::uint32_t value = 0, index = 0;  ///< in their chunks
  std::uint16_t value_chunk = 0, index_chunk = kDense;
  static constexpr std::uint16_t kDense = 0xffff;  ///< as index_chunk: a dense row
};
/// Their chunks.
struct StoredArrays {
  const double* const* values = nullptr;
  const std::uint32_t* const* indices = nullptr;
  /// What is to be read next lies so many bytes behind the indices that are read now, modulo the address space: those some rows further on, unless these rows
  /// are still to be decoded from elsewhere.
  std::uintptr_t ahead = 2048;
};

}  // namespace novikoff
