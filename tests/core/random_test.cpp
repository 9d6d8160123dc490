// The same numbers on every machine: golden values, computed by an independent implementation of the published algorithms.
#include "novikoff/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace novikoff::random_test {
namespace {

TEST(Rng, DrawsTheGoldenValues) {
  {
    Rng rng(0, 0);
    EXPECT_EQ(rng.next(), 0xdbda3b0b132b137eU);
    EXPECT_EQ(rng.next(), 0x54e9f3a5c955e803U);
    EXPECT_EQ(rng.next(), 0x7050a7dc14dc7c5eU);
  }
  {
    Rng rng(1, 0);
    EXPECT_EQ(rng.next(), 0x960afdca7d43a9e4U);
    EXPECT_EQ(rng.next(), 0x903162ed121c2bf4U);
    EXPECT_EQ(rng.next(), 0x34d7f83e3bc716e0U);
  }
  {
    Rng rng(0, 1);
    EXPECT_EQ(rng.next(), 0x31644a6620d1e64aU);
    EXPECT_EQ(rng.next(), 0x940cb53d0dbfc82cU);
    EXPECT_EQ(rng.next(), 0xa8223f81e60f5465U);
  }
  {
    Rng rng(42, 7);
    EXPECT_EQ(rng.next(), 0xc6c9665b6194bb74U);
    EXPECT_EQ(rng.next(), 0x64bc5efcb648db5eU);
    EXPECT_EQ(rng.next(), 0x670369f865ddb0f7U);
  }
  Rng rng(5);
  EXPECT_EQ(rng.below(10), 2U);
  EXPECT_EQ(rng.below(1000), 904U);
  EXPECT_EQ(rng.below(3), 0U);
  EXPECT_EQ(rng.below(9223372036854775809U), 7311897951875794243U);
  EXPECT_EQ(rng.uniform(), 0x1.11a7bce19799fp-1);
}

TEST(Permutation, IsTheGoldenOne) {
  EXPECT_EQ(permutation(10, 1, 0), (std::vector<std::uint64_t>{8, 2, 0, 4, 3, 7, 6, 1, 9, 5}));
  EXPECT_EQ(permutation(10, 1, 1), (std::vector<std::uint64_t>{7, 3, 9, 8, 1, 2, 0, 6, 4, 5}));
}

TEST(Rng, BelowIsBelowAndReachesEveryValue) {
  Rng rng(7);
  std::array<int, 6> counts = {};
  for (int i = 0; i < 6000; ++i) ++counts[rng.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);  // five standard deviations
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0U);
  const std::uint64_t huge = (std::uint64_t{1} << 63U) + 1;  // half of all draws are rejected
  for (int i = 0; i < 100; ++i) EXPECT_LT(rng.below(huge), huge);
}

TEST(Rng, UniformIsAMultipleOfTwoToTheMinus53BelowOne) {
  Rng rng(7);
  for (int i = 0; i < 1000; ++i) {
    const double u = rng.uniform();
    EXPECT_GE(u, 0);
    EXPECT_LT(u, 1);
    EXPECT_EQ(u * 0x1p53, static_cast<double>(static_cast<std::uint64_t>(u * 0x1p53)));
  }
}

TEST(Rng, SeedAndStreamAreNotExchangeable) { EXPECT_NE(Rng(1, 0).next(), Rng(0, 1).next()); }

TEST(Permutation, HoldsEachNumberOnce) {
  for (const std::uint64_t n : {0U, 1U, 2U, 100U}) {
    std::vector<std::uint64_t> order = permutation(n, 3, 4);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), n);
    for (std::uint64_t i = 0; i < n; ++i) EXPECT_EQ(order[i], i);
  }
}

TEST(Permutation, DependsOnSeedAndStreamAlone) {
  EXPECT_EQ(permutation(50, 1, 2), permutation(50, 1, 2));
  EXPECT_NE(permutation(50, 1, 2), permutation(50, 1, 3));
  EXPECT_NE(permutation(50, 1, 2), permutation(50, 2, 2));
}

}  // namespace
}  // namespace novikoff::random_test
