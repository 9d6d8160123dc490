#include "run/dual_model.hpp"

#include <algorithm>
#include <cmath>

#include "novikoff/vec/kernels.hpp"
#include "run/dual_train.hpp"

namespace novikoff {
ExpansionScorer::ExpansionScorer(const Model& model)
    : model_(model),
      rows_(
          model.expansion->kernel, [this](std::size_t i) { return model_.expansion->support[i]; }, ~std::uint64_t{0}),
      weights_(model.hypothesis.weights) {
  if (!model.voted) linear_ = input_weights(model, model.hypothesis);
  if (linear_) return;
  rows_.extend(model.expansion->support.size(), static_cast<std::size_t>(model.n_features));
  values_.resize(rows_.padded());
  weights_.resize(rows_.size());
}

Score ExpansionScorer::score(const FeatureView& x) {
  const FeatureView known = features_below(x, static_cast<std::size_t>(model_.n_features));
  if (linear_) return linear_->score(known);
  rows_.values(known, values_.data());
  if (!all_finite(values_.data(), rows_.size())) return {.value = 0, .in_range = false, .sign_known = false};
  if (model_.voted) return vote();
  Score score{dot({nullptr, values_.data(), rows_.size()}, weights_.data()) + model_.hypothesis.bias()};
  score.sign_known = std::isfinite(score.value);
  return score;
}

Score ExpansionScorer::vote() const {
  const VotedHypothesis& voted = *model_.voted;
  double sum = 0;
  Hypothesis v{{}, voted.start().bias_weight, voted.start().bias_value};
  std::int64_t votes = 0;
  const auto count = [&](std::uint64_t n) {
    const double s = sum + v.bias();
    votes += static_cast<std::int64_t>(n) * (s > 0 ? 1 : s < 0 ? -1 : 0);
    return std::isfinite(s);
  };
  bool known = count(voted.start_count());
  for (const VotedHypothesis::StepTaken& step : voted.steps()) {
    sum += step.coefficient * values_[voted.examples()[static_cast<std::size_t>(step.example)].width() - 1];
    v.bias_weight += step.coefficient * v.bias_value;
    known = count(step.count) && known;
  }
  return {.value = static_cast<double>(votes), .in_range = true, .sign_known = known};
}

std::optional<Hypothesis> input_weights(const Model& model, const Hypothesis& h) {
  if (!model.expansion || model.expansion->kernel.kind != KernelKind::linear || model.expansion->missing) return std::nullopt;
  Hypothesis w{std::vector<double>(static_cast<std::size_t>(model.n_features)), h.bias_weight, h.bias_value};
  for (std::size_t k = 0; k < h.weights.size(); ++k)
    if (h.weights[k] != 0) axpy(h.weights[k], model.expansion->support[k], w.weights.data());
  return w;
}

Status finish_model(const PrimalSpace& /*space*/, const Dataset& data, TrainReport& report) {
  report.model.columns = data.columns();
  return {};
}

Status finish_model(const DualSpace& space, const Dataset& data, TrainReport& report) {
  Model& model = report.model;
  const std::vector<double>& c = space.current().weights;
  std::vector<std::uint64_t> rows, place(c.size());
  SupportRow support_row;
  model.expansion = Expansion{space.kernel(), {}};
  for (std::size_t row = 0; row < c.size(); ++row) {
    if (c[row] == 0) continue;
    place[row] = rows.size();
    rows.push_back(row);
    model.expansion->support.append(support_row(space.kernel(), data[row].x));
  }
  const auto narrow = [&](Hypothesis& h) {
    std::vector<double> weights;
    weights.reserve(rows.size());
    for (const std::uint64_t row : rows) weights.push_back(row < h.weights.size() ? h.weights[static_cast<std::size_t>(row)] : 0);
    h.weights = std::move(weights);
  };
  narrow(model.hypothesis);
  narrow(report.last);
  if (report.averaged) narrow(*report.averaged);
  if (model.voted) model.voted = with_examples(*model.voted, [&](std::uint64_t row) { return place[static_cast<std::size_t>(row)]; });
  report.space = Space::dual;
  report.dual = DualFacts{rows.size(), space.gram().made(), space.gram().held(), space.gram().row_bytes(), rows};
  if (!model.state) return {};
  RunState& state = *model.state;
  narrow(state.current);
  if (state.weighted_steps) narrow(*state.weighted_steps);
  if (state.pocket) narrow(state.pocket->best);
  state.support_rows = rows;
  state.scores.assign(space.scores().begin(), space.scores().end());
  state.weighted_scores.assign(space.weighted_scores().begin(), space.weighted_scores().end());
  return {};
}

Status finish_model(const StreamDualSpace& space, TrainReport& report) {
  report.model.expansion = Expansion{space.kernel(), space.support()};
  report.space = Space::dual;
  report.dual = DualFacts{.support = space.support().size()};
  return {};
}

}  // namespace novikoff
