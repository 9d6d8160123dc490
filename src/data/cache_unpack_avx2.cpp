// The loops of cache_unpack.cpp eight entries at a time. Written with intrinsics: compilers do not find the byte shuffles by themselves.
#include "cache_unpack.hpp"

#if defined(__AVX2__)

#include <immintrin.h>

namespace novikoff::cache {
namespace {

__m128i load(const unsigned char* p) noexcept { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }
__m256i load(const std::uint32_t* p) noexcept { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
void store(std::uint32_t* p, __m256i value) noexcept { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), value); }

// Calls use(i, entries i … i + 7, without their base) for all whole eights of n entries of `bits` ≤ kMostNarrowBits; returns how many entries those are.
template <class Use>
std::size_t each_eight(const unsigned char* in, std::size_t n, unsigned bits, Use use) noexcept {
  std::size_t i = 0;
  if (bits == 16) {
    for (; i + 8 <= n; i += 8, in += bits) use(i, _mm256_cvtepu16_epi32(load(in)));
    return i;
  }
  // Eight entries are `bits` bytes. Each half begins in some byte of them; from there on, which four bytes hold entry j, and how far they must be shifted.
  alignas(32) std::uint8_t bytes[32];
  alignas(32) std::uint32_t shifts[8];
  const unsigned second = 4 * bits / 8;
  for (unsigned j = 0; j < 8; ++j) {
    const unsigned bit = j * bits - (j < 4 ? 0 : 8 * second);
    for (unsigned k = 0; k < 4; ++k) bytes[4 * j + k] = static_cast<std::uint8_t>(bit / 8 + k);
    shifts[j] = bit % 8;
  }
  const __m256i shuffle = _mm256_load_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i shift = _mm256_load_si256(reinterpret_cast<const __m256i*>(shifts));
  const __m256i mask = _mm256_set1_epi32(static_cast<int>((1U << bits) - 1));
  for (; i + 8 <= n; i += 8, in += bits) {
    const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(load(in)), load(in + second), 1);
    use(i, _mm256_and_si256(_mm256_srlv_epi32(_mm256_shuffle_epi8(both, shuffle), shift), mask));
  }
  return i;
}

void unpack(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (bits > kMostNarrowBits) return plain.unpack(in, n, bits, base, out);
  const __m256i bases = _mm256_set1_epi32(static_cast<int>(base));
  const std::size_t done = each_eight(in, n, bits, [&](std::size_t i, __m256i entries) noexcept { store(out + i, _mm256_add_epi32(entries, bases)); });
  plain.unpack(in + done / 8 * bits, n - done, bits, base, out + done);
}

// The sum of what the lanes are below 0.
std::size_t negated(__m256i counts) noexcept {
  alignas(32) std::int32_t lanes[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), counts);
  std::size_t sum = 0;
  for (const std::int32_t lane : lanes) sum += static_cast<std::uint32_t>(-lane);
  return sum;
}

std::size_t unpack_indices(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, std::uint32_t* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (bits > kMostNarrowBits || n < 8) return unpack_indices_by(plain, in, n, bits, base, out);
  const __m256i bases = _mm256_set1_epi32(static_cast<int>(base)), sign = _mm256_set1_epi32(static_cast<int>(0x80000000U));
  const __m256i to_next = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
  __m256i last = _mm256_set1_epi32(0x7fffffff), ascents = _mm256_setzero_si256();  // the first index ascends from none
  const std::size_t done = each_eight(in, n, bits, [&](std::size_t i, __m256i entries) noexcept {
    const __m256i indices = _mm256_add_epi32(entries, bases);
    store(out + i, indices);
    const __m256i ordered = _mm256_xor_si256(indices, sign), turned = _mm256_permutevar8x32_epi32(ordered, to_next);
    ascents = _mm256_add_epi32(ascents, _mm256_cmpgt_epi32(ordered, _mm256_blend_epi32(turned, last, 1)));
    last = turned;
  });
  plain.unpack(in + done / 8 * bits, n - done, bits, base, out + done);
  return done - 1 - negated(ascents) + plain.descents(out + done - 1, n - done + 1);
}

// As of kMostReciprocal.
struct Scaling {
  __m256d high, low;
  explicit Scaling(unsigned places) noexcept : Scaling(reciprocal(places)) {}
  explicit Scaling(const Reciprocal& r) noexcept : high(_mm256_set1_pd(r.high)), low(_mm256_set1_pd(r.low)) {}
  void four(__m128i m, double* out) const noexcept {
    const __m256d whole = _mm256_cvtepi32_pd(m);
    _mm256_storeu_pd(out, _mm256_add_pd(_mm256_mul_pd(whole, high), _mm256_mul_pd(whole, low)));
  }
};

bool scale(const std::uint32_t* m, std::size_t n, unsigned places, double* out) noexcept {
  const Unpacking& plain = plain_unpacking();
  if (places > kMostReciprocal) return plain.scale(m, n, places, out);
  const Scaling scaling(places);
  __m128i zeros = _mm_setzero_si128();
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(m + i));
    zeros = _mm_or_si128(zeros, _mm_cmpeq_epi32(some, _mm_setzero_si128()));
    scaling.four(some, out + i);
  }
  return plain.scale(m + i, n - i, places, out + i) && _mm_movemask_epi8(zeros) == 0;
}

bool unpack_scaled(const unsigned char* in, std::size_t n, unsigned bits, std::uint32_t base, unsigned places, double* out) noexcept {
  if (bits > kMostNarrowBits || places > kMostReciprocal) return unpack_scaled_by(*avx2_unpacking(), in, n, bits, base, places, out);
  const Scaling scaling(places);
  const __m256i bases = _mm256_set1_epi32(static_cast<int>(base));
  __m256i zeros = _mm256_setzero_si256();
  const std::size_t done = each_eight(in, n, bits, [&](std::size_t i, __m256i entries) noexcept {
    const __m256i m = _mm256_add_epi32(entries, bases);
    zeros = _mm256_or_si256(zeros, _mm256_cmpeq_epi32(m, _mm256_setzero_si256()));
    scaling.four(_mm256_castsi256_si128(m), out + i);
    scaling.four(_mm256_extracti128_si256(m, 1), out + i + 4);
  });
  const bool rest = unpack_scaled_by(plain_unpacking(), in + done / 8 * bits, n - done, bits, base, places, out + done);
  return rest && _mm256_movemask_epi8(zeros) == 0;
}

// For each code of four steps: which bytes of the input hold each of them, how far they must be shifted, what is then kept, and how many bytes the four take.
struct Steps {
  alignas(16) std::uint8_t bytes[16][16];
  alignas(16) std::uint32_t shifts[16][4];
  std::uint32_t masks[16];
  std::uint32_t sizes[16];
};
constexpr Steps kSteps = [] {
  Steps all{};
  for (unsigned code = 0; code < kStepCodes; ++code) {
    const unsigned bits = code + 1 < kStepCodes ? 2 * code : 32;
    for (unsigned j = 0; j < 4; ++j) {
      for (unsigned k = 0; k < 4; ++k) all.bytes[code][4 * j + k] = static_cast<std::uint8_t>(j * bits / 8 + k);
      all.shifts[code][j] = j * bits % 8;
    }
    all.masks[code] = bits == 32 ? 0xffffffffU : (1U << bits) - 1;
    all.sizes[code] = bits / 2;
  }
  return all;
}();

const unsigned char* four_steps(unsigned code, const unsigned char* bytes, std::uint32_t* out) noexcept {
  const __m128i entries = _mm_shuffle_epi8(load(bytes), _mm_load_si128(reinterpret_cast<const __m128i*>(kSteps.bytes[code])));
  const __m128i shifted = _mm_srlv_epi32(entries, _mm_load_si128(reinterpret_cast<const __m128i*>(kSteps.shifts[code])));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_and_si128(shifted, _mm_set1_epi32(static_cast<int>(kSteps.masks[code]))));
  return bytes + kSteps.sizes[code];
}

const unsigned char* steps(const unsigned char* codes, const unsigned char* bytes, std::size_t n, std::uint32_t* out) noexcept {
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const unsigned two = codes[i / 8];
    bytes = four_steps(two & 15U, bytes, out + i);
    bytes = four_steps(two >> 4U, bytes, out + i + 4);
  }
  return plain_unpacking().steps(codes + i / 8, bytes, n - i, out + i);
}

void accumulate(std::uint32_t* row, std::size_t n) noexcept {
  const __m128i counts = _mm_setr_epi32(1, 2, 3, 4);
  __m128i before = _mm_set1_epi32(-1);
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + k));
    x = _mm_add_epi32(x, _mm_slli_si128(x, 4));
    x = _mm_add_epi32(x, _mm_slli_si128(x, 8));
    x = _mm_add_epi32(_mm_add_epi32(x, counts), before);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(row + k), x);
    before = _mm_shuffle_epi32(x, 0xff);
  }
  for (k = k == 0 ? 1 : k; k < n; ++k) row[k] += row[k - 1] + 1;
}

std::size_t descents(const std::uint32_t* index, std::size_t n) noexcept {
  const __m256i sign = _mm256_set1_epi32(static_cast<int>(0x80000000U));
  __m256i ascents = _mm256_setzero_si256();  // negative
  std::size_t k = 0;
  for (; k + 9 <= n; k += 8)
    ascents = _mm256_add_epi32(ascents, _mm256_cmpgt_epi32(_mm256_xor_si256(load(index + k + 1), sign), _mm256_xor_si256(load(index + k), sign)));
  return k - negated(ascents) + plain_unpacking().descents(index + k, n - k);
}

}  // namespace

const Unpacking* avx2_unpacking() noexcept {
  static constexpr Unpacking kFast{unpack, unpack_indices, scale, unpack_scaled, steps, accumulate, descents};
  return &kFast;
}

}  // namespace novikoff::cache

#else

namespace novikoff::cache {
const Unpacking* avx2_unpacking() noexcept { return nullptr; }
}  // namespace novikoff::cache

#endif
