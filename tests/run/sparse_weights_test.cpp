// Weights for the features that occur: the same bits as weights for all of them, in memory that does not depend on how large the indices are.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "novikoff/core/number.hpp"
#include "novikoff/core/random.hpp"
#include "novikoff/run/digest.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/online.hpp"
#include "novikoff/run/predict.hpp"
#include "novikoff/run/train.hpp"
#include "run/sealed_file.hpp"

namespace novikoff::sparse_weights_test {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U, kSmall = 400'000;  // the second is too small for a number a feature
constexpr std::uint64_t kTop = 60'000, kLast = 4'294'967'295;

// Rows with features near 1, some so many that the row is dense, and features just below `top`.
std::string rows(std::uint64_t seed, std::size_t n, std::uint64_t top) {
  std::string text;
  for (std::size_t row = 0; row < n; ++row) {
    Rng rng(seed, row);
    double sum = 0;
    std::string features;
    const auto add = [&](std::uint64_t index) {
      const auto m = static_cast<double>(rng.below(2001)) - 1000;
      sum += index % 3 == 0 ? m : -m;
      features += ' ' + std::to_string(index) + ':' + to_text(m / 1000);
    };
    const bool dense = rng.below(4) == 0;
    const std::uint64_t first = dense ? rng.below(row < n / 2 ? 20 : 90) : rng.below(3);
    for (std::uint64_t index = 1; index <= first; ++index)
      if (rng.below(5) != 0) add(index);
    if (!dense)
      for (std::uint64_t far = 40'000 + rng.below(5'000); far > 1000; far -= std::min<std::uint64_t>(far, 100 * (1 + rng.below(80)))) add(top - far);
    text += ((sum > 0) != (rng.below(20) == 0) ? "+1" : "-1") + features + '\n';
  }
  return text;
}

Dataset load(const std::string& text) {
  Labels labels = Labels::collect();
  ReadOptions reading;
  const auto source = or_throw(open_source(memory_bytes(text), "rows.svm", reading, labels));
  return or_throw(Dataset::read(*source, labels, kPlenty));
}

TrainOptions options_of(const LearnerSpec& spec, std::uint64_t memory) {
  TrainOptions options;
  options.spec = spec;
  options.memory = memory;
  return options;
}

Result<TrainReport> in_memory(const std::string& text, const TrainOptions& options, const Model* resume = nullptr) {
  Dataset data = load(text);
  if (Status fitted = fit_features(data, nullptr, options, resume); !fitted) return fitted.error();
  return train(data, options, resume);
}

Result<TrainReport> streamed(const std::string& text, const TrainOptions& options, const Model* resume = nullptr) {
  Labels labels = Labels::sign();
  ReadOptions reading;
  const auto source = or_throw(open_source(memory_bytes(text), "rows.svm", reading, labels));
  return train_stream(*source, labels, options, resume, true);
}

std::string bytes(const Result<TrainReport>& report) { return report ? model_bytes(report->model) : to_string(report.error()); }

constexpr KeepKind kKeeps[] = {KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every};

TEST(SparseWeights, AreThoseOfADenseArrayWithEveryKeepAndOrder) {
  const std::string text = rows(1, 120, kTop);
  for (const KeepKind keep : kKeeps)
    for (const Order order : {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst}) {
      LearnerSpec spec;
      spec.keep = keep;
      spec.order = order;
      spec.max_seen = 250;
      spec.w0 = {0.5, 0, -1};
      const Result<TrainReport> dense = in_memory(text, options_of(spec, kPlenty)), sparse = in_memory(text, options_of(spec, kSmall));
      ASSERT_TRUE(dense && sparse) << name(keep) << ' ' << name(order) << bytes(sparse);
      EXPECT_TRUE(dense->model.columns.empty());
      EXPECT_FALSE(sparse->model.columns.empty());
      EXPECT_EQ(bytes(dense), bytes(sparse)) << name(keep) << ' ' << name(order);
      EXPECT_EQ(dense->model.hypothesis.sqnorm().to_double(), sparse->model.hypothesis.sqnorm(sparse->model.columns).to_double());
    }
}

TEST(SparseWeights, OfAStreamAreThoseOfADenseArray) {
  const std::string text = rows(2, 600, kTop);
  for (const KeepKind keep : {KeepKind::last, KeepKind::averaged, KeepKind::voted}) {
    LearnerSpec spec;
    spec.order = Order::online;
    spec.keep = keep;
    spec.w0 = {1, 0, 2};
    const std::uint64_t memory = keep == KeepKind::voted ? 4 * kSmall : kSmall;
    const Result<TrainReport> dense = streamed(text, options_of(spec, kPlenty)), sparse = streamed(text, options_of(spec, memory));
    ASSERT_TRUE(dense && sparse) << bytes(sparse);
    EXPECT_FALSE(sparse->model.columns.empty());
    EXPECT_TRUE(std::is_sorted(sparse->model.columns.begin(), sparse->model.columns.end()));
    EXPECT_EQ(bytes(dense), bytes(sparse)) << name(keep);
  }
}

TEST(SparseWeights, GoOnFromCheckpointsOfEitherKind) {
  const std::string text = rows(3, 200, kTop);
  for (const KeepKind keep : kKeeps) {
    for (const bool stream : {false, true}) {
      if (stream && (keep == KeepKind::pocket || keep == KeepKind::pocket_every)) continue;
      LearnerSpec spec;
      spec.keep = keep;
      spec.order = stream ? Order::online : Order::cyclic;
      std::string saved, wanted;
      for (const std::uint64_t first : {kPlenty, 2 * kSmall})
        for (const std::uint64_t second : {kPlenty, 2 * kSmall}) {
          const auto go = [&](std::uint64_t memory, std::uint64_t updates, const Model* resume) {
            TrainOptions options = options_of(spec, memory);
            options.spec.max_updates = updates;
            options.checkpoint.every_updates = 7;
            options.checkpoint.save = [&](const Model& model) {
              saved = model_bytes(model);
              return Status();
            };
            return bytes(stream ? streamed(text, options, resume) : in_memory(text, options, resume));
          };
          go(first, 30, nullptr);
          const Model resume = or_throw(parse_model(saved, "m", first));
          EXPECT_EQ(resume.columns.empty(), first == kPlenty);
          const std::string got = go(second, 60, &resume);
          if (wanted.empty()) wanted = got;
          EXPECT_EQ(got, wanted) << name(keep) << stream << first << ' ' << second;
        }
      ASSERT_EQ(wanted.substr(0, 1), "{") << wanted;
    }
  }
}

TEST(SparseWeights, PredictAsADenseArrayDoes) {
  const std::string text = rows(4, 200, kTop), others = rows(5, 300, kTop);
  for (const KeepKind keep : {KeepKind::averaged, KeepKind::voted}) {
    LearnerSpec spec;
    spec.order = Order::online;
    spec.keep = keep;
    const std::string learned = bytes(streamed(text, options_of(spec, kPlenty)));
    std::vector<std::vector<double>> scores;
    for (const std::uint64_t memory : {kPlenty, 3 * kSmall}) {
      const Model model = or_throw(parse_model(learned, "m", memory));
      EXPECT_EQ(model.columns.empty(), memory == kPlenty);
      EXPECT_EQ(model_bytes(model), learned);
      Labels labels = Labels::sign();
      ReadOptions reading;
      const auto source = or_throw(open_source(memory_bytes(others), "rows.svm", reading, labels));
      scores.emplace_back();
      or_throw(predict(model, *source, labels, {}, [&](const Prediction& prediction) {
        scores.back().push_back(prediction.score);
        return true;
      }));
    }
    EXPECT_EQ(scores[0].size(), 300U);
    EXPECT_EQ(scores[0], scores[1]);
  }
}

// The same rows with their far features at the end of what 32 bits count, where no array reaches: the same weights, as far from the end.
TEST(SparseWeights, ReachTheLastFeatureInLittleMemory) {
  LearnerSpec spec;
  for (const bool stream : {false, true}) {
    spec.order = stream ? Order::online : Order::shuffled;
    spec.passes = stream ? 1 : 3;
    const auto weights = [&](std::uint64_t top, std::uint64_t memory) {
      const std::string text = rows(6, 200, top) + "+1 1:1 " + std::to_string(top) + ":-0.5\n";
      const Result<TrainReport> report = stream ? streamed(text, options_of(spec, memory)) : in_memory(text, options_of(spec, memory));
      std::vector<std::pair<std::uint64_t, double>> all;
      if (!report) return all;
      EXPECT_EQ(report->model.n_features, top);
      const Model model = or_throw(parse_model(model_bytes(report->model), "m", std::max(memory, 6 * kSmall)));
      for (std::size_t k = 0; k < model.hypothesis.weights.size(); ++k)
        if (const double w = model.hypothesis.weights[k]; w != 0)
          all.emplace_back(model.feature(k) < 1000 ? model.feature(k) : kLast - top + model.feature(k), w);
      return all;
    };
    const auto near = weights(kTop, kPlenty), far = weights(kLast, kSmall);
    EXPECT_GT(near.size(), 100U);
    EXPECT_EQ(near.back().first, kLast - 1);
    EXPECT_EQ(near, far);
  }
}

TEST(SparseWeights, ThatAreTooManyAreAMemoryLimit) {
  const std::string text = rows(7, 400, kLast);
  LearnerSpec spec;
  constexpr std::uint64_t kTooSmall = 20'000;
  EXPECT_EQ(in_memory(text, options_of(spec, kTooSmall)).error().code, ErrorCode::memory_limit);
  spec.order = Order::online;
  const Result<TrainReport> report = streamed(text, options_of(spec, kTooSmall));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::memory_limit);
  EXPECT_NE(report.error().message.find("different features"), std::string::npos) << report.error().message;
}

TEST(SparseWeights, AreRefusedWhereTheSpaceNeedsAWeightForEachFeature) {
  LearnerSpec spec;
  spec.space = Space::dual;
  const Result<TrainReport> dual = in_memory(rows(8, 20, kLast), options_of(spec, kPlenty));
  ASSERT_FALSE(dual);
  EXPECT_EQ(dual.error().code, ErrorCode::memory_limit);
}

TEST(SparseWeights, AreOfRowsThatAllHaveTheirFeaturesAtTheSamePlaces) {
  const std::string text = rows(10, 60, kLast);
  Dataset numbered = load(text);
  Dataset* const sets[] = {&numbered};
  ASSERT_TRUE(Dataset::number_features(sets, {}, kTop));
  const Dataset as_read = load(text);
  TrainOptions options = options_of({.holdout = 0.5, .patience = 2}, kSmall);
  options.holdout = &as_read;
  EXPECT_EQ(train(numbered, options).error().code, ErrorCode::usage);
  EXPECT_EQ(train(numbered, options_of({.space = Space::dual}, kPlenty)).error().code, ErrorCode::usage);
  // Parts of such rows have them too.
  const auto parts = or_throw(numbered.split(0.5, 1, kPlenty));
  options.holdout = &parts.second;
  const TrainReport report = or_throw(train(parts.first, options));
  EXPECT_EQ(report.model.columns, numbered.columns());
  EXPECT_EQ(report.model.feature(report.model.columns.size() - 1), numbered.n_features() - 1);
}

TEST(SparseWeights, DigestOfRowsWithPlacesIsThatOfTheirFeatures) {
  const std::string text = rows(9, 50, kLast);
  const Dataset as_read = load(text);
  Dataset numbered = load(text);
  Dataset* const sets[] = {&numbered};
  ASSERT_TRUE(Dataset::number_features(sets, {}, kTop));
  EXPECT_LT(numbered.n_places(), 3000U);
  EXPECT_EQ(numbered.n_features(), as_read.n_features());
  EXPECT_EQ(examples_sha256(numbered), examples_sha256(as_read));
}

}  // namespace
}  // namespace novikoff::sparse_weights_test
