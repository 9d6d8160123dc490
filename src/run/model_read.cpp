#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/label.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/train.hpp"
#include "run/model_input.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kMaxVotes = std::uint64_t{1} << 62U;  // votes are summed in int64, and a run may add to them

LearnerSpec read_options(Input& in) {
  LearnerSpec spec;
  in.json.at("options").begin_object();
  spec.rule = read_word<RuleKind>(in, "rule", rule_named);
  spec.eta = in.json.at("eta").number();
  if (!(spec.eta > 0)) in.json.fail(to_text(spec.eta) + " is not above 0");
  spec.tau = read_at_least_0(in, "tau");
  spec.tie = read_word<Tie>(in, "tie", tie_named);
  spec.bias_value = read_at_least_0(in, "bias_value");
  spec.order = read_word<Order>(in, "order", order_named);
  spec.seed = in.json.at("seed").whole();
  spec.keep = read_word<KeepKind>(in, "keep", keep_named);
  spec.w0 = read_weights(in, "w0");
  spec.b0 = in.json.at("b0").number();
  spec.passes = read_optional(in, "passes");
  spec.max_updates = in.json.at("max_updates").whole();
  spec.max_seen = read_optional(in, "max_seen");
  spec.max_seconds = read_at_least_0(in, "max_seconds");
  spec.holdout = read_at_least_0(in, "holdout");
  if (!(spec.holdout < 1)) in.json.fail(to_text(spec.holdout) + " is no fraction below 1");
  spec.patience = in.json.at("patience").whole();
  if (in.json.next_is("budget")) {
    in.json.at("budget").begin_object();
    spec.budget.size = in.json.at("size").whole();
    if (spec.budget.size == 0) in.json.fail("a budget of 0");
    spec.budget.rule = read_word<BudgetRule>(in, "rule", budget_rule_named);
    if (spec.budget.projects()) spec.budget.projection_error = read_at_least_0(in, "projection_error");
    in.json.end_object();
  }
  if (in.json.next_is("arithmetic")) {
    spec.arithmetic = read_word<Arithmetic>(in, "arithmetic", arithmetic_named);
    if (spec.arithmetic != Arithmetic::exact) in.json.fail("only exact arithmetic is written down");
    spec.numbers = read_word<Numbers>(in, "numbers", numbers_named);
  }
  in.json.end_object();
  return spec;
}

// One row of the examples, in the canonical form of FeatureView.
void read_example(Input& in, RowStore& rows, std::vector<std::uint32_t>& index, std::vector<double>& value) {
  index.clear();
  value.clear();
  read_pairs(in, [&](const Pair& pair) {
    if (!in.take(4 * sizeof(Pair))) return;  // the row store, while it grows
    index.push_back(static_cast<std::uint32_t>(pair.position - 1));
    value.push_back(pair.value);
  });
  const std::size_t width = index.empty() ? 0 : std::size_t{index.back()} + 1;
  if (2 * index.size() < width) return rows.append({index.data(), value.data(), value.size()});
  std::vector<double> dense(width);
  for (std::size_t k = 0; k < index.size(); ++k) dense[index[k]] = value[k];
  rows.append({nullptr, dense.data(), width});
}

RowStore read_examples(Input& in, std::string_view key) {
  RowStore rows;
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  const std::uint64_t n = in.json.at(key).begin_array();
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    read_example(in, rows, index, value);
  }
  in.json.end_array();
  return rows;
}

VotedHypothesis::StepTaken read_step(Input& in, std::uint64_t examples, std::uint64_t votes_left) {
  VotedHypothesis::StepTaken step;
  in.json.begin_array_of(3);
  step.example = in.json.element(0).whole();
  if (step.example >= examples) in.json.fail("there is no example " + std::to_string(step.example));
  step.coefficient = in.json.element(1).number();
  if (step.coefficient == 0) in.json.fail("a step of 0");
  step.count = in.json.element(2).whole(votes_left);
  if (step.count == 0) in.json.fail("a count of 0");
  in.json.end_array();
  return step;
}

VotedHypothesis read_vote(Input& in, double bias_value) {
  in.json.at("vote").begin_object();
  in.json.at("start");
  Hypothesis start = read_hypothesis(in, bias_value);
  const std::uint64_t start_count = in.json.at("start_count").whole(kMaxVotes);
  RowStore examples = read_examples(in, "examples");
  std::vector<VotedHypothesis::StepTaken> steps;
  const std::uint64_t n = in.json.at("steps").begin_array();
  if (in.take(n * sizeof(VotedHypothesis::StepTaken))) steps.reserve(n);
  std::uint64_t votes = start_count;
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    steps.push_back(read_step(in, examples.size(), kMaxVotes - votes));
    votes += steps.back().count;
  }
  in.json.end_array();
  in.json.end_object();
  return {std::move(start), start_count, std::move(examples), std::move(steps)};
}

Kernel read_kernel(Input& in) {
  Kernel kernel;
  in.json.at("kernel").begin_object();
  kernel.kind = read_word<KernelKind>(in, "name", kernel_named);
  if (kernel.kind == KernelKind::function) in.json.fail("no file holds a function");
  const bool poly = kernel.kind == KernelKind::poly;
  if (poly || kernel.kind == KernelKind::rbf || kernel.kind == KernelKind::laplace) kernel.gamma = in.json.at("gamma").number();
  if (poly) kernel.coef0 = in.json.at("coef0").number();
  if (poly) kernel.degree = static_cast<unsigned>(in.json.at("degree").whole(Kernel::kMaxDegree));
  in.json.end_object();
  return kernel;
}

// Behind it weights are coefficients of its support vectors.
void read_expansion(Input& in, Model& model) {
  if (!in.json.next_is("expansion")) return;
  in.json.at("expansion").begin_object();
  Expansion& expansion = model.expansion.emplace();
  expansion.kernel = model.spec.kernel = read_kernel(in);
  model.spec.space = Space::dual;
  expansion.support = read_examples(in, "support_vectors");
  for (std::size_t k = 0; k < expansion.support.size() && expansion.kernel.needs_nonnegative(); ++k)
    for (std::size_t j = 0; j < expansion.support[k].size; ++j)
      if (expansion.support[k].value[j] < 0) in.json.fail("a support vector with a negative value, which its kernel does not take");
  for (std::size_t k = 0; k < expansion.support.size() && expansion.kernel.in_rows(); ++k)
    if (const std::size_t serial = row_serial(expansion.support[k]); serial == 0 || serial >= std::max<std::uint64_t>(in.features, 1))
      in.json.fail("a support vector without the serial number of a column, which its kernel needs");
  // Rows to compare with are laid out in panels, of at most 16 times their values.
  constexpr std::uint64_t kPanels = 16 * sizeof(double);
  std::uint64_t values = 0;
  for (std::size_t k = 0; k < expansion.support.size(); ++k) values += expansion.support[k].size;
  in.take(values * kPanels);
  if (const std::uint64_t most = model.spec.budget.size; most != 0 && expansion.support.size() > most)
    in.json.fail("more support vectors than the budget allows");
  in.positions = expansion.support.size();
  in.json.end_object();
}

// A vote in the dual starts from 0 and steps on one support vector at a time.
void check_dual_vote(Input& in, const VotedHypothesis& voted) {
  if (!voted.start().weights.empty()) in.json.fail("the start of a vote with support vectors is 0");
  for (std::size_t e = 0; e < voted.examples().size(); ++e) {
    const FeatureView x = voted.examples()[e];
    if (x.size == 0 || x.value[x.size - 1] != 1 || (x.size > 1 && (!x.dense() || x.size > 2 || x.value[0] != 0)))
      in.json.fail("an example of a vote with support vectors is [[position, 1]]");
  }
}

// `bias` repeats B·w̃_B for people and other programs; a file where the two disagree is not ours.
void read_linear_answer(Input& in, Model& model) {
  Hypothesis& h = model.hypothesis;
  h.weights = read_weights(in, "weights");
  const bool beyond = in.json.at("bias").null();
  const double bias = beyond ? 0 : in.json.number();
  h.bias_weight = in.json.at("bias_weight").number();
  if (beyond == std::isfinite(h.bias()) || (!beyond && bias != h.bias())) in.json.fail("bias is not bias_value times bias_weight");
}

void read_learned(Input& in, Model& model) {
  in.json.at("learned").begin_object();
  model.spec = read_options(in);
  model.hypothesis.bias_value = model.spec.bias_value;
  model.answer = read_word<KeepKind>(in, "answer", keep_named);
  const bool of_auto = model.answer == KeepKind::last || model.answer == KeepKind::averaged;
  if (model.spec.keep == KeepKind::automatic ? !of_auto : model.answer != model.spec.keep) in.json.fail("the keep of the options gives another answer");
  model.stop = read_word<Stop>(in, "stop", stop_named);
  model.passes = read_optional(in, "passes");
  model.counts.seen = in.json.at("seen").whole(kMaxVotes);
  model.counts.updates = in.json.at("updates").whole(model.counts.seen);
  // Every mistake is an update, except where an update is made only if it helps.
  model.counts.mistakes = in.json.at("mistakes").whole(model.answer == KeepKind::greedy ? model.counts.seen : model.counts.updates);
  model.n_features = in.json.at("n_features").whole(kMaxFeatures);
  in.positions = in.features = std::max<std::uint64_t>(model.n_features, model.spec.w0.size());
  read_expansion(in, model);
  if (model.spec.budget.size != 0 && !model.expansion) in.json.fail("a budget, and no support vectors");
  if (const Status valid = check_spec(model.spec); !valid) in.json.fail("options that contradict each other: " + valid.error().message);
  if (model.answer == KeepKind::voted) {
    model.voted = read_vote(in, model.spec.bias_value);
    std::uint64_t votes = 0;
    for (const std::uint64_t count : model.voted->counts()) votes += count;
    if (votes != model.counts.seen) in.json.fail("the counts of the vote do not sum to seen");
    if (model.expansion) check_dual_vote(in, *model.voted);
  } else {
    read_linear_answer(in, model);
  }
  in.json.end_object();
}

// Two classes, columns with a name each, and a label that is none of them.
void check_source(Input& in, const Provenance& source) {
  if (!source.negative.empty() && !source.positive.empty() && Label::of(source.negative).same_as(Label::of(source.positive)))
    in.json.fail("the two classes are one label");
  std::vector<std::string_view> names(source.names.begin(), source.names.end());
  if (!source.label_name.empty()) names.emplace_back(source.label_name);
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) in.json.fail("two columns have one name");
  if (source.names.size() > in.features) in.json.fail("there are more names than features");
}

Provenance read_source(Input& in) {
  Provenance source;
  in.json.at("source").begin_object();
  in.json.at("classes").begin_array_of(2);
  in.json.element(0);
  source.negative = read_bytes(in);
  in.json.element(1);
  source.positive = read_bytes(in);
  in.json.end_array();
  source.index_base = static_cast<unsigned>(in.json.at("index_base").whole(1));
  const std::uint64_t n = in.json.at("names").begin_array();
  if (in.take(n * sizeof(std::string))) source.names.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    source.names.push_back(read_bytes(in));
  }
  in.json.end_array();
  in.json.at("label_name");
  source.label_name = read_bytes(in);
  source.label_column = in.json.at("label_column").whole(kMaxFeatures);
  check_source(in, source);
  in.json.end_object();
  return source;
}

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
  state.support_rows = read_list(in, "support_rows", [&] { return in.json.whole(kNoRow - 1); });
  if (!state.support_rows.empty() && state.support_rows.size() != model.expansion->support.size())
    in.json.fail("there is not one row for each of the support vectors");
  if (std::adjacent_find(state.support_rows.begin(), state.support_rows.end(), std::greater_equal<>()) != state.support_rows.end())
    in.json.fail("the rows of the support vectors do not ascend");
  state.scores = read_scores(in, "scores");
  state.weighted_scores = read_scores(in, "weighted_scores");
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
  // Each update adds a support vector, puts one in the place of another, or projects.
  if (model.expansion->support.size() + trace.removed + trace.projected != trace.steps) in.json.fail("the support vectors are not those of so many steps");
  state.current.weights.resize(model.expansion->support.size());
}

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

}  // namespace

Result<Model> read_model(std::string_view bytes, const std::string& name, std::uint64_t memory) {
  Result<JsonTape> tape = JsonTape::parse(bytes, name, ErrorCode::model_invalid, memory);
  if (!tape) return tape.error();
  JsonReader json(*tape, name, ErrorCode::model_invalid);
  Input in{json, memory - JsonTape::memory(bytes)};
  json.begin_object();
  if (json.at("format").text() != kModelFormat) json.fail("this is no model");
  if (json.at("version").whole() != kModelVersion) json.fail("there is no such version");
  Model model;
  read_learned(in, model);
  model.source = read_source(in);
  read_state(in, model);
  json.at("sha256").text();  // compared before
  json.end_object();
  if (!json.ok()) return json.error();
  return model;
}

}  // namespace novikoff
