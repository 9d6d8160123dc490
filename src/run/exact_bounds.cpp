#include "run/exact_bounds.hpp"

#include <optional>
#include <utility>

#include "run/bounds.hpp"

namespace novikoff {
namespace {

Rational sqnorm_of(const ExactWeights& w, const ExactUnits& units) {
  Rational sum = Rational(sqnorm(w.whole)) * w.scale * w.scale;
  for (const auto& [feature, weight] : units.fixed) sum = sum + weight * weight;
  return sum;
}

Integer least_margin(const ExactRows& rows, const ExactWeights& w) {
  const ExactDot dot(rows, w.whole);
  Integer least = dot(0);
  for (std::size_t row = 1; row < rows.size(); ++row) {
    Integer margin = dot(row);
    if (margin < least) least.swap(margin);
  }
  return least;
}

Integer inner(const std::vector<Integer>& a, const std::vector<Integer>& b) {
  Integer sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum.add_product(a[j], b[j]);
  return sum;
}

std::optional<Separator> separator_of(const ExactRows& rows, const ExactUnits& units, const ExactWeights& w) {
  const Integer least = least_margin(rows, w);
  if (least.sign() <= 0) return std::nullopt;
  Rational with_start = Rational(inner(w.whole, units.start)) * w.scale * units.weight;
  for (const auto& [feature, weight] : units.fixed) with_start = with_start + weight * weight;
  return Separator{.sqnorm = Enclosure::of(sqnorm_of(w, units)),
                   .margin = Enclosure::of(Rational(least) * w.scale * rows.unit()),
                   .with_start = Enclosure::of(with_start),
                   .bias_weight = rows.has_bias() ? Enclosure::of(Rational(w.whole.back()) * w.scale) : Enclosure()};
}

Enclosure geometric_margin_of(const Separator& u) { return u.margin / sqrt(u.sqnorm); }

// max‖x‖² without the bias coordinate.
Rational radius2_x(const ExactRows& rows) {
  const Integer all = rows.max_sqnorm();
  return Rational(all - rows.bias() * rows.bias()) * rows.unit() * rows.unit();
}

void add_shortfalls_of(const ExactRows& rows, const ExactUnits& units, const ExactWeights& w, const Trace& trace, const std::vector<std::uint64_t>& updates,
                       RowsKnown& known) {
  const Enclosure size = sqrt(Enclosure::of(sqnorm_of(w, units))) * sqrt(*known.radius2);
  if (!size.positive()) return;
  // scale·U/(‖w‖R) as an interval, times each product: rounded to doubles of a size of at most 1.
  constexpr double kRounding = 0x1p-50;
  const Enclosure factor = Enclosure::of(w.scale * rows.unit()) / size;
  const ExactDot dot(rows, w.whole);
  const auto share = [&](std::size_t row) { return (Enclosure::of(Rational(dot(row))) * factor).low.to_double() - kRounding; };
  add_shortfalls(rows.size(), share, trace, updates, known);
}

RowsKnown known_of(const ExactRows& rows, const ExactUnits& units, const ExactProgress& now, const std::vector<ExactWeights>& others,
                   const TrainReport& report) {
  RowsKnown known;
  known.bias_value = Enclosure::of(rows.bias_value());
  known.radius2_x = Enclosure::of(radius2_x(rows));
  known.radius2 = Enclosure::of(Rational(rows.max_sqnorm()) * rows.unit() * rows.unit());
  known.separator = separator_of(rows, units, now.weights);
  if (known.separator) known.answer_margin = geometric_margin_of(*known.separator);
  for (const ExactWeights& w : others) {
    const std::optional<Separator> u = separator_of(rows, units, w);
    if (u && (!known.separator || geometric_margin_of(*known.separator).low < geometric_margin_of(*u).low)) known.separator = u;
  }
  known.no_separator = "no weights of the run are known to separate the rows";
  known.not_presented = known.not_updated = "a separator is known: the bounds for it say more";
  if (known.separator) return known;
  known.not_presented = report.trace.passes ? "all weights are 0" : "the order has no passes: how often a row was presented is not known";
  known.not_updated = "all weights are 0";
  add_shortfalls_of(rows, units, now.weights, report.trace, now.updates, known);
  for (const ExactWeights& w : others) add_shortfalls_of(rows, units, w, report.trace, now.updates, known);
  return known;
}

}  // namespace

Trace exact_trace(const LearnerSpec& spec, const ExactRows& rows, const ExactUnits& units, const ExactProgress& now) {
  Trace trace;
  trace.seen = now.counts.seen;
  trace.updates = now.counts.updates;
  trace.mistakes = now.counts.mistakes;
  trace.eta = Enclosure::of(rational_of(spec.eta, spec.numbers));
  trace.tau = Enclosure::of(rational_of(spec.make_rule().tau, spec.numbers));
  const Rational start = sqnorm_of({units.start, units.weight}, units);
  trace.start_sqnorm = Enclosure::of(start);
  trace.from_zero = start.sign() == 0;
  trace.sqnorm = Enclosure::of(sqnorm_of(now.weights, units));
  ExactWeights moved = now.weights;
  for (std::size_t j = 0; j < moved.whole.size(); ++j) moved.whole[j] -= units.start[j];
  const Rational moved_sqnorm = Rational(sqnorm(moved.whole)) * moved.scale * moved.scale;
  trace.moved_sqnorm = Enclosure::of(moved_sqnorm);
  Integer sqnorms;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (now.updates[row] != 0) sqnorms.add_product(rows.sqnorm(row), static_cast<std::int64_t>(now.updates[row]));
  trace.recorded = Trace::Updates{.sqnorms = Enclosure::of(Rational(sqnorms) * rows.unit() * rows.unit()), .drift = {}, .excess = {}};
  return trace;
}

MarginInterval exact_margin(const ExactRows& rows, const ExactWeights& weights, const Evaluation& evaluation, const Trace& trace, const ExactUnits& units) {
  MarginInterval margin;
  margin.low = Scaled{};
  if (evaluation.errors == 0)
    if (const std::optional<Separator> u = separator_of(rows, units, weights)) margin.low = geometric_margin_of(*u).low;
  margin.high = margin_at_most(trace);
  if (!margin.high) margin.why_no_high = "there was no update";
  return margin;
}

Status note_exact_bounds(const ExactRows& rows, const ExactUnits& units, const ExactProgress& now, const std::vector<ExactWeights>& others,
                         TrainReport& report) {
  const LearnerSpec& spec = report.model.spec;
  report.trace = exact_trace(spec, rows, units, now);
  note_scans(true, report);
  return conclude_bounds(known_of(rows, units, now, others, report), true, report);
}

}  // namespace novikoff
