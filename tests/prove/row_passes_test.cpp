// Passes over rows in memory: every row once, in order within its part, and exact numbers on request.
#include "novikoff/prove/row_passes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "prove/exact_passes.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::row_passes_test {
namespace {

RowStore stored(const std::vector<std::vector<double>>& rows) {
  RowStore store;
  for (const std::vector<double>& row : rows) store.append({nullptr, row.data(), row.size()});
  return store;
}

RowsInMemory numbered(std::size_t n, unsigned threads) {
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < n; ++k) rows.push_back({static_cast<double>(k) + 1, 1});
  return {stored(rows), std::vector<std::int8_t>(n, 1), 2, Numbers::binary64, 1, threads};
}

TEST(RowPasses, EveryRowIsSeenOnceAndInOrderWithinItsPart) {
  for (const std::size_t n : {1U, 7U, 8U, 9U, 100'000U})
    for (const unsigned threads : {1U, 2U, 5U}) {
      RowsInMemory rows = numbered(n, threads);
      std::array<std::vector<std::uint64_t>, RowPasses::kParts> seen;
      ASSERT_TRUE(rows.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
        for (std::size_t k = 0; k < views.size(); ++k) {
          EXPECT_EQ(views[k].x.value[0], static_cast<double>(first + k) + 1);
          seen[part].push_back(first + k);
        }
      }));
      std::uint64_t next = 0;
      for (const auto& part : seen)
        for (const std::uint64_t row : part) ASSERT_EQ(row, next++);
      EXPECT_EQ(next, n);
    }
}

TEST(RowPasses, ExactRowsAreTheShortestDecimalsTheDoublesOrTheTextKeptBesideThem) {
  const std::vector<std::vector<double>> values = {{0.1, 0.25}, {0.3, 0.5}};
  RowsInMemory decimals(stored(values), {1, -1}, 2, Numbers::decimal, 1, 1, {{1, 0, "0.30000000000000000001"}});
  const std::array<std::uint64_t, 2> both = {0, 1};
  const Result<ExactRows> exact = decimals.exact(both);
  ASSERT_TRUE(exact);
  ExactRows::Builder expected(Numbers::decimal, 1);
  expected.add_decimal(0, "0.1");
  expected.add_decimal(1, "0.25");
  expected.end_row(1);
  expected.add_decimal(0, "0.30000000000000000001");
  expected.add_decimal(1, "0.5");
  expected.end_row(-1);
  const Result<ExactRows> wanted = expected.finish(2, 1U << 20U, [](std::int8_t label) { return label; });
  ASSERT_TRUE(wanted);
  ASSERT_EQ(exact->is_wide(), wanted->is_wide());
  EXPECT_EQ(exact->exponent(), wanted->exponent());
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(exact->y(row), wanted->y(row));
    EXPECT_EQ(exact->sqnorm(row).to_text(), wanted->sqnorm(row).to_text());
  }
  RowsInMemory doubles(stored(values), {1, -1}, 2, Numbers::binary64, 1, 1);
  const std::array<std::uint64_t, 1> second = {1};
  const Result<ExactRows> row = doubles.exact(second);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->size(), 1U);
  EXPECT_EQ(row->base(), 2U);
  EXPECT_EQ((Rational(row->narrow(0).value[0]) * row->unit()), -Rational::of(0.3));
}

TEST(RowPasses, OfWholeNumbersAreTheirNearestDoubles) {
  // 2^70 and half a step, a little more, and a little less; and a bias, which is a column like others.
  const double step = std::ldexp(1, 18), base = std::ldexp(1, 70);
  const std::vector<std::pair<std::string, double>> numbers = {{"1180591620717411434496", base},
                                                               {"1180591620717411434497", base + step},
                                                               {"1180591620717411434495", base},
                                                               {"1180591620717411696640", base + 2 * step},
                                                               {"5", 5},
                                                               {"-9007199254740993", -9007199254740992.0}};
  std::vector<WrittenRow> rows;
  for (const auto& [text, nearest] : numbers) rows.push_back({rows.size() % 2 == 0 ? 1 : -1, {"0", text}});
  const ExactRows exact = written(rows, 3);
  ASSERT_TRUE(ExactPasses::possible(exact));
  ExactPasses passes(exact, 1);
  EXPECT_EQ(passes.n_features(), 2U);
  EXPECT_EQ(passes.bias_value(), 0);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const ExampleView z = passes[row];
    EXPECT_EQ(z.y, rows[row].y);
    EXPECT_EQ(z.x.value[0], numbers[row].second) << numbers[row].first;
    EXPECT_EQ(z.x.value[1], 3);
    EXPECT_EQ(z.x.index[1], 1U);
  }
  const std::vector<std::uint64_t> some = {1, 4};
  const Result<ExactRows> two = passes.exact(some);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->n_features(), 2U);
  EXPECT_FALSE(two->has_bias());
  EXPECT_EQ(two->wide(1).value[0], Integer(5));
  EXPECT_EQ(two->wide(0).value[1], Integer(-3));
  EXPECT_FALSE(ExactPasses::possible(written({{1, {"1e200", "1e-3"}}}, 0)));
}

}  // namespace
}  // namespace novikoff::row_passes_test
