// Rows of the common form, from complete lines. What they do not expect is left to the reader that owns them or to the one that comes after them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "label_cache.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::text {

/// What a careful reader has found out so far and the fast lines need.
struct Known {
  LabelCache labels;
  // CSV: the columns of input number `file`; none are known before its header was read.
  bool columns = false;
  std::uint32_t file = 0;
  std::size_t label_field = ~std::size_t{0};  // or beyond all fields
  std::vector<std::uint32_t> features;        // of the other fields
  bool in_order = false;                      // they are 0, 1, 2, …
  std::uint64_t version = 0;                  // counts what was found out
};

/// How far a reader has come.
struct Position {
  RowPlace place;
  std::uint64_t n_features = 0;
};

/// Reads nothing but what it is given, so that several can work on several pieces of an input at once.
class FastLines {
 public:
  virtual ~FastLines() = default;

  /// Adds rows to `block` from the lines at `p` on until it has `max_rows`, or comes to `end` (behind a line feed), or to a line that needs a closer
  /// look, of which nothing is added. Returns the start of the next line. The text has kMargin readable bytes on both sides.
  virtual const char* read(const Known& known, const char* p, const char* end, std::size_t max_rows, Block& block, Position& position) = 0;
  /// To be called before text stands where other text stood.
  virtual void moved() noexcept = 0;
};

std::unique_ptr<FastLines> make_libsvm_lines(const ReadOptions& options);
std::unique_ptr<FastLines> make_csv_lines(const ReadOptions& options);

}  // namespace novikoff::text
