// Certificates with a kernel, with one condition broken at a time.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "novikoff/prove/existence.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::check_kernel_test {
namespace {

ExactRows exclusive_or() { return written({{-1, {"0", "0"}}, {+1, {"0", "1"}}, {+1, {"1", "0"}}, {-1, {"1", "1"}}}, 0); }

Certificate of_xor() {
  return {.claim = Claim::margin,
          .verdict = Verdict::separable,
          .u = {{0, 13}, {1, 8}, {2, 8}, {3, 6}},
          .lambda = {{0, fraction("13/35")}, {1, fraction("8/35")}, {2, fraction("8/35")}, {3, fraction("6/35")}},
          .gamma2_low = fraction("3/35"),
          .gamma2_high = fraction("3/35"),
          .kernel = ExactKernel()};
}

Certificate separation_of_xor() {
  Certificate c = of_xor();
  c.claim = Claim::separation;
  c.lambda.clear();
  return c;
}

template <class Change>
std::string without(Certificate c, const Change& change, const ExactRows& rows = exclusive_or()) {
  change(c);
  return reason(check(c, rows));
}

TEST(CheckKernel, accepts_what_is_proved) {
  EXPECT_EQ(reason(check(of_xor(), exclusive_or())), "holds");
  EXPECT_EQ(reason(check(separation_of_xor(), exclusive_or())), "holds");
  EXPECT_EQ(without(separation_of_xor(), [](Certificate& c) { c.claim = Claim::strict; }), "holds");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.u = {{0, fraction("13/2")}, {1, 4}, {2, 4}, {3, 3}}; }), "holds") << "u counts by its direction";
}

TEST(CheckKernel, refuses_another_kernel) {
  EXPECT_EQ(without(separation_of_xor(), [](Certificate& c) { c.kernel->degree = 1; }), "u·z is below 0 @1");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.kernel->degree = 3; }), "the margin of u is smaller than what γ*² is said to be at least @0");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.kernel->gamma = fraction("99/100"); }),
            "the margin of u is smaller than what γ*² is said to be at least @1");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.kernel->gamma = -1; }), "its kernel has a g that is not above 0");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.kernel->coef0 = -1; }), "its kernel has a c below 0");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.kernel->degree = 0; }), "its kernel has a degree that there is not");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.kernel.reset(); }), "u names a feature that the data do not have");
  const ExactRows negative = written({{+1, {"1"}}, {-1, {"-1"}}});
  Certificate c{
      .claim = Claim::strict, .verdict = Verdict::separable, .bias_value = 1, .u = {{0, 1}, {1, 1}}, .kernel = ExactKernel{.kind = ExactKernelKind::chi2}};
  EXPECT_EQ(reason(check(c, negative)), "a feature is below 0, and the kernel takes none @1");
}

TEST(CheckKernel, refuses_another_margin) {
  const auto margin = [](const char* low, const char* high) {
    return without(of_xor(), [&](Certificate& c) {
      c.gamma2_low = fraction(low);
      c.gamma2_high = fraction(high);
    });
  };
  EXPECT_EQ(margin("1/12", "1/11"), "holds");
  EXPECT_EQ(margin("300001/3500000", "1/11"), "the margin of u is smaller than what γ*² is said to be at least @0");
  EXPECT_EQ(margin("1/12", "299999/3500000"), "the sum of λ·z is longer than what γ* is said to be at most");
  EXPECT_EQ(margin("0", "1/11"), "γ*² is not said to be above 0");
  EXPECT_EQ(margin("1/11", "1/12"), "the interval of γ*² is empty");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.lambda[0].second = fraction("1/35"); }), "the sum of λ is not 1");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.u = {{0, 1}}; }), "u·z is not above 0 @1");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.verdict = Verdict::inseparable; }), "the claim margin has no verdict inseparable");
}

TEST(CheckKernel, refuses_entries_that_are_none) {
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.u.back().first = 4; }), "u names what is not there: 4");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.u[1].first = 0; }), "u names 0 twice or out of order");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.lambda.back().first = 4; }), "λ names what is not there: 4");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.lambda[1].second = -1; }), "λ has an entry below 0");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.u_bias = 1; }), "with a kernel u has no coordinates, but rows");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.bias_value = 1; }), "it is about another bias value: 1");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.numbers = Numbers::binary64; }), "it is about numbers of another kind: binary64");
  EXPECT_EQ(without(of_xor(), [](Certificate& c) { c.claim = Claim::existence; }), "the claim existence is about no kernel");
}

// + and − at 1, and + at 2 and at 3, which the plane of 1, x, x² separates.
ExactRows touching() { return integers({{+1, {1}}, {-1, {1}}, {+1, {2}}, {+1, {3}}}, 0); }
Certificate of_touching() {
  return {.claim = Claim::separation,
          .verdict = Verdict::quasi_separable,
          .u = {{1, 34}, {2, 9}},  // K(1, 1) = 4, K(1, 2) = 9, K(2, 2) = 25, K(1, 3) = 16, K(2, 3) = 49
          .lambda = {{0, fraction("1/2")}, {1, fraction("1/2")}},
          .kernel = ExactKernel()};
}

TEST(CheckKernel, needs_what_touches_to_be_spanned) {
  Certificate c = of_touching();
  c.u = {{1, 9}, {2, 4}};  // u·z = 0 at x = 1; 19 at 2; 52 at 3
  EXPECT_EQ(reason(check(c, touching())), "holds");
  EXPECT_EQ(std::get<Proved>(check(c, touching())).overlapped, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(reason(check(of_touching(), touching())), "u·z is below 0 @0");
  c.verdict = Verdict::overlapping;
  EXPECT_EQ(reason(check(c, touching())), "the numbers prove quasi-separable, not what the verdict says");
  c.u.clear();
  EXPECT_EQ(reason(check(c, touching())), "u·z is 0, but the row is no combination of those with λ > 0 @2");
  EXPECT_EQ(reason(check(c, touching(), 10)), "the rank test of the rows with λ > 0 may take more memory than is allowed @0");
  c = of_touching();
  c.verdict = Verdict::separable;
  c.u = {{1, 9}, {2, 4}};
  EXPECT_EQ(reason(check(c, touching())), "u·z is 0, not above it @0");
}

// Without looking at pairs of rows: each point counts once, with all that u and λ say of its rows.
TEST(CheckKernel, adds_up_the_rows_of_a_point_where_points_are_independent) {
  for (const ExactKernelKind kind : {ExactKernelKind::rbf, ExactKernelKind::laplace}) {
    Certificate right = of_touching();
    right.kernel->kind = kind;
    right.u = {{2, 1}, {3, fraction("1/3")}};
    const auto change = [&](const auto& f) { return without(right, f, touching()); };
    EXPECT_EQ(reason(check(right, touching())), "holds");
    EXPECT_EQ(change([](Certificate& c) { c.u = {{0, 2}, {1, 2}, {2, 1}, {3, 1}}; }), "holds") << "+ and − at one point cancel";
    EXPECT_EQ(change([](Certificate& c) { c.u = {{0, 3}, {1, 2}, {2, 1}, {3, 1}}; }), "u·z is below 0 @1");
    EXPECT_EQ(change([](Certificate& c) { c.u = {{0, 2}, {1, 3}, {2, 1}, {3, 1}}; }), "u·z is below 0 @0");
    EXPECT_EQ(change([](Certificate& c) { c.u = {{2, 1}}; }), "u·z is 0, but the row is no combination of those with λ > 0 @3");
    EXPECT_EQ(change([](Certificate& c) { c.lambda = {{0, fraction("2/3")}, {1, fraction("1/3")}}; }), "the sum of λ·z is not 0");
    EXPECT_EQ(change([](Certificate& c) { c.lambda = {{0, fraction("1/2")}, {2, fraction("1/2")}}; }), "the sum of λ·z is not 0");
    EXPECT_EQ(reason(check(right, touching(), 10)), "the rank test of the rows with λ > 0 may take more memory than is allowed @0");
    const ExactRows twice = integers({{+1, {1}}, {+1, {1}}, {-1, {2}}}, 0);
    Certificate c{.claim = Claim::strict, .verdict = Verdict::separable, .u = {{0, 2}, {1, -1}, {2, 1}}, .kernel = ExactKernel{.kind = kind}};
    EXPECT_EQ(reason(check(c, twice)), "holds");
    c.u = {{0, -2}, {1, 1}, {2, 1}};
    EXPECT_EQ(reason(check(c, twice)), "u·z is below 0 @0");
  }
}

// What took 66 s while each row was compared with each other.
TEST(CheckKernel, looks_at_many_points_in_the_order_of_points) {
  ExactRows::Builder builder(Numbers::decimal, 1);
  constexpr std::uint64_t kRows = 20000;
  Certificate c{.claim = Claim::strict, .verdict = Verdict::separable, .bias_value = 1, .kernel = ExactKernel{.kind = ExactKernelKind::rbf}};
  for (std::uint64_t i = 0; i < kRows; ++i) {
    builder.add(0, static_cast<double>(i * 7919 % kRows));
    builder.end_row(i % 3 == 0 ? 1 : -1);
    c.u.emplace_back(i, Rational(1));
  }
  const ExactRows rows = or_throw(builder.finish(1, ~std::uint64_t{0}, [](std::int8_t y) { return y; }));
  EXPECT_EQ(reason(check(c, rows)), "holds");
  c.u.pop_back();
  EXPECT_EQ(reason(check(c, rows)), "u·z is 0, not above it @19999");
}

TEST(CheckKernel, refuses_a_sum_that_is_not_0) {
  const auto change = [](const auto& f) { return without(of_touching(), f, touching()); };
  EXPECT_EQ(change([](Certificate& c) { c.lambda[0].second = 1; }), "the sum of λ·z is not 0");
  EXPECT_EQ(change([](Certificate& c) { c.lambda[1].first = 2; }), "the sum of λ·z is not 0");
  const auto strict = [](Certificate& c) {
    c.claim = Claim::strict;
    c.verdict = Verdict::inseparable;
  };
  EXPECT_EQ(change(strict), "a proof of inseparability has no u");
  EXPECT_EQ(change([&](Certificate& c) { strict(c), c.u.clear(); }), "holds");
  EXPECT_EQ(change([&](Certificate& c) { strict(c), c.u.clear(), c.lambda.clear(); }), "λ is empty, which proves nothing");
  EXPECT_EQ(change([&](Certificate& c) { strict(c), c.verdict = Verdict::separable; }), "a strict proof of separability has no λ");
  EXPECT_EQ(change([&](Certificate& c) { c.verdict = Verdict::inseparable; }), "the claim separation has no verdict inseparable");
}

TEST(CheckKernel, refuses_other_errors) {
  Certificate right{
      .claim = Claim::errors, .verdict = Verdict::inseparable, .u = {{0, 1}, {2, 1}, {3, 1}}, .kernel = ExactKernel{.kind = ExactKernelKind::rbf}};
  right.errors = {.low = 1, .high = 1, .conflicts = {{{0, 1}, {1, 1}}}, .tree = {{{{0, 1}}, {}}}};
  EXPECT_EQ(reason(check(right, touching())), "holds");
  const auto change = [&](const auto& f) { return without(right, f, touching()); };
  EXPECT_EQ(change([](Certificate& c) { c.errors.high = 2; }), "u has 1 error, not 2");
  EXPECT_EQ(change([](Certificate& c) { c.errors.low = 2; }), "node 0 of the tree proves 1 error, not 2");
  EXPECT_EQ(change([](Certificate& c) { c.errors.low = 5; }), "there are not so many rows to err on");
  EXPECT_EQ(change([](Certificate& c) { c.errors.conflicts[0][1].first = 2; }), "conflict 0: the sum of λ·z is not 0");
  EXPECT_EQ(change([](Certificate& c) { c.errors.conflicts[0].clear(); }), "conflict 0 is empty, which proves nothing");
  EXPECT_EQ(change([](Certificate& c) { c.errors.conflicts[0][0].second = -1; }), "conflict 0 has an entry below 0");
  EXPECT_EQ(change([](Certificate& c) { c.lambda = {{0, 1}}; }), "a proof about errors has no λ but those of its conflicts");
  EXPECT_EQ(change([](Certificate& c) { c.verdict = Verdict::separable; }), "the numbers prove inseparable, not what the verdict says");
}

TEST(CheckKernel, is_not_asked_in_vain_by_the_checkers_of_rows_as_they_are) {
  const ExactRows rows = exclusive_or();
  const std::string why = "a proof with a kernel needs all rows at once";
  EXPECT_EQ(reason(*check(separation_of_xor(), rows_to_check(rows))), why);
  EXPECT_EQ(reason(*check_margin(of_xor(), rows_to_check(rows))), why);
  Certificate none = of_xor();
  none.kernel.reset();
  EXPECT_EQ(reason(check_kernel(none, rows)), "it is about no kernel");
  EXPECT_EQ(reason(check_kernel_margin(none, rows)), "it is about no kernel");
}

}  // namespace
}  // namespace novikoff::check_kernel_test
