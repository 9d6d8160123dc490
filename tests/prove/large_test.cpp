// Passes and pools decide as whole numbers do, whatever the rows are and however small the pools.
#include "novikoff/prove/large.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/check.hpp"
#include "property.hpp"
#include "prove/large_search.hpp"
#include "prove/tables.hpp"

namespace novikoff::large_test {
namespace {

// What the passes find holds for all rows.
Separation proved(RowsInMemory& rows, const SearchOptions& options, const LargeTuning& tuning) {
  Result<Separation> found = separate(rows, options, tuning);
  EXPECT_TRUE(found);
  const auto verdict = check(*found->certificate, all_exactly(rows));
  const Refusal* refusal = std::get_if<Refusal>(&verdict);
  EXPECT_EQ(refusal, nullptr) << refusal->why;
  EXPECT_EQ(found->certificate->verdict, found->verdict);
  return *std::move(found);
}

// Few values, so that rows repeat, contradict one another, are 0 or depend on one another.
Table random_set() {
  const auto n = *rc::gen::inRange<std::size_t>(1, 60);
  const auto d = *rc::gen::inRange<std::size_t>(1, 6);
  const auto largest = *rc::gen::element(1, 2, 9);
  const auto noise = *rc::gen::element(0, 0, 0, 10, 2);
  std::vector<int> normal(d);
  for (int& value : normal) value = *rc::gen::inRange(-2, 3);
  const bool repeated = *rc::gen::element(false, true);  // the last column is the first
  Table set;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> x(d);
    double side = 0;
    for (std::size_t j = 0; j < d; ++j) {
      x[j] = *rc::gen::inRange(-largest, largest + 1);
      side += x[j] * normal[j];
    }
    if (repeated) x[d - 1] = x[0];
    const bool wrong = noise > 0 && *rc::gen::inRange(0, noise) == 0;
    set.x.push_back(x);
    set.y.push_back((side >= 0) != wrong ? 1 : -1);
  }
  return set;
}

RC_GTEST_PROP(LargeProperty, SmallPoolsDecideAsAllRowsTogether, ()) {
  const Table set = random_set();
  RowsInMemory rows = in_memory(set, *rc::gen::element(Numbers::decimal, Numbers::binary64), *rc::gen::element(0.0, 1.0));
  const ExactRows exact = all_exactly(rows);
  const LargeTuning tuning{.pool_rows = *rc::gen::inRange<std::size_t>(1, 6), .worst_per_part = 1, .doubles = *rc::gen::element(true, true, false)};
  const Separation plain = separate(exact, {});
  const Separation found = proved(rows, {}, tuning);
  RC_ASSERT(found.verdict == plain.verdict);
  const Separation strict = proved(rows, {.claim = Claim::strict}, tuning);
  RC_ASSERT(strict.verdict == (plain.verdict == Verdict::separable ? Verdict::separable : Verdict::inseparable));
  if (found.verdict == Verdict::separable) {
    const Certificate margin = max_margin(exact, *plain.certificate, {});
    for (const Separation* each : {&found, &strict}) {
      const Scaled squared = margin.gamma2_high.to_scaled(), slack = Scaled::of(1 + 1e-12);
      RC_ASSERT(each->margin_low.sign() > 0);
      RC_ASSERT(!(squared * slack < each->margin_low * each->margin_low));
      RC_ASSERT(!(each->margin_high * each->margin_high * slack < squared));
    }
  } else {
    RC_ASSERT(found.margin_high.sign() == 0);
    // Irreducible.
    const Certificate& conflict = *strict.certificate;
    RC_ASSERT(!conflict.lambda.empty());
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_PROP(LargeProperty, SmallPoolsHaveTheMarginOfAllRows, ()) {
  const Table set = random_set();
  RowsInMemory rows = in_memory(set, *rc::gen::element(Numbers::decimal, Numbers::binary64), *rc::gen::element(0.0, 1.0));
  const ExactRows exact = all_exactly(rows);
  const Separation plain = separate(exact, {});
  RC_PRE(plain.verdict == Verdict::separable);
  const Certificate expected = max_margin(exact, *plain.certificate, {});
  const LargeTuning tuning{.pool_rows = 1};
  const Result<Certificate> found = max_margin(rows, *plain.certificate, {}, tuning);
  RC_ASSERT(static_cast<bool>(found));
  RC_ASSERT(found->gamma2_low == expected.gamma2_low);
  RC_ASSERT(found->gamma2_high == expected.gamma2_high);
  RC_ASSERT(std::holds_alternative<Proved>(check(*found, exact)));
  for (const double gap : {0.3, 1e-3}) {
    const Result<Certificate> near = max_margin(rows, *plain.certificate, {.gap = gap}, tuning);
    RC_ASSERT(std::holds_alternative<Proved>(check(*near, exact)));
    const Rational part = Rational(1) - Rational::of(gap);
    RC_ASSERT(near->gamma2_low >= part * part * near->gamma2_high);
  }
  const Result<Certificate> none = max_margin(rows, *plain.certificate, {.give_up = [] { return true; }}, tuning);
  RC_ASSERT(std::holds_alternative<Proved>(check(*none, exact)));
}

double gaussian(Rng& random) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += random.uniform();
  return sum;
}

// Pairs of rows at a distance of `gap` from a hyperplane, on both sides of it, and others farther off.
Table pairs(std::size_t n, std::size_t d, double gap) {
  Rng random(42);
  Table set;
  while (set.x.size() < n) {
    std::vector<double> x(d);
    for (double& value : x) value = gaussian(random);
    // The normal is (1, …, 1); the last value sets the distance.
    const double sum = std::accumulate(x.begin(), x.end() - 1, 0.0);
    const double away = set.x.size() < 2 * d + 4 ? gap : 0.1 + random.uniform();
    for (const int sign : {1, -1}) {
      x.back() = sign * away - sum;
      set.x.push_back(x);
      set.y.push_back(static_cast<std::int8_t>(sign));
    }
  }
  return set;
}

TEST(Large, MarginsOfAnySizeAreSeen) {
  for (const double gap : {1e-2, 1e-6, 1e-10, 1e-12, 1e-13, 1e-14}) {
    RowsInMemory rows = in_memory(pairs(400, 6, gap), Numbers::binary64, 1);
    const Separation found = proved(rows, {}, {.pool_rows = 30, .worst_per_part = 3});
    EXPECT_EQ(found.verdict, Verdict::separable) << gap;
    EXPECT_LE(found.margin_low.to_double(), 1.1 * gap + 1e-15);
    EXPECT_GT(found.margin_low.to_double(), 0);
    // The same on the wrong sides: each pair contradicts the others.
    Table wrong = pairs(400, 6, gap);
    for (std::size_t i = 0; i < 8; ++i) wrong.y[i] = static_cast<std::int8_t>(-wrong.y[i]);
    RowsInMemory crossed = in_memory(wrong, Numbers::binary64, 1);
    EXPECT_EQ(proved(crossed, {}, {.pool_rows = 30, .worst_per_part = 3}).verdict, Verdict::overlapping) << gap;
  }
}

TEST(Large, DecimalsDecideWhereTheirDoublesSayOtherwise) {
  // 0.1·3 is 0.3 in decimals: only there is the second row the opposite of the first.
  const Table set{{{0.1, 3, 1}, {-0.3, -9, -3}, {1, 0, 5}}, {1, 1, 1}};
  RowsInMemory decimals = in_memory(set, Numbers::decimal, 0), doubles = in_memory(set, Numbers::binary64, 0);
  EXPECT_EQ(proved(decimals, {}, {}).verdict, Verdict::quasi_separable);
  EXPECT_EQ(proved(doubles, {}, {}).verdict, Verdict::separable);
  // What no double holds: 10^−30 beside 0.1 parts the row from its opposite.
  const Table close{{{0.1, 0.2}, {0.1, 0.2}}, {1, -1}};
  RowsInMemory same = in_memory(close, Numbers::decimal, 1);
  EXPECT_EQ(proved(same, {}, {}).verdict, Verdict::overlapping);
  RowsInMemory parted = in_memory(close, Numbers::decimal, 1, 1, {{1, 0, "0.100000000000000000000000000001"}});
  EXPECT_EQ(proved(parted, {}, {}).verdict, Verdict::separable);
}

Table gaussian_rows(std::size_t n, std::size_t d, double gap, double noise) {
  Rng random(7);
  Table set;
  while (set.x.size() < n) {
    std::vector<double> x(d);
    for (double& value : x) value = gaussian(random);
    const double side = x[0] - 0.5 * x[1] + 0.25 * x[d - 1];
    if (std::abs(side) < gap) continue;
    set.x.push_back(x);
    set.y.push_back((side > 0) != (random.uniform() < noise) ? 1 : -1);
  }
  return set;
}

TEST(Large, CertificatesDoNotDependOnTheNumberOfThreads) {
  for (const double noise : {0.0, 0.02}) {
    const Table set = gaussian_rows(20'000, 5, 1e-2, noise);
    std::vector<Certificate> certificates;
    for (const unsigned threads : {1U, 2U, 5U}) {
      RowsInMemory rows = in_memory(set, Numbers::binary64, 1, threads);
      certificates.push_back(*separate(rows, {})->certificate);
      EXPECT_EQ(certificates.back().verdict, noise > 0 ? Verdict::overlapping : Verdict::separable);
      EXPECT_EQ(certificates.back().u, certificates.front().u);
      EXPECT_EQ(certificates.back().lambda, certificates.front().lambda);
    }
  }
}

TEST(Large, AContradictionThatSpansAllColumnsHasOneRowMoreThanThese) {
  RowsInMemory rows = in_memory(gaussian_rows(5'000, 8, 0, 0.05), Numbers::binary64, 1);
  EXPECT_EQ(proved(rows, {}, {}).certificate->lambda.size(), 10U);
}

TEST(Large, IsUndecidedWithoutTimeOrMemory) {
  RowsInMemory rows = in_memory(gaussian_rows(500, 5, 1e-2, 0), Numbers::binary64, 1);
  EXPECT_EQ(separate(rows, {.give_up = [] { return true; }})->verdict, Verdict::undecided);
  EXPECT_EQ(separate(rows, {.memory = 100})->verdict, Verdict::undecided);
}

TEST(Large, WhatReadingMeetsIsHandedOn) {
  RowStore store;
  const double x = 1;
  store.append({nullptr, &x, 1});
  store.append({nullptr, &x, 1});
  RowsInMemory rows(std::move(store), {1, -1}, 1, Numbers::decimal, 1, 1, {}, 1);
  const Result<Separation> found = separate(rows, {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::memory_limit);
}

}  // namespace
}  // namespace novikoff::large_test
