#include "run/dual_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "novikoff/prove/enclosure.hpp"
#include "run/bounds.hpp"
#include "run/dual_train.hpp"

namespace novikoff {
namespace {

class DualKnown {
 public:
  DualKnown(const Dataset& data, std::span<const double> scores, const Scaled& largest, const TrainReport& report)
      : data_(data), scores_(scores), spec_(report.model.spec), last_(report.last), updates_(static_cast<double>(report.model.counts.updates)) {
    std::size_t most = 0;
    for (std::size_t row = 0; row < data.size(); ++row) most = std::max(most, data[row].x.size);
    const double degree = spec_.kernel.kind == KernelKind::poly ? spec_.kernel.degree : 1;
    const double kernel = degree * (static_cast<double>(most) + 8) + 8, b = spec_.bias_value;
    const Enclosure lengths =
        spec_.kernel.bounded() ? Enclosure(1.0) : Enclosure::around(largest, (Enclosure(largest) * Enclosure(2 * kernel * kUnitRoundoff)).high);
    radius2_x = lengths;
    radius2 = lengths + square(Enclosure(b));
    const Enclosure steps = Enclosure(spec_.eta) * Enclosure(updates_), twice(2 * kUnitRoundoff);
    const Enclosure of_score = Enclosure(kernel + updates_ + 2) * lengths, of_bias = Enclosure(updates_ + 4) * square(Enclosure(b));
    error_ = (twice * steps * (of_score + of_bias)).high;
    sum();
  }

  // y·s of a row, both ends.
  Enclosure product(std::size_t row) const {
    const Enclosure score = Enclosure(scores_[row]) + Enclosure(last_.bias());
    return (data_[row].y < 0 ? Enclosure(0.0) - score : score) + Enclosure::around({}, error_);
  }

  std::optional<Separator> separator() const {
    std::optional<Enclosure> least;
    for (std::size_t row = 0; row < data_.size(); ++row) {
      const Enclosure margin = product(row);
      if (!margin.positive()) return std::nullopt;
      least = least ? min(*least, margin) : margin;
    }
    if (!least || !sqnorm.positive()) return std::nullopt;
    return Separator{.sqnorm = sqnorm, .margin = *least, .with_start = {}, .bias_weight = Enclosure::around(Scaled::of(last_.bias_weight), bias_error())};
  }

  std::optional<Enclosure> radius2, radius2_x;
  Enclosure sqnorm;  // ‖w‖² = Σ α_i·(w·z_i); α_i = |c_i| but for (k + 1)·u of it

 private:
  Scaled bias_error() const {
    return (Enclosure(2 * kUnitRoundoff * (updates_ + 4)) * Enclosure(spec_.eta) * Enclosure(updates_) * Enclosure(spec_.bias_value)).high;
  }

  void sum() {
    Enclosure total;
    const double share = 2 * kUnitRoundoff * (updates_ + 2);
    for (std::size_t row = 0; row < last_.weights.size(); ++row) {
      const double alpha = std::fabs(last_.weights[row]);
      if (alpha != 0) total = total + Enclosure::around(Scaled::of(alpha), (Enclosure(alpha) * Enclosure(share)).high) * product(row);
    }
    sqnorm = max(total, Enclosure(0.0));
  }

  const Dataset& data_;
  std::span<const double> scores_;
  const LearnerSpec& spec_;
  const Hypothesis& last_;
  double updates_;
  Scaled error_;
};

RowsKnown known_of(const Dataset& data, const DualKnown& dual, const Trace& trace, const std::vector<std::uint64_t>& updates, double bias_value) {
  RowsKnown rows;
  rows.bias_value = bias_value;
  rows.radius2 = dual.radius2;
  rows.radius2_x = dual.radius2_x;
  rows.separator = dual.separator();
  if (rows.separator) rows.answer_margin = rows.separator->margin / sqrt(rows.separator->sqnorm);
  rows.no_separator = "the last weights are not proved to separate the rows, the rounding of their scores taken off";
  rows.not_presented = rows.not_updated = "a separator is known: the bounds for it say more";
  const Enclosure size = sqrt(dual.sqnorm) * sqrt(*rows.radius2);
  if (rows.separator) return rows;
  rows.not_presented = trace.passes ? "all weights are 0" : "the order has no passes: how often a row was presented is not known";
  rows.not_updated = "the updates are not recorded in the dual space";
  if (!size.positive()) return rows;
  const auto share = [&](std::size_t row) { return (dual.product(row) / size).low.to_double() - 4 * kUnitRoundoff; };
  add_shortfalls(data.size(), share, trace, updates, rows);
  return rows;
}

// Where what says nothing has a reason that is not the dual space's.
void say_why(TrainReport& report) {
  for (Bound& bound : report.bounds)
    if (bound.id == BoundId::norm && !bound.value) bound.why = no_margin().why_no_low;
}

}  // namespace

Status note_dual_bounds(const Dataset& data, std::span<const double> scores, const Scaled& largest, TrainReport& report) {
  note_no_bounds(report, true);
  // Nothing is known of kernels that are given as numbers or functions, not even that they are kernels.
  const Kernel& kernel = report.model.spec.kernel;
  if (report.model.spec.b0 != 0 || kernel.kind > KernelKind::chi2) return {};
  const DualKnown dual(data, scores, largest, report);
  Trace& trace = report.trace;
  trace.from_zero = true;
  trace.sqnorm = trace.moved_sqnorm = dual.sqnorm;
  const RowsKnown rows = known_of(data, dual, trace, report.updates_per_example, report.model.spec.bias_value);
  if (Status kept = conclude_bounds(rows, true, report); !kept) return kept;
  // Σ (n_i/k)·z_i = w/(ηk) is in the hull of the z_i.
  if (trace.updates > 0) {
    report.margin.high = (sqrt(dual.sqnorm) / (trace.eta * Enclosure::of(trace.updates))).high;
    report.margin.why_no_high.clear();
  }
  say_why(report);
  return {};
}

}  // namespace novikoff
