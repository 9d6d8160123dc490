// Reports for people: short, aligned, and in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "novikoff/run/interval.hpp"
#include "novikoff/run/presets.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"
#include "run/dual_model.hpp"
#include "run/report_bounds.hpp"
#include "run/report_parts.hpp"

namespace novikoff {
namespace {

// A weight as a factor. Exact runs have weights that no double holds.
std::string factor(double value) {
  return std::isfinite(value) ? shown(value) : "(a number beyond the doubles, " + std::string(value < 0 ? "below" : "above") + " 0)";
}

std::string signed_number(double value) {
  if (!std::isfinite(value)) return "+ " + factor(value);
  return (value < 0 ? "- " : "+ ") + shown(std::fabs(value));
}

}  // namespace

std::string hyperplane(const Hypothesis& hypothesis, const Provenance& source, const Columns& columns) {
  constexpr std::size_t kShown = 6;
  std::vector<std::size_t> order = largest(hypothesis.weights, kShown);
  const auto nonzero = static_cast<std::size_t>(std::count_if(hypothesis.weights.begin(), hypothesis.weights.end(), [](double w) { return w != 0; }));
  std::sort(order.begin(), order.end());
  std::string out = "s =";
  for (const std::size_t j : order)
    out += (out.size() == 3 ? " " + factor(hypothesis.weights[j]) : " " + signed_number(hypothesis.weights[j])) + "·" +
           feature_name(source, columns.empty() ? j : columns[j]);
  if (nonzero > order.size()) out += fmt::format(" + … ({} more)", nonzero - order.size());
  if (hypothesis.bias_value == 0) return out + (order.empty() ? " 0" : "");
  return out + (order.empty() ? " " + factor(hypothesis.bias()) : " " + signed_number(hypothesis.bias()));
}

namespace {

// s of a kernel.
std::string expansion_text(const Model& model) {
  const auto used = std::count_if(model.hypothesis.weights.begin(), model.hypothesis.weights.end(), [](double c) { return c != 0; });
  std::string out = fmt::format("s = Σ c_k·K(x_k, x) over {}", counted(static_cast<std::uint64_t>(used), "support vector", "support vectors"));
  return model.hypothesis.bias_value == 0 ? out : out + ' ' + signed_number(model.hypothesis.bias());
}

std::string failures(const Evaluation& e, const Provenance& source) {
  return fmt::format("{} of {} with y·s ≤ 0; {} (0 predicts {})", e.errors, counted(e.rows, "row", "rows"),
                     counted(e.wrong_predictions, "wrong prediction", "wrong predictions"), class_name(source, +1));
}

std::string answer_text(const TrainReport& report) {
  switch (report.model.answer) {
    case KeepKind::last:
      return report.model.spec.keep == KeepKind::automatic && report.model.spec.budget.size == 0 ? "the last weights, because the run converged"
                                                                                                 : "the last weights";
    case KeepKind::averaged:
      return report.model.spec.keep == KeepKind::automatic ? "the averaged weights, because the run did not converge (--keep chooses another)"
                                                           : "the averaged weights";
    case KeepKind::voted:
      return fmt::format("a vote of {} weight vectors", report.model.voted ? report.model.voted->steps().size() + 1 : 0);
    case KeepKind::greedy:
      return "the weights after the last update that left fewer errors";
    default:
      return "the weights in the pocket: the fewest training errors that were met";
  }
}

std::string margins(const Evaluation& e, const Hypothesis& hypothesis, const Columns& columns) {
  const Scaled norm = e.exact_norm.value_or(sqrt(hypothesis.sqnorm(columns)));
  std::string out = "min y·s = " + shown(e.margin_min);
  if (norm.mantissa != 0) out += "; divided by the norm of the weights, the geometric margin: " + shown(e.margin_min / norm);
  return out;
}

std::string failures_text(const TrainReport& report) {
  if (!report.answer_evaluation)
    return line("errors",
                report.last_evaluation ? "unknown: the run was interrupted before the votes were counted" : "unknown: the rows were read once and are gone");
  std::string out;
  const bool both = report.model.spec.keep == KeepKind::automatic && report.averaged_evaluation && report.last_evaluation;
  if (both) {
    out += line("errors, last", failures(*report.last_evaluation, report.model.source));
    out += line("errors, averaged", failures(*report.averaged_evaluation, report.model.source));
  } else {
    out += line("errors", failures(*report.answer_evaluation, report.model.source));
  }
  if (report.answer_evaluation->zero_scores > 0)
    out += line("", fmt::format("{} with a score of exactly 0, on the hyperplane", counted(report.answer_evaluation->zero_scores, "row", "rows")));
  if (!report.model.voted) out += line("least margin", margins(*report.answer_evaluation, report.model.hypothesis, report.model.columns));
  if (report.holdout_evaluation) out += line("errors, held out", failures(*report.holdout_evaluation, report.model.source));
  return out;
}

// E9 of many programs' faults: updates made in a pass and errors after it are two numbers.
std::string passes_text(const TrainReport& report) {
  const bool held_out = report.curve.front().holdout.has_value();
  std::string out = "\n  pass   updates in it   training errors after it   risk Σ -y·s over them";
  out += held_out ? "   errors held out" : "";
  out += "   margin γ*\n";
  for (const CurvePoint& point : report.curve) {
    out += fmt::format("  {:>4}   {:>13}   {:>24}   {:>21}", point.pass, point.pass_updates, point.training.errors, shown(point.training.risk));
    out += (held_out ? fmt::format("   {:>15}", point.holdout->errors) : std::string{}) + "   " + interval_text(point.margin) + '\n';
  }
  return out;
}

// Which rows were only watched.
std::string holdout_text(const TrainReport& report) {
  if (!report.holdout_evaluation) return {};
  const LearnerSpec& spec = report.model.spec;
  const std::string rows = counted(report.holdout_evaluation->rows, "row", "rows");
  if (spec.holdout == 0) return line("held out", rows + " of their own, not learned from");
  return line("held out", fmt::format("{}, the fraction {} drawn with seed {}, not learned from", rows, shown(spec.holdout), spec.seed));
}

std::string recorded_text(const TrainReport& report, const TrainOptions& options, const Where& where) {
  std::string out;
  if (!report.curve.empty()) out += passes_text(report);
  if (options.per_example) {
    out += "\n  updates   row\n";
    for (std::size_t row = 0; row < report.updates_per_example.size(); ++row)
      if (report.updates_per_example[row] > 0) out += fmt::format("  {:>7}   {}\n", report.updates_per_example[row], where(row));
  }
  if (options.sequence) {
    out += "\n  update   row\n";
    for (std::size_t k = 0; k < report.update_sequence.size(); ++k) out += fmt::format("  {:>6}   {}\n", k + 1, where(report.update_sequence[k]));
  }
  return out;
}

std::string pocket_text(const TrainReport& report) {
  std::string out;
  for (const auto& [seen, errors] : report.pocket_history) out += fmt::format("{}{} after {}", out.empty() ? "" : ", ", errors, seen);
  return out.empty() ? out : line("pocket", "errors " + out + " seen");
}

std::string like_text(const Preset* preset) {
  return preset == nullptr ? std::string{} : line("like", std::string(preset->name) + ": " + std::string(preset->title));
}

// What the source says otherwise, a line each.
std::string errata_text(const Preset* preset) {
  if (preset == nullptr || preset->errata.empty()) return {};
  std::string out = "\n  errata of " + std::string(preset->name) + " (docs/notes.md shows them):\n";
  for (std::size_t begin = 0; begin < preset->errata.size();) {
    const std::size_t end = std::min(preset->errata.find('\n', begin), preset->errata.size());
    out += "  - " + std::string(preset->errata.substr(begin, end - begin)) + '\n';
    begin = end + 1;
  }
  return out;
}

// What was computed with, and what that proved.
std::string arithmetic_text(const TrainReport& report) {
  const LearnerSpec& spec = report.model.spec;
  if (spec.arithmetic != Arithmetic::exact) return {};
  std::string out =
      line("arithmetic", fmt::format("exact, of {}; {} space", spec.numbers == Numbers::decimal ? "the decimals as written" : "the nearest doubles' own values",
                                     report.space ? name(*report.space) : name(spec.space)));
  if (!report.proof) return out;
  const Certificate& certificate = report.proof->certificate;
  switch (report.proof->by) {
    case Proof::By::none:
      return out + line("proof", "none: whether some hyperplane is right on every row is undecided");
    case Proof::By::clean_scan:
      return out + line("proof", "separable: the weights are right on every row, y·s > 0");
    case Proof::By::repeated_state:
      return out + line("proof", fmt::format("inseparable: the weights came back to what they had been, so the rows of the updates between ({}, as often as "
                                             "they updated) sum to 0",
                                             counted(certificate.lambda.size(), "row", "different rows")));
    default:
      return out + line("proof", certificate.verdict == Verdict::separable
                                     ? "separable: a search beside the run found a hyperplane that is right on every row. It is not the answer below: --json "
                                       "shows it (proof.u), certify "
                                       "-o keeps it"
                                     : fmt::format("inseparable: a search beside the run found {} that, weighted, sum to 0",
                                                   counted(certificate.lambda.size(), "row", "rows")));
  }
}

std::string eta_remark(const LearnerSpec& spec) {
  const bool zero = spec.b0 == 0 && std::all_of(spec.w0.begin(), spec.w0.end(), [](double w) { return w == 0; });
  if (spec.eta == 1 || !zero || spec.tau > 0) return {};
  return line("learning rate", "from zero weights η = " + shown(spec.eta) + " only scales the weights" +
                                   (spec.arithmetic == Arithmetic::exact ? "" : " (but for rounding)") + ": every η updates on the same rows");
}

double rate_of(const Counts& counts) { return counts.seen == 0 ? 0 : static_cast<double>(counts.mistakes) / static_cast<double>(counts.seen); }

}  // namespace

std::string shown(double value) { return fmt::format("{:.6g}", value == 0 ? 0 : value); }

std::string shown(const Scaled& value) {
  if (value.fits_double()) return shown(value.to_double());
  return fmt::format("{}2^{:.1f}", value.mantissa < 0 ? "-" : "", value.log2());
}

std::string stop_in_words(const Model& model) {
  const bool pocket = model.spec.keep == KeepKind::pocket || model.spec.keep == KeepKind::pocket_every;
  const bool exact = model.spec.arithmetic == Arithmetic::exact;
  const std::string unproved = " That is a limit, not convergence: more may be needed, or no hyperplane is right on every row";
  switch (model.stop) {
    case Stop::converged:
      if (exact && model.spec.tie == Tie::update)
        return std::string(pocket ? "converged: the weights in the pocket are right on every row" : "converged: no row needs an update any more") +
               ", in exact arithmetic: a proof that the rows are separable";
      if (pocket) return "converged: the weights in the pocket are right on every row";
      if (model.spec.tie == Tie::plus) return "converged: no row is predicted wrong (a score of 0 predicts " + class_name(model.source, +1) + ")";
      if (model.spec.tau > 0 && model.spec.rule == RuleKind::margin) return "converged: every row has y·s above τ = " + shown(model.spec.tau);
      return "converged: no row needs an update any more; the weights are right on every row (in double arithmetic)";
    case Stop::pass_limit:
      return "limit of passes (--passes)." + unproved;
    case Stop::update_limit:
      return "limit of updates (--max-updates)." + unproved;
    case Stop::seen_limit:
      return (model.spec.max_seen ? "limit of examples seen (--max-seen)." : "limit of examples seen (--passes times the rows).") + unproved;
    case Stop::time_limit:
      return "limit of time (--max-seconds)." + unproved;
    case Stop::end_of_data:
      return "end of the data: one pass, as asked";
    case Stop::interrupted:
      return "interrupted: what was learned until then";
    case Stop::stalled:
      if (model.spec.keep == KeepKind::greedy) return "stalled: no update on a wrong row would leave fewer errors; that is not convergence";
      if (model.spec.patience != 0)
        return "stalled: no better on the rows held out for " + counted(model.spec.patience, "pass", "passes") + "; not convergence";
      return "stalled: nothing better was found; that is not convergence";
    case Stop::proof:
      return "a proof of whether some hyperplane is right on every row";
  }
  return {};
}

std::string feature_name(const Provenance& source, std::uint64_t j) {
  if (j < source.names.size() && !source.names[j].empty()) return source.names[j];
  return "x" + std::to_string(j + source.index_base);
}

std::string header_remark(const std::vector<std::string>& names) {
  if (const auto unnamed = std::find(names.begin(), names.end(), ""); unnamed != names.end())
    return fmt::format("note: feature {} has no name in the header (row names?) and is learned from like any other\n", unnamed - names.begin() + 1);
  const auto found = std::find_if(names.begin(), names.end(), [](const std::string& name) { return is_number(name); });
  if (found == names.end()) return {};
  return "note: the header names a column " + *found + ", which looks like a value; if the first line is a row, say --no-header\n";
}

// Why the run ended, where the report knows more than the model.
static std::string stop_text(const TrainReport& report) {
  const Model& model = report.model;
  if (model.stop == Stop::proof && report.proof)
    return report.proof->certificate.verdict == Verdict::separable ? "a proof that some hyperplane is right on every row, found before the run came to one"
                                                                   : "a proof that no hyperplane is right on every row";
  const bool exact_plus = model.spec.arithmetic == Arithmetic::exact && model.spec.tie == Tie::plus;
  if (model.stop != Stop::converged || !exact_plus || model.voted || !report.answer_evaluation) return stop_in_words(model);
  return stop_in_words(model) + (report.answer_evaluation->errors == 0 ? ", and none has a score of 0: in exact arithmetic a proof that the rows are separable"
                                                                       : ". That is no proof that the rows are separable: some have y·s ≤ 0");
}

std::string train_text(const TrainReport& report, const TrainOptions& options, const Where& where) {
  const Model& model = report.model;
  const Preset* preset = preset_named(options.like);
  std::string out = like_text(preset) + line("rows", fmt::format("{}, {}", report.rows, counted(model.n_features, "feature", "features")));
  out += holdout_text(report);
  out += line("classes", classes_text(model.source));
  out += line("stop", stop_text(report));
  out += arithmetic_text(report) + dual_text(report) + spaces_text(report, where);
  if (model.passes) out += line("passes", std::to_string(*model.passes));
  out += line("seen", counted(model.counts.seen, "example looked at", "examples looked at"));
  out += line("updates", fmt::format("{} (the weights changed)", model.counts.updates));
  out += line("mistakes", fmt::format("{} (the label predicted just before was wrong)", model.counts.mistakes));
  out += line("radius R",
              shown(report.radius) + (model.spec.bias_value == 0 ? ", the largest norm of a row" : ", the largest norm of a row with its bias coordinate"));
  out += eta_remark(model.spec);
  out += pocket_text(report);
  out += line("answer", answer_text(report));
  const std::optional<Hypothesis> linear = input_weights(model, model.hypothesis);
  if (!model.voted)
    out += line("", linear || !model.expansion ? hyperplane(linear ? *linear : model.hypothesis, model.source, model.columns) : expansion_text(model));
  if (model.spec.bias_value == 0) out += line("bias", "none: the hyperplane goes through the origin");
  const bool proved_inseparable = report.proof && report.proof->certificate.verdict == Verdict::inseparable;
  out += failures_text(report) + line("margin γ*", margin_text(report.margin, proved_inseparable)) + line("bound", bound_text(report));
  return out + recorded_text(report, options, where) + errata_text(preset);
}

std::string unseen_text(const PredictReport& report) {
  if (report.unseen_rows == 0) return {};
  return fmt::format("note: {} in {} of features that the model does not know: weight 0\n", counted(report.unseen_values, "value", "values"),
                     counted(report.unseen_rows, "row", "rows"));
}

std::string unlabelled_text(const ReadOptions& reading, const Schema& schema) {
  const bool said = reading.label_name || reading.label_column != 0;
  if (reading.unlabelled_count == 0 || said || (schema.names.empty() && reading.header) || !schema.label_name.empty()) return {};
  return "note: there are as many columns as the model has features, and none is said to be the label (--label, --label-column): all are features\n";
}

std::string evaluate_text(const Model& model, const PredictReport& report) {
  const std::uint64_t tp = report.true_positives, fp = report.false_positives, tn = report.true_negatives, fn = report.false_negatives;
  const std::string negative = class_name(model.source, -1), positive = class_name(model.source, +1);
  const auto ratio = [](std::uint64_t part, std::uint64_t whole, std::string_view why) {
    return whole == 0 ? "undefined: " + std::string(why) : fmt::format("{:.4f}  ({}/{})", static_cast<double>(part) / static_cast<double>(whole), part, whole);
  };
  const std::size_t width = std::max<std::size_t>({negative.size(), positive.size(), std::to_string(report.labelled).size(), 6});
  std::string out = line("rows", std::to_string(report.labelled));
  out += fmt::format("\n  {:<19}{:>{}}  {:>{}}\n", "true \\ predicted", negative, width, positive, width);
  out += fmt::format("  {:<19}{:>{}}  {:>{}}\n", negative, tn, width, fp, width);
  out += fmt::format("  {:<19}{:>{}}  {:>{}}\n\n", positive, fn, width, tp, width);
  out += line("accuracy", ratio(tp + tn, report.labelled, "there are no rows"));
  out += line("precision", ratio(tp, tp + fp, "nothing was predicted " + positive));
  out += line("recall", ratio(tp, tp + fn, "no row is " + positive));
  out += line("F1", ratio(2 * tp, 2 * tp + fp + fn, "no row is " + positive + " or predicted so"));
  out += line("errors", fmt::format("{} (y·s ≤ 0: a score of 0 is an error)", report.evaluation.errors));
  out += line("wrong predictions", fmt::format("{} (a score of 0 predicts {})", report.evaluation.wrong_predictions, positive));
  out += line("zero scores", std::to_string(report.evaluation.zero_scores));
  if (!model.voted) out += line("risk", shown(report.evaluation.risk) + " (Σ of -y·s over the errors)");
  return out + unseen_text(report);
}

std::string online_head() { return "        seen    mistakes     updates    mistake rate\n"; }

std::string online_line(const Counts& counts) {
  const std::string rate = counts.seen == 0 ? "-" : fmt::format("{:.4f}", rate_of(counts));
  return fmt::format("{:>12}{:>12}{:>12}{:>16}\n", counts.seen, counts.mistakes, counts.updates, rate);
}

std::string progressive_text(const Counts& counts) {
  if (counts.seen == 0) return {};
  const Interval interval = wilson_interval(counts.mistakes, counts.seen);
  return fmt::format("progressive error rate {:.4f}; 95 % Wilson score interval {:.4f} … {:.4f}, valid for i.i.d. examples only\n", rate_of(counts),
                     interval.low, interval.high);
}

}  // namespace novikoff
