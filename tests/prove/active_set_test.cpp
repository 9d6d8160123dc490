// The active set in doubles finds what whole numbers confirm, on sets small enough that rounding does no harm.
#include "prove/active_set.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/separation.hpp"
#include "property.hpp"
#include "prove/brute_force.hpp"

namespace novikoff::active_set_test {
namespace {

using Rows = std::vector<std::vector<int>>;

std::vector<double> of_norm_1(const std::vector<int>& z) {
  double norm = 0;
  for (const int value : z) norm += value * value;
  std::vector<double> result;
  for (const int value : z) result.push_back(norm > 0 ? value / std::sqrt(norm) : 0);
  return result;
}

Rows random_rows(std::size_t most, int largest) {
  const auto n = *rc::gen::inRange<std::size_t>(1, most + 1);
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  Rows rows(n, std::vector<int>(d));
  for (auto& z : rows)
    for (int& value : z) value = *rc::gen::inRange(-largest, largest + 1);
  return rows;
}

bool separable(const Rows& rows) {
  ExactRows::Builder builder(Numbers::decimal, 0);
  for (const auto& z : rows) {
    for (std::size_t j = 0; j < z.size(); ++j) builder.add(static_cast<std::uint32_t>(j), z[j]);
    builder.end_row(1);
  }
  const ExactRows exact = std::move(*builder.finish(rows.front().size(), 1U << 20U, [](std::int8_t y) { return y; }));
  return separate(exact, {.claim = Claim::strict}).verdict == Verdict::separable;
}

void expect_nearest(const ActiveSet<double>& set) {
  for (std::size_t at = 0; at < set.size(); ++at) {
    double score = 0;
    for (std::size_t j = 0; j < set.n_columns(); ++j) score += set.row(at)[j] * set.w()[j];
    EXPECT_GT(score, 1 - 1e-6);
  }
  std::vector<double> sum(set.n_columns());
  for (std::size_t k = 0; k < set.active().size(); ++k) {
    EXPECT_GE(set.weights()[k], 0);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += set.weights()[k] * set.row(set.active()[k])[j];
  }
  double size = 1;
  for (const double value : set.w()) size += std::abs(value);
  for (std::size_t j = 0; j < sum.size(); ++j) EXPECT_NEAR(sum[j], set.w()[j], 1e-9 * size * size);
}

RC_GTEST_PROP(ActiveSetProperty, SeparatesOrContradictsAsWholeNumbersDo, ()) {
  const Rows rows = random_rows(12, *rc::gen::element(1, 3, 9));
  ActiveSet<double> set(rows.front().size());
  // In two parts: the second finds the state of the first.
  const std::size_t half = rows.size() / 2;
  for (std::size_t at = 0; at < half; ++at) set.add(of_norm_1(rows[at]));
  ActiveSet<double>::Answer answer = set.solve({});
  if (answer == ActiveSet<double>::Answer::reached) {
    for (std::size_t at = half; at < rows.size(); ++at) set.add(of_norm_1(rows[at]));
    answer = set.solve({});
  }
  RC_ASSERT(answer == ActiveSet<double>::Answer::reached || answer == ActiveSet<double>::Answer::conflict);
  if (answer == ActiveSet<double>::Answer::reached) {
    RC_ASSERT(separable(rows));
    expect_nearest(set);
  } else {
    std::vector<brute::Row> conflict;
    for (const std::size_t at : set.conflict()) {
      conflict.emplace_back();
      for (const int value : rows[at]) conflict.back().emplace_back(value);
    }
    RC_ASSERT(brute::is_minimal_conflict(conflict));
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(ActiveSet, ReachesTheWidestMarginOfManyRows) {
  // On a sphere at a distance of at least 0.01 from a hyperplane: rows join and leave many times.
  constexpr std::size_t kColumns = 30, kRows = 1500;
  Rng random(7);
  ActiveSet<double> set(kColumns);
  while (set.size() < kRows) {
    std::vector<double> z(kColumns);
    double norm = 0;
    for (double& value : z) {
      value = random.uniform() - 0.5;
      norm += value * value;
    }
    if (std::abs(z[0]) < 0.01) continue;
    const double scale = (z[0] > 0 ? 1 : -1) / std::sqrt(norm);
    for (double& value : z) value *= scale;
    set.add(z);
  }
  ASSERT_EQ(set.solve({}), ActiveSet<double>::Answer::reached);
  EXPECT_GT(set.n_steps(), set.active().size());  // some had to leave again
  expect_nearest(set);
}

TEST(ActiveSet, EndsWhenItsCallerGivesUp) {
  ActiveSet<double> set(1);
  set.add({1});
  EXPECT_EQ(set.solve([] { return true; }), ActiveSet<double>::Answer::ended);
}

}  // namespace
}  // namespace novikoff::active_set_test
