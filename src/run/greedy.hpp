// Hill-climbing on the number of errors.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "novikoff/run/train.hpp"
#include "run/keeps.hpp"
#include "run/orders.hpp"

namespace novikoff {

/// Keep greedy: scans from the first row; where the rule would update, the update is made only if the errors of the whole set
/// become strictly fewer (tie rule plus: the wrong predictions), and the scan begins again. Stops: converged at none, stalled
/// after a scan without such an update (a local minimum, not convergence), or a limit.
///
/// `Space` holds the weights: score(row), evaluate() of all rows, step(a, row), which take_back() undoes to the last bit and accept(row) does not,
/// unscorable(row).
/// Cost: one count over the set for each row that the rule would update.
/// Source: the Pocket_PLA of note 004, its erratum applied (the count starts at the start weights' own). Not Gallant's pocket.
template <class Space>
class GreedyRun {
 public:
  GreedyRun(const Dataset& data, const TrainOptions& options, Space& space)
      : data_(data), rule_(options.spec.make_rule()), space_(space), limiter_(options, seen_limit(options.spec, data.size())), options_(options) {
    if (options.per_example) updates_per_example_.resize(data.size());
  }

  Result<Stop> run() {
    Result<std::uint64_t> errors = count();
    if (!errors) return errors.error();
    history_.emplace_back(0, *errors);
    while (*errors != 0) {
      const Result<std::optional<Stop>> scan = improve(*errors);
      if (!scan) return scan.error();
      if (*scan) return **scan;
    }
    return Stop::converged;
  }

  /// The report, but for what its space knows. Nothing of it is left here.
  TrainReport conclude(Stop stop, Hypothesis last) {
    TrainReport report;
    report.rows = data_.size();
    report.last = std::move(last);
    report.updates_per_example = std::move(updates_per_example_);
    report.update_sequence = std::move(update_sequence_);
    report.pocket_history = std::move(history_);
    Model& model = report.model;
    model.spec = options_.spec;
    model.answer = KeepKind::greedy;
    model.stop = stop;
    model.counts = counts_;
    model.n_features = data_.n_features();
    model.columns = data_.columns();
    model.hypothesis = report.last;
    model.source = provenance_of(data_.schema(), data_.classes());
    return report;
  }

 private:
  // One scan up to the first update that helps. A stop if there is none.
  Result<std::optional<Stop>> improve(std::uint64_t& errors) {
    for (std::size_t row = 0; row < data_.size(); ++row) {
      if (const std::optional<Stop> stop = limiter_.limit(counts_)) return stop;
      if (const std::optional<Stop> stop = limiter_.watch(counts_, {})) return stop;
      const Score score = space_.score(row);
      if (!score.sign_known) return space_.unscorable(row);
      const Step step = rule_({.y = data_[row].y, .score = score.value});
      ++counts_.seen;
      counts_.mistakes += step.mistake ? 1 : 0;
      if (!step.update) continue;
      if (!space_.step(step.coefficient, row)) return space_.unscorable(row);
      const Result<std::uint64_t> now = count();
      if (!now) return now.error();
      if (*now >= errors) {
        space_.take_back();
        continue;
      }
      space_.accept(row);
      note_update(row);
      errors = *now;
      history_.emplace_back(counts_.seen, errors);
      return std::optional<Stop>{};
    }
    return std::optional<Stop>{Stop::stalled};
  }

  void note_update(std::size_t row) {
    ++counts_.updates;
    if (options_.per_example) ++updates_per_example_[row];
    if (options_.sequence) update_sequence_.push_back(row);
  }

  Result<std::uint64_t> count() {
    const Result<Evaluation> now = space_.evaluate();
    if (!now) return now.error();
    return rule_.tie == Tie::plus ? now->wrong_predictions : now->errors;
  }

  const Dataset& data_;
  Perceptron rule_;
  Space& space_;
  Limiter limiter_;
  const TrainOptions& options_;
  Counts counts_;
  std::vector<std::uint64_t> updates_per_example_, update_sequence_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> history_;  // {seen, errors} at the start and after each update
};

/// A greedy run in the primal space.
Result<TrainReport> train_greedy(const Dataset& data, const TrainOptions& options);

}  // namespace novikoff
