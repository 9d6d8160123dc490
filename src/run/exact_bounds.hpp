// What the theory says about an exact run.
#pragma once

#include <cstdint>
#include <vector>

#include "novikoff/run/train.hpp"
#include "run/exact_units.hpp"

namespace novikoff {

/// A run as far as it has come: its weights, in units of the run's own (scale units.weight), and the updates of each row.
struct ExactProgress {
  const ExactWeights& weights;
  const std::vector<std::uint64_t>& updates;
  const Counts& counts;
};

/// The trace, but for passes and clean_scan. Exact numbers have no drift; η or τ that are decimals no double holds differ from the trace's doubles by what its
/// drift and excess say.
Trace exact_trace(const LearnerSpec& spec, const ExactRows& rows, const ExactUnits& units, const ExactProgress& now);

/// The interval around γ* by these weights and updates, `evaluation` being theirs.
MarginInterval exact_margin(const ExactRows& rows, const ExactWeights& weights, const Evaluation& evaluation, const Trace& trace, const ExactUnits& units);

/// report.trace, report.margin and report.bounds, from the last weights and the averaged ones if there are any (`others`). Error: as note_bounds.
Status note_exact_bounds(const ExactRows& rows, const ExactUnits& units, const ExactProgress& now, const std::vector<ExactWeights>& others,
                         TrainReport& report);

}  // namespace novikoff
