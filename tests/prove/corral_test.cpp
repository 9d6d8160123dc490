#include "prove/corral.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "property.hpp"
#include "prove/brute_force.hpp"
#include "prove/float_rows.hpp"

namespace novikoff::corral_test {
namespace {

using Points = std::vector<std::vector<int>>;

ExactRows rows_of(const Points& points, const std::string& unit = "") {
  ExactRows::Builder builder(Numbers::decimal, 0);
  for (const std::vector<int>& point : points) {
    for (std::size_t j = 0; j < point.size(); ++j)
      builder.add(static_cast<std::uint32_t>(j), *parse_decimal(std::to_string(point[j]) + (j % 2 == 0 ? unit : "")));
    builder.end_row(+1);
  }
  return std::move(*builder.finish(points.front().size(), std::uint64_t{1} << 30U, [](std::int8_t y) { return y; }));
}

const std::function<bool()> kNever;

// p·z_i of the rows of the set: of a corral all the same.
bool is_corral(const ExactRows& rows, const Corral& corral) {
  const std::vector<Integer> point = corral.point();
  const Integer level = exact_dot(rows, point, corral.set().front());
  return std::all_of(corral.set().begin(), corral.set().end(), [&](std::uint32_t row) { return exact_dot(rows, point, row) == level; }) &&
         std::all_of(corral.weights().begin(), corral.weights().end(), [](const Integer& weight) { return weight.sign() > 0; });
}

Rational sqnorm(const Corral& corral) {
  Integer sum;
  for (const Integer& value : corral.point()) sum.add_product(value, value);
  return {sum, corral.total() * corral.total()};
}

TEST(Corral, settles_on_the_nearest_point_of_a_line) {
  const ExactRows rows = rows_of({{1, 0}, {0, 1}});
  Patience patience(kNever, ~std::uint64_t{0});
  Corral corral(rows);
  corral.join(0, 7);
  corral.join(1, 1);
  ASSERT_TRUE(corral.settle(patience));
  EXPECT_EQ(corral.weights(), (std::vector<Integer>{1, 1}));
  EXPECT_EQ(sqnorm(corral), Rational(1, 2));
}

TEST(Corral, lets_a_row_go_that_is_behind_the_nearest_point) {
  const ExactRows rows = rows_of({{1, 1}, {1, 3}});
  Patience patience(kNever, ~std::uint64_t{0});
  Corral corral(rows);
  corral.join(0, 1);
  corral.join(1, 5);
  ASSERT_TRUE(corral.settle(patience));
  EXPECT_EQ(corral.set(), std::vector<std::uint32_t>{0});
  EXPECT_EQ(sqnorm(corral), Rational(2));
}

TEST(Corral, lets_affinely_dependent_rows_go) {
  const ExactRows rows = rows_of({{1, 2}, {1, 2}, {2, 1}, {3, 0}, {0, 3}});
  Patience patience(kNever, ~std::uint64_t{0});
  Corral corral(rows);
  for (std::uint32_t row = 0; row < 5; ++row) corral.join(row, 1);
  ASSERT_TRUE(corral.settle(patience));
  EXPECT_EQ(sqnorm(corral), Rational(9, 2));
  EXPECT_EQ(corral.set(), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Corral, ends_where_it_is_told_to_with_a_point_of_the_hull) {
  const ExactRows rows = rows_of({{3, 1, 0}, {3, -1, 1}, {4, 0, -2}, {5, 5, 5}});
  for (std::size_t limit = 0; limit < 12; ++limit) {
    std::size_t asked = 0;
    const std::function<bool()> stop = [&] { return asked++ >= limit; };
    Patience patience(stop, ~std::uint64_t{0});
    Corral corral(rows);
    for (std::uint32_t row = 0; row < 4; ++row) corral.join(row, row + 1);
    const bool settled = corral.settle(patience);
    EXPECT_EQ(corral.set().size(), corral.weights().size());
    EXPECT_GT(corral.total().sign(), 0);
    EXPECT_TRUE(!settled || is_corral(rows, corral));
  }
}

// Wolfe's steps in whole numbers alone, from any start.
RC_GTEST_PROP(Corral, steps_end_at_the_nearest_point_from_every_start, ()) {
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  const auto n = *rc::gen::inRange<std::size_t>(1, 8);
  Points points;
  for (std::size_t k = 0; k < n; ++k) points.push_back(*rc::gen::container<std::vector<int>>(d, rc::gen::inRange(-3, 8)));
  const ExactRows rows = rows_of(points, *rc::gen::element<std::string>("", "e-40"));
  RC_PRE(rows.n_columns() > 0);
  Patience patience(kNever, ~std::uint64_t{0});
  Corral corral(rows);
  for (std::uint32_t row = 0; row < n; ++row)
    if (row == 0 || *rc::gen::arbitrary<bool>()) corral.join(row, *rc::gen::inRange<std::int64_t>(1, 9));
  const FloatRows floats(rows);
  std::optional<Rational> before;
  for (;;) {
    RC_ASSERT(corral.settle(patience));
    RC_ASSERT(is_corral(rows, corral));
    RC_ASSERT((!before || sqnorm(corral) < *before));  // without the second brackets || would ask for both sides
    before = sqnorm(corral);
    Integer least = exact_dot(rows, corral.point(), 0);
    std::uint32_t lowest_row = 0;
    for (std::uint32_t row = 1; row < n; ++row)
      if (Integer product = exact_dot(rows, corral.point(), row); product < least) {
        least = product;
        lowest_row = row;
      }
    const auto found = lowest(floats, corral.point(), patience);
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->row == lowest_row);
    RC_ASSERT(found->product == least);
    if (Rational(least, corral.total()) >= sqnorm(corral)) break;
    corral.join(lowest_row, 0);
  }
  // No point of a segment to any row is nearer: the condition of the nearest point, and the support is affinely independent.
  RC_ASSERT(corral.set().size() <= rows.n_columns() + 1);
}

}  // namespace
}  // namespace novikoff::corral_test
