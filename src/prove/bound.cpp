#include "novikoff/prove/bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace novikoff {
namespace {

constexpr std::string_view kNovikoff = "Novikoff 1962";
constexpr std::string_view kAnyRows = "w0 = 0, τ = 0; any η, order and tie rule, any rows, separable or not";

constexpr std::array kBoundRows{
    BoundRow{BoundId::novikoff, "novikoff", "updates ≤ (R/γ)²", "w0 = 0, τ = 0, a separator with margin γ; any η, order and tie rule", kNovikoff},
    BoundRow{BoundId::progress, "progress", "updates ≤ ‖w - w0‖/(ηγ)", "a separator with margin γ; any start, η, order, tie rule and τ", kNovikoff},
    BoundRow{BoundId::norm, "norm", "‖w‖/η ≤ √((‖w0‖/η)² + Σ over updates ‖x‖² + 2kτ/η)", "any start, rows, η, order, tie rule and τ", kNovikoff},
    BoundRow{BoundId::passes, "passes", "passes ≤ ⌊bound on the updates⌋ + 1",
             "full scans until one without an update; where novikoff, start or margin-rule applies", kNovikoff},
    BoundRow{BoundId::start, "start", "updates ≤ (c - 2γa + √(c² - 4cγa + 4γ²β²))/(2ηγ²), c = ηR², a = u·w0, β = ‖w0‖",
             "w0 ≠ 0, τ = 0, a separator u with margin γ, ‖u‖ = 1; depends on η", kNovikoff},
    BoundRow{BoundId::start_simple, "start-simple", "updates ≤ R²/γ² + 2‖w0‖/(ηγ)", "as start, for every direction of w0", kNovikoff},
    BoundRow{BoundId::bias_constant, "bias-constant", "updates ≤ (R² + B²)(1 + t²/B²)/γ², R and γ in the input space",
             "w0 = 0, τ = 0, B ≠ 0, a separator with y(u·x + t) ≥ γ, ‖u‖ = 1", kNovikoff},
    BoundRow{BoundId::margin_rule, "margin-rule", "updates ≤ (R² + 2τ/η)/γ²", "w0 = 0, rule margin, a separator with margin γ", "Krauth & Mézard 1987"},
    BoundRow{BoundId::margin_rule_margin, "margin-rule-margin", "geometric margin ≥ (τ/η)γ/(R² + 2τ/η)",
             "w0 = 0, rule margin, after a scan without an update, a separator with margin γ", "Krauth & Mézard 1987"},
    BoundRow{BoundId::freund_schapire, "freund-schapire", "updates ≤ ((R + D)/γ)², D² = Σ over presentations max(0, γ - u·z)²", kAnyRows,
             "Freund & Schapire 1999"},
    BoundRow{BoundId::freund_schapire_updates, "freund-schapire-updates", "updates ≤ ((R + D)/γ)², D² = Σ over updates max(0, γ - u·z)²", kAnyRows,
             "Freund & Schapire 1999"},
    BoundRow{BoundId::hinge, "hinge", "√updates ≤ (‖u‖R + √(‖u‖²R² + 4L))/2, L = Σ over presentations max(0, 1 - u·z)", kAnyRows,
             "Gentile 2001; Mohri & Rostamizadeh 2013"},
    BoundRow{BoundId::hinge_updates, "hinge-updates", "√updates ≤ (‖u‖R + √(‖u‖²R² + 4L))/2, L = Σ over updates max(0, 1 - u·z)", kAnyRows,
             "Gentile 2001; Mohri & Rostamizadeh 2013"},
    BoundRow{BoundId::budget_randomised, "budget-random", "mean of the updates ≤ (L + 5/4·‖u‖R√N)/(1 - ‖u‖R/√N), L = Σ over presentations max(0, 1 - u·z)",
             "--budget N, --budget-rule random, ‖u‖R < √N; the mean over what is drawn, any rows", "Cavallanti, Cesa-Bianchi & Gentile 2007; docs/bounds.md"},
    BoundRow{BoundId::budget_forgetron, "budget-forgetron", "updates ≤ R²‖u‖²(1 + S) + 2L + Q, L = Σ over presentations max(0, 1 - u·z)",
             "--budget, --budget-rule forgetron, any rows; S and Q are what the run shrank and removed", "Dekel, Shalev-Shwartz & Singer 2008; docs/bounds.md"},
    BoundRow{BoundId::budget_projectron, "budget-projectron", "√updates ≤ (‖u‖R + √(‖u‖²R² + 4(L + ‖u‖D)))/2, L = Σ over presentations max(0, 1 - u·z)",
             "--budget, --budget-rule projectron, any rows; D is what the projections left out", "Orabona, Keshet & Caputo 2009; docs/bounds.md"},
    BoundRow{BoundId::budget_projectron_plus, "budget-projectron++",
             "updates with y·s ≤ 0 ≤ (λ²‖u‖² + 2λ(L + ‖u‖D))/(2λ - R²), L = Σ over presentations max(0, 1 - u·z)",
             "--budget, --budget-rule projectron++, any rows, any λ ≥ 1 with 2λ > R² and λ‖u‖ ≤ 1/E, E being --projection-error",
             "Orabona, Keshet & Caputo 2009; docs/bounds.md"},
};

static_assert([] {
  for (std::size_t i = 0; i < kBoundRows.size(); ++i)
    if (kBoundRows[i].id != static_cast<BoundId>(i)) return false;
  return kBoundRows.back().id == BoundId::budget_projectron_plus;
}());

const Enclosure kTwo(2.0), kFour(4.0);

}  // namespace

namespace bound {

Enclosure novikoff(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& m) { return radius2 * u_sqnorm / square(m); }

Enclosure from_start(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& a, const Enclosure& start_sqnorm, const Enclosure& eta) {
  const Enclosure c = eta * radius2, gamma2 = square(gamma);
  const Enclosure root = sqrt(square(c) - kFour * c * gamma * a + kFour * gamma2 * start_sqnorm);
  return (c - kTwo * gamma * a + root) / (kTwo * eta * gamma2);
}

Enclosure from_start_simple(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& start_sqnorm, const Enclosure& eta) {
  return radius2 / square(gamma) + kTwo * sqrt(start_sqnorm) / (eta * gamma);
}

Enclosure bias_constant(const Enclosure& radius2_x, const Enclosure& gamma_x, const Enclosure& t, const Enclosure& bias_value) {
  const Enclosure b2 = square(bias_value);
  return (radius2_x + b2) * (b2 + square(t)) / (b2 * square(gamma_x));
}

Enclosure bias_constant_best(const Enclosure& radius2_x, const Enclosure& gamma_x, const Enclosure& t) {
  return square((sqrt(radius2_x) + sqrt(square(t))) / gamma_x);
}

Enclosure freund_schapire(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& d2) { return square((sqrt(radius2) + sqrt(d2)) / gamma); }

Enclosure hinge(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss) {
  const Enclosure ur2 = u_sqnorm * radius2;
  return square((sqrt(ur2) + sqrt(ur2 + kFour * loss)) / kTwo);
}

Enclosure margin_rule(const Enclosure& radius2, const Enclosure& gamma2, const Enclosure& tau_by_eta) { return (radius2 + kTwo * tau_by_eta) / gamma2; }

Enclosure margin_rule_margin(const Enclosure& radius2, const Enclosure& gamma, const Enclosure& tau_by_eta) {
  return tau_by_eta * gamma / (radius2 + kTwo * tau_by_eta);
}

Enclosure iterative_mixing(const Enclosure& novikoff_value, std::uint64_t shards) { return Enclosure::of(shards) * novikoff_value; }

Enclosure budget_randomised(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, std::uint64_t budget) {
  const Enclosure ur = sqrt(u_sqnorm * radius2), root = sqrt(Enclosure::of(budget));
  return (loss + Enclosure(1.25) * ur * root) / (Enclosure(1.0) - ur / root);
}

Enclosure budget_forgetron(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, const Enclosure& damage, const Enclosure& shrunk) {
  return radius2 * u_sqnorm * (Enclosure(1.0) + shrunk) + kTwo * loss + damage;
}

Enclosure budget_projectron(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, const Enclosure& distance) {
  return hinge(radius2, u_sqnorm, loss + sqrt(u_sqnorm) * distance);
}

std::optional<Enclosure> budget_projectron_plus(const Enclosure& radius2, const Enclosure& u_sqnorm, const Enclosure& loss, const Enclosure& distance,
                                                const Enclosure& error) {
  const Enclosure u = sqrt(u_sqnorm), rest = loss + u * distance;
  // Without limits λ = R√k/‖u‖ is best, k being the bound without steps inside the margin. Every λ that keeps the conditions is right.
  const double norm = u.high.to_double(), most = 1 / (error.high.to_double() * norm) * (1 - 0x1p-40);
  const double best = norm > 0 ? std::sqrt(radius2.high.to_double() * hinge(radius2, u_sqnorm, rest).high.to_double()) / norm : most;
  const double chosen = std::max(1.0, std::min(best, most));
  if (!std::isfinite(chosen)) return std::nullopt;
  const Enclosure lambda(chosen), below = kTwo * lambda - radius2;
  if (!below.positive() || Scaled::of(1) < (lambda * u * error).high) return std::nullopt;
  return (square(lambda) * u_sqnorm + kTwo * lambda * rest) / below;
}

}  // namespace bound

std::span<const BoundRow> bound_rows() noexcept { return kBoundRows; }

const BoundRow& describe(BoundId id) noexcept { return kBoundRows[static_cast<std::size_t>(id)]; }

Holding check(const Bound& bound) noexcept {
  if (!bound.value || !bound.measured) return Holding::not_applicable;
  const bool at_least = bound.id == BoundId::margin_rule_margin;
  const auto beyond = [&](const Enclosure& value) { return at_least ? bound.measured->high < value.low : value.high < bound.measured->low; };
  if (!beyond(*bound.value)) return Holding::holds;
  return bound.rounded && beyond(*bound.rounded) ? Holding::violated : Holding::not_applicable;
}

}  // namespace novikoff
