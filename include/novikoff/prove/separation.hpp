// The search for a certificate: whatever is fastest, concluded exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

struct SearchOptions {
  Claim claim = Claim::separation;
  /// Asked now and then (at least every few milliseconds of work where single steps are not longer); true ends the search undecided. May be empty.
  std::function<bool()> give_up = {};
  std::uint64_t memory = std::uint64_t{4} << 30U;  ///< beyond it the search ends undecided
  /// separate(RowPasses&) of rows in more than 300 columns may prove that they overlap by check_existence: Separation::existence instead of a certificate.
  bool exhaustive = false;
  unsigned threads = 1;  ///< ≥ 1; for what separate(RowPasses&) does beside the passes. Results do not depend on it
};

/// What was found. The certificate is there unless the verdict is undecided, or proved by `existence`.
struct Separation {
  Verdict verdict = Verdict::undecided;
  std::optional<Certificate> certificate = {};
  std::vector<std::uint64_t> overlapped = {};  ///< rows, ascending; claim separation only
  /// {row, λ̂}, ascending: check_existence accepts it as a proof of the verdict, overlapping (for claim strict inseparable). Empty where there is a certificate.
  std::vector<std::pair<std::uint64_t, double>> existence = {};
  /// γ* lies between, whatever the verdict (outward rounded; 0 … 0 where it is proved to be 0). Of an undecided search 0 above says that it ended before it had
  /// a bound: R is one.
  Scaled margin_low = {}, margin_high = {};
};

/// Decides how the rows lie. Exact: whatever floating point suggests is confirmed in whole numbers, and where that fails the search goes on in
/// whole numbers, which ends with a proof for every input, given time. Rows in more than 64 columns are searched as separate(RowPasses&) does before that.
Separation separate(const ExactRows& rows, const SearchOptions& options);

/// The signs that u_j takes over all u with u·z_i ≥ 0 for all i and > 0 for some i.
enum class CoefficientSigns {
  finite,    ///< always 0: in a logistic regression without penalty the coefficient stays finite (if it is unique)
  positive,  ///< never negative, and positive for some u: it runs off to +infinity
  negative,
  either,   ///< positive for some u, negative for another
  unknown,  ///< not decided before the search had to give up
};
std::string_view name(CoefficientSigns) noexcept;  ///< finite, +, -, either, unknown

/// For every column of `rows` (bias last). Requires a decided `separation` of these rows, claim separation. All finite if they overlap.
/// Exact: u_j ≤ 0 for all such u iff −e_j ∈ cone{z_i} (Farkas). Cost: a linear program in doubles for each column and sign that no u found before shows, and a
/// linear system solved exactly (Lifting) for each; elimination in whole numbers only where these leave it open.
std::vector<CoefficientSigns> coefficient_signs(const ExactRows& rows, const Separation& separation, const SearchOptions& options);

}  // namespace novikoff
