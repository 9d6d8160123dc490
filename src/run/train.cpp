#include "novikoff/run/train.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "novikoff/learn/renumber.hpp"
#include "run/budget_train.hpp"
#include "run/dual_train.hpp"
#include "run/evaluation.hpp"
#include "run/gram_check.hpp"
#include "run/greedy.hpp"
#include "run/trainer.hpp"

namespace novikoff {
namespace {

ErrorInfo usage(std::string message) { return {ErrorCode::usage, std::move(message), {}, {}, {}}; }

Result<Evaluation> evaluate_vote(const Dataset& data, const VotedHypothesis& voted, const std::function<bool()>& give_up) {
  std::vector<std::int64_t> votes(data.size());
  std::size_t bad_row = 0;
  if (!voted.vote(
          data.size(), [&](std::size_t row) { return data[row].x; }, votes, bad_row, give_up))
    return unscorable(voted.start(), data.place(bad_row), data.where(bad_row));
  return evaluate_scores(data, [&](std::size_t row) -> Result<Scaled> { return Scaled::of(static_cast<double>(votes[row])); });
}

// Counts errors for the pockets, without the other figures of evaluate.
std::optional<std::uint64_t> count_errors(const Dataset& data, const Hypothesis& hypothesis, std::optional<ErrorInfo>& error) {
  std::uint64_t errors = 0;
  for (std::size_t row = 0; row < data.size(); ++row) {
    const ExampleView example = data[row];
    const Score score = hypothesis.score(example.x);
    if (!score.sign_known) {
      error = unscorable(hypothesis, data.place(row), data.where(row));
      return std::nullopt;
    }
    errors += is_error(example.y, score.value) ? 1 : 0;
  }
  return errors;
}

// The answer's failures; none if the watcher wants an end of the count, which for a vote may take as long as the run.
Result<std::optional<Evaluation>> evaluate_answer(const Dataset& data, const TrainOptions& options, const Model& model) {
  using Answer = std::optional<Evaluation>;
  if (!model.voted) {
    const Result<Evaluation> answer = evaluate(data, model.hypothesis);
    return answer ? Result<Answer>(*answer) : Result<Answer>(answer.error());
  }
  bool given_up = false;
  const auto give_up = [&] { return given_up = given_up || (options.watch && options.watch({model.counts, {}}) == Stop::interrupted); };
  const Result<Evaluation> answer = evaluate_vote(data, *model.voted, give_up);
  if (!answer) return answer.error();
  return given_up ? Answer{} : Answer{*answer};
}

Status evaluate_report(const Dataset& data, const TrainOptions& options, TrainReport& report) {
  const Model& model = report.model;
  const Result<std::optional<Evaluation>> answer = evaluate_answer(data, options, model);
  if (!answer) return answer.error();
  report.answer_evaluation = *answer;
  const Result<Evaluation> last = evaluate(data, report.last);
  if (!last) return last.error();
  report.last_evaluation = *last;
  if (report.averaged) {
    const Result<Evaluation> averaged = evaluate(data, *report.averaged);
    if (!averaged) return averaged.error();
    report.averaged_evaluation = *averaged;
  }
  if (options.holdout != nullptr) {
    const Result<std::optional<Evaluation>> held = evaluate_answer(*options.holdout, options, model);
    if (!held) return held.error();
    report.holdout_evaluation = *held;
  }
  for (const Dataset* rows : {&data, options.holdout})
    if (rows != nullptr && rows->failed()) return *rows->failed();
  return note_bounds(&data, report);
}

// The model may come from a file, and no cursor of these rows points beyond them.
ErrorInfo other_rows(const Model& model, const Dataset& data) {
  return {
      ErrorCode::model_not_resumable,
      "the model stopped after row " + std::to_string(model.state->cursor.position) + " of its data, and these are " + std::to_string(data.size()) + " rows",
      {},
      "go on with the rows that the model was trained on",
      {}};
}

// As wide as the rows, or as the saved run, which may have been told of more features than the rows have.
std::uint64_t width(const Dataset& data, const Model* resume) { return std::max<std::uint64_t>(data.n_features(), resume != nullptr ? resume->n_features : 0); }

std::uint64_t values_of(const Dataset& data) {
  std::uint64_t values = 0;
  for (std::size_t row = 0; row < data.size(); ++row) values += data[row].x.size;
  return values;
}

template <Keep K>
Result<TrainReport> train_with(const Dataset& data, const TrainOptions& options, const Model* resume, K keep, const std::optional<ErrorInfo>& counting_error) {
  const std::uint64_t n_features = width(data, resume);
  const std::uint64_t n_weights = data.columns().empty() ? n_features : data.n_places();
  if (Status fits = check_weights_memory(keep, n_weights, options.memory); !fits) return fits.error();
  if (resume != nullptr && !restore_keep(keep, *resume)) return not_resumable();
  Learner<Perceptron, K> learner(options.spec.make_rule(), start_of(options.spec, data.columns()), std::move(keep));
  learner.grow(n_weights);
  Trainer<K> trainer(data, options, std::move(learner), seen_limit(options.spec, data.size()), counting_error);
  if (resume != nullptr) trainer.resume(*resume);
  const Result<Stop> stop = trainer.run_on(resume);
  if (!stop) return stop.error();
  Result<TrainReport> concluded = trainer.conclude(*stop, n_features);
  if (!concluded) return concluded;
  TrainReport& report = *concluded;
  report.radius = radius_of(data.max_sqnorm(), options.spec.bias_value);
  report.model.columns = data.columns();
  report.trace.recorded = trainer.recorded();
  if (Status saved = trainer.save(report); !saved) return saved.error();
  if (Status done = evaluate_report(data, options, report); !done) return done.error();
  const std::uint64_t support = std::min<std::uint64_t>(report.model.counts.updates, data.size());
  report.cost = space_cost(report.model.counts, data.size(), values_of(data), support);
  return concluded;
}

// The model to go on from, its weights at the places that the rows have.
Result<Model> placed_for(const Dataset& data, const Model& model) {
  Model placed = model;
  bool known = true;
  const auto to = [&](std::uint32_t place) {
    const std::uint32_t there = data.place_of_feature(static_cast<std::uint32_t>(model.feature(place)));
    known = known && there != FeatureTable::kNone;
    return known ? there : 0;
  };
  // Into an array of weights that has room for each: of the rows that are not numbered anew, check_weights_memory has seen it.
  const std::uint64_t places = data.columns().empty() ? width(data, &model) : data.n_places();
  renumber(placed, to, static_cast<std::size_t>(places));
  placed.columns = data.columns();
  if (!known) return ErrorInfo{ErrorCode::model_not_resumable, "the model has weights for features that were given no place", {}, {}, {}};
  return placed;
}

Result<TrainReport> finish_greedy(const Dataset& data, const TrainOptions& options) {
  if (Status fits = check_weights_memory(LastKeep{}, data.n_places(), options.memory); !fits) return fits.error();
  Result<TrainReport> report = train_greedy(data, options);
  if (!report) return report;
  if (Status done = evaluate_report(data, options, *report); !done) return done.error();
  return report;
}

Status check_kernel(const LearnerSpec& spec) {
  const Kernel& kernel = spec.kernel;
  if (!(kernel.gamma > 0) || !std::isfinite(kernel.gamma)) return usage("--gamma must be a number above 0");
  if (!(kernel.coef0 >= 0) || !std::isfinite(kernel.coef0)) return usage("--coef0 must be a number, 0 or above: below, the kernel is no inner product");
  if (kernel.degree < 1 || kernel.degree > Kernel::kMaxDegree) return usage("--degree must be between 1 and " + std::to_string(Kernel::kMaxDegree));
  if (kernel.kind == KernelKind::function && !kernel.function) return usage("the kernel is a function, and there is none");
  if (spec.space == Space::primal && kernel.kind != KernelKind::linear)
    return usage("--space primal holds weights, and those of --kernel " + std::string(name(kernel.kind)) + " are known to the dual space alone");
  if (spec.arithmetic == Arithmetic::exact) {
    if (kernel.kind != KernelKind::linear && !spec.w0.empty()) return usage("--w0 gives weights of the input space, and a run with a kernel starts from 0");
    return {};
  }
  if (spec.in_dual() && !spec.w0.empty()) return usage("--w0 gives weights of the input space, and a run in the dual space starts from 0");
  return {};
}

Status check_budget(const LearnerSpec& spec) {
  const Budget& budget = spec.budget;
  if (!(budget.projection_error >= 0) || !std::isfinite(budget.projection_error)) return usage("--projection-error must be a number, 0 or above");
  if (budget.size == 0) return {};
  if (spec.arithmetic == Arithmetic::exact) return usage("--budget goes with --arithmetic double");
  if (spec.space == Space::primal) return usage("--budget limits support vectors, which only the dual space has");
  if (spec.rule != RuleKind::perceptron) return usage("--budget goes with --rule perceptron: the guarantees of its rules are for it");
  if (spec.keep != KeepKind::automatic && spec.keep != KeepKind::last)
    return usage("--budget goes with --keep last: other keeps hold more support vectors than the budget allows");
  if (spec.b0 != 0) return usage("--b0 does not go with --budget: its bias is that of the support vectors");
  return {};
}

}  // namespace

std::uint64_t seen_limit(const LearnerSpec& spec, std::uint64_t rows) {
  if (spec.has_passes()) return spec.max_seen.value_or(0);
  const std::uint64_t passes = spec.passes.value_or(spec.max_seen ? 0 : kDefaultPasses);
  const std::uint64_t by_passes = passes > ~std::uint64_t{0} / rows ? 0 : passes * rows;  // beyond 64 bits is no limit
  const std::uint64_t by_seen = spec.max_seen.value_or(0);
  return by_passes == 0 || (by_seen != 0 && by_seen < by_passes) ? by_seen : by_passes;
}

ErrorInfo unscorable(const Hypothesis& hypothesis, Place place, const std::string& where) {
  ErrorInfo error;
  const bool finite = hypothesis.finite();
  error.code = finite ? ErrorCode::score_not_representable : ErrorCode::weights_overflow;
  error.message = finite ? "the sign of the score cannot be told in doubles" : "a weight is beyond the largest double";
  if (place.file.empty()) error.message += " (" + where + ")";  // else the place says it
  error.where = std::move(place);
  return error;
}

Status check_spec(const LearnerSpec& spec) {
  if (!(spec.eta > 0) || !std::isfinite(spec.eta)) return usage("--eta must be a number above 0");
  if (!(spec.tau >= 0) || !std::isfinite(spec.tau)) return usage("--tau must be a number, 0 or above");
  if (spec.tau > 0 && spec.rule != RuleKind::margin) return usage("--tau is the margin of --rule margin");
  if (spec.tau > 0 && spec.tie == Tie::plus) return usage("--tie plus goes with --tau 0 only: with a margin, a score of 0 always updates");
  if (!(spec.bias_value >= 0) || !std::isfinite(spec.bias_value)) return usage("--bias must be a number, 0 (none) or above");
  if (spec.b0 != 0 && spec.bias_value == 0) return usage("--b0 needs a bias, and --bias 0 takes it away");
  if (!(spec.max_seconds >= 0)) return usage("--max-seconds must be a number, 0 (no limit) or above");
  if (spec.keep == KeepKind::greedy && spec.order != Order::restart)
    return usage("--keep greedy scans from the first row again after each update: it needs --order restart");
  if (!(spec.holdout >= 0 && spec.holdout < 1)) return usage("the fraction held out must be 0 (none) or between 0 and 1");
  if (spec.patience != 0 && (!spec.has_passes() || spec.order == Order::online))
    return usage("--patience looks at the rows held out after each pass: it needs --order cyclic or shuffled");
  if (Status possible = check_kernel(spec); !possible) return possible;
  if (Status possible = check_budget(spec); !possible) return possible;
  if (spec.order == Order::online && spec.passes.value_or(1) > 1) return usage("--order online is one pass; --order cyclic repeats");
  return {};
}

Result<Evaluation> evaluate(const Dataset& data, const Hypothesis& hypothesis) {
  return evaluate_scores(data, [&](std::size_t row) -> Result<Scaled> {
    bool sign_known = true;
    const Scaled score = hypothesis.scaled_score(data[row].x, &sign_known);
    if (!sign_known) return unscorable(hypothesis, data.place(row), data.where(row));
    return score;
  });
}

std::vector<std::uint64_t> errors_per_pass(const TrainReport& report) {
  std::vector<std::uint64_t> errors;
  for (const CurvePoint& point : report.curve) errors.push_back(point.training.errors);
  return errors;
}

Result<Evaluation> evaluate(const Dataset& data, const VotedHypothesis& voted) { return evaluate_vote(data, voted, {}); }

static Result<TrainReport> train_in_dual(const Dataset& data, const TrainOptions& options, const Model* resume) {
  const LearnerSpec& spec = resume != nullptr ? resume->spec : options.spec;
  if (spec.kernel.in_rows() && options.holdout != nullptr && spec.holdout == 0)
    return usage("--holdout FILE: --kernel precomputed has columns for the rows of the data alone; hold out a fraction, or evaluate the model on the file");
  // Kernels look at many rows together, and of rows that are not in memory only those of a few blocks are there at a time.
  if (!data.in_memory() || (options.holdout != nullptr && !options.holdout->in_memory()))
    return ErrorInfo{ErrorCode::memory_limit, "the rows do not fit --memory, and a run in the dual space holds them all", {}, "raise --memory", {}};
  for (const Dataset* rows : {&data, options.holdout})
    if (rows != nullptr)
      if (Status defined = check_features(spec.kernel, *rows); !defined) return defined.error();
  if (Status symmetric = check_gram(spec.kernel, data, options.holdout); !symmetric) return symmetric.error();
  std::optional<KernelCheck> checked;
  if (options.check_kernel) {
    const Result<KernelCheck> answer = check_kernel_on(data, spec.kernel, options.memory, options.threads);
    if (!answer) return answer.error();
    checked = *answer;
  }
  Result<TrainReport> report = spec.budget.size != 0 ? train_budget(data, options, resume) : train_dual(data, options, resume);
  if (!report) return report;
  report->kernel_check = checked;
  if (spec.kernel.kind == KernelKind::linear && spec.budget.size == 0)
    report->cost = space_cost(report->model.counts, data.size(), values_of(data), report->dual ? report->dual->support : 0);
  return report;
}

Result<TrainReport> train(const Dataset& data, const TrainOptions& options, const Model* resume) {
  if (Status valid = check_spec(options.spec); !valid) return valid.error();
  if (data.size() == 0) return ErrorInfo{ErrorCode::no_rows, "no rows", {}, {}, {}};
  if (options.spec.w0.size() > width(data, resume))
    return usage("--w0 has " + counted(options.spec.w0.size(), "weight", "weights") + " and the data " + counted(data.n_features(), "feature", "features"));
  if (resume != nullptr && !resume->state) return not_resumable();
  if (options.spec.keep == KeepKind::greedy && resume != nullptr) return not_resumable();
  if (options.spec.keep == KeepKind::greedy && options.checkpoint.save)
    return usage("--keep greedy cannot be continued, so there is nothing to save in a checkpoint");
  if (resume != nullptr && resume->state->cursor.position > data.size()) return other_rows(*resume, data);
  if (resume != nullptr && resume->state->examples &&
      (resume->state->examples->rows != data.size() || resume->state->examples->sha256 != examples_sha256(data, options.holdout)))
    return other_examples();
  if (options.spec.patience != 0 && options.holdout == nullptr) return usage("--patience needs rows held out: --holdout FRACTION or FILE");
  if (options.holdout != nullptr && options.holdout->columns() != data.columns())
    return usage("the rows held out have their features at other places than the others");
  const bool dual = resume != nullptr ? resume->expansion.has_value() : options.spec.in_dual();
  if (dual && !data.columns().empty()) return usage("a run in the dual space takes rows with their features, not with places for them");
  if (dual) return train_in_dual(data, options, resume);
  if (options.check_kernel) return usage("--check-kernel looks at a kernel: it needs --kernel or --space dual");
  if (options.spec.keep == KeepKind::greedy) return finish_greedy(data, options);
  std::optional<Model> placed;
  if (resume != nullptr && resume->columns != data.columns()) {
    const std::uint64_t places = data.columns().empty() ? width(data, resume) : data.n_places();
    if (Status fits = with_keep(options.spec.keep, {}, [&](auto keep) { return check_weights_memory(keep, places, options.memory); }); !fits)
      return fits.error();
    Result<Model> moved = placed_for(data, *resume);
    if (!moved) return moved.error();
    resume = &placed.emplace(*std::move(moved));
  }
  std::optional<ErrorInfo> counting_error;
  const auto counter = [&](const Hypothesis& hypothesis) { return count_errors(data, hypothesis, counting_error); };
  return with_keep(options.spec.keep, counter, [&](auto keep) { return train_with(data, options, resume, std::move(keep), counting_error); });
}

}  // namespace novikoff
