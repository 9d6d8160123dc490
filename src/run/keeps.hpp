// What each keep adds to a run: how it is made, restored from a model, and what answer it gives.
#pragma once

#include <algorithm>
#include <utility>

#include "novikoff/learn/learner.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// Calls f with a keep of the kind that the spec asks for. `count_errors` serves the pockets alone.
template <class F>
auto with_keep(KeepKind kind, PocketKeep::Counter count_errors, F&& f) {
  switch (kind) {
    case KeepKind::last:
      return f(LastKeep{});
    case KeepKind::voted:
      return f(VotedKeep{});
    case KeepKind::pocket:
      return f(PocketKeep{PocketKeep::When::ratchet, std::move(count_errors)});
    case KeepKind::pocket_every:
      return f(PocketKeep{PocketKeep::When::every, std::move(count_errors)});
    default:
      return f(AveragedKeep{});
  }
}

/// Puts a keep back where a saved run left it. False: the model lacks that keep's state.
bool restore_keep(LastKeep& keep, const Model& model);
bool restore_keep(AveragedKeep& keep, const Model& model);
bool restore_keep(VotedKeep& keep, const Model& model);
bool restore_keep(PocketKeep& keep, const Model& model);

/// Writes the keep's answer and state into the report: model.answer, hypothesis or voted, state, averaged, pocket_history.
/// Requires report.last, model.spec and model.stop to be set.
void conclude(const LastKeep& keep, TrainReport& report);
void conclude(const AveragedKeep& keep, TrainReport& report);
void conclude(const VotedKeep& keep, TrainReport& report);
void conclude(const PocketKeep& keep, TrainReport& report);

/// Bytes a keep holds besides vectors of weights.
inline std::uint64_t keep_memory(const LastKeep&) { return 0; }
inline std::uint64_t keep_memory(const AveragedKeep&) { return 0; }
inline std::uint64_t keep_memory(const VotedKeep& keep) { return 2 * keep.memory(); }  // and once in the report
inline std::uint64_t keep_memory(const PocketKeep&) { return 0; }

/// How many vectors of weights there are at the end, the report's and the model's included.
constexpr std::uint64_t weight_vectors(const LastKeep&) { return 4; }      // current, last, answer, state
constexpr std::uint64_t weight_vectors(const AveragedKeep&) { return 7; }  // and the steps twice, the mean
constexpr std::uint64_t weight_vectors(const VotedKeep&) { return 6; }     // and the start twice, the vote's own
constexpr std::uint64_t weight_vectors(const PocketKeep&) { return 6; }    // and the best twice

/// memory_limit if weights for `n_features` and the keep would take more than `limit` bytes.
template <class K>
Status check_weights_memory(const K& keep, std::uint64_t n_features, std::uint64_t limit) {
  const std::uint64_t needed = weight_vectors(keep) * n_features * sizeof(double) + keep_memory(keep);
  if (needed <= limit) return {};
  ErrorInfo error;
  error.code = ErrorCode::memory_limit;
  error.message =
      "weights for " + counted(n_features, "feature", "features") + " need " + std::to_string(needed) + " bytes, --memory allows " + std::to_string(limit);
  error.hint = "raise --memory, or number the features without gaps";
  return error;
}

/// The start of a run: w0, at the places of its features, and w̃_B = b0/B.
Hypothesis start_of(const LearnerSpec& spec, const Columns& columns = {});
/// How many places weights and keep may have within `limit` bytes, the table of their features included.
template <class K>
std::uint64_t most_places(const K& keep, std::uint64_t limit) {
  return (limit - std::min(limit, keep_memory(keep))) / (weight_vectors(keep) * sizeof(double) + FeatureTable::kBytesAPlace);
}
/// R of the augmented vectors: √(max‖x‖² + B²).
Scaled radius_of(const Scaled& max_sqnorm, double bias_value);
Provenance provenance_of(const Schema& schema, const std::pair<std::string, std::string>& classes);
ErrorInfo not_resumable();
/// The rows are not those that the saved run learned from.
ErrorInfo other_examples();

/// model.passes, and the pass that was begun in updates_per_pass: it counts, so that Σ updates_per_pass = updates.
inline void count_passes(const LearnerSpec& spec, const Cursor& cursor, TrainReport& report) {
  if (!spec.has_passes()) return;
  if (cursor.position > 0) report.updates_per_pass.push_back(cursor.pass_updates);
  report.model.passes = report.updates_per_pass.size();
}

/// The part of a report that every run ends with: counts, stop, state, the last hypothesis and the keep's answer.
/// Error: weights_overflow if a weight is not finite.
template <Keep K, class S>
Status conclude_run(const Learner<Perceptron, K, S>& learner, const Cursor& cursor, Stop stop, const LearnerSpec& spec, TrainReport& report) {
  Model& model = report.model;
  model.spec = spec;
  model.stop = stop;
  model.counts = learner.counts();
  report.last = learner.current();
  model.state = RunState{};
  model.state->current = learner.current();
  model.state->cursor = cursor;
  model.state->updates_per_pass = report.updates_per_pass;
  count_passes(spec, cursor, report);
  conclude(learner.keep(), report);
  if (report.last.finite() && model.hypothesis.finite()) return {};
  return ErrorInfo{ErrorCode::weights_overflow, "a weight is beyond the largest double", {}, {}, {}};
}

}  // namespace novikoff
