// Hill-climbing on the number of errors.
#pragma once

#include "novikoff/run/train.hpp"

namespace novikoff {

/// Keep greedy: scans from the first row; where the rule would update, the update is made only if the errors of the whole set
/// become strictly fewer (tie rule plus: the wrong predictions), and the scan begins again. Stops: converged at none, stalled
/// after a scan without such an update (a local minimum, not convergence), or a limit.
/// Cost: one count over the set for each row that the rule would update.
/// Source: the Pocket_PLA of note 004, its erratum applied (the count starts at the start weights' own). Not Gallant's pocket.
Result<TrainReport> train_greedy(const Dataset& data, const TrainOptions& options);

}  // namespace novikoff
