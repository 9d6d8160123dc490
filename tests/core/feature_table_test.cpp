#include "novikoff/core/feature_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "novikoff/core/random.hpp"

namespace novikoff::feature_table_test {
namespace {

TEST(FeatureTable, GivesPlacesInTheOrderOfInsertionAndFindsThem) {
  for (const std::uint32_t prefix : {0U, 1U, 100U}) {
    FeatureTable table(prefix);
    std::map<std::uint32_t, std::uint32_t> wanted;
    Rng rng(1, prefix);
    for (int i = 0; i < 20000; ++i) {
      // Anywhere, in a row, at equal distances, and at the ends.
      const std::uint64_t kind = rng.below(4);
      const auto feature = static_cast<std::uint32_t>(kind == 0   ? rng.below(std::uint64_t{1} << 32U)
                                                      : kind == 1 ? rng.below(3000)
                                                      : kind == 2 ? rng.below(1000) << 20U
                                                                  : 0xffffffffU - rng.below(50));
      const auto known = wanted.find(feature);
      EXPECT_EQ(table.find(feature), feature < prefix ? feature : known == wanted.end() ? FeatureTable::kNone : known->second);
      const std::uint32_t place = table.insert(feature);
      if (feature >= prefix) wanted.emplace(feature, static_cast<std::uint32_t>(prefix + wanted.size()));
      ASSERT_EQ(place, feature < prefix ? feature : wanted[feature]);
      ASSERT_EQ(table.feature(place), feature);
    }
    EXPECT_EQ(table.size(), prefix + wanted.size());
    const Columns columns = table.columns();
    ASSERT_EQ(columns.size(), table.size());
    for (std::size_t k = 1; k < columns.size(); ++k) ASSERT_LT(columns[k - 1], columns[k]);
  }
}

TEST(FeatureTable, MadeFromFeaturesLeavesOutThoseOfThePrefix) {
  const std::uint32_t features[] = {2, 5, 3, 4294967295U, 7};
  const FeatureTable table(4, features);
  EXPECT_EQ(table.columns(), (Columns{0, 1, 2, 3, 5, 7, 4294967295U}));
  EXPECT_EQ(table.find(5), 4U);
  EXPECT_EQ(table.find(4294967295U), 5U);
  EXPECT_EQ(table.find(6), FeatureTable::kNone);
}

}  // namespace
}  // namespace novikoff::feature_table_test
