#include "novikoff/run/predict.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "novikoff/run/model_io.hpp"
#include "run/rows.hpp"

namespace novikoff::predict_test {
namespace {

Model linear(std::vector<double> weights, double bias_weight, std::uint64_t n_features) {
  Model model;
  model.n_features = n_features;
  model.hypothesis = {std::move(weights), bias_weight, 1};
  model.source.negative = "-1";
  model.source.positive = "1";
  return model;
}

struct Predicted {
  std::vector<Prediction> told;
  PredictReport report;
  std::optional<ErrorInfo> error;

  std::vector<double> scores() const {
    std::vector<double> all;
    for (const Prediction& prediction : told) all.push_back(prediction.score);
    return all;
  }
};

// What predict says about LIBSVM text, until `stop_after` rows were told.
Predicted predicted(const Model& model, const std::string& text, const PredictOptions& options = {}, std::size_t stop_after = ~std::size_t{0},
                    Labels labels = Labels::fixed("-1", "1")) {
  ReadOptions reading;
  reading.labels_optional = true;
  const auto source = or_throw(open_source(memory_bytes(text), "test.svm", reading, labels));
  Predicted run;
  const Result<PredictReport> report = predict(model, *source, labels, options, [&](const Prediction& prediction) {
    run.told.push_back(prediction);
    return run.told.size() < stop_after;
  });
  if (report) run.report = *report;
  if (!report) run.error = report.error();
  return run;
}

TEST(Predict, ScoresEveryRowAndSaysPlusAtZero) {
  const Predicted run = predicted(linear({1, -2}, 0.5, 2), "1 1:1\n-1 2:1\n-1 1:1.5 2:1\n1\n");
  EXPECT_EQ(run.scores(), (std::vector<double>{1.5, -1.5, 0, 0.5}));
  EXPECT_EQ(run.told[0].predicted, +1);
  EXPECT_EQ(run.told[1].predicted, -1);
  EXPECT_EQ(run.told[2].predicted, +1) << "predict(0) = +1";
  for (std::uint64_t row = 0; row < 4; ++row) {
    EXPECT_EQ(run.told[row].row, row);
    EXPECT_EQ(run.told[row].place.line, row + 1);
  }
}

TEST(Predict, CountsErrorsAndWrongPredictionsApart) {
  //                                                        tp        fp         tn         fn         0 for +1  0 for -1
  const Predicted run = predicted(linear({1}, 0, 1), "1 1:2\n-1 1:3\n-1 1:-4\n1 1:-5\n1\n-1\n");
  EXPECT_EQ(run.report.rows, 6U);
  EXPECT_EQ(run.report.labelled, 6U);
  EXPECT_EQ(run.report.true_positives, 2U);
  EXPECT_EQ(run.report.false_positives, 2U);
  EXPECT_EQ(run.report.true_negatives, 1U);
  EXPECT_EQ(run.report.false_negatives, 1U);
  EXPECT_EQ(run.report.evaluation.rows, 6U);
  EXPECT_EQ(run.report.evaluation.errors, 4U) << "a tie is an error for both labels";
  EXPECT_EQ(run.report.evaluation.wrong_predictions, 3U) << "a tie is wrong for -1 only";
  EXPECT_EQ(run.report.evaluation.zero_scores, 2U);
  EXPECT_EQ(run.report.evaluation.margin_min.to_double(), -5);
}

TEST(Predict, UnlabelledRowsArePredictedAndNotCounted) {
  const Predicted run = predicted(linear({1}, 0, 1), "1:1\n1 1:2\n1:-3\n");
  EXPECT_EQ(run.scores(), (std::vector<double>{1, 2, -3}));
  EXPECT_FALSE(run.told[0].y);
  EXPECT_EQ(run.told[1].y, 1);
  EXPECT_EQ(run.report.rows, 3U);
  EXPECT_EQ(run.report.labelled, 1U);
  EXPECT_EQ(run.report.evaluation.rows, 1U);
}

TEST(Predict, LabelsThatAreNotRememberedMeanNothing) {
  const Predicted run = predicted(linear({1}, 0, 1), "7 1:1\n8 1:2\n", {}, ~std::size_t{0}, Labels::any());
  ASSERT_EQ(run.told.size(), 2U);
  for (const Prediction& prediction : run.told) EXPECT_FALSE(prediction.y);
  EXPECT_EQ(run.report.labelled, 0U);
}

TEST(Predict, UnseenFeaturesWeighNothingAndAreCounted) {
  const Predicted run = predicted(linear({1}, 0, 3), "1 1:1 3:5\n1 1:1 4:5 5:0 6:7\n1 4294967295:1\n1 1:2\n");
  EXPECT_FALSE(run.error);
  EXPECT_EQ(run.scores(), (std::vector<double>{1, 1, 0, 2}));
  EXPECT_EQ(run.report.unseen_rows, 2U) << "feature 3 is known, though it weighs 0";
  EXPECT_EQ(run.report.unseen_values, 3U);
}

TEST(Predict, UnseenFeaturesDoNotChangeTheBitsOfTheScore) {
  // Summed as the whole row is: the known part of a sparse row stays sparse.
  const Model model = linear({0.1, 0.2, 0.3, 0.4, 0.5}, 0.7, 5);
  const Predicted run = predicted(model, "1 1:0.1 2:0.7 3:0.3 4:0.9 5:0.11\n1 1:0.1 2:0.7 3:0.3 4:0.9 5:0.11 1000:1\n");
  EXPECT_NEAR(run.told[0].score, run.told[1].score, 1e-15);
  const std::uint32_t index[] = {0, 1, 2, 3, 4};
  const double value[] = {0.1, 0.7, 0.3, 0.9, 0.11};
  EXPECT_EQ(run.told[1].score, model.hypothesis.score({index, value, 5}).value);
}

TEST(Predict, UnseenFeaturesAreAnErrorOnRequest) {
  const Predicted run = predicted(linear({1}, 0, 3), "1 1:1\n\n1 1:1 7:5\n", {.unseen_is_error = true});
  ASSERT_TRUE(run.error);
  EXPECT_EQ(to_string(*run.error), "test.svm:3: error: feature 7 is not in the model, which knows features up to 3 [unseen_index]");
  EXPECT_EQ(run.told.size(), 1U) << "the rows before are told";
}

TEST(Predict, StopsWhenNobodyWantsMore) {
  const Predicted run = predicted(linear({1}, 0, 1), "1 1:1\n1 1:2\n1 1:3\n", {}, 2);
  EXPECT_EQ(run.scores(), (std::vector<double>{1, 2}));
  EXPECT_EQ(run.report.rows, 2U);
}

TEST(Predict, NoRowsAreNoError) {
  const Predicted run = predicted(linear({1}, 0, 1), "");
  EXPECT_FALSE(run.error);
  EXPECT_EQ(run.report.rows, 0U);
}

TEST(Predict, TellsTheRowsBeforeABadLine) {
  const Predicted run = predicted(linear({1}, 0, 1), "1 1:1\n1 1:x\n");
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->code, ErrorCode::value_invalid);
  EXPECT_EQ(run.told.size(), 1U);
}

TEST(Predict, AScoreBeyondTheDoublesKeepsItsSign) {
  const Predicted run = predicted(linear({1e300, -1e300}, 0, 2), "1 1:1e300\n-1 2:1e300\n1 1:1e300 2:1e299\n");
  EXPECT_FALSE(run.error);
  for (const Prediction& prediction : run.told) {
    EXPECT_FALSE(prediction.score_in_range);
    EXPECT_EQ(prediction.predicted, *prediction.y);
  }
  EXPECT_EQ(run.report.evaluation.errors, 0U);
  EXPECT_FALSE(run.report.evaluation.margin_min.fits_double());
  EXPECT_EQ(run.report.evaluation.margin_min.sign(), 1);
}

// The terms 1e300·1e300 cancel, and what is left may be anything.
constexpr const char* kCancelling = "1 1:1e300 2:1e300 3:1e-300\n";

TEST(Predict, AScoreWhoseSignCannotBeToldIsAnErrorThatNamesTheRow) {
  const Predicted run = predicted(linear({1e300, -1e300, 1e-300}, 0, 3), "1 1:1\n# comment\n" + std::string(kCancelling));
  ASSERT_TRUE(run.error);
  EXPECT_EQ(to_string(*run.error), "test.svm:3: error: the sign of the score of row 2 cannot be told [score_not_representable]");
  EXPECT_EQ(run.scores(), (std::vector<double>{1e300}));
}

Model vote(Hypothesis start, std::uint64_t start_count, const std::vector<std::vector<double>>& examples, std::vector<VotedHypothesis::StepTaken> steps,
           std::uint64_t n_features) {
  RowStore rows;
  for (const std::vector<double>& example : examples) rows.append({nullptr, example.data(), example.size()});
  Model model = linear({}, 0, n_features);
  model.answer = model.spec.keep = KeepKind::voted;
  model.voted = VotedHypothesis(std::move(start), start_count, std::move(rows), std::move(steps));
  return model;
}

TEST(PredictByVote, SumsSignsByTheirCounts) {
  // v0 = (0, 0) ×1, v1 = (1, 0) ×2, v2 = (1, -1) ×4, without bias.
  const Model model = vote({{}, 0, 0}, 1, {{1}, {0, 1}}, {{0, 1, 2}, {1, -1, 4}}, 2);
  const Predicted run = predicted(model, "1 1:1\n-1 2:1\n1 1:1 2:1\n1 1:1 2:3\n-1\n");
  EXPECT_EQ(run.scores(), (std::vector<double>{6, -4, 2, -2, 0}));
  EXPECT_EQ(run.told[4].predicted, +1) << "a vote of 0 predicts +1";
  EXPECT_EQ(run.report.evaluation.errors, 2U);
  EXPECT_EQ(run.report.evaluation.zero_scores, 1U);
  EXPECT_EQ(run.report.evaluation.margin_min.to_double(), -2);
}

TEST(PredictByVote, CountsUnseenFeaturesToo) {
  const Predicted run = predicted(vote({{}, 0, 0}, 0, {{1}}, {{0, 1, 2}}, 1), "1 1:1 2:9\n");
  EXPECT_EQ(run.scores(), (std::vector<double>{2}));
  EXPECT_EQ(run.report.unseen_values, 1U);
}

TEST(PredictByVote, NamesTheFirstRowThatAnyVectorCannotScore) {
  // The start cannot score the row "1:1e300 2:1e300 …", the vector after it not the row "4:…": the earlier row is the one to name.
  const Model model = vote({{1e300, -1e300, 1e-300}, 0, 0}, 1, {{0, 0, 1e-300, 1e300, -1e300}}, {{0, 1, 1}}, 5);
  const std::string good = "1 1:1\n", by_second = "1 3:1e-300 4:1e300 5:1e300\n";
  const Predicted run = predicted(model, good + good + by_second + good + kCancelling);
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->code, ErrorCode::score_not_representable);
  EXPECT_EQ(run.error->where.line, 3U);
  EXPECT_EQ(run.told.size(), 2U);
  EXPECT_EQ(run.told[0].score, 2);
}

TEST(PredictByVote, RowsOfManyBlocksAreVotedOnAlike) {
  const Model model = vote({{}, 0, 0}, 1, {{1}, {0, 1}}, {{0, 1, 2}, {1, -1, 4}}, 2);
  std::string text;
  for (int row = 0; row < 10000; ++row) text += row % 3 == 0 ? "1 1:1\n" : "-1 2:1\n";
  const Predicted run = predicted(model, text);
  ASSERT_EQ(run.told.size(), 10000U);
  for (std::size_t row = 0; row < run.told.size(); ++row) ASSERT_EQ(run.told[row].score, row % 3 == 0 ? 6 : -4);
}

TEST(Predict, ChangesNothingInTheModel) {
  TrainOptions options;
  for (const KeepKind keep : {KeepKind::automatic, KeepKind::voted}) {
    options.spec.keep = keep;
    const Model model = or_throw(train(testing::dataset(testing::kXor), options)).model;
    const std::string before = model_bytes(model);
    for (int i = 0; i < 10; ++i) predicted(model, "1 1:1\n-1 2:1\n1:1 9:1\n");
    EXPECT_EQ(model_bytes(model), before);
  }
}

TEST(Predict, ALoadedModelScoresToTheBitAsTheOneThatWasSaved) {
  TrainOptions options;
  options.spec.eta = 0.1;
  options.spec.max_seen = 1000;
  for (const KeepKind keep : {KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket}) {
    options.spec.keep = keep;
    const Model model = or_throw(train(testing::dataset({{{0.1, 0.7}, +1}, {{1.0 / 3, -2}, -1}, {{0.3, 0.6}, -1}, {{-3, 0.1}, +1}}), options)).model;
    const Model loaded = or_throw(parse_model(model_bytes(model), "m", 1U << 24U));
    const std::string text = "1 1:0.1 2:0.2\n1 1:-7 2:0.3\n1 2:1e-300\n";
    EXPECT_EQ(predicted(loaded, text).scores(), predicted(model, text).scores());
  }
}

}  // namespace
}  // namespace novikoff::predict_test
