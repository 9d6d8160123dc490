#include "novikoff/run/holdout.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "novikoff/core/random.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"
#include "run/rows.hpp"

namespace novikoff::holdout_test {
namespace {

using testing::dataset;
using testing::kAnd;
using testing::kXor;

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

Dataset iris() {
  Labels labels = Labels::collect();
  ReadOptions options;
  const std::unique_ptr<Source> source = or_throw(open_input({"@iris-virginica"}, options, labels));
  return or_throw(Dataset::read(*source, labels, options.memory));
}

// n rows x = (i), labels in turn.
Dataset numbered(std::size_t n) {
  std::vector<testing::Row> rows;
  for (std::size_t i = 0; i < n; ++i) rows.push_back({{static_cast<double>(i + 1)}, i % 2 == 0 ? 1.0 : -1.0});
  return dataset(rows);
}

std::vector<double> values(const Dataset& data) {
  std::vector<double> out;
  for (std::size_t row = 0; row < data.size(); ++row) out.push_back(data[row].x.value[0]);
  return out;
}

Result<HoldoutChoice> choice_of(const std::vector<std::pair<std::string, std::string>>& options, const std::vector<std::string>& inputs = {"data"}) {
  return holdout_choice(*Arguments::make(Command::train, inputs, options));
}

TEST(Split, PutsEachRowOnOneSideAndKeepsTheOrderOfBoth) {
  const Dataset data = numbered(50);
  const auto [kept, held] = or_throw(data.split(0.3, 7, kPlenty));
  EXPECT_EQ(held.size(), 15U);
  EXPECT_EQ(kept.size(), 35U);
  const std::vector<double> first = values(kept), second = values(held);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  EXPECT_TRUE(std::is_sorted(second.begin(), second.end()));
  std::set<double> all(first.begin(), first.end());
  all.insert(second.begin(), second.end());
  EXPECT_EQ(all.size(), 50U);
  for (std::size_t row = 0; row < held.size(); ++row) EXPECT_EQ(held[row].y, data[static_cast<std::size_t>(second[row]) - 1].y) << "a row keeps its label";
}

TEST(Split, DependsOnTheSeedAndTheNumberOfRowsOnly) {
  const auto first = or_throw(numbered(40).split(0.25, 3, kPlenty)), again = or_throw(numbered(40).split(0.25, 3, kPlenty));
  EXPECT_EQ(values(first.second), values(again.second));
  EXPECT_NE(values(first.second), values(or_throw(numbered(40).split(0.25, 4, kPlenty)).second));
  // Other values and labels, the same places.
  std::vector<testing::Row> rows;
  for (int i = 0; i < 40; ++i) rows.push_back({{-i - 1.0}, i < 20 ? 1.0 : -1.0});
  std::vector<double> others = values(or_throw(dataset(rows).split(0.25, 3, kPlenty)).second);
  for (double& value : others) value = -value;
  EXPECT_EQ(others, values(first.second));
}

TEST(Split, HoldsOutTheSameRowsAndMoreForALargerFraction) {
  const std::vector<double> few = values(or_throw(numbered(40).split(0.2, 1, kPlenty)).second);
  const std::vector<double> many = values(or_throw(numbered(40).split(0.6, 1, kPlenty)).second);
  EXPECT_TRUE(std::includes(many.begin(), many.end(), few.begin(), few.end()));
}

TEST(Split, DrawsFromAStreamThatNoPassDrawsFrom) {
  // The rows held out are the first of a permutation; were it that of a pass, these would meet.
  const std::vector<double> held = values(or_throw(numbered(20).split(0.5, 1, kPlenty)).second);
  for (std::uint64_t pass = 0; pass < 100; ++pass) {
    std::vector<std::uint64_t> order = permutation(20, 1, pass);
    std::vector<double> first;
    for (std::size_t i = 0; i < 10; ++i) first.push_back(static_cast<double>(order[i] + 1));
    std::sort(first.begin(), first.end());
    EXPECT_NE(first, held) << pass;
  }
}

TEST(Split, LeavesARowOnEachSideAndRefusesWhereItCannot) {
  for (const double fraction : {1e-9, 0.5, 1 - 1e-9}) {
    const auto [kept, held] = or_throw(numbered(2).split(fraction, 1, kPlenty));
    EXPECT_EQ(kept.size(), 1U);
    EXPECT_EQ(held.size(), 1U);
  }
  EXPECT_EQ(or_throw(numbered(9).split(1 - 1e-9, 1, kPlenty)).first.size(), 1U);
  EXPECT_EQ(numbered(1).split(0.5, 1, kPlenty).error().code, ErrorCode::usage);
}

TEST(Split, KeepsPlacesColumnsAndClasses) {
  const Dataset data = iris();
  const auto [kept, held] = or_throw(data.split(0.1, 1, kPlenty));
  std::set<std::string> places;
  for (std::size_t row = 0; row < data.size(); ++row) places.insert(data.where(row));
  for (const Dataset* part : {&kept, &held}) {
    EXPECT_EQ(part->classes(), data.classes());
    EXPECT_EQ(part->schema().names, data.schema().names);
    EXPECT_EQ(part->n_features(), data.n_features());
    for (std::size_t row = 0; row < part->size(); ++row) EXPECT_EQ(places.erase(part->where(row)), 1U) << part->where(row);
  }
  EXPECT_TRUE(places.empty());
}

TEST(Split, KeepsToTheMemoryLimit) {
  const Dataset data = iris();
  EXPECT_EQ(data.split(0.5, 1, data.memory()).error().code, ErrorCode::memory_limit);
  EXPECT_TRUE(data.split(0.5, 1, 16 * data.memory()));
}

TEST(Holdout, NothingIsHeldOutUnlessAsked) {
  const Result<HoldoutChoice> choice = choice_of({});
  ASSERT_TRUE(choice);
  EXPECT_FALSE(choice->asked());
  const TrainingRows rows = or_throw(hold_out(iris(), *choice, {}, 1));
  EXPECT_EQ(rows.training.size(), 100U);
  EXPECT_FALSE(rows.holdout);
  EXPECT_EQ(LearnerSpec{}.holdout, 0);
  EXPECT_EQ(LearnerSpec{}.patience, 0U);
  EXPECT_FALSE(testing::trained(kAnd, {}).holdout_evaluation);
}

TEST(Holdout, ANumberIsAFractionAndAnythingElseAFile) {
  EXPECT_EQ(choice_of({{"--holdout", "0.25"}})->fraction, 0.25);
  EXPECT_EQ(choice_of({{"--holdout", ".5"}})->fraction, 0.5);
  EXPECT_EQ(choice_of({{"--holdout", "./0.25"}})->input, "./0.25");
  EXPECT_EQ(choice_of({{"--holdout", "@and"}})->input, "@and");
  for (const char* value : {"0", "1", "1.5", "-0.5", "1e-400"}) EXPECT_EQ(choice_of({{"--holdout", value}}).error().code, ErrorCode::usage) << value;
}

TEST(Holdout, PatienceNeedsRowsToLookAt) {
  EXPECT_EQ(choice_of({{"--patience", "3"}}).error().code, ErrorCode::usage);
  EXPECT_TRUE(choice_of({{"--patience", "0"}}));
  EXPECT_TRUE(choice_of({{"--patience", "3"}, {"--holdout", "0.1"}}));
}

TEST(Holdout, StandardInputIsReadOnce) { EXPECT_EQ(choice_of({{"--holdout", "-"}}, {"-"}).error().code, ErrorCode::usage); }

TEST(Holdout, TheFractionIsStoredWithTheOptions) {
  const Result<Arguments> arguments = Arguments::make(Command::train, {"data"}, {{"--holdout", "0.25"}, {"--patience", "4"}});
  const LearnerSpec spec = or_throw(learner_spec(*arguments));
  EXPECT_EQ(spec.holdout, 0.25);
  EXPECT_EQ(spec.patience, 4U);
  const Result<Arguments> file = Arguments::make(Command::train, {"data"}, {{"--holdout", "x.svm"}});
  EXPECT_EQ(learner_spec(*file)->holdout, 0) << "rows of another file are no fraction of these";
}

class HoldoutFile : public ::testing::Test {
 protected:
  void SetUp() override { path_ = ::testing::TempDir() + "holdout-" + std::to_string(::getpid()) + ".svm"; }
  void TearDown() override { ::unlink(path_.c_str()); }
  void write(const std::string& text) { std::ofstream(path_) << text; }
  // Learns from rows whose labels are 3 and 7 and holds out the file's.
  Result<TrainingRows> held(const std::string& text) {
    write(text);
    Labels labels = Labels::collect();
    ReadOptions options;
    const std::unique_ptr<Source> source = or_throw(open_input({"@and"}, options, labels));
    Dataset data = or_throw(Dataset::read(*source, labels, options.memory));
    return hold_out(std::move(data), {.fraction = 0, .input = path_}, {}, 1);
  }
  std::string path_;
};

TEST_F(HoldoutFile, HasTheLabelsOfTheRowsLearnedFrom) {
  const Result<TrainingRows> rows = held("+1 1:1 2:1\n+1.0 2:1\n");
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->holdout->size(), 2U);
  EXPECT_EQ((*rows->holdout)[0].y, 1) << "one label alone is enough: the mapping is known";
  EXPECT_EQ((*rows->holdout)[1].y, 1);
  EXPECT_EQ(rows->training.size(), 4U);
}

TEST_F(HoldoutFile, RefusesAThirdLabelWithItsPlace) {
  const Result<TrainingRows> rows = held("+1 1:1\n5 1:1\n");
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code, ErrorCode::label_unknown);
  EXPECT_EQ(rows.error().where.file, path_);
  EXPECT_EQ(rows.error().where.line, 2U);
}

TEST_F(HoldoutFile, MayNameFeaturesThatWeighNothing) {
  const Result<TrainingRows> rows = held("+1 1:1 2:1 900:5\n-1 900:-5\n");
  ASSERT_TRUE(rows);
  TrainOptions options;
  options.holdout = &*rows->holdout;
  const TrainReport report = or_throw(train(rows->training, options));
  ASSERT_TRUE(report.holdout_evaluation);
  EXPECT_EQ(report.holdout_evaluation->errors, 0U);
}

TEST(EarlyStopping, EndsAfterAsManyPassesWithoutStrictlyFewerErrors) {
  const Dataset data = dataset(kXor), watched = dataset({{{5}, 1}, {{-5}, 1}});  // one of the two is always wrong but for the bias
  TrainOptions options;
  options.spec = {.bias_value = 0, .passes = 1000, .patience = 6};
  options.holdout = &watched;
  options.curve = true;
  const TrainReport report = or_throw(train(data, options));
  EXPECT_EQ(report.model.stop, Stop::stalled);
  std::uint64_t best = ~std::uint64_t{0}, best_pass = 0;
  for (const CurvePoint& point : report.curve) {
    if (point.holdout->errors >= best) continue;
    best = point.holdout->errors;
    best_pass = point.pass;
  }
  EXPECT_EQ(report.curve.size(), best_pass + 6) << "equal errors are no progress";
  EXPECT_EQ(report.model.passes, best_pass + 6);
}

TEST(EarlyStopping, NeverHappensWithoutPatience) {
  const Dataset data = dataset(kXor), watched = dataset({{{5}, 1}, {{-5}, 1}});
  TrainOptions options;
  options.spec = {.bias_value = 0, .passes = 300};
  options.holdout = &watched;
  EXPECT_EQ(or_throw(train(data, options)).model.stop, Stop::pass_limit);
}

TEST(EarlyStopping, IsCalledByItsNameAndNotConvergence) {
  Model model;
  model.stop = Stop::stalled;
  model.spec.patience = 5;
  EXPECT_EQ(stop_in_words(model), "stalled: no better on the rows held out for 5 passes; not convergence");
}

TEST(EarlyStopping, WatchingChangesNothingOfWhatIsLearned) {
  const Dataset data = iris();
  const auto [kept, held] = or_throw(data.split(0.2, 1, kPlenty));
  TrainOptions plain, watching;
  plain.spec.passes = watching.spec.passes = 7;
  watching.holdout = &held;
  watching.curve = true;
  const TrainReport a = or_throw(train(kept, plain)), b = or_throw(train(kept, watching));
  const std::string one = model_bytes(a.model), other = model_bytes(b.model);
  EXPECT_EQ(one.substr(0, one.find("\"source\"")), other.substr(0, other.find("\"source\""))) << "the learned section";
}

TEST(EarlyStopping, WhatIsReportedChangesNothingOfWhatIsSaved) {
  const auto [kept, held] = or_throw(iris().split(0.3, 2, kPlenty));
  for (const std::uint64_t patience : {0U, 3U}) {
    TrainOptions options;
    options.spec.patience = patience;
    options.spec.passes = 20;
    options.holdout = &held;
    const std::string quiet = model_bytes(or_throw(train(kept, options)).model);
    options.curve = options.sequence = options.per_example = true;
    EXPECT_EQ(model_bytes(or_throw(train(kept, options)).model), quiet) << patience;
  }
}

TEST(EarlyStopping, CountsTheErrorsOfTheModelOnTheRowsHeldOut) {
  const auto [kept, held] = or_throw(iris().split(0.3, 2, kPlenty));
  for (const KeepKind keep : {KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket}) {
    TrainOptions options;
    options.spec.keep = keep;
    options.spec.passes = 5;
    options.holdout = &held;
    const TrainReport report = or_throw(train(kept, options));
    const Evaluation own = or_throw(report.model.voted ? evaluate(held, *report.model.voted) : evaluate(held, report.model.hypothesis));
    EXPECT_EQ(report.holdout_evaluation->rows, held.size());
    EXPECT_EQ(report.holdout_evaluation->errors, own.errors);
  }
}

}  // namespace
}  // namespace novikoff::holdout_test
