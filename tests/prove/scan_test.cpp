// A pass in doubles says the same as whole numbers, whatever the numbers are.
#include "prove/scan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "novikoff/core/random.hpp"
#include "property.hpp"

namespace novikoff::scan_test {
namespace {

RowStore stored(const std::vector<std::vector<double>>& rows) {
  RowStore store;
  for (const std::vector<double>& row : rows) {
    std::size_t size = row.size();
    while (size > 0 && row[size - 1] == 0) --size;
    store.append({nullptr, row.data(), size});
  }
  return store;
}

struct Counts {
  std::uint64_t above = 0, below = 0, zero = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts exactly(RowsInMemory& rows, const std::vector<Integer>& u, const Rational& threshold) {
  Counts counts;
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    const ExactRows exact = *rows.exact({&row, 1});
    const Rational score = Rational(dot_by_feature(exact, 0, u)) * exact.unit();
    (score < threshold ? counts.below : score == threshold ? counts.zero : counts.above) += 1;
  }
  return counts;
}

Counts counted(RowsInMemory& rows, const std::vector<Integer>& u, const ScanOptions& options) {
  const Result<Scanned> scanned = scan(rows, u, options);
  EXPECT_TRUE(scanned);
  return {rows.size() - scanned->n_below - scanned->n_zero, scanned->n_below, scanned->n_zero};
}

// Values of sizes that only exact numbers, or scaled sums, can tell apart.
double wild_value() {
  return *rc::gen::element(0.0, 1.0, -1.0, 0.1, 0.2, 0.3, -0.3, 3.0, 1e16, -1e16, 1e-17, 5e-324, -5e-324, 1e-310, 1e300, -1e300, 1.5e308, 9007199254740993.0);
}

RC_GTEST_PROP(ScanProperty, CountsWhatWholeNumbersCount, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 40);
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  std::vector<std::vector<double>> values(n, std::vector<double>(d));
  std::vector<std::int8_t> y(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (double& value : values[i]) value = wild_value();
    y[i] = *rc::gen::element<std::int8_t>(-1, 1);
  }
  std::vector<Integer> u(d + 1);
  for (Integer& value : u) value = Integer(*rc::gen::inRange<std::int64_t>(-3, 4)) * Integer::power(10, *rc::gen::element<std::uint64_t>(0, 0, 1, 17, 330));
  const Numbers numbers = *rc::gen::element(Numbers::decimal, Numbers::binary64);
  RowsInMemory rows(stored(values), y, d, numbers, *rc::gen::element(0.0, 1.0, 0.1, 1e-300), 1);
  const Rational threshold = *rc::gen::element(Rational(), Rational(1), Rational(Integer(-3), Integer(10)), Rational(Integer::power(10, 16)));
  const Counts expected = exactly(rows, u, threshold);
  ScanOptions options{.threshold = threshold, .n_worst = *rc::gen::inRange<std::size_t>(0, 4)};
  RC_ASSERT(counted(rows, u, options) == expected);
  // The norms of the first pass do not mislead the second, nor does a wait for the next pass.
  options.largest_norm = scan(rows, u, options)->largest_norm;
  options.undecided_at_once = 1;
  RC_ASSERT(counted(rows, u, options) == expected);
}

TEST(Scan, SeesDecimalsThatNoDoubleHolds) {
  // 0.1 + 0.2 − 0.3 is 0 in decimals and not in doubles; the long value is 10^−30 beside it.
  const std::vector<std::vector<double>> values = {{0.1, 0.2, -0.3}, {0.1, 0.2, -0.3}, {0.1, 0.2, -0.3}};
  const std::vector<LongValue> beside = {{1, 0, "0.100000000000000000000000000001"}, {2, 0, "0.099999999999999999999999999999"}};
  RowsInMemory decimals(stored(values), {1, 1, 1}, 3, Numbers::decimal, 1, 1, beside);
  RowsInMemory doubles(stored(values), {1, 1, 1}, 3, Numbers::binary64, 1, 1);
  const std::vector<Integer> u = {1, 1, 1, 0};
  EXPECT_EQ(counted(decimals, u, {}), (Counts{1, 1, 1}));
  EXPECT_EQ(scan(decimals, u)->unseen, (std::vector<std::uint64_t>{0, 2}));
  EXPECT_EQ(scan(decimals, u)->first_below, 2U);
  EXPECT_EQ(counted(doubles, u, {}).above, 3U);  // their sum is 2^−55 above
}

TEST(Scan, ShowsEveryRowOnTheHyperplaneOnce) {
  std::vector<std::vector<double>> values;
  for (int i = 0; i < 100; ++i) values.push_back({static_cast<double>(i % 3), static_cast<double>(i % 5), 1});
  RowsInMemory rows(stored(values), std::vector<std::int8_t>(100, 1), 3, Numbers::decimal, 1, 2);
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{3}, std::size_t{1} << 17U}) {
    std::vector<std::uint64_t> seen;
    const auto on_zero = [&](const ExactRows& exact, std::size_t at, std::uint64_t row) {
      EXPECT_EQ(dot_by_feature(exact, at, {1, -1, 0, 0}).sign(), 0);
      seen.push_back(row);
    };
    ASSERT_TRUE(scan(rows, {1, -1, 0, 0}, {.on_zero = on_zero, .undecided_at_once = at_once}));
    std::sort(seen.begin(), seen.end());
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 0; i < 100; ++i)
      if (i % 3 == i % 5) expected.push_back(i);
    EXPECT_EQ(seen, expected);
  }
}

RowsInMemory gaussian_like(std::size_t n, unsigned threads) {
  Rng random(1962);
  std::vector<std::vector<double>> values(n, std::vector<double>(7));
  for (auto& row : values)
    for (double& value : row) value = random.uniform() - 0.5;
  return {stored(values), std::vector<std::int8_t>(n, 1), 7, Numbers::binary64, 1, threads};
}

TEST(Scan, KeepsTheWorstRowsOfEachPartForAnyNumberOfThreads) {
  constexpr std::size_t kRows = 20'000;
  const std::vector<Integer> u = {3, -1, 4, 1, -5, 9, 0, 1};
  const double u_norm = std::sqrt(9.0 + 1 + 16 + 1 + 25 + 81 + 1);
  RowsInMemory one = gaussian_like(kRows, 1);
  std::vector<std::pair<double, std::uint64_t>> all;
  for (std::uint64_t row = 0; row < kRows; ++row) {
    double score = 1, norm = 1;
    for (std::size_t j = 0; j < one[row].x.size; ++j) score += one[row].x.value[j] * u[j].to_scaled().to_double(), norm += std::pow(one[row].x.value[j], 2);
    all.emplace_back(score / std::sqrt(norm) / u_norm, row);
  }
  std::vector<std::pair<double, std::uint64_t>> expected;
  for (std::size_t part = 0; part < RowPasses::kParts; ++part) {
    const auto at = [&](std::size_t p) { return all.begin() + static_cast<std::ptrdiff_t>(RowPasses::part_begin(p, kRows)); };
    std::sort(at(part), at(part + 1));
    expected.insert(expected.end(), at(part), at(part) + 5);
  }
  std::sort(expected.begin(), expected.end());
  double largest_norm = std::numeric_limits<double>::infinity();
  for (const unsigned threads : {1U, 2U, 5U}) {
    RowsInMemory rows = gaussian_like(kRows, threads);
    const Scanned scanned = *scan(rows, u, {.n_worst = 5, .largest_norm = largest_norm});
    largest_norm = scanned.largest_norm;  // the next scan skips most norms
    ASSERT_EQ(scanned.worst.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_EQ(scanned.worst[k].row, expected[k].second);
      EXPECT_NEAR(scanned.worst[k].relative, expected[k].first, 1e-4);  // ‖u‖ is rounded up by 2^−18
      EXPECT_EQ(scanned.worst[k].x().value[3], rows[expected[k].second].x.value[3]);
    }
    const Scanned bad = *scan(rows, u, {.n_worst = 5, .worth_keeping = -0.5});
    EXPECT_FALSE(bad.worst.empty());
    for (const CopiedRow& row : bad.worst) EXPECT_LT(row.relative, -0.5);
  }
}

TEST(Scan, BoundsTheLeastScoreFromBelow) {
  RowsInMemory rows({}, {}, 2, Numbers::decimal, 1, 1);
  EXPECT_EQ(scan(rows, {1, 1, 1})->least.sign(), 0);
  RowsInMemory two(stored({{3, 4}, {0.3, 0.4}}), {1, 1}, 2, Numbers::decimal, 0, 1);
  const Scanned scanned = *scan(two, {2, 1, 0});
  EXPECT_LE(scanned.least.to_double(), 1.0);
  EXPECT_GT(scanned.least.to_double(), 1 - 1e-12);
  EXPECT_NEAR(scanned.least_norm, 0.5, 1e-12);
  EXPECT_GE(scanned.largest_norm, 5.0);
  EXPECT_TRUE(scanned.all_above());
  EXPECT_FALSE(scan(two, {2, 1, 0}, {.threshold = Rational(1)})->all_above());
  EXPECT_TRUE(scan(two, {2, 1, 0}, {.threshold = Rational(999, 1000)})->all_above());
}

TEST(Scan, WeightsInDoublesBecomeCoprimeWholeNumbers) {
  EXPECT_EQ(whole_numbers({0.75, 0, -1.5, 3}), (std::vector<Integer>{1, 0, -2, 4}));
  EXPECT_EQ(whole_numbers({5e-324, 1}), (std::vector<Integer>{1, Integer(1).shift_left(1074)}));
  EXPECT_EQ(whole_numbers({0, 0}), (std::vector<Integer>{0, 0}));
}

TEST(Scan, EndsWhenItsCallerGivesUp) {
  RowsInMemory rows(stored({{1, 1}, {2, 2}}), {1, -1}, 2, Numbers::decimal, 0, 1);
  EXPECT_TRUE(scan(rows, {1, -1, 0}, {.give_up = [] { return true; }})->ended);
}

}  // namespace
}  // namespace novikoff::scan_test
