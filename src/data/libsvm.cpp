// The LIBSVM reader: the fast lines first, and LibsvmLine for what they do not expect.
#include <algorithm>
#include <cstring>

#include "fast_lines.hpp"
#include "libsvm_line.hpp"
#include "reader.hpp"

namespace novikoff::text {
namespace {

class LibsvmReader final : public Reader {
 public:
  LibsvmReader(const Context& context, Path path)
      : context_(context), line_(context.options, context.labels, context.block), fast_(path == Path::fast ? make_libsvm_lines(context.options) : nullptr) {}

  void open(std::uint32_t file) override { position_.place = {file, 1}; }
  Result<Progress> read(std::size_t max_rows) override;
  const Known& known() const noexcept override { return known_; }
  std::uint64_t line() const noexcept override { return position_.place.line; }
  void pass_lines(std::uint64_t lines) noexcept override { position_.place.line += lines; }

 private:
  const char* fast_lines(std::size_t max_rows);
  Status slow_line(std::string_view line, bool terminated);

  Context context_;
  LibsvmLine line_;
  std::unique_ptr<FastLines> fast_;
  Known known_;
  Position position_;
};

// Reads what the fast lines take. Returns where they stopped.
const char* LibsvmReader::fast_lines(std::size_t max_rows) {
  const Buffer& buffer = context_.buffer;
  position_.n_features = context_.schema.n_features;
  const char* const next = fast_->read(known_, buffer.begin(), buffer.lines_end(), max_rows, context_.block, position_);
  context_.schema.n_features = position_.n_features;
  return next;
}

// The line with all its cases; `line` without its line feed.
Status LibsvmReader::slow_line(std::string_view line, bool terminated) {
  std::string_view content = line;
  if (terminated && !content.empty() && content.back() == '\r') content.remove_suffix(1);
  RowPlace& place = position_.place;
  const std::size_t start = place.line == 1 && content.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
  if (const std::optional<Fault> fault = line_.parse(content, start, place)) return error_at(*fault, context_.schema.files[place.file], place.line, content);
  if (line_.kind() == LibsvmLine::Kind::row) {
    context_.schema.n_features = std::max(context_.schema.n_features, line_.n_features());
    context_.block.note_n_features(context_.schema.n_features);
    if (known_.labels.remember(line_.label_text(), line_.label())) ++known_.version;
  }
  ++place.line;
  return {};
}

Result<Reader::Progress> LibsvmReader::read(std::size_t max_rows) {
  Buffer& buffer = context_.buffer;
  while (context_.block.size() < max_rows) {
    if (buffer.begin() != buffer.lines_end()) {
      if (fast_) buffer.consume_to(fast_lines(max_rows));
      const char* const begin = buffer.begin();
      if (begin == buffer.lines_end() || context_.block.size() == max_rows) continue;
      const char* const next = static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(buffer.end() - begin))) + 1;
      if (Status status = slow_line({begin, static_cast<std::size_t>(next - begin - 1)}, true); !status) return std::move(status.error());
      buffer.consume_to(next);
    } else if (buffer.complete()) {
      const char* const begin = buffer.begin();
      if (begin == buffer.end()) return Progress::end;
      if (Status status = slow_line({begin, static_cast<std::size_t>(buffer.end() - begin)}, false); !status) return std::move(status.error());
      buffer.consume_to(buffer.end());
    } else {
      if (context_.block.size() > 0) return Progress::rows;
      if (fast_) fast_->moved();
      Result<Buffer::Fill> filled = buffer.fill();
      if (!filled) return std::move(filled.error());
      if (*filled == Buffer::Fill::too_long) return too_long(context_, position_.place, "line");
    }
  }
  return Progress::rows;
}

}  // namespace

std::unique_ptr<Reader> make_libsvm_reader(const Context& context, Path path) { return std::make_unique<LibsvmReader>(context, path); }

}  // namespace novikoff::text
