#include "run/keeps.hpp"

namespace novikoff {

bool restore_keep(LastKeep&, const Model&) { return true; }

bool restore_keep(AveragedKeep& keep, const Model& model) {
  if (!model.state->weighted_steps) return false;
  keep.restore(model.state->averaged_seen, *model.state->weighted_steps);
  return true;
}

bool restore_keep(VotedKeep& keep, const Model& model) {
  if (!model.voted) return false;
  keep.restore(*model.voted, model.state->voted_rows);
  return true;
}

bool restore_keep(PocketKeep& keep, const Model& model) {
  if (!model.state->pocket) return false;
  keep.restore(*model.state->pocket);
  return true;
}

void conclude(const LastKeep&, TrainReport& report) {
  report.model.answer = KeepKind::last;
  report.model.hypothesis = report.last;
}

void conclude(const AveragedKeep& keep, TrainReport& report) {
  Model& model = report.model;
  report.averaged = keep.average(report.last);
  const bool last = model.spec.keep == KeepKind::automatic && model.stop == Stop::converged;
  model.answer = last ? KeepKind::last : KeepKind::averaged;
  model.hypothesis = last ? report.last : *report.averaged;
  model.state->averaged_seen = keep.seen();
  model.state->weighted_steps = keep.weighted_steps();
}

void conclude(const VotedKeep& keep, TrainReport& report) {
  report.model.answer = KeepKind::voted;
  report.model.voted = keep.voted();
  report.model.state->voted_rows = keep.rows();
}

void conclude(const PocketKeep& keep, TrainReport& report) {
  report.model.answer = report.model.spec.keep;
  report.model.hypothesis = keep.state().best;
  report.model.state->pocket = keep.state();
  report.pocket_history = keep.state().history;
}

Hypothesis start_of(const LearnerSpec& spec, const Columns& columns) {
  Hypothesis start{spec.w0, spec.bias_value == 0 ? 0 : spec.b0 / spec.bias_value, spec.bias_value};
  if (columns.empty() || spec.w0.empty()) return start;
  start.weights.assign(columns.size(), 0);
  for (std::size_t k = 0; k < columns.size() && columns[k] < spec.w0.size(); ++k) start.weights[k] = spec.w0[columns[k]];
  return start;
}

Scaled radius_of(const Scaled& max_sqnorm, double bias_value) {
  const Scaled b = Scaled::of(bias_value);
  return sqrt(max_sqnorm + b * b);
}

Provenance provenance_of(const Schema& schema, const std::pair<std::string, std::string>& classes) {
  Provenance source;
  source.negative = classes.first;
  source.positive = classes.second;
  source.names = schema.names;
  source.label_name = schema.label_name;
  source.index_base = schema.index_base;
  return source;
}

ErrorInfo other_examples() {
  return {ErrorCode::checksum_mismatch, "these are not the rows that the saved run learned from", {}, "go on with the same rows in the same order", {}};
}

ErrorInfo not_resumable() { return {ErrorCode::model_not_resumable, "the model has no state to learn on from", {}, {}, {}}; }

}  // namespace novikoff
