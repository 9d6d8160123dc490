// Reports for programs. Keys and meanings: docs/json.md.
#include <utility>
#include <vector>

#include "novikoff/run/generate.hpp"
#include "novikoff/run/interval.hpp"
#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/presets.hpp"
#include "novikoff/run/report.hpp"
#include "run/dual_model.hpp"
#include "run/model_format.hpp"
#include "run/report_bounds.hpp"
#include "run/report_parts.hpp"

namespace novikoff {
namespace {

constexpr std::string_view kVote = "a vote has no weights of its own";
constexpr std::string_view kKernel = "the weights of a kernel lie in its feature space; the model holds support vectors and their coefficients";
constexpr std::string_view kMissing = "the data whose rows are the support vectors are missing, or are not what they were";
constexpr std::string_view kStreamed = "the rows were read once and are gone";
constexpr std::string_view kNotCounted = "the run was interrupted before the votes were counted";
constexpr std::string_view kNoPasses = "the order has no passes";

void write_weights(JsonWriter& json, const Hypothesis& hypothesis, unsigned index_base, const Columns& columns) {
  json.key("weights").begin_array(JsonWriter::Layout::line);
  for (std::size_t j = 0; j < hypothesis.weights.size(); ++j) {
    if (hypothesis.weights[j] == 0) continue;
    json.pair((columns.empty() ? std::uint64_t{j} : columns[j]) + index_base, hypothesis.weights[j]);
  }
  json.end_array();
  json.member("bias", hypothesis.bias());
}

void write_options(JsonWriter& json, const LearnerSpec& spec, std::optional<Space> space) {
  json.key("options").begin_object();
  json.member("order", name(spec.order));
  json.member("seed", spec.seed);
  json.member("rule", name(spec.rule));
  json.member("tau", spec.tau);
  json.member("tie", name(spec.tie));
  json.member("eta", spec.eta);
  json.member("bias_value", spec.bias_value);
  write_list(json, "w0", spec.w0);
  json.member("b0", spec.b0);
  json.member("keep", name(spec.keep));
  const bool by_seen = !spec.has_passes() && spec.max_seen && !spec.passes;
  json.member("passes", spec.order == Order::online ? 1 : spec.passes.value_or(by_seen ? 0 : kDefaultPasses));
  json.member("max_updates", spec.max_updates);
  json.member("max_seen", spec.max_seen.value_or(0));
  json.member("max_seconds", spec.max_seconds);
  json.member("holdout", spec.holdout);
  json.member("patience", spec.patience);
  json.member("arithmetic", name(spec.arithmetic));
  if (spec.arithmetic == Arithmetic::exact) json.member("numbers", name(spec.numbers));
  if (space) json.member("space", name(*space));
  if (spec.kernel.kind != KernelKind::linear) {
    json.member("kernel", name(spec.kernel.kind));
    write_kernel_numbers(json, spec.kernel);
  }
  if (spec.budget.size != 0) {
    json.member("budget", spec.budget.size);
    json.member("budget_rule", name(spec.budget.rule));
    if (spec.budget.projects()) json.member("projection_error", spec.budget.projection_error);
  }
  json.end_object();
}

void write_proof(JsonWriter& json, const std::optional<Proof>& proof, unsigned index_base) {
  if (!proof) return;
  const Certificate& certificate = proof->certificate;
  json.key("proof").begin_object();
  json.member("verdict", name(certificate.verdict));
  json.member("by", proof->by == Proof::By::none ? std::nullopt : std::optional(name(proof->by)));
  const auto write_entries = [&](std::string_view key, const auto& entries, std::uint64_t base) {
    json.key(key).begin_array(JsonWriter::Layout::line);
    for (const auto& [position, value] : entries) {
      json.begin_array(JsonWriter::Layout::line);
      json.value(position + base);
      json.value(value.to_text());
      json.end_array();
    }
    json.end_array();
  };
  if (certificate.verdict == Verdict::inseparable) write_entries("lambda", certificate.lambda, 0);
  if (certificate.verdict == Verdict::separable && !certificate.u.empty()) {
    write_entries("u", certificate.u, index_base);
    json.member("u_bias", certificate.u_bias.to_text());
  }
  json.end_object();
}

void write_counts(Report& out, const Model& model) {
  out.member("stop", name(model.stop));
  out.member_or("passes", model.passes, kNoPasses);
  out.member("seen", model.counts.seen);
  out.member("updates", model.counts.updates);
  out.member("mistakes", model.counts.mistakes);
}

// Weights, bias and norm, or why there are none.
void write_hypothesis(Report& out, const Model& model, const Hypothesis* hypothesis, const std::optional<Scaled>& exact_norm) {
  if (hypothesis == nullptr) {
    for (const char* name : {"weights", "bias", "w_norm"}) out.absent(name, kVote);
    return;
  }
  if (!model.expansion) {
    write_weights(out.json(), *hypothesis, model.source.index_base, model.columns);
    return out.member("w_norm", exact_norm.value_or(sqrt(hypothesis->sqnorm(model.columns))));
  }
  if (const std::optional<Hypothesis> linear = input_weights(model, *hypothesis)) {
    write_weights(out.json(), *linear, model.source.index_base, {});
  } else {
    out.absent("weights", model.expansion->missing ? kMissing : kKernel);
    out.member("bias", hypothesis->bias());
  }
  out.member_or("w_norm", exact_norm, "it takes the rows of the data");
}

void write_evaluation(Report& out, const std::optional<Evaluation>& evaluation, const Hypothesis* hypothesis, const Columns& columns,
                      std::string_view why_not) {
  if (!evaluation) {
    for (const char* name : {"training_errors", "wrong_predictions", "zero_scores", "risk", "margin_min", "geometric_margin_min"}) out.absent(name, why_not);
    return;
  }
  out.member("training_errors", evaluation->errors);
  out.member("wrong_predictions", evaluation->wrong_predictions);
  out.member("zero_scores", evaluation->zero_scores);
  if (hypothesis == nullptr) {
    out.absent("risk", kVote);
    out.absent("margin_min", kVote);
    out.absent("geometric_margin_min", kVote);
    return;
  }
  out.member("risk", evaluation->risk);
  out.member("margin_min", evaluation->margin_min);
  const Scaled norm = evaluation->exact_norm ? *evaluation->exact_norm : sqrt(hypothesis->sqnorm(columns));
  if (norm.mantissa == 0)
    out.absent("geometric_margin_min", "all weights are 0");
  else
    out.member("geometric_margin_min", evaluation->margin_min / norm);
}

void write_failures(JsonWriter& json, const std::optional<Evaluation>& evaluation) {
  json.member("training_errors", evaluation ? std::optional(evaluation->errors) : std::nullopt);
  json.member("wrong_predictions", evaluation ? std::optional(evaluation->wrong_predictions) : std::nullopt);
}

// α_i = η·n_i: with w0 = 0, w = Σ α_i·y_i·x_i.
std::vector<double> alpha_of(const TrainReport& report) {
  std::vector<double> alpha;
  for (const std::uint64_t n : report.updates_per_example) alpha.push_back(report.model.spec.eta * static_cast<double>(n));
  return alpha;
}

void write_curve(JsonWriter& json, const std::vector<CurvePoint>& curve) {
  json.key("learning_curve").begin_array();
  for (const CurvePoint& point : curve) {
    json.begin_object(JsonWriter::Layout::line);
    json.member("pass", point.pass);
    json.member("seen", point.counts.seen);
    json.member("updates", point.counts.updates);
    json.member("mistakes", point.counts.mistakes);
    json.member("pass_updates", point.pass_updates);
    json.member("training_errors", point.training.errors);
    json.member("wrong_predictions", point.training.wrong_predictions);
    json.member("risk", point.training.risk);
    json.member("holdout_errors", point.holdout ? std::optional(point.holdout->errors) : std::nullopt);
    write_margin(json, "margin_", point.margin);
    json.end_object();
  }
  json.end_array();
}

void write_recorded(Report& out, const TrainReport& report, const TrainOptions& options) {
  if (report.model.passes)
    write_list(out.json(), "updates_per_pass", report.updates_per_pass);
  else
    out.absent("updates_per_pass", kNoPasses);
  if (options.per_example) write_list(out.json(), "updates_per_example", report.updates_per_example);
  const Preset* preset = preset_named(options.like);
  const bool dual = report.space == Space::dual || (preset != nullptr && preset->dual);
  if (options.per_example && dual) write_list(out.json(), "alpha", alpha_of(report));
  if (options.sequence) write_list(out.json(), "update_sequence", report.update_sequence);
  if (!options.curve) return;
  if (!report.model.spec.has_passes()) {
    for (const char* name : {"errors_per_pass", "learning_curve"}) out.absent(name, kNoPasses);
    return;
  }
  write_list(out.json(), "errors_per_pass", errors_per_pass(report));
  write_curve(out.json(), report.curve);
}

void write_holdout(JsonWriter& json, const std::optional<Evaluation>& holdout) {
  if (!holdout) return;
  json.key("holdout").begin_object();
  json.member("rows", holdout->rows);
  json.member("errors", holdout->errors);
  json.member("wrong_predictions", holdout->wrong_predictions);
  json.end_object();
}

// One pass: each label was predicted before it was learned from.
void write_progressive(Report& out, const Model& model) {
  if (model.spec.order != Order::online) return;
  const Counts& counts = model.counts;
  if (counts.seen == 0) return out.absent("progressive", "no labelled row was seen");
  const Interval interval = wilson_interval(counts.mistakes, counts.seen);
  JsonWriter& json = out.json();
  json.key("progressive").begin_object();
  json.member("seen", counts.seen);
  json.member("mistakes", counts.mistakes);
  json.member("error_rate", static_cast<double>(counts.mistakes) / static_cast<double>(counts.seen));
  json.member("interval", "Wilson score");
  json.member("level", 0.95);
  json.member("low", interval.low);
  json.member("high", interval.high);
  json.member("valid_for", "i.i.d. examples only");
  json.end_object();
}

void write_keeps(Report& out, const TrainReport& report) {
  JsonWriter& json = out.json();
  json.key("last").begin_object();
  write_failures(json, report.last_evaluation);
  json.end_object();
  if (report.averaged) {
    json.key("averaged").begin_object();
    const std::optional<Hypothesis> linear = input_weights(report.model, *report.averaged);
    if (linear || !report.model.expansion)
      write_weights(json, linear ? *linear : *report.averaged, report.model.source.index_base, report.model.columns);
    else
      json.member("bias", report.averaged->bias());
    write_failures(json, report.averaged_evaluation);
    json.end_object();
  }
  if (!report.pocket_history.empty()) {
    json.key("history").begin_array(JsonWriter::Layout::line);
    for (const auto& [seen, errors] : report.pocket_history) {
      json.begin_array(JsonWriter::Layout::line);
      json.value(seen);
      json.value(errors);
      json.end_array();
    }
    json.end_array();
  }
  if (report.model.voted) write_list(json, "counts", report.model.voted->counts());
}

std::optional<double> ratio(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::string train_json(const TrainReport& report, const TrainOptions& options) {
  const Model& model = report.model;
  const bool automatic = model.spec.keep == KeepKind::automatic;
  const Hypothesis* shown = model.voted ? nullptr : automatic ? &report.last : &model.hypothesis;
  Report out;
  write_counts(out, model);
  out.member("rows", report.rows);
  write_recorded(out, report, options);
  write_classes(out.json(), model.source);
  write_list(out.json(), "names", model.source.names);
  out.member("n_features", model.n_features);
  out.member("index_base", model.source.index_base);
  if (!options.like.empty()) out.member("like", options.like);
  out.member("keep", name(model.spec.keep));
  out.member("answer", name(model.answer));
  const std::optional<Evaluation>& evaluation = automatic ? report.last_evaluation : report.answer_evaluation;
  write_hypothesis(out, model, shown, evaluation ? evaluation->exact_norm : std::nullopt);
  write_dual(out, report);
  write_evaluation(out, evaluation, shown, model.columns, report.last_evaluation ? kNotCounted : kStreamed);
  write_holdout(out.json(), report.holdout_evaluation);
  write_progressive(out, model);
  out.member("radius", report.radius);
  write_bounds(out.json(), report);
  write_keeps(out, report);
  write_proof(out.json(), report.proof, model.source.index_base);
  write_options(out.json(), model.spec, report.space);
  return out.finish();
}

std::string predict_json(const Model& model, const PredictReport& report, const Predicted& predicted) {
  Report out;
  out.member("rows", report.rows);
  out.member("predicted_negative", predicted.negative);
  out.member("predicted_positive", predicted.positive);
  out.member("unseen_values", report.unseen_values);
  out.member("unseen_rows", report.unseen_rows);
  write_classes(out.json(), model.source);
  out.member("answer", name(model.answer));
  return out.finish();
}

std::string evaluate_json(const Model& model, const PredictReport& report) {
  const std::uint64_t tp = report.true_positives, fp = report.false_positives, tn = report.true_negatives, fn = report.false_negatives;
  Report out;
  out.member("rows", report.labelled);
  out.json().key("confusion").begin_object();
  out.member("true_positives", tp);
  out.member("false_positives", fp);
  out.member("true_negatives", tn);
  out.member("false_negatives", fn);
  out.json().end_object();
  out.member_or("accuracy", ratio(tp + tn, report.labelled), "there are no rows");
  out.member_or("precision", ratio(tp, tp + fp), "nothing was predicted positive: 0/0");
  out.member_or("recall", ratio(tp, tp + fn), "no row is positive: 0/0");
  out.member_or("f1", ratio(2 * tp, 2 * tp + fp + fn), "no row is positive or predicted so: 0/0");
  out.member("errors", report.evaluation.errors);
  out.member("wrong_predictions", report.evaluation.wrong_predictions);
  out.member("zero_scores", report.evaluation.zero_scores);
  if (model.voted)
    out.absent("risk", kVote);
  else
    out.member("risk", report.evaluation.risk);
  out.member("unseen_values", report.unseen_values);
  out.member("unseen_rows", report.unseen_rows);
  write_classes(out.json(), model.source);
  out.member("answer", name(model.answer));
  return out.finish();
}

std::string convert_json(std::uint64_t rows, const Schema& schema, ConvertTo to) {
  Report out;
  out.member("rows", rows);
  out.member("n_features", schema.n_features);
  out.member("index_base", schema.index_base);
  write_list(out.json(), "names", schema.names);
  out.member("format", to == ConvertTo::csv ? "csv" : to == ConvertTo::cache ? "cache" : "libsvm");
  return out.finish();
}

std::string generate_json(const GenerateOptions& options, std::uint64_t rows, const std::string& description) {
  Report out;
  out.member("kind", name(options.kind));
  out.member("rows", rows);
  out.member("seed", options.seed);
  out.member("format", options.csv ? "csv" : "libsvm");
  out.member("description", description);
  return out.finish();
}

std::string inspect_json(const Model& model) {
  Report out;
  out.member("answer", name(model.answer));
  write_counts(out, model);
  write_classes(out.json(), model.source);
  write_list(out.json(), "names", model.source.names);
  out.member("label_name", model.source.label_name.empty() ? std::nullopt : std::optional(model.source.label_name));
  out.member("label_column", model.source.label_column == 0 ? std::nullopt : std::optional(model.source.label_column));
  write_list(out.json(), "ignored", model.source.ignored);
  out.member("index_base", model.source.index_base);
  out.member("n_features", model.n_features);
  write_hypothesis(out, model, model.voted ? nullptr : &model.hypothesis, std::nullopt);
  write_support(out, model);
  if (model.voted) write_list(out.json(), "counts", model.voted->counts());
  out.member("resumable", model.state.has_value());
  write_options(out.json(), model.spec, model.expansion ? std::optional(Space::dual) : std::nullopt);
  return out.finish();
}

std::string embedded_json(const EmbeddedSet& set) {
  Report out;
  out.member("name", "@" + std::string(set.name) + (set.sized ? ":N" : ""));
  out.member("title", set.title);
  out.member("source", set.source);
  out.member("expect", set.expect);
  return out.finish();
}

}  // namespace novikoff
