// Files written whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"

namespace novikoff {

/// A file that appears under its name only when it is complete: written beside under a temporary name in the same folder,
/// fsynced, renamed; removed if not committed. A symbolic link stays, its target is replaced. The old file's permissions are kept (and
/// its owner where the system allows it); a new one has 0666 less the umask. A write-protected file is not replaced.
/// A path that is no regular file (a pipe, /dev/stdout, a terminal) is written in place.
/// Errors: write_failed with the path, the system's reason and what to do.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Buffered; whole or an error, after which nothing can be written or committed any more.
  Status write(std::string_view bytes);
  /// Flush, fsync, close, rename, fsync of the folder.
  Status commit();

 private:
  OutputFile() = default;
  Status flush();
  void discard() noexcept;

  std::string path_;                // as the user named it
  std::string target_, temporary_;  // where links lead, and the file beside it; empty: written in place
  std::string buffer_;
  int descriptor_ = -1;
};

/// The whole of `bytes` under `path`, or the old file untouched.
Status write_file(const std::string& path, std::string_view bytes);

}  // namespace novikoff
