// Where examples come from: text in several formats, plain or compressed, files or standard input, memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/label.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/bytes.hpp"

namespace novikoff {

enum class Format { libsvm, csv, tsv };

/// The format that a file's name says (its extension, under .gz and .zst): csv, tsv, else libsvm.
Format format_of(std::string_view name) noexcept;

/// How an input is to be read. Every field is an option of the command line.
struct ReadOptions {
  std::optional<Format> format;                    ///< unset: by the file's extension under .gz/.zst, else LIBSVM
  unsigned index_base = 1;                         ///< LIBSVM: number of the first feature, 0 or 1
  bool index_base_said = false;                    ///< it was chosen, by a person or a model: a cache must agree with it
  std::optional<std::string> label_name;           ///< CSV: header name of the label column
  std::uint64_t label_column = 0;                  ///< CSV: 1-based number of the label column; 0: not said
  bool header = true;                              ///< CSV: the first record names the columns
  char delimiter = 0;                              ///< CSV: 0 means ',' for csv and TAB for tsv
  bool labels_optional = false;                    ///< rows (and a CSV label column) may lack labels: predict, online
  bool keep_text = false;                          ///< blocks keep values and labels as written, and explicit zeros
  bool decimals = false;                           ///< values need not fit a double (they are then 0 or ±infinity beside their text)
  std::uint64_t memory = std::uint64_t{4} << 30U;  ///< what the input may make the reader allocate, in bytes
  unsigned threads = 1;                            ///< above 1: files are read ahead, by this many threads and one that reads; changes no row and no error
  std::uint64_t n_features = 0;                    ///< --features N: a larger index is an error; 0: not said
  std::vector<std::string> columns;                ///< CSV: feature columns of a model, to be matched by name; empty: the file decides
  std::uint64_t column_count = 0;                  ///< CSV without a header: feature columns of a model without names; 0: the file decides
  std::uint64_t unlabelled_count = 0;              ///< CSV with labels_optional, none of whose columns is said to be the label: with so many it has none
  std::vector<std::string> ignored;                ///< CSV: columns of the header that are neither label nor feature; each must be there
  std::vector<std::string> ignored_if_there;       ///< the same of a model: any of them may be missing, and none is if it is said to be the label
};

/// What is known of the columns. Grows while a source is read.
struct Schema {
  std::uint64_t n_features = 0;    ///< largest index mentioned so far, zeros included, + 1 with base 0; at least --features
  std::vector<std::string> names;  ///< CSV with a header: the feature columns in order; else empty
  std::string label_name;          ///< CSV with a header: the label column's name; else empty
  unsigned index_base = 1;
  std::vector<std::string> files;  ///< inputs as the user named them, "stdin" for standard input
};

/// What to do if a header that named these columns was none, for a hint: a name among them looks like a value. "" if none does.
std::string header_hint(const std::vector<std::string>& names);
/// `error` with that hint behind its own: the row that is missed may have been taken for the header.
ErrorInfo with_header_hint(ErrorInfo error, const std::vector<std::string>& names);

class CacheFile;

/// A stream of rows. Blocks stay valid until the next call. Not thread-safe.
class Source {
 public:
  virtual ~Source() = default;

  /// The next 1 … max_rows rows; an empty block at the end.
  /// A complete line is enough for its row: nothing waits for the bytes of the next one.
  /// Rows before an erroneous one are delivered first, then the error, again and again.
  /// The rows and the error depend on the bytes alone, not on how reads cut them.
  virtual Result<const Block*> next(std::size_t max_rows) = 0;
  virtual const Schema& schema() const noexcept = 0;
  /// The cache whose rows these are, unchanged, if they come from one: they can then be looked at again without holding them.
  virtual std::shared_ptr<CacheFile> cache() const { return nullptr; }
};

/// A source over the named inputs, one after the other ("-": standard input). Labels are interned in `labels`, which must
/// outlive the source. Each file's header, byte-order mark, compression and line numbers are its own.
/// Errors: cannot_open at once for a file that cannot be opened; everything else from next().
Result<std::unique_ptr<Source>> open_source(const std::vector<std::string>& files, const ReadOptions& options, Labels& labels);

/// The same over bytes already at hand or produced by `bytes` (embedded sets, tests, fuzzing), which with several threads is read by another one and must
/// never make it wait long. `name` stands for the file in errors and decides the format as a
/// file's would.
Result<std::unique_ptr<Source>> open_source(std::unique_ptr<ByteSource> bytes, const std::string& name, const ReadOptions& options, Labels& labels);

}  // namespace novikoff
