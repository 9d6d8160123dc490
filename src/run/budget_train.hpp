// Runs on a budget of support vectors; what the trainer asks of their space.
#pragma once

#include "novikoff/learn/budget.hpp"
#include "run/dual_train.hpp"

namespace novikoff {

/// train() on a budget; the spec, the model to go on from and the rows have been checked.
Result<TrainReport> train_budget(const Dataset& data, const TrainOptions& options, const Model* resume);

/// score_not_representable, kernel_not_representable or memory_limit, for a row that could not be scored or learned from.
ErrorInfo unscorable(const BudgetSpace& space, const Dataset& data, const Dataset* holdout, std::uint64_t row);
ErrorInfo unscorable(const BudgetSpace& space, Place place, const std::string& where);
Scaled scaled_score(BudgetSpace& space, const FeatureView& x, std::uint64_t row, bool& sign_known);
Result<Evaluation> evaluate(const Dataset& data, BudgetSpace& space, Part part);

/// The support vectors into the report's model, with what the run needs to go on.
Status finish_model(const BudgetSpace& space, const Dataset& data, TrainReport& report);
Status finish_model(const BudgetSpace& space, TrainReport& report);

/// Puts the space where a saved run left it; false: the model has not what that takes.
bool restore(BudgetSpace& space, const Model& model);

/// report.trace, report.margin and report.bounds of such a run. `data`: the rows; null: they were streamed and are gone. Where the kernel is linear the
/// answer's weights are tried as u; those of other kernels would need a record of the rounding of the kernel.
Status note_budget_bounds(const Dataset* data, TrainReport& report);

}  // namespace novikoff
