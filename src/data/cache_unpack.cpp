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

const unsigned char* steps(const unsigned char* codes, const unsigned char* bytes, std::size_t n, std::uint32_t* out) noexcept {
  for (std::size_t i = 0; i < n; i += 4) {
    const unsigned bits = step_bits(step_code(codes, i / 4));
    for (std::size_t j = 0; j < std::min<std::size_t>(4, n - i); ++j) out[i + j] = packed_entry(bytes, j, bits);
    bytes += bits / 2;
  }
  return bytes;
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
  static constexpr Unpacking kPlain{unpack, scale, steps, accumulate, ascending};
  return kPlain;
}

std::optional<StepsSize> steps_size(const unsigned char* codes, std::uint64_t n) noexcept {
  StepsSize size;
  unsigned most = 0;
  for (std::uint64_t group = 0; 4 * group < n; ++group) {
    const unsigned code = step_code(codes, group);
    size.bytes += step_bits(code) / 2;
    most = std::max(most, code);
  }
  if (most >= kStepCodes) return std::nullopt;
  size.most_bits = step_bits(most);
  return size;
}

}  // namespace novikoff::cache
