// The one buffer through which a text input passes.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/data/bytes.hpp"

namespace novikoff::text {

/// Holds the part of an input that is not consumed yet. Grows only for a line (or record) that does not fit, and only up to
/// the longest one allowed, so that a longer one is refused however the bytes arrive.
class Buffer {
 public:
  explicit Buffer(std::size_t longest);

  /// Starts over with the bytes of another input.
  void open(ByteSource& source) noexcept;

  const char* begin() const noexcept { return bytes() + begin_; }
  const char* end() const noexcept { return bytes() + end_; }
  /// Behind the last line feed that is there; begin() if there is none.
  const char* lines_end() const noexcept { return bytes() + lines_end_; }
  /// Nothing will be added any more.
  bool complete() const noexcept { return complete_; }
  void consume_to(const char* position) noexcept;

  enum class Fill { done, too_long };
  /// Reads once; moves what is there, so that pointers into it are void. too_long: the bytes from begin() on are more than
  /// the longest line and must not grow. Errors: those of the bytes.
  Result<Fill> fill();

 private:
  const char* bytes() const noexcept { return data_.data() + kMargin; }
  char* bytes() noexcept { return data_.data() + kMargin; }

  std::size_t longest_;
  std::vector<char> data_;  // longer by margins on both sides that wide loads may look at
  std::size_t capacity_ = 0, begin_ = 0, end_ = 0, lines_end_ = 0;
  ByteSource* source_ = nullptr;
  bool complete_ = false;
};

}  // namespace novikoff::text
