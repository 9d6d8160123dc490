#include "novikoff/run/train.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "novikoff/core/random.hpp"
#include "run/rows.hpp"

namespace novikoff::train_test {
namespace {

using testing::dataset;
using testing::kAnd;
using testing::kContradiction;
using testing::kLiHang;
using testing::kXor;
using testing::Row;
using testing::trained;

using Counters = std::vector<std::uint64_t>;

std::uint64_t sum(const Counters& v) { return std::accumulate(v.begin(), v.end(), std::uint64_t{0}); }

TEST(Train, LearnsAndInEighteenUpdatesAndNinePasses) {
  const TrainReport report = trained(kAnd, {});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.counts.updates, 18U);
  EXPECT_EQ(report.model.passes, 9U);
  EXPECT_EQ(report.last.weights, (std::vector<double>{3, 2}));
  EXPECT_EQ(report.last.bias(), -4);
  EXPECT_EQ(report.answer_evaluation->errors, 0U);
}

TEST(Train, ScalesTheWeightsOnlyWhenEtaChangesFromAZeroStart) {
  for (double eta : {0.25, 1.0, 8.0}) {
    const TrainReport report = trained(kAnd, {.eta = eta});
    EXPECT_EQ(report.model.counts.updates, 18U);
    EXPECT_EQ(report.model.passes, 9U);
    EXPECT_EQ(report.last.weights[0], 3 * eta);
  }
}

TEST(Train, LetsEtaMatterFromAStartThatIsNotZero) { EXPECT_EQ(trained(kAnd, {.eta = 1, .w0 = {1, -1}, .b0 = 1}).model.counts.updates, 21U); }

TEST(Train, UpdatesAfterEachExampleNotAfterAllWereScored) {
  const TrainReport report = trained({{{1, 0}, +1}, {{0, 1}, +1}, {{1, 1}, -1}}, {.passes = 1});
  EXPECT_EQ(report.last.weights, (std::vector<double>{0, -1}));
  EXPECT_EQ(report.last.bias(), 0);
  EXPECT_EQ(report.model.counts.updates, 2U);
}

TEST(Train, InOrderWorstDoesNotTakeAPositiveAtZeroForTheEndUnderTiePlus) {
  const TrainReport report = trained({{{1, 0}, +1}, {{0, 1}, -1}}, {.tie = Tie::plus, .bias_value = 0, .order = Order::worst});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.counts.updates, 1U) << "the negative at 0 is a wrong prediction";
  EXPECT_EQ(report.last_evaluation->wrong_predictions, 0U);
}

TEST(Train, StopsAtACleanPassOrAtTheLimitAndAtNothingElse) {
  const std::vector<Row> rows{{{4}, +1}, {{5}, +1}, {{6}, +1}, {{1}, -1}, {{2}, -1}, {{3}, -1}};
  const TrainReport whole = trained(rows, {});
  EXPECT_EQ(whole.model.stop, Stop::converged);
  EXPECT_EQ(whole.model.counts.updates, 34U);
  EXPECT_EQ(whole.updates_per_pass, (Counters{4, 3, 3, 3, 4, 2, 3, 2, 3, 3, 2, 2, 0}));
  EXPECT_EQ(errors_per_pass(whole), (Counters{3, 3, 3, 2, 3, 3, 3, 1, 3, 3, 3, 0, 0})) << "errors after the pass are not updates in it";
  const TrainReport capped = trained(rows, {.passes = 10});
  EXPECT_EQ(capped.model.stop, Stop::pass_limit);
  EXPECT_EQ(capped.last_evaluation->errors, 3U);
}

TEST(Train, InOrderRandomThePocketTakesTheWeightsThatEndedTheRun) {
  // Only rows that update are looked at, so no run of right examples ever makes the ratchet count.
  const TrainReport report = trained(kAnd, {.order = Order::random, .keep = KeepKind::pocket});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.answer_evaluation->errors, 0U);
  EXPECT_EQ(report.model.hypothesis.weights, report.last.weights);
}

TEST(Train, NeverCallsALimitConvergence) {
  EXPECT_EQ(trained(kXor, {.passes = 7}).model.stop, Stop::pass_limit);
  EXPECT_EQ(trained(kXor, {.max_updates = 5}).model.stop, Stop::update_limit);
  EXPECT_EQ(trained(kXor, {.max_seen = 6}).model.stop, Stop::seen_limit);
}

TEST(Train, StopsAtTheUpdateLimitInsideAPass) {
  const TrainReport report = trained(kXor, {.max_updates = 6});
  EXPECT_EQ(report.model.counts.updates, 6U);
  EXPECT_EQ(report.updates_per_pass, (Counters{4, 2}));
  EXPECT_EQ(report.model.passes, 2U);
}

TEST(Train, CallsACleanScanConvergedEvenWhenItEndsAtALimit) {
  EXPECT_EQ(trained(kAnd, {.passes = 9}).model.stop, Stop::converged);
  EXPECT_EQ(trained(kAnd, {.passes = 0, .max_seen = 36}).model.stop, Stop::converged);
  EXPECT_EQ(trained(kAnd, {.passes = 0, .max_seen = 35}).model.stop, Stop::seen_limit);
}

TEST(Train, CyclesForeverOnAContradictionWithBoundedWeights) {
  const TrainReport report = trained(kContradiction, {.bias_value = 0, .passes = 1000});
  EXPECT_EQ(report.model.stop, Stop::pass_limit);
  EXPECT_EQ(report.model.counts.updates, 2000U);
  EXPECT_EQ(report.last.weights[0], 0);
}

TEST(Train, OnTheBoundaryUpdatesUnderTieUpdateAndOnlyNegativesUnderTiePlus) {
  const std::vector<Row> rows{{{1, 0}, +1}, {{0, 1}, +1}, {{-1, -3}, -1}, {{2, 2}, +1}};
  const TrainReport update = trained(rows, {.bias_value = 0, .w0 = {1, 0}});
  EXPECT_EQ(update.update_sequence, (Counters{1}));
  const TrainReport plus = trained(rows, {.tie = Tie::plus, .bias_value = 0, .w0 = {1, 0}});
  EXPECT_EQ(plus.model.counts.updates, 0U);
  EXPECT_EQ(plus.model.stop, Stop::converged);
  EXPECT_EQ(plus.answer_evaluation->margin_min.sign(), 0) << "no mistakes is not yet a proof of separability";
}

TEST(Train, RestartGoesBackToTheFirstExampleAfterEachUpdate) {
  const TrainReport report = trained(kLiHang, {.order = Order::restart});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.passes, std::nullopt);
  EXPECT_EQ(report.update_sequence, (Counters{0, 2, 2, 2, 0, 2, 2}));
  EXPECT_EQ(report.last.weights, (std::vector<double>{1, 1}));
  EXPECT_EQ(report.last.bias(), -3);
  // 1 + 3 + 3 + 3 + 1 + 3 + 3 looked at up to the updates, and the clean scan of 3.
  EXPECT_EQ(report.model.counts.seen, 20U);
}

TEST(Train, WorstTakesTheLeastMarginAndTheLowestRowOfEquals) {
  const TrainReport report = trained(kLiHang, {.order = Order::worst});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.update_sequence.front(), 0U) << "all scores are 0 at the start";
  EXPECT_EQ(report.model.counts.seen, report.model.counts.updates + 1) << "the final right one was looked at too";
  EXPECT_EQ(report.answer_evaluation->errors, 0U);
}

TEST(Train, RandomChoosesOnlyExamplesThatTheRuleWouldUpdate) {
  const TrainReport report = trained(kLiHang, {.order = Order::random, .seed = 3});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.counts.seen, report.model.counts.updates);
  EXPECT_EQ(report.model.passes, std::nullopt);
}

TEST(Train, RandomIsUniformAmongTheExamplesThatWouldUpdate) {
  // At w = 0 every row would update; one step from each seed.
  std::vector<Row> rows;
  for (int i = 0; i < 5; ++i) rows.push_back({{1.0 + i}, +1});
  Counters chosen(5);
  constexpr int kRuns = 5000;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) ++chosen[trained(rows, {.order = Order::random, .seed = seed, .max_updates = 1}).update_sequence[0]];
  double chi2 = 0;
  for (std::uint64_t count : chosen) chi2 += (static_cast<double>(count) - 1000) * (static_cast<double>(count) - 1000) / 1000;
  EXPECT_LT(chi2, 23.5) << "the 0.9999 quantile of chi-squared with 4 degrees of freedom";
}

TEST(Train, ShuffledDrawsAFreshPermutationEachPassAndTheSameForTheSameSeed) {
  const std::vector<Row> rows = testing::unit_vectors(8, true);
  const LearnerSpec spec{.bias_value = 0, .order = Order::shuffled, .seed = 5};
  const TrainReport first = trained(rows, spec), second = trained(rows, spec);
  EXPECT_EQ(first.update_sequence, second.update_sequence);
  LearnerSpec other = spec;
  other.seed = 6;
  EXPECT_NE(first.update_sequence, trained(rows, other).update_sequence);
  Counters sorted = first.update_sequence;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, (Counters{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Train, ShuffledPassDrawsItsPermutationFromSeedAndPass) {
  // With a margin out of reach every row updates in every pass, so the sequence of updates is the permutations themselves.
  const TrainReport report = trained(testing::unit_vectors(8, true), {.rule = RuleKind::margin, .tau = 1e6, .order = Order::shuffled, .seed = 5, .passes = 3});
  Counters expected;
  for (std::uint64_t pass = 0; pass < 3; ++pass)
    for (std::uint64_t row : permutation(8, 5, pass)) expected.push_back(row);
  EXPECT_EQ(report.update_sequence, expected);
}

TEST(Train, CountsTheBiasCoordinateInTheRadius) {
  EXPECT_EQ(trained({{{3}, +1}, {{-2}, -1}}, {.bias_value = 4}).radius.to_double(), 5);
  EXPECT_EQ(trained({{{3}, +1}, {{-2}, -1}}, {.bias_value = 0}).radius.to_double(), 3);
}

TEST(Train, LimitsOrdersWithoutPassesByAHundredTimesTheRows) {
  for (Order order : {Order::random, Order::restart, Order::worst}) {
    const TrainReport report = trained(kContradiction, {.bias_value = 0, .order = order});
    EXPECT_EQ(report.model.stop, Stop::seen_limit);
    EXPECT_EQ(report.model.counts.seen, 200U);
    EXPECT_EQ(trained(kContradiction, {.bias_value = 0, .order = order, .passes = 0, .max_updates = 300}).model.stop, Stop::update_limit);
    EXPECT_EQ(trained(kContradiction, {.bias_value = 0, .order = order, .max_updates = 300, .max_seen = 0}).model.stop, Stop::update_limit);
  }
}

TEST(Train, OnlineIsOnePassAndNotCalledConverged) {
  const TrainReport report = trained(kAnd, {.order = Order::online});
  EXPECT_EQ(report.model.stop, Stop::end_of_data);
  EXPECT_EQ(report.model.passes, 1U);
  EXPECT_EQ(report.model.counts.seen, 4U);
}

TEST(Train, KeepAutoAnswersWithTheLastWeightsIfConvergedElseTheAverage) {
  EXPECT_EQ(trained(kAnd, {}).model.answer, KeepKind::last);
  const TrainReport stuck = trained(kXor, {.passes = 5});
  EXPECT_EQ(stuck.model.answer, KeepKind::averaged);
  ASSERT_TRUE(stuck.averaged_evaluation && stuck.last_evaluation);
  EXPECT_EQ(stuck.model.hypothesis.weights, stuck.averaged->weights);
}

TEST(Train, PocketKeepsTheBestWhileTheWorkingWeightsRunOn) {
  const TrainReport every = trained(kXor, {.keep = KeepKind::pocket_every, .passes = 10});
  EXPECT_EQ(every.answer_evaluation->errors, 2U);
  EXPECT_EQ(every.last_evaluation->errors, 4U);
  EXPECT_EQ(every.model.hypothesis.bias(), -1);
  std::uint64_t before = ~std::uint64_t{0};
  for (const auto& [seen, errors] : every.pocket_history) {
    EXPECT_LT(errors, before) << "at " << seen;
    before = errors;
  }
}

TEST(Train, PocketStopsAtOnceWithoutErrorsEvenInMidPass) {
  const TrainReport report = trained(kLiHang, {.keep = KeepKind::pocket_every});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.answer_evaluation->errors, 0U);
  EXPECT_LT(report.model.counts.seen % 3, 3U);
  EXPECT_EQ(report.model.counts.updates, sum(report.updates_per_pass));
}

TEST(Train, UpdatesPerPassAndPerExampleSumToTheUpdates) {
  for (Order order : {Order::cyclic, Order::shuffled, Order::online}) {
    const TrainReport report = trained(kXor, {.order = order, .max_updates = 11});
    EXPECT_EQ(sum(report.updates_per_pass), report.model.counts.updates);
    EXPECT_EQ(sum(report.updates_per_example), report.model.counts.updates);
    EXPECT_EQ(report.updates_per_pass.size(), report.model.passes);
  }
}

TEST(Train, AsksTheWatcherAndStopsWhenItSaysSo) {
  TrainOptions options;
  options.spec.passes = 0;
  options.watch = [](const Progress& progress) { return progress.counts.seen >= 4096 ? std::optional{Stop::interrupted} : std::nullopt; };
  const Result<TrainReport> report = train(dataset(kXor), options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->model.stop, Stop::interrupted);
  EXPECT_EQ(report->model.counts.seen, 4096U);
}

TEST(Train, GoesOnFromAStateAsIfItHadNeverStopped) {
  for (Order order : {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst})
    for (KeepKind keep : {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every})
      for (std::uint64_t cut : {1U, 3U, 4U, 10U, 23U}) {
        LearnerSpec spec{.order = order, .seed = 9, .keep = keep, .passes = 0, .max_updates = 25};
        const TrainReport whole = trained(kXor, spec);
        LearnerSpec part = spec;
        part.max_seen = cut;
        const TrainReport first = trained(kXor, part);
        TrainOptions options;
        options.spec = spec;
        const Result<TrainReport> second = train(dataset(kXor), options, &first.model);
        ASSERT_TRUE(second) << name(order) << ' ' << name(keep);
        EXPECT_EQ(second->model.counts, whole.model.counts) << name(order) << ' ' << name(keep) << ' ' << cut;
        EXPECT_EQ(second->last.weights, whole.last.weights);
        EXPECT_EQ(second->model.hypothesis.weights, whole.model.hypothesis.weights);
        EXPECT_EQ(second->model.passes, whole.model.passes);
        EXPECT_EQ(second->pocket_history, whole.pocket_history);
        EXPECT_EQ(second->updates_per_pass, whole.updates_per_pass);
        if (whole.model.voted) {
          EXPECT_EQ(second->model.voted->counts(), whole.model.voted->counts());
        }
      }
}

TEST(Train, WorksOnOneClassOnceTheOtherIsDeclared) {
  const TrainReport report = trained({{{1, 2}, 1}, {{-3, 1}, 1}, {{2, -5}, 1}, {{-1, -1}, 1}}, {});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.counts.updates, 4U);
}

TEST(Train, HandlesValuesWhoseSquaresOverflow) {
  const TrainReport report = trained({{{5e200, 1}, 1}, {{-4e200, 1}, -1}, {{6e200, -1}, 1}, {{-7e200}, -1}}, {});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.answer_evaluation->errors, 0U);
  EXPECT_TRUE(report.last.finite());
  EXPECT_TRUE(report.radius.fits_double());
  EXPECT_NEAR(report.radius.to_double() / 7e200, 1, 1e-9);
}

TEST(Train, DecidesRightWhereProductsUnderflow) {
  const TrainReport report = trained({{{5e-324, 1e-323}, 1}, {{1.5e-323, -5e-324}, 1}, {{-5e-324, -5e-324}, -1}}, {.bias_value = 0});
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.counts.updates, 1U);
}

TEST(Train, NamesTheRowWhoseScoreCannotBeTold) {
  TrainOptions options;
  options.spec.w0 = {1, 1, 1};
  options.spec.bias_value = 0;
  const Result<TrainReport> report = train(dataset({{{1, 1, 1}, 1}, {{1e300, -1e300, 1e-300}, 1}}), options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::score_not_representable);
  EXPECT_NE(report.error().message.find("row 2"), std::string::npos) << report.error().message;
}

TEST(Train, RefusesWeightsThatOverflow) {
  const Result<TrainReport> report = train(dataset({{{1.7e308}, 1}, {{1.7e308}, -1}, {{-1.7e308}, 1}, {{-1.7e308}, 1}}), {});
  if (!report) {
    EXPECT_EQ(report.error().code, ErrorCode::weights_overflow);
  } else {
    EXPECT_TRUE(report->last.finite());
  }
  TrainOptions options;
  options.spec.eta = 1e300;
  const Result<TrainReport> overflow = train(dataset({{{1e100}, 1}}), options);
  ASSERT_FALSE(overflow);
  EXPECT_EQ(overflow.error().code, ErrorCode::weights_overflow);
}

TEST(Train, RefusesASpecThatContradictsItself) {
  const auto refused = [](const LearnerSpec& spec) {
    const Status status = check_spec(spec);
    return !status && status.error().code == ErrorCode::usage;
  };
  EXPECT_TRUE(refused({.eta = 0}));
  EXPECT_TRUE(refused({.eta = -1}));
  EXPECT_TRUE(refused({.tau = 1}));
  EXPECT_TRUE(refused({.rule = RuleKind::margin, .tau = 1, .tie = Tie::plus}));
  EXPECT_FALSE(refused({.rule = RuleKind::margin, .tau = 0, .tie = Tie::plus}));
  EXPECT_TRUE(refused({.bias_value = -1}));
  EXPECT_TRUE(refused({.bias_value = 0, .b0 = 1}));
  EXPECT_TRUE(refused({.order = Order::online, .passes = 2}));
}

TEST(Train, RefusesWeightsThatTheMemoryLimitDoesNotAllow) {
  TrainOptions options;
  options.memory = 1 << 20U;
  const double value[1] = {1};
  const std::uint32_t index[1] = {4'000'000'000U};
  const Result<TrainReport> report = train(Dataset::from_examples({{{index, value, 1}, 1.0}}, 4'000'000'001U), options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::memory_limit);
}

TEST(Train, NeedsRows) {
  const Result<TrainReport> report = train(Dataset::from_examples({}, 3), {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::no_rows);
}

}  // namespace
}  // namespace novikoff::train_test
