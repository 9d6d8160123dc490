// How the program opens its inputs: files, embedded sets, and standard input that a signal can interrupt.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "novikoff/core/number.hpp"
#include "novikoff/data/cache.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/options.hpp"

namespace novikoff {
namespace {

// A pipe to ourselves: poll wakes for it, so a signal between the test of a flag and the wait for input is not lost.
struct WakePipe {
  int read_end = -1;
  WakePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
    read_end = ends[0];
    wake_end = ends[1];
  }
  static std::atomic<int> wake_end;  // a signal handler must not run the initialisation of a local static
};
std::atomic<int> WakePipe::wake_end{-1};

const WakePipe& wake_pipe() {
  static const WakePipe pipe;
  return pipe;
}

ErrorInfo read_error(const std::string& why) {
  ErrorInfo error;
  error.code = ErrorCode::read_failed;
  error.message = why;
  error.where.file = "stdin";
  return error;
}

// Standard input; a read ends with an error once `interrupted` is true.
class InterruptibleInput : public ByteSource {
 public:
  explicit InterruptibleInput(const std::atomic<bool>& interrupted) : interrupted_(interrupted) { wake_pipe(); }

  Result<std::size_t> read(std::span<char> into) override {
    while (!interrupted_) {
      std::array<pollfd, 2> wait{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{wake_pipe().read_end, POLLIN, 0}};
      if (::poll(wait.data(), wait.size(), -1) < 0) {
        if (errno == EINTR) continue;
        return read_error(std::string("reading failed: ") + std::strerror(errno));
      }
      if (wait[0].revents == 0) continue;
      const ssize_t n = ::read(STDIN_FILENO, into.data(), into.size());
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR && errno != EAGAIN) return read_error(std::string("reading failed: ") + std::strerror(errno));
    }
    return read_error("interrupted");
  }

 private:
  const std::atomic<bool>& interrupted_;
};

// A source that ends where it is interrupted, whatever its bytes said of that.
class InterruptibleSource : public Source {
 public:
  InterruptibleSource(std::unique_ptr<Source> inner, const std::atomic<bool>& interrupted) : inner_(std::move(inner)), interrupted_(interrupted) {}

  Result<const Block*> next(std::size_t max_rows) override {
    if (interrupted_) return &empty_;
    Result<const Block*> block = inner_->next(max_rows);
    if (!block && interrupted_) return &empty_;
    return block;
  }
  const Schema& schema() const noexcept override { return inner_->schema(); }
  std::shared_ptr<CacheFile> cache() const override { return inner_->cache(); }

 private:
  std::unique_ptr<Source> inner_;
  const std::atomic<bool>& interrupted_;
  Block empty_;
};

// The text of an embedded set, made line by line as it is read.
class EmbeddedBytes : public ByteSource {
 public:
  EmbeddedBytes(const EmbeddedSet& set, std::uint64_t size) : set_(set), size_(size) {}

  Result<std::size_t> read(std::span<char> into) override {
    std::size_t filled = 0;
    while (filled < into.size()) {
      if (at_ == line_.size() && !next_line()) break;
      const std::size_t n = std::min(line_.size() - at_, into.size() - filled);
      std::memcpy(into.data() + filled, line_.data() + at_, n);
      filled += n;
      at_ += n;
    }
    return filled;
  }

 private:
  bool next_line() {
    line_.clear();
    at_ = 0;
    if (!set_.line(set_, size_, n_, line_)) {
      line_.clear();
      return false;
    }
    ++n_;
    line_ += '\n';
    return true;
  }

  const EmbeddedSet& set_;
  std::uint64_t size_, n_ = 0;
  std::string line_;
  std::size_t at_ = 0;
};

bool is_file(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

Result<std::unique_ptr<Source>> open_embedded(const std::string& input, ReadOptions& options, Labels& labels) {
  const Result<const EmbeddedSet*> found = find_embedded(input);
  if (!found) return found.error();
  const EmbeddedSet& set = **found;
  const bool csv = !set.header.empty();
  options.format = csv ? Format::csv : Format::libsvm;
  options.label_name = csv ? std::optional(std::string(set.header.substr(set.header.rfind(',') + 1))) : std::nullopt;
  options.label_column = 0;
  options.header = true;
  options.delimiter = 0;
  options.index_base = 1;
  options.threads = 1;
  const std::uint64_t size = set.sized ? parse_unsigned(std::string_view(input).substr(input.find(':') + 1)).value_or(0) : 0;
  return open_source(std::make_unique<EmbeddedBytes>(set, size), input, options, labels);
}

Result<std::unique_ptr<Source>> open_any(const std::vector<std::string>& inputs, ReadOptions& options, Labels& labels, const std::atomic<bool>* interrupted) {
  if (std::any_of(inputs.begin(), inputs.end(), is_embedded)) {
    if (inputs.size() > 1) return usage_error("an embedded set such as " + *std::find_if(inputs.begin(), inputs.end(), is_embedded) + " stands alone");
    return open_embedded(inputs.front(), options, labels);
  }
  if (const auto cache = std::find_if(inputs.begin(), inputs.end(), is_cache); cache != inputs.end()) {
    if (inputs.size() > 1) return usage_error(*cache + " is a cache, and a cache stands alone: convert makes one of several files of text");
    return open_cache(inputs.front(), options, labels);
  }
  if (inputs.size() == 1 && inputs.front() == "-" && interrupted != nullptr && !is_file(STDIN_FILENO)) {
    ReadOptions waiting = options;  // nobody reads a pipe ahead: he might wait for rows that the run no longer wants
    waiting.threads = 1;
    return open_source(std::make_unique<InterruptibleInput>(*interrupted), "stdin", waiting, labels);
  }
  Result<std::unique_ptr<Source>> source = open_source(inputs, options, labels);
  if (!source) return with_embedded_hint(source.error());
  return source;
}

}  // namespace

Result<std::unique_ptr<Source>> open_input(const std::vector<std::string>& inputs, ReadOptions& options, Labels& labels, const std::atomic<bool>* interrupted) {
  Result<std::unique_ptr<Source>> source = open_any(inputs, options, labels, interrupted);
  if (!source || interrupted == nullptr) return source;
  return std::unique_ptr<Source>(std::make_unique<InterruptibleSource>(*std::move(source), *interrupted));
}

void wake_inputs() noexcept {
  const int saved = errno;
  const char byte = 0;
  if (const int end = WakePipe::wake_end; end >= 0) [[maybe_unused]]
    const ssize_t n = ::write(end, &byte, 1);
  errno = saved;
}

}  // namespace novikoff
