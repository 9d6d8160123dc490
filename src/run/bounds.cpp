#include "run/bounds.hpp"

#include <algorithm>
#include <cmath>

#include "novikoff/vec/kernels.hpp"
#include "run/budget_train.hpp"
#include "run/dual_model.hpp"
#include "run/keeps.hpp"

namespace novikoff {
namespace {

// A score in doubles is off by at most this share of ‖w‖‖x‖ (UpdateRecorder has the derivation), and by what underflows.
double score_share(const Dataset& data) { return 2 * (static_cast<double>(data.n_features()) + 4) * kUnitRoundoff; }
Scaled score_underflow(const Dataset& data) { return Scaled::of(static_cast<double>(data.n_features()) + 2, -1074); }

FeatureView all_of(const std::vector<double>& weights) { return {nullptr, weights.data(), weights.size()}; }

Enclosure sqnorm_of(const Hypothesis& w) { return enclose_sqnorm(all_of(w.weights), w.bias_weight); }

// ‖a − b‖²: each difference is rounded by at most u of itself.
Enclosure sqdistance(const Hypothesis& a, const Hypothesis& b) {
  std::vector<double> difference = a.weights;
  difference.resize(std::max(a.weights.size(), b.weights.size()));
  for (std::size_t j = 0; j < b.weights.size(); ++j) difference[j] -= b.weights[j];
  const Enclosure sum = enclose_sqnorm(all_of(difference), a.bias_weight - b.bias_weight);
  return sum * Enclosure::around(Scaled::of(1), Scaled::of(4 * kUnitRoundoff));
}

// At least R: rounding of the squares and their sum included.
Scaled radius_at_most(const Dataset& data, double bias_value) {
  const Enclosure b(bias_value), share(Scaled::of(1 + score_share(data)));
  return sqrt(Enclosure(data.max_sqnorm()) * share + square(b)).high;
}

// max‖x‖², without the bias coordinate: only rows near the largest are looked at closely.
Enclosure radius2_x(const Dataset& data) {
  const double largest = data.max_sqnorm().to_double();
  const bool plain = largest > 0x1p-900 && largest < 0x1p1000;
  const double near = largest * (1 - 2 * score_share(data));
  Enclosure most;
  for (std::size_t row = 0; row < data.size(); ++row)
    if (!plain || sqnorm(data[row].x) >= near) most = max(most, enclose_sqnorm(data[row].x, 0));
  return most;
}

// min y·s, `seen` its value in doubles. nullopt: certainly not above 0. Only rows near the least are looked at closely.
std::optional<Enclosure> least_margin(const Dataset& data, const Hypothesis& w, const Scaled& seen) {
  const Enclosure error = Enclosure(score_share(data)) * sqrt(sqnorm_of(w)) * Enclosure(radius_at_most(data, w.bias_value)) + Enclosure(score_underflow(data));
  if (!(Scaled{} < (Enclosure(seen) + error).high)) return std::nullopt;
  const Scaled near = (Enclosure(seen) + error + error).high;
  std::optional<Enclosure> least;
  for (std::size_t row = 0; row < data.size(); ++row) {
    const ExampleView example = data[row];
    Scaled score = w.scaled_score(example.x);
    score.mantissa *= example.y;
    if (near < score) continue;
    const Enclosure margin = Enclosure(example.y) * enclose_dot(example.x, w.weights, w.bias_value, w.bias_weight);
    least = least ? min(*least, margin) : margin;
  }
  return least;
}

// The start: u·w_0, by features that both have.
Enclosure product(const Hypothesis& a, const Hypothesis& b) {
  const std::size_t n = std::min(a.weights.size(), b.weights.size());
  return enclose_dot({nullptr, a.weights.data(), n}, b.weights, a.bias_weight, b.bias_weight);
}

std::optional<Separator> separator_of(const Dataset& data, const Hypothesis& w, const Hypothesis& start, const Evaluation& evaluation) {
  const std::optional<Enclosure> margin = least_margin(data, w, evaluation.margin_min);
  if (!margin || !margin->positive()) return std::nullopt;
  return Separator{.sqnorm = sqnorm_of(w), .margin = *margin, .with_start = product(w, start), .bias_weight = Enclosure(w.bias_weight)};
}

Enclosure geometric_margin(const Separator& u) { return u.margin / sqrt(u.sqnorm); }

// Weights with their evaluation, as far as the report has them.
struct Candidate {
  const Hypothesis* w;
  const Evaluation* evaluation;
};
std::vector<Candidate> candidates(const TrainReport& report) {
  std::vector<Candidate> result;
  if (report.last_evaluation) result.push_back({&report.last, &*report.last_evaluation});
  if (report.averaged && report.averaged_evaluation) result.push_back({&*report.averaged, &*report.averaged_evaluation});
  const KeepKind answer = report.model.answer;
  if (report.answer_evaluation && (answer == KeepKind::pocket || answer == KeepKind::pocket_every))
    result.push_back({&report.model.hypothesis, &*report.answer_evaluation});
  return result;
}

// γ as a share of R that is tried: 1, ½, ¼, …
constexpr int kShares = 24;

// Sums for one u over the rows, each counted as often as it was presented or updated.
class ShortfallSums {
 public:
  void add(double margin_share, double count) noexcept {
    double share = 1;
    for (int j = 0; j < kShares; ++j, share /= 2) {
      const double lack = std::max(0.0, share - margin_share);
      squares_[j] += count * lack * lack;
      hinge_[j] += count * (lack / share);
    }
  }
  /// `terms` were added. The sums are of terms ≥ 0, so their rounding is a share of them.
  void append(const Enclosure& radius, std::uint64_t terms, std::vector<Shortfall>& to) const {
    const Enclosure up(Scaled::of(1 + 4 * (static_cast<double>(terms) + 8) * kUnitRoundoff));
    double share = 1;
    for (int j = 0; j < kShares; ++j, share /= 2)
      to.push_back({.gamma = Enclosure(share) * radius,
                    .squares = Enclosure((Enclosure(squares_[j]) * up * square(radius)).high),
                    .hinge = Enclosure((Enclosure(hinge_[j]) * up).high)});
  }

 private:
  double squares_[kShares] = {}, hinge_[kShares] = {};
};

void add_shortfalls_of(const Dataset& data, const Hypothesis& w, const Trace& trace, const std::vector<std::uint64_t>& updates, RowsKnown& rows) {
  const Enclosure size = sqrt(sqnorm_of(w)) * sqrt(*rows.radius2);
  if (!size.positive()) return;
  // u·z/R is off by the score's rounding, by that of the quotient and of ‖w‖R (some u each of at most 1), and by what underflows.
  const double error = score_share(data) + 0x1p-48 + (Enclosure(score_underflow(data)) / size).high.to_double();
  const auto share = [&](std::size_t row) {
    const ExampleView example = data[row];
    return (example.y < 0 ? -1 : 1) * (w.scaled_score(example.x) / size.high).to_double() - error;
  };
  add_shortfalls(data.size(), share, trace, updates, rows);
}

RowsKnown known_of(const Dataset& data, const TrainReport& report, const Hypothesis& start) {
  RowsKnown rows;
  const double b = report.model.spec.bias_value;
  rows.bias_value = b;
  rows.score_error = score_share(data);
  rows.radius2_x = radius2_x(data);
  rows.radius2 = *rows.radius2_x + square(Enclosure(b));
  for (const Candidate& candidate : candidates(report)) {
    const std::optional<Separator> u = separator_of(data, *candidate.w, start, *candidate.evaluation);
    if (!u) continue;
    if (candidate.w == &report.last) rows.answer_margin = geometric_margin(*u);
    if (!rows.separator || geometric_margin(*rows.separator).low < geometric_margin(*u).low) rows.separator = *u;
  }
  rows.no_separator = "no weights of the run are known to separate the rows";
  rows.not_presented = rows.not_updated = "a separator is known: the bounds for it say more";
  if (rows.separator) return rows;
  rows.not_presented = report.trace.passes ? "all weights are 0" : "the order has no passes: how often a row was presented is not known";
  rows.not_updated =
      report.updates_per_example.empty() ? "which rows updated was not recorded (--per-example)" : "all weights are 0, or the run goes on from a saved one";
  for (const Candidate& candidate : candidates(report)) add_shortfalls_of(data, *candidate.w, report.trace, report.updates_per_example, rows);
  return rows;
}

RowsKnown known_of_stream(const TrainReport& report) {
  RowsKnown rows;
  rows.bias_value = report.model.spec.bias_value;
  rows.no_separator = rows.not_presented = rows.not_updated = "the rows were read once and are gone";
  return rows;
}

MarginInterval with_high(MarginInterval margin, const Trace& trace) {
  margin.high = margin_at_most(trace);
  if (!margin.high) margin.why_no_high = trace.updates == 0 ? "there was no update" : "the run goes on from a saved one, whose updates are not recorded";
  return margin;
}

}  // namespace

void add_shortfalls(std::size_t n, const std::function<double(std::size_t)>& share, const Trace& trace, const std::vector<std::uint64_t>& updates,
                    RowsKnown& rows) {
  const bool counted = trace.recorded && updates.size() == n;
  ShortfallSums presented, updated;
  for (std::size_t row = 0; row < n; ++row) {
    const double of_row = share(row);
    if (trace.passes) presented.add(of_row, static_cast<double>(*trace.passes));
    if (counted) updated.add(of_row, static_cast<double>(updates[row]));
  }
  const Enclosure radius = sqrt(*rows.radius2);
  if (trace.passes) presented.append(radius, n, rows.presented);
  if (counted) updated.append(radius, n, rows.updated);
}

Trace trace_of(const LearnerSpec& spec, const Hypothesis& start, const Counts& counts, const Hypothesis& current, std::optional<Trace::Updates> recorded) {
  Trace trace;
  trace.seen = counts.seen;
  trace.updates = counts.updates;
  trace.mistakes = counts.mistakes;
  trace.eta = spec.eta;
  trace.tau = spec.make_rule().tau;
  trace.start_sqnorm = sqnorm_of(start);
  trace.from_zero = trace.start_sqnorm.high.sign() == 0;
  trace.sqnorm = sqnorm_of(current);
  trace.moved_sqnorm = trace.from_zero ? trace.sqnorm : sqdistance(current, start);
  trace.recorded = recorded;
  return trace;
}

MarginInterval margin_interval(const Dataset& data, const Hypothesis& current, const Evaluation& now, const Trace& trace) {
  MarginInterval margin;
  margin.low = Scaled{};
  const std::optional<Enclosure> least = least_margin(data, current, now.margin_min);
  if (least && least->positive()) margin.low = (*least / sqrt(trace.sqnorm)).low;
  return with_high(std::move(margin), trace);
}

ErrorInfo violation(const Bound& bound, const Trace& trace) {
  const BoundRow& row = describe(bound.id);
  const auto text = [](const Enclosure& value) { return '[' + to_text(value.low.to_double()) + ", " + to_text(value.high.to_double()) + ']'; };
  ErrorInfo error;
  error.code = ErrorCode::internal;
  error.message = "the bound " + std::string(row.name) + " does not hold: " + std::string(row.formula) + ", the run has " + text(*bound.measured) +
                  " and the bound is " + text(*bound.value) + ", with rounding " + text(*bound.rounded);
  error.hint = "please report it with the data, the options and this trace: " + to_text(trace);
  return error;
}

void note_scans(bool in_memory, TrainReport& report) {
  const Model& model = report.model;
  const bool scans = model.answer != KeepKind::pocket && model.answer != KeepKind::pocket_every && model.answer != KeepKind::greedy;
  report.trace.clean_scan = scans && model.stop == Stop::converged;
  if (in_memory) report.trace.passes = model.passes;
}

Status conclude_bounds(const RowsKnown& rows, bool in_memory, TrainReport& report) {
  MarginInterval margin;
  if (in_memory)
    margin.low = rows.separator ? geometric_margin(*rows.separator).low : Scaled{};
  else
    margin.why_no_low = rows.no_separator;
  report.margin = with_high(std::move(margin), report.trace);
  report.bounds = bounds_of(report.trace, rows);
  for (const Bound& bound : report.bounds)
    if (check(bound) == Holding::violated) return violation(bound, report.trace);
  return {};
}

Status note_budget_bounds(const Dataset* data, TrainReport& report) {
  const Model& model = report.model;
  const LearnerSpec& spec = model.spec;
  Trace& trace = report.trace;
  trace.seen = model.counts.seen;
  trace.updates = model.counts.updates;
  trace.mistakes = model.counts.mistakes;
  trace.eta = spec.eta;
  note_scans(data != nullptr, report);
  RowsKnown rows;
  rows.bias_value = spec.bias_value;
  rows.no_separator = rows.not_presented = rows.not_updated = data == nullptr ? "the rows were read once and are gone"
                                                              : !trace.passes ? "the order has no passes: how often a row was presented is not known"
                                                              : spec.kernel.kind == KernelKind::linear
                                                                  ? "all weights are 0"
                                                                  : "in doubles the rounding of the kernel is not recorded, so that no u has known losses";
  const BudgetTrace& kept = *model.state->budget;
  Enclosure radius2(kept.sqnorm);
  if (const std::optional<Hypothesis> u = input_weights(model, model.hypothesis); u && data != nullptr && trace.passes) {
    rows.radius2 = radius2_x(*data) + square(Enclosure(spec.bias_value));
    radius2 = *rows.radius2;
    add_shortfalls_of(*data, *u, trace, {}, rows);
  }
  Trace::Budget budget;
  budget.rule = static_cast<Trace::Budget::Rule>(spec.budget.rule);
  budget.size = spec.budget.size;
  budget.mistakes = kept.steps - kept.margin_steps;
  budget.radius2 = radius2;
  if (radius2.positive()) budget.damage = Enclosure(kept.weight) + Enclosure(kept.damage) / radius2;
  budget.shrunk = kept.shrunk;
  budget.distance = kept.distance;
  budget.projection_error = spec.budget.projection_error;
  trace.budget = budget;
  report.margin = {.low = {}, .high = {}, .why_no_low = rows.no_separator, .why_no_high = "support vectors that made room are not in the weights"};
  report.bounds = bounds_of(trace, rows);
  for (const Bound& bound : report.bounds)
    if (check(bound) == Holding::violated) return violation(bound, trace);
  return {};
}

Status note_bounds(const Dataset* data, TrainReport& report) {
  const Model& model = report.model;
  const Hypothesis start = start_of(model.spec, model.columns);
  report.trace = trace_of(model.spec, start, model.counts, report.last, report.trace.recorded);
  note_scans(data != nullptr, report);
  const RowsKnown rows = data != nullptr ? known_of(*data, report, start) : known_of_stream(report);
  return conclude_bounds(rows, data != nullptr, report);
}

}  // namespace novikoff
