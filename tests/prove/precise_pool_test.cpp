// What doubles cannot see: margins, overlaps and rows that touch, found in double-doubles and confirmed in whole numbers.
#include "prove/precise_pool.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/check.hpp"
#include "novikoff/prove/large.hpp"
#include "prove/scan.hpp"
#include "prove/tables.hpp"

namespace novikoff::precise_pool_test {
namespace {

using Answer = ActiveSet<DoubleDouble>::Answer;

// Rows k/4096, and of each of the first `n_pairs` one of either class whose scores w·x are ±gap for w = (1, …, 1); others at a distance of 0.01 at least.
Table near_a_plane(std::size_t n, std::size_t d, std::size_t n_pairs, double gap) {
  Rng random(1962);
  Table set;
  while (set.x.size() < n) {
    std::vector<double> x(d);
    for (double& value : x) value = (static_cast<double>(random.below(8193)) - 4096) / 4096;
    const double sum = std::accumulate(x.begin(), x.end() - 1, 0.0);
    const bool near = set.x.size() < 2 * n_pairs;
    for (const int sign : {1, -1}) {
      x.back() = near ? sign * gap - sum : x.back();
      if (!near && std::abs(sum + x.back()) < 0.01) break;
      set.x.push_back(x);
      set.y.push_back(near ? static_cast<std::int8_t>(sign) : static_cast<std::int8_t>(sum + x.back() > 0 ? 1 : -1));
      if (!near) break;
    }
  }
  return set;
}

// The verdict, proved for all rows.
Verdict proved(const Table& set, double bias, const SearchOptions& options = {}) {
  RowsInMemory rows = in_memory(set, Numbers::binary64, bias);
  const Result<Separation> found = separate(rows, options);
  EXPECT_TRUE(found);
  if (!found || !found->certificate) return Verdict::undecided;
  const auto checked = check(*found->certificate, all_exactly(rows));
  const Refusal* refusal = std::get_if<Refusal>(&checked);
  EXPECT_EQ(refusal, nullptr) << refusal->why;
  return found->verdict;
}

// The sums are off by a few 2^-53: gaps from 2^-46 on keep their sign.
TEST(PrecisePool, PlantedMarginsAreDecidedHoweverSmall) {
  for (const double bias : {0.0, 1.0})
    for (const double gap : {0x1p-36, 0x1p-46}) {
      EXPECT_EQ(proved(near_a_plane(800, 30, 30, gap), bias), Verdict::separable) << gap;
      EXPECT_EQ(proved(near_a_plane(800, 30, 30, -gap), bias), Verdict::overlapping) << gap;
      EXPECT_EQ(proved(near_a_plane(800, 30, 30, -gap), bias, {.claim = Claim::strict}), Verdict::inseparable) << gap;
    }
}

TEST(PrecisePool, TouchingRowsAreSplit) {
  for (const double bias : {0.0, 1.0}) {
    // 12 pairs span 12 dimensions, and others are beside them.
    EXPECT_EQ(proved(near_a_plane(600, 30, 12, 0), bias), Verdict::quasi_separable);
    EXPECT_EQ(proved(near_a_plane(600, 30, 30, 0), bias), Verdict::quasi_separable);
    EXPECT_EQ(proved(near_a_plane(600, 30, 12, 0), bias, {.claim = Claim::strict}), Verdict::inseparable);
  }
}

PrecisePool pool_of(RowsInMemory& rows) {
  PrecisePool pool(rows.n_features(), rows.bias_value());
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(rows.size()));
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  EXPECT_EQ(pool.add(all_exactly(rows), numbers), numbers.size());
  EXPECT_EQ(pool.add(all_exactly(rows), numbers), 0U);
  return pool;
}

TEST(PrecisePool, SeesWhatDecimalsHaveBehindTheirDoubles) {
  RowStore store;
  for (int k = 0; k < 2; ++k) {
    const double x[] = {0.1, 0.2};
    store.append({nullptr, x, 2});
  }
  RowsInMemory rows(std::move(store), {1, -1}, 2, Numbers::decimal, 1, 1, {{1, 0, "0.1000000000000000000001"}});
  PrecisePool pool = pool_of(rows);
  ASSERT_EQ(pool.solve(false, {}), Answer::reached);
  EXPECT_TRUE(pool.contradictions().empty());
  // The first must be above, the second below: only less of the first feature tells them apart.
  const std::vector<Integer> u = pool.separator();
  EXPECT_LT(u[0].sign(), 0);
  const ExactRows exact = all_exactly(rows);
  for (std::size_t row = 0; row < 2; ++row) EXPECT_GT(dot_by_feature(exact, row, u).sign(), 0);
}

TEST(PrecisePool, FindsContradictionsOneInTheSpanOfOthers) {
  // ±e_1; then e_2 + e_1 and −e_2, which contradict each other beside the span of e_1 alone; (0, 0, 1) is apart, (1, 0, 0) twice changes nothing.
  RowsInMemory rows = in_memory({{{1, 0, 0}, {-1, 0, 0}, {5, 1, 0}, {0, -1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}}, {1, 1, 1, 1, 1, 1, 1}}, Numbers::binary64, 0);
  PrecisePool pool = pool_of(rows);
  EXPECT_EQ(pool.zeros(), std::vector<std::uint64_t>{6});
  ASSERT_EQ(pool.solve(false, {}), Answer::reached);
  ASSERT_EQ(pool.contradictions().size(), 2U);
  const std::vector<std::uint64_t> numbers = {0, 1, 2, 3, 4, 5, 6};
  const std::function<bool()> never;
  Patience patience(never, std::uint64_t{1} << 30U);
  const ExactRows exact = all_exactly(rows);
  const std::optional<Conflict> lambda = exact_overlap(exact, numbers, pool.contradictions(), patience);
  ASSERT_TRUE(lambda.has_value());
  std::vector<Rational> sum(3);
  std::vector<std::uint64_t> support;
  for (const auto& [row, weight] : *lambda) {
    EXPECT_GT(weight.sign(), 0);
    support.push_back(row);
    exact.visit(static_cast<std::size_t>(row), [&, w = weight](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) sum[z.column[k]] = sum[z.column[k]] + w * Rational(z.value[k]);
    });
  }
  for (const Rational& value : sum) EXPECT_EQ(value.sign(), 0);
  EXPECT_EQ(support.size(), 4U);
  EXPECT_EQ(pool.separator()[0].sign(), 0);
  EXPECT_EQ(pool.separator()[1].sign(), 0);
  // What is orthogonal to these leaves the third feature alone.
  const std::optional<Complement> complement = Complement::of(*rows.exact(support), patience);
  ASSERT_TRUE(complement.has_value());
  const std::vector<Integer> u = complement->orthogonal(pool.separator());
  EXPECT_EQ(u[0].sign(), 0);
  EXPECT_EQ(u[1].sign(), 0);
  EXPECT_GT(u[2].sign(), 0);
}

TEST(PrecisePool, AnAllegedContradictionThatIsNoneIsNotBelieved) {
  RowsInMemory rows = in_memory({{{1, 0}, {0, 1}, {1, 1}, {-1, 0}}, {1, 1, 1, 1}}, Numbers::binary64, 0);
  const std::vector<std::uint64_t> numbers = {0, 1, 2, 3};
  const std::function<bool()> never;
  Patience patience(never, std::uint64_t{1} << 30U);
  const ExactRows exact = all_exactly(rows);
  EXPECT_FALSE(exact_overlap(exact, numbers, {{.last = 2, .rows = {0, 1}}}, patience).has_value());  // of one sign
  EXPECT_FALSE(exact_overlap(exact, numbers, {{.last = 2, .rows = {0}}}, patience).has_value());     // not in the span
  EXPECT_FALSE(exact_overlap(exact, numbers, {{.last = 1, .rows = {0, 3}}}, patience).has_value());  // dependent
  EXPECT_FALSE(exact_overlap(exact, numbers, {{.last = 3, .rows = {0, 1}}}, patience).has_value());  // one takes no part
  EXPECT_TRUE(exact_overlap(exact, numbers, {{.last = 3, .rows = {0}}}, patience).has_value());
}

}  // namespace
}  // namespace novikoff::precise_pool_test
