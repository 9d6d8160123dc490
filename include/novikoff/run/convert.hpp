// Rows written again, in one canonical form.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/data/source.hpp"

namespace novikoff {

enum class ConvertTo { libsvm, csv, cache };

struct ConvertOptions {
  ConvertTo to = ConvertTo::libsvm;
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

/// Writes the rows of `source`, which was opened on `inputs` with `reading` and keeps text, as a cache (docs/formats.md) that is to be named `output`; says how
/// many. Errors: the source's; no_rows; those of CacheWriter; read_failed if an input changed meanwhile; those of `write`.
Result<std::uint64_t> convert_to_cache(Source& source, const std::vector<std::string>& inputs, const ReadOptions& reading, const std::string& output,
                                       const ConvertOptions& options, const Sink& write);

}  // namespace novikoff
