// Models of the dual space that name their support vectors as rows of the data they were learned from, and hold no copies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/learn/model.hpp"
#include "novikoff/run/options.hpp"

namespace novikoff {

/// Whether --support can be as asked: reference needs a run in the dual space, in doubles, over all rows of files (or an embedded set) that can be read again.
/// Error: usage.
Status check_support(const Arguments& arguments, const LearnerSpec& spec);

/// What a model says of `data`, all rows of `inputs`. Cost: a pass over the rows, for their digest.
DataReference data_reference(const std::vector<std::string>& inputs, const ReadOptions& reading, const Dataset& data);

/// From here on the file of `model`, which train made from these data, names its support vectors: they are `rows`.
void refer_to(const DataReference& data, std::vector<std::uint64_t> rows, Model& model);

/// The format called `word`.
std::optional<Format> format_named(std::string_view word) noexcept;

/// Columns, label column and index base of data that are to be read as `source` was; a label column that `options` say stays.
void read_as(const Provenance& source, ReadOptions& options);

/// What only the options know of how a model's data were read: where the label stands in a CSV without a header, which columns were ignored.
void note_reading(const ReadOptions& options, Provenance& source);
/// The latter alone, none of which is a feature or the label of `source`.
void note_ignored(const ReadOptions& options, Provenance& source);

}  // namespace novikoff
