// Whether weights of rows that nearly add up to 0 prove that others add up to 0 exactly.
#pragma once

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/prove/check.hpp"
#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

struct ExistenceOptions {
  unsigned threads = 1;  ///< ≥ 1; the answer does not depend on it
  std::uint64_t memory =
      std::uint64_t{4} << 30U;  ///< for the matrix, n²/2 doubles for n columns, and copies of the rows with λ > 0: beyond it a Refusal, undecided
};

/// Decides whether `lambda` ({row from 0, λ̂}, ascending, λ̂ > 0) proves that all rows overlap, trusting nothing in it. No exact λ is ever written down:
///
/// A has a column z_s for each row s of lambda, D = diag(λ̂), C is a diagonal of powers of two, r = Σ λ̂_s z_s. If the smallest singular value of CAD is at least
/// σ > ‖C·r‖, then CAD has full row rank, e = −(CAD)⁺·C·r solves CAD·e = −C·r with ‖e‖ ≤ ‖C·r‖/σ < 1, and λ = D·(1 + e) > 0 has Aλ = r − r = 0: the rows of
/// lambda overlap, and they span all columns, so every row does (Tucker 1956; Certificate says why). The rows' exact numbers count, decimals too; σ² is bounded
/// from below by a Cholesky factorisation of (CAD)(CAD)ᵀ − shift that runs to its end (Rump 2006, Verification of positive definiteness), and every rounding of
/// doubles is bounded. Proved: verdict overlapping, no list of rows. A Refusal says why not, which is no proof of anything.
/// Errors: those of a pass. Cost: two passes, Σ nnz² of the rows and n³/3 multiplications.
Result<std::variant<Proved, Refusal>> check_existence(RowPasses& rows, const std::vector<std::pair<std::uint64_t, double>>& lambda,
                                                      const ExistenceOptions& options = {});

/// The same for a certificate of claim existence, whose form is checked too. Proved has its verdict: overlapping is inseparable too.
Result<std::variant<Proved, Refusal>> check_existence(const Certificate& certificate, RowPasses& rows, const ExistenceOptions& options = {});

}  // namespace novikoff
