// The loops of cache_unpack_avx2.cpp where eight entries at a time are not yet the limit, sixteen at a time.
#include "cache_unpack.hpp"

#if defined(__AVX512VBMI__)

#include <immintrin.h>

#include <bit>

namespace novikoff::cache {
namespace {

// Sixteen entries are 2·bits bytes, and with those behind them, which are there, one register.
void unpack(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (bits > kMostNarrowBits) return plain.unpack(in, n, bits, base, out);
  alignas(64) std::uint8_t bytes[64];
  alignas(64) std::uint32_t shifts[16];
  for (unsigned j = 0; j < 16; ++j) {
    for (unsigned k = 0; k < 4; ++k) bytes[4 * j + k] = static_cast<std::uint8_t>(j * bits / 8 + k);
    shifts[j] = j * bits % 8;
  }
  const __m512i places = _mm512_load_si512(bytes), shift = _mm512_load_si512(shifts);
  const __m512i mask = _mm512_set1_epi32(static_cast<int>((1U << bits) - 1)), bases = _mm512_set1_epi32(static_cast<int>(base));
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16, in += 2 * std::size_t{bits}) {
    const __m512i entries = _mm512_srlv_epi32(_mm512_permutexvar_epi8(places, _mm512_loadu_si512(in)), shift);
    _mm512_storeu_si512(out + i, _mm512_add_epi32(_mm512_and_si512(entries, mask), bases));
  }
  plain.unpack(in, n - i, bits, base, out + i);
}

bool scale(const std::uint32_t* m, std::size_t n, unsigned places, double* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (places > kMostReciprocal) return plain.scale(m, n, places, out);
  const Reciprocal r = reciprocal(places);
  const __m512d high = _mm512_set1_pd(r.high), low = _mm512_set1_pd(r.low);
  unsigned zeros = 0;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(m + i));
    zeros |= _mm256_testn_epi32_mask(some, some);
    const __m512d whole = _mm512_cvtepi32_pd(some);
    _mm512_storeu_pd(out + i, _mm512_add_pd(_mm512_mul_pd(whole, high), _mm512_mul_pd(whole, low)));
  }
  return plain.scale(m + i, n - i, places, out + i) && zeros == 0;
}

std::size_t descents(const std::uint32_t* index, std::size_t n) noexcept {
  std::size_t count = 0, k = 0;
  for (; k + 17 <= n; k += 16)
    count += static_cast<std::size_t>(
        std::popcount(static_cast<unsigned>(_mm512_cmpge_epu32_mask(_mm512_loadu_si512(index + k), _mm512_loadu_si512(index + k + 1)))));
  return count + plain_unpacking().descents(index + k, n - k);
}

}  // namespace

const Unpacking* avx512_unpacking() noexcept {
  static const Unpacking fast{unpack, scale, avx2_unpacking()->steps, avx2_unpacking()->accumulate, descents};
  return &fast;
}

}  // namespace novikoff::cache

#else

namespace novikoff::cache {
const Unpacking* avx512_unpacking() noexcept { return nullptr; }
}  // namespace novikoff::cache

#endif
