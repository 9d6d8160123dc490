// A margin certificate, with one condition broken at a time.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::check_margin_test {
namespace {

std::string why(const Certificate& c, const ExactRows& rows) { return reason(*check_margin(c, rows_to_check(rows))); }

ExactRows logical_and() { return written({{-1, {"0", "0"}}, {-1, {"0", "1"}}, {-1, {"1", "0"}}, {+1, {"1", "1"}}}, 1, Numbers::decimal, 3); }

// γ*² = 1/17 at (2, 2, −3)/17.
Certificate of_and() {
  return {.claim = Claim::margin,
          .verdict = Verdict::separable,
          .numbers = Numbers::decimal,
          .bias_value = 1,
          .u = {{0, 2}, {1, 2}},
          .u_bias = -3,
          .lambda = {{1, fraction("5/17")}, {2, fraction("5/17")}, {3, fraction("7/17")}},
          .gamma2_low = fraction("1/17"),
          .gamma2_high = fraction("1/17")};
}

TEST(CheckMargin, accepts_what_is_proved) {
  EXPECT_EQ(why(of_and(), logical_and()), "holds");
  Certificate c = of_and();
  c.u = {{0, fraction("2/3")}, {1, fraction("2/3")}};  // u counts by its direction
  c.u_bias = -1;
  EXPECT_EQ(why(c, logical_and()), "holds");
  const auto outcome = check(of_and(), logical_and());
  EXPECT_EQ(std::get<Proved>(outcome).verdict, Verdict::separable);
  EXPECT_TRUE(std::get<Proved>(outcome).overlapped.empty());
}

TEST(CheckMargin, accepts_an_interval_that_both_ends_prove) {
  Certificate c = of_and();
  c.gamma2_low = fraction("1/18");
  c.gamma2_high = fraction("1/16");
  EXPECT_EQ(why(c, logical_and()), "holds");
  // (2, 3, −4) has the least product 1 and the squared norm 29; λ = (1, 0, 1, 2)/4 gives (1, 2, 0)/4, 5/16.
  c.u = {{0, 2}, {1, 3}};
  c.u_bias = -4;
  c.lambda = {{0, fraction("1/4")}, {2, fraction("1/4")}, {3, fraction("1/2")}};
  c.gamma2_low = fraction("1/29");
  c.gamma2_high = fraction("5/16");
  EXPECT_EQ(why(c, logical_and()), "holds");
  c.gamma2_low = fraction("1000001/29000000");
  EXPECT_EQ(why(c, logical_and()), "the margin of u is smaller than what γ*² is said to be at least @1");
  c.gamma2_low = fraction("1/29");
  c.gamma2_high = fraction("4999999/16000000");
  EXPECT_EQ(why(c, logical_and()), "the sum of λ·z is longer than what γ* is said to be at most");
}

TEST(CheckMargin, refuses_another_margin) {
  Certificate c = of_and();
  c.gamma2_low = c.gamma2_high = fraction("1/16");
  EXPECT_EQ(why(c, logical_and()), "the margin of u is smaller than what γ*² is said to be at least @1");
  c.gamma2_low = c.gamma2_high = fraction("1/18");
  EXPECT_EQ(why(c, logical_and()), "the sum of λ·z is longer than what γ* is said to be at most");
  c = of_and();
  c.gamma2_high = fraction("1/18");
  EXPECT_EQ(why(c, logical_and()), "the interval of γ*² is empty");
  c.gamma2_low = c.gamma2_high = Rational();
  EXPECT_EQ(why(c, logical_and()), "γ*² is not said to be above 0");
  c.gamma2_low = fraction("-1/17");
  c.gamma2_high = fraction("1/17");
  EXPECT_EQ(why(c, logical_and()), "γ*² is not said to be above 0");
}

TEST(CheckMargin, refuses_u_that_is_not_the_best) {
  Certificate c = of_and();
  c.u_bias = fraction("-29/10");
  EXPECT_EQ(why(c, logical_and()), "the margin of u is smaller than what γ*² is said to be at least @1");
  c.u_bias = -2;
  EXPECT_EQ(why(c, logical_and()), "u·z is not above 0 @1");
  c.u_bias = -4;
  EXPECT_EQ(why(c, logical_and()), "u·z is not above 0 @3");
  c = of_and();
  c.u = {{0, 2}};
  EXPECT_EQ(why(c, logical_and()), "u·z is not above 0 @3");
  c = of_and();
  c.u = {{0, 2}, {1, 2}, {2, fraction("1/100")}};  // a feature that is 0 in every row makes u longer
  EXPECT_EQ(why(c, logical_and()), "the margin of u is smaller than what γ*² is said to be at least @1");
  c.u = {{0, 2}, {1, 2}, {3, 1}};
  EXPECT_EQ(why(c, logical_and()), "u names a feature that the data do not have");
  c.u = {{1, 2}, {0, 2}};
  EXPECT_EQ(why(c, logical_and()), "u names a feature twice or out of order");
  c.u = {{0, 2}, {0, 2}};
  EXPECT_EQ(why(c, logical_and()), "u names a feature twice or out of order");
  c.u = {{0, 2}, {1, 2}, {2, 0}};
  EXPECT_EQ(why(c, logical_and()), "u has an entry of 0");
  c.u = {};
  c.u_bias = 0;
  EXPECT_EQ(why(c, logical_and()), "u·z is not above 0 @0");
}

TEST(CheckMargin, refuses_lambda_that_is_no_point_of_the_hull) {
  Certificate c = of_and();
  c.lambda[2].second = fraction("6/17");
  EXPECT_EQ(why(c, logical_and()), "the sum of λ is not 1");
  for (auto& entry : c.lambda) entry.second = entry.second * fraction("1/2");  // half the point would be nearer
  EXPECT_EQ(why(c, logical_and()), "the sum of λ is not 1");
  c = of_and();
  c.lambda = {};
  EXPECT_EQ(why(c, logical_and()), "the sum of λ is not 1");
  c.lambda = {{0, fraction("-1/17")}, {1, fraction("6/17")}, {2, fraction("5/17")}, {3, fraction("7/17")}};
  EXPECT_EQ(why(c, logical_and()), "λ is not above 0 @0");
  c.lambda = {{0, 0}, {1, fraction("5/17")}, {2, fraction("5/17")}, {3, fraction("7/17")}};
  EXPECT_EQ(why(c, logical_and()), "λ is not above 0 @0");
  c.lambda = {{2, fraction("5/17")}, {1, fraction("5/17")}, {3, fraction("7/17")}};
  EXPECT_EQ(why(c, logical_and()), "λ names a row twice or out of order @1");
  c.lambda = {{1, fraction("5/17")}, {1, fraction("5/17")}, {3, fraction("7/17")}};
  EXPECT_EQ(why(c, logical_and()), "λ names a row twice or out of order @1");
  c.lambda = {{1, fraction("5/17")}, {2, fraction("5/17")}, {4, fraction("7/17")}};
  EXPECT_EQ(why(c, logical_and()), "λ names a row that the data do not have");
  c.lambda = {{0, fraction("5/17")}, {2, fraction("5/17")}, {3, fraction("7/17")}};
  EXPECT_EQ(why(c, logical_and()), "the sum of λ·z is longer than what γ* is said to be at most");
}

TEST(CheckMargin, refuses_what_is_about_something_else) {
  Certificate c = of_and();
  c.claim = Claim::separation;
  EXPECT_EQ(why(c, logical_and()), "it does not claim a margin");
  c = of_and();
  c.verdict = Verdict::overlapping;
  EXPECT_EQ(why(c, logical_and()), "the claim margin has no verdict overlapping");
  c = of_and();
  c.numbers = Numbers::binary64;
  EXPECT_EQ(why(c, logical_and()), "it is about numbers of another kind: binary64");
  c = of_and();
  c.bias_value = 2;
  EXPECT_EQ(why(c, logical_and()), "it is about another bias value: 2");
  c = of_and();
  EXPECT_EQ(why(c, written({})), "there are no rows");
  const ExactRows without = written({{+1, {"1", "1"}}, {-1, {"-1", "-1"}}}, 0);
  c.bias_value = 0;
  EXPECT_EQ(why(c, without), "u has a bias coordinate, but there is no bias");
}

TEST(CheckMargin, check_looks_at_the_claim) {
  Certificate c = of_and();
  EXPECT_TRUE(std::holds_alternative<Proved>(check(c, logical_and())));
  c.gamma2_low = c.gamma2_high = fraction("1/16");
  EXPECT_TRUE(std::holds_alternative<Refusal>(check(c, logical_and()))) << "it proves that the rows are separable, but not this margin";
  c.claim = Claim::separation;
  EXPECT_TRUE(std::holds_alternative<Refusal>(check(c, logical_and()))) << "Σ λ·z is not 0";
}

TEST(CheckMargin, counts_in_the_unit_of_the_data) {
  const ExactRows rows = written({{+1, {"0.003", "0.004"}}}, 0);
  Certificate c = of_and();
  c.bias_value = 0;
  c.u = {{0, 3}, {1, 4}};
  c.u_bias = 0;
  c.lambda = {{0, 1}};
  c.gamma2_low = c.gamma2_high = fraction("25/1000000");
  EXPECT_EQ(why(c, rows), "holds");
  c.gamma2_low = c.gamma2_high = fraction("25/1000");
  EXPECT_EQ(why(c, rows), "the margin of u is smaller than what γ*² is said to be at least @0");
  c.gamma2_low = c.gamma2_high = fraction("25/1000000000");
  EXPECT_EQ(why(c, rows), "the sum of λ·z is longer than what γ* is said to be at most");
}

}  // namespace
}  // namespace novikoff::check_margin_test
