#include "run/greedy.hpp"

#include "run/trainer.hpp"

namespace novikoff {
namespace {

// Weights of features.
class GreedyWeights {
 public:
  GreedyWeights(const Dataset& data, const LearnerSpec& spec) : data_(data), current_(start_of(spec, data.columns())), recorder_(spec.eta, spec.bias_value) {
    current_.weights.resize(data.n_places());
  }

  Score score(std::size_t row) const { return current_.score(data_[row].x); }
  Result<Evaluation> evaluate() const { return novikoff::evaluate(data_, current_); }
  ErrorInfo unscorable(std::size_t row) const { return novikoff::unscorable(current_, data_.place(row), data_.where(row)); }
  bool step(double a, std::size_t row) {
    before_ = current_;
    current_.add(a, data_[row].x);
    return true;
  }
  void take_back() { std::swap(current_, before_); }
  void accept(std::size_t row) { recorder_.note(data_[row].x, current_.weights, current_.bias_weight); }

  const Hypothesis& current() const noexcept { return current_; }
  Trace::Updates recorded() const noexcept { return recorder_.total(); }

 private:
  const Dataset& data_;
  Hypothesis current_, before_;
  UpdateRecorder recorder_;
};

}  // namespace

Result<TrainReport> train_greedy(const Dataset& data, const TrainOptions& options) {
  GreedyWeights weights(data, options.spec);
  GreedyRun run(data, options, weights);
  const Result<Stop> stop = run.run();
  if (!stop) return stop.error();
  TrainReport report = run.conclude(*stop, weights.current());
  report.trace.recorded = weights.recorded();
  report.radius = radius_of(data.max_sqnorm(), options.spec.bias_value);
  return report;
}

}  // namespace novikoff
