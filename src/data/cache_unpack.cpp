#include "cache_unpack.hpp"

#include <algorithm>
#include <bit>

#include "novikoff/vec/kernels.hpp"
#include "scan.hpp"

namespace novikoff::cache {
namespace {

void unpack(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  for (std::size_t i = 0; i < n; ++i) out[i] = base + packed_entry(in, i, bits);
}

void scale(const std::uint32_t* m, std::size_t n, unsigned places, double* out) noexcept {
  const double power = text::kPowers[places];
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<double>(static_cast<std::int32_t>(m[i])) / power;
}

void steps(const unsigned char* control, const unsigned char* bytes, std::size_t n, std::uint32_t* out) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned size = 1 + (control[i / 4] >> (2 * (i % 4)) & 3U);
    out[i] = 0;
    std::memcpy(out + i, bytes, size);
    bytes += size;
  }
}

void accumulate(std::uint32_t* row, std::size_t n) noexcept {
  for (std::size_t k = 1; k < n; ++k) row[k] += row[k - 1] + 1;
}

bool ascending(const std::uint32_t* row, std::size_t n) noexcept {
  for (std::size_t k = 1; k < n; ++k)
    if (row[k - 1] >= row[k]) return false;
  return true;
}

const Unpacking& choose() noexcept {
  const Unpacking* const fast = avx2_unpacking();
  return fast == nullptr || kernel_isa() == "baseline" ? plain_unpacking() : *fast;
}

}  // namespace

Reciprocal reciprocal(unsigned places) noexcept {
  constexpr unsigned kDropped = 53 - 22;  // so that 22 bits stay
  const double power = text::kPowers[places];
  const double high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(1 / power) >> kDropped << kDropped);
  return {high, (1 - high * power) / power};  // the product has at most 22 + 27 bits, and the difference is exact
}

const Unpacking& unpacking() noexcept {
  static const Unpacking& chosen = choose();
  return chosen;
}

const Unpacking& plain_unpacking() noexcept {
  static constexpr Unpacking plain{unpack, scale, steps, accumulate, ascending};
  return plain;
}

std::uint64_t steps_size(const unsigned char* control, std::uint64_t n) noexcept {
  std::uint64_t size = 0;
  for (std::uint64_t i = 0; i < n / 4; ++i) size += kStepBytes.of[control[i]];
  for (std::uint64_t i = n / 4 * 4; i < n; ++i) size += 1 + (control[i / 4] >> (2 * (i % 4)) & 3U);
  return size;
}

}  // namespace novikoff::cache
