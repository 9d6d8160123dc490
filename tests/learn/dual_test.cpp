#include "novikoff/learn/dual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/vec/kernels.hpp"

namespace novikoff::dual_test {
namespace {

RowStore random_rows(std::size_t n, std::size_t width, std::uint64_t seed, double density) {
  RowStore rows;
  Rng rng(seed);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t> index;
    std::vector<double> value;
    for (std::uint32_t j = 0; j < width; ++j)
      if (rng.uniform() < density) index.push_back(j), value.push_back(1 + rng.uniform());
    const std::size_t last = index.empty() ? 0 : index.back() + std::size_t{1};
    std::vector<double> dense(last);
    for (std::size_t k = 0; k < index.size(); ++k) dense[index[k]] = value[k];
    2 * index.size() >= last ? rows.append({nullptr, dense.data(), last}) : rows.append({index.data(), value.data(), value.size()});
  }
  return rows;
}

std::vector<Kernel> kernels() {
  return {{KernelKind::linear},       {KernelKind::poly, 0.5, 1, 3}, {KernelKind::rbf, 0.3},
          {KernelKind::laplace, 0.2}, {KernelKind::intersection},    {KernelKind::chi2}};
}

// The lowest pivot of a Cholesky factorisation that always takes the largest: not below −(rounding) for a semidefinite matrix.
double least_pivot(std::vector<std::vector<double>> g) {
  double least = 0;
  for (std::size_t k = 0; k < g.size(); ++k) {
    std::size_t p = k;
    for (std::size_t i = k; i < g.size(); ++i)
      if (g[i][i] > g[p][p]) p = i;
    std::swap(g[k], g[p]);
    for (auto& row : g) std::swap(row[k], row[p]);
    for (std::size_t i = k; i < g.size(); ++i) least = std::min(least, g[i][i]);
    if (g[k][k] <= 1e-12) break;
    for (std::size_t i = k + 1; i < g.size(); ++i)
      for (std::size_t j = k + 1; j < g.size(); ++j) g[i][j] -= g[i][k] * g[k][j] / g[k][k];
  }
  return least;
}

TEST(Kernels, AreSymmetricAndSemidefiniteToRounding) {
  for (const Kernel& kernel : kernels()) {
    const RowStore rows = random_rows(40, 6, 3, 0.7);
    std::vector<std::vector<double>> g(rows.size(), std::vector<double>(rows.size()));
    double largest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < rows.size(); ++j) {
        g[i][j] = kernel(rows[i], rows[j]);
        EXPECT_EQ(g[i][j], kernel(rows[j], rows[i])) << name(kernel.kind);
        largest = std::max(largest, g[i][j]);
      }
    EXPECT_GE(least_pivot(g), -1e-11 * largest) << name(kernel.kind);
  }
}

TEST(Kernels, AreWhatTheirFormulasSay) {
  const double x[] = {1, 2}, z[] = {3, 1};
  const FeatureView a{nullptr, x, 2}, b{nullptr, z, 2};
  EXPECT_EQ((Kernel{KernelKind::linear})(a, b), 5);
  EXPECT_EQ((Kernel{KernelKind::poly, 2, 3, 2})(a, b), 169);
  EXPECT_NEAR((Kernel{KernelKind::rbf, 0.1})(a, b), std::exp(-0.5), 1e-16);
  EXPECT_NEAR((Kernel{KernelKind::laplace, 0.1})(a, b), std::exp(-0.3), 2e-16);
  EXPECT_EQ((Kernel{KernelKind::intersection})(a, b), 2);
  EXPECT_NEAR((Kernel{KernelKind::chi2})(a, b), 1.5 + 4.0 / 3, 1e-15);
  EXPECT_EQ((Kernel{KernelKind::rbf, 3})(a, a), 1);
}

TEST(KernelRows, GiveTheKernelsOwnBitsDenseSparseAndInBlocks) {
  for (const Kernel& kernel : kernels())
    for (const double density : {0.02, 0.9}) {
      const RowStore rows = random_rows(70, 40, 11, density);
      for (const std::uint64_t limit : {std::uint64_t{0}, ~std::uint64_t{0}}) {
        KernelRows some(
            kernel, [&](std::size_t i) { return rows[i]; }, limit);
        some.extend(50, 30);
        some.extend(70, 40);
        std::vector<double> one(some.padded()), two(some.padded());
        const FeatureView xs[] = {rows[3], rows[69]};
        double* const to[] = {one.data(), two.data()};
        some.values(xs, 2, to);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          EXPECT_EQ(one[i], kernel(rows[3], rows[i])) << name(kernel.kind);
          EXPECT_EQ(two[i], kernel(rows[69], rows[i])) << name(kernel.kind);
        }
      }
    }
}

TEST(GramRows, AreTheSameWhateverRoomThereIsAndNeverTakeMore) {
  const RowStore rows = random_rows(60, 5, 4, 1);
  const Kernel kernel{KernelKind::rbf, 0.5};
  for (const std::uint64_t kept : {1U, 2U, 7U, 60U}) {
    KernelRows all(
        kernel, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
    all.extend(60, 5);
    const std::uint64_t limit = kept * GramRows::row_bytes(all) + 8;
    GramRows gram(all, limit);
    Rng rng(kept);
    for (int look = 0; look < 300; ++look) {
      const auto row = static_cast<std::size_t>(rng.below(60));
      const double* const values = gram.get(row);
      ASSERT_NE(values, nullptr);
      for (std::size_t j = 0; j < 60; ++j) ASSERT_EQ(values[j], kernel(rows[row], rows[j]));
      EXPECT_LE(gram.held() * gram.row_bytes(), limit);
      EXPECT_TRUE(gram.holds(row));
    }
    if (kept == 60) {
      EXPECT_LE(gram.made(), 60U);
    }
  }
}

TEST(GramRows, ForgetTheRowNotUsedForTheLongestTime) {
  const RowStore rows = random_rows(10, 3, 4, 1);
  KernelRows all(
      {}, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
  all.extend(10, 3);
  GramRows gram(all, 3 * GramRows::row_bytes(all));
  for (const std::size_t row : {0U, 1U, 2U, 0U, 3U}) ASSERT_NE(gram.get(row), nullptr);
  EXPECT_FALSE(gram.holds(1));
  for (const std::size_t row : {0U, 2U, 3U}) EXPECT_TRUE(gram.holds(row));
}

TEST(GramRows, TakeRoomForRowsThatComeAgainAndForNoOthers) {
  const RowStore rows = random_rows(2000, 3, 4, 1);
  KernelRows all(
      {}, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
  all.extend(2000, 3);
  GramRows gram(all, std::uint64_t{1} << 30U);
  // Each once, and some of them again, too few to be worth room for all.
  for (std::size_t row = 0; row < 2000; ++row) ASSERT_NE(gram.get(row), nullptr);
  for (std::size_t row = 0; row < 200; ++row) ASSERT_NE(gram.get(row), nullptr);
  const std::size_t at_first = gram.held();
  EXPECT_LE(at_first * gram.row_bytes(), std::uint64_t{1} << 20U);
  EXPECT_LT(at_first, 200U);
  EXPECT_EQ(gram.made(), 2200U);
  // Round and round: after one that finds none of them there is room for all, and for no more than twice as many.
  for (int round = 0; round < 2; ++round)
    for (std::size_t row = 0; row < 200; ++row) ASSERT_NE(gram.get(row), nullptr);
  const std::uint64_t made = gram.made();
  EXPECT_LT(made, 2600U);
  for (int round = 0; round < 5; ++round)
    for (std::size_t row = 0; row < 200; ++row) ASSERT_NE(gram.get(row), nullptr);
  EXPECT_EQ(gram.made(), made);
  EXPECT_LE(gram.held(), 400U);
  // The whole matrix, when all rows come again.
  for (int round = 0; round < 5; ++round)
    for (std::size_t row = 0; row < 2000; ++row) ASSERT_NE(gram.get(row), nullptr);
  EXPECT_EQ(gram.held(), 2000U);
}

TEST(GramRows, CombineRowsHeldAndNotHeldInOneOrder) {
  const RowStore rows = random_rows(60, 5, 4, 1);
  std::vector<double> c(60), expected(60), sums;
  for (std::size_t i = 0; i < 60; ++i) c[i] = i % 3 == 0 ? 0 : 0.1 * static_cast<double>(i);
  for (std::size_t i = 0; i < 60; ++i)
    for (std::size_t j = 0; j < 60; ++j) expected[j] += c[i] * Kernel{}(rows[i], rows[j]);
  for (const std::uint64_t kept : {1U, 60U}) {
    KernelRows all(
        {}, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
    all.extend(60, 5);
    GramRows gram(all, kept * GramRows::row_bytes(all));
    for (const std::size_t row : {40U, 2U, 17U}) ASSERT_NE(gram.get(row), nullptr);
    ASSERT_TRUE(gram.combine(c, sums));
    EXPECT_EQ(sums, expected);
  }
}

TEST(GramRows, NameThePairThatIsNotFinite) {
  RowStore rows;
  const double v[] = {1, 1e200, 2e200};
  for (const double& x : v) rows.append({nullptr, &x, 1});
  KernelRows all(
      {}, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
  all.extend(3, 1);
  GramRows gram(all, 1000);
  EXPECT_NE(gram.get(0), nullptr);
  EXPECT_EQ(gram.get(2), nullptr);
  ASSERT_TRUE(gram.refused());
  EXPECT_EQ(gram.refused()->first, 2U);
  EXPECT_EQ(gram.refused()->second, 1U);
}

TEST(StreamDualSpace, ScoresSparseAndDenseRowsOfAnyWidthInTurn) {
  for (const KernelKind kind : {KernelKind::linear, KernelKind::poly, KernelKind::rbf, KernelKind::laplace, KernelKind::intersection, KernelKind::chi2}) {
    const Kernel kernel{.kind = kind, .gamma = 0.5};
    StreamDualSpace space(kernel, Hypothesis{{}, 0, 1}, std::uint64_t{1} << 24U);
    RowStore rows;
    Rng rng(3);
    double steps = 0;
    for (std::size_t row = 0; row < 60; ++row) {
      // Full rows of few features, for which panels are made; few among many, for which they are not worth it; many full ones, for which they are again.
      const bool full = row / 10 % 3 == 0;
      const std::uint64_t width = row < 10 ? 4 : 400;
      std::vector<std::uint32_t> index;
      std::vector<double> value;
      for (std::uint32_t j = 0; j < width; ++j)
        if (full || rng.below(width) < 2) index.push_back(j), value.push_back(static_cast<double>(1 + rng.below(5)));
      rows.append({index.data(), value.data(), index.size()});
      const FeatureView x = rows[row];
      double expected = 0;
      for (std::size_t i = 0; i < row; ++i) expected += space.current().weights[i] * kernel(x, rows[i]);
      ASSERT_EQ(space.score(x, row).value, expected + space.current().bias()) << name(kind) << " at row " << row;
      ASSERT_TRUE(space.ready(x, row));
      const double a = rng.below(2) == 0 ? -1 : 1;
      space.add(a, x, row);
      steps += a;
    }
    EXPECT_EQ(space.current().bias(), steps);
  }
}

// Scores that rounding alone keeps from 0, as where rows of one point cancel, must have one sign in both.
TEST(StreamDualSpace, ScoresToTheLastBitAsTheSpaceOfAllRows) {
  for (const Kernel& kernel : kernels()) {
    const RowStore rows = random_rows(80, 4, 9, 0.6);
    KernelRows all(
        kernel, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
    all.extend(rows.size(), 4);
    DualSpace whole(all, rows.size(), Hypothesis{{}, 0.25, 0.5}, 8 * GramRows::row_bytes(all));
    StreamDualSpace stream(kernel, Hypothesis{{}, 0.25, 0.5}, std::uint64_t{1} << 24U);
    Rng rng(4);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      ASSERT_EQ(stream.score(rows[row], row).value, whole.score(row).value) << name(kernel.kind) << " at row " << row;
      const double a = static_cast<double>(rng.below(5)) - 2;
      if (a == 0) continue;
      ASSERT_TRUE(stream.ready(rows[row], row) && whole.ready(rows[row], row));
      stream.add(0.1 * a, rows[row], row);
      whole.add(0.1 * a, rows[row], row);
    }
  }
}

TEST(DualSpace, IsThePrimalSpaceWhereEveryPartialResultIsExact) {
  RowStore rows;
  Rng rng(8);
  for (int i = 0; i < 20; ++i) {
    double x[4];
    for (double& v : x) v = static_cast<double>(rng.below(9)) - 4;
    x[3] = 1;
    rows.append({nullptr, x, 4});
  }
  KernelRows all(
      {}, [&](std::size_t i) { return rows[i]; }, ~std::uint64_t{0});
  all.extend(20, 4);
  DualSpace dual(all, 20, Hypothesis{{}, 0.5, 2}, 4 * GramRows::row_bytes(all));
  PrimalSpace primal(Hypothesis{std::vector<double>(4), 0.5, 2});
  for (int step = 0; step < 100; ++step) {
    const std::uint64_t row = rng.below(20);
    const double a = rng.below(2) == 0 ? -0.5 : 0.5;
    ASSERT_TRUE(dual.ready(rows[row], row));
    dual.add(a, rows[row], row);
    primal.add(a, rows[row], row);
    for (std::uint64_t i = 0; i < 20; ++i) ASSERT_EQ(dual.score(rows[i], i).value, primal.score(rows[i], i).value);
  }
  EXPECT_EQ(dual.current().bias(), primal.current().bias());
}

}  // namespace
}  // namespace novikoff::dual_test
