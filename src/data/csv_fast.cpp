// The loop in which big CSV files are read: no quotes, every cell as expected, a complete line. Anything else needs a closer look.
#include <span>
#include <string>

#include "fast_lines.hpp"
#include "marks.hpp"
#include "scan.hpp"

namespace novikoff::text {
namespace {

class CsvLines final : public FastLines {
 public:
  explicit CsvLines(const ReadOptions& options) : options_(options), marks_(options.delimiter) {}

  const char* read(const Known& known, const char* p, const char* end, std::size_t max_rows, Block& block, Position& position) override;
  void moved() noexcept override { marks_.reset(); }

 private:
  const char* record(const Known& known, const char* p, const char* end, Block& block, const RowPlace& place);
  const char* marked(const Known& known, const char* p, const char* end, Block& block, const RowPlace& place);
  bool marked_cells(std::size_t count, const char* end, Numbers& row);
  const char* marked_label(const Known& known, const char* end, std::int32_t& id);
  const char* label(const Known& known, const char* p, std::int32_t& id) const noexcept;
  const char* scanned(const Known& known, const char* p, const char* end, Block& block, std::int32_t& id);

  ReadOptions options_;
  Marks marks_;
  std::vector<double> values_;
  std::string label_text_;
};

const char* CsvLines::label(const Known& known, const char* p, std::int32_t& id) const noexcept {
  const char delimiter = options_.delimiter;
  return known.labels.match(p, id, [delimiter](char c) { return c == delimiter || c == '\n' || c == '\r'; });
}

// Reads `count` cells, the first one behind the mark in hand.
bool CsvLines::marked_cells(std::size_t count, const char* end, Numbers& row) {
  const std::size_t wanted = row.count + count;
  Stopped stopped = Stopped::marks;
  do stopped = marks_.kernels().cells(marks_.marked(), wanted - row.count, options_.delimiter, row);
  while (stopped == Stopped::marks && marks_.more(end));
  return stopped == Stopped::end;
}

// The label behind the mark in hand. Returns its end, which is then the mark in hand, or null.
const char* CsvLines::marked_label(const Known& known, const char* end, std::int32_t& id) {
  const char* const behind = label(known, marks_.here() + 1, id);
  return behind != nullptr && marks_.seek(behind, end) ? behind : nullptr;
}

// The record at `p` between marks, of which the first stands before it: the end of another line, or the margin.
const char* CsvLines::marked(const Known& known, const char* p, const char* end, Block& block, const RowPlace& place) {
  if (!marks_.seek(p - 1, end)) return nullptr;
  values_.resize(known.features.size() + kNumberSlack);
  Numbers row{nullptr, values_.data()};
  std::int32_t id = Labels::kNone;
  const std::size_t before = std::min(known.label_field, known.features.size());
  if (before > 0 && !marked_cells(before, end, row)) return nullptr;
  if (known.label_field <= before) {
    if (before > 0 && *marks_.here() != options_.delimiter) return nullptr;
    if (marked_label(known, end, id) == nullptr) return nullptr;
    const std::size_t behind = known.features.size() - before;
    if (behind > 0 && (*marks_.here() != options_.delimiter || !marked_cells(behind, end, row))) return nullptr;
  }
  const char* here = marks_.here();
  if (*here == '\r') ++here;
  if (*here != '\n') return nullptr;
  const std::span<const double> values{row.values, row.count};
  if (known.in_order && !row.zero) {
    block.add_sorted(place, id, known.features, values);
  } else if (block.add_row(place, id, known.features, values) >= 0) {
    return nullptr;
  }
  return here + 1;
}

// The same byte by byte, text kept if asked for; adds to the row begun.
const char* CsvLines::scanned(const Known& known, const char* p, const char* end, Block& block, std::int32_t& id) {
  const bool labelled = known.label_field <= known.features.size();
  const std::size_t fields = known.features.size() + (labelled ? 1 : 0);
  std::size_t value_number = 0;
  for (std::size_t field = 0; field < fields; ++field) {
    const char* const text = p;
    if (field == known.label_field) {
      p = label(known, p, id);
      if (p != nullptr && options_.keep_text) label_text_.assign(text, p);
    } else {
      double value = 0;
      p = scan_number(p, end, value);
      if (p == nullptr || (options_.decimals && !surely_exact(p - text, value))) return nullptr;
      const std::uint32_t feature = known.features[value_number++];
      if (options_.keep_text) {
        block.add(feature, value, {text, static_cast<std::size_t>(p - text)});
      } else {
        block.add(feature, value);
      }
    }
    if (p == nullptr || (field + 1 < fields && *p++ != options_.delimiter)) return nullptr;
  }
  if (*p == '\r') ++p;
  return *p == '\n' ? p + 1 : nullptr;
}

const char* CsvLines::record(const Known& known, const char* p, const char* end, Block& block, const RowPlace& place) {
  if (marks_.exist() && !options_.keep_text) return marked(known, p, end, block, place);
  std::int32_t id = Labels::kNone;
  label_text_.clear();
  block.begin_row(place);
  p = scanned(known, p, end, block, id);
  if (p != nullptr && block.end_row(id, label_text_) < 0) return p;
  block.drop_row();
  return nullptr;
}

const char* CsvLines::read(const Known& known, const char* p, const char* end, std::size_t max_rows, Block& block, Position& position) {
  if (!known.columns || known.file != position.place.file) return p;
  while (p != end && block.size() < max_rows) {
    const char* const next = record(known, p, end, block, position.place);
    if (next == nullptr) break;
    block.note_n_features(position.n_features);
    ++position.place.line;
    p = next;
  }
  return p;
}

}  // namespace

std::unique_ptr<FastLines> make_csv_lines(const ReadOptions& options) { return std::make_unique<CsvLines>(options); }

}  // namespace novikoff::text
