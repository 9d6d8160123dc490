// Runs over more rows, lines and values than 32 bits count: the sources below repeat a few rows without end, and counts start near where they would wrap.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "novikoff/data/cache.hpp"
#include "novikoff/data/places.hpp"
#include "novikoff/run/digest.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/online.hpp"
#include "novikoff/run/predict.hpp"

namespace novikoff::large_counts_test {
namespace {

constexpr std::uint64_t kTwo32 = std::uint64_t{1} << 32U;
constexpr std::uint64_t kBefore = kTwo32 - 60;

// The rows of one block again and again, on lines that go on from `lines`.
class Repeated : public Source {
 public:
  Repeated(const Block& rows, std::uint64_t lines, std::uint64_t times, std::uint64_t n_features) : rows_(rows), lines_(lines), times_(times) {
    schema_.n_features = n_features;
    schema_.files = {"rows"};
  }
  Result<const Block*> next(std::size_t /*max_rows*/) override {
    if (times_ == 0) return &end_;
    --times_;
    rows_.put(lines_, schema_.n_features);
    lines_ += rows_.size();
    return &rows_;
  }
  const Schema& schema() const noexcept override { return schema_; }

 private:
  Block rows_, end_;
  std::uint64_t lines_, times_;
  Schema schema_;
};

struct Few {
  Block block;
  Labels labels = Labels::fixed("-1", "1");
};

// Ten rows that never come to an end of updates: each contradicts the next.
Few few() {
  Few rows;
  for (std::uint32_t i = 0; i < 10; ++i) {
    rows.block.begin_row({0, i + 1});
    rows.block.add(3 * i % 7, 1);
    rows.block.add(40, -0.5);
    EXPECT_LT(rows.block.end_row(static_cast<std::int32_t>(i % 2)), 0);
    rows.block.note_n_features(41);
  }
  return rows;
}

TrainOptions online(KeepKind keep) {
  TrainOptions options;
  options.spec.order = Order::online;
  options.spec.keep = keep;
  return options;
}

// A run that has seen so many rows.
Model seen_before(Few& rows, KeepKind keep) {
  Repeated source(rows.block, 0, 1, 41);
  Model model = or_throw(train_stream(source, rows.labels, online(keep))).model;
  const std::uint64_t more = kBefore - model.counts.seen;
  model.counts.seen += more;
  model.counts.updates += more;
  model.counts.mistakes += more / 2;
  model.state->cursor.position += more;
  model.state->cursor.pass_updates += more;
  if (keep == KeepKind::averaged) model.state->averaged_seen += more;
  if (keep == KeepKind::voted) {
    std::vector<VotedHypothesis::StepTaken> steps = model.voted->steps();
    steps.back().count += more;
    model.voted = VotedHypothesis(model.voted->start(), model.voted->start_count(), model.voted->examples(), steps);
  }
  return model;
}

TEST(LargeCounts, OfAStreamGoOnBeyond32Bits) {
  for (const KeepKind keep : {KeepKind::last, KeepKind::averaged, KeepKind::voted}) {
    Few rows = few();
    const Model before = or_throw(parse_model(model_bytes(seen_before(rows, keep)), "m", kTwo32));
    EXPECT_EQ(before.counts.seen, kBefore);
    Repeated source(rows.block, kBefore, 12, 41);
    TrainOptions options = online(keep);
    std::vector<std::uint64_t> saved;
    options.checkpoint.every_updates = 20;
    options.checkpoint.save = [&](const Model& model) {
      saved.push_back(model.counts.seen);
      return Status();
    };
    const TrainReport report = or_throw(train_stream(source, rows.labels, options, &before));
    EXPECT_EQ(report.model.counts.seen, kTwo32 + 60);
    EXPECT_EQ(report.model.state->cursor.position, kTwo32 + 60);
    EXPECT_GT(report.model.counts.updates, kTwo32);
    EXPECT_GE(saved.size(), 4U);
    EXPECT_EQ(saved.back(), kTwo32 + 60);
    const Model again = or_throw(parse_model(model_bytes(report.model), "m", kTwo32));
    EXPECT_EQ(again.counts, report.model.counts);
    if (keep == KeepKind::averaged) {
      EXPECT_EQ(again.state->averaged_seen, kTwo32 + 60);
    }
    if (keep != KeepKind::voted) continue;
    std::uint64_t votes = 0;
    for (const std::uint64_t count : again.voted->counts()) votes += count;
    EXPECT_EQ(votes, kTwo32 + 60);
  }
}

TEST(LargeCounts, LimitsBeyond32BitsAreKept) {
  Few rows = few();
  const Model before = seen_before(rows, KeepKind::last);
  Repeated source(rows.block, kBefore, 100, 41);
  TrainOptions options = online(KeepKind::last);
  options.spec.max_seen = kTwo32 + 5;
  EXPECT_EQ(or_throw(train_stream(source, rows.labels, options, &before)).model.counts.seen, kTwo32 + 5);
}

TEST(LargeCounts, LinesBeyond32BitsAreNamed) {
  Few rows = few();
  rows.block.begin_row({0, 11});
  rows.block.add(1, 1e308);
  rows.block.add(2, 1e308);
  rows.block.add(5, -1e308);
  ASSERT_LT(rows.block.end_row(1), 0);
  Repeated source(rows.block, kTwo32, 1, 41);
  std::vector<std::uint64_t> lines;
  const auto each = [&](const OnlineStep& step) {
    lines.push_back(step.place.line);
    return std::optional<Stop>();
  };
  or_throw(run_online(source, rows.labels, online(KeepKind::last), nullptr, each));
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines.front(), kTwo32 + 1);
  EXPECT_EQ(lines.back(), kTwo32 + 11);

  Places places;
  ASSERT_TRUE(places.add(kTwo32 + 7, {0, 2 * kTwo32}, kTwo32));
  EXPECT_EQ(places.of(3 * kTwo32 + 9).line, 4 * kTwo32 + 2);
}

TEST(LargeCounts, LinesOfACacheMayBeBeyond32Bits) {
  std::string bytes, text;
  Block with_text(true);
  for (std::uint64_t i = 0; i < 3; ++i) {
    with_text.begin_row({0, i + 1});
    with_text.add(0, 2, "2");
    ASSERT_LT(with_text.end_row(0, i == 0 ? "-1" : "1"), 0);
  }
  with_text.put(5 * kTwo32, 1);
  const auto sink = [&](std::string_view more) {
    bytes += more;
    return Status();
  };
  CacheWriter writer(sink, true);
  or_throw(writer.add(with_text));
  Schema schema;
  schema.n_features = 1;
  schema.files = {"rows"};
  or_throw(writer.finish(schema, 0, {CacheOrigin{.name = "rows", .beside = "", .size = 0, .digest = {}}}));
  ReadOptions reading;
  Labels labels = Labels::collect();
  const auto source = or_throw(open_cache_bytes(bytes, "rows.nvk", reading, labels));
  const Block* block = or_throw(source->next(10));
  ASSERT_EQ(block->size(), 3U);
  EXPECT_EQ(block->place(2).line, 5 * kTwo32 + 3);
}

// 2000 rows of 600,000 values, of which there is one copy: more than 10^9, each of which is looked at.
TEST(LargeCounts, OfValuesGoBeyondABillion) {
  constexpr std::size_t kValues = 600'000, kRows = 10, kTimes = 200;
  const std::vector<double> values(kValues, 1);
  std::vector<std::uint32_t> indices(kValues);
  for (std::size_t k = 0; k < kValues; ++k) indices[k] = static_cast<std::uint32_t>(kTwo32 - 1 - 3 * (kValues - 1 - k));
  Block block;
  block.lend(indices.data(), values.data());
  for (std::size_t row = 0; row < kRows; ++row) block.add_lent({0, row + 1}, Labels::kNone, 0, 0, kValues);
  Repeated source(block, 0, kTimes, kTwo32);
  Model model;
  model.hypothesis = {{}, 1, 1};
  const PredictReport report = or_throw(predict(model, source, Labels::any(), {}, [](const Prediction&) { return true; }));
  EXPECT_EQ(report.rows, kRows * kTimes);
  EXPECT_EQ(report.unseen_values, std::uint64_t{kValues} * kRows * kTimes);
  EXPECT_GT(report.unseen_values, 1'000'000'000U);
}

}  // namespace
}  // namespace novikoff::large_counts_test
