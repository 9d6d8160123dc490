// What is proved with a kernel, against the same rows with their feature space written out.
#include "novikoff/prove/kernel_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "novikoff/prove/enclosure.hpp"
#include "property.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::kernel_space_test {
namespace {

using Points = std::vector<std::pair<int, std::vector<int>>>;

constexpr ExactKernelKind kAll[] = {ExactKernelKind::poly, ExactKernelKind::rbf, ExactKernelKind::laplace, ExactKernelKind::intersection,
                                    ExactKernelKind::chi2};

bool holds(const std::optional<Certificate>& c, const ExactRows& rows) { return c && std::holds_alternative<Proved>(check(*c, rows)); }

Points any_points(int n, int least, int most) {
  Points points;
  for (int i = 0; i < n; ++i) points.push_back({*rc::gen::element(-1, 1), {*rc::gen::inRange(least, most), *rc::gen::inRange(least, most)}});
  return points;
}

// A coordinate for each distinct point.
ExactRows by_points(const Points& points) {
  std::map<std::vector<int>, std::size_t> numbers;
  for (const auto& [y, x] : points) numbers.try_emplace(x, numbers.size());
  Points rows;
  for (const auto& [y, x] : points) {
    rows.push_back({y, std::vector<int>(numbers.size())});
    rows.back().second[numbers[x]] = 1;
  }
  return integers(rows, 0);
}

// min(s, t) = Σ_v [s > v]·[t > v] for whole numbers.
ExactRows by_steps(const Points& points, int most, double bias) {
  Points rows;
  for (const auto& [y, x] : points) {
    rows.push_back({y, {}});
    for (const int value : x)
      for (int v = 0; v < most; ++v) rows.back().second.push_back(value > v ? 1 : 0);
  }
  return integers(rows, bias);
}

// The feature space itself, or one in which the same combinations of rows are 0.
ExactRows written_out(const Points& points, const ExactKernel& kernel, double bias) {
  if (kernel.independent()) return by_points(points);
  if (kernel.needs_nonnegative()) return by_steps(points, 4, bias);
  return or_throw(integers(points, bias).polynomial(kernel.gamma, kernel.coef0, kernel.degree, kPlenty));
}

RC_GTEST_PROP(KernelSpace, decides_as_in_the_feature_space_written_out, ()) {
  const Points points = any_points(*rc::gen::inRange(1, 9), 0, 4);
  const double bias = *rc::gen::element(0, 1);
  const ExactRows rows = integers(points, bias);
  const int with_errors = *rc::gen::inRange(0, 40);  // the search for the fewest errors takes some milliseconds
  for (const ExactKernelKind kind : kAll) {
    const ExactKernel kernel{.kind = kind, .coef0 = *rc::gen::element(0, 1), .degree = *rc::gen::element(1U, 2U, 3U)};
    const ExactRows plain = written_out(points, kernel, bias);
    for (const Claim claim : {Claim::separation, Claim::strict}) {
      const Separation expected = separate(plain, {.claim = claim});
      KernelSpace space(rows, kernel);
      const Separation found = space.separate({.claim = claim});
      RC_ASSERT(found.verdict == expected.verdict);
      RC_ASSERT(found.overlapped == expected.overlapped);
      RC_ASSERT(holds(found.certificate, rows));
      RC_ASSERT(found.certificate->kernel == kernel);
      if (claim == Claim::strict || static_cast<int>(kind) != with_errors) continue;
      const ErrorsFound errors = space.find_errors(found, {}), fewest = find_errors(plain, expected, {});
      RC_ASSERT(errors.low == fewest.low && errors.high == fewest.high && errors.complete);
      RC_ASSERT(errors.wrong.size() == errors.high);
      RC_ASSERT(holds(errors.certificate, rows));
      RC_ASSERT(errors.certificate->errors.low == errors.low);
      for (const Conflict& conflict : errors.conflicts)
        RC_ASSERT(holds(
            Certificate{.claim = Claim::strict, .verdict = Verdict::inseparable, .bias_value = rows.bias_value(), .lambda = conflict, .kernel = kernel}, rows));
    }
  }
}

RC_GTEST_PROP(KernelSpace, finds_the_margin_of_the_feature_space_written_out, ()) {
  const Points points = any_points(*rc::gen::inRange(1, 9), 0, 4);
  const ExactRows rows = integers(points, 1);
  for (const ExactKernelKind kind : {ExactKernelKind::poly, ExactKernelKind::intersection}) {
    const ExactKernel kernel{.kind = kind, .degree = 3};
    const ExactRows plain = written_out(points, kernel, 1);
    KernelSpace space(rows, kernel);
    RC_ASSERT(space.max_sqnorm() == Rational(plain.max_sqnorm()) * plain.unit() * plain.unit());
    const Separation found = space.separate({});
    if (found.verdict != Verdict::separable) continue;
    const Certificate expected = max_margin(plain, *separate(plain, {}).certificate, {});
    const auto margin = space.max_margin({});
    RC_ASSERT(holds(margin, rows));
    RC_ASSERT(margin->gamma2_low == expected.gamma2_low && margin->gamma2_high == expected.gamma2_low);
    const Enclosure gamma = sqrt(Enclosure::of(expected.gamma2_low));
    RC_ASSERT(!(gamma.high < found.margin_low) && !(found.margin_high < gamma.low));
  }
}

// Products of these rows are from 10^0 to 10^43: doubles in one unit see the long ones alone.
TEST(KernelSpace, finds_the_margin_of_rows_of_every_length) {
  const Points points{{+1, {0, 1}}, {-1, {3, -17}}, {+1, {19000, -3}}, {-1, {-7, 20000}}, {+1, {450, 8}}, {-1, {1, 2}}, {-1, {12000, 15000}}, {+1, {0, 0}}};
  const ExactRows rows = integers(points, 1);
  const ExactKernel kernel{.kind = ExactKernelKind::poly, .degree = 5};
  const ExactRows plain = written_out(points, kernel, 1);
  const Certificate expected = max_margin(plain, *separate(plain, {}).certificate, {});
  KernelSpace space(rows, kernel);
  ASSERT_EQ(space.separate({}).verdict, Verdict::separable);
  const auto margin = space.max_margin({});
  ASSERT_TRUE(holds(margin, rows));
  EXPECT_EQ(margin->gamma2_low, expected.gamma2_low);
  EXPECT_EQ(margin->gamma2_high, expected.gamma2_low);
}

TEST(KernelSpace, a_search_that_ends_at_once_leaves_what_the_separator_proves) {
  const ExactRows rows = integers({{+1, {0, 1}}, {-1, {3, -17}}, {+1, {190, -3}}, {-1, {-7, 200}}, {+1, {45, 8}}, {-1, {1, 2}}}, 1);
  KernelSpace space(rows, {.kind = ExactKernelKind::poly, .degree = 3});
  const Separation found = space.separate({});
  ASSERT_EQ(found.verdict, Verdict::separable);
  const auto margin = space.max_margin({.give_up = [] { return true; }});
  ASSERT_TRUE(holds(margin, rows));
  EXPECT_LT(margin->gamma2_low, margin->gamma2_high);
  EXPECT_FALSE(sqrt(Enclosure::of(margin->gamma2_low)).high < found.margin_low);
}

RC_GTEST_PROP(KernelSpace, proves_margins_between_two_ends, ()) {
  const ExactRows rows = integers(any_points(*rc::gen::inRange(1, 12), 0, 9), *rc::gen::element(0, 1));
  for (const ExactKernelKind kind : {ExactKernelKind::rbf, ExactKernelKind::laplace, ExactKernelKind::chi2}) {
    KernelSpace space(rows, {.kind = kind, .gamma = fraction("1/2")});
    if (space.separate({}).verdict != Verdict::separable) continue;
    const auto margin = space.max_margin({});
    if (!margin && kind == ExactKernelKind::chi2) continue;  // it may be as small as you like
    RC_ASSERT(holds(margin, rows));
    RC_ASSERT(margin->by_intervals());
    RC_ASSERT(margin->gamma2_low >= fraction("999999/1000000") * margin->gamma2_high);
  }
}

// The hull of (φ(x), B) and −(φ(z), B) is nearest to 0 in the middle, at ½(1 − K).
TEST(KernelSpace, the_margin_of_two_points_is_known) {
  const ExactRows rows = integers({{+1, {0}}, {-1, {1}}}, 1);
  KernelSpace space(rows, {.kind = ExactKernelKind::rbf});
  EXPECT_EQ(space.max_sqnorm(), 2);
  const auto margin = space.max_margin({});
  ASSERT_TRUE(holds(margin, rows));
  const Rational expected = Rational::of(*parse_decimal("0.31606027941427883920223811491926956627709"));
  EXPECT_LT(margin->gamma2_low, expected);
  EXPECT_GT(margin->gamma2_high, expected);
  EXPECT_LT(margin->gamma2_high - margin->gamma2_low, Rational::power(2, -39));
}

TEST(KernelSpace, separates_points_whose_margin_no_double_shows) {
  const ExactRows rows = integers({{+1, {0}}, {-1, {1}}, {+1, {2}}}, 1);
  KernelSpace space(rows, {.kind = ExactKernelKind::rbf, .gamma = Rational::power(10, -40)});
  const Separation found = space.separate({});
  EXPECT_EQ(found.verdict, Verdict::separable);
  EXPECT_TRUE(holds(found.certificate, rows));
  EXPECT_EQ(space.max_margin({}), std::nullopt);
}

TEST(KernelSpace, one_x_with_both_labels_is_inseparable_under_every_kernel) {
  const ExactRows rows = written({{+1, {"0.1", "3"}}, {+1, {"2", "0"}}, {-1, {"0.1", "3"}}});
  for (const ExactKernelKind kind : kAll) {
    const ExactKernel kernel{.kind = kind, .degree = 7};
    const Separation found = KernelSpace(rows, kernel).separate({.claim = Claim::strict});
    ASSERT_EQ(found.verdict, Verdict::inseparable) << name(kind);
    EXPECT_EQ(found.certificate->lambda, (std::vector<std::pair<std::uint64_t, Rational>>{{0, fraction("1/2")}, {2, fraction("1/2")}}));
    EXPECT_TRUE(holds(found.certificate, rows));
  }
}

TEST(KernelSpace, xor_is_separable_with_products_and_not_with_sums_over_features) {
  const ExactRows rows = integers({{-1, {0, 0}}, {+1, {0, 1}}, {+1, {1, 0}}, {-1, {1, 1}}}, 0);
  KernelSpace poly(rows, {});
  EXPECT_EQ(poly.separate({}).verdict, Verdict::separable);
  const auto margin = poly.max_margin({});
  ASSERT_TRUE(holds(margin, rows));
  EXPECT_EQ(margin->gamma2_low, fraction("3/35"));
  EXPECT_EQ(poly.max_sqnorm() / margin->gamma2_high, 105);
  const ExactRows with_bias = integers({{-1, {0, 0}}, {+1, {0, 1}}, {+1, {1, 0}}, {-1, {1, 1}}}, 1);
  for (const ExactKernelKind kind : {ExactKernelKind::intersection, ExactKernelKind::chi2}) {
    KernelSpace space(with_bias, {.kind = kind});
    const Separation found = space.separate({});
    EXPECT_EQ(found.verdict, Verdict::overlapping);
    const ErrorsFound errors = space.find_errors(found, {});
    EXPECT_EQ(errors.low, 1U);
    EXPECT_TRUE(errors.optimal());
  }
}

TEST(KernelSpace, ends_undecided_where_it_may_go_no_further) {
  Points points;
  for (int i = 0; i < 30; ++i) points.push_back({i % 2 == 0 ? 1 : -1, {i % 6, i % 5}});
  const ExactRows rows = integers(points, 1);
  KernelSpace space(rows, {.kind = ExactKernelKind::poly});
  EXPECT_EQ(space.separate({.memory = 100}).verdict, Verdict::undecided);
  const ErrorsFound errors = space.find_errors({}, {});
  EXPECT_EQ(errors.low, 0U);
  EXPECT_EQ(errors.high, 30U);
  EXPECT_EQ(errors.certificate, std::nullopt);
}

}  // namespace
}  // namespace novikoff::kernel_space_test
