// The loop over stored rows stops where a loop over single rows would.
#include "novikoff/vec/rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/core/row_store.hpp"
#include "novikoff/vec/kernels.hpp"
#include "vec/kernels_rows.hpp"

namespace novikoff::rows_test {
namespace {

constexpr std::size_t kFeatures = 300;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Rows {
  RowStore store;
  std::vector<std::int8_t> y;
};

// Rows of every size up to 70, dense and sparse.
Rows made(std::size_t n) {
  Rows rows;
  Rng rng(3);
  for (std::size_t row = 0; row < n; ++row) {
    const auto size = static_cast<std::size_t>(rng.below(71));
    std::vector<double> value(size);
    std::vector<std::uint32_t> index(size);
    for (std::size_t k = 0; k < size; ++k) {
      value[k] = std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng.below(20)));
      index[k] = static_cast<std::uint32_t>(4 * k + rng.below(4));
    }
    const bool dense = size == 0 || rng.below(2) == 0;
    rows.store.append({dense ? nullptr : index.data(), value.data(), size});
    rows.y.push_back(rng.below(2) == 0 ? 1 : -1);
  }
  return rows;
}

std::vector<double> weights(std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> w(kFeatures);
  for (double& v : w) v = rng.uniform() - 0.5;
  return w;
}

using Kernel = decltype(&baseline::first_not_above);

std::vector<Kernel> levels() {
  std::vector<Kernel> kernels{baseline::first_not_above};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) kernels.push_back(avx2::first_not_above);
  if (__builtin_cpu_supports("avx512f")) kernels.push_back(avx512::first_not_above);
#endif
  return kernels;
}

bool passes(const Rows& rows, std::size_t row, const RowTask& task, double& score) {
  score = dot(rows.store[row], task.weights) + task.bias;
  const int side = rows.y[row] > 0 ? 1 : 0;
  const double margin = task.sign[side] * score;
  return std::isfinite(margin) && margin > task.above[side];
}

void expect_same_stops(const Rows& rows, const RowTask& task) {
  for (const Kernel kernel : levels()) {
    std::size_t stops = 0;
    for (std::size_t row = 0; row < rows.store.size();) {
      const std::span<const StoredRow> next = rows.store.stored(row);
      double got = 0, score = 0;
      const std::size_t passed = kernel(next.data(), rows.y.data() + row, next.size(), rows.store.arrays(), task, &got);
      for (std::size_t k = 0; k < passed; ++k) ASSERT_TRUE(passes(rows, row + k, task, score)) << row + k;
      row += passed;
      if (passed == next.size()) continue;
      ASSERT_FALSE(passes(rows, row, task, score)) << row;
      ASSERT_TRUE(got == score || (std::isnan(got) && std::isnan(score))) << got << " and " << score << " of row " << row;
      ++row;
      ++stops;
    }
    EXPECT_GT(stops, 10U);
    EXPECT_LT(stops, rows.store.size() - 10);
  }
}

TEST(FirstNotAbove, StopsWhereSingleDotProductsDoAndAtTheirLastBit) {
  const Rows rows = made(20000);
  const std::vector<double> w = weights(5);
  expect_same_stops(rows, {.weights = w.data(), .bias = 0.25});
  expect_same_stops(rows, {.weights = w.data(), .bias = -3, .above = {2.5, 40}});
  expect_same_stops(rows, {.weights = w.data(), .sign = {1, 1}, .above = {-1, 0}});
}

TEST(FirstNotAbove, StopsAtAScoreThatIsNotFinite) {
  const Rows rows = made(2000);
  std::vector<double> w = weights(6);
  w[0] = kInfinity;  // which the last values of a sparse row must not touch
  w[61] = std::numeric_limits<double>::quiet_NaN();
  expect_same_stops(rows, {.weights = w.data(), .bias = 100});
}

TEST(FirstNotAbove, StopsAtZeroAndOnTheLimitItself) {
  RowStore store;
  const double value[] = {2};
  store.append({});
  store.append({nullptr, value, 1});
  const std::int8_t y[] = {1, 1};
  const double w[] = {1.5};
  double score = 1;
  EXPECT_EQ(first_not_above(store.stored(0), y, store.arrays(), {.weights = w}, score), 0U);
  EXPECT_EQ(score, 0);
  EXPECT_EQ(first_not_above(store.stored(1), y, store.arrays(), {.weights = w, .above = {3, 3}}, score), 0U);
  EXPECT_EQ(score, 3);
  EXPECT_EQ(first_not_above(store.stored(1), y, store.arrays(), {.weights = w, .above = {3, 2.5}}, score), 1U);
}

TEST(SqnormAt, IsTheSumOverTheFeaturesOfTheRowInItsTree) {
  const std::vector<double> w = weights(9);
  std::vector<std::uint32_t> index;
  std::vector<double> of_features;
  for (std::uint32_t n = 0; n < 40; ++n) {
    const FeatureView x{index.data(), of_features.data(), index.size()};
    if (n > 0) {
      EXPECT_EQ(sqnorm_at(x, w.data()), dot(x, w.data())) << n;
      EXPECT_EQ(baseline::sparse_sqnorm_at(index.data(), index.size(), w.data()), dot(x, w.data())) << n;
    }
    index.push_back(5 * n + n % 3);
    of_features.push_back(w[index.back()]);
  }
}

}  // namespace
}  // namespace novikoff::rows_test
