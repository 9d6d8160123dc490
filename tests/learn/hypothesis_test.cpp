#include "novikoff/learn/hypothesis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace novikoff::hypothesis_test {
namespace {

FeatureView dense(const std::vector<double>& x) { return {nullptr, x.data(), x.size()}; }

TEST(Hypothesis, MovesTheBiasByEtaYBSquared) {
  Hypothesis w{{0, 0, 0}, 0, 2};
  const std::vector<double> x{1, 2, 3};
  w.add(1, dense(x));
  EXPECT_EQ(w.weights, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(w.bias_weight, 2);
  EXPECT_EQ(w.bias(), 4);
  EXPECT_EQ(w.score(dense(x)).value, 1 + 4 + 9 + 4);
}

TEST(Hypothesis, UpdatesTheBiasOnceForAnExampleNotOnceForAFeature) {
  Hypothesis w{{0, 0, 0}, 0, 1};
  w.add(1, dense({1, 2, 3}));
  EXPECT_EQ(w.bias(), 1);
}

TEST(Hypothesis, CountsTheBiasCoordinateInItsNorm) {
  const Hypothesis w{{3}, 4, 1};
  EXPECT_EQ(w.sqnorm().to_double(), 25);
}

TEST(Hypothesis, WithoutABiasScoresThroughTheOrigin) {
  Hypothesis w{{1}, 0, 0};
  w.add(1, dense({2}));
  EXPECT_EQ(w.bias(), 0);
  EXPECT_EQ(w.score(dense({0})).value, 0);
}

TEST(Hypothesis, LetsFeaturesItDoesNotKnowWeighNothing) {
  const Hypothesis w{{1, 1}, 0, 1};
  EXPECT_EQ(w.score(dense({1, 1, 100})).value, 2);
  const std::uint32_t index[2] = {1, 70};
  const double value[2] = {5, 7};
  EXPECT_EQ(w.score({index, value, 2}).value, 5);
}

TEST(Hypothesis, AddsTheBiasTermLast) {
  const Hypothesis w{{1, 1}, -1, 1};
  const std::vector<double> x{1, 0x1p-53};
  EXPECT_EQ(w.score(dense(x)).value, (1 + 0x1p-53) - 1);
}

TEST(Hypothesis, SaysTheRightSignBeyondTheRangeOfDouble) {
  const Hypothesis large{{1e300, 1e300}, 0, 1};
  const Score high = large.score(dense({-1e300, -1}));
  EXPECT_TRUE(high.sign_known);
  EXPECT_FALSE(high.in_range);
  EXPECT_EQ(high.value, -std::numeric_limits<double>::max());
  const Hypothesis small{{1e-300}, 0, 1};
  const Score low = small.score(dense({-1e-300}));
  EXPECT_EQ(low.value, -std::numeric_limits<double>::denorm_min());
  EXPECT_FALSE(low.in_range);
}

TEST(Hypothesis, TellsAnExactZeroFromAnUnderflow) {
  const Hypothesis w{{1, -1}, 0, 1};
  const Score zero = w.score(dense({2, 2}));
  EXPECT_EQ(zero.value, 0);
  EXPECT_TRUE(zero.in_range);
  EXPECT_TRUE(zero.sign_known);
}

TEST(Hypothesis, RefusesToGuessASignThatDoublesCannotTell) {
  const Hypothesis w{{1, 1, 1}, 0, 1};
  EXPECT_FALSE(w.score(dense({1e300, -1e300, 1e-300})).sign_known);
  const Hypothesis overflowed{{INFINITY}, 0, 1};
  EXPECT_FALSE(overflowed.score(dense({1})).sign_known);
  EXPECT_FALSE(overflowed.finite());
}

TEST(Hypothesis, CutsInfinitiesFromTwoOverflowsOfOppositeSignRight) {
  const Hypothesis w{{1e200, 1e200}, 0, 1};
  const Score s = w.score(dense({3e200, -2e200}));
  EXPECT_TRUE(s.sign_known);
  EXPECT_GT(s.value, 0);
}

}  // namespace
}  // namespace novikoff::hypothesis_test
