// Reads one input in every way there is and aborts if any two disagree.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/reader.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::differential {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// Everything that a source says, as text to compare; what a row must be is checked on the way.
inline std::string all_of(Source& source, const ReadOptions& options, const Labels& labels, std::size_t max_rows) {
  std::string out;
  for (;;) {
    const Result<const Block*> next = source.next(max_rows);
    if (!next) {
      const ErrorInfo& error = next.error();
      require(!error.message.empty() && error.code != ErrorCode::internal, "an internal error");
      return out + to_string(error) + error.hint + '\n' + error.source_line;
    }
    const Block& block = **next;
    if (block.size() == 0) break;
    require(block.size() <= max_rows, "too many rows");
    for (std::size_t r = 0; r < block.size(); ++r) {
      const FeatureView x = block.features(r);
      out += std::to_string(block.place(r).line) + ' ' + std::to_string(block.label(r)) + (x.dense() ? 'd' : 's');
      require(block.label(r) == Labels::kNone || labels.all().empty() || static_cast<std::size_t>(block.label(r)) < labels.all().size(),
              "a label that is none");
      std::size_t non_zeros = 0;
      for (std::size_t k = 0; k < x.size; ++k) {
        require(std::isfinite(x.value[k]) || options.decimals, "a value is not finite");
        require(x.dense() || k == 0 || x.index[k - 1] < x.index[k], "indices do not increase");
        non_zeros += x.value[k] != 0;
        out += ' ' + std::to_string(x.dense() ? k : x.index[k]) + ':' + std::to_string(std::bit_cast<std::uint64_t>(x.value[k]));
        if (options.keep_text) out += std::string("=") + std::string(block.value_text(r, k));
      }
      if (options.keep_text) {
        out += '|' + std::string(block.label_text(r));
      } else {
        require(x.dense() == (2 * non_zeros >= x.width()), "the form is not canonical");
        require(x.dense() || non_zeros == x.size, "a zero is stored");
        require(x.size == 0 || x.value[x.size - 1] != 0, "a zero stands last");
      }
      require(x.width() <= source.schema().n_features, "more features than counted");
      out += '\n';
    }
  }
  out += std::to_string(source.schema().n_features);
  for (const std::string& name : source.schema().names) out += ',' + name;
  return out;
}

inline std::string read(std::string_view bytes, std::size_t chunk, text::Path path, const ReadOptions& options, Labels labels, std::size_t max_rows,
                        std::size_t ahead = 0) {
  const Result<std::unique_ptr<Source>> source = text::open_text(memory_bytes(bytes, chunk), "fuzz", options, labels, path, ahead);
  return source ? all_of(**source, options, labels, max_rows) : "refused: " + to_string(source.error());
}

/// The plain path over the whole input is the truth; the fast path, other cuts and threads must tell the same.
inline void compare(std::string_view bytes, const ReadOptions& options, const Labels& labels) {
  const std::string truth = read(bytes, ~std::size_t{0}, text::Path::plain, options, labels, 1000);
  require(read(bytes, ~std::size_t{0}, text::Path::fast, options, labels, 3) == truth, "the fast path reads otherwise");
  require(read(bytes, 1, text::Path::fast, options, labels, 1000) == truth, "cut to bytes it reads otherwise");
  require(read(bytes, 1 + bytes.size() / 3, text::Path::fast, options, labels, 1) == truth, "cut in three it reads otherwise");
  ReadOptions threaded = options;
  threaded.threads = 2;
  require(read(bytes, ~std::size_t{0}, text::Path::fast, threaded, labels, 2, 30) == truth, "read ahead in thirties it reads otherwise");
  require(read(bytes, 7, text::Path::plain, options, labels, 2) == truth, "cut in sevens the plain path reads otherwise");
}

/// Labels for a choice of fuzzed bits.
inline Labels labels_for(unsigned choice) {
  switch (choice % 4) {
    case 0:
      return Labels::collect();
    case 1:
      return Labels::sign();
    case 2:
      return Labels::fixed("-1", "1");
    default:
      return Labels::any();
  }
}

}  // namespace novikoff::differential
