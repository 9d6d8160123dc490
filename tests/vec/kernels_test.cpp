#include "novikoff/vec/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "novikoff/core/random.hpp"
#include "vec/kernels_dense.hpp"

namespace novikoff::kernels_test {
namespace {

std::vector<double> random_values(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> values(n);
  for (double& v : values) v = std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng.below(40)) - 20);
  return values;
}

// The summation tree of the contract, written as plainly as it can be.
double plain_dense_dot(const double* x, const double* w, std::size_t n) {
  double lane[8] = {};
  for (std::size_t j = 0; j < n; ++j) {
    const double product = x[j] * w[j];
    lane[j % 8] += product;
  }
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

double plain_sparse_dot(const std::vector<std::uint32_t>& index, const double* x, const double* w) {
  double lane[4] = {};
  for (std::size_t k = 0; k < index.size(); ++k) {
    const double product = x[k] * w[index[k]];
    lane[k % 4] += product;
  }
  return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

TEST(Dot, IsTheDocumentedTreeAtEverySizeAndAlignment) {
  const std::vector<double> x = random_values(140, 1), w = random_values(140, 2);
  for (std::size_t offset = 0; offset < 8; ++offset)
    for (std::size_t n = 0; n <= 130; ++n) {
      const double* px = x.data() + offset;
      EXPECT_EQ(dot({nullptr, px, n}, w.data() + 1), plain_dense_dot(px, w.data() + 1, n)) << n << " values at offset " << offset;
    }
}

TEST(Dot, HasTheSameBitsOnEveryCpuLevel) {
  const std::vector<double> x = random_values(140, 3), w = random_values(140, 4);
  for (std::size_t n = 0; n <= 130; ++n) {
    const double baseline = baseline::dense_dot(x.data(), w.data(), n);
    EXPECT_EQ(baseline, plain_dense_dot(x.data(), w.data(), n));
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
      EXPECT_EQ(avx2::dense_dot(x.data(), w.data(), n), baseline);
    }
    if (__builtin_cpu_supports("avx512f")) {
      EXPECT_EQ(avx512::dense_dot(x.data(), w.data(), n), baseline);
    }
#endif
  }
}

TEST(Dot, OfASparseRowIsTheDocumentedTree) {
  const std::vector<double> x = random_values(70, 5), w = random_values(1000, 6);
  for (std::size_t n = 0; n <= 70; ++n) {
    std::vector<std::uint32_t> index(n);
    for (std::size_t k = 0; k < n; ++k) index[k] = static_cast<std::uint32_t>(14 * k + k % 3);
    EXPECT_EQ(dot({index.data(), x.data(), n}, w.data()), plain_sparse_dot(index, x.data(), w.data())) << n;
  }
}

TEST(Dot, OfADenseRowDoesNotDependOnItsZeros) {
  std::vector<double> x = random_values(33, 7);
  const std::vector<double> w = random_values(33, 8);
  x[3] = x[17] = 0;
  double lane[8] = {};
  for (std::size_t j = 0; j < x.size(); ++j)
    if (x[j] != 0) lane[j % 8] += x[j] * w[j];
  EXPECT_EQ(dot({nullptr, x.data(), x.size()}, w.data()), ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7])));
}

TEST(Axpy, RoundsTheProductBeforeTheSum) {
  // 1/3·3 rounds to 1 exactly; fused, 1/3·3 − 1 would leave the rounding error of 1/3.
  const double third = 1.0 / 3;
  const double x[1] = {3};
  double w[1] = {-1};
  axpy(third, {nullptr, x, 1}, w);
  EXPECT_EQ(w[0], 0);
  const std::uint32_t index[1] = {2};
  double sparse_w[3] = {5, 5, -1};
  axpy(third, {index, x, 1}, sparse_w);
  EXPECT_EQ(sparse_w[2], 0);
  EXPECT_EQ(sparse_w[0], 5);
}

TEST(Axpy, HasTheSameBitsOnEveryCpuLevel) {
  const std::vector<double> x = random_values(61, 9), start = random_values(61, 10);
  std::vector<double> expected = start;
  for (std::size_t j = 0; j < x.size(); ++j) expected[j] += 0.1 * x[j];
  std::vector<double> w = start;
  baseline::dense_axpy(0.1, x.data(), w.data(), w.size());
  EXPECT_EQ(w, expected);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    w = start;
    avx2::dense_axpy(0.1, x.data(), w.data(), w.size());
    EXPECT_EQ(w, expected);
  }
  if (__builtin_cpu_supports("avx512f")) {
    w = start;
    avx512::dense_axpy(0.1, x.data(), w.data(), w.size());
    EXPECT_EQ(w, expected);
  }
#endif
}

TEST(Sqnorm, IsTheDotOfARowWithItself) {
  const std::vector<double> x = random_values(29, 11);
  EXPECT_EQ(sqnorm({nullptr, x.data(), x.size()}), plain_dense_dot(x.data(), x.data(), x.size()));
  const std::uint32_t index[3] = {4, 9, 100};
  EXPECT_EQ(sqnorm({index, x.data(), 3}), (x[0] * x[0] + x[2] * x[2]) + x[1] * x[1]);
}

TEST(Sqnorm, OfSparseRowsIsTheSameTreeOnEveryLevel) {
  const std::vector<double> x = random_values(41, 12);
  for (std::size_t n = 0; n <= x.size(); ++n) {
    double lanes[4] = {};
    for (std::size_t k = 0; k < n; ++k) lanes[k % 4] += x[k] * x[k];
    const double expected = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
    EXPECT_EQ(baseline::sparse_sqnorm(x.data(), n), expected);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
      EXPECT_EQ(avx2::sparse_sqnorm(x.data(), n), expected);
    }
    if (__builtin_cpu_supports("avx512f")) {
      EXPECT_EQ(avx512::sparse_sqnorm(x.data(), n), expected);
    }
#endif
  }
}

TEST(Sqnorm, ScaledHoldsWhatNoDoubleDoes) {
  const double large[2] = {3e200, 4e200}, small[2] = {3e-200, 4e-200};
  EXPECT_NEAR(scaled_sqnorm({nullptr, large, 2}).log2(), 2 * std::log2(5e200), 1e-9);
  EXPECT_NEAR(scaled_sqnorm({nullptr, small, 2}).log2(), 2 * std::log2(5e-200), 1e-9);
  EXPECT_EQ(scaled_sqnorm({nullptr, large, 0}).mantissa, 0);
}

TEST(ScaledDot, KnowsTheSignWhereProductsOverflowOrUnderflow) {
  const double x[2] = {1e200, -1e200}, w[2] = {2e200, 1e200};
  const ScaledDot large = scaled_dot({nullptr, x, 2}, w, 0, 0);
  EXPECT_TRUE(large.sign_known);
  EXPECT_EQ(large.value.sign(), 1);
  EXPECT_FALSE(large.value.fits_double());
  const double y[2] = {1e-200, -2e-200}, v[2] = {1e-200, 1e-200};
  const ScaledDot small = scaled_dot({nullptr, y, 2}, v, 0, 0);
  EXPECT_TRUE(small.sign_known);
  EXPECT_EQ(small.value.sign(), -1);
}

TEST(ScaledDot, SaysWhenTermsTooSmallToAddDecideTheSign) {
  const double x[3] = {1e300, -1e300, 1e-300}, w[3] = {1, 1, 1};
  EXPECT_FALSE(scaled_dot({nullptr, x, 3}, w, 0, 0).sign_known);
  const double balanced[2] = {1e300, -1e300};
  const ScaledDot zero = scaled_dot({nullptr, balanced, 2}, w, 0, 0);
  EXPECT_TRUE(zero.sign_known);
  EXPECT_EQ(zero.value.sign(), 0);
}

TEST(ScaledDot, SaysWhenAWeightIsNotFinite) {
  const double x[1] = {1}, w[1] = {INFINITY};
  EXPECT_FALSE(scaled_dot({nullptr, x, 1}, w, 1, 0).sign_known);
}

}  // namespace
}  // namespace novikoff::kernels_test
