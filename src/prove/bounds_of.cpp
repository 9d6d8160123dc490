// Which statements concern a run, and their values.
#include <string>

#include "novikoff/prove/bound.hpp"

namespace novikoff {
namespace {

constexpr const char* kNotFromZero = "w0 is not 0";
constexpr const char* kFromZero = "w0 is 0: novikoff says it";
constexpr const char* kMarginRule = "the rule asks for a margin τ: margin-rule says it";
constexpr const char* kNoMarginRule = "τ is 0: novikoff says it";
constexpr const char* kNoRadius = "R is not known";
constexpr const char* kBudget = "the run kept to a budget of support vectors";

bool asks_margin(const Trace& trace) { return trace.tau.high.sign() > 0; }

// How much more than R² the rounding of a run is like: ‖w_k‖ ≤ √A with A = β² + kη²(R² + 2τ/η) + excess, and kηγ − E ≤ u·(w_k − w_0) for the drift E, so all of
// the proofs go through for k updates with R² + (excess + 2E√A + E²)/(kη²) for R².
std::optional<Enclosure> slack(const Trace& trace, const Enclosure& radius2) {
  if (!trace.recorded) return std::nullopt;
  if (trace.updates == 0) return Enclosure(0.0);
  const Enclosure& eta = trace.eta;
  const Enclosure ke2 = Enclosure::of(trace.updates) * square(eta);
  const Enclosure excess(trace.recorded->excess), drift(trace.recorded->drift), two(2.0);
  const Enclosure a = trace.start_sqnorm + ke2 * (radius2 + two * trace.tau / eta) + excess;
  return (excess + two * drift * sqrt(a) + square(drift)) / ke2;
}

class Maker {
 public:
  Maker(const Trace& trace, const RowsKnown& rows) : trace_(trace), rows_(rows), tau_(trace.tau / trace.eta) {
    if (rows.radius2) slack_ = slack(trace, *rows.radius2);
    if (rows.separator) gamma_ = rows.separator->margin / sqrt(rows.separator->sqnorm);
  }

  std::vector<Bound> all() {
    std::vector<Bound> bounds{novikoff(),    progress(),          norm(), Bound{}, start(BoundId::start), start(BoundId::start_simple), bias_constant(),
                              margin_rule(), margin_rule_margin()};
    bounds[static_cast<std::size_t>(BoundId::passes)] = passes(bounds);
    bounds.push_back(shortfall(BoundId::freund_schapire, rows_.presented, rows_.not_presented));
    bounds.push_back(shortfall(BoundId::freund_schapire_updates, rows_.updated, rows_.not_updated));
    bounds.push_back(shortfall(BoundId::hinge, rows_.presented, rows_.not_presented));
    bounds.push_back(shortfall(BoundId::hinge_updates, rows_.updated, rows_.not_updated));
    if (trace_.budget)
      for (Bound& bound : bounds) bound = none(bound.id, kBudget);
    for (const auto& [id, rule] : kBudgetBounds) bounds.push_back(budget(id, rule));
    return bounds;
  }

 private:
  using Rule = Trace::Budget::Rule;
  static constexpr std::pair<BoundId, Rule> kBudgetBounds[] = {{BoundId::budget_randomised, Rule::randomised},
                                                               {BoundId::budget_forgetron, Rule::forgetron},
                                                               {BoundId::budget_projectron, Rule::projectron},
                                                               {BoundId::budget_projectron_plus, Rule::projectron_plus}};

  static Bound none(BoundId id, std::string why) {
    Bound bound;
    bound.id = id;
    bound.why = std::move(why);
    return bound;
  }

  // A bound on the updates: the value of f at R², and at what rounding makes of it.
  template <class F>
  Bound of_updates(BoundId id, F f) const {
    Bound bound;
    bound.id = id;
    bound.value = f(*rows_.radius2);
    if (slack_) bound.rounded = f(*rows_.radius2 + *slack_);
    bound.measured = Enclosure::of(trace_.updates);
    return bound;
  }

  // Why nothing that needs a separator can be said.
  const std::string* missing() const {
    static const std::string no_radius = kNoRadius;
    return !rows_.separator ? &rows_.no_separator : !rows_.radius2 ? &no_radius : nullptr;
  }

  Bound novikoff() const {
    if (!trace_.from_zero) return none(BoundId::novikoff, std::string(kNotFromZero) + ": start says it");
    if (asks_margin(trace_)) return none(BoundId::novikoff, kMarginRule);
    if (const std::string* why = missing()) return none(BoundId::novikoff, *why);
    const Separator& u = *rows_.separator;
    return of_updates(BoundId::novikoff, [&](const Enclosure& radius2) { return bound::novikoff(radius2, u.sqnorm, u.margin); });
  }

  Bound progress() const {
    if (!rows_.separator) return none(BoundId::progress, rows_.no_separator);
    const Enclosure eta_gamma = trace_.eta * *gamma_, moved = sqrt(trace_.moved_sqnorm);
    Bound bound;
    bound.id = BoundId::progress;
    bound.value = moved / eta_gamma;
    if (trace_.recorded) bound.rounded = (moved + trace_.recorded->drift) / eta_gamma;
    bound.measured = Enclosure::of(trace_.updates);
    return bound;
  }

  Bound norm() const {
    if (!trace_.recorded) return none(BoundId::norm, "the run goes on from a saved one, whose updates are not recorded");
    const Enclosure& eta = trace_.eta;
    const Enclosure start = trace_.start_sqnorm / square(eta);
    const Enclosure sum = start + trace_.recorded->sqnorms + Enclosure(2.0) * Enclosure::of(trace_.updates) * tau_;
    Bound bound;
    bound.id = BoundId::norm;
    bound.value = sqrt(sum);
    bound.rounded = sqrt(sum + Enclosure(trace_.recorded->excess) / square(eta));
    bound.measured = sqrt(trace_.sqnorm) / eta;
    return bound;
  }

  static Enclosure whole_plus_one(const Enclosure& value) {
    const std::optional<std::uint64_t> whole = floor(value.high);
    return (whole ? Enclosure::of(*whole) : value) + Enclosure(1.0);
  }

  Bound passes(const std::vector<Bound>& bounds) const {
    if (!trace_.passes) return none(BoundId::passes, "the order has no passes, or the rows were read once");
    Bound bound;
    bound.id = BoundId::passes;
    bound.measured = Enclosure::of(*trace_.passes);
    for (const BoundId id : {BoundId::novikoff, BoundId::start, BoundId::margin_rule})
      for (const Bound& updates : bounds) {
        if (updates.id != id || !updates.value) continue;
        bound.value = whole_plus_one(*updates.value);
        if (updates.rounded) bound.rounded = whole_plus_one(*updates.rounded);
        return bound;
      }
    return none(BoundId::passes, missing() != nullptr ? *missing() : "no bound on the updates applies");
  }

  Bound start(BoundId id) const {
    if (trace_.from_zero) return none(id, kFromZero);
    if (asks_margin(trace_)) return none(id, "no bound is stated for w0 ≠ 0 and τ > 0 together");
    if (const std::string* why = missing()) return none(id, *why);
    const Enclosure& eta = trace_.eta;
    const Enclosure a = rows_.separator->with_start / sqrt(rows_.separator->sqnorm);
    return of_updates(id, [&](const Enclosure& radius2) {
      return id == BoundId::start ? bound::from_start(radius2, *gamma_, a, trace_.start_sqnorm, eta)
                                  : bound::from_start_simple(radius2, *gamma_, trace_.start_sqnorm, eta);
    });
  }

  Bound bias_constant() const {
    constexpr BoundId kId = BoundId::bias_constant;
    if (rows_.bias_value.high.sign() == 0) return none(kId, "there is no bias");
    if (!trace_.from_zero || asks_margin(trace_)) return none(kId, !trace_.from_zero ? kNotFromZero : kMarginRule);
    if (const std::string* why = missing()) return none(kId, *why);
    if (!rows_.radius2_x) return none(kId, kNoRadius);
    const Separator& u = *rows_.separator;
    const Enclosure weights2 = u.sqnorm - square(u.bias_weight);
    if (!weights2.positive()) return none(kId, "the separator is its bias alone: no direction in the input space");
    const Enclosure norm = sqrt(weights2), b = rows_.bias_value, gamma = u.margin / norm, t = u.bias_weight * b / norm;
    Bound bound = of_updates(kId, [&](const Enclosure& radius2) { return bound::bias_constant(radius2 - *rows_.radius2 + *rows_.radius2_x, gamma, t, b); });
    bound.details = {{"best_bias_value", sqrt(sqrt(*rows_.radius2_x) * sqrt(square(t)))},
                     {"best_value", bound::bias_constant_best(*rows_.radius2_x, gamma, t)}};
    return bound;
  }

  // Why the margin rule's guarantees say nothing.
  std::string no_margin_rule() const {
    if (!asks_margin(trace_)) return kNoMarginRule;
    if (!trace_.from_zero) return kNotFromZero;
    return missing() != nullptr ? *missing() : std::string{};
  }

  Bound margin_rule() const {
    if (std::string why = no_margin_rule(); !why.empty()) return none(BoundId::margin_rule, std::move(why));
    const Enclosure gamma2 = square(rows_.separator->margin) / rows_.separator->sqnorm;
    return of_updates(BoundId::margin_rule, [&](const Enclosure& radius2) { return bound::margin_rule(radius2, gamma2, tau_); });
  }

  Bound margin_rule_margin() const {
    constexpr BoundId kId = BoundId::margin_rule_margin;
    if (std::string why = no_margin_rule(); !why.empty()) return none(kId, std::move(why));
    if (!trace_.clean_scan || !rows_.answer_margin) return none(kId, "no scan without an update ended the run");
    Bound bound;
    bound.id = kId;
    bound.value = bound::margin_rule_margin(*rows_.radius2, *gamma_, tau_);
    // y·s > τ − δ with δ ≤ share·‖w‖R, and ‖w‖ as for the updates.
    if (slack_) bound.rounded = bound::margin_rule_margin(*rows_.radius2 + *slack_, *gamma_, tau_) - Enclosure(rows_.score_error) * sqrt(*rows_.radius2);
    bound.measured = rows_.answer_margin;
    return bound;
  }

  // The least over the choices of u and γ that were made.
  Bound shortfall(BoundId id, const std::vector<Shortfall>& choices, const std::string& why) const {
    if (!trace_.from_zero || asks_margin(trace_)) return none(id, !trace_.from_zero ? kNotFromZero : "the rule asks for a margin τ");
    if (choices.empty() || !rows_.radius2) return none(id, choices.empty() ? why : kNoRadius);
    const bool hinge = id == BoundId::hinge || id == BoundId::hinge_updates;
    Bound least;
    for (const Shortfall& choice : choices) {
      Bound bound = of_updates(id, [&](const Enclosure& radius2) {
        return hinge ? bound::hinge(radius2, Enclosure(1.0) / square(choice.gamma), choice.hinge)
                     : bound::freund_schapire(radius2, choice.gamma, choice.squares);
      });
      if (least.value && !(bound.value->high < least.value->high)) continue;
      bound.details = {{"gamma", choice.gamma}};
      least = std::move(bound);
    }
    return least;
  }

  // The value for ‖u‖ = 1/γ and its losses, if the bound speaks of such a u.
  std::optional<Enclosure> budget_value(const Trace::Budget& kept, const Shortfall& choice) const {
    const Enclosure u2 = Enclosure(1.0) / square(choice.gamma);
    switch (kept.rule) {
      case Rule::randomised:
        if (!((u2 * kept.radius2).high < Enclosure::of(kept.size).low)) return std::nullopt;
        return bound::budget_randomised(kept.radius2, u2, choice.hinge, kept.size);
      case Rule::forgetron:
        return bound::budget_forgetron(kept.radius2, u2, choice.hinge, kept.damage, kept.shrunk);
      case Rule::projectron:
        return bound::budget_projectron(kept.radius2, u2, choice.hinge, kept.distance);
      default:
        return bound::budget_projectron_plus(kept.radius2, u2, choice.hinge, kept.distance, kept.projection_error);
    }
  }

  // The least over the choices of u.
  Bound budget(BoundId id, Rule rule) const {
    if (!trace_.budget) return none(id, "the run has no budget of support vectors");
    if (trace_.budget->rule != rule) return none(id, "the budget has another rule");
    if (rows_.presented.empty()) return none(id, rows_.not_presented);
    Bound least = none(id, "‖u‖ is too large for this budget, for every u that was tried");
    for (const Shortfall& choice : rows_.presented) {
      const std::optional<Enclosure> value = budget_value(*trace_.budget, choice);
      if (!value || (least.value && !(value->high < least.value->high))) continue;
      least.value = value;
      least.details = {{"gamma", choice.gamma}};
    }
    if (!least.value) return least;
    least.why.clear();
    least.measured = Enclosure::of(trace_.budget->mistakes);
    return least;
  }

  const Trace& trace_;
  const RowsKnown& rows_;
  Enclosure tau_;  // τ/η
  std::optional<Enclosure> slack_, gamma_;
};

std::string shown(const Scaled& value) { return value.fits_double() ? to_text(value.to_double()) : "2^" + to_text(value.log2()); }
std::string shown(const Enclosure& value) { return value.exact() ? shown(value.low) : '[' + shown(value.low) + ", " + shown(value.high) + ']'; }

}  // namespace

std::vector<Bound> bounds_of(const Trace& trace, const RowsKnown& rows) { return Maker(trace, rows).all(); }

std::optional<Scaled> margin_at_most(const Trace& trace) noexcept {
  if (trace.updates == 0 || !trace.recorded) return std::nullopt;
  return ((sqrt(trace.moved_sqnorm) + trace.recorded->drift) / (trace.eta * Enclosure::of(trace.updates))).high;
}

std::string to_text(const Trace& trace) {
  std::string out = "updates " + std::to_string(trace.updates) + ", seen " + std::to_string(trace.seen) + ", mistakes " + std::to_string(trace.mistakes) +
                    ", eta " + shown(trace.eta) + ", tau " + shown(trace.tau) + ", ||w0||^2 " + shown(trace.start_sqnorm) + ", ||w||^2 " + shown(trace.sqnorm) +
                    ", ||w - w0||^2 " + shown(trace.moved_sqnorm);
  if (trace.passes) out += ", passes " + std::to_string(*trace.passes);
  if (!trace.recorded) return out;
  return out + ", sum of ||x||^2 " + shown(trace.recorded->sqnorms) + ", drift " + shown(trace.recorded->drift) + ", excess " + shown(trace.recorded->excess);
}

}  // namespace novikoff
