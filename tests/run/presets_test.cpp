// --like: each preset does what its note says, with the note's errata applied.
#include "novikoff/run/presets.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"
#include "run/rows.hpp"

namespace novikoff::presets_test {
namespace {

using nlohmann::json;
using testing::Row;
using testing::trained;
using Options = std::vector<std::pair<std::string, std::string>>;

Result<LearnerSpec> spec_of(Options options) {
  const Result<Arguments> arguments = Arguments::make(Command::train, {"data"}, options);
  if (!arguments) return arguments.error();
  return learner_spec(*arguments);
}

// With a limit that no right run here comes near, so that a wrong one fails instead of running on.
LearnerSpec like(std::string_view name) {
  LearnerSpec spec = preset_named(name)->spec();
  spec.max_updates = 1000000;
  return spec;
}

LearnerSpec like(std::string_view name, double bias_value) {
  LearnerSpec spec = like(name);
  spec.bias_value = bias_value;
  return spec;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

TEST(Presets, TheOptionTakesTheirNamesAndNoOthers) {
  const OptionRow* row = find_option(Command::train, "--like");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->values, "note000|note001|note001-dual|note002|note003|note004|note004-pocket|sklearn");
  for (const Preset& preset : presets()) EXPECT_TRUE(spec_of({{"--like", std::string(preset.name)}})) << preset.name;
  EXPECT_FALSE(spec_of({{"--like", "note005"}}));
}

TEST(Presets, AreWhatTheirOptionsSay) {
  for (const Preset& preset : presets()) {
    Options options;
    const std::string words(preset.options.substr(0, preset.options.find(',')));
    for (std::size_t at = words.find("--"); at != std::string::npos; at = words.find("--", at + 1)) {
      const std::size_t blank = words.find(' ', at), end = std::min(words.find(" --", at), words.size());
      if (blank < end) options.emplace_back(words.substr(at, blank - at), words.substr(blank + 1, end - blank - 1));
    }
    const Result<LearnerSpec> same = spec_of(options);
    ASSERT_TRUE(same) << preset.name;
    const LearnerSpec spec = preset.spec();
    EXPECT_EQ(same->order, spec.order) << preset.name;
    EXPECT_EQ(same->tie, spec.tie) << preset.name;
    EXPECT_EQ(same->keep, spec.keep) << preset.name;
    EXPECT_EQ(same->passes, spec.passes) << preset.name;
    EXPECT_TRUE(check_spec(spec)) << preset.name;
  }
}

TEST(Presets, OptionsGivenBesideOneWin) {
  const LearnerSpec spec = *spec_of({{"--like", "note004-pocket"}, {"--tie", "update"}, {"--eta", "3"}, {"--bias", "0"}, {"--passes", "7"}});
  EXPECT_EQ(spec.keep, KeepKind::greedy);
  EXPECT_EQ(spec.order, Order::restart);
  EXPECT_EQ(spec.tie, Tie::update);
  EXPECT_EQ(spec.eta, 3);
  EXPECT_EQ(spec.bias_value, 0);
  EXPECT_EQ(spec.passes, 7U);
  EXPECT_EQ(spec_of({{"--like", "sklearn"}})->passes, 1000U);
  EXPECT_EQ(spec_of({{"--like", "sklearn"}, {"--order", "online"}})->passes, std::nullopt);
}

TEST(Presets, GreedyIsRefusedWhereItDoesNotRestart) {
  EXPECT_FALSE(spec_of({{"--keep", "greedy"}}));
  EXPECT_FALSE(spec_of({{"--like", "note004-pocket"}, {"--order", "cyclic"}}));
  EXPECT_TRUE(spec_of({{"--keep", "greedy"}, {"--order", "restart"}}));
}

TEST(Presets, TheReportNamesThePresetAndItsErrata) {
  TrainOptions options;
  options.like = "note004-pocket";
  options.spec = like("note004-pocket");
  const TrainReport report = or_throw(train(testing::dataset(testing::kLiHang), options));
  const std::string text = train_text(report, options, {});
  EXPECT_NE(text.find("note004-pocket: The greedy pocket"), std::string::npos);
  EXPECT_NE(text.find("  - A scan without an improvement is a stall, not convergence.\n"), std::string::npos);
  EXPECT_EQ(json::parse(train_json(report, options))["like"], "note004-pocket");
  options.like.clear();
  EXPECT_EQ(train_text(report, options, {}).find("errata"), std::string::npos);
  EXPECT_FALSE(json::parse(train_json(report, options)).contains("like"));
}

// note 000

TEST(Note000, IsOnePassAndPredictsPlusOneAtZero) {
  const TrainReport report = trained({{{1}, +1}, {{-1}, +1}, {{2}, -1}}, like("note000", 0));
  EXPECT_EQ(report.model.stop, Stop::end_of_data);
  EXPECT_EQ(report.update_sequence, (std::vector<std::uint64_t>{2})) << "g(0) = +1: only the negative example is a mistake";
  EXPECT_EQ(report.model.counts.mistakes, report.model.counts.updates) << "it learns from its mistakes and from nothing else";
}

TEST(Note000, TheTwoTieRulesShareABoundAndDifferInTheirRuns) {
  const std::vector<Row> rows = testing::unit_vectors(100, true);
  EXPECT_EQ(trained(rows, like("note000", 0)).model.counts.updates, 50U);
  EXPECT_EQ(trained(rows, like("note003", 0)).model.counts.updates, 100U);
}

// note 001

TEST(Note001, DrawsItsStartFromTheSeedForEachFeatureAndTheBias) {
  LearnerSpec one = like("note001"), again = one, other = one, without = one;
  other.seed = 2;
  without.bias_value = 0;
  for (LearnerSpec* spec : {&one, &again, &other, &without}) draw_start(*spec, 5);
  EXPECT_EQ(one.w0, again.w0);
  EXPECT_EQ(one.b0, again.b0);
  EXPECT_NE(one.w0, other.w0);
  EXPECT_EQ(without.b0, 0);
  EXPECT_EQ(std::set<double>(one.w0.begin(), one.w0.end()).size(), 5U);
  for (const double w : one.w0) EXPECT_TRUE(w >= -1 && w < 1 && w != 0);
}

TEST(Note001, DrawsOnlyWhatNoOptionGives) {
  const auto drawn = [](Options options) { return drawn_start(*Arguments::make(Command::train, {"data"}, options)); };
  EXPECT_TRUE(drawn({{"--like", "note001"}}).weights && drawn({{"--like", "note001"}}).bias);
  EXPECT_FALSE(drawn({{"--like", "note001"}, {"--w0", "1,2"}}).weights);
  EXPECT_FALSE(drawn({{"--like", "note001"}, {"--b0", "1"}}).bias);
  EXPECT_FALSE(drawn({{"--like", "note002"}}).weights || drawn({}).bias);
  LearnerSpec all = like("note001"), bias_alone = all;
  draw_start(all, 3);
  draw_start(bias_alone, 3, {.weights = false, .bias = true});
  EXPECT_TRUE(bias_alone.w0.empty());
  EXPECT_EQ(bias_alone.b0, all.b0) << "the bias drawn does not depend on who gives the weights";
}

// Two points, (R/γ)² = 1: from 0 one update is all; from elsewhere their number depends on η and w0, and stays within its own bound.
TEST(Note001, FromItsRandomStartTheBoundDependsOnEtaAndTheStart) {
  const std::vector<Row> rows{{{1}, +1}, {{-1}, -1}};
  std::uint64_t most = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const double eta : {1.0, 0.01}) {
      LearnerSpec spec = like("note001", 0);
      spec.seed = seed;
      spec.eta = eta;
      draw_start(spec, 1);
      const double w0 = spec.w0[0], a = w0, beta2 = w0 * w0;  // u = 1, γ = R = 1
      const double bound = (eta - 2 * a + std::sqrt(eta * eta - 4 * eta * a + 4 * beta2)) / (2 * eta);
      const TrainReport report = trained(rows, spec);
      EXPECT_EQ(report.model.stop, Stop::converged);
      EXPECT_LE(static_cast<double>(report.model.counts.updates), bound * (1 + 1e-12) + 1e-12) << "seed " << seed << ", with room for rounding";
      EXPECT_EQ(report.model.counts.updates == 0, w0 > 0) << "a lucky start is right at once";
      most = std::max(most, report.model.counts.updates);
    }
  EXPECT_GT(most, 50U) << "far above (R/γ)² = 1";
  EXPECT_LE(trained(rows, like("note001", 0)).model.counts.updates, 1U);
}

TEST(Note001, FewerMisclassifiedPointsCanMeanALargerLoss) {
  Hypothesis w;
  w.weights = {1};
  const Evaluation two = or_throw(evaluate(testing::dataset({{{-.1}, +1}, {{-.2}, +1}, {{1}, +1}}), w));
  const Evaluation one = or_throw(evaluate(testing::dataset({{{-5}, +1}, {{1}, +1}, {{1}, +1}}), w));
  EXPECT_EQ(two.errors, 2U);
  EXPECT_EQ(one.errors, 1U);
  EXPECT_DOUBLE_EQ(two.risk.to_double(), .3);
  EXPECT_EQ(one.risk.to_double(), 5);
}

TEST(Note001, ZeroMinimisesTheLossAndIsNoAnswer) {
  const Evaluation zero = or_throw(evaluate(testing::dataset(testing::kXor), Hypothesis{}));
  EXPECT_EQ(zero.risk.sign(), 0);
  EXPECT_EQ(zero.errors, 4U);
}

TEST(Note001, OneUpdateAddsEtaTimesTheSquaredNormAndMayNotSuffice) {
  const TrainReport report = trained({{{1}, +1}, {{-1}, -1}}, {.eta = .5, .w0 = {-8}, .max_updates = 1});
  EXPECT_EQ(report.last.weights[0] + report.last.bias(), -8 + .5 * 2) << "‖x‖² = 2 with the constant coordinate";
  EXPECT_EQ(report.answer_evaluation->errors, 2U) << "still wrong";
}

TEST(Note001Dual, TheCountsGiveTheWeightsWithTheirSumOverTheExamples) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    LearnerSpec spec = like("note001-dual", 2);
    spec.eta = .5;
    spec.seed = seed;
    TrainOptions options;
    options.like = "note001-dual";
    options.spec = spec;
    options.per_example = true;
    const std::vector<Row>& rows = testing::kLiHang;
    const TrainReport report = or_throw(train(testing::dataset(rows), options));
    const std::vector<double> alpha = json::parse(train_json(report, options))["alpha"];
    std::vector<double> w(2);
    double b = 0, steps = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < 2; ++j) w[j] += alpha[i] * rows[i].y * rows[i].x[j];
      b += 4 * alpha[i] * rows[i].y;
      steps += alpha[i] / spec.eta;
    }
    EXPECT_EQ(w, report.last.weights);
    EXPECT_EQ(b, report.last.bias()) << "b = B²·Σ α_i y_i";
    EXPECT_EQ(steps, static_cast<double>(report.model.counts.updates));
  }
}

TEST(Note001Dual, OnlyItsReportHasAlpha) {
  TrainOptions options;
  options.per_example = true;
  const TrainReport report = or_throw(train(testing::dataset(testing::kLiHang), options));
  EXPECT_FALSE(json::parse(train_json(report, options)).contains("alpha"));
}

// notes 002 and 003

TEST(Note002, TheFirstStepIsATieAndUpdates) {
  const TrainReport report = trained(testing::kLiHang, like("note002"));
  EXPECT_EQ(report.update_sequence.front(), 0U) << "y·w·x = 0 at w = 0: the strict form would never begin";
  EXPECT_EQ(report.model.counts.updates, 7U);
  EXPECT_EQ(report.last.weights, (std::vector<double>{1, 1}));
  EXPECT_EQ(report.last.bias(), -3);
}

TEST(Note002, LearnsSomeSeparatorAndNotTheTarget) {
  const std::vector<double> target{3, 1};
  const std::vector<Row> rows{{{2, 1}, +1}, {{-1, 2}, -1}, {{1, -2}, +1}};
  for (const Row& row : rows) EXPECT_GT(row.y * dot(target, row.x), 0);
  const TrainReport report = trained(rows, like("note002", 0));
  EXPECT_EQ(report.answer_evaluation->errors, 0U);
  EXPECT_NE(report.last.weights[0] * target[1], report.last.weights[1] * target[0]) << "another direction";
}

// (R/γ)² of Li Hang's points times `c` beside the constant 1.
double li_hang_bound(double c) {
  // γ is the distance of 0 from the hull of the z_i; its nearest point lies between z_1 and z_3.
  const std::vector<double> p{3 * c, 3 * c, 1}, q{-c, -c, -1};
  const std::vector<double> d{q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  const double t = -dot(p, d) / dot(d, d);
  const std::vector<double> nearest{p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]};
  const std::vector<double> second{4 * c, 3 * c, 1};
  EXPECT_GE(dot(nearest, second) * (1 + 1e-12), dot(nearest, nearest)) << "the other point is not nearer";
  return (25 * c * c + 1) / dot(nearest, nearest);
}

TEST(Note003, ScalingTheRawInputBesideAFixedOneChangesTheBound) {
  EXPECT_NEAR(li_hang_bound(1), 117, 1e-9);
  EXPECT_NEAR(li_hang_bound(10), 10016.505, 1e-6);
  EXPECT_NEAR(li_hang_bound(.001), 500016.5, 1e-3);
  for (const double c : {1.0, 10.0, .001}) {
    std::vector<Row> rows = testing::kLiHang;
    for (Row& row : rows)
      for (double& v : row.x) v *= c;
    const TrainReport report = trained(rows, like("note003"));
    EXPECT_EQ(report.model.stop, Stop::converged);
    EXPECT_LE(static_cast<double>(report.model.counts.updates), li_hang_bound(c));
    EXPECT_DOUBLE_EQ(report.radius.to_double(), std::sqrt(25 * c * c + 1));
  }
}

TEST(Note003, ScalingTheAugmentedVectorsChangesNothing) {
  std::vector<Row> rows = testing::kLiHang;
  for (Row& row : rows)
    for (double& v : row.x) v *= 8;
  LearnerSpec spec = like("note003", 8);
  EXPECT_EQ(trained(rows, spec).update_sequence, trained(testing::kLiHang, like("note003")).update_sequence);
}

TEST(Note003, ItsCounterexampleCyclesForever) {
  LearnerSpec spec = like("note003", 0);
  spec.max_seen = 6;
  const TrainReport report = trained(testing::kContradiction, spec);
  EXPECT_EQ(report.update_sequence, (std::vector<std::uint64_t>{0, 1, 0, 1, 0, 1})) << "w goes 0, 1, 0, 1, …";
  EXPECT_EQ(report.last.weights, std::vector<double>{0});
  EXPECT_EQ(report.model.stop, Stop::seen_limit);
}

// note 004

TEST(Note004, GoesBackToTheFirstRowAfterEachUpdate) {
  const TrainReport report = trained(testing::kLiHang, like("note004"));
  EXPECT_EQ(report.update_sequence.front(), 2U) << "sign(0) = +1: the positive rows are right at w = 0";
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.answer_evaluation->wrong_predictions, 0U);
}

TEST(Note004, HaltingUnderSignZeroPlusOneIsNoProofOfSeparability) {
  const TrainReport report = trained({{{1}, +1}, {{-1}, +1}}, like("note004", 0));
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.last.weights, std::vector<double>{0});
  EXPECT_EQ(report.model.counts.updates, 0U);
  EXPECT_EQ(report.answer_evaluation->errors, 2U) << "both rows are ties";
}

TEST(Note004, LoopsOnRowsThatSignZeroPlusOneCouldClassify) {
  const std::vector<Row> rows{{{2, 0}, +1}, {{-2, 0}, +1}, {{1, 1}, -1}};
  Hypothesis w;
  w.weights = {0, -1};
  EXPECT_EQ(or_throw(evaluate(testing::dataset(rows), w)).wrong_predictions, 0U) << "(0, -1) is right on all three";
  LearnerSpec spec = like("note004", 0);
  spec.max_updates = 10000;
  EXPECT_EQ(trained(rows, spec).model.stop, Stop::update_limit) << "and is not found";
}

TEST(Note004Pocket, StartsFromTheErrorsOfTheStartAndNotFromTheNumberOfFeatures) {
  const TrainReport report = trained(testing::kLiHang, like("note004-pocket"));
  EXPECT_EQ(report.pocket_history.front(), (std::pair<std::uint64_t, std::uint64_t>{0, 1})) << "one wrong prediction at w = 0, and two features";
}

TEST(Note004Pocket, AStallIsNotConvergence) {
  const TrainReport report = trained({{{1, 0}, -1}, {{1, -3}, +1}, {{1, -2}, +1}}, like("note004-pocket", 0));
  EXPECT_EQ(report.model.stop, Stop::stalled);
  EXPECT_EQ(report.last.weights, (std::vector<double>{0, 0}));
  EXPECT_EQ(report.answer_evaluation->wrong_predictions, 1U);
  Hypothesis w;
  w.weights = {-1, -1};
  EXPECT_EQ(or_throw(evaluate(testing::dataset({{{1, 0}, -1}, {{1, -3}, +1}, {{1, -2}, +1}}), w)).errors, 0U) << "though the rows are separable";
}

TEST(Note004Pocket, CallsNoErrorsConverged) {
  const TrainReport report = trained({{{1}, +1}, {{-1}, -1}}, like("note004-pocket", 0));
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.answer_evaluation->wrong_predictions, 0U);
}

TEST(Note004Pocket, StopsAtTheUpdateLimitLikeTheNotesIterationCount) {
  LearnerSpec spec = like("note004-pocket");
  spec.tie = Tie::update;
  spec.max_updates = 1;
  const TrainReport report = trained(testing::kXor, spec);
  EXPECT_EQ(report.model.counts.updates, 1U);
  EXPECT_NE(report.model.stop, Stop::converged);
}

std::vector<Row> rows_of(const json& data, const std::filesystem::path& folder) {
  std::vector<Row> rows;
  if (!data.contains("file")) {
    for (std::size_t i = 0; i < data["X"].size(); ++i) {
      rows.push_back({{}, data["y"][i].get<double>()});
      for (const json& value : data["X"][i]) rows.back().x.push_back(*parse_number(value.get<std::string>(), "x"));
    }
    return rows;
  }
  std::ifstream in(folder / data["file"].get<std::string>());
  std::string line;
  for (std::getline(in, line); std::getline(in, line);) {
    std::vector<double> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      cells.push_back(*parse_number(line.substr(begin, end - begin), "x"));
      begin = end + 1;
    }
    const double y = cells.back();
    cells.pop_back();
    rows.push_back({cells, y});
  }
  return rows;
}

// `iterations` of a case are updates; `accepted` are the rows that updated; with tie update errors are counted.
void check_greedy(const std::vector<Row>& rows, const json& run, const std::string& id) {
  LearnerSpec spec = like("note004-pocket", run["options"]["bias"].get<bool>() ? 1 : 0);
  spec.tie = Tie::update;
  spec.max_updates = run["options"]["max_iter"];
  const TrainReport report = trained(rows, spec);
  const json& expected = run["expected"];
  EXPECT_EQ(report.answer_evaluation->errors, expected["errors"]) << id;
  EXPECT_EQ(report.pocket_history.back().second, expected["errors"]) << id;
  EXPECT_EQ(report.model.counts.updates, expected["iterations"]) << id;
  EXPECT_EQ(report.update_sequence, expected["accepted"].get<std::vector<std::uint64_t>>()) << id;
  EXPECT_EQ(report.model.stop, Stop::stalled) << id;
  std::vector<double> w = report.last.weights;
  if (spec.bias_value != 0) w.push_back(report.last.bias());
  EXPECT_EQ(w, expected["w"]["double"].get<std::vector<double>>()) << id << ": every sum is of two or three doubles";
}

TEST(Note004Pocket, FindsWhatTheExactCasesSay) {
  const std::filesystem::path folder = NOVIKOFF_TEST_DATA "/cases";
  int checked = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".json") continue;
    std::ifstream in(file.path());
    const json oracle = json::parse(in);
    for (const json& run : oracle["runs"]) {
      if (run["options"]["mode"] != "greedy_pocket") continue;
      check_greedy(rows_of(oracle["data"], folder), run, oracle["id"]);
      ++checked;
    }
  }
  EXPECT_EQ(checked, 6);
}

// sklearn

TEST(Sklearn, RunsInFileOrderForAThousandPassesUnlessOneIsClean) {
  const TrainReport clean = trained(testing::kAnd, like("sklearn"));
  EXPECT_EQ(clean.last.weights, (std::vector<double>{3, 2})) << "coef_ of Perceptron(shuffle=False, tol=None) on AND";
  EXPECT_EQ(clean.last.bias(), -4) << "and its intercept_";
  const TrainReport limited = trained(testing::kXor, like("sklearn"));
  EXPECT_EQ(*limited.model.passes, 1000U);
  EXPECT_EQ(limited.model.stop, Stop::pass_limit);
}

}  // namespace
}  // namespace novikoff::presets_test
