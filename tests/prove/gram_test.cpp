#include "prove/gram.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "property.hpp"
#include "prove/gram_columns.hpp"
#include "prove/gram_span.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::gram_test {
namespace {

const std::function<bool()> kNever;

ExactRows small() {
  return written({{+1, {"0", "1.5", "2"}}, {-1, {"1", "0", "0.5"}}, {+1, {"1", "0", "2"}}, {-1, {"0", "0", "0"}}, {-1, {"1", "0", "0.5"}}}, 0.5);
}

ExactKernel kernel_of(ExactKernelKind kind) { return {.kind = kind, .gamma = fraction("1/10"), .coef0 = fraction("3"), .degree = 3}; }

Rational value(const Gram& gram, std::size_t i, std::size_t k) { return Rational(gram.product(i, k)) * gram.unit(); }

TEST(Gram, has_the_values_of_the_kernels) {
  const ExactRows rows = small();
  const Gram poly(rows, kernel_of(ExactKernelKind::poly), Gram::Of::values), least(rows, kernel_of(ExactKernelKind::intersection), Gram::Of::values);
  EXPECT_EQ(value(poly, 0, 2), fraction("39304/1000") + fraction("1/4")) << "(0.1·4 + 3)³ + B²";
  EXPECT_EQ(value(poly, 0, 1), -(fraction("29791/1000") + fraction("1/4"))) << "labels differ";
  EXPECT_EQ(value(poly, 3, 3), fraction("109/4"));
  EXPECT_EQ(value(least, 0, 2), fraction("9/4"));
  EXPECT_EQ(value(least, 1, 2), fraction("-7/4"));
  EXPECT_EQ(value(least, 3, 0), fraction("-1/4"));
}

TEST(Gram, has_products_of_a_map_with_the_same_vanishing_combinations) {
  const ExactRows rows = small();
  const Gram points(rows, kernel_of(ExactKernelKind::rbf), Gram::Of::structure), values(rows, kernel_of(ExactKernelKind::chi2), Gram::Of::structure);
  EXPECT_EQ(value(points, 1, 4), 1) << "one point, one label";
  EXPECT_EQ(value(points, 1, 2), 0) << "whatever B";
  EXPECT_EQ(value(points, 3, 3), 1);
  EXPECT_EQ(value(values, 1, 2), fraction("-5/4")) << "the first feature is the same, the second is 0 in both";
  EXPECT_EQ(value(values, 0, 2), fraction("5/4"));
  EXPECT_EQ(value(values, 3, 3), fraction("1/4"));
}

TEST(Gram, finds_rows_that_a_kernel_does_not_take) {
  const ExactRows rows = written({{-1, {"1", "0"}}, {+1, {"0", "-0.1"}}});
  EXPECT_EQ(row_not_defined(rows, kernel_of(ExactKernelKind::chi2)), 1U);
  EXPECT_EQ(row_not_defined(rows, kernel_of(ExactKernelKind::rbf)), std::nullopt);
  EXPECT_EQ(row_not_defined(small(), kernel_of(ExactKernelKind::intersection)), std::nullopt) << "y is no part of the feature, nor is the bias";
}

// e^−t, 30 digits of it cut.
void expect_exp(const std::string& t, const char* digits) {
  const ExactRows rows = written({{+1, {t}}, {+1, {"0"}}}, 0);
  const GramIntervals intervals(rows, {.kind = ExactKernelKind::laplace});
  const auto [low, high] = intervals.product(0, 1);
  const Rational unit = Rational::power(2, -std::int64_t{GramIntervals::kPlaces}), cut = Rational::of(*parse_decimal(digits));
  EXPECT_LE(Rational(low) * unit, cut + Rational::power(10, -40)) << t;
  EXPECT_GE(Rational(high) * unit, cut) << t;
  EXPECT_LE(high - low, Integer(2)) << t;
  EXPECT_LE(low, high);
}

TEST(GramIntervals, enclose_the_exponential_closely) {
  expect_exp("1", "0.3678794411714423215955237701614608674458111310");
  expect_exp("0.1", "0.9048374180359595731642490594464366211947053609");
  expect_exp("1e-9", "0.9999999990000000004999999998333333333749999999");
  expect_exp("3.25", "0.0387742078317220098868998352675961432601440619");
  expect_exp("50", "0.0000000000000000000001928749847963917783017342816");
  expect_exp("95.99", "0");
  expect_exp("1e300", "0");
}

TEST(GramIntervals, turn_over_with_the_labels_and_hold_the_bias) {
  const ExactRows rows = written({{+1, {"1"}}, {-1, {"0"}}, {+1, {"0"}}}, 0.1);
  const GramIntervals intervals(rows, {.kind = ExactKernelKind::rbf});
  const auto same = intervals.product(0, 2), other = intervals.product(0, 1);
  EXPECT_EQ(other.first, -same.second);
  EXPECT_EQ(other.second, -same.first);
  const Rational unit = Rational::power(2, -std::int64_t{GramIntervals::kPlaces});
  const auto [low, high] = intervals.product(2, 2);
  EXPECT_LT(Rational(low) * unit, fraction("101/100"));
  EXPECT_GT(Rational(high) * unit, fraction("101/100"));
}

RC_GTEST_PROP(GramIntervals, agree_with_doubles_and_with_fractions, ()) {
  const auto entry = [] { return std::to_string(*rc::gen::inRange(0, 40)) + "." + std::to_string(*rc::gen::inRange(0, 10)); };
  std::vector<WrittenRow> points;
  for (int i = 0; i < 3; ++i) points.push_back({*rc::gen::element(-1, 1), {entry(), entry()}});
  const ExactRows rows = written(points, 1);
  const Rational unit = Rational::power(2, -std::int64_t{GramIntervals::kPlaces});
  for (const auto kind : {ExactKernelKind::poly, ExactKernelKind::rbf, ExactKernelKind::laplace, ExactKernelKind::intersection, ExactKernelKind::chi2}) {
    const ExactKernel kernel{.kind = kind, .gamma = fraction("1/100")};
    const GramIntervals intervals(rows, kernel);
    const GramDoubles doubles(rows, kernel);
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) most = std::max(most, squared_length(rows, kernel, i).to_scaled().to_double());
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [low, high] = intervals.product(i, k);
        const double about = doubles.product(i, k) * most;
        RC_ASSERT(low <= high && high - low <= Integer(8));
        RC_ASSERT(std::fabs((Rational(low) * unit).to_scaled().to_double() - about) <= 1e-13 * most);
        if (i == k) RC_ASSERT(Rational(low) * unit <= squared_length(rows, kernel, i) && Rational(high) * unit >= squared_length(rows, kernel, i));
      }
  }
}

// Rows of a polynomial kernel of one feature and degree 2 span three dimensions: 1, x, x².
TEST(GramSpan, knows_what_is_a_combination) {
  const ExactRows rows = integers({{1, {1}}, {-1, {2}}, {1, {1}}, {1, {3}}, {-1, {4}}}, 0);
  const Gram gram(rows, {}, Gram::Of::structure);
  GramSpan span(gram, kPlenty);
  span.add(0);
  EXPECT_TRUE(span.contains(2));
  EXPECT_FALSE(span.contains(1));
  span.add(2);
  span.add(1);
  EXPECT_FALSE(span.contains(3));
  EXPECT_FALSE(span.contains(4));
  span.add(3);
  EXPECT_TRUE(span.contains(4));
  EXPECT_TRUE(span.contains(3));
  EXPECT_FALSE(span.too_large());
  GramSpan large(gram, 10);
  large.add(0);
  EXPECT_TRUE(large.too_large());
}

TEST(GramColumns, spans_with_the_first_rows_that_do) {
  const ExactRows rows = integers({{1, {1}}, {-1, {1}}, {1, {2}}, {1, {3}}, {-1, {4}}}, 1);
  Patience patience(kNever, kPlenty);
  const Gram gram(rows, {}, Gram::Of::structure);
  EXPECT_EQ(GramColumns::spanning(gram, patience), (std::vector<std::uint32_t>{0, 2, 3}));
  const auto columns = GramColumns::make(gram, {0, 3}, patience);
  ASSERT_TRUE(columns);
  EXPECT_EQ(columns->size(), 5U);
  EXPECT_EQ(columns->feature(1), 3U);
  EXPECT_FALSE(columns->has_bias());
  columns->visit(1, [](const auto& z) {
    ASSERT_EQ(z.size, 2U);
    EXPECT_EQ(Integer(z.value[0]), Integer(-5));
    EXPECT_EQ(Integer(z.value[1]), Integer(-17));
  });
  Patience none(kNever, 10);
  EXPECT_FALSE(GramColumns::make(gram, {0, 3}, none));
}

}  // namespace
}  // namespace novikoff::gram_test
