// Rows fetched from memory while those before them are worked on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "novikoff/core/example.hpp"

namespace novikoff {

// Inlined always: a function that only fetches has no effect that g++ knows, and it leaves out calls of such functions.
[[gnu::always_inline]] inline void fetch(const void* from, std::size_t bytes) noexcept {
  constexpr std::size_t kLine = 64;
  const char* const line = static_cast<const char*>(from);
  for (std::size_t k = 0; k < bytes; k += kLine) __builtin_prefetch(line + k, 0, 1);
}

/// The beginning of x: where a row is long the processor itself has seen by then where it goes on.
[[gnu::always_inline]] inline void fetch(const FeatureView& x) noexcept {
  constexpr std::size_t kMost = 128;  // values
  const std::size_t n = std::min(x.size, kMost);
  fetch(x.value, n * sizeof(double));
  if (!x.dense()) fetch(x.index, n * sizeof(std::uint32_t));
}

/// f(k) for all k, in order, for which take(k) holds of all of the `rows`. The processor's own look ahead ends with each page and does not know which rows are
/// left out, and a row takes so little time that a fifth to a half of it would be waiting. take(k) is called once for each k, before f(k) and those behind it
/// up to 255 rows ahead.
template <class Take, class F>
void each_taken(std::span<const ExampleView> rows, const Take& take, const F& f) {
  constexpr std::size_t kAtOnce = 256, kAhead = 8;
  std::array<std::size_t, kAtOnce> taken;
  for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
    std::size_t n = 0;
    for (std::size_t k = first; k < std::min(first + kAtOnce, rows.size()); ++k) {
      taken[n] = k;
      n += take(k) ? 1 : 0;
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (k + kAhead < n) fetch(rows[taken[k + kAhead]].x);
      f(taken[k]);
    }
  }
}
template <class F>
void each_row(std::span<const ExampleView> rows, const F& f) {
  each_taken(
      rows, [](std::size_t) { return true; }, f);
}

}  // namespace novikoff
