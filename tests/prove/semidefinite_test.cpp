#include "novikoff/prove/semidefinite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "novikoff/core/random.hpp"

namespace novikoff::semidefinite_test {
namespace {

using Matrix = std::vector<std::vector<double>>;

Semidefiniteness asked(const Matrix& k, double rounding = 0) {
  return semidefinite(
      k.size(), [&](std::size_t i, std::size_t j) { return k[i][j]; }, rounding, 1);
}

Rational form(const IndefiniteWitness& witness, const Matrix& k) {
  Rational sum;
  for (const auto& [i, vi] : witness.v)
    for (const auto& [j, vj] : witness.v) sum = sum + Rational::of(vi) * Rational::of(vj) * Rational::of(k[i][j]);
  return sum;
}

Matrix of_points(std::size_t n, double power) {
  Matrix k(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      k[i][j] = std::exp(-std::pow(std::fabs(static_cast<double>(i) - static_cast<double>(j)) / static_cast<double>(n - 1), power));
  return k;
}

TEST(Semidefinite, RefusesTheFourthPowerOfTheDistanceWithAWitness) {
  const Matrix k = of_points(50, 4);
  const Semidefiniteness answer = asked(k, 0x1p-45);
  ASSERT_TRUE(answer.witness);
  EXPECT_LT(answer.witness->value.sign(), 0);
  EXPECT_EQ(form(*answer.witness, k), answer.witness->value);
  EXPECT_LT(answer.witness->v.size(), 10U);
}

TEST(Semidefinite, ProvesPowersUpToTwoButForRounding) {
  EXPECT_GE(asked(of_points(50, 1)).least, 0);  // well conditioned: proved
  const Semidefiniteness gaussian = asked(of_points(50, 2), 0x1p-45);
  EXPECT_FALSE(gaussian.witness);
  EXPECT_LT(gaussian.least, 0);
  EXPECT_GT(gaussian.least, -1e-11);
}

TEST(Semidefinite, FindsAWitnessOfEveryIndefiniteWholeMatrixAndOfNoGramMatrix) {
  Rng rng(5);
  int refuted = 0;
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 1 + rng.below(6), width = 1 + rng.below(4);
    Matrix rows(n, std::vector<double>(width)), k(n, std::vector<double>(n));
    for (auto& row : rows)
      for (double& x : row) x = static_cast<double>(rng.below(7)) - 3;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t f = 0; f < width; ++f) k[i][j] += rows[i][f] * rows[j][f];
    const Semidefiniteness gram = asked(k);
    EXPECT_FALSE(gram.witness) << round;
    EXPECT_GT(gram.least, -1e-9) << round;
    // Beyond the rank everything is known to be 0: one unit off the diagonal makes the form negative.
    if (width >= n) continue;
    k[n - 1][n - 1] -= 1;
    const Semidefiniteness broken = asked(k);
    // Less on one diagonal entry need not be indefinite where the row added to the rank.
    if (!broken.witness) {
      EXPECT_GT(broken.least, -1e-9) << round;
      continue;
    }
    ++refuted;
    EXPECT_EQ(form(*broken.witness, k), broken.witness->value);
    EXPECT_LT(broken.witness->value.sign(), 0);
  }
  EXPECT_GT(refuted, 50);
}

TEST(Semidefinite, SeesAProductWithoutSquaresAndANegativeDiagonal) {
  for (const Matrix& k : {Matrix{{0, 1}, {1, 0}}, Matrix{{1, 0}, {0, -1e-30}}, Matrix{{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}}) {
    const Semidefiniteness answer = asked(k);
    // 1e−30 beside 1 is below what the search looks at; then the proof says how far it can be.
    if (k[1][1] == -1e-30) {
      EXPECT_TRUE(answer.witness || answer.least < 0);
    } else {
      ASSERT_TRUE(answer.witness);
      EXPECT_LT(form(*answer.witness, k).sign(), 0);
    }
  }
  EXPECT_FALSE(asked({{0, 0}, {0, 0}}).witness);
}

// Beside 1 they are below every rounding of a factorisation.
TEST(Semidefinite, SeesOneRowOrTwoOfAnySize) {
  for (const Matrix& k : {Matrix{{1, 0}, {0, -1e-30}}, Matrix{{1, 1e-30}, {1e-30, 0}}, Matrix{{0, 1e-30, 0}, {1e-30, 0, 0}, {0, 0, 1}},
                          Matrix{{1, 0, 0}, {0, 1e-40, 3e-40}, {0, 3e-40, 2e-40}}}) {
    const Semidefiniteness answer = asked(k);
    ASSERT_TRUE(answer.witness);
    EXPECT_LT(answer.witness->value.sign(), 0);
    EXPECT_EQ(form(*answer.witness, k), answer.witness->value);
  }
  EXPECT_FALSE(asked({{1, 0, 0}, {0, 0x1p-130, 0x3p-130}, {0, 0x3p-130, 0x9p-130}}).witness);
}

}  // namespace
}  // namespace novikoff::semidefinite_test
