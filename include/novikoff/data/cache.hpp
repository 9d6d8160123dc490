// Caches: the rows of a data set, written once, read again at the speed of memory (docs/formats.md, Cache).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/label.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff {

/// Whether `path` ("-": standard input) is a regular file that begins as caches do.
bool is_cache(const std::string& path);
/// Whether a cache begins like that.
bool begins_as_cache(std::string_view bytes) noexcept;

/// Where the rows of a cache came from. By size and digest (XXH3, 128 bits) it is seen whether that has changed since.
struct CacheOrigin {
  std::string name;    ///< as the user named it; places of rows say it
  std::string beside;  ///< the path from the cache's folder; empty if it is no regular file
  std::uint64_t size = 0;
  std::array<std::uint64_t, 2> digest{};

  /// What `input` is now, for a cache named `cache`. What is no regular file has only a name. Errors: those of reading it.
  static Result<CacheOrigin> of(const std::string& input, const std::string& cache);
};

/// What is known of a cache without looking at its rows.
struct CacheFacts {
  std::uint64_t bytes = 0, blocks = 0, rows = 0;
  std::uint64_t values = 0, sparse_values = 0;  ///< held; those of sparse rows among them
  std::uint64_t n_features = 0;
  std::vector<std::string> labels;  ///< as first spelled, in order of appearance
  std::vector<std::string> names;   ///< feature columns of a CSV with a header
  std::string label_name;
  std::uint64_t label_column = 0;  ///< of a CSV without a header
  unsigned index_base = 1;
  std::vector<CacheOrigin> origins;
};

/// A source over the cache `path` ("-": standard input, which must be a regular file): the blocks that open_source gives for the text, and keep_text and
/// decimals as there, decimals being spelled anew. `options` are set to what the file decides: index base, and the label column of a CSV without a header.
/// Columns are matched by name as in CSV. Constant memory: a block. Errors: cannot_open, cache_invalid, cache_version_newer, checksum_mismatch, cache_stale,
/// memory_limit; index_base_mismatch, column_missing, column_unknown, field_count, and index_too_large where options and file differ; usage for a --format.
Result<std::unique_ptr<Source>> open_cache(const std::string& path, ReadOptions& options, Labels& labels);
/// The same over bytes, borrowed, which have no origins to be compared with.
Result<std::unique_ptr<Source>> open_cache_bytes(std::string_view bytes, const std::string& name, ReadOptions& options, Labels& labels);

/// Looks at all of the file, every checksum and what every block says, and whether its origins, where they lie as they lay, are what they were. Errors: those
/// of open_cache.
struct CacheCheck {
  CacheFacts facts;
  std::vector<bool> origins_seen;  ///< which of the origins are there, and the same
  std::uint64_t index_bytes = 0, value_bytes = 0, decimal_bytes = 0;
};
Result<CacheCheck> check_cache(const std::string& path, std::uint64_t memory);

/// Writes a cache from rows with their text, in memory that does not depend on their number (but for 32 bytes a block).
class CacheWriter {
 public:
  /// Takes the file's bytes in order.
  using Sink = std::function<Status(std::string_view)>;
  /// `as_written`: values are the decimals written; else the doubles, as if written in their shortest form.
  CacheWriter(Sink sink, bool as_written);
  CacheWriter(CacheWriter&&) noexcept;
  CacheWriter& operator=(CacheWriter&&) noexcept;
  ~CacheWriter();

  /// Rows of a source that keeps text. Errors: those of the sink; number_out_of_range for what exact decimals do not take; usage for more than 65,536 labels.
  Status add(const Block& block);
  /// The rest. `schema`: of the source at its end; `label_column` as CacheFacts has it. An origin for each of the schema's files.
  Status finish(const Schema& schema, std::uint64_t label_column, const std::vector<CacheOrigin>& origins);
  std::uint64_t rows() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novikoff
