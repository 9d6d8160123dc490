// How the tests of this room read: everything a source gives, as plain values that can be compared.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/reader.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::reading {

struct Row {
  std::string label;                                       ///< as written (text kept), or the spelling of its id; empty: none
  std::vector<std::pair<std::uint64_t, double>> features;  ///< 0-based
  std::vector<std::string> texts;                          ///< values as written, if kept
  bool dense = false;
  std::uint32_t file = 0;
  std::uint64_t line = 0;

  friend bool operator==(const Row&, const Row&) = default;
};

struct Outcome {
  std::vector<Row> rows;
  std::optional<ErrorInfo> error;
  Schema schema;
};

inline bool operator==(const ErrorInfo& a, const ErrorInfo& b) {
  return a.code == b.code && a.message == b.message && a.where.file == b.where.file && a.where.line == b.where.line && a.where.column == b.where.column &&
         a.hint == b.hint && a.source_line == b.source_line;
}

inline bool operator==(const Outcome& a, const Outcome& b) {
  if (a.error.has_value() != b.error.has_value() || (a.error && !(*a.error == *b.error))) return false;
  return a.rows == b.rows && a.schema.n_features == b.schema.n_features && a.schema.names == b.schema.names;
}

inline std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  for (const Row& row : outcome.rows) {
    out << row.file << ':' << row.line << ' ' << (row.dense ? "dense " : "sparse ") << row.label;
    for (const auto& [index, value] : row.features) out << ' ' << index << ':' << value;
    for (const std::string& text : row.texts) out << " '" << text << '\'';
    out << '\n';
  }
  if (outcome.error) out << to_string(*outcome.error) << " | " << outcome.error->hint << " | " << outcome.error->source_line << '\n';
  return out << outcome.schema.n_features << " features\n";
}

inline Row row_of(const Block& block, std::size_t r, bool text, const Labels& labels) {
  Row row;
  const FeatureView x = block.features(r);
  row.dense = x.dense();
  for (std::size_t k = 0; k < x.size; ++k) {
    if (x.value[k] != 0 || text) row.features.emplace_back(x.dense() ? k : x.index[k], x.value[k]);
    if (text) row.texts.emplace_back(block.value_text(r, k));
  }
  const auto id = static_cast<std::size_t>(block.label(r));
  if (block.label(r) != Labels::kNone) row.label = text ? std::string(block.label_text(r)) : id < labels.all().size() ? labels.all()[id].spelling : "?";
  row.file = block.place(r).file;
  row.line = block.place(r).line;
  return row;
}

/// Reads `source` to its end or error. An error must come again when asked again, an end too.
inline Outcome drain(Source& source, const ReadOptions& options, const Labels& labels, std::size_t max_rows) {
  Outcome outcome;
  for (;;) {
    Result<const Block*> next = source.next(max_rows);
    if (!next) {
      outcome.error = next.error();
      const Result<const Block*> again = source.next(max_rows);
      EXPECT_TRUE(!again && again.error() == *outcome.error);
      break;
    }
    if ((*next)->size() == 0) {
      const Result<const Block*> again = source.next(max_rows);
      EXPECT_TRUE(again && (*again)->size() == 0);
      break;
    }
    EXPECT_LE((*next)->size(), max_rows);
    for (std::size_t r = 0; r < (*next)->size(); ++r) outcome.rows.push_back(row_of(**next, r, options.keep_text, labels));
  }
  outcome.schema = source.schema();
  return outcome;
}

struct How {
  std::size_t chunk = ~std::size_t{0};
  std::size_t max_rows = 100;
  text::Path path = text::Path::fast;
  std::size_t ahead = 0;  // bytes of the pieces that three threads read ahead; 0: no thread reads ahead
};

/// Reads `text` as a file of the given name would be.
inline Outcome read(std::string_view text, const ReadOptions& options = {}, const How& how = {}, Labels labels = Labels::any(),
                    const std::string& name = "t.svm") {
  ReadOptions threaded = options;
  if (how.ahead > 0) threaded.threads = 3;
  Result<std::unique_ptr<Source>> source = text::open_text(memory_bytes(text, how.chunk), name, threaded, labels, how.path, how.ahead);
  if (!source) return {{}, source.error(), {}};
  return drain(**source, options, labels, how.max_rows);
}

inline ReadOptions csv(std::string label = "y") {
  ReadOptions options;
  options.format = Format::csv;
  if (!label.empty()) options.label_name = std::move(label);
  return options;
}

}  // namespace novikoff::reading
