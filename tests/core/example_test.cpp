// Views of one example.
#include "novikoff/core/example.hpp"

#include <gtest/gtest.h>

#include "novikoff/core/row_store.hpp"

namespace novikoff::example_test {
namespace {

constexpr double kValue[] = {1, 0, 2};
constexpr std::uint32_t kIndex[] = {3, 10, 400};

TEST(FeatureView, WidthIsOneMoreThanTheLastFeature) {
  EXPECT_EQ(FeatureView{}.width(), 0U);
  EXPECT_EQ((FeatureView{nullptr, kValue, 3}.width()), 3U);
  EXPECT_EQ((FeatureView{kIndex, kValue, 3}.width()), 401U);
  const std::uint32_t last[] = {0xffffffffU};
  EXPECT_EQ((FeatureView{last, kValue, 1}.width()), std::size_t{1} << 32U);
}

TEST(FeatureView, TheEmptyRowIsDense) { EXPECT_TRUE(FeatureView{}.dense()); }

TEST(FeaturesBelow, KeepTheFormOfTheWholeRow) {
  const FeatureView sparse{kIndex, kValue, 3}, dense{nullptr, kValue, 3};
  for (const std::size_t width : {0U, 3U, 4U, 10U, 11U, 400U, 401U, 1000U}) {
    const FeatureView below = features_below(sparse, width);
    EXPECT_EQ(below.index, sparse.index);
    EXPECT_EQ(below.size, (width > 3 ? 1U : 0U) + (width > 10 ? 1U : 0U) + (width > 400 ? 1U : 0U)) << width;
  }
  EXPECT_EQ(features_below(dense, 2).size, 2U);
  EXPECT_TRUE(features_below(dense, 2).dense());
  EXPECT_EQ(features_below(dense, 5).size, 3U);
}

TEST(RowStore, GivesBackEachRowInItsForm) {
  RowStore rows;
  rows.append({nullptr, kValue, 3});
  rows.append({});
  const double values[] = {1, 2, 3};
  rows.append({kIndex, values, 3});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_TRUE(rows[0].dense());
  EXPECT_EQ(rows[0].size, 3U);
  EXPECT_EQ(rows[1].size, 0U);
  ASSERT_FALSE(rows[2].dense());
  EXPECT_EQ(rows[2].index[2], 400U);
  EXPECT_EQ(rows[2].value[2], 3);
}

// Rows of 0, 1, 2, … values, sparse and dense in turn, of which the store is filled.
void fill(RowStore& rows, std::size_t n) {
  std::vector<double> values;
  std::vector<std::uint32_t> index;
  for (std::size_t row = 0; row < n; ++row) {
    values.assign(row % 7, static_cast<double>(row));
    index.clear();
    for (std::size_t k = 0; k < values.size(); ++k) index.push_back(static_cast<std::uint32_t>(row + 100 * k));
    rows.append({row % 2 == 0 ? nullptr : index.data(), values.data(), values.size()});
  }
}

void expect_filled(const RowStore& rows, std::size_t n) {
  ASSERT_EQ(rows.size(), n);
  for (std::size_t row = 0; row < n; ++row) {
    const FeatureView x = rows[row];
    ASSERT_EQ(x.size, row % 7);
    if (x.size == 0) continue;
    ASSERT_EQ(x.dense(), row % 2 == 0) << row;
    ASSERT_EQ(x.value[x.size - 1], static_cast<double>(row));
    ASSERT_EQ(x.width(), x.dense() ? x.size : row + 100 * (x.size - 1) + 1);
  }
}

TEST(RowStore, NeverMovesARowAndKeepsAllThroughManyChunks) {
  constexpr std::size_t kMany = 40000;  // more than two chunks of places, some forty of values
  RowStore rows;
  fill(rows, 10);
  const double* const first = rows[5].value;
  rows.clear();
  fill(rows, kMany);
  EXPECT_EQ(rows[5].value, first);
  expect_filled(rows, kMany);
  const RowStore copy = rows;
  const std::size_t memory = rows.memory();
  rows.clear();
  EXPECT_EQ(rows.memory(), memory);
  fill(rows, kMany);
  EXPECT_EQ(rows.memory(), memory) << "what was cleared is filled again";
  expect_filled(rows, kMany);
  expect_filled(copy, kMany);
}

TEST(RowStore, GivesTheRowsThatStandTogether) {
  constexpr std::size_t kMany = 40000;
  RowStore rows;
  fill(rows, kMany);
  std::size_t row = 0;
  for (std::size_t stretches = 0; row < kMany; row += rows.stored(row).size(), ++stretches) {
    ASSERT_LT(stretches, 10U);
    ASSERT_EQ(rows.stored(row).front().size, row % 7);
    ASSERT_EQ(rows.stored(row).back().size, (row + rows.stored(row).size() - 1) % 7);
  }
  EXPECT_EQ(row, kMany);
}

TEST(RowStore, NumbersFeaturesAnew) {
  RowStore rows;
  fill(rows, 100);
  rows.renumber([](std::uint32_t feature) { return feature + 3; });
  EXPECT_EQ(rows[13].index[1], 116U);
  EXPECT_TRUE(rows[12].dense());
}

TEST(RowStore, TakesWhatFitsAndNothingThatDoesNot) {
  RowStore rows;
  constexpr std::uint64_t kLimit = 10'000;
  while (rows.append_within({nullptr, kValue, 3}, kLimit - rows.memory())) ASSERT_LE(rows.memory(), kLimit);
  const std::size_t taken = rows.size();
  EXPECT_GT(taken, kLimit / 2 / (3 * sizeof(double) + 16)) << "near the limit it still grows, by less";
  EXPECT_FALSE(rows.append_within({nullptr, kValue, 3}, 0));
  EXPECT_EQ(rows.size(), taken);
  EXPECT_EQ(rows[taken - 1].value[2], kValue[2]);
  EXPECT_TRUE(rows.append_within({nullptr, kValue, 3}, ~std::uint64_t{0}));
}

}  // namespace
}  // namespace novikoff::example_test
