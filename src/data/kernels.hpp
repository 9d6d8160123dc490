// The loops of reading that exist for every CPU level: marking what separates tokens, and turning tokens whose ends are known into numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace novikoff::text {

/// Bytes that must be readable before and behind any text given to the kernels.
inline constexpr std::size_t kMargin = 64;
/// Places behind the last mark that mark() may write to.
inline constexpr std::size_t kMarkSlack = 64;
/// Numbers behind those of a row that pairs() and cells() may write.
inline constexpr std::size_t kNumberSlack = 8;

/// Text whose separators are marked: `marks` are their positions in `text`, ascending, `kinds` the bytes there; behind the last there are kMarkSlack zeros
/// of both. `at` is the mark that the work has come to.
struct Marked {
  const char* text = nullptr;
  const std::uint32_t* marks = nullptr;
  const char* kinds = nullptr;
  std::size_t n_marks = 0, at = 0;
};

/// The numbers of a row in hand; room for as many as there may be is the caller's care.
struct Numbers {
  std::uint32_t* indices = nullptr;
  double* values = nullptr;
  std::size_t count = 0;
  std::uint64_t base = 1;               // number of the first feature
  std::uint64_t limit = 0;              // positions (0-based) from here on are not for the kernels
  std::uint64_t next = 0;               // the least position that keeps the row sorted
  bool unsorted = false, zero = false;  // a position came too late or twice; a value is 0
};

/// Why a kernel stopped: the row's line (or the cells asked for) ended at mark `at`; the marks are used up, and what was read stands; or something needs
/// a closer look.
enum class Stopped : std::uint8_t { end, marks, closer };

struct TextKernels {
  /// Writes the bytes up to ' ' and those that are `separator`, and their positions; returns how many there are. `size` < 2^31.
  std::size_t (*mark)(const char* text, std::size_t size, char separator, std::uint32_t* marks, char* kinds) noexcept;
  /// Reads pairs index:value, each behind a blank, from mark `at` on to the end of the line. Text is marked with ':'.
  Stopped (*pairs)(Marked& text, Numbers& row) noexcept;
  /// Reads `cells` numbers, the first one behind mark `at`; only the last may end at another byte than `separator`, by which the text is marked.
  /// With more than one cell, those that were read before the marks were used up count in row.count.
  Stopped (*cells)(Marked& text, std::size_t cells, char separator, Numbers& row) noexcept;
};

/// Those of the best level that the CPU has and NOVIKOFF_ISA allows, chosen once; null on the baseline, where scan_number is as fast. All give the same.
const TextKernels* text_kernels() noexcept;

/// Those of a level, `avx2` or `avx512`, for tests; null if the CPU lacks it.
const TextKernels* text_kernels(std::string_view level) noexcept;

/// The double nearest to the token, which is a number of the grammar; false if it needs a closer look.
bool token_value(const char* begin, const char* end, double& value) noexcept;

#define NOVIKOFF_DECLARE_LEVEL(level)                                                                               \
  namespace level {                                                                                                 \
  std::size_t mark(const char* text, std::size_t size, char separator, std::uint32_t* marks, char* kinds) noexcept; \
  Stopped pairs(Marked& text, Numbers& row) noexcept;                                                               \
  Stopped cells(Marked& text, std::size_t cells, char separator, Numbers& row) noexcept;                            \
  }

NOVIKOFF_DECLARE_LEVEL(avx2)
NOVIKOFF_DECLARE_LEVEL(avx512)

#undef NOVIKOFF_DECLARE_LEVEL

}  // namespace novikoff::text
