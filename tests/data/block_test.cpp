// Rows in the one canonical form, however they were given.
#include "novikoff/data/block.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "property.hpp"

namespace novikoff::block_test {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, double>>;

std::int64_t add(Block& block, const Pairs& pairs) {
  block.begin_row({0, 1});
  for (const auto& [index, value] : pairs) block.add(index, value);
  return block.end_row(0);
}

Pairs non_zeros(const FeatureView& x) {
  Pairs pairs;
  for (std::size_t k = 0; k < x.size; ++k)
    if (x.value[k] != 0) pairs.emplace_back(x.dense() ? static_cast<std::uint32_t>(k) : x.index[k], x.value[k]);
  return pairs;
}

void expect_canonical(const FeatureView& x) {
  const std::size_t nnz = non_zeros(x).size();
  EXPECT_EQ(x.dense(), 2 * nnz >= x.width());
  if (x.size > 0) {
    EXPECT_NE(x.value[x.size - 1], 0);
  }
  if (!x.dense()) {
    EXPECT_EQ(nnz, x.size);
  }
}

TEST(Block, StoresTheEmptyRowDense) {
  for (const Pairs& pairs : {Pairs{}, Pairs{{3, 0}}, Pairs{{0, -0.0}, {9, 0}}}) {
    Block block;
    EXPECT_EQ(add(block, pairs), -1);
    EXPECT_TRUE(block.features(0).dense());
    EXPECT_EQ(block.features(0).size, 0U);
  }
}

TEST(Block, StoresARowDenseIffHalfOfItsWidthIsNonZero) {
  Block block;
  ASSERT_EQ(add(block, {{1, 1}}), -1);
  ASSERT_EQ(add(block, {{2, 1}}), -1);
  ASSERT_EQ(add(block, {{0, 1}, {3, 1}}), -1);
  ASSERT_EQ(add(block, {{0, 1}, {4, 1}}), -1);
  ASSERT_EQ(add(block, {{0, 1}, {1, 0}, {2, 0}, {3, 0}, {4, 1}}), -1);
  EXPECT_TRUE(block.features(0).dense());
  EXPECT_FALSE(block.features(1).dense());
  EXPECT_TRUE(block.features(2).dense());
  EXPECT_EQ(block.features(2).size, 4U);
  EXPECT_FALSE(block.features(3).dense());
  EXPECT_FALSE(block.features(4).dense()) << "zeros that were mentioned change nothing";
  EXPECT_EQ(block.features(4).size, 2U);
}

TEST(Block, ReportsAnIndexThatStandsTwiceEvenIfItIsZero) {
  Block block;
  EXPECT_EQ(add(block, {{5, 1}, {2, 0}, {5, 0}}), 5);
  block.drop_row();
  EXPECT_EQ(block.size(), 0U);
  ASSERT_EQ(add(block, {{1, 1}}), -1);
  EXPECT_EQ(non_zeros(block.features(0)), (Pairs{{1, 1}}));
}

TEST(Block, AWholeRowWithARepeatedIndexLeavesNothingBehind) {
  Block block;
  const std::vector<std::uint32_t> index = {1, 1};
  const std::vector<double> value = {1, 2};
  EXPECT_EQ(block.add_row({}, 0, index, value), 1);
  EXPECT_EQ(block.size(), 0U);
}

TEST(Block, KeepsTextBesideEachValueThroughSorting) {
  Block block(true);
  block.begin_row({});
  block.add(7, 0, "0.0");
  block.add(3, 1.5, "1.50");
  block.add(5, 2);
  ASSERT_EQ(block.end_row(0, "+1"), -1);
  EXPECT_EQ(block.label_text(0), "+1");
  EXPECT_EQ(block.value_text(0, 0), "1.50");
  EXPECT_EQ(block.value_text(0, 1), "2");
  EXPECT_EQ(block.value_text(0, 2), "0.0");
  EXPECT_EQ(block.features(0).size, 3U);
}

TEST(Block, ReusesItsMemory) {
  Block block;
  ASSERT_EQ(add(block, {{999, 1}, {0, 1}}), -1);
  const std::size_t memory = block.memory();
  block.clear();
  ASSERT_EQ(add(block, {{999, 1}, {0, 1}}), -1);
  EXPECT_EQ(block.memory(), memory);
}

RC_GTEST_PROP(Block, GivesTheCanonicalRowOfItsNonZerosInAnyOrderAndEitherWay, ()) {
  const auto content = *rc::gen::container<std::map<std::uint32_t, int>>(rc::gen::inRange(0U, 12U), rc::gen::inRange(-2, 3));
  Pairs sorted, wanted;
  for (const auto& [index, value] : content) {
    sorted.emplace_back(index, value);
    if (value != 0) wanted.emplace_back(index, value);
  }
  const Pairs shuffled = *rc::gen::exec([&] {
    Pairs pairs = sorted;
    for (std::size_t i = pairs.size(); i > 1; --i) std::swap(pairs[i - 1], pairs[*rc::gen::inRange<std::size_t>(0, i)]);
    return pairs;
  });
  Block block;
  RC_ASSERT(add(block, shuffled) == -1);
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  for (const auto& [i, v] : shuffled) {
    index.push_back(i);
    value.push_back(v);
  }
  RC_ASSERT(block.add_row({}, 0, index, value) == -1);
  for (std::size_t r = 0; r < 2; ++r) {
    RC_ASSERT(non_zeros(block.features(r)) == wanted);
    expect_canonical(block.features(r));
  }
}

}  // namespace
}  // namespace novikoff::block_test
