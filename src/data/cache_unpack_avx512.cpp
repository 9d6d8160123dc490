// The loops of cache_unpack_avx2.cpp where eight entries at a time are not yet the limit, sixteen at a time.
#include "cache_unpack.hpp"

#if defined(__AVX512VBMI__)

#include <immintrin.h>

#include <bit>

namespace novikoff::cache {
namespace {

// Where in the bytes from a whole entry on each of so many entries lies, and how far it is shifted there.
template <unsigned kEntries>
struct Layout {
  alignas(64) std::uint8_t bytes[4 * kEntries];
  alignas(64) std::uint32_t shifts[kEntries];

  explicit Layout(unsigned bits) noexcept {
    for (unsigned j = 0; j < kEntries; ++j) {
      for (unsigned k = 0; k < 4; ++k) bytes[4 * j + k] = static_cast<std::uint8_t>(j * bits / 8 + k);
      shifts[j] = j * bits % 8;
    }
  }
};

// Sixteen entries are 2·bits bytes, and with those behind them, which are there, one register.
struct Entries {
  Layout<16> layout;
  __m512i places, shift, mask, bases;

  Entries(unsigned bits, std::uint32_t base) noexcept
      : layout(bits),
        places(_mm512_load_si512(layout.bytes)),
        shift(_mm512_load_si512(layout.shifts)),
        mask(_mm512_set1_epi32(static_cast<int>((1U << bits) - 1))),
        bases(_mm512_set1_epi32(static_cast<int>(base))) {}
  __m512i at(const unsigned char* in) const noexcept {
    const __m512i entries = _mm512_srlv_epi32(_mm512_permutexvar_epi8(places, _mm512_loadu_si512(in)), shift);
    return _mm512_add_epi32(_mm512_and_si512(entries, mask), bases);
  }
};

// Entries that are halves of words, as indices below 65,536 are.
struct Halves {
  __m512i bases;

  explicit Halves(std::uint32_t base) noexcept : bases(_mm512_set1_epi32(static_cast<int>(base))) {}
  __m512i at(const unsigned char* in) const noexcept {
    return _mm512_add_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(in))), bases);
  }
};

void unpack(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (bits > kMostNarrowBits) return plain.unpack(in, n, bits, base, out);
  const Entries entries(bits, base);
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16, in += 2 * std::size_t{bits}) _mm512_storeu_si512(out + i, entries.at(in));
  plain.unpack(in, n - i, bits, base, out + i);
}

// Each entry beside the one before it, while both are in registers.
template <class Some>
std::size_t unpack_seeing_descents(const Some& entries, const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base,
                                   std::uint32_t* out) noexcept {
  std::size_t count = 0, i = 0;
  __m512i before = _mm512_setzero_si512();
  __mmask16 compared = 0xfffe;  // the first has none before it
  for (; i + 16 <= n; i += 16, in += 2 * std::size_t{bits}) {
    const __m512i now = entries.at(in);
    _mm512_storeu_si512(out + i, now);
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(_mm512_mask_cmpge_epu32_mask(compared, _mm512_alignr_epi32(now, before, 15), now))));
    before = now;
    compared = 0xffff;
  }
  plain_unpacking().unpack(in, n - i, bits, base, out + i);
  const std::size_t last = i == 0 ? 0 : i - 1;
  return count + plain_unpacking().descents(out + last, n - last);
}

std::size_t unpack_indices(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  if (bits > kMostNarrowBits) return plain_unpacking().unpack_indices(in, n, bits, base, out);
  if (bits == 16) return unpack_seeing_descents(Halves(base), in, n, bits, base, out);
  return unpack_seeing_descents(Entries(bits, base), in, n, bits, base, out);
}

struct Scaling {
  __m512d high, low;

  explicit Scaling(const Reciprocal& r) noexcept : high(_mm512_set1_pd(r.high)), low(_mm512_set1_pd(r.low)) {}
  __m512d of(__m256i m) const noexcept {
    const __m512d whole = _mm512_cvtepi32_pd(m);
    return _mm512_add_pd(_mm512_mul_pd(whole, high), _mm512_mul_pd(whole, low));
  }
};

bool scale(const std::uint32_t* m, std::size_t n, unsigned places, double* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (places > kMostReciprocal) return plain.scale(m, n, places, out);
  const Scaling scaling(reciprocal(places));
  unsigned zeros = 0;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(m + i));
    zeros |= _mm256_testn_epi32_mask(some, some);
    _mm512_storeu_pd(out + i, scaling.of(some));
  }
  return plain.scale(m + i, n - i, places, out + i) && zeros == 0;
}

// Eight entries are `bits` bytes.
bool unpack_scaled(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, unsigned places, double* out) noexcept {
  if (bits > kMostNarrowBits || places > kMostReciprocal) return unpack_scaled_by(plain_unpacking(), in, n, bits, base, places, out);
  const Layout<8> layout(bits);
  const Scaling scaling(reciprocal(places));
  const __m256i at = _mm256_load_si256(reinterpret_cast<const __m256i*>(layout.bytes));
  const __m256i shift = _mm256_load_si256(reinterpret_cast<const __m256i*>(layout.shifts));
  const __m256i mask = _mm256_set1_epi32(static_cast<int>((1U << bits) - 1)), bases = _mm256_set1_epi32(static_cast<int>(base));
  unsigned zeros = 0;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8, in += bits) {
    const __m256i bytes = _mm256_permutexvar_epi8(at, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in)));
    const __m256i whole = _mm256_add_epi32(_mm256_and_si256(_mm256_srlv_epi32(bytes, shift), mask), bases);
    zeros |= _mm256_testn_epi32_mask(whole, whole);
    _mm512_storeu_pd(out + i, scaling.of(whole));
  }
  return unpack_scaled_by(plain_unpacking(), in, n - i, bits, base, places, out + i) && zeros == 0;
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
  static const Unpacking fast{unpack, unpack_indices, scale, unpack_scaled, avx2_unpacking()->steps, avx2_unpacking()->accumulate, descents};
  return &fast;
}

}  // namespace novikoff::cache

#else

namespace novikoff::cache {
const Unpacking* avx512_unpacking() noexcept { return nullptr; }
}  // namespace novikoff::cache

#endif
