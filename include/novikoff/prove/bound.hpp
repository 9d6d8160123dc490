// What the theory says about a run, as values that a run is checked against.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/prove/enclosure.hpp"
#include "novikoff/prove/trace.hpp"

namespace novikoff {

/// Formulas. All are of vectors with their bias coordinate; R² the largest ‖x‖², u any separator with u·z_i ≥ m > 0 for all i, so that γ = m/‖u‖. Each
/// encloses its value for all numbers that its operands enclose; what bounds from above is used by its high end.
namespace bound {

/// (R/γ)² = R²‖u‖²/m². Novikoff 1962.
Enclosure novikoff(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& m);
/// (c − 2γa + √(c² − 4cγa + 4γ²β²))/(2ηγ²), c = ηR², a = u·w_0/‖u‖, β = ‖w_0‖. Novikoff's proof from another start.
Enclosure from_start(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& a, const Enclosure& start_sqnorm, const Enclosure& eta);
/// R²/γ² + 2‖w_0‖/(ηγ), at least as large.
Enclosure from_start_simple(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& start_sqnorm, const Enclosure& eta);
/// (R_x² + B²)(1 + t²/B²)/γ_x² for y(u·x + t) ≥ γ_x in the input space, ‖u‖ = 1; B ≠ 0.
Enclosure bias_constant(const Enclosure& radius2_x, const Enclosure& gamma_x, const Enclosure& t, const Enclosure& bias_value);
/// (R_x + |t|)²/γ_x², the least of these, at B² = R_x|t|.
Enclosure bias_constant_best(const Enclosure& radius2_x, const Enclosure& gamma_x, const Enclosure& t);
/// ((R + D)/γ)², D² = Σ max(0, γ − u·z_t)² with ‖u‖ = 1, over presentations or over updates. Freund & Schapire 1999.
Enclosure freund_schapire(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& d2);
/// ((‖u‖R + √(‖u‖²R² + 4L))/2)², L = Σ max(0, 1 − u·z_t), over updates or over presentations. Gentile 2001; Mohri & Rostamizadeh 2013.
Enclosure hinge(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss);
/// (R² + 2τ/η)/γ². Krauth & Mézard 1987.
Enclosure margin_rule(const Enclosure& radius2, const Enclosure& gamma2, const Enclosure& tau_by_eta);
/// τ′γ/(R² + 2τ′), τ′ = τ/η: the geometric margin after a clean scan, at least.
Enclosure margin_rule_margin(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& tau_by_eta);
/// S(R/γ)²: all updates of uniform iterative parameter mixing over S shards from 0, each epoch from the mix; with weights μ, Σ μ·k ≤ (R/γ)².
/// Not for shards mixed once at the end. McDonald, Hall & Mann 2010.
Enclosure iterative_mixing(const Enclosure& novikoff_value, std::uint64_t shards);

// Kernel perceptrons on a budget: any u, L = Σ max(0, 1 − u·z_t) over presentations (or over updates where the run is not drawn), R² of the rows that updated.
// Proofs: docs/bounds.md.

/// E k ≤ (L + ⁵⁄₄·‖u‖R√N)/(1 − ‖u‖R/√N), the mean over what is drawn, N support vectors; requires ‖u‖R < √N. Not of each single run.
/// For the algorithm of Cavallanti, Cesa-Bianchi & Gentile 2007.
Enclosure budget_randomised(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, std::uint64_t budget);
/// k ≤ R²‖u‖²(1 + S) + 2L + Q, S = Σ (1 − φ)/(1 + φ), Q as in BudgetSpace, both of the run. After Dekel, Shalev-Shwartz & Singer 2008.
Enclosure budget_forgetron(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, const Enclosure& damage, const Enclosure& shrunk);
/// hinge with L + ‖u‖D for L, D = Σ ‖δ‖ over the mistakes that were projected. After Orabona, Keshet & Caputo 2009.
Enclosure budget_projectron(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, const Enclosure& distance);
/// Mistakes ≤ (λ²‖u‖² + 2λ(L + ‖u‖D))/(2λ − R²) for the best λ ≥ 1 with λ·‖u‖·error ≤ 1 and 2λ > R²; nullopt if there is none. Ibid.
std::optional<Enclosure> budget_projectron_plus(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, const Enclosure& distance,
                                                const Enclosure& error);

}  // namespace bound

/// One statement about a run.
enum class BoundId {
  novikoff,                 ///< updates ≤ (R/γ)²
  progress,                 ///< updates ≤ ‖w_k − w_0‖/(ηγ)
  norm,                     ///< ‖w_k‖/η ≤ √((‖w_0‖/η)² + Σ over updates ‖x‖² + 2kτ/η)
  passes,                   ///< passes ≤ ⌊bound on the updates⌋ + 1
  start,                    ///< updates, w_0 ≠ 0
  start_simple,             ///< the same, simpler and larger
  bias_constant,            ///< updates, from the margin in the input space
  margin_rule,              ///< updates, rule margin
  margin_rule_margin,       ///< geometric margin after a clean scan, at least
  freund_schapire,          ///< updates, any data, over presentations
  freund_schapire_updates,  ///< the same, over the updates
  hinge,                    ///< updates, any data, over presentations
  hinge_updates,            ///< the same, over the updates
  budget_randomised,        ///< updates of a run on a budget, in the mean, any data
  budget_forgetron,         ///< the same, of each run
  budget_projectron,        ///< the same
  budget_projectron_plus,   ///< the same, of its mistakes
};

/// What is always the same about a statement.
struct BoundRow {
  BoundId id;
  std::string_view name;        ///< as in reports
  std::string_view formula;     ///< what it says
  std::string_view conditions;  ///< when
  std::string_view source;
};
/// In the order of BoundId.
std::span<const BoundRow> bound_rows() noexcept;
const BoundRow& describe(BoundId id) noexcept;

/// A statement about one run, with its value or the reason why it says nothing here.
struct Bound {
  BoundId id = BoundId::novikoff;
  std::optional<Enclosure> value;     ///< of the theorem, which is about exact arithmetic
  std::optional<Enclosure> rounded;   ///< the same for a run in doubles whose rounding is at most what the trace says; unset: not recorded
  std::optional<Enclosure> measured;  ///< what the run did; unset: it has no such number (see why)
  std::string why;                    ///< no value or nothing measured: why not
  std::vector<std::pair<std::string_view, Enclosure>> details;
};

enum class Holding { holds, violated, not_applicable };

/// Whether the run kept within the bound. holds: by the value's own words; not_applicable: no value, nothing measured, or beyond the value by no more
/// than rounding may explain; violated: beyond that too, which no right program does.
Holding check(const Bound& bound) noexcept;

/// A vector that separates the rows.
struct Separator {
  Enclosure sqnorm;       ///< ‖u‖²
  Enclosure margin;       ///< min u·z_i, above 0
  Enclosure with_start;   ///< u·w_0
  Enclosure bias_weight;  ///< its bias coordinate
};

/// How far some unit u fails a margin γ on the rows that were presented, or on the updates.
struct Shortfall {
  Enclosure gamma;
  Enclosure squares;  ///< Σ max(0, γ − u·z_t)²
  Enclosure hinge;    ///< Σ max(0, 1 − u·z_t/γ)
};

/// What is known of the rows of a run.
struct RowsKnown {
  std::optional<Enclosure> radius2;    ///< R²
  std::optional<Enclosure> radius2_x;  ///< without the bias coordinate
  Enclosure bias_value = 1.0;          ///< B
  std::optional<Separator> separator;
  std::optional<Enclosure> answer_margin;  ///< geometric margin of w_k
  double score_error = 0;                  ///< |score in doubles − score| ≤ this·‖w‖R; 0 for an exact run
  std::string no_separator;                ///< why there is none
  std::vector<Shortfall> presented, updated;
  std::string not_presented, not_updated;  ///< why these are empty
};

/// Every statement that concerns the run, those that do not apply with the reason.
std::vector<Bound> bounds_of(const Trace& trace, const RowsKnown& rows);

/// ‖w_k − w_0‖/(ηk) in its upper end, rounding of the run included: γ* is at most that, because Σ (n_i/k)·z_i = (w_k − w_0)/(ηk) is in the hull of the
/// z_i, for every start, order and τ. nullopt without an update or a record.
std::optional<Scaled> margin_at_most(const Trace& trace) noexcept;

/// The trace in words, to reproduce what a violated bound says.
std::string to_text(const Trace& trace);

}  // namespace novikoff
