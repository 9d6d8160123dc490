// Files written whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"

namespace novikoff {

/// A file that appears under its name only when it is complete: written beside under a temporary name in the same folder,
/// fsynced, renamed; removed if not committed. A path that is no regular file (a pipe, /dev/stdout, a terminal) is written in place.
/// Errors: write_failed with the path, the system's reason and what to do.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Buffered; whole or an error.
  Status write(std::string_view bytes);
  /// Flush, fsync, close, rename, fsync of the folder.
  Status commit();

 private:
  OutputFile() = default;
  Status flush();
  void discard() noexcept;

  std::string path_, temporary_, buffer_;  // temporary_ empty: written in place
  int descriptor_ = -1;
};

/// The whole of `bytes` under `path`, or the old file untouched.
Status write_file(const std::string& path, std::string_view bytes);

}  // namespace novikoff
