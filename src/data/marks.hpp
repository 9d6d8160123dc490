// The marks of the text at hand, made a window at a time, so that they stay in the nearest cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "kernels.hpp"

namespace novikoff::text {

class Marks {
 public:
  explicit Marks(char separator, const TextKernels* kernels = text_kernels()) : kernels_(kernels), separator_(separator) {}

  /// Whether there is a kernel for this machine; if not, nothing else may be called.
  bool exist() const noexcept { return kernels_ != nullptr; }

  /// Forgets what was marked: the text has moved.
  void reset() noexcept {
    marked_ = {};
    marks_here_ = 0;
  }

  /// Brings `at` to the mark at `p`, a separator in a text that ends with a line feed before `end`. False if `p` is none.
  bool seek(const char* p, const char* end) {
    while (marked_.at < marks_here_ && marked_.text + marked_.marks[marked_.at] < p) ++marked_.at;
    if (marked_.at >= marks_here_) start(p, end);
    return marked_.at < marks_here_ && marked_.text + marked_.marks[marked_.at] == p;
  }
  /// Marks on from mark `at`. False if that does not help: no more than two separators in a whole window, or no more text.
  bool more(const char* end) {
    const char* const from = marked_.text + marked_.marks[marked_.at];
    if (from == marked_.text || marked_.text + window_ == end) return false;
    start(from, end);
    return true;
  }

  Marked& marked() noexcept { return marked_; }
  /// The byte at mark `at`.
  const char* here() const noexcept { return marked_.text + marked_.marks[marked_.at]; }
  const TextKernels& kernels() const noexcept { return *kernels_; }
  char separator() const noexcept { return separator_; }

 private:
  static constexpr std::size_t kWindow = std::size_t{16} << 10U;
  static constexpr std::size_t kSentinels = 2;

  void start(const char* p, const char* end) {
    if (!marks_) {
      marks_ = std::make_unique_for_overwrite<std::uint32_t[]>(kWindow + 2 * kMarkSlack);
      kinds_ = std::make_unique_for_overwrite<char[]>(kWindow + 2 * kMarkSlack);
    }
    window_ = std::min(kWindow, static_cast<std::size_t>(end - p));
    marks_here_ = kernels_->mark(p, window_, separator_, marks_.get(), kinds_.get());
    std::size_t n_marks = marks_here_;
    // Behind the last line feed it stands again, so that what looks ahead finds the end.
    if (p + window_ == end && n_marks > 0)
      for (std::size_t i = 0; i < kSentinels; ++i, ++n_marks) {
        marks_[n_marks] = marks_[marks_here_ - 1];
        kinds_[n_marks] = kinds_[marks_here_ - 1];
      }
    std::memset(&marks_[n_marks], 0, kMarkSlack * sizeof(std::uint32_t));
    std::memset(&kinds_[n_marks], 0, kMarkSlack);
    marked_ = {p, marks_.get(), kinds_.get(), n_marks, 0};
  }

  const TextKernels* kernels_;
  char separator_;
  Marked marked_;
  std::size_t marks_here_ = 0, window_ = 0;
  std::unique_ptr<std::uint32_t[]> marks_;
  std::unique_ptr<char[]> kinds_;
};

}  // namespace novikoff::text
