#include "novikoff/core/random.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace novikoff {
namespace {

__extension__ using Uint128 = unsigned __int128;

std::uint64_t splitmix64(std::uint64_t& state) noexcept {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::uint64_t stream) noexcept : state_{} {
  // The stream is hashed before it meets the seed, so that (1, 0) and (0, 1) have nothing in common.
  std::uint64_t mixed = seed ^ std::rotl(splitmix64(stream), 17);
  for (std::uint64_t& word : state_) word = splitmix64(mixed);
}

std::uint64_t Rng::next() noexcept {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Rng::below(std::uint64_t n) noexcept {
  Uint128 product = static_cast<Uint128>(next()) * n;
  if (static_cast<std::uint64_t>(product) < n) {
    const std::uint64_t threshold = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Uint128>(next()) * n;
  }
  return static_cast<std::uint64_t>(product >> 64U);
}

double Rng::uniform() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-53; }

std::vector<std::uint64_t> permutation(std::uint64_t n, std::uint64_t seed, std::uint64_t stream) {
  const auto size = static_cast<std::size_t>(n);  // narrower than 64 bits on wasm32, where no larger vector could be
  std::vector<std::uint64_t> order(size);
  for (std::size_t i = 0; i < size; ++i) order[i] = i;
  Rng rng(seed, stream);
  for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[static_cast<std::size_t>(rng.below(i))]);
  return order;
}

}  // namespace novikoff
