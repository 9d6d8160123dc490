// Equations solved digit by digit have the solutions that elimination finds.
#include "prove/lifting.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "novikoff/core/random.hpp"
#include "property.hpp"
#include "prove/brute_force.hpp"

namespace novikoff::lifting_test {
namespace {

const std::function<bool()> kNever;
using Matrix = std::vector<std::vector<Integer>>;

bool solves(const Matrix& a, const std::vector<Integer>& b, const ExactSolution& x) {
  Integer divisor = x.denominator;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Integer sum = -(x.denominator * b[i]);
    for (std::size_t j = 0; j < a.size(); ++j) sum.add_product(a[i][j], x.numerators[j]);
    if (sum.sign() != 0) return false;
    divisor = Integer::gcd(divisor, x.numerators[i]);
  }
  return x.denominator.sign() > 0 && divisor.is_one();
}

RC_GTEST_PROP(LiftingProperty, SolvesEveryRegularSystemAndNoSingularOne, ()) {
  Patience patience(kNever, 1U << 30U);
  const auto n = *rc::gen::inRange<std::size_t>(1, 7);
  // Below 2^120 in machine words, beyond in numbers of any size.
  const auto factor = *rc::gen::element<std::uint64_t>(0, 3, 18, 30, 60);
  Matrix a(n, std::vector<Integer>(n));
  for (auto& row : a)
    for (Integer& value : row)
      value = Integer(*rc::gen::inRange<std::int64_t>(-4, 5)) * Integer::power(10, *rc::gen::element(factor, std::uint64_t{0})) +
              *rc::gen::inRange<std::int64_t>(-2, 3);
  std::vector<Integer> b(n);
  for (Integer& value : b) value = Integer(*rc::gen::inRange<std::int64_t>(-9, 10)) * Integer::power(10, factor);
  std::vector<brute::Row> copy(n);
  for (std::size_t i = 0; i < n; ++i)
    for (const Integer& value : a[i]) copy[i].emplace_back(value);
  const bool regular = brute::rank(copy) == n;
  const std::optional<Lifting> lifting = Lifting::of(a, patience);
  RC_ASSERT(lifting.has_value() == regular);
  if (!lifting) return;
  const std::optional<ExactSolution> x = lifting->solve(b, patience);
  RC_ASSERT(x.has_value());
  RC_ASSERT(solves(a, b, *x));
}

TEST(Lifting, SolvesLargeSystemsOfLongNumbers) {
  Patience patience(kNever, 1U << 30U);
  Rng random(1982);
  for (const auto& [n, length] : {std::pair{40U, 12U}, {40U, 53U}, {20U, 200U}}) {
    const unsigned bits = length;
    Matrix a(n, std::vector<Integer>(n));
    std::vector<Integer> b(n);
    const auto number = [&] {
      Integer digits = Integer::of(std::floor(std::ldexp(random.uniform() - 0.5, 53)));
      if (bits > 53) digits.shift_left(bits - 53);
      return digits + Integer(static_cast<std::int64_t>(random.below(9)));
    };
    const auto value = [&] { return bits < 53 ? Integer(static_cast<std::int64_t>(random.below(4096)) - 2048) : number(); };
    for (auto& row : a)
      for (Integer& entry : row) entry = value();
    for (Integer& entry : b) entry = value();
    const std::optional<Lifting> lifting = Lifting::of(a, patience);
    ASSERT_TRUE(lifting);
    // More than one right side, with one inverse.
    for (int time = 0; time < 2; ++time) {
      const std::optional<ExactSolution> x = lifting->solve(b, patience);
      ASSERT_TRUE(x);
      EXPECT_TRUE(solves(a, b, *x));
      std::reverse(b.begin(), b.end());
    }
    std::vector<Integer> ones(n);
    for (std::size_t i = 0; i < n; ++i)
      for (const Integer& entry : a[i]) ones[i] += entry;
    EXPECT_EQ(lifting->solve(ones, patience)->numerators, std::vector<Integer>(n, Integer(1)));
  }
}

TEST(Lifting, EndsWhenItsCallerGivesUpOrMemoryIsShort) {
  const std::function<bool()> give_up = [] { return true; };
  Patience impatient(give_up, 1U << 30U), poor(kNever, 8), patient(kNever, 1U << 20U);
  const Matrix a = {{2, 1}, {1, 1}};
  EXPECT_FALSE(Lifting::of(a, impatient));
  EXPECT_FALSE(Lifting::of(a, poor));
  EXPECT_FALSE(Lifting::of(a, patient)->solve({1, 1}, impatient));
}

}  // namespace
}  // namespace novikoff::lifting_test
