// Runs with kernels, from the rows to the model and its predictions.
#include <gtest/gtest.h>

#include <cmath>

#include "novikoff/core/random.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/report.hpp"
#include "run/dual_model.hpp"
#include "run/rows.hpp"

namespace novikoff::kernel_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 26U;
constexpr Order kOrders[] = {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};
constexpr KeepKind kKeeps[] = {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every};
const std::vector<testing::Row> kOverlapping{{{0.1, 0.7}, +1}, {{1.0 / 3, -2}, -1},      {{0.2, 0.6}, -1},
                                             {{-3, 0.1}, +1},  {{0, 0, 0, 0, 1e-3}, -1}, {{0.1, 0.7}, -1}};

LearnerSpec xor_spec() {
  LearnerSpec spec;
  spec.kernel = {.kind = KernelKind::poly};
  spec.bias_value = 0;
  spec.passes = 0;
  return spec;
}

TEST(KernelRun, SeparatesXorWithTheUpdatesOfTheTheory) {
  const TrainReport report = testing::trained(testing::kXor, xor_spec());
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.model.counts.updates, 21U);
  EXPECT_EQ(report.model.passes, 8U);
  EXPECT_EQ(report.updates_per_example, (std::vector<std::uint64_t>{7, 5, 5, 4}));
  EXPECT_EQ(report.radius.to_double(), 3);
  EXPECT_EQ(report.last_evaluation->exact_norm->to_double(), std::sqrt(39.0));
}

// Whole numbers: every partial result is exact in both spaces.
TEST(LinearKernel, UpdatesOnTheRowsOfThePrimalSpaceInEveryOrder) {
  for (const auto& rows : {testing::kXor, testing::kLiHang, testing::kContradiction, testing::unit_vectors(7, true)})
    for (const Order order : kOrders)
      for (const Tie tie : {Tie::update, Tie::plus})
        for (const double bias : {0.0, 2.0}) {
          LearnerSpec spec;
          spec.order = order;
          spec.tie = tie;
          spec.bias_value = bias;
          spec.eta = 0.5;
          spec.b0 = bias == 0 ? 0 : 4;
          spec.keep = KeepKind::last;
          if (order != Order::online) spec.max_seen = 50;
          const TrainReport primal = testing::trained(rows, spec);
          spec.space = Space::dual;
          const TrainReport dual = testing::trained(rows, spec);
          EXPECT_EQ(dual.update_sequence, primal.update_sequence) << name(order);
          EXPECT_EQ(dual.model.counts, primal.model.counts);
          EXPECT_EQ(dual.model.stop, primal.model.stop);
          const std::optional<Hypothesis> w = input_weights(dual.model, dual.model.hypothesis);
          ASSERT_TRUE(w);
          for (std::size_t j = 0; j < w->weights.size(); ++j) EXPECT_EQ(w->weights[j], primal.last.weights[j]);
          EXPECT_EQ(w->bias(), primal.last.bias());
          EXPECT_EQ(dual.last_evaluation->errors, primal.last_evaluation->errors);
          EXPECT_EQ(dual.last_evaluation->margin_min.to_double(), primal.last_evaluation->margin_min.to_double());
          EXPECT_EQ(dual.radius.to_double(), primal.radius.to_double());
        }
}

TEST(LinearKernel, GivesTheAnswersOfEveryKeep) {
  for (const KeepKind keep : kKeeps) {
    LearnerSpec spec;
    spec.keep = keep;
    spec.passes = 4;
    const TrainReport primal = testing::trained(testing::kXor, spec);
    spec.space = Space::dual;
    const TrainReport dual = testing::trained(testing::kXor, spec);
    EXPECT_EQ(dual.answer_evaluation->errors, primal.answer_evaluation->errors) << name(keep);
    EXPECT_EQ(dual.pocket_history, primal.pocket_history);
    EXPECT_EQ(dual.model.voted.has_value(), primal.model.voted.has_value());
    if (dual.model.voted) {
      EXPECT_EQ(dual.model.voted->counts(), primal.model.voted->counts());
      continue;
    }
    const std::optional<Hypothesis> w = input_weights(dual.model, dual.model.hypothesis);
    for (std::size_t j = 0; j < w->weights.size(); ++j) EXPECT_NEAR(w->weights[j], primal.model.hypothesis.weights[j], 1e-15) << name(keep);
  }
}

// Every score of the model is that which the run had, but for the order of its sum.
// Updates that do not help are taken back to the last bit, so that those that follow are the same.
TEST(LinearKernel, ClimbsTheSameHillAsThePrimalSpace) {
  std::vector<std::vector<testing::Row>> sets{testing::kXor, testing::kLiHang, testing::kContradiction};
  Rng random(11);
  for (int set = 0; set < 20; ++set) {
    std::vector<testing::Row>& rows = sets.emplace_back();
    for (int row = 0; row < 12; ++row) {
      const auto value = [&] { return static_cast<double>(random.below(9)) - 4; };
      rows.push_back({{value(), value(), value()}, random.below(2) == 0 ? -1.0 : 1.0});
    }
  }
  std::uint64_t taken_back = 0;
  for (const auto& rows : sets)
    for (const Tie tie : {Tie::update, Tie::plus})
      for (const double b0 : {0.0, 3.0}) {
        LearnerSpec spec;
        spec.order = Order::restart;
        spec.keep = KeepKind::greedy;
        spec.tie = tie;
        spec.b0 = b0;
        const TrainReport primal = testing::trained(rows, spec);
        spec.space = Space::dual;
        const TrainReport dual = testing::trained(rows, spec);
        EXPECT_EQ(dual.update_sequence, primal.update_sequence);
        EXPECT_EQ(dual.updates_per_example, primal.updates_per_example);
        EXPECT_EQ(dual.pocket_history, primal.pocket_history);
        EXPECT_EQ(dual.model.counts, primal.model.counts);
        EXPECT_EQ(dual.model.stop, primal.model.stop);
        EXPECT_EQ(dual.answer_evaluation->errors, primal.answer_evaluation->errors);
        EXPECT_FALSE(dual.model.state);
        taken_back += dual.model.counts.mistakes > dual.model.counts.updates ? 1 : 0;
        // Its file predicts as the run did.
        const Model read = or_throw(parse_model(model_bytes(dual.model), "m", kMemory));
        ExpansionScorer scorer(read);
        const Dataset data = testing::dataset(rows);
        std::uint64_t errors = 0;
        for (std::size_t row = 0; row < rows.size(); ++row) errors += scorer.score(data[row].x).value * data[row].y <= 0 ? 1 : 0;
        EXPECT_EQ(errors, dual.answer_evaluation->errors);
      }
  EXPECT_GT(taken_back, 10U);
}

TEST(KernelRun, OfAKernelClimbsToFewerErrorsAndStops) {
  LearnerSpec spec;
  spec.kernel = {.kind = KernelKind::rbf};
  spec.order = Order::restart;
  spec.keep = KeepKind::greedy;
  const TrainReport report = testing::trained(testing::kXor, spec);
  EXPECT_EQ(report.pocket_history, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 4}, {1, 2}}));
  EXPECT_EQ(report.model.stop, Stop::stalled);
  EXPECT_EQ(report.dual->rows, (std::vector<std::uint64_t>{0}));
  const Model& model = report.model;
  EXPECT_FALSE(train(testing::dataset(testing::kXor), TrainOptions{.spec = spec}, &model)) << "it cannot be gone on with";
}

TEST(KernelModel, ScoresTheRowsAsTheRunDidAfterAWayThroughItsFile) {
  const Dataset data = testing::dataset(kOverlapping);
  for (const KernelKind kind : {KernelKind::linear, KernelKind::poly, KernelKind::rbf, KernelKind::laplace})
    for (const KeepKind keep : kKeeps) {
      TrainOptions options;
      options.spec.kernel = {.kind = kind, .gamma = 0.7};
      options.spec.space = Space::dual;
      options.spec.keep = keep;
      options.spec.passes = 5;
      const TrainReport report = or_throw(train(data, options));
      const std::string bytes = model_bytes(report.model);
      const Model model = or_throw(parse_model(bytes, "m", kMemory));
      EXPECT_EQ(model_bytes(model), bytes);
      ExpansionScorer scorer(model);
      std::uint64_t errors = 0;
      for (std::size_t row = 0; row < data.size(); ++row) {
        const Score score = scorer.score(data[row].x);
        EXPECT_TRUE(score.sign_known);
        errors += is_error(data[row].y, score.value) ? 1 : 0;
      }
      EXPECT_EQ(errors, report.answer_evaluation->errors) << name(kind) << ' ' << name(keep);
    }
}

// Each change of a good file, sealed again, is refused with its place.
TEST(KernelModel, IsRefusedWhereItSaysWhatNoRunDoes) {
  TrainOptions options;
  options.spec.kernel = {.kind = KernelKind::chi2};
  options.spec.passes = 3;
  const Model good = or_throw(train(testing::dataset({{{1, 2}, 1}, {{2, 1}, -1}, {{0, 3}, 1}}), options)).model;
  const std::vector<std::pair<std::function<void(Model&)>, std::string>> changes{
      {[](Model& m) { m.hypothesis.weights.push_back(1); }, "is above"},
      {[](Model& m) { m.state->support_rows[0] = 9; }, "do not ascend"},
      {[](Model& m) { m.state->support_rows.pop_back(); }, "one row for each"},
      {[](Model& m) { m.n_features = 1; }, "is above 1"},
      {[](Model& m) { m.expansion->kernel = {.kind = KernelKind::rbf, .gamma = -1}; }, "--gamma"},
      {[](Model& m) { m.expansion->kernel = {.kind = KernelKind::poly, .degree = 0}; }, "--degree"},
      {[](Model& m) { m.expansion->kernel.kind = KernelKind::function; }, "function"},
      {[](Model& m) {
         const double negative = -1;
         m.expansion->support.append({nullptr, &negative, 1});
         m.state->support_rows.push_back(7);
       },
       "negative"},
      {[](Model& m) { m.spec.w0 = {1}; }, "--w0"}};
  EXPECT_TRUE(parse_model(model_bytes(good), "m", kMemory));
  for (const auto& [change, says] : changes) {
    Model bad = good;
    change(bad);
    const Result<Model> read = parse_model(model_bytes(bad), "m", kMemory);
    ASSERT_FALSE(read) << says;
    EXPECT_EQ(read.error().code, ErrorCode::model_invalid);
    EXPECT_NE(read.error().message.find(says), std::string::npos) << read.error().message;
  }
  EXPECT_EQ(parse_model(model_bytes(good), "m", 2000).error().code, ErrorCode::memory_limit);
}

TEST(KernelModel, OfAVoteStepsOnOneSupportVectorAtATime) {
  LearnerSpec spec = xor_spec();
  spec.keep = KeepKind::voted;
  const Model good = testing::trained(testing::kXor, spec).model;
  EXPECT_TRUE(parse_model(model_bytes(good), "m", kMemory));
  const double two[] = {0, 2}, both[] = {1, 1};
  for (const FeatureView& wrong : {FeatureView{nullptr, two, 2}, FeatureView{nullptr, both, 2}}) {
    Model bad = good;
    RowStore examples;
    for (std::size_t e = 0; e < good.voted->examples().size(); ++e) examples.append(e == 1 ? wrong : good.voted->examples()[e]);
    bad.voted = VotedHypothesis(good.voted->start(), good.voted->start_count(), examples, good.voted->steps());
    EXPECT_FALSE(parse_model(model_bytes(bad), "m", kMemory));
  }
}

TEST(KernelRun, GoesOnFromEachCheckpointAsIfItHadNeverStopped) {
  const Dataset data = testing::dataset(kOverlapping);
  for (const Order order : kOrders)
    for (const KeepKind keep : kKeeps) {
      TrainOptions options;
      options.spec.order = order;
      options.spec.keep = keep;
      options.spec.eta = 0.1;
      options.spec.kernel = {.kind = KernelKind::rbf, .gamma = 0.3};
      if (order != Order::online) options.spec.max_seen = 60;
      const std::string whole = learned_bytes(or_throw(train(data, options)).model);
      std::vector<Model> saved;
      TrainOptions saving = options;
      saving.checkpoint.every_updates = 1;
      saving.checkpoint.save = [&](const Model& model) {
        saved.push_back(or_throw(parse_model(model_bytes(model), "m", kMemory)));
        return Status{};
      };
      or_throw(train(data, saving));
      ASSERT_GT(saved.size(), 2U);
      for (const Model& model : saved) EXPECT_EQ(learned_bytes(or_throw(train(data, options, &model)).model), whole) << name(order) << ' ' << name(keep);
    }
}

TEST(KernelRun, HasTheSameBytesWhateverTheCacheAndTheForm) {
  std::vector<testing::Row> rows;
  for (int i = 0; i < 80; ++i) rows.push_back({{std::sin(i * 1.7), std::cos(i * 0.9), std::sin(i * 0.3)}, i % 3 == 0 ? 1.0 : -1.0});
  const Dataset data = testing::dataset(rows);
  TrainOptions options;
  options.spec.kernel = {.kind = KernelKind::rbf, .gamma = 2};
  options.spec.passes = 6;
  const TrainReport report = or_throw(train(data, options));
  EXPECT_GT(report.dual->support, 10U);
  options.kernel_cache = report.dual->gram_row;
  const TrainReport least = or_throw(train(data, options));
  EXPECT_EQ(least.dual->gram_held, 1U);
  EXPECT_GT(least.dual->gram_made, report.dual->gram_made);
  EXPECT_EQ(model_bytes(least.model), model_bytes(report.model));
  EXPECT_EQ(least.averaged_evaluation->errors, report.averaged_evaluation->errors);
  options.kernel_cache = report.dual->gram_row - 1;
  const Result<TrainReport> none = train(data, options);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::memory_limit);
}

// Enough rows for panels beyond the caches near the processor, of which several rows of the Gram matrix are made at once.
TEST(KernelRun, MakesTheRowsThatUpdateAndNoOthers) {
  Rng rng(3);
  std::vector<testing::Row> rows(900, {std::vector<double>(40), 1});
  for (testing::Row& row : rows) {
    for (double& x : row.x) x = 2 * rng.uniform() - 1;
    row.y = row.x[0] + row.x[1] * row.x[2] + 0.2 * row.x[3] > 0 ? 1 : -1;
  }
  for (const Order order : {Order::cyclic, Order::shuffled})
    for (const KernelKind kind : {KernelKind::rbf, KernelKind::poly}) {
      LearnerSpec spec;
      spec.order = order;
      spec.kernel = {.kind = kind, .gamma = kind == KernelKind::rbf ? 0.02 : 0.1};
      spec.passes = 1;  // no row is needed twice
      const TrainReport report = testing::trained(rows, spec);
      EXPECT_GT(report.dual->support, 100U);
      EXPECT_EQ(report.dual->gram_made, report.dual->support) << name(order) << ' ' << name(kind);
    }
}

TEST(KernelRun, CountsRowsHeldOutAsItsModelDoes) {
  const Dataset data = testing::dataset(kOverlapping);
  const std::vector<testing::Row> held{{{0.5, 0.5}, +1}, {{-2, 1}, -1}, {{0, 3}, +1}};
  const Dataset holdout = testing::dataset(held);
  for (const KeepKind keep : kKeeps) {
    TrainOptions options;
    options.spec.kernel = {.kind = KernelKind::rbf, .gamma = 0.2};
    options.spec.keep = keep;
    options.spec.passes = 3;
    const TrainReport without = or_throw(train(data, options));
    options.holdout = &holdout;
    options.curve = true;
    const TrainReport with = or_throw(train(data, options));
    EXPECT_EQ(learned_bytes(with.model), learned_bytes(without.model));
    ExpansionScorer scorer(with.model);
    std::uint64_t errors = 0;
    for (std::size_t row = 0; row < holdout.size(); ++row) errors += is_error(holdout[row].y, scorer.score(holdout[row].x).value) ? 1 : 0;
    EXPECT_EQ(with.holdout_evaluation->errors, errors) << name(keep);
    if (keep == KeepKind::last) {
      EXPECT_EQ(with.curve.back().holdout->errors, errors);
    }
  }
}

TEST(AveragedScores, AreThoseOfTheMeanOfTheCoefficients) {
  const Dataset data = testing::dataset(kOverlapping);
  TrainOptions options;
  options.spec.kernel = {.kind = KernelKind::rbf, .gamma = 0.2};
  options.spec.keep = KeepKind::averaged;
  options.spec.passes = 9;
  const TrainReport report = or_throw(train(data, options));
  ExpansionScorer scorer(report.model);
  double least = 1e9;
  for (std::size_t row = 0; row < data.size(); ++row) least = std::min(least, data[row].y * scorer.score(data[row].x).value);
  EXPECT_NEAR(report.averaged_evaluation->margin_min.to_double(), least, 1e-13);
}

ExactData exact_data(const std::vector<testing::Row>& rows, double bias) {
  ExactRows::Builder builder(Numbers::decimal, bias);
  std::size_t width = 0;
  for (const testing::Row& row : rows) {
    for (std::uint32_t j = 0; j < row.x.size(); ++j) builder.add(j, row.x[j]);
    builder.end_row(static_cast<std::int8_t>(row.y));
    width = std::max(width, row.x.size());
  }
  ExactData data;
  data.rows = or_throw(builder.finish(width, kMemory, [](int y) { return y; }));
  data.classes = {"-1", "1"};
  return data;
}

// Small whole numbers, where the doubles round nothing but the mean of averages.
TEST(ExactKernel, UpdatesOnTheRowsOfTheRunInDoublesAndGivesItsModel) {
  const std::vector<testing::Row> rows{{{0, 2}, -1}, {{3, 1}, +1}, {{1, 0}, +1}, {{1, 1}, -1}, {{-2, 1}, +1}, {{1, 1}, +1}};
  for (const Order order : kOrders)
    for (const KeepKind keep : kKeeps)
      for (const double bias : {0.0, 2.0}) {
        TrainOptions options;
        options.spec.kernel = {.kind = KernelKind::poly, .gamma = 2, .coef0 = 3, .degree = 3};
        options.spec.order = order;
        options.spec.keep = keep;
        options.spec.bias_value = bias;
        options.spec.eta = 0.5;
        if (order != Order::online) options.spec.max_seen = 40;
        options.per_example = options.sequence = true;
        const TrainReport doubles = or_throw(train(testing::dataset(rows), options));
        options.spec.arithmetic = Arithmetic::exact;
        const TrainReport exact = or_throw(train(exact_data(rows, bias), options));
        EXPECT_EQ(exact.update_sequence, doubles.update_sequence) << name(order) << ' ' << name(keep);
        EXPECT_EQ(exact.model.counts, doubles.model.counts);
        EXPECT_EQ(exact.pocket_history, doubles.pocket_history);
        EXPECT_EQ(exact.answer_evaluation->errors, doubles.answer_evaluation->errors);
        EXPECT_EQ(exact.radius.to_double(), doubles.radius.to_double());
        ASSERT_TRUE(exact.model.expansion);
        ASSERT_EQ(exact.model.expansion->support.size(), doubles.model.expansion->support.size());
        if (keep == KeepKind::voted) {
          EXPECT_EQ(exact.model.voted->counts(), doubles.model.voted->counts());
          EXPECT_EQ(exact.model.voted->steps().size(), doubles.model.voted->steps().size());
        }
        for (std::size_t k = 0; k < exact.model.hypothesis.weights.size() && keep != KeepKind::voted; ++k)
          EXPECT_NEAR(exact.model.hypothesis.weights[k], doubles.model.hypothesis.weights[k], 1e-15);
        const Model read = or_throw(parse_model(model_bytes(exact.model), "m", kMemory));
        EXPECT_EQ(model_bytes(read), model_bytes(exact.model));
        ExactData data = exact_data(rows, bias);
        ExpansionScorer scorer(read);
        std::uint64_t errors = 0;
        for (const testing::Row& row : rows) errors += is_error(row.y, scorer.score({nullptr, row.x.data(), row.x.size()}).value) ? 1 : 0;
        if (keep != KeepKind::averaged && keep != KeepKind::automatic) {
          EXPECT_EQ(errors, exact.answer_evaluation->errors);
        }
      }
}

const Bound& bound_of(const TrainReport& report, BoundId id) { return report.bounds[static_cast<std::size_t>(id)]; }

// The exact run makes the same updates, and its bounds are of exact numbers: those of the run in doubles enclose them, closely.
TEST(DualBounds, EncloseThoseOfTheExactRun) {
  const std::vector<testing::Row> apart{{{0, 2}, -1}, {{3, 1}, +1}, {{1, 0}, +1}, {{1, 1}, -1}, {{-2, 1}, +1}},
      overlapping{{{0, 2}, -1}, {{0, 2}, +1}, {{1, 0}, +1}};
  for (const auto& rows : {testing::kXor, apart, overlapping})
    for (const double bias : {0.0, 2.0})
      for (const double tau : {0.0, 0.25}) {
        TrainOptions options;
        options.spec.kernel = {.kind = KernelKind::poly, .gamma = 2, .coef0 = 3, .degree = 3};
        options.spec.bias_value = bias;
        options.spec.eta = 0.5;
        options.spec.passes = 60;
        options.per_example = true;
        if (tau > 0) options.spec.rule = RuleKind::margin, options.spec.tau = tau;
        const TrainReport doubles = or_throw(train(testing::dataset(rows), options));
        options.spec.arithmetic = Arithmetic::exact;
        const TrainReport exact = or_throw(train(exact_data(rows, bias), options));
        ASSERT_EQ(exact.model.counts, doubles.model.counts);
        ASSERT_TRUE(doubles.margin.low && doubles.margin.high);
        EXPECT_FALSE(*exact.margin.low < *doubles.margin.low);
        EXPECT_NEAR(doubles.margin.low->to_double(), exact.margin.low->to_double(), 1e-9);
        EXPECT_FALSE(*doubles.margin.high < *exact.margin.high);
        EXPECT_NEAR(doubles.margin.high->to_double(), exact.margin.high->to_double(), 1e-9);
        for (const Bound& bound : doubles.bounds) {
          const Bound& other = bound_of(exact, bound.id);
          if (bound.id == BoundId::norm || bound.id == BoundId::bias_constant) continue;
          if (bound.id >= BoundId::freund_schapire) {  // of those any u has one, and exact runs try more of them
            EXPECT_TRUE(!bound.value || check(bound) == Holding::holds) << describe(bound.id).name;
            continue;
          }
          ASSERT_EQ(bound.value.has_value(), other.value.has_value()) << describe(bound.id).name << ": " << bound.why << " / " << other.why;
          if (!bound.value) continue;
          EXPECT_FALSE(other.value->high < bound.value->low || bound.value->high < other.value->low) << describe(bound.id).name;
          EXPECT_NEAR(bound.value->high.to_double() / other.value->high.to_double(), 1, 1e-8) << describe(bound.id).name;
          EXPECT_EQ(check(bound), check(other)) << describe(bound.id).name;
          EXPECT_FALSE(bound.rounded) << "its drift is not recorded";
        }
      }
}

TEST(DualBounds, AreThoseOfXor) {
  const TrainReport report = testing::trained(testing::kXor, xor_spec());
  const Bound& novikoff = bound_of(report, BoundId::novikoff);
  ASSERT_TRUE(novikoff.value);
  EXPECT_TRUE(novikoff.value->low.to_double() < 351 + 1e-9 && 351 - 1e-9 < novikoff.value->high.to_double()) << "R² = 9, ‖w‖² = 39, min y·s = 1";
  EXPECT_EQ(check(novikoff), Holding::holds);
  EXPECT_LT(report.margin.low->to_double(), std::sqrt(3.0 / 35));
  EXPECT_GT(report.margin.high->to_double(), std::sqrt(3.0 / 35));
  LearnerSpec spec = xor_spec();
  spec.bias_value = 1;
  spec.b0 = 1;
  EXPECT_FALSE(bound_of(testing::trained(testing::kXor, spec), BoundId::novikoff).value) << "from another start they are not stated";
}

// A margin that rounding may have made is none.
TEST(DualBounds, TakeTheRoundingOfScoresOff) {
  LearnerSpec spec;
  spec.kernel = {.kind = KernelKind::rbf, .gamma = 1e-15};
  spec.bias_value = 0;
  spec.passes = 5;
  const TrainReport report = testing::trained({{{0}, +1}, {{1}, -1}}, spec);
  ASSERT_EQ(report.last_evaluation->errors, 0U) << "as doubles see it";
  EXPECT_EQ(report.margin.low->to_double(), 0);
  EXPECT_FALSE(bound_of(report, BoundId::novikoff).value);
  spec.kernel.gamma = 1;
  const TrainReport clear = testing::trained({{{0}, +1}, {{1}, -1}}, spec);
  EXPECT_GT(clear.margin.low->to_double(), 0.5);
}

TEST(ExactKernel, IsBoundedByTheMarginOfItsFeatureSpace) {
  TrainOptions options;
  options.spec = xor_spec();
  options.spec.arithmetic = Arithmetic::exact;
  const TrainReport report = or_throw(train(exact_data(testing::kXor, 0), options));
  EXPECT_EQ(report.model.counts.updates, 21U);
  EXPECT_EQ(report.space, Space::dual);
  ASSERT_TRUE(report.margin.low && report.margin.high);
  EXPECT_LE(report.margin.low->to_double(), std::sqrt(3.0 / 35));
  EXPECT_GE(report.margin.high->to_double(), std::sqrt(3.0 / 35));
  EXPECT_EQ(check(report.bounds[0]), Holding::holds);
}

TEST(ExactKernel, OfValuesThatAreNoFractionsIsRefused) {
  TrainOptions options;
  options.spec.arithmetic = Arithmetic::exact;
  options.spec.kernel = {.kind = KernelKind::rbf};
  EXPECT_EQ(train(exact_data(testing::kXor, 0), options).error().code, ErrorCode::usage);
}

TEST(KernelFunction, IsTheCallersAndNoFileHoldsIt) {
  LearnerSpec spec = xor_spec();
  const Kernel poly = spec.kernel;
  spec.kernel.kind = KernelKind::function;
  EXPECT_FALSE(check_spec(spec));
  spec.kernel.function = [poly](const FeatureView& x, const FeatureView& z) { return poly(x, z); };
  const TrainReport report = testing::trained(testing::kXor, spec);
  EXPECT_EQ(report.model.counts.updates, 21U);
  EXPECT_EQ(save_model(report.model, ::testing::TempDir() + "function.model").error().code, ErrorCode::usage);
}

TEST(KernelRun, NamesThePairWhoseKernelIsBeyondTheDoubles) {
  LearnerSpec spec;
  spec.kernel = {.kind = KernelKind::poly, .degree = 9};
  const Result<TrainReport> report = train(testing::dataset({{{1}, 1}, {{1e30}, -1}, {{-1e30}, 1}}), TrainOptions{.spec = spec});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kernel_not_representable);
  EXPECT_NE(report.error().message.find("row 2 and row 2"), std::string::npos) << report.error().message;
}

TEST(KernelRun, RefusesFeaturesThatItsKernelDoesNotTake) {
  LearnerSpec spec;
  spec.kernel = {.kind = KernelKind::chi2};
  const Result<TrainReport> report = train(testing::dataset({{{1}, 1}, {{-1}, -1}}), TrainOptions{.spec = spec});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kernel_not_defined);
  EXPECT_NE(report.error().message.find("row 2"), std::string::npos);
}

TEST(KernelReport, HasTheNumbersOfTheKernelsFormulaAndNoOthers) {
  for (const KernelKind kind : {KernelKind::linear, KernelKind::poly, KernelKind::rbf, KernelKind::laplace, KernelKind::intersection, KernelKind::chi2}) {
    LearnerSpec spec;
    spec.kernel.kind = kind;
    spec.space = Space::dual;
    spec.passes = 1;
    const TrainOptions options{.spec = spec};
    const std::string json = train_json(or_throw(train(testing::dataset(testing::kXor), options)), options);
    const bool poly = kind == KernelKind::poly, gamma = poly || kind == KernelKind::rbf || kind == KernelKind::laplace;
    EXPECT_EQ(json.find("\"gamma\": 1,") != std::string::npos || json.find("\"gamma\": 1\n") != std::string::npos, gamma) << name(kind);
    EXPECT_EQ(json.find("\"coef0\"") != std::string::npos, poly) << name(kind);
    EXPECT_EQ(json.find("\"degree\"") != std::string::npos, poly) << name(kind);
  }
}

TEST(KernelSpec, MustBeOneThatTheSpaceCanHold) {
  LearnerSpec spec;
  spec.kernel = {.kind = KernelKind::rbf};
  EXPECT_TRUE(check_spec(spec));
  for (const auto& change : std::vector<std::function<void(LearnerSpec&)>>{
           [](LearnerSpec& s) { s.space = Space::primal; }, [](LearnerSpec& s) { s.w0 = {1}; }, [](LearnerSpec& s) { s.kernel.gamma = 0; },
           [](LearnerSpec& s) { s.kernel.coef0 = -1; }, [](LearnerSpec& s) { s.kernel.degree = 0; }}) {
    LearnerSpec other = spec;
    change(other);
    EXPECT_FALSE(check_spec(other));
  }
}

}  // namespace
}  // namespace novikoff::kernel_test
