// The LIBSVM reader: the loop in which big files are read. Whatever it does not expect goes to LibsvmLine.
#include <algorithm>
#include <cstring>
#include <limits>

#include "label_cache.hpp"
#include "libsvm_line.hpp"
#include "marks.hpp"
#include "reader.hpp"
#include "scan.hpp"

namespace novikoff::text {
namespace {

class LibsvmReader final : public Reader {
 public:
  LibsvmReader(const Context& context, Path path)
      : context_(context),
        line_(context.options, context.labels, context.block),
        fast_(path == Path::fast),
        limit_(index_limit(context.options)),
        marks_(':') {}

  void open(std::uint32_t file) override { place_ = {file, 1}; }
  Result<Progress> read(std::size_t max_rows) override;

 private:
  static std::uint64_t index_limit(const ReadOptions& options) noexcept {
    const std::uint64_t largest = std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1 - options.index_base;
    return options.n_features == 0 ? largest : std::min(largest, options.n_features);
  }
  const char* fast_line(const char* p, const char* end);
  const char* fast_label(const char* p, std::int32_t& id) const noexcept;
  const char* marked_pairs(const char* p, const char* end, std::int32_t label);
  const char* fast_pairs(const char* p, const char* end);
  void make_room(std::size_t bytes);
  Status slow_line(std::string_view line, bool terminated);

  Context context_;
  LibsvmLine line_;
  bool fast_;
  std::uint64_t limit_;  // indices (0-based) from here on are not fast
  RowPlace place_;
  LabelCache known_;
  Marks marks_;
  // The pairs of the line in hand.
  std::unique_ptr<std::uint32_t[]> indices_;
  std::unique_ptr<double[]> values_;
  std::size_t room_ = 0, count_ = 0;
};

// Behind the label that `p` starts with, if it is a known one or (where labels may lack) a pair; else null.
const char* LibsvmReader::fast_label(const char* p, std::int32_t& id) const noexcept {
  const char* const known = known_.match(p, id, [](char c) { return is_blank(c) || c == '\n' || c == '\r'; });
  if (known != nullptr) return known;
  if (!context_.options.labels_optional) return nullptr;
  const char* q = p;
  while (digit(*q) <= 9) ++q;
  id = Labels::kNone;
  return q != p && *q == ':' ? p : nullptr;
}

// The row whose label ends at `p`, if all of it is of the common form. Returns the start of the next line, or null for a closer look.
const char* LibsvmReader::marked_pairs(const char* p, const char* end, std::int32_t label) {
  if (!marks_.seek(p, end)) return nullptr;
  Numbers row{indices_.get(), values_.get(), 0, context_.options.index_base, limit_};
  Stopped stopped = Stopped::marks;
  do stopped = marks_.kernels().pairs(marks_.marked(), row);
  while (stopped == Stopped::marks && marks_.more(end));
  if (stopped != Stopped::end) return nullptr;
  const std::span<const std::uint32_t> indices{row.indices, row.count};
  const std::span<const double> values{row.values, row.count};
  std::uint64_t features = row.next;
  if (row.unsorted || row.zero) {
    if (context_.block.add_row(place_, label, indices, values) >= 0) return nullptr;
    for (const std::uint32_t index : indices) features = std::max(features, std::uint64_t{index} + 1);
  } else {
    context_.block.add_sorted(place_, label, indices, values);
  }
  context_.schema.n_features = std::max(context_.schema.n_features, features);
  return marks_.here() + 1;
}

// Adds the pairs of the line to the row begun. Returns the start of the next line, or null if a closer look is needed.
const char* LibsvmReader::fast_pairs(const char* p, const char* end) {
  const bool keep_text = context_.options.keep_text;
  const bool decimals = context_.options.decimals;
  const std::uint64_t limit = limit_;
  const std::uint64_t base = context_.options.index_base;
  std::uint64_t features = context_.schema.n_features;
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
    if (keep_text) context_.block.add(static_cast<std::uint32_t>(index), value, {text, static_cast<std::size_t>(p - text)});
  }
  if (*p == '\r') ++p;
  if (*p != '\n') return nullptr;
  context_.schema.n_features = features;
  count_ = count;
  return p + 1;
}

// Room for as many pairs as the complete lines at hand can hold, so that the loop need not ask: a pair takes four bytes with its blank.
void LibsvmReader::make_room(std::size_t bytes) {
  const std::size_t pairs = bytes / 4 + 1 + kNumberSlack;
  if (pairs <= room_) return;
  indices_.reset();
  values_.reset();
  indices_ = std::make_unique_for_overwrite<std::uint32_t[]>(pairs);
  values_ = std::make_unique_for_overwrite<double[]>(pairs);
  room_ = pairs;
}

// Parses the line at `p`, which ends before `end`. Returns the start of the next line, or null (and no row) for a closer look.
const char* LibsvmReader::fast_line(const char* p, const char* end) {
  while (is_blank(*p)) ++p;
  if (*p == '\n') {
    ++place_.line;
    return p + 1;
  }
  std::int32_t label = Labels::kNone;
  const char* const text = p;
  p = fast_label(p, label);
  if (p == nullptr) return nullptr;
  const std::string_view label_text(text, static_cast<std::size_t>(p - text));
  const std::uint64_t features = context_.schema.n_features;
  Block& block = context_.block;
  if (marks_.exist() && !context_.options.keep_text) {
    if (const char* next = marked_pairs(p, end, label)) {
      block.note_n_features(context_.schema.n_features);
      ++place_.line;
      return next;
    }
  }
  bool added = false;
  if (context_.options.keep_text) {
    block.begin_row(place_);
    p = fast_pairs(p, end);
    added = p != nullptr && block.end_row(label, label_text) < 0;
    if (!added) block.drop_row();
  } else {
    p = fast_pairs(p, end);
    added = p != nullptr && block.add_row(place_, label, {indices_.get(), count_}, {values_.get(), count_}) < 0;
  }
  if (!added) {
    context_.schema.n_features = features;
    return nullptr;
  }
  block.note_n_features(context_.schema.n_features);
  ++place_.line;
  return p;
}

// The line with all its cases; `line` without its line feed.
Status LibsvmReader::slow_line(std::string_view line, bool terminated) {
  std::string_view content = line;
  if (terminated && !content.empty() && content.back() == '\r') content.remove_suffix(1);
  const std::size_t start = place_.line == 1 && content.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
  if (const std::optional<Fault> fault = line_.parse(content, start, place_)) return error_at(*fault, context_.schema.files[place_.file], place_.line, content);
  if (line_.kind() == LibsvmLine::Kind::row) {
    context_.schema.n_features = std::max(context_.schema.n_features, line_.n_features());
    context_.block.note_n_features(context_.schema.n_features);
    known_.remember(line_.label_text(), line_.label());
  }
  ++place_.line;
  return {};
}

Result<Reader::Progress> LibsvmReader::read(std::size_t max_rows) {
  Buffer& buffer = context_.buffer;
  while (context_.block.size() < max_rows) {
    const char* const begin = buffer.begin();
    if (begin != buffer.lines_end()) {
      const char* next = fast_ ? fast_line(begin, buffer.lines_end()) : nullptr;
      if (next == nullptr) {
        next = static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(buffer.end() - begin))) + 1;
        if (Status status = slow_line({begin, static_cast<std::size_t>(next - begin - 1)}, true); !status) return std::move(status.error());
      }
      buffer.consume_to(next);
    } else if (buffer.complete()) {
      if (begin == buffer.end()) return Progress::end;
      if (Status status = slow_line({begin, static_cast<std::size_t>(buffer.end() - begin)}, false); !status) return std::move(status.error());
      buffer.consume_to(buffer.end());
    } else {
      if (context_.block.size() > 0) return Progress::rows;
      Result<Buffer::Fill> filled = buffer.fill();
      if (!filled) return std::move(filled.error());
      if (*filled == Buffer::Fill::too_long) return too_long(context_, place_, "line");
      marks_.reset();
      make_room(static_cast<std::size_t>(buffer.lines_end() - buffer.begin()));
    }
  }
  return Progress::rows;
}

}  // namespace

std::unique_ptr<Reader> make_libsvm_reader(const Context& context, Path path) { return std::make_unique<LibsvmReader>(context, path); }

}  // namespace novikoff::text
