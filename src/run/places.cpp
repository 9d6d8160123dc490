// Weights for the features that occur, where those for all of them would not fit.
#include <algorithm>
#include <vector>

#include "run/keeps.hpp"

namespace novikoff {
namespace {

void add_features(const Hypothesis& h, const Columns& columns, Columns& features) {
  for (std::size_t k = 0; k < h.weights.size(); ++k)
    if (h.weights[k] != 0) features.push_back(columns.empty() ? static_cast<std::uint32_t>(k) : columns[k]);
}

void add_features(const RowStore& rows, const Columns& columns, Columns& features) {
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t k = 0; k < rows[row].size; ++k) {
      const auto place = rows[row].dense() ? static_cast<std::uint32_t>(k) : rows[row].index[k];
      if (rows[row].value[k] != 0) features.push_back(columns.empty() ? place : columns[place]);
    }
}

// The features that a model has weights for that are not 0 now, or were in its votes.
Columns features_of(const Model& model) {
  Columns features;
  add_features(model.hypothesis, model.columns, features);
  if (model.voted) {
    add_features(model.voted->start(), model.columns, features);
    add_features(model.voted->examples(), model.columns, features);
  }
  if (model.state) {
    add_features(model.state->current, model.columns, features);
    if (model.state->weighted_steps) add_features(*model.state->weighted_steps, model.columns, features);
    if (model.state->pocket) add_features(model.state->pocket->best, model.columns, features);
  }
  return features;
}

}  // namespace

Status fit_features(Dataset& data, Dataset* holdout, const TrainOptions& options, const Model* resume) {
  const LearnerSpec& spec = options.spec;
  if (resume != nullptr ? resume->expansion.has_value() : spec.in_dual()) return {};
  const std::uint64_t n_features = std::max<std::uint64_t>(data.n_features(), resume != nullptr ? resume->n_features : 0);
  const bool fits = with_keep(spec.keep, {}, [&](auto keep) { return static_cast<bool>(check_weights_memory(keep, n_features, options.memory)); });
  if (fits) return {};
  Columns others = resume != nullptr ? features_of(*resume) : Columns{};
  add_features({spec.w0, 0, 0}, {}, others);
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  const std::uint64_t most = with_keep(spec.keep, {}, [&](auto keep) { return most_places(keep, options.memory); });
  std::vector<Dataset*> sets{&data};
  if (holdout != nullptr) sets.push_back(holdout);
  return Dataset::number_features(sets, others, most);
}

}  // namespace novikoff
