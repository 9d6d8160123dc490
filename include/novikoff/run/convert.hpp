// Rows written again, in one canonical form.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "novikoff/data/source.hpp"

namespace novikoff {

struct ConvertOptions {
  bool csv = false;          ///< CSV, else LIBSVM
  bool binary64 = false;     ///< values as the shortest decimal of the nearest double; else as written
  bool map_labels = false;   ///< LIBSVM: labels as -1 and +1, by the labels of the source
  std::uint64_t memory = 0;  ///< CSV: bytes that the rows may take, for the width is known at the end only
};

/// Takes text; false: nobody wants more.
using Sink = std::function<Result<bool>(std::string_view)>;

/// Writes every row of `source`, which keeps text, and says how many. LIBSVM: ascending indices in the file's index base; zeros left out, except the last of a
/// row that mentions a larger index than any before. CSV: a header, the features, the label last.
/// Errors: the source's; no_rows; label_invalid for a word as a LIBSVM label; memory_limit; those of `write`.
Result<std::uint64_t> convert(Source& source, const Labels& labels, const ConvertOptions& options, const Sink& write);

}  // namespace novikoff
