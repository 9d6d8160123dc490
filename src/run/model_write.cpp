#include <algorithm>

#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/sha256.hpp"
#include "run/model_format.hpp"

namespace novikoff {
namespace {

// Zeros, −0 among them, are not stored.
void write_weights(JsonWriter& json, std::string_view key, const std::vector<double>& weights, const Columns& columns = {}) {
  json.key(key).begin_array();
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (weights[j] != 0) json.pair((columns.empty() ? j : std::size_t{columns[j]}) + 1, weights[j]);
  json.end_array();
}

void write_hypothesis(JsonWriter& json, std::string_view key, const Hypothesis& h, const Columns& columns) {
  json.key(key).begin_object();
  write_weights(json, "weights", h.weights, columns);
  json.member("bias_weight", h.bias_weight);
  json.end_object();
}

// Equal as stored: trailing zeros and the sign of a zero do not count.
bool same_stored(const Hypothesis& a, const Hypothesis& b) {
  const auto weight = [](const Hypothesis& h, std::size_t j) { return j < h.weights.size() ? h.weights[j] : 0; };
  for (std::size_t j = 0; j < std::max(a.weights.size(), b.weights.size()); ++j)
    if (weight(a, j) != weight(b, j)) return false;
  return a.bias_weight == b.bias_weight;
}

void write_unless_answer(JsonWriter& json, std::string_view key, const Hypothesis& h, const Model& model) {
  if (!model.voted && same_stored(h, model.hypothesis)) return json.member(key, nullptr);
  write_hypothesis(json, key, h, model.columns);
}

void write_counts(JsonWriter& json, std::string_view key, const std::vector<std::uint64_t>& counts) {
  json.key(key).begin_array();
  for (const std::uint64_t count : counts) json.value(count);
  json.end_array();
}

void write_rows(JsonWriter& json, std::string_view key, const std::vector<std::uint64_t>& rows) {
  json.key(key).begin_array();
  for (const std::uint64_t row : rows) json.value(row == kNoRow ? std::nullopt : std::optional(row));
  json.end_array();
}

void write_options(JsonWriter& json, const LearnerSpec& spec) {
  json.key("options").begin_object();
  json.member("rule", name(spec.rule));
  json.member("eta", spec.eta);
  json.member("tau", spec.tau);
  json.member("tie", name(spec.tie));
  json.member("bias_value", spec.bias_value);
  json.member("order", name(spec.order));
  json.member("seed", spec.seed);
  json.member("keep", name(spec.keep));
  write_weights(json, "w0", spec.w0);
  json.member("b0", spec.b0);
  json.member("passes", spec.passes);
  json.member("max_updates", spec.max_updates);
  json.member("max_seen", spec.max_seen);
  json.member("max_seconds", spec.max_seconds);
  json.member("holdout", spec.holdout);
  json.member("patience", spec.patience);
  if (spec.budget.size != 0) {
    json.key("budget").begin_object(JsonWriter::Layout::line);
    json.member("size", spec.budget.size);
    json.member("rule", name(spec.budget.rule));
    if (spec.budget.projects()) json.member("projection_error", spec.budget.projection_error);
    json.end_object();
  }
  // Absent from models learned in doubles, which are as they were before there was another arithmetic.
  if (spec.arithmetic == Arithmetic::exact) {
    json.member("arithmetic", name(spec.arithmetic));
    json.member("numbers", name(spec.numbers));
  }
  json.end_object();
}

void write_example(JsonWriter& json, const FeatureView& x, const Columns& columns) {
  json.begin_array(JsonWriter::Layout::line);
  for (std::size_t k = 0; k < x.size; ++k) {
    const std::size_t place = x.dense() ? k : x.index[k];
    if (x.value[k] != 0) json.pair((columns.empty() ? place : std::size_t{columns[place]}) + 1, x.value[k]);
  }
  json.end_array();
}

void write_vote(JsonWriter& json, const VotedHypothesis& voted, const Columns& columns) {
  json.key("vote").begin_object();
  write_hypothesis(json, "start", voted.start(), columns);
  json.member("start_count", voted.start_count());
  json.key("examples").begin_array();
  for (std::size_t row = 0; row < voted.examples().size(); ++row) write_example(json, voted.examples()[row], columns);
  json.end_array();
  json.key("steps").begin_array();
  for (const VotedHypothesis::StepTaken& step : voted.steps()) {
    json.begin_array(JsonWriter::Layout::line);
    json.value(step.example);
    json.value(step.coefficient);
    json.value(step.count);
    json.end_array();
  }
  json.end_array();
  json.end_object();
}

void write_kernel(JsonWriter& json, const Kernel& kernel) {
  json.key("kernel").begin_object(JsonWriter::Layout::line);
  json.member("name", name(kernel.kind));
  write_kernel_numbers(json, kernel);
  json.end_object();
}

// Absent from models of the primal space.
void write_expansion(JsonWriter& json, const std::optional<Expansion>& expansion) {
  if (!expansion) return;
  json.key("expansion").begin_object();
  write_kernel(json, expansion->kernel);
  if (expansion->rows) {
    write_rows(json, "support_rows", *expansion->rows);
  } else {
    json.key("support_vectors").begin_array();
    for (std::size_t k = 0; k < expansion->support.size(); ++k) write_example(json, expansion->support[k], {});
    json.end_array();
  }
  json.end_object();
}

void write_learned(JsonWriter& json, const Model& model) {
  json.begin_object();
  write_options(json, model.spec);
  json.member("answer", name(model.answer));
  json.member("stop", name(model.stop));
  json.member("passes", model.passes);
  json.member("seen", model.counts.seen);
  json.member("updates", model.counts.updates);
  json.member("mistakes", model.counts.mistakes);
  json.member("n_features", model.n_features);
  write_expansion(json, model.expansion);
  if (model.voted) {
    write_vote(json, *model.voted, model.columns);
  } else {
    write_weights(json, "weights", model.hypothesis.weights, model.columns);
    json.member("bias", model.spec.bias_value * model.hypothesis.bias_weight);
    json.member("bias_weight", model.hypothesis.bias_weight);
  }
  json.end_object();
}

void write_examples(JsonWriter& json, const ExamplesSeen& examples) {
  json.key("examples").begin_object(JsonWriter::Layout::line);
  json.member("rows", examples.rows);
  json.member("sha256", examples.sha256);
  json.end_object();
}

// Absent from models that hold their support vectors.
void write_data(JsonWriter& json, const std::optional<DataReference>& data) {
  if (!data) return;
  json.key("data").begin_object();
  json.key("files").begin_array();
  for (const std::string& file : data->files) write_bytes(json, file);
  json.end_array();
  data->format.empty() ? json.member("format", nullptr) : json.member("format", data->format);
  json.key("delimiter");
  write_bytes(json, data->delimiter == 0 ? std::string() : std::string(1, data->delimiter));
  write_examples(json, data->examples);
  json.end_object();
}

// Absent from models of version 1.
void write_ignored(JsonWriter& json, const std::vector<std::string>& ignored) {
  if (ignored.empty()) return;
  json.key("ignored").begin_array();
  for (const std::string& column : ignored) write_bytes(json, column);
  json.end_array();
}

void write_provenance(JsonWriter& json, const Provenance& source) {
  json.key("source").begin_object();
  json.key("classes").begin_array(JsonWriter::Layout::line);
  write_bytes(json, source.negative);
  write_bytes(json, source.positive);
  json.end_array();
  json.member("index_base", source.index_base);
  json.key("names").begin_array();
  for (const std::string& column : source.names) write_bytes(json, column);
  json.end_array();
  json.key("label_name");
  write_bytes(json, source.label_name);
  json.member("label_column", source.label_column);
  write_ignored(json, source.ignored);
  write_data(json, source.data);
  json.end_object();
}

void write_averaged(JsonWriter& json, const RunState& state, const Columns& columns) {
  if (!state.weighted_steps) return json.member("averaged", nullptr);
  json.key("averaged").begin_object();
  json.member("seen", state.averaged_seen);
  write_weights(json, "weights", state.weighted_steps->weights, columns);
  json.member("bias_weight", state.weighted_steps->bias_weight);
  json.end_object();
}

void write_pocket(JsonWriter& json, const Model& model) {
  if (!model.state->pocket) return json.member("pocket", nullptr);
  const PocketKeep::State& pocket = *model.state->pocket;
  json.key("pocket").begin_object();
  write_unless_answer(json, "best", pocket.best, model);
  json.member("errors", pocket.best_errors);
  json.member("best_run", pocket.best_run);
  json.member("run", pocket.run);
  json.member("seen", pocket.seen);
  json.member("counted", pocket.counted);
  json.key("history").begin_array();
  for (const auto& [seen, errors] : pocket.history) {
    json.begin_array(JsonWriter::Layout::line);
    json.value(seen);
    json.value(errors);
    json.end_array();
  }
  json.end_array();
  json.end_object();
}

void write_holdout(JsonWriter& json, const RunState& state) {
  if (!state.holdout) return json.member("holdout", nullptr);
  json.key("holdout").begin_object(JsonWriter::Layout::line);
  json.member("pass", state.holdout->pass);
  json.member("errors", state.holdout->errors);
  json.end_object();
}

void write_scores(JsonWriter& json, std::string_view key, const std::vector<double>& scores) {
  json.key(key).begin_array();
  for (const double score : scores) json.value(score);
  json.end_array();
}

void write_budget(JsonWriter& json, const BudgetTrace& trace) {
  json.key("budget").begin_object();
  json.member("steps", trace.steps);
  json.member("margin_steps", trace.margin_steps);
  json.member("removed", trace.removed);
  json.member("projected", trace.projected);
  json.member("sqnorm", trace.sqnorm);
  json.member("weight", trace.weight);
  json.member("damage", trace.damage);
  json.member("shrunk", trace.shrunk);
  json.member("distance", trace.distance);
  json.end_object();
}

void write_state(JsonWriter& json, const Model& model) {
  if (!model.state) return json.member("state", nullptr);
  const RunState& state = *model.state;
  json.key("state").begin_object();
  write_unless_answer(json, "current", state.current, model);
  json.key("cursor").begin_object();
  json.member("pass", state.cursor.pass);
  json.member("position", state.cursor.position);
  json.member("pass_updates", state.cursor.pass_updates);
  json.end_object();
  write_counts(json, "updates_per_pass", state.updates_per_pass);
  write_averaged(json, state, model.columns);
  write_pocket(json, model);
  write_rows(json, "voted_rows", state.voted_rows);
  write_holdout(json, state);
  state.examples ? write_examples(json, *state.examples) : json.member("examples", nullptr);
  if (state.budget) {
    write_budget(json, *state.budget);
  } else if (model.expansion) {
    if (!model.expansion->rows) write_rows(json, "support_rows", state.support_rows);
    const std::vector<double> none;
    write_scores(json, "scores", state.examples ? state.scores : none);
    write_scores(json, "weighted_scores", state.examples ? state.weighted_scores : none);
  }
  json.end_object();
}

}  // namespace

void write_kernel_numbers(JsonWriter& json, const Kernel& kernel) {
  if (kernel.has_gamma()) json.member("gamma", kernel.gamma);
  if (kernel.has_coef0()) json.member("coef0", kernel.coef0);
  if (kernel.has_degree()) json.member("degree", kernel.degree);
}

void write_bytes(JsonWriter& json, const std::string& bytes) {
  if (is_utf8(bytes)) return json.value(bytes);
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    hex += kHex[static_cast<unsigned char>(c) >> 4U];
    hex += kHex[static_cast<unsigned char>(c) & 15U];
  }
  json.begin_object(JsonWriter::Layout::line);
  json.member("hex", hex);
  json.end_object();
}

std::string learned_bytes(const Model& model) {
  std::string out;
  JsonWriter json(out, 1);  // as deep as in the file
  write_learned(json, model);
  return out;
}

std::string model_bytes(const Model& model) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.member("format", kModelFormat);
  json.member("version", model.source.ignored.empty() ? 1U : kModelVersion);
  json.key("learned");
  write_learned(json, model);
  write_provenance(json, model.source);
  write_state(json, model);
  seal(out);  // and with it the closing brace
  return out;
}

}  // namespace novikoff
