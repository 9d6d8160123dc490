// The loops that turn the bytes of a cache into indices and values at the speed of memory (docs/formats.md, Cache).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace novikoff::cache {

/// Readable bytes that stand behind every packed array and every run of steps.
inline constexpr std::size_t kSlack = 64;
inline constexpr unsigned kMostNarrowBits = 25;  // of a packed entry that 32 bits hold from any bit of a byte on

inline bool is_width(unsigned bits) noexcept { return bits <= kMostNarrowBits || bits == 32; }
/// Bytes of n packed entries, without padding. Requires n < 2^56.
inline std::uint64_t packed_size(std::uint64_t n, unsigned bits) noexcept { return (n * bits + 7) / 8; }

/// Entry `i` of a packed array without its base.
inline std::uint32_t packed_entry(const unsigned char* in, std::uint64_t i, unsigned bits) noexcept {
  const std::uint64_t bit = i * bits;
  std::uint64_t word = 0;
  std::memcpy(&word, in + bit / 8, sizeof word);
  return static_cast<std::uint32_t>((word >> (bit % 8)) & ((std::uint64_t{1} << bits) - 1));
}

/// For m/10^k in two multiplications: m·high is exact for whole numbers m up to 2^31, and low is the rest of 10^−k. The sum, rounded once, is off by 2^−74 of
/// its size at most, while m/10^k is no nearer to the middle of two doubles than 2^−54·5^−k of it: so it is the correctly rounded quotient for k ≤ 8.
struct Reciprocal {
  double high = 1, low = 0;
};
inline constexpr unsigned kMostReciprocal = 8;
Reciprocal reciprocal(unsigned places) noexcept;

/// One CPU level's loops; all give the same bits.
struct Unpacking {
  /// out[i] ← base + entry i, modulo 2^32.
  void (*unpack)(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept;
  /// The same; how often out[i] ≥ out[i + 1].
  std::size_t (*unpack_indices)(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept;
  /// out[i] ← m[i]/10^places as a signed number, rounded once; whether none of them is 0. Requires places ≤ 22.
  bool (*scale)(const std::uint32_t* m, std::size_t n, unsigned places, double* out) noexcept;
  /// Both at once: out[i] ← (base + entry i)/10^places.
  bool (*unpack_scaled)(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, unsigned places, double* out) noexcept;
  /// out[i] ← step i; returns where the bytes of the steps behind them are. Requires that steps_size(codes, n) is a size, and as many readable bytes and kSlack
  /// more.
  const unsigned char* (*steps)(const unsigned char* codes, const unsigned char* bytes, std::size_t n, std::uint32_t* out) noexcept;
  /// From a row's steps to its indices, modulo 2^32: row[k] ← row[0] + … + row[k] + k.
  void (*accumulate)(std::uint32_t* row, std::size_t n) noexcept;
  /// How often index[k] ≥ index[k + 1].
  std::size_t (*descents)(const std::uint32_t* index, std::size_t n) noexcept;
};

/// The best level that the processor has and NOVIKOFF_ISA allows; the plain loops, for tests too.
const Unpacking& unpacking() noexcept;
const Unpacking& plain_unpacking() noexcept;
/// unpack_indices and unpack_scaled made of a level's other loops.
std::size_t unpack_indices_by(const Unpacking& level, const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept;
bool unpack_scaled_by(const Unpacking& level, const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, unsigned places, double* out) noexcept;
/// Null where the program was not built for it.
const Unpacking* avx2_unpacking() noexcept;
const Unpacking* avx512_unpacking() noexcept;

/// Four steps stand together in packed entries of as many bits as their code says: 2·code below 13, then 32; larger codes there are none.
inline constexpr unsigned kStepCodes = 14;
inline unsigned step_bits(unsigned code) noexcept { return code + 1 < kStepCodes ? 2 * code : 32; }
inline unsigned step_code(const unsigned char* codes, std::size_t group) noexcept { return codes[group / 2] >> (group % 2 * 4) & 15U; }
/// Bytes of the codes of n steps, two in a byte.
inline std::uint64_t step_codes_size(std::uint64_t n) noexcept { return (n + 7) / 8; }
/// What the codes of n steps say; nullopt if there is a code that is none.
struct StepsSize {
  std::uint64_t bytes = 0;  ///< of all steps
  unsigned most_bits = 0;   ///< of one
};
std::optional<StepsSize> steps_size(const unsigned char* codes, std::uint64_t n) noexcept;

}  // namespace novikoff::cache
