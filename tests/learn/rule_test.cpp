#include "novikoff/learn/rule.hpp"

#include <gtest/gtest.h>

namespace novikoff::rule_test {
namespace {

TEST(Perceptron, UpdatesOnTheBoundaryForBothLabels) {
  EXPECT_TRUE(Perceptron{}({.y = +1, .score = 0}).update);
  EXPECT_TRUE(Perceptron{}({.y = -1, .score = 0}).update);
}

TEST(Perceptron, CountsATieAsMistakeOnlyForNegatives) {
  EXPECT_FALSE(Perceptron{}({.y = +1, .score = 0}).mistake);
  EXPECT_TRUE(Perceptron{}({.y = -1, .score = 0}).mistake);
  EXPECT_TRUE(Perceptron{}({.y = -1, .score = -0.0}).mistake);
}

TEST(AnError, IsAScoreThatIsNotAboveZeroOnTheSideOfItsLabel) {
  for (double y : {-1.0, 1.0}) {
    EXPECT_TRUE(is_error(y, 0.0));
    EXPECT_TRUE(is_error(y, -0.0));
    EXPECT_TRUE(is_error(y, -y * 5e-324));
    EXPECT_FALSE(is_error(y, y * 5e-324));
  }
}

TEST(Perceptron, UnderTiePlusUpdatesExactlyAtMistakes) {
  for (double y : {-1.0, 1.0})
    for (double score : {-2.0, -5e-324, -0.0, 0.0, 5e-324, 2.0}) {
      const Step step = Perceptron{.tie = Tie::plus}({.y = y, .score = score});
      EXPECT_EQ(step.update, step.mistake);
    }
}

TEST(Perceptron, EveryMistakeIsAnUpdateAndNotTheReverse) {
  for (double y : {-1.0, 1.0})
    for (double score : {-2.0, -0.0, 0.0, 5e-324, 2.0}) {
      const Step step = Perceptron{}({.y = y, .score = score});
      EXPECT_TRUE(step.update || !step.mistake);
    }
  EXPECT_TRUE(Perceptron{}({.y = +1, .score = 0}).update);
}

TEST(Perceptron, LearningRateScalesTheStepAndNotTheDecision) {
  for (double score : {-2.0, -0.0, 1e-300, 3.0}) {
    const Step one = Perceptron{.eta = 1}({.y = -1, .score = score});
    const Step tenth = Perceptron{.eta = 0.1}({.y = -1, .score = score});
    EXPECT_EQ(one.update, tenth.update);
    EXPECT_EQ(0.1 * one.coefficient, tenth.coefficient);
  }
}

TEST(Perceptron, StepsTowardsTheLabelByEta) {
  EXPECT_EQ(Perceptron{.eta = 0.25}({.y = +1, .score = -3}).coefficient, 0.25);
  EXPECT_EQ(Perceptron{.eta = 0.25}({.y = -1, .score = 3}).coefficient, -0.25);
  EXPECT_EQ(Perceptron{.eta = 0.25}({.y = -1, .score = -3}).coefficient, 0);
}

TEST(Perceptron, WithAMarginStepsWithoutAMistakeUpToTauInclusive) {
  const Perceptron margin{.tau = 1};
  const Step inside = margin({.y = +1, .score = 0.5});
  EXPECT_TRUE(inside.update);
  EXPECT_FALSE(inside.mistake);
  EXPECT_TRUE(margin({.y = -1, .score = -1}).update);
  EXPECT_FALSE(margin({.y = -1, .score = -1.5}).update);
}

TEST(Perceptron, ComparesTheScoreWithTauWhateverEta) {
  EXPECT_TRUE((Perceptron{.eta = 0.1, .tau = 1}({.y = +1, .score = 0.9}).update));
  EXPECT_FALSE((Perceptron{.eta = 10, .tau = 1}({.y = +1, .score = 1.1}).update));
}

}  // namespace
}  // namespace novikoff::rule_test
