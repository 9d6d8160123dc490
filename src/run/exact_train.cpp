// Runs in exact arithmetic, from the rows to the report.
#include <string>
#include <utility>

#include "novikoff/learn/dual.hpp"
#include "prove/whole.hpp"
#include "run/exact_bounds.hpp"
#include "run/exact_trainer.hpp"
#include "run/keeps.hpp"

namespace novikoff {
namespace {

ErrorInfo usage_of_exact(std::string message) { return {ErrorCode::usage, std::move(message), {}, {}, {}}; }

std::optional<SpaceKind> kind_of(Space space) {
  if (space == Space::automatic) return std::nullopt;
  return space == Space::dual ? SpaceKind::dual : SpaceKind::primal;
}

Status check_options(const ExactData& data, const TrainOptions& options) {
  if (Status valid = check_spec(options.spec); !valid) return valid;
  if (data.rows.size() == 0) return ErrorInfo{ErrorCode::no_rows, "no rows", {}, {}, {}};
  if (options.spec.w0.size() > data.rows.n_features())
    return usage_of_exact("--w0 has " + counted(options.spec.w0.size(), "weight", "weights") + " and the data " +
                          counted(data.rows.n_features(), "feature", "features"));
  if (options.checkpoint.save) return usage_of_exact("--checkpoint needs --arithmetic double: an exact run has no state in doubles to save");
  if (options.holdout != nullptr || options.spec.holdout > 0 || options.spec.patience != 0) return usage_of_exact("rows held out need --arithmetic double");
  const std::uint64_t weights = weight_vectors(AveragedKeep{}) * data.rows.n_features() * sizeof(double);
  if (weights > options.memory) return check_weights_memory(AveragedKeep{}, data.rows.n_features(), options.memory);
  return {};
}

// One run, and the report that it makes.
class ExactRun {
 public:
  /// `rows`: those of the data, or of a kernel's feature space.
  ExactRun(const ExactData& data, const ExactRows& rows, const TrainOptions& options)
      : data_(data), rows_(rows), options_(options), units_(options.spec, rows), trainer_(rows, options, units_, machine()) {}

  Result<TrainReport> go() {
    if (Status fits = check_gram_memory(); !fits) return fits.error();
    const Result<Stop> stop = trainer_.run();
    if (!stop) return stop.error();
    TrainReport report;
    report.rows = rows_.size();
    report.radius = radius_of(rows_);
    report.space = trainer_.machine().kind() == SpaceKind::dual ? Space::dual : Space::primal;
    note_run(*stop, report);
    const ExactWeights last{trainer_.machine().weights(), units_.weight};
    report.last = hypothesis(last);
    report.last_evaluation = evaluate(last, rows_, units_);
    answer(last, report);
    if (options_.until_proof) report.proof = proof(*stop);
    if (Status noted = note_exact_bounds(rows_, units_, {last, trainer_.updates_per_example(), trainer_.counts()}, others_, report); !noted)
      return noted.error();
    if (kernel()) expand(report);
    if (options_.per_example) report.updates_per_example = std::move(trainer_.updates_per_example());
    return report;
  }

 private:
  // A dual space that was asked for holds a row of the Gram matrix for each row that updates.
  Status check_gram_memory() {
    if ((options_.spec.space != Space::dual && !kernel()) || trainer_.machine().gram_fits(options_.memory)) return {};
    return ErrorInfo{
        ErrorCode::memory_limit,
        "the Gram matrix of " + std::to_string(rows_.size()) + " rows needs more than the " + std::to_string(options_.memory) + " bytes that --memory allows",
        {},
        kernel() ? "raise --memory" : "raise --memory, or say --space primal",
        {}};
  }

  ExactMachine machine() const {
    return ExactMachine(task_of(options_.spec, rows_, units_), {.kind = kernel() ? SpaceKind::dual : kind_of(options_.spec.space), .memory = options_.memory},
                        units_.start);
  }
  bool kernel() const noexcept { return options_.spec.kernel.kind != KernelKind::linear; }

  // What the report has in the feature space, as coefficients of the rows that updated; the bias stays.
  void expand(TrainReport& report) {
    Model& model = report.model;
    const std::vector<std::uint64_t>& counts = trainer_.updates_per_example();
    Expansion& expansion = model.expansion.emplace();
    expansion.kernel = options_.spec.kernel;
    support_.clear();
    for (std::size_t row = 0; row < counts.size(); ++row) {
      if (counts[row] == 0) continue;
      support_.push_back(row);
      append_row(data_.rows, row, expansion.support);
    }
    const std::uint64_t seen = trainer_.keep().seen();
    const auto times = [&](std::size_t row) { return Rational(Integer(static_cast<std::int64_t>(counts[row]))); };
    const auto mean = [&](std::size_t row) {
      return seen == 0 ? Rational() : times(row) - Rational(integer_of(trainer_.keep().weighted()[row]), Integer(static_cast<std::int64_t>(seen)));
    };
    const auto best = [&](std::size_t row) { return Rational(Integer(static_cast<std::int64_t>(trainer_.keep().best_counts()[row]))); };
    set_coefficients(report.last, times);
    if (report.averaged) set_coefficients(*report.averaged, mean);
    if (model.answer == KeepKind::averaged)
      set_coefficients(model.hypothesis, mean);
    else if (model.answer == KeepKind::pocket || model.answer == KeepKind::pocket_every)
      set_coefficients(model.hypothesis, best);
    else
      set_coefficients(model.hypothesis, times);
  }
  // c_i = y_i·η·n_i.
  template <class Times>
  void set_coefficients(Hypothesis& h, Times times) const {
    const Rational eta = rational_of(options_.spec.eta, options_.spec.numbers);
    h.weights.clear();
    for (const std::size_t row : support_) h.weights.push_back(nearest_double(eta * times(row)) * rows_.y(row));
  }

  Hypothesis hypothesis(const ExactWeights& weights) const { return hypothesis_of(weights, options_.spec, rows_, units_); }

  void note_run(Stop stop, TrainReport& report) {
    Model& model = report.model;
    model.spec = options_.spec;
    model.stop = stop;
    model.counts = trainer_.counts();
    model.n_features = data_.rows.n_features();
    model.source = provenance_of(data_.schema, data_.classes);
    report.updates_per_pass = std::move(trainer_.updates_per_pass());
    count_passes(options_.spec, trainer_.cursor(), report);
    report.update_sequence = std::move(trainer_.update_sequence());
    report.curve = std::move(trainer_.curve());
  }

  // What the keep gives.
  void answer(const ExactWeights& last, TrainReport& report) {
    Model& model = report.model;
    switch (options_.spec.keep) {
      case KeepKind::automatic:
      case KeepKind::averaged:
        return average(report);
      case KeepKind::voted:
        return vote(report);
      case KeepKind::pocket:
      case KeepKind::pocket_every:
        report.pocket_history = trainer_.keep().history();
        return give({trainer_.keep().best(), units_.weight}, options_.spec.keep, report);
      case KeepKind::greedy:
        report.pocket_history = std::move(trainer_.greedy_history());
        return give(last, KeepKind::greedy, report);
      default:
        model.answer = KeepKind::last;
        model.hypothesis = report.last;
        report.answer_evaluation = report.last_evaluation;
    }
  }

  void give(const ExactWeights& weights, KeepKind kind, TrainReport& report) {
    report.model.answer = kind;
    report.model.hypothesis = hypothesis(weights);
    report.answer_evaluation = evaluate(weights, rows_, units_);
    others_.push_back(weights);
  }

  void average(TrainReport& report) {
    const std::uint64_t seen = trainer_.keep().seen();
    const Rational count = seen == 0 ? Rational(1) : Rational(Integer(static_cast<std::int64_t>(seen)));
    const ExactWeights mean{trainer_.keep().sum(trainer_.machine()), units_.weight / count};
    others_.push_back(mean);
    report.averaged = hypothesis(mean);
    report.averaged_evaluation = evaluate(mean, rows_, units_);
    Model& model = report.model;
    const bool last = model.spec.keep == KeepKind::automatic && model.stop == Stop::converged;
    model.answer = last ? KeepKind::last : KeepKind::averaged;
    model.hypothesis = last ? report.last : *report.averaged;
    report.answer_evaluation = last ? report.last_evaluation : report.averaged_evaluation;
  }

  void vote(TrainReport& report) {
    const ExactKeep::Vote& vote = trainer_.keep().vote();
    RowStore examples;
    std::vector<std::uint64_t> slot(rows_.size(), kNoRow);
    // Of a kernel each example is a place among the support vectors, which are those that updated, ascending.
    UnitRow unit;
    std::vector<std::uint64_t> place(kernel() ? rows_.size() : 0);
    for (std::uint64_t row = 0, next = 0; row < place.size(); ++row) {
      place[row] = next;
      next += trainer_.updates_per_example()[row] > 0 ? 1 : 0;
    }
    std::vector<VotedHypothesis::StepTaken> steps;
    for (const auto& [row, count] : vote.steps) {
      if (slot[row] == kNoRow) {
        slot[row] = examples.size();
        if (kernel())
          examples.append(unit(place[row]));
        else
          append_row(rows_, static_cast<std::size_t>(row), examples);
      }
      steps.push_back({slot[row], options_.spec.eta * rows_.y(static_cast<std::size_t>(row)), count});
    }
    report.model.answer = KeepKind::voted;
    Hypothesis start = hypothesis({units_.start, units_.weight});
    if (kernel()) start.weights.clear();
    report.model.voted = VotedHypothesis(std::move(start), vote.start_count, std::move(examples), std::move(steps));
    report.answer_evaluation = evaluate_vote(vote, report.model.counts);
  }

  // The votes on the rows, by running through the vectors once more; none if the watcher wants an end of it.
  std::optional<Evaluation> evaluate_vote(const ExactKeep::Vote& vote, const Counts& counts) const {
    ExactMachine again = machine();
    std::vector<std::int64_t> votes(rows_.size());  // y times the vote
    for (std::size_t k = 0; k <= vote.steps.size(); ++k) {
      if (options_.watch && options_.watch({counts, {}}) == Stop::interrupted) return std::nullopt;
      if (k > 0) again.update(static_cast<std::size_t>(vote.steps[k - 1].first));
      const auto count = static_cast<std::int64_t>(k == 0 ? vote.start_count : vote.steps[k - 1].second);
      if (count == 0) continue;
      for (std::size_t row = 0; row < rows_.size(); ++row) votes[row] += again.sign(row) * count;
    }
    Evaluation result;
    result.rows = rows_.size();
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto margin = static_cast<double>(votes[row]);
      result.errors += votes[row] <= 0 ? 1 : 0;
      result.wrong_predictions += is_mistake(rows_.y(row), margin * rows_.y(row)) ? 1 : 0;
      result.zero_scores += votes[row] == 0 ? 1 : 0;
      if (row == 0 || Scaled::of(margin) < result.margin_min) result.margin_min = Scaled::of(margin);
      if (votes[row] < 0) result.risk = result.risk + Scaled::of(-margin);
    }
    return result;
  }

  Proof proof(Stop stop) {
    if (trainer_.proof()) return *std::move(trainer_.proof());
    Proof proof;
    if (stop != Stop::converged) return proof;
    // A pocket without errors ends a run too, whatever the last weights are.
    std::vector<Integer> weights = trainer_.machine().weights();
    if (!separates(weights)) weights = trainer_.keep().best();
    if (weights.empty() || !separates(weights)) return proof;
    proof.by = Proof::By::clean_scan;
    proof.certificate.claim = Claim::strict;
    proof.certificate.verdict = Verdict::separable;
    proof.certificate.numbers = rows_.numbers();
    proof.certificate.bias_value = rows_.bias_value();
    Integer common;
    for (const Integer& w : weights) common = Integer::gcd(common, w);
    for (std::size_t column = 0; column < weights.size(); ++column) {
      if (weights[column].sign() == 0) continue;
      weights[column].divide_exactly(common);
      const std::uint64_t feature = rows_.feature(column);
      if (feature < rows_.n_features())
        proof.certificate.u.emplace_back(feature, Rational(std::move(weights[column])));
      else
        proof.certificate.u_bias = Rational(std::move(weights[column]));
    }
    return proof;
  }

  bool separates(const std::vector<Integer>& weights) const {
    const ExactDot dot(rows_, weights);
    for (std::size_t row = 0; row < rows_.size(); ++row)
      if (dot(row).sign() <= 0) return false;
    return true;
  }

  const ExactData& data_;
  const ExactRows& rows_;
  const TrainOptions& options_;
  ExactUnits units_;
  ExactTrainer trainer_;
  std::vector<ExactWeights> others_;  // than the last
  std::vector<std::size_t> support_;
};

}  // namespace

std::string_view name(Proof::By by) noexcept {
  switch (by) {
    case Proof::By::clean_scan:
      return "clean scan";
    case Proof::By::repeated_state:
      return "repeated state";
    case Proof::By::certificate:
      return "certificate";
    default:
      return {};
  }
}

Result<TrainReport> train(const ExactData& data, const TrainOptions& options) {
  if (Status possible = check_options(data, options); !possible) return possible.error();
  const Kernel& kernel = options.spec.kernel;
  if (kernel.kind == KernelKind::linear) return ExactRun(data, data.rows, options).go();
  if (kernel.kind != KernelKind::poly)
    return usage_of_exact("--arithmetic exact knows the kernels linear and poly; those of --kernel " + std::string(name(kernel.kind)) +
                          " are computed in doubles");
  const auto number = [&](double value) { return rational_of(value, options.spec.numbers); };
  const Result<ExactRows> rows = data.rows.polynomial(number(kernel.gamma), number(kernel.coef0), kernel.degree, options.memory / 2);
  if (!rows) return rows.error();
  Result<TrainReport> report = ExactRun(data, *rows, options).go();
  // A separator found beside the run lies in the feature space, whose columns nobody knows.
  if (report && report->proof) report->proof->certificate.u.clear();
  return report;
}

}  // namespace novikoff
