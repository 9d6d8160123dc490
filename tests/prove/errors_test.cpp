#include "novikoff/prove/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "property.hpp"
#include "prove/brute_force.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::errors_test {
namespace {

using brute::Row;

using Set = std::vector<WrittenRow>;

// The fewest rows that hit every minimal conflict: what is left is separable, and nothing less is.
std::uint64_t fewest_errors(const ExactRows& rows) {
  const std::vector<Row> z = brute::dense(rows);
  const std::size_t most = brute::rank(z) + 1;
  std::vector<std::uint64_t> conflicts;
  for (std::uint64_t subset = 1; subset < std::uint64_t{1} << z.size(); ++subset) {
    std::vector<Row> chosen;
    for (std::size_t k = 0; k < z.size(); ++k)
      if ((subset >> k & 1U) != 0) chosen.push_back(z[k]);
    const bool holds_another = std::any_of(conflicts.begin(), conflicts.end(), [&](std::uint64_t c) { return (c & subset) == c; });
    if (chosen.size() <= most && !holds_another && brute::is_minimal_conflict(chosen)) conflicts.push_back(subset);
  }
  std::uint64_t fewest = z.size();
  for (std::uint64_t hit = 0; hit < std::uint64_t{1} << z.size(); ++hit)
    if (std::all_of(conflicts.begin(), conflicts.end(), [&](std::uint64_t c) { return (c & hit) != 0; }))
      fewest = std::min<std::uint64_t>(fewest, static_cast<std::uint64_t>(__builtin_popcountll(hit)));
  return fewest;
}

ErrorsFound found_in(const ExactRows& rows, Claim claim = Claim::separation, ErrorsOptions options = {}) {
  SearchOptions search;
  search.claim = claim;
  return find_errors(rows, separate(rows, search), options);
}

void expect_conflicts(const ExactRows& rows, const ErrorsFound& found) {
  const std::vector<Row> z = brute::dense(rows);
  std::set<std::uint64_t> seen;
  std::size_t size = 0;
  for (const Conflict& conflict : found.conflicts) {
    std::vector<Row> support;
    Row sum(rows.n_columns());
    Rational total;
    for (const auto& [row, lambda] : conflict) {
      EXPECT_TRUE(seen.insert(row).second) << "row " << row << " in two conflicts";
      EXPECT_GT(lambda.sign(), 0);
      total = total + lambda;
      support.push_back(z[row]);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = sum[j] + lambda * z[row][j];
    }
    EXPECT_TRUE(std::is_sorted(conflict.begin(), conflict.end()));
    EXPECT_EQ(total, Rational(1));
    for (const Rational& value : sum) EXPECT_EQ(value.sign(), 0);
    EXPECT_TRUE(brute::is_minimal_conflict(support));
    EXPECT_GE(conflict.size(), size);
    size = conflict.size();
  }
  std::vector<std::uint32_t> rest;
  for (std::uint32_t row = 0; row < rows.size(); ++row)
    if (seen.count(row) == 0) rest.push_back(row);
  if (found.complete && !rest.empty()) {
    EXPECT_EQ(separate(rows.subset(rest), {}).verdict, Verdict::separable);
  }
}

void expect_closed(const ExactRows& rows, const ErrorsFound& found, std::uint64_t errors) {
  expect_conflicts(rows, found);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.low, errors);
  EXPECT_EQ(found.high, errors);
  EXPECT_TRUE(found.optimal());
  ASSERT_TRUE(found.certificate);
  EXPECT_EQ(found.certificate->errors.low, errors);
  EXPECT_EQ(found.certificate->errors.high, errors);
  EXPECT_EQ(reason(check(*found.certificate, rows)), "holds");
}

Set logical_xor() { return {{-1, {"0", "0"}}, {+1, {"0", "1"}}, {+1, {"1", "0"}}, {-1, {"1", "1"}}}; }

TEST(Errors, xor_has_one_error_with_a_bias_and_two_without) {
  expect_closed(written(logical_xor()), found_in(written(logical_xor())), 1);
  const ErrorsFound without = found_in(written(logical_xor(), 0));
  expect_closed(written(logical_xor(), 0), without, 2);
  EXPECT_EQ(without.conflicts.front(), (Conflict{{0, Rational(1)}}));  // (0, 0) is on every hyperplane through 0
}

TEST(Errors, separable_rows_have_none) {
  const ExactRows rows = written({{-1, {"0", "0"}}, {-1, {"0", "1"}}, {-1, {"1", "0"}}, {+1, {"1", "1"}}});
  for (const Claim claim : {Claim::separation, Claim::strict}) {
    const ErrorsFound found = found_in(rows, claim);
    expect_closed(rows, found, 0);
    EXPECT_TRUE(found.conflicts.empty());
    EXPECT_EQ(found.certificate->verdict, Verdict::separable);
  }
}

TEST(Errors, one_class_of_rows_that_do_not_lie_on_one_side) {
  const ExactRows rows = written({{+1, {"1", "2"}}, {+1, {"-3", "1"}}, {+1, {"2", "-5"}}, {+1, {"-1", "-1"}}}, 0);
  expect_closed(rows, found_in(rows), 1);
  expect_closed(written({{+1, {"1"}}, {+1, {"-1"}}}, 1), found_in(written({{+1, {"1"}}, {+1, {"-1"}}}, 1)), 0);
}

TEST(Errors, contradictions_come_first_as_many_as_are_disjoint) {
  // Three times x = 2 as +1, twice as −1, beside rows that are separable. 0.1 and 1e-1 are one number.
  const ExactRows rows =
      written({{+1, {"2", "0.1"}}, {-1, {"-9", "0"}}, {+1, {"2", "1e-1"}}, {-1, {"2", "0.10"}}, {+1, {"2", ".1"}}, {-1, {"2", "0.1"}}, {+1, {"9", "0"}}});
  const ErrorsFound found = found_in(rows, Claim::strict);
  expect_closed(rows, found, 2);
  ASSERT_EQ(found.conflicts.size(), 2U);
  const Rational half = *Rational::parse("1/2");
  EXPECT_EQ(found.conflicts[0], (Conflict{{0, half}, {3, half}}));
  EXPECT_EQ(found.conflicts[1], (Conflict{{2, half}, {5, half}}));
}

TEST(Errors, without_a_bias_opposite_directions_contradict) {
  const ExactRows rows = written({{+1, {"1", "2"}}, {-1, {"3", "6"}}, {+1, {"-0.5", "-1"}}, {+1, {"2", "4"}}, {+1, {"0", "0"}}}, 0);
  const ErrorsFound found = found_in(rows, Claim::strict);
  expect_closed(rows, found, 3);
  ASSERT_EQ(found.conflicts.size(), 3U);
  EXPECT_EQ(found.conflicts[0], (Conflict{{4, Rational(1)}}));
  EXPECT_EQ(found.conflicts[1], (Conflict{{0, *Rational::parse("3/4")}, {1, *Rational::parse("1/4")}}));
  EXPECT_EQ(found.conflicts[2], (Conflict{{2, *Rational::parse("4/5")}, {3, *Rational::parse("1/5")}}));
}

TEST(Errors, rows_that_are_separated_stay_right) {
  // The contradiction lies on the only hyperplane between the others, which have far larger numbers.
  const ExactRows rows = written({{+1, {"0.001"}}, {-1, {"0.001"}}, {+1, {"1e30"}}, {-1, {"-1e30"}}, {+1, {"0.0010000001"}}, {-1, {"0.0009999999"}}});
  expect_closed(rows, found_in(rows), 1);
  expect_closed(rows, found_in(rows, Claim::strict), 1);
}

// On a line + − + − …: each inner row can be right or its neighbours, so that disjoint conflicts prove less than there is.
TEST(Errors, alternating_rows_on_a_line) {
  for (const std::size_t n : {3U, 6U, 9U, 12U, 15U}) {
    Set set;
    for (std::size_t k = 0; k < n; ++k) set.push_back({k % 2 == 0 ? +1 : -1, {std::to_string(k)}});
    // All of one class, or a threshold: right on half of the rows, rounded up, and one more if that lies on the right side.
    expect_closed(written(set), found_in(written(set)), (n - 1) / 2);
  }
}

TEST(Errors, pairwise_overlapping_conflicts_need_the_fractional_bound_or_branches) {
  // No bias, three directions at 120°, five rows each: any two opposite thirds… every conflict takes one row of each.
  Set set;
  for (int k = 1; k <= 5; ++k) {
    const std::string a = std::to_string(k), b = std::to_string(-k);
    set.push_back({+1, {a, "0"}});
    set.push_back({+1, {"0", a}});
    set.push_back({+1, {b, b}});
  }
  const ErrorsFound found = found_in(written(set, 0));
  expect_closed(written(set, 0), found, 5);
}

TEST(Errors, numbers_beyond_the_doubles) {
  const ExactRows rows = written({{+1, {"1e400"}}, {-1, {"1e400"}}, {+1, {"2e400"}}, {-1, {"1"}}, {-1, {"3e400"}}});
  ASSERT_TRUE(rows.is_wide());
  expect_closed(rows, found_in(rows), 2);
}

TEST(Errors, a_search_that_gives_up_leaves_an_honest_bracket) {
  Set set;
  for (int k = 0; k < 40; ++k) set.push_back({(k * 7 % 5) % 2 == 0 ? +1 : -1, {std::to_string(k * 13 % 17), std::to_string(k * 29 % 23)}});
  const ExactRows rows = written(set);
  std::uint64_t optimum = 0;
  {
    const ErrorsFound found = found_in(rows);
    optimum = found.low;
    expect_closed(rows, found, optimum);
  }
  const Separation separation = separate(rows, {});
  std::set<std::uint64_t> widths;
  for (const std::uint64_t asked : {0U, 1U, 3U, 30U, 300U, 3000U, 30000U}) {
    std::uint64_t left = asked;
    ErrorsOptions options;
    options.give_up = [&] { return left == 0 || --left == 0; };
    const ErrorsFound found = find_errors(rows, separation, options);
    expect_conflicts(rows, found);
    EXPECT_LE(found.low, optimum);
    EXPECT_GE(found.high, optimum);
    EXPECT_GE(found.low, found.conflicts.size());
    widths.insert(found.high - found.low);
    if (found.certificate) {
      EXPECT_EQ(reason(check(*found.certificate, rows)), "holds");
    } else {
      EXPECT_EQ(found.low, 0U);
    }
  }
  EXPECT_GT(widths.size(), 1U);
}

TEST(Errors, a_proof_too_large_to_keep_claims_less) {
  Set set;
  for (int k = 0; k < 40; ++k) set.push_back({(k * 7 % 5) % 2 == 0 ? +1 : -1, {std::to_string(k * 13 % 17), std::to_string(k * 29 % 23)}});
  const ExactRows rows = written(set);
  ErrorsOptions options;
  options.largest_tree = 1;
  const ErrorsFound found = found_in(rows, Claim::separation, options);
  EXPECT_TRUE(found.optimal());
  ASSERT_TRUE(found.certificate);
  EXPECT_EQ(found.certificate->errors.tree.size(), 1U);
  EXPECT_LT(found.certificate->errors.low, found.low);
  EXPECT_EQ(reason(check(*found.certificate, rows)), "holds");
}

TEST(Errors, conflicts_alone_claim_no_hyperplane) {
  ErrorsOptions options;
  options.bracket = false;
  const ErrorsFound found = found_in(written(logical_xor(), 0), Claim::separation, options);
  EXPECT_EQ(found.conflicts.size(), 2U);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.certificate);
  EXPECT_EQ(found.low, 2U);
}

// Random sets, with duplicates, zero rows and both labels made likely by few values.
RC_GTEST_PROP(Errors, closes_the_bracket_at_what_brute_force_finds, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 13);
  const auto d = *rc::gen::inRange<std::size_t>(1, 4);
  const int spread = *rc::gen::element(1, 2, 6);
  std::vector<std::pair<int, std::vector<int>>> set;
  for (std::size_t k = 0; k < n; ++k) {
    set.emplace_back(*rc::gen::element(-1, +1), std::vector<int>{});
    for (std::size_t j = 0; j < d; ++j) set.back().second.push_back(*rc::gen::inRange(-spread, spread + 1));
  }
  const ExactRows rows = integers(set, *rc::gen::element(0, 1));
  expect_closed(rows, found_in(rows, *rc::gen::element(Claim::separation, Claim::strict)), fewest_errors(rows));
  RC_ASSERT(!::testing::Test::HasFailure());
}

}  // namespace
}  // namespace novikoff::errors_test
