// The largest margin of any hyperplane, exactly or between two ends that are proved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

struct MarginOptions {
  /// An interval is enough if low ≥ (1 − gap)·high for γ*, 0 ≤ gap < 1 (from 1 on, any is). Unset: γ*² itself, but for supports whose exact solution would take
  /// hours; there the gap is kGapOtherwise.
  std::optional<double> gap = {};
  std::function<bool()> give_up = {};              ///< as of SearchOptions
  std::uint64_t memory = std::uint64_t{4} << 30U;  ///< beyond it the search ends with the interval it has
  static constexpr double kGapOtherwise = 1e-6;
};

/// γ* = max over ‖u‖ = 1 of min_i u·z_i of separable rows: the distance of 0 from the hull of the z_i. Its square is rational.
///
/// `separator`: a certificate of these rows, verdict separable. The result has claim margin; gamma2_low = gamma2_high unless the search ended early, by
/// `give_up`, `memory` or `gap`. Wolfe 1976 in doubles guesses the rows whose hull has the point nearest to 0; his steps in whole numbers, which are
/// finitely many, go on from there until p·z_i ≥ p·p holds for all rows.
Certificate max_margin(const ExactRows& rows, const Certificate& separator, const MarginOptions& options);

}  // namespace novikoff
