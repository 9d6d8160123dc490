// What a model file says of where its run stood.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/model_input.hpp"

namespace novikoff {
namespace {

// null stands for the answer.
Hypothesis read_unless_answer(Input& in, std::string_view key, const Model& model) {
  if (!in.json.at(key).null()) return read_hypothesis(in, model.spec.bias_value);
  if (model.voted) in.json.fail("null, but a vote is no single hypothesis");
  return in.take(model.hypothesis.weights.size() * sizeof(double)) ? model.hypothesis : Hypothesis{};
}

void read_averaged(Input& in, const Model& model, RunState& state) {
  if (in.json.at("averaged").null()) return;
  in.json.begin_object();
  state.averaged_seen = in.json.at("seen").whole();
  if (state.averaged_seen != model.counts.seen) in.json.fail("the average is over another number of examples than were seen");
  state.weighted_steps.emplace();
  state.weighted_steps->bias_value = model.spec.bias_value;
  state.weighted_steps->weights = read_weights(in, "weights");
  state.weighted_steps->bias_weight = in.json.at("bias_weight").number();
  in.json.end_object();
}

void read_pocket(Input& in, const Model& model, RunState& state) {
  if (in.json.at("pocket").null()) return;
  in.json.begin_object();
  PocketKeep::State& pocket = state.pocket.emplace();
  pocket.best = read_unless_answer(in, "best", model);
  pocket.best_errors = in.json.at("errors").whole();
  pocket.best_run = in.json.at("best_run").whole();
  pocket.run = in.json.at("run").whole();
  pocket.seen = in.json.at("seen").whole();
  pocket.counted = in.json.at("counted").boolean();
  const std::uint64_t n = in.json.at("history").begin_array();
  if (in.take(n * sizeof(pocket.history[0]))) pocket.history.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i).begin_array_of(2);
    const std::uint64_t seen = in.json.element(0).whole();
    pocket.history.emplace_back(seen, in.json.element(1).whole());
    in.json.end_array();
  }
  in.json.end_array();
  in.json.end_object();
}

// Weights are stored without their trailing zeros; a run's vectors have one length.
void same_length(Input& in, RunState& state) {
  if (!state.weighted_steps) return;
  std::vector<double>& current = state.current.weights;
  std::vector<double>& steps = state.weighted_steps->weights;
  const std::size_t width = std::max(current.size(), steps.size());
  if (!in.take((2 * width - current.size() - steps.size()) * sizeof(double))) return;
  current.resize(width);
  steps.resize(width);
}

void read_holdout(Input& in, RunState& state) {
  if (in.json.at("holdout").null()) return;
  in.json.begin_object();
  HoldoutBest& best = state.holdout.emplace();
  best.pass = in.json.at("pass").whole();
  best.errors = in.json.at("errors").whole();
  in.json.end_object();
}

void read_examples_seen(Input& in, RunState& state) {
  if (in.json.at("examples").null()) return;
  in.json.begin_object();
  ExamplesSeen& examples = state.examples.emplace();
  examples.rows = in.json.at("rows").whole();
  examples.sha256 = read_sha256(in, "sha256");
  in.json.end_object();
}

std::vector<double> read_scores(Input& in, std::string_view key) {
  std::vector<double> scores;
  const std::uint64_t n = in.json.at(key).begin_array();
  if (in.take(n * sizeof(double))) scores.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) scores.push_back(in.json.element(i).number());
  in.json.end_array();
  return scores;
}

// Which rows the support vectors are, ascending, and the scores of all rows, if the file holds them.
void read_dual_state(Input& in, const Model& model, RunState& state) {
  if (!model.expansion) return;
  if (model.expansion->rows) {
    if (in.take(model.expansion->rows->size() * sizeof(std::uint64_t))) state.support_rows = *model.expansion->rows;
  } else {
    state.support_rows = read_ascending(in, "support_rows");
    if (!state.support_rows.empty() && state.support_rows.size() != model.expansion->support.size())
      in.json.fail("there is not one row for each of the support vectors");
  }
  state.scores = read_scores(in, "scores");
  state.weighted_scores = read_scores(in, "weighted_scores");
}

// Why no run on the budget leaves this; nothing is said of a trace that may be one. Sums of terms of at most 1 or 2 are exact at that bound, and no rounding
// passes it.
std::string_view impossible(const Model& model, const RunState& state, const BudgetTrace& trace) {
  const Budget& budget = model.spec.budget;
  const RowStore& support = model.expansion->support;
  const auto removed = static_cast<double>(trace.removed);
  // Each update adds a support vector, puts one in the place of another, or projects.
  if (support.size() + trace.removed + trace.projected != trace.steps) return "the support vectors are not those of so many steps";
  if (trace.projected > 0 && !budget.projects()) return "the rule of the budget projects no updates";
  if (trace.removed > 0 && budget.projects()) return "the rule of the budget removes no support vectors";
  if (trace.removed > 0 && support.size() < budget.size) return "support vectors made room, and there is room";
  if (trace.margin_steps > 0 && budget.rule != BudgetRule::projectron_plus) return "the rule of the budget takes no steps on rows that are right";
  if (trace.margin_steps > trace.projected) return "steps on rows that are right are projected, and more of them are said than were projected";
  if (model.counts.mistakes > trace.steps - trace.margin_steps) return "there are more mistakes than updates on rows that are not right";
  if (budget.rule != BudgetRule::forgetron && (trace.weight != 0 || trace.damage != 0 || trace.shrunk != 0))
    return "the rule of the budget makes no coefficients smaller";
  if (trace.weight > 2 * removed || trace.shrunk > removed) return "no so few support vectors that made room weigh so much";
  const double most = removed * trace.sqnorm * (2 * static_cast<double>(support.size()) + 4);
  if (std::fabs(trace.damage) > most) return "no so few support vectors that made room do such damage";
  const auto left_out = static_cast<double>(trace.projected - trace.margin_steps);
  if (trace.distance > left_out * std::sqrt(trace.sqnorm) * (1 + (left_out + 4) * 0x1p-52)) return "no so few projections leave out so much";
  double largest = 0, sum = 0;
  for (std::size_t k = 0; k < support.size(); ++k) {
    largest = std::max(largest, model.spec.kernel(support[k], support[k]) + model.spec.bias_value * model.spec.bias_value);
    const double c = state.current.weights[k], size = std::fabs(c);
    if (budget.rule == BudgetRule::randomised ? size != model.spec.eta : budget.rule == BudgetRule::forgetron && size > model.spec.eta)
      return "a coefficient is not one that the rule of the budget leaves";
    sum += c;
  }
  const bool all_there = trace.removed == 0 && trace.projected == 0;
  if (all_there ? trace.sqnorm != largest : trace.sqnorm < largest) return "the largest K(x, x) + B² is not that of the support vectors";
  if (state.current.bias_weight != model.spec.bias_value * sum) return "the bias is not that of the support vectors";
  return {};
}

void read_budget(Input& in, const Model& model, RunState& state) {
  in.json.at("budget").begin_object();
  BudgetTrace& trace = state.budget.emplace();
  trace.steps = in.json.at("steps").whole();
  if (trace.steps != model.counts.updates) in.json.fail("the budget has seen another number of updates than the run");
  trace.margin_steps = in.json.at("margin_steps").whole(trace.steps);
  trace.removed = in.json.at("removed").whole(trace.steps);
  trace.projected = in.json.at("projected").whole(trace.steps);
  trace.sqnorm = read_at_least_0(in, "sqnorm");
  trace.weight = read_at_least_0(in, "weight");
  trace.damage = in.json.at("damage").number();
  trace.shrunk = read_at_least_0(in, "shrunk");
  trace.distance = read_at_least_0(in, "distance");
  in.json.end_object();
  state.current.weights.resize(model.expansion->support.size());
  if (!in.json.ok()) return;
  if (const std::string_view why = impossible(model, state, trace); !why.empty()) in.json.fail(std::string(why));
}

}  // namespace

void read_state(Input& in, Model& model) {
  if (in.json.at("state").null()) return;
  in.json.begin_object();
  RunState& state = model.state.emplace();
  state.current = read_unless_answer(in, "current", model);
  in.json.at("cursor").begin_object();
  state.cursor.pass = in.json.at("pass").whole();
  state.cursor.position = in.json.at("position").whole(model.counts.seen);
  state.cursor.pass_updates = in.json.at("pass_updates").whole();
  in.json.end_object();
  state.updates_per_pass = read_counts(in, "updates_per_pass");
  read_averaged(in, model, state);
  read_pocket(in, model, state);
  state.voted_rows = read_rows(in, "voted_rows");
  const std::size_t examples = model.voted ? model.voted->examples().size() : 0;
  read_holdout(in, state);
  read_examples_seen(in, state);
  if (model.spec.budget.size != 0 && model.expansion)
    read_budget(in, model, state);
  else
    read_dual_state(in, model, state);
  if (!state.voted_rows.empty() && state.voted_rows.size() != examples) in.json.fail("there is not one row for each of the vote's examples");
  in.json.end_object();
  same_length(in, state);
}

}  // namespace novikoff
