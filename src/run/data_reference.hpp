// Support vectors that a model names by their rows, when it is loaded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/row_store.hpp"
#include "novikoff/learn/model.hpp"

namespace novikoff {

/// Rows to compare with are laid out in panels, of at most 16 times their values.
inline constexpr std::uint64_t kPanelBytes = 16 * sizeof(double);

/// Appends the row with `value` at `index` (ascending, none 0), dense where that is no longer. Which of the two it is steers the order of sums.
void append_example(RowStore& rows, const std::vector<std::uint32_t>& index, const std::vector<double>& value);

/// Reads the support vectors of `model`, the file `name`, from model.source.data. Errors, which name that file beside the data: cannot_open for data that are
/// not there, those of reading; checksum_mismatch if they are not what they were; model_invalid for a row that its kernel or features do not allow;
/// memory_limit. Cost: a pass over the data.
Status read_support(Model& model, const std::string& name, std::uint64_t memory);

}  // namespace novikoff
