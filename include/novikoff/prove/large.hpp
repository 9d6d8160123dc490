// The search for a certificate about more rows than whole numbers have room for: passes over all of them, and a pool of a few.
#pragma once

#include "novikoff/core/error.hpp"
#include "novikoff/prove/margin.hpp"
#include "novikoff/prove/row_passes.hpp"
#include "novikoff/prove/separation.hpp"

namespace novikoff {

/// Decides how the rows lie, claim separation or strict, as separate does for ExactRows, and as exactly; certificates need not be the same. Row numbers are
/// those of `rows`. Separation::overlapped stays empty: it is all rows where the verdict is overlapping, and else those with u·z = 0.
///
/// Doubles find the widest margin of a pool of rows (ActiveSet), a pass over all rows looks for those that it gets wrong (scan), and the worst of these join
/// the pool: until there is none, or the pool contradicts itself. A contradiction's weights are found exactly (Lifting); it decides about all rows if it spans
/// all columns. Where doubles see too little, as with margins or overlaps below 1e-9 of the rows' norms, and where rows touch, double-doubles take their place
/// (PrecisePool): rows that contradict one another are fixed on the hyperplane, the others separated, and both confirmed in whole numbers. Where these do not
/// confirm it, they decide about a smaller pool, which grows in the same way: a certificate about the pool is one about all rows once a pass finds none that
/// refutes it. Rows in more than 300 columns are first tried all at once (Newton's method). Cost: some passes; some d²·(20·d) products in doubles for d
/// columns, or as many in double-doubles. Memory: the pools; for Newton's method 25 bytes a row and copies of some rows. Does not depend on the number of
/// threads. Errors: those of RowPasses. Undecided by `give_up` and `memory` as separate is.
Result<Separation> separate(RowPasses& rows, const SearchOptions& options);

/// γ* of separable rows, as max_margin for ExactRows: a pool's own γ* is that of all rows once p·z_i ≥ p·p holds for all of them, p the pool's nearest point.
/// `separator`: a certificate of these rows, verdict separable. Errors: those of RowPasses.
Result<Certificate> max_margin(RowPasses& rows, const Certificate& separator, const MarginOptions& options);

}  // namespace novikoff
