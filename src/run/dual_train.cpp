#include "run/dual_train.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "novikoff/vec/kernels.hpp"
#include "run/dual_bounds.hpp"
#include "run/dual_model.hpp"
#include "run/evaluation.hpp"
#include "run/greedy.hpp"
#include "run/trainer.hpp"

namespace novikoff {
namespace {

// ‖w̃‖² = Σ c_i·(w·φ(x_i)) + w̃_B²; rounding may leave it below 0.
Scaled norm_of(const Hypothesis& h, const double* scores) {
  Scaled sum = Scaled::of(h.bias_weight) * Scaled::of(h.bias_weight);
  for (std::size_t i = 0; i < h.weights.size(); ++i)
    if (h.weights[i] != 0) sum = sum + Scaled::of(h.weights[i]) * Scaled::of(scores[i]);
  return sum.sign() < 0 ? Scaled{} : sqrt(sum);
}

// Failures of the scores of `data`, which begin at `scores`, without b.
Result<Evaluation> evaluate_plain(const Dataset& data, const double* scores, double bias) {
  return evaluate_scores(data, [&](std::size_t row) -> Result<Scaled> {
    const double score = scores[row] + bias;
    if (!std::isfinite(score))
      return ErrorInfo{ErrorCode::score_not_representable, "the score is beyond the largest double (" + data.where(row) + ")", data.place(row), {}, {}};
    return Scaled::of(score);
  });
}

// A model of the dual in the form in which it is learned: coefficients of all rows.
Model over_rows(const Model& model, std::size_t n) {
  const std::vector<std::uint64_t>& rows = model.state->support_rows;
  Model wide = model;
  const auto widen = [&](Hypothesis& h) {
    std::vector<double> weights(n);
    for (std::size_t k = 0; k < h.weights.size(); ++k) weights[static_cast<std::size_t>(rows[k])] = h.weights[k];
    h.weights = std::move(weights);
  };
  widen(wide.hypothesis);
  widen(wide.state->current);
  if (wide.state->weighted_steps) widen(*wide.state->weighted_steps);
  if (wide.state->pocket) widen(wide.state->pocket->best);
  if (wide.voted) wide.voted = with_examples(*wide.voted, [&](std::uint64_t k) { return rows[static_cast<std::size_t>(k)]; });
  return wide;
}

Status check_resume(const Model& model, std::size_t learned, std::size_t all) {
  const RunState& state = *model.state;
  if (!model.expansion || state.support_rows.size() != model.expansion->support.size()) return not_resumable();
  if (!state.support_rows.empty() && state.support_rows.back() >= learned) return other_examples();
  for (const std::vector<double>* scores : {&state.scores, &state.weighted_scores})
    if (!scores->empty() && scores->size() != all) return other_examples();
  return {};
}

// Coefficients of rows, for greedy runs.
class GreedyCoefficients {
 public:
  GreedyCoefficients(const Dataset& data, const Dataset* holdout, DualSpace& space) : data_(data), holdout_(holdout), space_(space) {}

  Score score(std::size_t row) const { return space_.score(row); }
  Result<Evaluation> evaluate() const { return novikoff::evaluate(data_, space_, Part::training); }
  ErrorInfo unscorable(std::size_t row) const { return novikoff::unscorable(space_, data_, holdout_, row); }
  bool step(double a, std::size_t row) {
    if (!space_.ready(data_[row].x, row)) return false;
    before_ = space_.current();
    scores_.assign(space_.scores().begin(), space_.scores().end());
    space_.add(a, data_[row].x, row);
    return true;
  }
  void take_back() {
    space_.restore(std::move(before_));
    space_.restore_scores(scores_, {});
  }
  void accept(std::size_t /*row*/) {}

 private:
  const Dataset& data_;
  const Dataset* holdout_;
  DualSpace& space_;
  Hypothesis before_;
  std::vector<double> scores_;
};

// One run: the rows, the space over them, and the report.
class DualRun {
 public:
  DualRun(const Dataset& data, const TrainOptions& options)
      : data_(data),
        options_(options),
        rows_(
            options.spec.kernel, [this](std::size_t i) { return i < data_.size() ? data_[i].x : (*options_.holdout)[i - data_.size()].x; },
            options.memory / 2) {}

  Status prepare() {
    const std::size_t n = data_.size() + (options_.holdout != nullptr ? options_.holdout->size() : 0);
    const std::uint64_t width = std::max(data_.n_features(), options_.holdout != nullptr ? options_.holdout->n_features() : 0);
    // With the linear kernel the report and the model's scores are made with weights of features.
    if (options_.spec.kernel.kind == KernelKind::linear)
      if (Status fits = check_weights_memory(LastKeep{}, width, options_.memory); !fits) return fits;
    rows_.extend(n, static_cast<std::size_t>(width));
    const std::uint64_t row = GramRows::row_bytes(rows_);
    if (row > options_.kernel_cache)
      return ErrorInfo{ErrorCode::memory_limit,
                       "a row of the Gram matrix of " + counted(n, "row", "rows") + " needs " + std::to_string(row) + " bytes, --kernel-cache allows " +
                           std::to_string(options_.kernel_cache),
                       {},
                       "raise --kernel-cache",
                       {}};
    space_.emplace(rows_, data_.size(), start_of(options_.spec), options_.kernel_cache);
    return {};
  }

  Result<TrainReport> go(const Model* resume) {
    if (resume != nullptr)
      if (Status possible = check_resume(*resume, data_.size(), rows_.size()); !possible) return possible.error();
    std::optional<ErrorInfo> counting_error;
    // The pocket asks about the start and about the weights of the moment, whose scores are at hand.
    const auto counter = [&](const Hypothesis&) -> std::optional<std::uint64_t> {
      const Result<Evaluation> now = evaluate(data_, *space_, Part::training);
      if (now) return now->errors;
      counting_error = now.error();
      return std::nullopt;
    };
    return with_keep(options_.spec.keep, counter, [&](auto keep) { return run(resume, std::move(keep), counting_error); });
  }

  Result<TrainReport> greedy() {
    if (Status fits = check_weights_memory(LastKeep{}, data_.size(), options_.memory); !fits) return fits.error();
    GreedyCoefficients coefficients(data_, options_.holdout, *space_);
    GreedyRun climb(data_, options_, coefficients);
    const Result<Stop> stop = climb.run();
    if (!stop) return stop.error();
    TrainReport report = climb.conclude(*stop, space_->current());
    if (Status finished = finish(report); !finished) return finished.error();
    return report;
  }

 private:
  template <Keep K>
  Result<TrainReport> run(const Model* resume, K keep, const std::optional<ErrorInfo>& counting_error) {
    if (Status fits = check_weights_memory(keep, data_.size(), options_.memory); !fits) return fits.error();
    const std::optional<Model> from = resume != nullptr ? std::optional(over_rows(*resume, data_.size())) : std::nullopt;
    if (from && !restore_keep(keep, *from)) return not_resumable();
    Learner<Perceptron, K, DualSpace&> learner(options_.spec.make_rule(), *space_, std::move(keep));
    Trainer<K, DualSpace&> trainer(data_, options_, std::move(learner), seen_limit(options_.spec, data_.size()), counting_error);
    if (from) {
      trainer.resume(*from);
      if (Status scored = restore_scores(*from->state); !scored) return scored.error();
    }
    const Result<Stop> stop = trainer.run_on(from ? &*from : nullptr);
    if (!stop) return stop.error();
    return conclude_all(trainer, *stop);
  }

  // As they were saved; made anew of a model without them, rounded otherwise.
  Status restore_scores(const RunState& state) {
    std::vector<double> scores = state.scores, weighted = state.weighted_scores;
    if (scores.empty() && !space_->gram().combine(state.current.weights, scores)) return refused(0);
    if (weighted.empty() && state.weighted_steps && !space_->gram().combine(state.weighted_steps->weights, weighted)) return refused(0);
    space_->restore_scores(scores, weighted);
    return {};
  }

  // Those of the mean: of the last less those of the weighted steps, as AveragedKeep has it.
  std::vector<double> averaged_scores(const RunState& state) const {
    std::vector<double> scores(space_->scores().begin(), space_->scores().end());
    if (state.averaged_seen == 0 || space_->weighted_scores().empty()) return scores;
    const auto seen = static_cast<double>(state.averaged_seen);
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] -= space_->weighted_scores()[i] / seen;
    return scores;
  }

  template <class T>
  Result<TrainReport> conclude_all(T& trainer, Stop stop) {
    Result<TrainReport> concluded = trainer.conclude(stop, data_.n_features());
    if (!concluded) return concluded;
    TrainReport& report = *concluded;
    if (Status finished = finish(report); !finished) return finished.error();
    if (Status saved = trainer.save(report); !saved) return saved.error();
    return concluded;
  }

  // All that the space knows of the run.
  Status finish(TrainReport& report) {
    if (Status evaluated = evaluate_all(report); !evaluated) return evaluated;
    if (Status radius = note_radius(report); !radius) return radius;
    return finish_model(*space_, data_, report);
  }

  // R² = max K(x, x) + B², and what it and the scores prove.
  Status note_radius(TrainReport& report) const {
    const Result<Scaled> most = max_sqnorm(data_, options_.spec.kernel);
    if (!most) return most.error();
    report.radius = radius_of(*most, options_.spec.bias_value);
    return note_dual_bounds(data_, space_->scores().first(data_.size()), *most, report);
  }

  Status evaluate_all(TrainReport& report) {
    if (Status last = evaluate(report.last, space_->scores(), report.last_evaluation, nullptr); !last) return last;
    std::vector<double> scores;
    if (report.averaged) {
      scores = averaged_scores(*report.model.state);
      if (Status averaged = evaluate(*report.averaged, scores, report.averaged_evaluation, nullptr); !averaged) return averaged;
    }
    std::optional<Evaluation>* holdout = options_.holdout != nullptr ? &report.holdout_evaluation : nullptr;
    switch (report.model.answer) {
      case KeepKind::voted:
        return evaluate_vote(*report.model.voted, report);
      case KeepKind::averaged:
        return evaluate(*report.averaged, scores, report.answer_evaluation, holdout);
      case KeepKind::last:
      case KeepKind::greedy:
        return evaluate(report.last, space_->scores(), report.answer_evaluation, holdout);
      default:
        if (!space_->gram().combine(report.model.hypothesis.weights, scores)) return refused(0);
        return evaluate(report.model.hypothesis, scores, report.answer_evaluation, holdout);
    }
  }

  Status evaluate(const Hypothesis& h, std::span<const double> scores, std::optional<Evaluation>& training, std::optional<Evaluation>* holdout) const {
    const Result<Evaluation> now = evaluate_plain(data_, scores.data(), h.bias());
    if (!now) return now.error();
    training = *now;
    training->exact_norm = norm_of(h, scores.data());
    if (holdout == nullptr) return {};
    const Result<Evaluation> held = evaluate_plain(*options_.holdout, scores.data() + data_.size(), h.bias());
    if (!held) return held.error();
    *holdout = *held;
    return {};
  }
  Result<Evaluation> evaluate(const Dataset& data, const DualSpace& space, Part part) const { return novikoff::evaluate(data, space, part); }

  // The vectors of the vote once more, each on all rows.
  Status evaluate_vote(const VotedHypothesis& voted, TrainReport& report) {
    std::vector<double> scores(rows_.size());
    std::vector<std::int64_t> votes(rows_.size());
    Hypothesis v = voted.start();
    for (std::size_t k = 0; k <= voted.steps().size(); ++k) {
      if (options_.watch && options_.watch({report.model.counts, {}}) == Stop::interrupted) return {};
      if (k > 0) {
        const VotedHypothesis::StepTaken& step = voted.steps()[k - 1];
        const double* const gram = space_->gram().get(voted.examples()[static_cast<std::size_t>(step.example)].width() - 1);
        if (gram == nullptr) return refused(0);
        axpy(step.coefficient, {nullptr, gram, scores.size()}, scores.data());
        v.bias_weight += step.coefficient * v.bias_value;
      }
      const auto count = static_cast<std::int64_t>(k == 0 ? voted.start_count() : voted.steps()[k - 1].count);
      for (std::size_t i = 0; i < votes.size(); ++i) votes[i] += sign_of(scores[i] + v.bias()) * count;
    }
    std::vector<double> as_scores(votes.begin(), votes.end());
    return evaluate(Hypothesis{{}, 0, 0}, as_scores, report.answer_evaluation, options_.holdout != nullptr ? &report.holdout_evaluation : nullptr);
  }
  static std::int64_t sign_of(double s) noexcept { return s > 0 ? 1 : s < 0 ? -1 : 0; }

  ErrorInfo refused(std::uint64_t row) const { return unscorable(*space_, data_, options_.holdout, row); }

  const Dataset& data_;
  const TrainOptions& options_;
  KernelRows rows_;
  std::optional<DualSpace> space_;
};

}  // namespace

Result<TrainReport> train_dual(const Dataset& data, const TrainOptions& options, const Model* resume) {
  DualRun run(data, options);
  if (Status possible = run.prepare(); !possible) return possible.error();
  return options.spec.keep == KeepKind::greedy ? run.greedy() : run.go(resume);
}

ErrorInfo unscorable(const PrimalSpace& space, const Dataset& data, const Dataset* /*holdout*/, std::uint64_t row) {
  return unscorable(space.current(), data.place(row), data.where(row));
}

ErrorInfo unscorable(const DualSpace& space, const Dataset& data, const Dataset* holdout, std::uint64_t row) {
  const auto where = [&](std::size_t r) { return r < data.size() ? data.where(r) : holdout->where(r - data.size()); };
  if (const auto& pair = space.gram().refused()) {
    const double value = space.kernel()(space.row(pair->first), space.row(pair->second));
    return not_representable(value, data.place(pair->first), where(pair->first), where(pair->second));
  }
  return {ErrorCode::score_not_representable, "the score is beyond the largest double (" + where(row) + ")", data.place(row), {}, {}};
}

ErrorInfo unscorable(const PrimalSpace& space, Place place, const std::string& where) { return unscorable(space.current(), std::move(place), where); }

ErrorInfo unscorable(const StreamDualSpace& space, Place place, const std::string& where) {
  if (space.full())
    return {ErrorCode::memory_limit, "the rows that updated need more than --memory allows (" + where + ")", std::move(place), "raise --memory", {}};
  if (space.refused())
    return {ErrorCode::kernel_not_representable,
            "the kernel of " + where + " and row " + std::to_string(*space.refused() + 1) + " of those that updated is beyond the doubles",
            std::move(place),
            {},
            {}};
  return {ErrorCode::score_not_representable, "the score is beyond the largest double (" + where + ")", std::move(place), {}, {}};
}

Scaled scaled_score(const PrimalSpace& space, const FeatureView& x, std::uint64_t /*row*/, bool& sign_known) {
  return space.current().scaled_score(x, &sign_known);
}

Scaled scaled_score(const DualSpace& space, const FeatureView& x, std::uint64_t row, bool& sign_known) {
  const Score score = space.score(x, row);
  sign_known = score.sign_known;
  return sign_known ? Scaled::of(score.value) : Scaled{};
}

Result<Evaluation> evaluate(const Dataset& data, const PrimalSpace& space, Part /*part*/) { return evaluate(data, space.current()); }

Result<Evaluation> evaluate(const Dataset& data, const DualSpace& space, Part part) {
  return evaluate_plain(data, space.scores().data() + (part == Part::training ? 0 : space.to_learn()), space.current().bias());
}

MarginInterval no_margin() {
  MarginInterval margin;
  margin.why_no_low = margin.why_no_high = "in doubles the rounding of the dual space is not recorded";
  return margin;
}

void note_no_bounds(TrainReport& report, bool in_memory) {
  const Model& model = report.model;
  Trace& trace = report.trace;
  trace.seen = model.counts.seen;
  trace.updates = model.counts.updates;
  trace.mistakes = model.counts.mistakes;
  trace.eta = model.spec.eta;
  trace.tau = model.spec.make_rule().tau;
  note_scans(in_memory, report);
  report.margin = no_margin();
  report.bounds.clear();
  for (const BoundRow& row : bound_rows()) {
    Bound& bound = report.bounds.emplace_back();
    bound.id = row.id;
    bound.why = report.margin.why_no_low;
  }
}

bool takes(const Kernel& kernel, const FeatureView& x) noexcept {
  return !kernel.needs_nonnegative() || std::none_of(x.value, x.value + x.size, [](double v) { return v < 0; });
}

ErrorInfo not_defined(const Kernel& kernel, Place place, const std::string& where) {
  ErrorInfo error{
      ErrorCode::kernel_not_defined, "a feature is negative, and --kernel " + std::string(name(kernel.kind)) + " takes none", std::move(place), {}, {}};
  if (error.where.file.empty()) error.message += " (" + where + ")";
  return error;
}

ErrorInfo not_representable(double value, Place place, const std::string& one, const std::string& other) {
  const char* what = std::isnan(value) ? "no number" : "beyond the largest double";
  return {ErrorCode::kernel_not_representable, "the kernel of " + one + " and " + other + " is " + what, std::move(place), {}, {}};
}

Result<Scaled> max_sqnorm(const Dataset& data, const Kernel& kernel) {
  Scaled most;
  for (std::size_t row = 0; row < data.size(); ++row) {
    const double value = kernel(data[row].x, data[row].x);
    if (!std::isfinite(value)) return not_representable(value, data.place(row), data.where(row), "itself");
    if (most < Scaled::of(value)) most = Scaled::of(value);
  }
  return most;
}

Status check_features(const Kernel& kernel, const Dataset& data) {
  if (!kernel.needs_nonnegative()) return {};
  for (std::size_t row = 0; row < data.size(); ++row)
    if (!takes(kernel, data[row].x)) return not_defined(kernel, data.place(row), data.where(row));
  return {};
}

}  // namespace novikoff
