#include "novikoff/data/bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace novikoff {
namespace {

ErrorInfo system_error(ErrorCode code, const std::string& name, const std::string& what, int number) {
  return {code, what + ": " + std::generic_category().message(number), {name}, {}, {}};
}

class FileBytes final : public ByteSource {
 public:
  FileBytes(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  Result<std::size_t> read(std::span<char> into) override {
    for (;;) {
      const ssize_t got = ::read(descriptor_, into.data(), into.size());
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return system_error(ErrorCode::read_failed, name_, "cannot read", errno);
    }
  }

 private:
  int descriptor_;
  std::string name_;
};

class MemoryBytes final : public ByteSource {
 public:
  MemoryBytes(std::string_view text, std::size_t chunk) : text_(text), chunk_(std::max<std::size_t>(chunk, 1)) {}

  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t size = std::min({text_.size(), chunk_, into.size()});
    if (size > 0) std::memcpy(into.data(), text_.data(), size);
    text_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view text_;
  std::size_t chunk_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path) {
  if (path == "-") return std::unique_ptr<ByteSource>(std::make_unique<FileBytes>(STDIN_FILENO, "stdin"));
  int descriptor = -1;
  do descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return system_error(ErrorCode::cannot_open, path, "cannot open the file", errno);
  std::unique_ptr<ByteSource> bytes = std::make_unique<FileBytes>(descriptor, path);
  struct stat status = {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ErrorInfo error = system_error(ErrorCode::cannot_open, path, "cannot open the file", EISDIR);
    error.hint = "name a file in it";
    return error;
  }
  return bytes;
}

std::unique_ptr<ByteSource> memory_bytes(std::string_view text, std::size_t chunk) { return std::make_unique<MemoryBytes>(text, chunk); }

}  // namespace novikoff
