#include "run/report_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "novikoff/run/options.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff {
namespace {

bool at_least(const Bound& bound) { return bound.id == BoundId::margin_rule_margin; }
bool counts(const Bound& bound) { return bound.id != BoundId::norm && !at_least(bound); }
// The end that a run is held against.
const Scaled& end_of(const Bound& bound) { return at_least(bound) ? bound.value->low : bound.value->high; }

std::optional<std::uint64_t> whole(const Bound& bound) { return bound.value && counts(bound) ? floor(bound.value->high) : std::nullopt; }

bool met(const Bound& bound, std::uint64_t measured) { return whole(bound) == measured; }

void write_value(JsonWriter& json, std::string_view name, const Scaled* value) { value != nullptr ? json.member(name, *value) : json.member(name, nullptr); }

void write_bound(JsonWriter& json, const Bound& bound) {
  const BoundRow& row = describe(bound.id);
  const Holding holding = check(bound);
  json.begin_object(JsonWriter::Layout::line);
  json.member("id", row.name);
  write_value(json, "value", bound.value ? &end_of(bound) : nullptr);
  if (counts(bound)) json.member("floor", whole(bound));
  write_value(json, "measured", bound.measured ? &bound.measured->high : nullptr);
  json.member("holds", holding == Holding::not_applicable ? std::nullopt : std::optional(holding == Holding::holds));
  for (const auto& [name, value] : bound.details) json.member(name, value.high);
  if (holding == Holding::not_applicable) json.member("why", bound.value ? std::string("beyond the bound by no more than the rounding of doubles") : bound.why);
  json.member("formula", row.formula);
  json.member("conditions", row.conditions);
  json.member("source", row.source);
  json.end_object();
}

// Six digits, on the asked side of the value but for the last bits of a double.
std::string shown_outward(const Scaled& value, bool up) {
  constexpr double kSame = 1e-12, kStep = 1e-6;  // six digits are at least 10^−6 of the number apart, and at most ten times that
  std::string text = shown(value);
  const double number = value.to_double();
  if (!value.fits_double() || !(std::fabs(number) > 0x1p-1000)) return text;
  const auto inside = [&] {
    const Result<double> read = parse_number(text, "a shown number");
    if (!read) return false;  // six digits beyond the largest double
    const double beyond = (*read - number) / number;
    return up ? beyond < -kSame : beyond > kSame;
  };
  for (int step = 1; inside(); ++step) text = shown(number * (up ? 1 + step * kStep : 1 - step * kStep));
  return text;
}

// The bound on the updates that says most.
const Bound* tightest(const TrainReport& report) {
  const Bound* best = nullptr;
  for (const Bound& bound : report.bounds) {
    const bool of_updates = counts(bound) && bound.id != BoundId::passes && bound.id != BoundId::progress;
    if (!of_updates || check(bound) != Holding::holds) continue;
    if (best == nullptr || bound.value->high < best->value->high) best = &bound;
  }
  return best;
}

std::string_view formula_of_updates(const Bound& bound) {
  switch (bound.id) {
    case BoundId::novikoff:
    case BoundId::bias_constant:
      return "(R/γ)²";
    case BoundId::margin_rule:
      return "(R² + 2τ/η)/γ²";
    case BoundId::start:
      return "(c - 2γa + √(c² - 4cγa + 4γ²β²))/(2ηγ²)";
    case BoundId::start_simple:
      return "R²/γ² + 2‖w0‖/(ηγ)";
    case BoundId::budget_randomised:
      return "(L + 5/4·‖u‖R√N)/(1 - ‖u‖R/√N)";
    case BoundId::budget_forgetron:
      return "R²‖u‖²(1 + S) + 2L + Q";
    case BoundId::budget_projectron:
      return "((‖u‖R + √(‖u‖²R² + 4(L + ‖u‖D)))/2)²";
    case BoundId::budget_projectron_plus:
      return "(λ²‖u‖² + 2λ(L + ‖u‖D))/(2λ - R²)";
    case BoundId::freund_schapire:
    case BoundId::freund_schapire_updates:
      return "((R + D)/γ)²";
    default:
      return "((‖u‖R + √(‖u‖²R² + 4L))/2)²";
  }
}

bool for_any_rows(BoundId id) { return id >= BoundId::freund_schapire; }

// Why there is none: what Novikoff's bound, or its form for this rule and start, misses.
std::string why_none(const TrainReport& report) {
  if (report.trace.budget) return report.bounds[report.bounds.size() - 4 + static_cast<std::size_t>(report.trace.budget->rule)].why;
  const Bound& first = report.bounds.front();
  if (!first.value && report.trace.from_zero && report.trace.tau.high.sign() == 0) return first.why;
  const BoundId id = report.trace.tau.high.sign() > 0 ? BoundId::margin_rule : report.trace.from_zero ? BoundId::novikoff : BoundId::start;
  for (const Bound& bound : report.bounds)
    if (bound.id == id && !bound.value) return bound.why;
  return "this run of doubles is beyond them by no more than its rounding";
}

}  // namespace

void write_margin(JsonWriter& json, std::string_view prefix, const MarginInterval& margin) {
  write_value(json, std::string(prefix) + "low", margin.low ? &*margin.low : nullptr);
  write_value(json, std::string(prefix) + "high", margin.high ? &*margin.high : nullptr);
}

void write_bounds(JsonWriter& json, const TrainReport& report) {
  const MarginInterval& margin = report.margin;
  json.key("margin").begin_object(JsonWriter::Layout::line);
  write_margin(json, "", margin);
  if (!margin.low || !margin.high) {
    json.key("null_reasons").begin_object(JsonWriter::Layout::line);
    if (!margin.low) json.member("low", margin.why_no_low);
    if (!margin.high) json.member("high", margin.why_no_high);
    json.end_object();
  }
  json.end_object();
  json.key("bounds").begin_array();
  for (const Bound& bound : report.bounds) write_bound(json, bound);
  json.end_array();
}

std::string interval_text(const MarginInterval& margin) {
  const std::string low = margin.low ? shown_outward(*margin.low, false) : "?", high = margin.high ? shown_outward(*margin.high, true) : "?";
  return low + " … " + high;
}

std::string margin_text(const MarginInterval& margin, bool proved_inseparable) {
  if (proved_inseparable) return "0: no hyperplane is right on every row, as the proof shows";
  const bool separated = margin.low && margin.low->sign() > 0;
  if (!margin.high) return (separated ? "at least " + shown_outward(*margin.low, false) : "unknown") + " (no upper end: " + margin.why_no_high + ")";
  const std::string high = shown_outward(*margin.high, true);
  if (!margin.low) return "at most " + high + ", by the updates; how near the weights come is unknown: " + margin.why_no_low;
  if (!separated) return "at most " + high + ", by the updates, if any hyperplane is right on every row";
  return interval_text(margin) + ": the best of any hyperplane, from below by the weights, from above by the updates";
}

std::string bound_text(const TrainReport& report) {
  const Bound* bound = tightest(report);
  if (bound == nullptr) return "none: " + (report.bounds.empty() ? std::string("not computed") : why_none(report));
  const std::uint64_t updates = report.trace.budget ? report.trace.budget->mistakes : report.trace.updates;
  const std::optional<std::uint64_t> most = whole(*bound);
  const std::string value = most ? std::to_string(*most) : shown(bound->value->high);
  std::string out = fmt::format("{} {} {} {} = ⌊{}⌋ ({})", updates, updates == 1 ? "update" : "updates", met(*bound, updates) ? "=" : "≤", value,
                                formula_of_updates(*bound), describe(bound->id).source);
  if (met(*bound, updates)) return out + ": the bound is met";
  if (bound->id == BoundId::budget_randomised) return out + ", of the mean over what is drawn, true of any rows";
  return out + (for_any_rows(bound->id) ? ", true of any rows" : ", with γ of the best weights of the run");
}

std::string margin_seen_text(const MarginInterval& margin) {
  if (!margin.high) return {};
  return "no hyperplane has a margin above " + shown_outward(*margin.high, true) + " on the rows seen: ‖w - w0‖/(ηk) after k updates\n";
}

}  // namespace novikoff
