// The project's own random numbers: the standard's distributions and shuffles differ between libraries.
#pragma once

#include <cstdint>
#include <vector>

namespace novikoff {

/// xoshiro256** (Blackman & Vigna 2021), seeded by splitmix64 from (seed, stream). The same numbers on every machine.
///
/// Streams make what is drawn a function of where a run is, not of how it got there: pass p of a shuffled run uses
/// Rng(seed, p), so a resumed run draws what the uninterrupted one would.
class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) noexcept;

  /// Uniform over all 64-bit values.
  std::uint64_t next() noexcept;
  /// Uniform over 0 … n − 1, n ≥ 1, without bias (Lemire 2019).
  std::uint64_t below(std::uint64_t n) noexcept;
  /// Uniform over the multiples of 2^-53 in [0, 1).
  double uniform() noexcept;

 private:
  std::uint64_t state_[4];
};

/// The permutation of 0 … n − 1 drawn by Fisher–Yates from Rng(seed, stream).
std::vector<std::uint64_t> permutation(std::uint64_t n, std::uint64_t seed, std::uint64_t stream);

}  // namespace novikoff
