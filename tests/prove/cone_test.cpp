// The exact parts of the search alone, without what floating point does for them.
#include "prove/cone.hpp"

#include <gtest/gtest.h>

#include <string>

#include "property.hpp"
#include "prove/brute_force.hpp"
#include "prove/conflict.hpp"
#include "prove/float_simplex.hpp"
#include "prove/guess.hpp"
#include "prove/row_basis.hpp"

namespace novikoff::cone_test {
namespace {

const std::function<bool()> kNever;

ExactRows random_rows(std::size_t most, std::size_t most_columns, int largest) {
  ExactRows::Builder builder(Numbers::decimal, 0);
  const auto n = *rc::gen::inRange<std::size_t>(1, most + 1);
  const auto d = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(most_columns) + 1);
  for (std::size_t k = 0; k < n; ++k) {
    bool zero = true;  // so far; no row is 0 throughout
    for (std::uint32_t j = 0; j < d; ++j) {
      int value = *rc::gen::inRange(-largest, largest + 1);
      if (zero && value == 0 && j + 1 == d) value = 1;
      zero = zero && value == 0;
      builder.add(j, value);
    }
    builder.end_row(1);
  }
  return std::move(*builder.finish(d, 1U << 20U, [](std::int8_t y) { return y; }));
}

std::vector<std::uint32_t> all_of(const WorkRows& rows) {
  std::vector<std::uint32_t> all(rows.size());
  for (std::uint32_t k = 0; k < all.size(); ++k) all[k] = k;
  return all;
}

std::vector<brute::Row> dense(const WorkRows& rows) {
  std::vector<brute::Row> z(rows.size(), brute::Row(rows.n_columns()));
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows.each(row, [&, row](std::uint32_t column, const auto& value) { z[row][column] = Rational(Integer(value)); });
  return z;
}

RC_GTEST_PROP(WorkRowsProperty, are_the_rows_divided_by_their_factors, ()) {
  const ExactRows rows = random_rows(6, 4, 60);
  const WorkRows work(rows);
  const std::vector<brute::Row> z = brute::dense(rows), n = dense(work);
  for (std::size_t i = 0; i < z.size(); ++i)
    for (std::size_t j = 0; j < z[i].size(); ++j) RC_ASSERT(z[i][j] == n[i][j] * Rational(work.row_factor(i)) * Rational(work.column_factor(j)));
}

RC_GTEST_PROP(RowBasisProperty, is_as_large_as_the_rank_and_inverts_exactly, ()) {
  const WorkRows rows(random_rows(8, 6, 9));
  Patience patience(kNever, 1U << 30U);
  const RowBasis basis = find_basis(rows, all_of(rows), patience);
  const std::vector<brute::Row> z = dense(rows);
  RC_ASSERT(basis.rows.size() == brute::rank(z));
  const std::optional<Tableau> inverse = invert(rows, basis, patience);
  RC_ASSERT(inverse.has_value());
  RC_ASSERT(inverse->det().sign() > 0);
  const Coordinates coordinates(basis, rows.n_columns());
  for (std::size_t k = 0; k < basis.rows.size(); ++k) {
    const std::vector<Integer> d = coordinates.image(*inverse, rows, basis.rows[k]);
    for (std::size_t i = 0; i < d.size(); ++i) RC_ASSERT(d[i] == (i == k ? inverse->det() : Integer(0)));
  }
  RC_ASSERT(!outside_span(rows, basis, *inverse, all_of(rows), patience));
  const std::vector<bool> outside = certainly_outside(rows, basis, patience);
  for (std::size_t j = 0; j < outside.size(); ++j) {
    std::vector<brute::Row> with = z;
    with.emplace_back(rows.n_columns());
    with.back()[j] = Rational(1);
    RC_ASSERT(outside[j] == (brute::rank(with) > basis.rows.size()));
  }
}

// From the first basis, or from where doubles end.
RC_GTEST_PROP(ConeProperty, is_solved_exactly_from_any_start, ()) {
  const WorkRows rows(random_rows(9, 4, 3));
  Patience patience(kNever, 1U << 30U);
  const std::vector<std::uint32_t> all = all_of(rows);
  const std::vector<brute::Row> z = dense(rows);
  const RowBasis basis = find_basis(rows, all, patience);
  const std::optional<Tableau> inverse = invert(rows, basis, patience);
  std::vector<Cone::Basic> basics;
  for (const std::uint32_t row : basis.rows) basics.push_back({.row = row});
  Cone cone(rows, all, basis, *inverse, basics, std::vector<Integer>(basis.rows.size(), -inverse->det()));
  const Cone::Answer answer = cone.solve(patience);
  const bool whole = brute::overlapped(z).size() == z.size();
  RC_ASSERT(answer == (whole ? Cone::Answer::inside : Cone::Answer::outside));
  if (!whole) {
    const std::vector<Integer> normal = cone.normal();
    std::vector<std::uint32_t> zero;
    for (std::uint32_t row = 0; row < z.size(); ++row) {
      const Integer product = rows.dot(normal, row);
      RC_ASSERT(product.sign() >= 0);
      if (product.sign() == 0) zero.push_back(row);
    }
    RC_ASSERT(zero == cone.zero());
    RC_ASSERT(zero.size() < z.size());
    return;
  }
  for (const bool minimal : {false, true}) {
    Weights weights = spanning_conflict(cone, basis.rows);
    if (minimal) RC_ASSERT(make_minimal(rows, cone, basis.rows, weights, patience));
    brute::Row sum(rows.n_columns());
    std::vector<brute::Row> support;
    for (const auto& [row, weight] : weights) {
      RC_ASSERT(weight.sign() > 0);
      support.push_back(z[row]);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = sum[j] + Rational(weight) * z[row][j];
    }
    for (const Rational& value : sum) RC_ASSERT(value.sign() == 0);
    if (minimal)
      RC_ASSERT(brute::is_minimal_conflict(support));
    else
      RC_ASSERT(brute::rank(support) == basis.rows.size() && support.size() <= 2 * basis.rows.size());
  }
}

RC_GTEST_PROP(SignsProperty, are_those_of_the_exact_products, ()) {
  const WorkRows rows(random_rows(9, 4, 3));
  std::vector<Integer> u;
  for (std::size_t j = 0; j < rows.n_columns(); ++j) {
    // Products far apart in size cancel: doubles alone see nothing.
    const int small = *rc::gen::inRange(-2, 3);
    u.push_back(Integer(small) * Integer::power(10, *rc::gen::element<std::uint64_t>(0, 0, 40)) + Integer(*rc::gen::inRange(-1, 2)));
  }
  Patience patience(kNever, 1U << 30U);
  std::vector<std::uint32_t> zero;
  std::optional<std::uint32_t> first;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const int sign = rows.dot(u, row).sign();
    if (sign == 0) zero.push_back(row);
    if (sign < 0 && !first) first = row;
  }
  const Signs any = signs_of(rows, all_of(rows), u, false, patience), lowest = signs_of(rows, all_of(rows), u, true, patience);
  RC_ASSERT(any.below.has_value() == first.has_value());
  RC_ASSERT(lowest.below == first);
  if (first) {
    RC_ASSERT(rows.dot(u, *any.below).sign() < 0);
  } else {
    RC_ASSERT(any.zero == zero);
    RC_ASSERT(lowest.zero == zero);
  }
}

TEST(Signs, are_exact_where_sums_of_doubles_are_above_or_below_0) {
  ExactRows::Builder builder(Numbers::decimal, 0);
  for (int k = 0; k < 3; ++k) {
    for (std::uint32_t j = 0; j < 4; ++j) builder.add(j, j == 3 ? k - 1.0 : j == 2 ? -1.0 : 1.0);
    builder.end_row(1);
  }
  const WorkRows rows(*builder.finish(4, 1U << 20U, [](std::int8_t y) { return y; }));
  Patience patience(kNever, 1U << 20U);
  Integer a = 1, b = 1;
  for (int k = 0; k < 60; ++k) {
    a *= 3;
    b *= 7;
    // a + b − (a + b), each cut to 53 bits, and −1, 0, +1.
    const Signs signs = signs_of(rows, {0, 1, 2}, {a, b, a + b, 1}, false, patience);
    EXPECT_EQ(signs.below, std::optional<std::uint32_t>(0));
    EXPECT_EQ(signs_of(rows, {1, 2}, {a, b, a + b, 1}, false, patience).zero, std::vector<std::uint32_t>{1});
  }
}

// Guesses may be wrong; on small whole numbers they are not.
RC_GTEST_PROP(GuessProperty, separates_what_is_separable, ()) {
  const WorkRows rows(random_rows(8, 4, 4));
  Patience patience(kNever, 1U << 30U);
  const std::vector<std::uint32_t> all = all_of(rows);
  const bool separable = brute::overlapped(dense(rows)).empty();
  for (const Guess& guess : {perceptron_guess(rows, all, patience), least_norm_guess(rows, all, patience)}) {
    RC_ASSERT(guess.clean == separable);
    if (!separable) continue;
    const std::vector<Integer> u = rounded(rows, guess.w, 30);
    for (const std::uint32_t row : all) RC_ASSERT(rows.dot(u, row).sign() > 0);
  }
}

}  // namespace
}  // namespace novikoff::cone_test
