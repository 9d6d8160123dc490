// Runs that learn from many rows at a time leave what runs that look at each row leave.
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "novikoff/core/random.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/run/online.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {
namespace {

// Text of rows of either form, some without values, and where labels may lack some without one.
std::string made_text(std::size_t n, bool gaps) {
  Rng rng(17);
  std::string text;
  for (std::size_t row = 0; row < n; ++row) {
    text += gaps && rng.below(7) == 0 ? "" : rng.below(2) == 0 ? "-1" : "1";
    const bool dense = rng.below(2) == 0;
    const std::uint64_t size = 1 + rng.below(30);
    for (std::uint64_t k = 0, index = 0; k < size; ++k) {
      index += dense ? 1 : 1 + rng.below(9);
      text += (text.empty() || text.back() == '\n' ? "" : " ") + std::to_string(index) + ':' + std::to_string(static_cast<int>(rng.below(200)) - 99);
    }
    text += '\n';
  }
  return text;
}

std::unique_ptr<Source> source_of(const std::string& text, Labels& labels, bool gaps) {
  ReadOptions options;
  options.labels_optional = gaps;
  return or_throw(open_source(memory_bytes(text), "made.svm", options, labels));
}

// Without those of features that were only read ahead.
std::vector<double> weights_of(const Hypothesis& w, const Model& model) {
  std::vector<double> all = w.weights;
  all.resize(static_cast<std::size_t>(model.n_features));
  return all;
}

void expect_same(const TrainReport& a, const TrainReport& b) {
  EXPECT_EQ(a.model.counts, b.model.counts);
  EXPECT_EQ(weights_of(a.last, a.model), weights_of(b.last, b.model));
  EXPECT_EQ(a.last.bias_weight, b.last.bias_weight);
  EXPECT_EQ(weights_of(a.model.hypothesis, a.model), weights_of(b.model.hypothesis, b.model));
  EXPECT_EQ(a.model.hypothesis.bias_weight, b.model.hypothesis.bias_weight);
  EXPECT_EQ(a.updates_per_pass, b.updates_per_pass);
}

TEST(RowsLearned, FromAStreamAreThoseOfRowsThatAreWatchedOneByOne) {
  for (const bool gaps : {false, true})
    for (const KeepKind keep : {KeepKind::last, KeepKind::averaged})
      for (const std::uint64_t most : {0U, 100U, 333U}) {
        const std::string text = made_text(1500, gaps);
        TrainOptions options;
        options.spec = {
            .rule = most == 0 ? RuleKind::margin : RuleKind::perceptron, .eta = 0.3, .tau = most == 0 ? 20.0 : 0.0, .order = Order::online, .keep = keep};
        options.spec.max_updates = most;
        std::optional<TrainReport> reports[2];
        for (const bool watched : {false, true}) {
          Labels labels = Labels::fixed("-1", "1");
          const std::unique_ptr<Source> source = source_of(text, labels, gaps);
          const auto each = [](const OnlineStep&) { return std::optional<Stop>(); };
          reports[watched ? 1 : 0] = or_throw(watched ? run_online(*source, labels, options, nullptr, each) : train_stream(*source, labels, options));
        }
        expect_same(*reports[0], *reports[1]);
        EXPECT_EQ(reports[0]->rows, reports[1]->rows);
        EXPECT_EQ(reports[0]->radius.to_double(), reports[1]->radius.to_double());
        EXPECT_EQ(reports[0]->model.n_features, reports[1]->model.n_features);
        EXPECT_EQ(reports[0]->model.stop, most == 0 ? Stop::end_of_data : Stop::update_limit);
      }
}

// A vote is told of every row; the weights that its run ends with are those of any run.
TEST(RowsLearned, InMemoryAreThoseOfARunThatLooksAtEachRow) {
  const std::string text = made_text(800, false);
  Labels labels = Labels::fixed("-1", "1");
  const std::unique_ptr<Source> source = source_of(text, labels, false);
  const Dataset data = or_throw(Dataset::read(*source, labels, std::uint64_t{1} << 30U));
  for (const Order order : {Order::cyclic, Order::shuffled})
    for (const std::uint64_t most : {0U, 1U, 377U}) {
      TrainOptions options;
      options.per_example = options.sequence = true;
      options.spec = {.order = order, .passes = 3};
      options.spec.max_updates = most;
      std::optional<TrainReport> reports[3];
      for (const auto& [at, keep] : {std::pair(0, KeepKind::voted), std::pair(1, KeepKind::last), std::pair(2, KeepKind::averaged)}) {
        options.spec.keep = keep;
        reports[at] = or_throw(train(data, options));
      }
      for (const int at : {1, 2}) {
        EXPECT_EQ(reports[at]->last.weights, reports[0]->last.weights);
        EXPECT_EQ(reports[at]->model.counts, reports[0]->model.counts);
        EXPECT_EQ(reports[at]->update_sequence, reports[0]->update_sequence);
        EXPECT_EQ(reports[at]->updates_per_example, reports[0]->updates_per_example);
        EXPECT_EQ(reports[at]->updates_per_pass, reports[0]->updates_per_pass);
        EXPECT_EQ(reports[at]->trace.recorded->drift.to_double(), reports[0]->trace.recorded->drift.to_double());
        EXPECT_EQ(reports[at]->trace.recorded->excess.to_double(), reports[0]->trace.recorded->excess.to_double());
      }
    }
}

TEST(RowsLearned, AreSavedBehindTheUpdateThatWasAskedFor) {
  const std::string text = made_text(500, false);
  Labels labels = Labels::fixed("-1", "1");
  const std::unique_ptr<Source> source = source_of(text, labels, false);
  const Dataset data = or_throw(Dataset::read(*source, labels, std::uint64_t{1} << 30U));
  TrainOptions options;
  options.spec = {.order = Order::cyclic, .keep = KeepKind::averaged, .passes = 2};
  options.checkpoint.every_updates = 37;
  std::vector<std::uint64_t> saved;
  options.checkpoint.save = [&](const Model& model) {
    saved.push_back(model.counts.updates);
    return Status{};
  };
  or_throw(train(data, options));
  ASSERT_GT(saved.size(), 10U);
  for (std::size_t k = 0; k + 1 < saved.size(); ++k) EXPECT_EQ(saved[k], 37 * (k + 1));
}

}  // namespace
}  // namespace novikoff
