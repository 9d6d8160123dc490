#include "run/greedy.hpp"

#include "run/trainer.hpp"

namespace novikoff {
namespace {

class GreedyRun {
 public:
  GreedyRun(const Dataset& data, const TrainOptions& options, std::uint64_t max_seen)
      : data_(data),
        rule_(options.spec.make_rule()),
        current_(start_of(options.spec, data.columns())),
        limiter_(options, max_seen),
        options_(options),
        recorder_(options.spec.eta, options.spec.bias_value) {
    current_.weights.resize(data.n_places());
    if (options.per_example) updates_per_example.resize(data.size());
  }

  Result<Stop> run() {
    Result<std::uint64_t> errors = count(current_);
    if (!errors) return errors.error();
    history.emplace_back(0, *errors);
    while (*errors != 0) {
      const Result<std::optional<Stop>> scan = improve(*errors);
      if (!scan) return scan.error();
      if (*scan) return **scan;
    }
    return Stop::converged;
  }

  const Hypothesis& current() const noexcept { return current_; }
  Trace::Updates recorded() const noexcept { return recorder_.total(); }
  Counts counts;
  std::vector<std::uint64_t> updates_per_example, update_sequence;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> history;  // {seen, errors} at the start and after each update

 private:
  // One scan up to the first update that helps. A stop if there is none.
  Result<std::optional<Stop>> improve(std::uint64_t& errors) {
    for (std::size_t row = 0; row < data_.size(); ++row) {
      if (const std::optional<Stop> stop = limiter_.limit(counts)) return stop;
      if (const std::optional<Stop> stop = limiter_.watch(counts, {})) return stop;
      const ExampleView example = data_[row];
      const Score score = current_.score(example.x);
      if (!score.sign_known) return unscorable(current_, data_.place(row), data_.where(row));
      const Step step = rule_({.y = example.y, .score = score.value});
      ++counts.seen;
      counts.mistakes += step.mistake ? 1 : 0;
      if (!step.update) continue;
      Hypothesis candidate = current_;
      candidate.add(step.coefficient, example.x);
      const Result<std::uint64_t> now = count(candidate);
      if (!now) return now.error();
      if (*now >= errors) continue;
      accept(std::move(candidate), row);
      errors = *now;
      history.emplace_back(counts.seen, errors);
      return std::optional<Stop>{};
    }
    return std::optional<Stop>{Stop::stalled};
  }

  void accept(Hypothesis candidate, std::size_t row) {
    current_ = std::move(candidate);
    recorder_.note(data_[row].x, current_.weights, current_.bias_weight);
    ++counts.updates;
    if (options_.per_example) ++updates_per_example[row];
    if (options_.sequence) update_sequence.push_back(row);
  }

  Result<std::uint64_t> count(const Hypothesis& hypothesis) const {
    const Result<Evaluation> now = evaluate(data_, hypothesis);
    if (!now) return now.error();
    return rule_.tie == Tie::plus ? now->wrong_predictions : now->errors;
  }

  const Dataset& data_;
  Perceptron rule_;
  Hypothesis current_;
  Limiter limiter_;
  const TrainOptions& options_;
  UpdateRecorder recorder_;
};

}  // namespace

Result<TrainReport> train_greedy(const Dataset& data, const TrainOptions& options) {
  GreedyRun run(data, options, seen_limit(options.spec, data.size()));
  const Result<Stop> stop = run.run();
  if (!stop) return stop.error();
  TrainReport report;
  report.rows = data.size();
  report.last = run.current();
  report.trace.recorded = run.recorded();
  report.updates_per_example = std::move(run.updates_per_example);
  report.update_sequence = std::move(run.update_sequence);
  report.pocket_history = std::move(run.history);
  report.radius = radius_of(data.max_sqnorm(), options.spec.bias_value);
  Model& model = report.model;
  model.spec = options.spec;
  model.answer = KeepKind::greedy;
  model.stop = *stop;
  model.counts = run.counts;
  model.n_features = data.n_features();
  model.columns = data.columns();
  model.hypothesis = run.current();
  model.source = provenance_of(data.schema(), data.classes());
  return report;
}

}  // namespace novikoff
