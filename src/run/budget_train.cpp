#include "run/budget_train.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "run/dual_model.hpp"
#include "run/evaluation.hpp"
#include "run/trainer.hpp"

namespace novikoff {
namespace {

Result<Evaluation> evaluate_with(const Dataset& data, BudgetSpace& space) {
  return evaluate_scores(data, [&](std::size_t row) -> Result<Scaled> {
    const Score score = space.score(data[row].x, row);
    if (!score.sign_known) return unscorable(space, data.place(row), data.where(row));
    return Scaled::of(score.value);
  });
}

// ‖w̃‖² = Σ c_k·s(x_k); rounding may leave it below 0.
Scaled norm_of(BudgetSpace& space) {
  const RowStore support = space.support();
  Scaled sum;
  for (std::size_t k = 0; k < support.size(); ++k) sum = sum + Scaled::of(space.current().weights[k]) * Scaled::of(space.score(support[k], kNoRow).value);
  return sum.sign() < 0 ? Scaled{} : sqrt(sum);
}

Status evaluate_all(const Dataset& data, const TrainOptions& options, BudgetSpace& space, TrainReport& report) {
  const Result<Evaluation> now = evaluate_with(data, space);
  if (!now) return now.error();
  report.answer_evaluation = *now;
  report.answer_evaluation->exact_norm = norm_of(space);
  report.last_evaluation = report.answer_evaluation;
  if (options.holdout != nullptr) {
    const Result<Evaluation> held = evaluate_with(*options.holdout, space);
    if (!held) return held.error();
    report.holdout_evaluation = *held;
  }
  return {};
}

}  // namespace

Result<TrainReport> train_budget(const Dataset& data, const TrainOptions& options, const Model* resume) {
  // The linear kernel compares with support vectors by weights of features.
  if (options.spec.kernel.kind == KernelKind::linear)
    if (Status fits = check_weights_memory(LastKeep{}, data.n_features(), options.memory); !fits) return fits.error();
  BudgetSpace space(options.spec, options.memory);
  if (resume != nullptr && !restore(space, *resume)) return not_resumable();
  const std::optional<ErrorInfo> counting_error;
  Learner<Perceptron, LastKeep, BudgetSpace&> learner(options.spec.make_rule(), space, LastKeep{});
  Trainer<LastKeep, BudgetSpace&> trainer(data, options, learner, seen_limit(options.spec, data.size()), counting_error);
  if (resume != nullptr) trainer.resume(*resume);
  const Result<Stop> stop = trainer.run_on(resume);
  if (!stop) return stop.error();
  Result<TrainReport> concluded = trainer.conclude(*stop, std::max(data.n_features(), resume != nullptr ? resume->n_features : 0));
  if (!concluded) return concluded;
  TrainReport& report = *concluded;
  if (Status finished_model = finish_model(space, data, report); !finished_model) return finished_model.error();
  if (Status saved = trainer.save(report); !saved) return saved.error();
  if (Status evaluated = evaluate_all(data, options, space, report); !evaluated) return evaluated.error();
  const Result<Scaled> sqnorm = max_sqnorm(data, options.spec.kernel);
  if (!sqnorm) return sqnorm.error();
  report.radius = radius_of(*sqnorm, options.spec.bias_value);
  for (const Dataset* rows : {&data, options.holdout})
    if (rows != nullptr && rows->failed()) return *rows->failed();
  if (Status noted = note_budget_bounds(&data, report); !noted) return noted.error();
  return concluded;
}

ErrorInfo unscorable(const BudgetSpace& space, const Dataset& data, const Dataset* /*holdout*/, std::uint64_t row) {
  return unscorable(space, data.place(row), data.where(row));
}

ErrorInfo unscorable(const BudgetSpace& space, Place place, const std::string& where) {
  if (space.full())
    return {ErrorCode::memory_limit, "the support vectors need more than --memory allows (" + where + ")", std::move(place), "raise --memory", {}};
  if (space.refused()) {
    const std::string other = *space.refused() == space.size() ? "itself" : "support vector " + std::to_string(*space.refused() + 1);
    return {ErrorCode::kernel_not_representable, "the kernel of " + where + " and " + other + " is beyond the doubles", std::move(place), {}, {}};
  }
  return {ErrorCode::score_not_representable, "the score is beyond the largest double (" + where + ")", std::move(place), {}, {}};
}

Scaled scaled_score(BudgetSpace& space, const FeatureView& x, std::uint64_t row, bool& sign_known) {
  const Score score = space.score(x, row);
  sign_known = score.sign_known;
  return sign_known ? Scaled::of(score.value) : Scaled{};
}

Result<Evaluation> evaluate(const Dataset& data, BudgetSpace& space, Part /*part*/) { return evaluate_with(data, space); }

Status finish_model(const BudgetSpace& space, const Dataset& /*data*/, TrainReport& report) { return finish_model(space, report); }

Status finish_model(const BudgetSpace& space, TrainReport& report) {
  report.model.expansion = Expansion{space.kernel(), space.support()};
  report.model.state->budget = space.trace();
  report.space = Space::dual;
  report.dual = DualFacts{.support = space.size()};
  return {};
}

bool restore(BudgetSpace& space, const Model& model) {
  if (!model.expansion || !model.state || !model.state->budget) return false;
  if (model.expansion->support.size() != model.state->current.weights.size()) return false;
  space.restore_support(model.expansion->support, *model.state->budget);
  return true;
}

}  // namespace novikoff
