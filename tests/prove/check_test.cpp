#include "novikoff/prove/check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "prove/written_rows.hpp"

namespace novikoff::check_test {
namespace {

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;
Certificate certificate(Claim claim, Verdict verdict, Entries u, Rational u_bias, Entries lambda, Rational bias_value = 1) {
  return {claim, verdict, Numbers::decimal, std::move(bias_value), std::move(u), std::move(u_bias), std::move(lambda)};
}

std::string why(const Certificate& c, const ExactRows& rows) { return reason(check(c, rows)); }

std::vector<std::uint64_t> overlapped(const Certificate& c, const ExactRows& rows) {
  const auto outcome = check(c, rows);
  const auto* proved = std::get_if<Proved>(&outcome);
  EXPECT_NE(proved, nullptr) << why(c, rows);
  if (proved == nullptr) return {~std::uint64_t{0}};
  EXPECT_EQ(proved->verdict, c.verdict);
  return proved->overlapped;
}

using Rows = std::vector<std::uint64_t>;

ExactRows logical_and() { return written({{-1, {"0", "0"}}, {-1, {"0", "1"}}, {-1, {"1", "0"}}, {+1, {"1", "1"}}}); }
ExactRows logical_xor() { return written({{-1, {"0", "0"}}, {+1, {"0", "1"}}, {+1, {"1", "0"}}, {-1, {"1", "1"}}}); }
// Row 0 and 1 are one point with both labels, 2 and 3 lie on either side of it.
ExactRows touching() { return written({{+1, {"0.5"}}, {-1, {"0.5"}}, {+1, {"1.5"}}, {-1, {"-2"}}}); }

Certificate of_and(Claim claim = Claim::separation) { return certificate(claim, Verdict::separable, {{0, 2}, {1, 2}}, -3, {}); }
Certificate of_xor() {
  return certificate(Claim::separation, Verdict::overlapping, {}, 0, {{0, fraction("1/4")}, {1, fraction("1/4")}, {2, fraction("1/4")}, {3, fraction("1/4")}});
}
Certificate of_touching() { return certificate(Claim::separation, Verdict::quasi_separable, {{0, 2}}, -1, {{0, fraction("1/2")}, {1, fraction("1/2")}}); }

TEST(Check, accepts_a_proof_of_each_verdict_and_claim) {
  EXPECT_EQ(overlapped(of_and(), logical_and()), Rows{});
  EXPECT_EQ(overlapped(of_and(Claim::strict), logical_and()), Rows{});
  EXPECT_EQ(overlapped(of_xor(), logical_xor()), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(overlapped(of_touching(), touching()), (Rows{0, 1}));
  Certificate c = of_xor();
  c.claim = Claim::strict;
  c.verdict = Verdict::inseparable;
  EXPECT_EQ(overlapped(c, logical_xor()), Rows{});
}

TEST(Check, takes_the_numbers_in_any_scale) {
  Certificate c = of_touching();
  c.u = {{0, fraction("4/3")}};
  c.u_bias = fraction("-2/3");
  c.lambda = {{0, 7}, {1, 7}};
  EXPECT_EQ(why(c, touching()), "holds");
  c.lambda = {{0, fraction("1/3")}, {1, fraction("2/6")}};
  EXPECT_EQ(why(c, touching()), "holds");
}

TEST(Check, refuses_a_wrong_sign_of_u_at_a_row) {
  Certificate c = of_and();
  c.u_bias = -5;
  EXPECT_EQ(why(c, logical_and()), "u·z is below 0 @3");
  c.u_bias = -1;
  EXPECT_EQ(why(c, logical_and()), "u·z is below 0 @1");
  c.u_bias = -4;
  EXPECT_EQ(why(c, logical_and()), "u·z is 0, not above it @3");
  c = of_and(Claim::strict);
  c.u_bias = -4;
  EXPECT_EQ(why(c, logical_and()), "u·z is 0, not above it @3");
}

TEST(Check, refuses_a_sum_that_is_not_zero) {
  Certificate c = of_xor();
  c.lambda[3].second = fraction("1/5");
  EXPECT_EQ(why(c, logical_xor()), "the sum of λ·z is not 0 in coordinate 1 (the bias comes last)");
  c = of_xor();
  c.lambda.pop_back();
  EXPECT_NE(why(c, logical_xor()), "holds");
  // Only the bias coordinate does not sum to 0.
  const ExactRows ones = written({{+1, {"1"}}, {+1, {"-1"}}});
  c = certificate(Claim::strict, Verdict::inseparable, {}, 0, {{0, fraction("1/2")}, {1, fraction("1/2")}});
  EXPECT_EQ(why(c, ones), "the sum of λ·z is not 0 in coordinate 2 (the bias comes last)");
  EXPECT_EQ(why(certificate(Claim::strict, Verdict::inseparable, {}, 0, c.lambda, 0), written({{+1, {"1"}}, {+1, {"-1"}}}, 0)), "holds");
}

TEST(Check, refuses_a_lambda_that_is_not_positive) {
  // −1 and 1 cancel too: two equal rows.
  const ExactRows twice = written({{+1, {"1"}}, {+1, {"1"}}});
  Certificate c = certificate(Claim::strict, Verdict::inseparable, {}, 0, {{0, 1}, {1, -1}});
  EXPECT_EQ(why(c, twice), "λ is below 0 @1");
  c.lambda = {{0, 0}};
  EXPECT_EQ(why(c, twice), "λ has an entry of 0 @0");
  c.lambda = {};
  EXPECT_EQ(why(c, twice), "λ is empty, which proves nothing");
}

TEST(Check, refuses_a_row_on_the_hyperplane_outside_the_span_of_the_conflict) {
  // Row 4 lies where u·z = 0, but no λ reaches it: another u would separate it.
  const ExactRows rows = written({{+1, {"0.5", "0"}}, {-1, {"0.5", "0"}}, {+1, {"1.5", "0"}}, {-1, {"-2", "0"}}, {+1, {"0.5", "3"}}});
  const Certificate c = of_touching();
  EXPECT_EQ(why(c, rows), "u·z is 0, but the row is no combination of those with λ > 0 @4");
  // In columns that the conflict has, too.
  const ExactRows inside = written({{+1, {"1", "2", "3"}}, {-1, {"1", "2", "3"}}, {+1, {"2", "4", "6"}}, {+1, {"1", "1", "1"}}}, 0);
  Certificate d = certificate(Claim::separation, Verdict::overlapping, {}, 0, {{0, 1}, {1, 1}}, 0);
  EXPECT_EQ(why(d, inside), "u·z is 0, but the row is no combination of those with λ > 0 @3");
  d.verdict = Verdict::quasi_separable;
  d.u = {{0, 1}, {1, 1}, {2, -1}};
  EXPECT_EQ(overlapped(d, inside), (Rows{0, 1, 2}));
}

// A conflict of rank 3 in 4 dimensions, entries beyond 62 bits, so that the exact elimination is what decides; with pivots out of order.
TEST(Check, tells_the_span_exactly_where_the_rank_is_not_full) {
  const std::vector<WrittenRow> conflict = {{+1, {"0", "0", "1e30", "7"}},   {-1, {"0", "0", "1e30", "7"}},    {+1, {"3", "1e25", "0.5", "0"}},
                                            {-1, {"3", "1e25", "0.5", "0"}}, {+1, {"2", "1e25", "1e-5", "1"}}, {-1, {"2", "1e25", "1e-5", "1"}}};
  const Entries lambda = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}};
  const Certificate c = certificate(Claim::separation, Verdict::overlapping, {}, 0, lambda, 0);
  std::vector<WrittenRow> rows = conflict;
  rows.push_back({+1, {"5", "2e25", "2000000000000000000000000000000.50001", "15"}});  // 2·first + third + fifth
  const ExactRows in_span = written(rows, 0);
  ASSERT_TRUE(in_span.is_wide());
  EXPECT_EQ(overlapped(c, in_span), (Rows{0, 1, 2, 3, 4, 5, 6}));
  rows.back().x[2] = "2000000000000000000000000000000.50002";
  EXPECT_EQ(why(c, written(rows, 0)), "u·z is 0, but the row is no combination of those with λ > 0 @6");
  rows.back() = {-1, {"1", "0", "0.49999", "-1"}};  // −(third − fifth)
  EXPECT_EQ(overlapped(c, written(rows, 0)), (Rows{0, 1, 2, 3, 4, 5, 6}));
  rows.back().x[3] = "1";
  EXPECT_EQ(why(c, written(rows, 0)), "u·z is 0, but the row is no combination of those with λ > 0 @6");
}

// 2^31 − 1 divides every entry: modulo that prime all is 0, and the answer must not depend on it.
TEST(Check, is_not_deceived_by_multiples_of_its_prime) {
  const ExactRows rows =
      written({{+1, {"2147483647", "0"}}, {-1, {"2147483647", "0"}}, {+1, {"0", "2147483647"}}, {-1, {"0", "2147483647"}}, {+1, {"5", "7"}}}, 0);
  const Certificate c = certificate(Claim::separation, Verdict::overlapping, {}, 0, {{0, 1}, {1, 1}, {2, 1}, {3, 1}}, 0);
  EXPECT_EQ(overlapped(c, rows).size(), 5U);
  // Nor by rows that are independent, but not modulo the prime; and a row that only the second can explain.
  const ExactRows close = written({{+1, {"1", "1"}}, {-1, {"1", "1"}}, {+1, {"1", "2147483648"}}, {-1, {"1", "2147483648"}}, {+1, {"0", "1"}}}, 0);
  EXPECT_EQ(overlapped(c, close).size(), 5U);
  const ExactRows line = written({{+1, {"2147483647", "2147483647"}}, {-1, {"2147483647", "2147483647"}}, {+1, {"1", "2"}}}, 0);
  EXPECT_EQ(why(certificate(Claim::separation, Verdict::overlapping, {}, 0, {{0, 1}, {1, 1}}, 0), line),
            "u·z is 0, but the row is no combination of those with λ > 0 @2");
}

TEST(Check, refuses_right_numbers_under_a_wrong_verdict) {
  Certificate c = of_touching();
  c.verdict = Verdict::overlapping;
  EXPECT_EQ(why(c, touching()), "the numbers prove quasi-separable, not what the verdict says");
  c.verdict = Verdict::separable;
  EXPECT_EQ(why(c, touching()), "u·z is 0, not above it @0");
  c = of_xor();
  c.verdict = Verdict::quasi_separable;
  EXPECT_EQ(why(c, logical_xor()), "the numbers prove overlapping, not what the verdict says");
  c = of_and();
  c.verdict = Verdict::quasi_separable;
  EXPECT_EQ(why(c, logical_and()), "the numbers prove separable, not what the verdict says");
}

TEST(Check, refuses_a_verdict_that_the_claim_does_not_have) {
  Certificate c = of_xor();
  c.verdict = Verdict::inseparable;
  EXPECT_EQ(why(c, logical_xor()), "the claim separation has no verdict inseparable");
  c.claim = Claim::strict;
  for (const Verdict verdict : {Verdict::overlapping, Verdict::quasi_separable, Verdict::undecided}) {
    c.verdict = verdict;
    EXPECT_EQ(why(c, logical_xor()), "the claim strict has no verdict " + std::string(name(verdict)));
  }
  c.claim = Claim::separation;
  EXPECT_EQ(why(c, logical_xor()), "the claim separation has no verdict undecided");
}

TEST(Check, refuses_u_or_lambda_where_the_claim_has_none) {
  Certificate c = of_xor();
  c.claim = Claim::strict;
  c.verdict = Verdict::inseparable;
  c.u = {{0, 1}};
  EXPECT_EQ(why(c, logical_xor()), "a proof of inseparability has no u");
  c.u = {};
  c.u_bias = 1;
  EXPECT_EQ(why(c, logical_xor()), "a proof of inseparability has no u");
  c = of_and(Claim::strict);
  c.lambda = {{0, 1}};
  EXPECT_EQ(why(c, logical_and()), "a strict proof of separability has no λ");
  c.claim = Claim::separation;  // a λ beside a u that separates every row cannot sum to 0
  EXPECT_EQ(why(c, logical_and()), "the sum of λ·z is not 0 in coordinate 3 (the bias comes last)");
}

TEST(Check, refuses_entries_that_repeat_or_do_not_ascend) {
  Certificate c = of_and();
  c.u = {{1, 2}, {0, 2}};
  EXPECT_EQ(why(c, logical_and()), "u names a feature twice or out of order");
  c.u = {{0, 2}, {0, 2}, {1, 2}};
  EXPECT_EQ(why(c, logical_and()), "u names a feature twice or out of order");
  c = of_xor();
  std::swap(c.lambda[1], c.lambda[2]);
  EXPECT_EQ(why(c, logical_xor()), "λ names a row twice or out of order @1");
  c.lambda[1] = c.lambda[0];
  EXPECT_EQ(why(c, logical_xor()), "λ names a row twice or out of order @0");
  c = of_and();
  c.u = {{0, 2}, {1, 0}};
  EXPECT_EQ(why(c, logical_and()), "u has an entry of 0");
}

TEST(Check, refuses_rows_and_features_that_are_not_there) {
  Certificate c = of_and();
  c.u = {{0, 2}, {2, 2}};
  EXPECT_EQ(why(c, logical_and()), "u names a feature that the data do not have");
  c = of_xor();
  c.lambda[3].first = 4;
  EXPECT_EQ(why(c, logical_xor()), "λ names a row that the data do not have");
  c.lambda[3].first = ~std::uint64_t{0};
  EXPECT_EQ(why(c, logical_xor()), "λ names a row that the data do not have");
  // A feature that is 0 in every row is there, and takes any weight.
  c = of_and();
  c.u = {{0, 2}, {1, 2}, {4, 9}};
  EXPECT_EQ(why(c, written({{-1, {"0", "0"}}, {-1, {"0", "1"}}, {-1, {"1", "0"}}, {+1, {"1", "1"}}}, 1, Numbers::decimal, 5)), "holds");
}

TEST(Check, refuses_another_bias_and_other_numbers) {
  Certificate c = of_and();
  c.bias_value = 2;
  EXPECT_EQ(why(c, logical_and()), "it is about another bias value: 2");
  c = of_and();
  c.numbers = Numbers::binary64;
  EXPECT_EQ(why(c, logical_and()), "it is about numbers of another kind: binary64");
  const ExactRows without = written({{-1, {"-1"}}, {+1, {"1"}}}, 0);
  c = certificate(Claim::separation, Verdict::separable, {{0, 1}}, 1, {}, 0);
  EXPECT_EQ(why(c, without), "u has a bias coordinate, but there is no bias");
  c.u_bias = 0;
  EXPECT_EQ(why(c, without), "holds");
  EXPECT_EQ(why(c, ExactRows()), "there are no rows");
}

TEST(Check, takes_the_bias_coordinate_times_its_value) {
  // B = 0.5: x ≥ 3 is x·1 + 0.5·u_B with u_B = −5 (threshold 2.5).
  const ExactRows rows = written({{+1, {"3"}}, {-1, {"2"}}}, 0.5);
  Certificate c = certificate(Claim::strict, Verdict::separable, {{0, 1}}, -5, {}, fraction("1/2"));
  EXPECT_EQ(why(c, rows), "holds");
  c.u_bias = -6;
  EXPECT_EQ(why(c, rows), "u·z is 0, not above it @0");
  c.u_bias = -4;
  EXPECT_EQ(why(c, rows), "u·z is 0, not above it @1");
}

TEST(Check, counts_a_zero_row_as_a_conflict_of_one) {
  const ExactRows rows = written({{+1, {"0"}}, {+1, {"1"}}}, 0);
  EXPECT_EQ(overlapped(certificate(Claim::separation, Verdict::quasi_separable, {{0, 1}}, 0, {{0, 1}}, 0), rows), Rows{0});
  EXPECT_EQ(overlapped(certificate(Claim::strict, Verdict::inseparable, {}, 0, {{0, 1}}, 0), rows), Rows{});
  EXPECT_EQ(why(certificate(Claim::strict, Verdict::inseparable, {}, 0, {{1, 1}}, 0), rows), "the sum of λ·z is not 0 in coordinate 1 (the bias comes last)");
}

TEST(Check, is_exact_for_numbers_beyond_the_doubles) {
  const ExactRows rows = written({{+1, {"1e400"}}, {-1, {"9.99999999999999999999999999999999999999999e399"}}});
  ASSERT_TRUE(rows.is_wide());
  Certificate c = certificate(Claim::strict, Verdict::separable, {{0, 1}}, -Rational::power(10, 400), {});
  EXPECT_EQ(why(c, rows), "u·z is 0, not above it @0");
  c.u_bias = c.u_bias + Rational(1);
  EXPECT_EQ(why(c, rows), "holds");
  c.u = {{0, Rational::power(10, -400)}};
  c.u_bias = -1;
  EXPECT_EQ(why(c, rows), "u·z is 0, not above it @0");
}

// The last bit of 62-bit products decides; 64 bits would have wrapped.
TEST(Check, does_not_wrap) {
  const ExactRows rows = written({{+1, {"4611686018427387903", "4611686018427387902"}}}, 0);
  ASSERT_FALSE(rows.is_wide());
  Certificate c = certificate(Claim::strict, Verdict::separable, {{0, 4611686018427387902}, {1, -4611686018427387903}}, 0, {}, 0);
  EXPECT_EQ(why(c, rows), "u·z is 0, not above it @0");
  c.u[0].second = c.u[0].second + Rational(1);
  EXPECT_EQ(why(c, rows), "holds");
  c.u[0].second = c.u[0].second - Rational(2);
  EXPECT_EQ(why(c, rows), "u·z is below 0 @0");
}

}  // namespace
}  // namespace novikoff::check_test
