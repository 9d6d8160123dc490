// How large searches are cut into pools, apart from their interface: so that small data can be made to take the same ways.
#pragma once

#include "novikoff/prove/large.hpp"

namespace novikoff {

/// 0: what suits the number of columns.
struct LargeTuning {
  std::size_t pool_rows = 0;       ///< drawn at first
  std::size_t worst_per_part = 0;  ///< that join after a pass
  bool doubles = true;             ///< false: whole numbers from the start
};

/// separate(ExactRows) without pools: in floating point some quick guesses, then whole numbers.
Separation separate_without_pools(const ExactRows& rows, const SearchOptions& options);

Result<Separation> separate(RowPasses& rows, const SearchOptions& options, const LargeTuning& tuning);
Result<Certificate> max_margin(RowPasses& rows, const Certificate& separator, const MarginOptions& options, const LargeTuning& tuning);

}  // namespace novikoff
