// Between Integer and the built-in numbers that exact runs use.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "prove/exact_space.hpp"

namespace novikoff {

/// n as an S that holds it.
template <class S>
S whole_of(const Integer& n) {
  return static_cast<S>(n.to_int64());
}
template <>
inline Int128 whole_of<Int128>(const Integer& n) {
  if (n.fits_int64()) return n.to_int64();
  // n = (high·2^32 + middle)·2^32 + low, each of them in 64 bits.
  constexpr unsigned kHalf = 32;
  Integer half(1);
  half.shift_left(kHalf);
  const Integer upper = Integer::floor_divide(n, half);
  const Integer high = Integer::floor_divide(upper, half);
  Integer low = n, middle = upper;
  low.sub_product(upper, half);
  middle.sub_product(high, half);
  return (static_cast<Int128>(high.to_int64()) * (Int128{1} << kHalf) + middle.to_int64()) * (Int128{1} << kHalf) + low.to_int64();
}
template <>
inline Integer whole_of<Integer>(const Integer& n) {
  return n;
}

inline Integer integer_of(double n) { return Integer::of(n); }
inline Integer integer_of(std::int64_t n) { return n; }
inline Integer integer_of(const Integer& n) { return n; }
inline Integer integer_of(Int128 n) {
  constexpr unsigned kHalf = 32;
  constexpr Int128 kMask = (Int128{1} << kHalf) - 1;
  Integer result(static_cast<std::int64_t>(n >> (2 * kHalf)));
  result.shift_left(kHalf) += static_cast<std::int64_t>((n >> kHalf) & kMask);
  return result.shift_left(kHalf) += static_cast<std::int64_t>(n & kMask);
}

template <class S>
int sign_of(const S& n) {
  return n > 0 ? 1 : n < 0 ? -1 : 0;
}
inline int sign_of(const Integer& n) { return n.sign(); }

/// A threshold as an S: one beyond all scores of its tier becomes the largest that they can be compared with.
template <class S>
S threshold_of(const Integer& n) {
  return n.fits_int64() ? static_cast<S>(n.to_int64()) : std::numeric_limits<S>::max();
}
template <>
inline double threshold_of<double>(const Integer& n) {
  constexpr unsigned kDigits = std::numeric_limits<double>::digits;
  return n.bits() <= kDigits ? static_cast<double>(n.to_int64()) : std::ldexp(1.0, kDigits);
}
template <>
inline Int128 threshold_of<Int128>(const Integer& n) {
  constexpr unsigned kDigits = 127;
  return n.bits() <= kDigits ? whole_of<Int128>(n) : ((Int128{1} << (kDigits - 1)) - 1) * 2 + 1;
}
template <>
inline Integer threshold_of<Integer>(const Integer& n) {
  return n;
}

}  // namespace novikoff
