#include "novikoff/prove/enclosure.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "novikoff/core/random.hpp"

namespace novikoff::enclosure_test {
namespace {

Rational exactly(const Scaled& s) {
  const Rational mantissa = Rational::of(s.mantissa);
  return mantissa * Rational::power(2, s.exponent);
}

void expect_holds(const Enclosure& e, const Rational& value) {
  EXPECT_LE(exactly(e.low), value);
  EXPECT_GE(exactly(e.high), value);
}

// Doubles of very different size, and small whole numbers, of both signs.
double number(Rng& rng) {
  const auto mantissa = static_cast<double>(static_cast<std::int64_t>(rng.below(2001)) - 1000);
  if (rng.below(2) == 0) return mantissa;
  return std::ldexp(mantissa + static_cast<double>(rng.below(1U << 30U)) * 0x1p-30, static_cast<int>(rng.below(600)) - 300);
}

TEST(Enclosure, HoldsTheExactResultOfEveryOperation) {
  Rng rng(1);
  for (int i = 0; i < 3000; ++i) {
    const double a = number(rng), b = number(rng), c = number(rng);
    const Rational p = Rational::of(a), q = Rational::of(b), r = Rational::of(c);
    expect_holds(Enclosure(a) + Enclosure(b), p + q);
    expect_holds(Enclosure(a) - Enclosure(b), p - q);
    expect_holds(Enclosure(a) * Enclosure(b), p * q);
    expect_holds((Enclosure(a) + Enclosure(b)) * (Enclosure(b) - Enclosure(c)), (p + q) * (q - r));
    expect_holds(square(Enclosure(a) - Enclosure(b)), (p - q) * (p - q));
    if (b > 0) expect_holds((Enclosure(a) - Enclosure(c)) / Enclosure(b), (p - r) / q);
    expect_holds(Enclosure::of(p), p);
    if (c > 0) expect_holds(Enclosure::of(p / r), p / r);
    const Enclosure root = sqrt(Enclosure(std::fabs(a)));
    EXPECT_LE(exactly(root.low) * exactly(root.low), Rational::of(std::fabs(a)));
    EXPECT_GE(exactly(root.high) * exactly(root.high), Rational::of(std::fabs(a)));
  }
}

TEST(Enclosure, WidensByAtMostAUnitInTheLastPlaceAnOperation) {
  Rng rng(2);
  for (int i = 0; i < 1000; ++i) {
    const double a = number(rng), b = number(rng);
    if (a == 0 || b == 0) continue;
    const Enclosure product = Enclosure(a) * Enclosure(b);
    const Rational width = exactly(product.high) - exactly(product.low);
    const Rational size = Rational::of(std::fabs(a)) * Rational::of(std::fabs(b));
    EXPECT_LE(width, size * Rational::power(2, -52));
  }
}

TEST(Enclosure, KeepsWhatIsExactExact) {
  EXPECT_TRUE((Enclosure(3.0) * Enclosure(5.0) / Enclosure(4.0)).exact());
  EXPECT_TRUE(sqrt(Enclosure(49.0)).exact());
  EXPECT_FALSE(sqrt(Enclosure(2.0)).exact());
  EXPECT_FALSE((Enclosure(1.0) / Enclosure(3.0)).exact());
  EXPECT_FALSE((Enclosure(1e300) + Enclosure(1.0)).exact());
  EXPECT_FALSE((Enclosure(1.0) + Enclosure(-0x1p-1000)).exact());
}

TEST(Enclosure, HoldsWholeNumbersThatNoDoubleHolds) {
  for (const std::uint64_t n : {std::uint64_t{0}, (std::uint64_t{1} << 53U) + 1, ~std::uint64_t{0}}) {
    Rational value(static_cast<std::int64_t>(n >> 1U));
    value = value * Rational(2) + Rational(static_cast<std::int64_t>(n & 1U));
    expect_holds(Enclosure::of(n), value);
    expect_holds(Enclosure::of(value), value);
  }
}

TEST(Enclosure, FloorsWhatFitsIn64Bits) {
  EXPECT_EQ(floor(Scaled::of(99.999)), 99U);
  EXPECT_EQ(floor(Scaled::of(100)), 100U);
  EXPECT_EQ(floor(Scaled::of(0.999)), 0U);
  EXPECT_EQ(floor(Scaled{}), 0U);
  EXPECT_EQ(floor(Scaled::of(0x1p63)), std::uint64_t{1} << 63U);
  EXPECT_EQ(floor(Scaled::of(0x1p64)), std::nullopt);
}

Rational exact_dot(const std::vector<double>& x, const std::vector<double>& w, double bias, double bias_weight) {
  Rational sum = Rational::of(bias) * Rational::of(bias_weight);
  for (std::size_t j = 0; j < std::min(x.size(), w.size()); ++j) sum = sum + Rational::of(x[j]) * Rational::of(w[j]);
  return sum;
}

// Scales near the middle, the ends of the doubles, and sums that cancel.
TEST(EncloseDot, HoldsTheExactScoreAtEveryScale) {
  Rng rng(3);
  for (const int scale : {0, -40, -500, -1000, 300, 500}) {
    for (int i = 0; i < 300; ++i) {
      const std::size_t n = 1 + rng.below(12);
      std::vector<double> x(n), w(n);
      for (double& v : x) v = std::ldexp(number(rng), rng.below(3) == 0 ? 0 : scale / 2);
      for (double& v : w) v = std::ldexp(number(rng), rng.below(3) == 0 ? 0 : scale - scale / 2);
      if (n > 2) x[1] = -x[0], w[1] = w[0];  // cancels
      const double bias = number(rng), bias_weight = number(rng);
      if (!std::isfinite(x[0]) || !std::isfinite(w[0])) continue;
      const Rational exact = exact_dot(x, w, bias, bias_weight);
      const Enclosure dot = enclose_dot({nullptr, x.data(), n}, w, bias, bias_weight);
      expect_holds(dot, exact);
      expect_holds(enclose_sqnorm({nullptr, x.data(), n}, bias), exact_dot(x, x, bias, bias));
    }
  }
}

TEST(EncloseDot, IsExactOnSmallWholeNumbersAndSharpWhereDoublesCancel) {
  const std::vector<double> x{3, -4, 5}, w{7, 2, 1};
  const Enclosure dot = enclose_dot({nullptr, x.data(), 3}, w, 1, -2);
  EXPECT_TRUE(dot.exact());
  EXPECT_EQ(dot.low.to_double(), 16);
  const std::vector<double> big{1e16, 1, -1e16}, ones{1, 1, 1};
  const Enclosure one = enclose_dot({nullptr, big.data(), 3}, ones, 0, 0);  // plain sums give 0 or 2
  EXPECT_NEAR(one.low.to_double(), 1, 1e-12);
  EXPECT_NEAR(one.high.to_double(), 1, 1e-12);
}

TEST(EncloseDot, IgnoresFeaturesBeyondTheWeights) {
  const std::vector<double> x{1, 2, 3}, w{1};
  EXPECT_EQ(enclose_dot({nullptr, x.data(), 3}, w, 0, 0).high.to_double(), 1);
  const std::uint32_t index[] = {0, 9};
  const double value[] = {2, 3};
  EXPECT_EQ(enclose_dot({index, value, 2}, w, 0, 0).high.to_double(), 2);
}

}  // namespace
}  // namespace novikoff::enclosure_test
