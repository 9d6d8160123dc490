// Runs in the dual space, in doubles; what the trainer asks of either space.
#pragma once

#include "novikoff/learn/dual.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// train() in the dual space; the spec, the model to go on from and the rows have been checked.
Result<TrainReport> train_dual(const Dataset& data, const TrainOptions& options, const Model* resume);

/// score_not_representable or weights_overflow for a row whose score has no known sign.
ErrorInfo unscorable(const Hypothesis& hypothesis, Place place, const std::string& where);
/// The same for a row of `data` (of the dual: or `holdout`, whose rows follow); of the dual also kernel_not_representable, if a step was refused.
ErrorInfo unscorable(const PrimalSpace& space, const Dataset& data, const Dataset* holdout, std::uint64_t row);
ErrorInfo unscorable(const DualSpace& space, const Dataset& data, const Dataset* holdout, std::uint64_t row);
/// The same for a row of a stream; of the dual also memory_limit, if the row could not be kept.
ErrorInfo unscorable(const PrimalSpace& space, Place place, const std::string& where);
ErrorInfo unscorable(const StreamDualSpace& space, Place place, const std::string& where);

/// s with its sign, wherever a double may not hold it.
Scaled scaled_score(const PrimalSpace& space, const FeatureView& x, std::uint64_t row, bool& sign_known);
Scaled scaled_score(const DualSpace& space, const FeatureView& x, std::uint64_t row, bool& sign_known);

/// Failures of what the space holds on the rows that it knows as these.
enum class Part { training, holdout };
Result<Evaluation> evaluate(const Dataset& data, const PrimalSpace& space, Part part);
Result<Evaluation> evaluate(const Dataset& data, const DualSpace& space, Part part);

/// Makes the model that conclude_run left one that a file can hold: of the dual, coefficients of rows become coefficients of its support. Error: memory_limit.
Status finish_model(const PrimalSpace& space, const Dataset& data, TrainReport& report);
Status finish_model(const DualSpace& space, const Dataset& data, TrainReport& report);
Status finish_model(const StreamDualSpace& space, TrainReport& report);

/// What is said of the margin and the bounds of a run in doubles in the dual.
MarginInterval no_margin();
void note_no_bounds(TrainReport& report, bool in_memory);

/// kernel_not_defined for the first row with a feature that the kernel does not take.
Status check_features(const Kernel& kernel, const Dataset& data);
bool takes(const Kernel& kernel, const FeatureView& x) noexcept;
ErrorInfo not_defined(const Kernel& kernel, Place place, const std::string& where);
/// "the kernel of … and … is inf": the message of kernel_not_representable.
ErrorInfo not_representable(double value, Place place, const std::string& one, const std::string& other);
/// max K(x, x) of the rows. Error: kernel_not_representable.
Result<Scaled> max_sqnorm(const Dataset& data, const Kernel& kernel);

}  // namespace novikoff
