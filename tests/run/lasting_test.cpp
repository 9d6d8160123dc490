// Runs that save themselves, and runs that go on.
#include <gtest/gtest.h>

#include "novikoff/run/digest.hpp"
#include "novikoff/run/model_io.hpp"
#include "run/rows.hpp"

namespace novikoff::lasting_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 26U;
constexpr Order kOrders[] = {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};
constexpr KeepKind kKeeps[] = {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every};

const std::vector<testing::Row> kOverlapping{{{0.1, 0.7}, +1}, {{1.0 / 3, -2}, -1},      {{0.2, 0.6}, -1},
                                             {{-3, 0.1}, +1},  {{0, 0, 0, 0, 1e-3}, -1}, {{0.1, 0.7}, -1}};

// As it comes back from its file.
Model reloaded(const Model& model) { return or_throw(parse_model(model_bytes(model), "m", kMemory)); }

// What a run saves, in order; the last is its end.
std::vector<Model> saved_by(const Dataset& data, TrainOptions options, std::uint64_t every_updates) {
  std::vector<Model> saved;
  options.checkpoint.every_updates = every_updates;
  options.checkpoint.save = [&](const Model& model) {
    saved.push_back(reloaded(model));
    return Status{};
  };
  or_throw(train(data, options));
  return saved;
}

TrainOptions options_with(Order order, KeepKind keep) {
  TrainOptions options;
  options.spec.order = order;
  options.spec.keep = keep;
  options.spec.eta = 0.1;
  if (order != Order::online) options.spec.max_seen = 60;
  return options;
}

TEST(CheckpointedRun, GoesOnFromEachCheckpointAsIfItHadNeverStopped) {
  const Dataset data = testing::dataset(kOverlapping);
  for (const Order order : kOrders)
    for (const KeepKind keep : kKeeps) {
      const TrainOptions options = options_with(order, keep);
      const std::string whole = learned_bytes(or_throw(train(data, options)).model);
      const std::vector<Model> saved = saved_by(data, options, 1);
      ASSERT_GT(saved.size(), 2U);
      for (const Model& model : saved) {
        const TrainReport report = or_throw(train(data, options, &model));
        EXPECT_EQ(learned_bytes(report.model), whole) << name(order) << ' ' << name(keep) << " from " << model.counts.seen;
      }
    }
}

TEST(CheckpointedRun, SavesItsEndAndEveryCheckpointNamesTheRows) {
  const Dataset data = testing::dataset(kOverlapping);
  const TrainOptions options = options_with(Order::shuffled, KeepKind::voted);
  const std::vector<Model> saved = saved_by(data, options, 7);
  const Model model = or_throw(train(data, options)).model;
  EXPECT_EQ(learned_bytes(saved.back()), learned_bytes(model));
  for (const Model& one : saved) {
    ASSERT_TRUE(one.state->examples);
    EXPECT_EQ(one.state->examples->rows, kOverlapping.size());
    EXPECT_EQ(one.state->examples->sha256, examples_sha256(data));
  }
  for (std::size_t k = 1; k + 1 < saved.size(); ++k) EXPECT_EQ(saved[k].counts.updates - saved[k - 1].counts.updates, 7U);
}

TEST(CheckpointedRun, SavesAfterEachPassIfAsked) {
  TrainOptions options = options_with(Order::cyclic, KeepKind::last);
  options.spec.max_seen = std::nullopt;
  options.spec.passes = 5;
  std::vector<std::uint64_t> passes;
  options.checkpoint.every_passes = 2;
  options.checkpoint.save = [&](const Model& model) {
    passes.push_back(model.state->cursor.pass);
    return Status{};
  };
  or_throw(train(testing::dataset(kOverlapping), options));
  EXPECT_EQ(passes, (std::vector<std::uint64_t>{2, 4, 5}));
}

TEST(CheckpointedRun, EndsWhereItCannotBeSaved) {
  TrainOptions options = options_with(Order::cyclic, KeepKind::last);
  options.checkpoint.every_updates = 3;
  int saves = 0;
  options.checkpoint.save = [&](const Model&) { return ++saves < 2 ? Status{} : Status(ErrorInfo{ErrorCode::write_failed, "full", {}, {}, {}}); };
  const Result<TrainReport> report = train(testing::dataset(kOverlapping), options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::write_failed);
  EXPECT_EQ(saves, 2);
}

TEST(CheckpointedRun, IsNotForAKeepThatCannotGoOn) {
  TrainOptions options = options_with(Order::restart, KeepKind::greedy);
  options.checkpoint.save = [](const Model&) { return Status{}; };
  const Result<TrainReport> report = train(testing::dataset(kOverlapping), options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::usage);
}

TEST(FinishedRun, EndsAtOnceWhileItsReasonHolds) {
  const Dataset data = testing::dataset(kOverlapping);
  for (const Order order : {Order::online, Order::cyclic, Order::shuffled}) {
    TrainOptions options = options_with(order, KeepKind::pocket);
    options.spec.max_seen = std::nullopt;
    if (order != Order::online) options.spec.passes = 3;
    const Model end = saved_by(data, options, 0).back();
    const TrainReport again = or_throw(train(data, options, &end));
    EXPECT_EQ(again.model.stop, order == Order::online ? Stop::end_of_data : Stop::pass_limit);
    EXPECT_EQ(learned_bytes(again.model), learned_bytes(end));
  }
}

TEST(FinishedRun, GoesOnAsTheLongerRunIfItsLimitIsRaised) {
  const Dataset data = testing::dataset(kOverlapping);
  for (const KeepKind keep : kKeeps) {
    TrainOptions shorter = options_with(Order::shuffled, keep);
    shorter.spec.max_seen = std::nullopt;
    TrainOptions longer = shorter;
    shorter.spec.passes = 3;
    longer.spec.passes = 8;
    const Model end = saved_by(data, shorter, 0).back();
    EXPECT_EQ(learned_bytes(or_throw(train(data, longer, &end)).model), learned_bytes(or_throw(train(data, longer)).model)) << name(keep);
  }
}

TEST(ResumedRun, IsAsWideAsTheSavedOne) {
  std::vector<ExampleView> rows;
  const double x[] = {1, -2};
  rows.push_back({{nullptr, x, 2}, +1});
  rows.push_back({{nullptr, x, 1}, -1});
  const TrainOptions options = options_with(Order::cyclic, KeepKind::averaged);
  const Dataset wide = Dataset::from_examples(rows, 9);
  const std::string whole = learned_bytes(or_throw(train(wide, options)).model);
  for (const Model& model : saved_by(wide, options, 2))
    EXPECT_EQ(learned_bytes(or_throw(train(Dataset::from_examples(rows, 2), options, &model)).model), whole);
}

TEST(ResumedRun, RefusesOtherRows) {
  const TrainOptions options = options_with(Order::cyclic, KeepKind::last);
  const Model saved = saved_by(testing::dataset(kOverlapping), options, 1).front();
  std::vector<testing::Row> other = kOverlapping;
  std::swap(other[0], other[1]);
  const Result<TrainReport> report = train(testing::dataset(other), options, &saved);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::checksum_mismatch);
}

const std::string kStream = "+1 1:3 2:1\n-1 1:1\n-1 2:4 9:1\n+1 1:-1 2:2\n-1 1:2\n+1 4:1\n-1 4:2\n";

Result<TrainReport> stream(const std::string& text, const TrainOptions& options, const Model* resume = nullptr, bool from_the_start = false) {
  Labels labels = Labels::sign();
  const auto source = or_throw(open_source(memory_bytes(text), "test.svm", {}, labels));
  return train_stream(*source, labels, options, resume, from_the_start);
}

TEST(StreamedRun, GoesOnFromEachCheckpointAsIfItHadNeverStopped) {
  for (const KeepKind keep : {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted}) {
    TrainOptions options = options_with(Order::online, keep);
    const std::string whole = learned_bytes(or_throw(stream(kStream, options)).model);
    std::vector<Model> saved;
    TrainOptions saving = options;
    saving.checkpoint.every_updates = 1;
    saving.checkpoint.save = [&](const Model& model) {
      saved.push_back(reloaded(model));
      return Status{};
    };
    or_throw(stream(kStream, saving));
    ASSERT_GT(saved.size(), 3U);
    for (const Model& model : saved) {
      EXPECT_EQ(learned_bytes(or_throw(stream(kStream, options, &model, true)).model), whole) << name(keep) << " from " << model.counts.seen;
      const Result<TrainReport> other = stream("+1 1:3 2:2\n" + kStream, options, &model, true);
      ASSERT_FALSE(other);
      EXPECT_EQ(other.error().code, ErrorCode::checksum_mismatch);
    }
  }
}

TEST(StreamedRun, SaysThatItWasInterruptedIfTheSourceEndedForThat) {
  TrainOptions options = options_with(Order::online, KeepKind::last);
  std::optional<Model> saved;
  options.watch = [](const Progress& progress) { return progress.counts.seen > 0 ? std::optional(Stop::interrupted) : std::nullopt; };
  options.checkpoint.save = [&](const Model& model) {
    saved = reloaded(model);
    return Status{};
  };
  EXPECT_EQ(or_throw(stream(kStream, options)).model.stop, Stop::interrupted);
  ASSERT_TRUE(saved);
  EXPECT_EQ(saved->stop, Stop::interrupted);
  EXPECT_EQ(saved->state->examples->rows, 7U);
}

TEST(StreamedRun, DoesNotClaimToKnowRowsThatItDidNotRead) {
  const Model first = or_throw(stream(kStream, options_with(Order::online, KeepKind::last))).model;
  TrainOptions options = options_with(Order::online, KeepKind::last);
  std::optional<Model> saved;
  options.checkpoint.save = [&](const Model& model) {
    saved = reloaded(model);
    return Status{};
  };
  or_throw(stream(kStream, options, &first, false));
  ASSERT_TRUE(saved);
  EXPECT_FALSE(saved->state->examples);
}

}  // namespace
}  // namespace novikoff::lasting_test
