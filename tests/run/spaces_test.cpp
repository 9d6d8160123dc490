// The primal and the dual space side by side.
#include <gtest/gtest.h>

#include "run/rows.hpp"

namespace novikoff::spaces_test {
namespace {

TEST(SpaceCost, CountsMultiplicationsByTheModel) {
  const SpaceCost cost = space_cost({.seen = 100, .updates = 10}, 20, 60, 4);
  EXPECT_EQ(cost.primal, (100 + 10) * 3);
  EXPECT_EQ(cost.dual, 100 + 10 * 20 + 4 * 60);
  LearnerSpec spec;
  const TrainReport primal = testing::trained(testing::kXor, spec);
  spec.space = Space::dual;
  const TrainReport dual = testing::trained(testing::kXor, spec);
  // All four rows update, so that both know the same.
  EXPECT_EQ(primal.cost->primal, dual.cost->primal);
  EXPECT_EQ(primal.cost->dual, dual.cost->dual);
  spec.kernel.kind = KernelKind::rbf;
  EXPECT_FALSE(testing::trained(testing::kXor, spec).cost);
}

TEST(CompareSpaces, AgreesWhereNothingRoundsAndNamesTheFirstDifference) {
  TrainOptions options;
  options.spec.passes = 30;
  const SpaceComparison same = or_throw(compare_spaces(testing::dataset(testing::kXor), options));
  EXPECT_FALSE(same.differs);
  EXPECT_EQ(same.updates, testing::trained(testing::kXor, options.spec).model.counts.updates);
  // 0.1 + 0.2 − 0.3 is not 0 in doubles, and depends on the order of the sum.
  bool found = false;
  for (int k = 1; k < 200 && !found; ++k) {
    const double t = k / 10.0;
    const std::vector<testing::Row> rows{{{0.1 * k, 0.2, -0.3}, 1}, {{0.3, 0.1, 0.7 * t}, -1}, {{-0.2, 0.6, t}, 1}, {{t / 3, 0.1, 0.1}, -1}};
    const SpaceComparison spaces = or_throw(compare_spaces(testing::dataset(rows), options));
    LearnerSpec spec = options.spec;
    const TrainReport primal = testing::trained(rows, spec);
    spec.space = Space::dual;
    const TrainReport dual = testing::trained(rows, spec);
    ASSERT_EQ(spaces.differs, primal.update_sequence != dual.update_sequence);
    for (std::uint64_t u = 0; u < spaces.updates; ++u) ASSERT_EQ(primal.update_sequence[u], dual.update_sequence[u]);
    if (!spaces.differs) continue;
    found = true;
    EXPECT_NE(spaces.primal, spaces.dual);
    const auto next = [&](const TrainReport& report) {
      const std::vector<std::uint64_t>& rows_of = report.update_sequence;
      return spaces.updates < rows_of.size() ? std::optional(rows_of[spaces.updates]) : std::nullopt;
    };
    EXPECT_EQ(spaces.primal, next(primal));
    EXPECT_EQ(spaces.dual, next(dual));
  }
  EXPECT_TRUE(found);
}

TEST(CompareSpaces, IsRefusedWhereOnlyOneSpaceKnowsTheRun) {
  TrainOptions options;
  options.spec.kernel.kind = KernelKind::rbf;
  EXPECT_EQ(compare_spaces(testing::dataset(testing::kXor), options).error().code, ErrorCode::usage);
  options.spec.kernel = {};
  options.spec.budget.size = 3;
  EXPECT_EQ(compare_spaces(testing::dataset(testing::kXor), options).error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace novikoff::spaces_test
