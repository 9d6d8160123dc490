#include "novikoff/data/source.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "buffer.hpp"
#include "inputs.hpp"
#include "reader.hpp"
#include "text.hpp"

namespace novikoff {
namespace text {
namespace {

bool ends_with(std::string_view name, std::string_view lower) noexcept {
  return name.size() >= lower.size() && equal_ignoring_case(name.substr(name.size() - lower.size()), lower);
}

ErrorInfo usage(std::string message) { return {ErrorCode::usage, std::move(message), {}, {}, {}}; }

Status check_csv(const ReadOptions& options) {
  constexpr std::string_view kUnfit = "\"\r\n+-.0123456789eE";
  if (options.delimiter != 0 && kUnfit.find(options.delimiter) != std::string_view::npos)
    return usage("the delimiter " + in_quotes({&options.delimiter, 1}) +
                 " could be part of a cell: quotes, line ends, digits, signs, points and e cannot separate cells");
  if (options.label_name && options.label_column != 0) return usage("--label and --label-column both say which column is the label");
  if (options.label_name && !options.header) return usage("--label names a column, but with --no-header columns have no names: say --label-column N");
  return {};
}

// Fills in what the inputs decide: the one format of them all, and options that others imply.
Status settle(ReadOptions& options, const std::vector<std::string>& names) {
  if (options.index_base > 1) return usage("the index base is 0 or 1");
  options.keep_text = options.keep_text || options.decimals;
  if (!options.format) {
    options.format = format_of(names.front());
    for (const std::string& name : names)
      if (format_of(name) != *options.format)
        return usage(in_quotes(names.front()) + " and " + in_quotes(name) +
                     " are of different formats: inputs that are read together are of one (--format says which)");
  }
  if (*options.format == Format::libsvm) return {};
  if (options.delimiter == 0) options.delimiter = *options.format == Format::tsv ? '\t' : ',';
  return check_csv(options);
}

class TextSource final : public Source {
 public:
  TextSource(std::vector<Input> inputs, const ReadOptions& options, Labels& labels, Path path)
      : inputs_(std::move(inputs)), options_(options), block_(options.keep_text), buffer_(longest_line(options.memory)) {
    for (const Input& input : inputs_) schema_.files.push_back(shown(input.path));
    schema_.index_base = options_.index_base;
    schema_.n_features = options_.n_features;
    const Context context{options_, labels, schema_, block_, buffer_};
    reader_ = *options_.format == Format::libsvm ? make_libsvm_reader(context, path) : make_csv_reader(context, path);
  }

  Result<const Block*> next(std::size_t max_rows) override {
    block_.clear();
    while (block_.size() == 0 && !failed_ && current_ < inputs_.size()) step(std::max<std::size_t>(max_rows, 1));
    if (block_.size() == 0 && failed_) return *failed_;
    return &block_;
  }
  const Schema& schema() const noexcept override { return schema_; }

 private:
  // Reads on in the current input; opens it before, leaves it at its end.
  void step(std::size_t max_rows) {
    if (Status status = ensure_open(); !status) {
      failed_ = std::move(status.error());
      return;
    }
    Result<Reader::Progress> progress = reader_->read(max_rows);
    if (!progress) {
      failed_ = std::move(progress.error());
    } else if (*progress == Reader::Progress::end) {
      bytes_.reset();
      ++current_;
    }
  }

  Status ensure_open() {
    if (bytes_) return {};
    Result<std::unique_ptr<ByteSource>> opened = open_input(inputs_[current_], schema_.files[current_], options_.memory);
    if (!opened) return std::move(opened.error());
    bytes_ = std::move(*opened);
    buffer_.open(*bytes_);
    reader_->open(static_cast<std::uint32_t>(current_));
    return {};
  }

  std::vector<Input> inputs_;
  ReadOptions options_;
  Schema schema_;
  Block block_;
  Buffer buffer_;
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<ByteSource> bytes_;
  std::size_t current_ = 0;
  std::optional<ErrorInfo> failed_;
};

// Only files are read ahead: who reads from a pipe may have to wait, and nobody could wake him. Small ones are read before threads have started.
bool worth_reading_ahead(const std::vector<std::string>& files) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 20U;
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    struct stat status = {};
    if ((file == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(file.c_str(), &status)) != 0 || !S_ISREG(status.st_mode)) return false;
    size += static_cast<std::uint64_t>(status.st_size);
  }
  return size > kSmall;
}

// So many threads as their pieces leave most of the memory to the rest.
unsigned threads_of(const ReadOptions& options) {
  constexpr std::uint64_t kMost = 8, kMemoryEach = std::uint64_t{64} << 20U;  // more than eight read no faster than one can learn
  return static_cast<unsigned>(std::min({std::uint64_t{options.threads}, kMost, options.memory / kMemoryEach}));
}

std::unique_ptr<Source> make_source(std::vector<Input> inputs, const ReadOptions& settled, Labels& labels) {
  constexpr std::size_t kChunk = std::size_t{256} << 10U;
  const unsigned threads = threads_of(settled);
  if (threads > 1) return make_ahead_source(std::move(inputs), settled, labels, threads, kChunk);
  return std::make_unique<TextSource>(std::move(inputs), settled, labels, Path::fast);
}

}  // namespace

std::string shown(const std::string& path) { return path == "-" ? "stdin" : path; }

Result<std::unique_ptr<ByteSource>> open_input(Input& input, const std::string& name, std::uint64_t memory) {
  if (!input.bytes) {
    Result<std::unique_ptr<ByteSource>> opened = open_bytes(input.path);
    if (!opened) return opened;
    input.bytes = std::move(*opened);
  }
  return decompressed(std::move(input.bytes), name, memory);
}

std::unique_ptr<FastLines> make_lines(const ReadOptions& settled) {
  return *settled.format == Format::libsvm ? make_libsvm_lines(settled) : make_csv_lines(settled);
}

ErrorInfo too_long(const Context& context, RowPlace place, const std::string& what) {
  const std::string limit = std::to_string(longest_line(context.options.memory));
  return {ErrorCode::memory_limit,
          "the " + what + " is longer than " + limit + " bytes, which is what --memory " + std::to_string(context.options.memory) + " allows",
          {context.schema.files[place.file], place.line, 0},
          "check that the file is text with line ends (and closed quotes), or raise --memory",
          {}};
}

Result<std::unique_ptr<Source>> open_text(std::unique_ptr<ByteSource> bytes, const std::string& name, const ReadOptions& options, Labels& labels, Path path,
                                          std::size_t ahead) {
  ReadOptions settled = options;
  if (Status status = settle(settled, {name}); !status) return std::move(status.error());
  std::vector<Input> inputs;
  inputs.push_back({name, std::move(bytes)});
  if (ahead > 0) return make_ahead_source(std::move(inputs), settled, labels, options.threads, ahead);
  return std::unique_ptr<Source>(std::make_unique<TextSource>(std::move(inputs), settled, labels, path));
}

}  // namespace text

Format format_of(std::string_view name) noexcept {
  for (const std::string_view compressed : {".gz", ".zst"})
    if (text::ends_with(name, compressed)) name.remove_suffix(compressed.size());
  return text::ends_with(name, ".csv") ? Format::csv : text::ends_with(name, ".tsv") ? Format::tsv : Format::libsvm;
}

Result<std::unique_ptr<Source>> open_source(const std::vector<std::string>& files, const ReadOptions& options, Labels& labels) {
  constexpr std::size_t kHeldOpen = 64;  // of more files than this each is only tried now, and opened again when its turn comes
  if (files.empty()) return text::usage("no input is named");
  ReadOptions settled = options;
  if (Status status = text::settle(settled, files); !status) return std::move(status.error());
  std::vector<text::Input> inputs;
  for (const std::string& file : files) {
    Result<std::unique_ptr<ByteSource>> bytes = open_bytes(file);
    if (!bytes) return std::move(bytes.error());
    inputs.push_back({file, files.size() <= kHeldOpen ? std::move(*bytes) : nullptr});
  }
  if (settled.threads > 1 && !text::worth_reading_ahead(files)) settled.threads = 1;
  return text::make_source(std::move(inputs), settled, labels);
}

Result<std::unique_ptr<Source>> open_source(std::unique_ptr<ByteSource> bytes, const std::string& name, const ReadOptions& options, Labels& labels) {
  ReadOptions settled = options;
  if (Status status = text::settle(settled, {name}); !status) return std::move(status.error());
  std::vector<text::Input> inputs;
  inputs.push_back({name, std::move(bytes)});
  return text::make_source(std::move(inputs), settled, labels);
}

}  // namespace novikoff
