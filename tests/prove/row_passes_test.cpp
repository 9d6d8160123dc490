// Passes over rows in memory: every row once, in order within its part, and exact numbers on request.
#include "novikoff/prove/row_passes.hpp"

#include <gtest/gtest.h>

#include <array>

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

}  // namespace
}  // namespace novikoff::row_passes_test
