// Runs on a budget of support vectors, from the rows to the model, its bound and the run that goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "novikoff/core/random.hpp"
#include "novikoff/run/model_io.hpp"
#include "run/budget_train.hpp"
#include "run/dual_model.hpp"
#include "run/rows.hpp"

namespace novikoff::budget_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 26U;
constexpr BudgetRule kRules[] = {BudgetRule::randomised, BudgetRule::forgetron, BudgetRule::projectron, BudgetRule::projectron_plus};
constexpr Order kOrders[] = {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};

FeatureView view(const std::vector<double>& x) { return {nullptr, x.data(), x.size()}; }

// Small whole numbers, so that kernels of them are exact; the last is not 0. Labels of a hidden expansion, some of them wrong.
struct Stream {
  std::vector<testing::Row> rows;
  std::vector<std::vector<double>> centres;
  std::vector<double> signs;

  Stream(std::uint64_t seed, const Kernel& kernel, double bias_value, std::size_t n) {
    Rng rng(seed);
    const auto draw = [&] {
      std::vector<double> x(3);
      for (double& v : x) v = static_cast<double>(rng.below(5)) - 2;
      x.back() = 1;
      return x;
    };
    for (int k = 0; k < 2; ++k) {
      centres.push_back(draw());
      signs.push_back(k == 0 ? 1 : -1);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> x = draw();
      const double y = (value(kernel, bias_value, x) > 0) != (rng.below(20) == 0) ? 1 : -1;
      rows.push_back({std::move(x), y});
    }
  }
  // u = Σ ±φ̃(centre), and what follows from it: whole numbers.
  double value(const Kernel& kernel, double bias_value, const std::vector<double>& x) const {
    double sum = 0;
    for (std::size_t k = 0; k < centres.size(); ++k) sum += signs[k] * (kernel(view(centres[k]), view(x)) + bias_value * bias_value);
    return sum;
  }
  double sqnorm(const Kernel& kernel, double bias_value) const {
    double sum = 0;
    for (std::size_t k = 0; k < centres.size(); ++k) sum += signs[k] * value(kernel, bias_value, centres[k]);
    return sum;
  }
};

std::optional<Enclosure> bound_of(const Trace::Budget& run, const Enclosure& u2, const Enclosure& loss) {
  switch (run.rule) {
    case Trace::Budget::Rule::randomised:
      if (!((u2 * run.radius2).high < Enclosure::of(run.size).low)) return std::nullopt;
      return bound::budget_randomised(run.radius2, u2, loss, run.size);
    case Trace::Budget::Rule::forgetron:
      return bound::budget_forgetron(run.radius2, u2, loss, run.damage, run.shrunk);
    case Trace::Budget::Rule::projectron:
      return bound::budget_projectron(run.radius2, u2, loss, run.distance);
    default:
      return bound::budget_projectron_plus(run.radius2, u2, loss, run.distance, run.projection_error);
  }
}

TEST(Budget, KeepsToItsBoundAndItsMemoryOnAThousandRandomStreams) {
  constexpr std::size_t kRows = 60;
  for (const BudgetRule rule : kRules) {
    std::uint64_t judged = 0, telling = 0;
    double mistakes = 0, bounds = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      TrainOptions options;
      LearnerSpec& spec = options.spec;
      spec.kernel = seed % 2 == 0 ? Kernel{} : Kernel{.kind = KernelKind::poly};
      spec.bias_value = seed % 3 == 0 ? 0 : 1;
      spec.seed = seed;
      spec.passes = 1 + seed % 2;
      spec.budget = {.size = 2 + seed % 7, .rule = rule, .projection_error = 1.0 / 64};
      std::size_t held = 0;
      options.checkpoint.every_updates = 1;
      options.checkpoint.save = [&](const Model& model) {
        held = std::max(held, model.expansion->support.size());
        return Status{};
      };
      const Stream stream(seed, spec.kernel, spec.bias_value, kRows);
      const TrainReport report = or_throw(train(testing::dataset(stream.rows), options));
      ASSERT_LE(held, spec.budget.size);
      ASSERT_EQ(report.model.expansion->support.size() + report.model.state->budget->removed + report.model.state->budget->projected,
                report.model.counts.updates);
      const Trace::Budget& run = *report.trace.budget;
      const double u2 = stream.sqnorm(spec.kernel, spec.bias_value);
      // u and its halves, quarters, …: all numbers below are exact.
      std::optional<Enclosure> least;
      for (double scale = 1; scale > 0x1p-12; scale /= 2) {
        double loss = 0;
        for (const testing::Row& row : stream.rows)
          loss += static_cast<double>(*report.model.passes) * std::max(0.0, 1 - row.y * scale * stream.value(spec.kernel, spec.bias_value, row.x));
        const std::optional<Enclosure> value = bound_of(run, Enclosure(scale * scale * u2), Enclosure(loss));
        if (!value) continue;
        // Of the drawn victims the mean is bounded, not each run.
        if (rule != BudgetRule::randomised) {
          EXPECT_FALSE(value->high < Enclosure::of(run.mistakes).low) << name(rule) << " seed " << seed << " scale " << scale;
        }
        if (!least || value->high < least->high) least = value;
      }
      if (!least) continue;
      ++judged;
      mistakes += static_cast<double>(run.mistakes);
      bounds += least->high.to_double();
      telling += least->high < Scaled::of(static_cast<double>(kRows * *report.model.passes)) ? 1 : 0;
    }
    EXPECT_GE(judged, 900U) << name(rule);
    EXPECT_LE(mistakes, bounds) << name(rule);
    EXPECT_GT(telling, 0U) << name(rule);
  }
}

TEST(Budget, GoesOnFromEachCheckpointAsIfItHadNeverStopped) {
  std::vector<testing::Row> rows;
  for (int i = 0; i < 30; ++i) rows.push_back({{std::sin(i * 1.7), std::cos(i * 0.9), std::sin(i * 0.3)}, i % 3 == 0 ? 1.0 : -1.0});
  const Dataset data = testing::dataset(rows);
  for (const BudgetRule rule : kRules)
    for (const Order order : kOrders) {
      TrainOptions options;
      options.spec.order = order;
      options.spec.eta = 0.1;
      options.spec.kernel = {.kind = KernelKind::rbf, .gamma = 2};
      options.spec.budget = {.size = 5, .rule = rule, .projection_error = 0.2};
      if (order != Order::online) options.spec.max_seen = 70;
      const TrainReport whole = or_throw(train(data, options));
      std::vector<Model> saved;
      TrainOptions saving = options;
      saving.checkpoint.every_updates = 3;
      saving.checkpoint.save = [&](const Model& model) {
        saved.push_back(or_throw(parse_model(model_bytes(model), "m", kMemory)));
        return Status{};
      };
      or_throw(train(data, saving));
      ASSERT_GT(saved.size(), 2U);
      for (const Model& model : saved) {
        const TrainReport report = or_throw(train(data, options, &model));
        EXPECT_EQ(model_bytes(report.model), model_bytes(whole.model)) << name(rule) << ' ' << name(order);
      }
    }
}

TEST(Budget, ModelScoresAsTheRunDidAndItsFileIsRefusedWhereItCannotBe) {
  const std::vector<testing::Row> rows{{{0.1, 0.7}, +1}, {{-1, -2}, -1}, {{0.2, 0.6}, -1}, {{-3, 0.1}, +1}, {{1, 1}, -1}, {{0.3, 0.7}, -1}};
  const Dataset data = testing::dataset(rows);
  for (const BudgetRule rule : kRules) {
    TrainOptions options;
    options.spec.kernel = {.kind = KernelKind::laplace, .gamma = 0.5};
    options.spec.budget = {.size = 2, .rule = rule};
    const TrainReport report = or_throw(train(data, options));
    const Model model = or_throw(parse_model(model_bytes(report.model), "m", kMemory));
    EXPECT_EQ(model_bytes(model), model_bytes(report.model));
    EXPECT_EQ(model.spec.budget, options.spec.budget);
    ExpansionScorer scorer(model);
    std::uint64_t errors = 0;
    for (std::size_t row = 0; row < data.size(); ++row) errors += is_error(data[row].y, scorer.score(data[row].x).value) ? 1 : 0;
    EXPECT_EQ(report.answer_evaluation->errors, errors);
    Model bad = model;
    bad.spec.budget.size = 1;
    EXPECT_FALSE(parse_model(model_bytes(bad), "m", kMemory));
    bad = model;
    ++bad.state->budget->steps;
    EXPECT_FALSE(parse_model(model_bytes(bad), "m", kMemory));
    bad = model;
    ++bad.state->budget->removed;
    EXPECT_FALSE(parse_model(model_bytes(bad), "m", kMemory));
  }
}

// What no run leaves is refused, however well the file is sealed; the bounds are made of these numbers.
TEST(Budget, StateThatNoRunLeavesIsRefused) {
  const Stream stream(3, {}, 1, 60);
  using Change = void (*)(Model&);
  const Change changes[] = {
      [](Model& m) { m.state->budget->sqnorm *= 0.5; },
      [](Model& m) { m.state->budget->weight += 2 * static_cast<double>(m.state->budget->removed) + 1; },
      [](Model& m) { m.state->budget->shrunk += static_cast<double>(m.state->budget->removed) + 1; },
      [](Model& m) { m.state->budget->damage += 1e6; },
      [](Model& m) { m.state->budget->damage -= 1e6; },
      [](Model& m) { m.state->budget->distance += 1e6; },
      [](Model& m) { m.state->budget->margin_steps += m.state->budget->projected + 1; },
      [](Model& m) { std::swap(m.state->budget->removed, m.state->budget->projected); },
      [](Model& m) { m.state->current.bias_weight = m.hypothesis.bias_weight += 1; },
      [](Model& m) { m.counts.mistakes = m.counts.updates - m.state->budget->margin_steps + 1; },
      [](Model& m) { m.state->current.weights[0] = m.hypothesis.weights[0] *= 1.5; },
      [](Model& m) { m.state->budget->steps = m.counts.updates += 1, m.state->budget->removed += 1; },
  };
  for (const BudgetRule rule : kRules) {
    TrainOptions options;
    options.spec.passes = 2;
    options.spec.kernel = {.kind = KernelKind::rbf, .gamma = 0.5};
    options.spec.budget = {.size = 6, .rule = rule, .projection_error = 0.25};
    const Model good = or_throw(train(testing::dataset(stream.rows), options)).model;
    ASSERT_TRUE(parse_model(model_bytes(good), "m", kMemory)) << name(rule);
    ASSERT_GT(good.state->budget->removed + good.state->budget->projected, 0U);
    for (const Change change : changes) {
      Model bad = good;
      change(bad);
      const bool projects = options.spec.budget.projects(), last = change == changes[std::size(changes) - 1];
      if (last && !projects) continue;  // one more that made room is what one more update leaves
      EXPECT_FALSE(parse_model(model_bytes(bad), "m", kMemory)) << name(rule) << ' ' << (&change - changes);
    }
  }
}

TEST(Budget, BoundsOfALinearKernelAreSaidAndThoseOfAnotherHaveAReason) {
  const Stream stream(3, {}, 1, 60);
  for (const BudgetRule rule : kRules) {
    TrainOptions options;
    options.spec.passes = 2;
    options.spec.budget = {.size = 6, .rule = rule, .projection_error = 1.0 / 64};
    const TrainReport linear = or_throw(train(testing::dataset(stream.rows), options));
    std::size_t said = 0;
    for (const Bound& bound : linear.bounds) {
      if (!bound.value) {
        EXPECT_FALSE(bound.why.empty());
        continue;
      }
      ++said;
      EXPECT_EQ(bound.id, static_cast<BoundId>(static_cast<int>(BoundId::budget_randomised) + static_cast<int>(rule)));
      EXPECT_EQ(check(bound), Holding::holds);
    }
    EXPECT_EQ(said, 1U) << name(rule);
    options.spec.kernel.kind = KernelKind::rbf;
    for (const Bound& bound : or_throw(train(testing::dataset(stream.rows), options)).bounds) EXPECT_FALSE(bound.value || bound.why.empty());
  }
}

TEST(BudgetSpec, MustBeOneThatABudgetAllows) {
  LearnerSpec spec;
  spec.budget.size = 3;
  EXPECT_TRUE(check_spec(spec));
  EXPECT_TRUE(spec.in_dual());
  const auto refused = [&](auto change) {
    LearnerSpec other = spec;
    change(other);
    return !check_spec(other);
  };
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.keep = KeepKind::averaged; }));
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.rule = RuleKind::margin; }));
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.space = Space::primal; }));
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.b0 = 1; }));
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.w0 = {1}; }));
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.arithmetic = Arithmetic::exact; }));
  EXPECT_TRUE(refused([](LearnerSpec& s) { s.budget.projection_error = -1; }));
}

}  // namespace
}  // namespace novikoff::budget_test
