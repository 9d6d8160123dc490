// The loop over stored rows stops where a loop over single rows would.
#include "novikoff/vec/rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
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

using Learning = decltype(&baseline::learn_rows);

std::vector<Learning> learning_levels() {
  std::vector<Learning> kernels{baseline::learn_rows};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) kernels.push_back(avx2::learn_rows);
  if (__builtin_cpu_supports("avx512f")) kernels.push_back(avx512::learn_rows);
#endif
  return kernels;
}

// A learner with its weights.
struct Held {
  explicit Held(const RowLearner& start, std::uint64_t seed) : now(start), w(weights(seed)), sums(weights(seed + 1)), summed(start.sums != nullptr) { point(); }
  Held(const Held& other) : now(other.now), w(other.w), sums(other.sums), summed(other.summed) { point(); }
  void point() {
    now.weights = w.data();
    now.sums = summed ? sums.data() : nullptr;
  }
  RowLearner now;
  std::vector<double> w, sums;
  bool summed;
};

bool has_room(double square) { return square > 0x1p-400 && square < 0x1p400; }

// The plain twin of learn_rows: by dot, axpy, sqnorm and sqnorm_at.
std::size_t learn_plainly(const Rows& rows, std::size_t first, std::size_t n, RowLearner& now, std::size_t most, std::vector<RowStep>& steps) {
  steps.clear();
  for (std::size_t k = 0; k < n; ++k) {
    const FeatureView x = rows.store[first + k];
    const double y = rows.y[first + k], score = dot(x, now.weights) + now.bias_value * now.bias_weight;
    if (!std::isfinite(score) || score == 0 || (now.norms && !std::isfinite(sqnorm(x)))) return k;
    if (now.norms) now.most_sqnorm = std::max(now.most_sqnorm, sqnorm(x));
    const double seen = static_cast<double>(now.seen++);
    if (y * score > now.above) continue;
    const double a = now.eta * y, b = seen * a;
    axpy(a, x, now.weights);
    now.bias_weight += a * now.bias_value;
    if (now.sums != nullptr) axpy(b, x, now.sums);
    now.bias_sum += b * now.bias_value;
    steps.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(x.size), y * score < 0, sqnorm(x) + now.bias_value * now.bias_value,
                     sqnorm_at(x, now.weights) + now.bias_weight * now.bias_weight});
    if (steps.size() == most || !has_room(steps.back().x2) || !has_room(steps.back().w2)) return k + 1;
  }
  return n;
}

void expect_same_steps(const std::vector<RowStep>& expected, const std::vector<RowStep>& got, std::size_t taken) {
  ASSERT_EQ(taken, expected.size());
  for (std::size_t i = 0; i < taken; ++i) {
    EXPECT_EQ(got[i].row, expected[i].row);
    EXPECT_EQ(got[i].size, expected[i].size);
    EXPECT_EQ(got[i].mistake, expected[i].mistake);
    EXPECT_EQ(got[i].x2, expected[i].x2);
    EXPECT_EQ(got[i].w2, expected[i].w2);
  }
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double z) { return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(z); });
}

// The number of steps in all.
std::size_t expect_same_learning(const Rows& rows, const Held& start, std::size_t most) {
  std::size_t steps = 0;
  for (const Learning kernel : learning_levels()) {
    Held plain = start, fast = start;
    std::vector<RowStep> expected, got(most);
    steps = 0;
    for (std::size_t row = 0; row < rows.store.size();) {
      const std::span<const StoredRow> next = rows.store.stored(row);
      std::size_t taken = 0;
      const std::size_t learned = learn_plainly(rows, row, next.size(), plain.now, most, expected);
      EXPECT_EQ(kernel(next.data(), rows.y.data() + row, next.size(), rows.store.arrays(), fast.now, got.data(), most, &taken), learned);
      expect_same_steps(expected, got, taken);
      steps += taken;
      // A row that needs a closer look is passed over here.
      row += learned < next.size() && taken < most && (taken == 0 || expected.back().row + 1 < learned || has_room(expected.back().w2)) ? learned + 1 : learned;
      if (::testing::Test::HasFailure()) return steps;
    }
    EXPECT_TRUE(same_bits(fast.w, plain.w));
    EXPECT_TRUE(same_bits(fast.sums, plain.sums));
    EXPECT_EQ(fast.now.bias_weight, plain.now.bias_weight);
    EXPECT_EQ(fast.now.bias_sum, plain.now.bias_sum);
    EXPECT_EQ(fast.now.seen, plain.now.seen);
    EXPECT_EQ(fast.now.most_sqnorm, plain.now.most_sqnorm);
  }
  return steps;
}

TEST(LearnRows, LearnsAsSingleDotProductsAndStepsDoToTheLastBit) {
  const Rows rows = made(10000);
  double any = 0;
  for (const bool norms : {false, true})
    for (double* const sums : {static_cast<double*>(nullptr), &any}) {
      EXPECT_GT(expect_same_learning(rows, Held({.sums = sums, .norms = norms}, 5), 64), 1000U);
      EXPECT_GT(
          expect_same_learning(rows, Held({.bias_weight = 0.25, .bias_value = 3, .eta = 0.1, .above = 40, .sums = sums, .seen = 77, .norms = norms}, 7), 3),
          1000U);
      EXPECT_GT(expect_same_learning(rows, Held({.bias_value = 0, .sums = sums, .norms = norms, .most_sqnorm = 1e9}, 9), 1), 1000U);
    }
}

TEST(LearnRows, LeavesARowWhoseScoreOrNormIsNotFinite) {
  Rows rows = made(2000);
  double huge[] = {1e200, 1};
  rows.store.append({nullptr, huge, 2});
  rows.y.push_back(1);
  for (const bool norms : {false, true}) {
    Held start({.norms = norms}, 6);
    start.w[0] = 1;
    expect_same_learning(rows, start, 64);
    start.w[61] = kInfinity;
    expect_same_learning(rows, start, 64);
    start.w[62] = std::numeric_limits<double>::quiet_NaN();
    expect_same_learning(rows, start, 64);
  }
}

TEST(LearnRows, StopsBehindAStepWhoseSquaresHaveNoRoom) {
  for (const double bias : {1e100, 1e-100}) {
    const Rows rows = made(300);
    Held start({.bias_weight = bias, .bias_value = bias == 1e100 ? bias : 0}, 8);
    expect_same_learning(rows, start, 64);
  }
  Rows tiny;
  const double value[] = {1e-100, 0x1p-500, 1e-90};
  for (int k = 0; k < 6; ++k) {
    tiny.store.append({nullptr, value, 3});
    tiny.y.push_back(k % 2 == 0 ? 1 : -1);
  }
  expect_same_learning(tiny, Held({.bias_value = 0}, 8), 64);
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
