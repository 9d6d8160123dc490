#include "buffer.hpp"

#include <algorithm>
#include <cstring>

#include "kernels.hpp"

namespace novikoff::text {
namespace {

constexpr std::size_t kStart = std::size_t{256} << 10U;

}  // namespace

// One byte more than the longest line: room for its line feed, and the proof that a line is longer.
Buffer::Buffer(std::size_t longest) : longest_(longest), capacity_(std::min(kStart, longest + 1)) { data_.resize(kMargin + capacity_ + kMargin); }

void Buffer::open(ByteSource& source) noexcept {
  source_ = &source;
  begin_ = end_ = lines_end_ = 0;
  complete_ = false;
}

void Buffer::consume_to(const char* position) noexcept {
  begin_ = static_cast<std::size_t>(position - bytes());
  lines_end_ = std::max(lines_end_, begin_);
}

Result<Buffer::Fill> Buffer::fill() {
  if (begin_ > 0) {
    std::memmove(bytes(), bytes() + begin_, end_ - begin_);
    lines_end_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ > longest_) return Fill::too_long;
  if (end_ == capacity_) {
    capacity_ = std::min(2 * capacity_, longest_ + 1);
    data_.resize(kMargin + capacity_ + kMargin);
  }
  Result<std::size_t> got = source_->read({bytes() + end_, capacity_ - end_});
  if (!got) return std::move(got.error());
  complete_ = *got == 0;
  const std::size_t old_end = end_;
  end_ += *got;
  for (std::size_t at = end_; at > old_end; --at)
    if (bytes()[at - 1] == '\n') {
      lines_end_ = at;
      break;
    }
  return Fill::done;
}

}  // namespace novikoff::text
