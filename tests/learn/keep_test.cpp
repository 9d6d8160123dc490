#include "novikoff/learn/keep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/learn/learner.hpp"

namespace novikoff::keep_test {
namespace {

struct Row {
  std::vector<double> x;
  double y;
};

FeatureView view(const Row& row) { return {nullptr, row.x.data(), row.x.size()}; }

const std::vector<Row> kAveragingRows{{{2}, +1}, {{0, 1}, -1}, {{1, 1}, +1}};

template <Keep K>
Learner<Perceptron, K> run(const std::vector<Row>& rows, K keep, int passes = 1, double bias_value = 1, Perceptron rule = {}) {
  Learner<Perceptron, K> learner(rule, Hypothesis{{0, 0}, 0, bias_value}, std::move(keep));
  learner.begin();
  for (int pass = 0; pass < passes; ++pass)
    for (std::size_t i = 0; i < rows.size(); ++i) learner.observe(view(rows[i]), rows[i].y, i);
  return learner;
}

TEST(Averaged, IsTheMeanOverExamplesSeenOfTheWeightsAfterEach) {
  const auto learner = run(kAveragingRows, AveragedKeep{});
  const Hypothesis mean = learner.keep().average(learner.current());
  EXPECT_EQ(mean.weights[0], 2);
  EXPECT_NEAR(mean.weights[1], -2.0 / 3, 1e-15);
  EXPECT_NEAR(mean.bias(), 1.0 / 3, 1e-15);
}

TEST(Averaged, CountsExamplesWithoutAnUpdateToo) {
  const std::vector<Row> rows{{{1, 0}, +1}, {{1, 0}, +1}, {{1, 0}, +1}, {{0, 1}, -1}};
  const auto learner = run(rows, AveragedKeep{}, 1, 0);
  const Hypothesis mean = learner.keep().average(learner.current());
  EXPECT_EQ(mean.weights, (std::vector<double>{1, -0.25}));
}

TEST(Averaged, OfNothingSeenIsTheStart) {
  AveragedKeep keep;
  const Hypothesis start{{3, 4}, 5, 1};
  keep.start(start);
  EXPECT_EQ(keep.average(start).weights, start.weights);
}

TEST(Averaged, IncludesAStartThatIsNotZero) {
  Learner<Perceptron, AveragedKeep> learner({}, Hypothesis{{4}, 0, 0}, {});
  learner.begin();
  const Row right{{1}, +1}, wrong{{1}, -1};
  learner.observe(view(right), right.y, 0);
  learner.observe(view(wrong), wrong.y, 1);
  EXPECT_EQ(learner.keep().average(learner.current()).weights[0], (4 + 3) / 2.0);
}

TEST(Averaged, LazyEqualsExplicitWithinItsStatedError) {
  Rng rng(7);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Row> rows;
    for (int i = 0; i < 40; ++i) rows.push_back({{rng.uniform() - 0.5, rng.uniform() - 0.5}, rng.below(2) == 0 ? -1.0 : 1.0});
    Learner<Perceptron, AveragedKeep> learner({.eta = 0.3}, Hypothesis{{0, 0}, 0, 1}, {});
    learner.begin();
    double sum = 0, largest = 0, steps = 0;
    std::size_t seen = 0;
    for (int pass = 0; pass < 5; ++pass)
      for (const Row& row : rows) {
        const double before = learner.current().weights[0];
        learner.observe(view(row), row.y, 0);
        const double after = learner.current().weights[0];
        sum += after;
        largest = std::max(largest, std::fabs(after));
        steps += std::fabs(after - before);
        ++seen;
      }
    const double lazy = learner.keep().average(learner.current()).weights[0];
    const double updates = static_cast<double>(learner.counts().updates);
    const double tolerance = (updates + 2 + static_cast<double>(seen)) * 0x1p-52 * (largest + steps);
    EXPECT_NEAR(lazy, sum / static_cast<double>(seen), tolerance);
  }
}

TEST(Voted, CountsSumToTheExamplesSeenAndTheFirstBelongsToTheStart) {
  const std::vector<Row> rows{{{1, 0}, +1}, {{2, 0}, +1}, {{0, 1}, -1}, {{1, 0}, +1}};
  const auto learner = run(rows, VotedKeep{}, 1, 0);
  EXPECT_EQ(learner.keep().voted().counts(), (std::vector<std::uint64_t>{0, 2, 2}));
}

TEST(Voted, VotesWithTheSignOfEachVectorAndLetsAScoreOfZeroAbstain) {
  const std::vector<Row> rows{{{1, 0}, +1}, {{2, 0}, +1}, {{0, 1}, -1}, {{1, 0}, +1}};
  const auto learner = run(rows, VotedKeep{}, 1, 0);
  // Vectors (0,0)×0, (1,0)×2, (1,−1)×2.
  const std::vector<Row> asked{{{1, 0}, 1}, {{0, 1}, 1}, {{1, 1}, 1}, {{-1, 0}, 1}};
  std::vector<std::int64_t> votes(asked.size());
  std::size_t bad = 0;
  ASSERT_TRUE(learner.keep().voted().vote(
      asked.size(), [&](std::size_t i) { return view(asked[i]); }, votes, bad));
  EXPECT_EQ(votes, (std::vector<std::int64_t>{4, -2, 2, -4}));
}

TEST(Voted, StoresAnExampleOnceHoweverOftenItUpdates) {
  const std::vector<Row> contradiction{{{1}, +1}, {{1}, -1}};
  const auto learner = run(contradiction, VotedKeep{}, 10, 0);
  EXPECT_EQ(learner.counts().updates, 20U);
  EXPECT_EQ(learner.keep().voted().examples().size(), 2U);
  EXPECT_EQ(learner.keep().voted().steps().size(), 20U);
}

// Errors are looked up by the first weight, so that the tests say what the pocket is told.
PocketKeep pocket(PocketKeep::When when, std::vector<std::uint64_t> errors_in_turn, int* calls = nullptr) {
  auto at = std::make_shared<std::size_t>(0);
  return PocketKeep(when, [=](const Hypothesis&) -> std::optional<std::uint64_t> {
    if (calls != nullptr) ++*calls;
    return errors_in_turn[std::min((*at)++, errors_in_turn.size() - 1)];
  });
}

TEST(Pocket, StartsWithTheTrueErrorsOfTheStart) {
  PocketKeep keep = pocket(PocketKeep::When::ratchet, {4});
  EXPECT_EQ(keep.start(Hypothesis{{0}, 0, 1}), KeepState::go_on);
  EXPECT_EQ(keep.state().best_errors, 4U);
  EXPECT_EQ(keep.state().history, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 4}}));
}

TEST(Pocket, IsDoneAtOnceIfTheStartHasNoErrors) { EXPECT_EQ(pocket(PocketKeep::When::ratchet, {0}).start(Hypothesis{{0}, 0, 1}), KeepState::done); }

const Hypothesis kCurrent{{1}, 0, 1};
const double kOne[1] = {1};
const FeatureView kRow{nullptr, kOne, 1};  // a Seen borrows its row
Seen right() { return {kCurrent, kRow, 0, Step{}}; }
Seen updated() { return {kCurrent, kRow, 0, Step{.coefficient = 1, .mistake = true, .update = true}}; }

TEST(Pocket, RatchetTakesWeightsOnlyAfterALongerRunAndWithStrictlyFewerErrors) {
  PocketKeep keep = pocket(PocketKeep::When::ratchet, {4, 3, 3, 2});
  keep.start(Hypothesis{{0}, 0, 1});
  keep.observe(updated());
  EXPECT_EQ(keep.state().best_errors, 4U) << "not at the update itself";
  keep.observe(right());
  EXPECT_EQ(keep.state().best_errors, 3U);
  EXPECT_EQ(keep.state().best_run, 1U);
  keep.observe(updated());
  keep.observe(right());
  EXPECT_EQ(keep.state().history.size(), 2U) << "a run as long as the pocket's is not longer";
  keep.observe(right());
  EXPECT_EQ(keep.state().best_errors, 3U) << "equal errors are not fewer";
  EXPECT_EQ(keep.state().best_run, 1U) << "the pocket's run changes only when weights are taken";
  keep.observe(updated());
  keep.observe(right());
  keep.observe(right());
  EXPECT_EQ(keep.state().history.back(), (std::pair<std::uint64_t, std::uint64_t>{8, 2}));
}

TEST(Pocket, ResetsTheRunAtEachUpdate) {
  PocketKeep keep = pocket(PocketKeep::When::ratchet, {4, 1});
  keep.start(Hypothesis{{0}, 0, 1});
  for (int i = 0; i < 5; ++i) keep.observe(right());
  EXPECT_EQ(keep.state().run, 5U);
  keep.observe(updated());
  EXPECT_EQ(keep.state().run, 0U);
}

TEST(Pocket, CountsTheErrorsOfOneHypothesisOnce) {
  int calls = 0;
  PocketKeep keep = pocket(PocketKeep::When::ratchet, {4, 4}, &calls);
  keep.start(Hypothesis{{0}, 0, 1});
  keep.observe(updated());
  for (int i = 0; i < 10; ++i) keep.observe(right());
  EXPECT_EQ(calls, 2);
}

TEST(PocketEvery, CountsAfterEveryUpdateAndAtNoOtherTime) {
  int calls = 0;
  PocketKeep keep = pocket(PocketKeep::When::every, {4, 3, 5, 2}, &calls);
  keep.start(Hypothesis{{0}, 0, 1});
  keep.observe(updated());
  keep.observe(right());
  keep.observe(updated());
  keep.observe(updated());
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(keep.state().history, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 4}, {1, 3}, {4, 2}}));
}

TEST(Pocket, SaysWhenTheErrorsCannotBeCounted) {
  PocketKeep keep(PocketKeep::When::ratchet, [](const Hypothesis&) { return std::optional<std::uint64_t>{}; });
  EXPECT_EQ(keep.start(Hypothesis{{0}, 0, 1}), KeepState::failed);
}

TEST(Learner, LearnsOneExampleAtATimeNotABatch) {
  const std::vector<Row> rows{{{1, 0}, +1}, {{0, 1}, +1}, {{1, 1}, -1}};
  const auto learner = run(rows, LastKeep{});
  EXPECT_EQ(learner.current().weights, (std::vector<double>{0, -1}));
  EXPECT_EQ(learner.current().bias(), 0);
  EXPECT_EQ(learner.counts().updates, 2U);
}

TEST(Learner, NeverMixesSeenUpdatesAndMistakes) {
  const std::vector<Row> rows{{{1, 0}, +1}, {{1, 0}, +1}, {{1, 0}, -1}};
  const auto learner = run(rows, LastKeep{}, 1, 0);
  EXPECT_EQ(learner.counts(), (Counts{.seen = 3, .updates = 2, .mistakes = 1})) << "the tie at the start updates a positive without a mistake";
}

TEST(Learner, LearnsNothingFromARowWhoseScoreHasNoKnownSign) {
  Learner<Perceptron, LastKeep> learner({}, Hypothesis{{1, 1, 1}, 0, 1}, {});
  const double x[3] = {1e300, -1e300, 1e-300};
  const Outcome outcome = learner.observe({nullptr, x, 3}, 1, 0);
  EXPECT_FALSE(outcome.sign_known);
  EXPECT_EQ(learner.counts().seen, 0U);
}

}  // namespace
}  // namespace novikoff::keep_test
