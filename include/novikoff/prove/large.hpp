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
/// all columns. Where doubles see too little, and for everything between, whole numbers decide about a smaller pool, which grows in the same way: a certificate
/// about the pool is one about all rows once a pass finds none that refutes it. Cost: some passes; some d²·(20·d) products in doubles for d columns. Memory:
/// the pools; nothing for each row. Does not depend on the number of threads. Errors: those of RowPasses. Undecided by `give_up` and `memory` as separate is.
Result<Separation> separate(RowPasses& rows, const SearchOptions& options);

/// γ* of separable rows, as max_margin for ExactRows: a pool's own γ* is that of all rows once p·z_i ≥ p·p holds for all of them, p the pool's nearest point.
/// `separator`: a certificate of these rows, verdict separable. Errors: those of RowPasses.
Result<Certificate> max_margin(RowPasses& rows, const Certificate& separator, const MarginOptions& options);

}  // namespace novikoff
