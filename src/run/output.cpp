#include "novikoff/run/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "novikoff/core/number.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kOutputBuffer = std::size_t{1} << 16U;

std::string hint_for(int reason) {
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
      return "free some space, or write to another disk";
    case ENOENT:
    case ENOTDIR:
      return "create the folder first, or correct the name";
    case EACCES:
    case EPERM:
    case EROFS:
      return "write to another folder, or change the rights of this one";
    case EISDIR:
      return "name a file, not a folder";
    case ENAMETOOLONG:
      return "choose a shorter name";
    default:
      return {};
  }
}

ErrorInfo failure(const std::string& path, const char* what, int reason) {
  return {ErrorCode::write_failed, std::string(what) + ": " + std::generic_category().message(reason), {path}, hint_for(reason), {}};
}

// close() and the like that a signal interrupts have done their work on Linux; these have not.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string beside(const std::string& folder, const std::string& name) { return folder == "/" ? folder + name : folder + '/' + name; }

// The open descriptor that a path names by its number, as /dev/stdout does. Opening the path anew would start at the first byte
// of a redirected file again, or replace the file under the shell's feet.
std::optional<int> descriptor_named(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::optional<std::uint64_t> number = parse_unsigned(std::string_view(path).substr(folder.size()), 1U << 20U);
    if (number) return static_cast<int>(*number);
  }
  return std::nullopt;
}

// Where a chain of symbolic links leads, whether or not something is there; nullopt if it leads in circles (errno is set).
std::optional<std::string> link_target(std::string path) {
  constexpr int kLinks = 40;  // the kernel's own limit
  for (int followed = 0; followed < kLinks; ++followed) {
    std::array<char, 4096> target{};
    const ssize_t size = descriptor_named(path) ? -1 : ::readlink(path.c_str(), target.data(), target.size());
    if (size < 0) return path;
    const std::string to(target.data(), static_cast<std::size_t>(size));
    path = to.starts_with('/') ? to : beside(folder_of(path), to);
  }
  errno = ELOOP;
  return std::nullopt;
}

// A new empty file beside `target`, its name in `name`. −1 with errno if there can be none.
int create_beside(const std::string& target, std::string& name) {
  static std::atomic<unsigned> counter{0};
  constexpr std::size_t kKept = 200;  // of the name: a file name has at most 255 bytes
  constexpr int kAttempts = 1000;
  const std::string base = target.substr(target.rfind('/') + 1, kKept);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name = beside(folder_of(target), '.' + base + '.' + std::to_string(::getpid()) + '.' + std::to_string(counter++) + ".tmp");
    const int descriptor = uninterrupted([&] { return ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666); });
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// The new file takes the old one's owner where it may, and its permissions.
bool adopt(int descriptor, const struct stat& old) {
  struct stat now {};
  if (::fstat(descriptor, &now) != 0) return false;
  const bool same_owner = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
  [[maybe_unused]] const bool owned = same_owner || ::fchown(descriptor, old.st_uid, old.st_gid) == 0;
  return ::fchmod(descriptor, old.st_mode & 0777U) == 0;
}

// Some file systems and all special files have nothing to sync.
bool synced(int descriptor) {
  return uninterrupted([&] { return ::fsync(descriptor); }) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

// The rename itself lives in the folder. A folder that may be written and not read cannot be synced.
bool folder_synced(const std::string& path) {
  const int folder = uninterrupted([&] { return ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (folder < 0) return errno == EACCES;
  const bool done = synced(folder);
  const int reason = errno;
  ::close(folder);
  errno = reason;
  return done;
}

Status write_all(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = uninterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {  // an output shared with a program that made it non-blocking
      pollfd ready{descriptor, POLLOUT, 0};
      if (uninterrupted([&] { return ::poll(&ready, 1, -1); }) < 0) return failure(path, "cannot write", errno);
    } else {
      return failure(path, "cannot write", errno);
    }
  }
  return {};
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile file;
  file.path_ = path;
  file.buffer_.reserve(kOutputBuffer);
  const std::optional<std::string> target = link_target(path);
  if (!target) return failure(path, "cannot write", errno);
  if (const std::optional<int> named = descriptor_named(*target)) {
    file.descriptor_ = ::fcntl(*named, F_DUPFD_CLOEXEC, 0);
    if (file.descriptor_ < 0) return failure(path, "cannot write", errno);
    return file;
  }
  struct stat old {};
  const bool exists = ::stat(target->c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return failure(path, "cannot write", EISDIR);
  if (exists && !S_ISREG(old.st_mode)) {
    file.descriptor_ = uninterrupted([&] { return ::open(target->c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC); });
    if (file.descriptor_ < 0) return failure(path, "cannot open for writing", errno);
    return file;
  }
  if (!exists && errno != ENOENT) return failure(path, "cannot write", errno);
  if (target->empty() || target->ends_with('/')) return failure(path, "cannot write", ENOENT);
  // Renaming needs no right to the file itself; a write-protected file stays as it is all the same.
  if (exists && ::faccessat(AT_FDCWD, target->c_str(), W_OK, AT_EACCESS) != 0) return failure(path, "the file is write-protected", errno);
  file.descriptor_ = create_beside(*target, file.temporary_);
  if (file.descriptor_ < 0) return failure(path, "cannot create a file in its folder", errno);
  file.target_ = *target;
  if (exists && !adopt(file.descriptor_, old)) return failure(path, "cannot keep the permissions", errno);
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffer_(std::move(other.buffer_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::move(other.path_);
  target_ = std::move(other.target_);
  temporary_ = std::exchange(other.temporary_, {});
  buffer_ = std::move(other.buffer_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

Status OutputFile::write(std::string_view bytes) {
  if (descriptor_ < 0) return failure(path_, "cannot write", EBADF);
  if (buffer_.size() + bytes.size() <= kOutputBuffer) {
    buffer_ += bytes;
    return {};
  }
  Status status = flush();
  if (status && bytes.size() < kOutputBuffer) {
    buffer_ += bytes;
  } else if (status) {
    status = write_all(descriptor_, bytes, path_);
  }
  if (!status) discard();
  return status;
}

Status OutputFile::flush() {
  Status status = write_all(descriptor_, buffer_, path_);
  buffer_.clear();
  return status;
}

Status OutputFile::commit() {
  if (descriptor_ < 0) return failure(path_, "cannot write", EBADF);
  Status status = flush();
  if (status && !temporary_.empty() && !synced(descriptor_)) status = failure(path_, "cannot write to the disk", errno);
  // Network file systems report a full disk here.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR && status) status = failure(path_, "cannot write", errno);
  if (status && !temporary_.empty()) {
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
      status = failure(path_, "cannot give the finished file its name", errno);
    } else {
      temporary_.clear();
      if (!folder_synced(target_)) status = failure(path_, "cannot write the folder to the disk", errno);
    }
  }
  discard();
  return status;
}

Status write_file(const std::string& path, std::string_view bytes) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  if (Status status = file->write(bytes); !status) return status;
  return file->commit();
}

}  // namespace novikoff
