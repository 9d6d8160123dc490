#include "novikoff/run/convert.hpp"

#include <algorithm>

#include "novikoff/core/number.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kRowsAtOnce = 1024;

// A value that rounds to 0 is not 0 as written.
bool is_zero(const Block& block, std::size_t row, std::size_t k, const ConvertOptions& options) {
  if (block.features(row).value[k] != 0) return false;
  if (options.binary64) return true;
  const auto decimal = parse_decimal(block.value_text(row, k));
  return decimal && decimal->digits.empty();
}

void append_value(std::string& out, const Block& block, std::size_t row, std::size_t k, const ConvertOptions& options) {
  const double value = block.features(row).value[k];
  if (options.binary64)
    append_text(out, value == 0 ? 0 : value);
  else
    out += block.value_text(row, k);
}

std::uint64_t index_of(const FeatureView& x, std::size_t k) { return x.dense() ? k : x.index[k]; }

Place place_of(const Source& source, const Block& block, std::size_t row) {
  const RowPlace place = block.place(row);
  const Schema& schema = source.schema();
  return {place.file < schema.files.size() ? schema.files[place.file] : std::string{}, place.line, 0};
}

ErrorInfo no_rows(const Source& source) {
  ErrorInfo error;
  error.code = ErrorCode::no_rows;
  error.message = "no rows";
  if (!source.schema().files.empty()) error.where.file = source.schema().files.front();
  return error;
}

class LibsvmWriter {
 public:
  LibsvmWriter(const Source& source, const Labels& labels, const ConvertOptions& options) : source_(source), labels_(labels), options_(options) {}

  Status append(const Block& block, std::size_t row, std::string& out) {
    const std::string_view label = block.label_text(row);
    if (options_.map_labels)
      out += labels_.y(block.label(row)) > 0 ? "+1" : "-1";
    else if (is_number(label))
      out += label;
    else
      return ErrorInfo{ErrorCode::label_invalid,
                       "the label \"" + std::string(label) + "\" is a word, and LIBSVM text, which is written, has numbers for labels",
                       place_of(source_, block, row),
                       "say which word is -1 and which is +1: --labels NEG,POS; or keep the words: --to csv",
                       {}};
    const FeatureView x = block.features(row);
    for (std::size_t k = 0; k < x.size; ++k) {
      const bool widens = k + 1 == x.size && index_of(x, k) >= width_;
      if (is_zero(block, row, k, options_) && !widens) continue;
      out += ' ' + std::to_string(index_of(x, k) + source_.schema().index_base) + ':';
      append_value(out, block, row, k, options_);
    }
    if (x.size > 0) width_ = std::max(width_, index_of(x, x.size - 1) + 1);
    // Of a cache, which holds no zeros but knows how far they made the data widen.
    if (const std::uint64_t width = block.n_features(row); width > width_) {
      out += ' ' + std::to_string(width - 1 + source_.schema().index_base) + ":0";
      width_ = width;
    }
    out += '\n';
    return {};
  }

 private:
  const Source& source_;
  const Labels& labels_;
  const ConvertOptions& options_;
  std::uint64_t width_ = 0;
};

Result<std::uint64_t> to_libsvm(Source& source, const Labels& labels, const ConvertOptions& options, const Sink& write) {
  LibsvmWriter writer(source, labels, options);
  std::string out;
  for (std::uint64_t rows = 0;;) {
    const Result<const Block*> block = source.next(kRowsAtOnce);
    if (!block) return block.error();
    if ((*block)->size() == 0) {
      if (rows == 0) return no_rows(source);
      return rows;
    }
    rows += (*block)->size();
    out.clear();
    for (std::size_t row = 0; row < (*block)->size(); ++row)
      if (Status done = writer.append(**block, row, out); !done) return done.error();
    const Result<bool> more = write(out);
    if (!more) return more.error();
    if (!*more) return rows;
  }
}

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

// Rows waiting until the width is known: one arena of text, and where each cell ends in it.
class CsvRows {
 public:
  bool add(const Block& block, std::size_t row, const ConvertOptions& options) {
    const FeatureView x = block.features(row);
    for (std::size_t k = 0; k < x.size; ++k) {
      if (is_zero(block, row, k, options)) continue;
      append_value(text_, block, row, k, options);
      cells_.push_back({index_of(x, k), text_.size()});
    }
    text_ += quoted(block.label_text(row));
    cells_.push_back({kLabel, text_.size()});
    return text_.capacity() + cells_.capacity() * sizeof(Cell) <= options.memory;
  }

  /// The next row of `width` features, or false behind the last.
  bool next(std::uint64_t width, std::string& out) {
    if (cell_ == cells_.size()) return false;
    std::uint64_t column = 0;
    for (; cells_[cell_].index != kLabel; ++cell_) {
      for (; column < cells_[cell_].index; ++column) out += "0,";
      out += take() + ',';
      ++column;
    }
    for (; column < width; ++column) out += "0,";
    out += take() + '\n';
    ++cell_;
    return true;
  }

 private:
  struct Cell {
    std::uint64_t index;
    std::size_t end;
  };
  static constexpr std::uint64_t kLabel = ~std::uint64_t{0};
  std::string take() {
    const std::size_t begin = begin_;
    begin_ = cells_[cell_].end;
    return text_.substr(begin, begin_ - begin);
  }

  std::string text_;
  std::vector<Cell> cells_;
  std::size_t cell_ = 0, begin_ = 0;
};

std::string csv_header(const Schema& schema) {
  std::string out;
  for (std::uint64_t j = 0; j < schema.n_features; ++j)
    out += (j < schema.names.size() ? quoted(schema.names[j]) : "x" + std::to_string(j + schema.index_base)) + ',';
  std::string label = schema.label_name.empty() ? "label" : schema.label_name;
  while (std::find(schema.names.begin(), schema.names.end(), label) != schema.names.end()) label += '_';
  return out + quoted(label) + '\n';
}

Result<std::uint64_t> to_csv(Source& source, const ConvertOptions& options, const Sink& write) {
  CsvRows rows;
  std::uint64_t n = 0;
  while (true) {
    const Result<const Block*> block = source.next(kRowsAtOnce);
    if (!block) return block.error();
    if ((*block)->size() == 0) break;
    n += (*block)->size();
    for (std::size_t row = 0; row < (*block)->size(); ++row)
      if (!rows.add(**block, row, options))
        return ErrorInfo{ErrorCode::memory_limit,
                         "the rows take more than the " + std::to_string(options.memory) + " bytes of --memory",
                         place_of(source, **block, row),
                         "raise --memory, or convert --to libsvm, which needs no memory for rows",
                         {}};
  }
  if (n == 0) return no_rows(source);
  constexpr std::uint64_t kHeaderBytes = 32;  // for a column, in a string that grows
  const std::uint64_t n_features = source.schema().n_features;
  if (n_features > options.memory / kHeaderBytes)
    return ErrorInfo{ErrorCode::memory_limit,
                     "lines of " + counted(n_features, "column", "columns") + " take more than --memory allows (" + std::to_string(options.memory) + " bytes)",
                     {},
                     "raise --memory, or convert --to libsvm, which leaves zeros out",
                     {}};
  constexpr std::size_t kPiece = std::size_t{1} << 16U;
  std::string out = csv_header(source.schema());
  for (bool more = true; more;) {
    more = rows.next(source.schema().n_features, out);
    if (more && out.size() < kPiece) continue;
    const Result<bool> wanted = write(out);
    if (!wanted) return wanted.error();
    if (!*wanted) return n;
    out.clear();
  }
  return n;
}

}  // namespace

Result<std::uint64_t> convert(Source& source, const Labels& labels, const ConvertOptions& options, const Sink& write) {
  return options.to == ConvertTo::csv ? to_csv(source, options, write) : to_libsvm(source, labels, options, write);
}

}  // namespace novikoff
