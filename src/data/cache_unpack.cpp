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

std::size_t unpack_indices(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  return unpack_indices_by(plain_unpacking(), in, n, bits, base, out);
}

bool scale(const std::uint32_t* m, std::size_t n, unsigned places, double* out) noexcept {
  const double power = text::kPowers[places];
  std::uint32_t zeros = 0;
  for (std::size_t i = 0; i < n; ++i) {
    zeros |= m[i] == 0 ? 1U : 0U;
    out[i] = static_cast<double>(static_cast<std::int32_t>(m[i])) / power;
  }
  return zeros == 0;
}

bool unpack_scaled(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, unsigned places, double* out) noexcept {
  return unpack_scaled_by(plain_unpacking(), in, n, bits, base, places, out);
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

std::size_t descents(const std::uint32_t* index, std::size_t n) noexcept {
  std::size_t count = 0;
  for (std::size_t k = 1; k < n; ++k) count += index[k - 1] >= index[k] ? 1 : 0;
  return count;
}

const Unpacking& choose() noexcept {
#if defined(__x86_64__)
  // More than the dense loops need: the first CPUs with AVX-512 lack some of it and take AVX2 here.
  const bool all = kernel_isa() == "avx512" && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512vbmi");
  if (all && avx512_unpacking() != nullptr) return *avx512_unpacking();
  if (kernel_isa() != "baseline" && avx2_unpacking() != nullptr) return *avx2_unpacking();
#endif
  return plain_unpacking();
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
  static constexpr Unpacking kPlain{unpack, unpack_indices, scale, unpack_scaled, steps, accumulate, descents};
  return kPlain;
}

std::size_t unpack_indices_by(const Unpacking& level, const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  level.unpack(in, n, bits, base, out);
  return level.descents(out, n);
}

bool unpack_scaled_by(const Unpacking& level, const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, unsigned places,
                      double* out) noexcept {
  constexpr std::size_t kAtOnce = 1024;  // a multiple of 8, so that each part begins with a byte
  std::uint32_t whole[kAtOnce];
  bool no_zeros = true;
  for (std::size_t k = 0; k < n; k += kAtOnce) {
    const std::size_t some = std::min(kAtOnce, n - k);
    level.unpack(in + k / 8 * bits, some, bits, base, whole);
    no_zeros = level.scale(whole, some, places, out + k) && no_zeros;
  }
  return no_zeros;
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
