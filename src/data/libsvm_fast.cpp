// The loop in which big LIBSVM files are read. Whatever it does not expect goes to LibsvmLine.
#include <algorithm>
#include <limits>

#include "fast_lines.hpp"
#include "marks.hpp"
#include "scan.hpp"

namespace novikoff::text {
namespace {

class LibsvmLines final : public FastLines {
 public:
  explicit LibsvmLines(const ReadOptions& options) : options_(options), limit_(index_limit(options)), marks_(':') {}

  const char* read(const Known& known, const char* p, const char* end, std::size_t max_rows, Block& block, Position& position) override;
  void moved() noexcept override { marks_.reset(); }

 private:
  static std::uint64_t index_limit(const ReadOptions& options) noexcept {
    const std::uint64_t largest = std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1 - options.index_base;
    return options.n_features == 0 ? largest : std::min(largest, options.n_features);
  }
  const char* line(const Known& known, const char* p, const char* end, Block& block, Position& position);
  const char* label(const Known& known, const char* p, std::int32_t& id) const noexcept;
  const char* marked_pairs(const char* p, const char* end, std::int32_t label, Block& block, Position& position);
  const char* pairs(const char* p, const char* end, Block& block, std::uint64_t& n_features);
  void make_room(std::size_t bytes);

  ReadOptions options_;
  std::uint64_t limit_;  // indices (0-based) from here on are not fast
  Marks marks_;
  // The pairs of the line in hand.
  std::unique_ptr<std::uint32_t[]> indices_;
  std::unique_ptr<double[]> values_;
  std::size_t room_ = 0, count_ = 0;
};

// Behind the label that `p` starts with, if it is a known one or (where labels may lack) a pair; else null.
const char* LibsvmLines::label(const Known& known, const char* p, std::int32_t& id) const noexcept {
  const char* const behind = known.labels.match(p, id, [](char c) { return is_blank(c) || c == '\n' || c == '\r'; });
  if (behind != nullptr) return behind;
  if (!options_.labels_optional) return nullptr;
  const char* q = p;
  while (digit(*q) <= 9) ++q;
  id = Labels::kNone;
  return q != p && *q == ':' ? p : nullptr;
}

// The row whose label ends at `p`, if all of it is of the common form. Returns the start of the next line, or null for a closer look.
const char* LibsvmLines::marked_pairs(const char* p, const char* end, std::int32_t label, Block& block, Position& position) {
  if (!marks_.seek(p, end)) return nullptr;
  Numbers row{indices_.get(), values_.get(), 0, options_.index_base, limit_};
  Stopped stopped = Stopped::marks;
  do stopped = marks_.kernels().pairs(marks_.marked(), row);
  while (stopped == Stopped::marks && marks_.more(end));
  if (stopped != Stopped::end) return nullptr;
  const std::span<const std::uint32_t> indices{row.indices, row.count};
  const std::span<const double> values{row.values, row.count};
  std::uint64_t features = row.next;
  if (row.unsorted || row.zero) {
    if (block.add_row(position.place, label, indices, values) >= 0) return nullptr;
    for (const std::uint32_t index : indices) features = std::max(features, std::uint64_t{index} + 1);
  } else {
    block.add_sorted(position.place, label, indices, values);
  }
  position.n_features = std::max(position.n_features, features);
  return marks_.here() + 1;
}

// Adds the pairs of the line to the row begun, one byte after the other. Returns the start of the next line, or null if a closer look is needed.
const char* LibsvmLines::pairs(const char* p, const char* end, Block& block, std::uint64_t& n_features) {
  const bool keep_text = options_.keep_text;
  const bool decimals = options_.decimals;
  const std::uint64_t limit = limit_;
  const std::uint64_t base = options_.index_base;
  std::uint64_t features = n_features;
  std::uint32_t* const indices = indices_.get();
  double* const values = values_.get();
  std::size_t count = 0;
  for (;;) {
    while (is_blank(*p)) ++p;
    std::uint64_t index = digit(*p);
    if (index > 9) break;
    const char* const first = p++;
    while (digit(*p) <= 9) index = index * 10 + digit(*p++);
    index -= base;  // index 0 with base 1 becomes the largest number, beyond the limit
    if (*p != ':' || p - first > 10 || index >= limit) return nullptr;
    const char* const text = ++p;
    double value = 0;
    p = scan_number(p, end, value);
    if (p == nullptr || !(is_blank(*p) || *p == '\n' || *p == '\r')) return nullptr;
    if (decimals && !surely_exact(p - text, value)) return nullptr;
    features = index >= features ? index + 1 : features;
    indices[count] = static_cast<std::uint32_t>(index);
    values[count++] = value;
    if (keep_text) block.add(static_cast<std::uint32_t>(index), value, {text, static_cast<std::size_t>(p - text)});
  }
  if (*p == '\r') ++p;
  if (*p != '\n') return nullptr;
  n_features = features;
  count_ = count;
  return p + 1;
}

// Room for as many pairs as these bytes can hold, so that the loops need not ask: a pair takes four bytes with its blank.
void LibsvmLines::make_room(std::size_t bytes) {
  const std::size_t pairs = bytes / 4 + 1 + kNumberSlack;
  if (pairs <= room_) return;
  indices_.reset();
  values_.reset();
  indices_ = std::make_unique_for_overwrite<std::uint32_t[]>(pairs);
  values_ = std::make_unique_for_overwrite<double[]>(pairs);
  room_ = pairs;
}

// Parses the line at `p`, which ends before `end`. Returns the start of the next line, or null (and no row) for a closer look.
const char* LibsvmLines::line(const Known& known, const char* p, const char* end, Block& block, Position& position) {
  while (is_blank(*p)) ++p;
  if (*p == '\n') return p + 1;
  std::int32_t id = Labels::kNone;
  const char* const text = p;
  p = label(known, p, id);
  if (p == nullptr) return nullptr;
  if (marks_.exist() && !options_.keep_text) {
    if (const char* next = marked_pairs(p, end, id, block, position)) {
      block.note_n_features(position.n_features);
      return next;
    }
  }
  const std::string_view label_text(text, static_cast<std::size_t>(p - text));
  std::uint64_t features = position.n_features;
  bool added = false;
  if (options_.keep_text) {
    block.begin_row(position.place);
    p = pairs(p, end, block, features);
    added = p != nullptr && block.end_row(id, label_text) < 0;
    if (!added) block.drop_row();
  } else {
    p = pairs(p, end, block, features);
    added = p != nullptr && block.add_row(position.place, id, {indices_.get(), count_}, {values_.get(), count_}) < 0;
  }
  if (!added) return nullptr;
  position.n_features = features;
  block.note_n_features(features);
  return p;
}

const char* LibsvmLines::read(const Known& known, const char* p, const char* end, std::size_t max_rows, Block& block, Position& position) {
  make_room(static_cast<std::size_t>(end - p));
  while (p != end && block.size() < max_rows) {
    const char* const next = line(known, p, end, block, position);
    if (next == nullptr) break;
    ++position.place.line;
    p = next;
  }
  return p;
}

}  // namespace

std::unique_ptr<FastLines> make_libsvm_lines(const ReadOptions& options) { return std::make_unique<LibsvmLines>(options); }

}  // namespace novikoff::text
