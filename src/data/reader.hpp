// What every text format's reader offers to the source that drives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "buffer.hpp"
#include "fast_lines.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/core/label.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::text {

/// What readers share with the source that owns them; all outlive the reader.
struct Context {
  const ReadOptions& options;
  Labels& labels;
  Schema& schema;
  Block& block;
  Buffer& buffer;
};

class Reader {
 public:
  virtual ~Reader() = default;

  /// Starts on input number `file` of the schema's files, whose bytes the buffer was just opened on.
  virtual void open(std::uint32_t file) = 0;

  enum class Progress { rows, end };
  /// Adds rows to the block until it has `max_rows`, or it has some and the next is not complete yet, or the input ends.
  /// An error leaves the rows before it in the block.
  virtual Result<Progress> read(std::size_t max_rows) = 0;

  /// What fast lines elsewhere may know by now.
  virtual const Known& known() const noexcept = 0;
  /// The number of the line that comes next.
  virtual std::uint64_t line() const noexcept = 0;
  /// So many lines were read elsewhere.
  virtual void pass_lines(std::uint64_t lines) noexcept = 0;
};

/// Which way rows are parsed: `plain` leaves the fast paths out. Both give the same rows and errors; tests compare them.
enum class Path { fast, plain };

/// The error of a line or record that is longer than the memory limit allows.
ErrorInfo too_long(const Context& context, RowPlace place, const std::string& what);

std::unique_ptr<Reader> make_libsvm_reader(const Context& context, Path path = Path::fast);
std::unique_ptr<Reader> make_csv_reader(const Context& context, Path path = Path::fast);

/// open_source over one stream, with the path chosen; read ahead by options.threads (≥ 2) in pieces of `ahead` bytes, if that is not 0.
Result<std::unique_ptr<Source>> open_text(std::unique_ptr<ByteSource> bytes, const std::string& name, const ReadOptions& options, Labels& labels, Path path,
                                          std::size_t ahead = 0);

}  // namespace novikoff::text
