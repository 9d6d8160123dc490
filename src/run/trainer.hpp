// The loops of the orders over rows in memory, or in the mapping of a cache.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/run/digest.hpp"
#include "novikoff/vec/rows.hpp"
#include "run/bounds.hpp"
#include "run/budget_train.hpp"
#include "run/checkpointer.hpp"
#include "run/dual_train.hpp"
#include "run/keeps.hpp"
#include "run/look_ahead.hpp"
#include "run/orders.hpp"
#include "run/stretch.hpp"

namespace novikoff {

/// One run over a data set. Runs an order to its stop; the caller then concludes with the keep.
template <Keep K, class S = PrimalSpace>
class Trainer {
 public:
  /// `counting_error` is where the keep's error counter says why it failed.
  Trainer(const Dataset& data, const TrainOptions& options, Learner<Perceptron, K, S> learner, std::uint64_t max_seen,
          const std::optional<ErrorInfo>& counting_error)
      : data_(data),
        options_(options),
        spec_(options.spec),
        learner_(std::move(learner)),
        limiter_(options, max_seen),
        checkpointer_(options.checkpoint),
        n_features_(data.n_features()),
        n_weights_(data.n_places()),
        stretches_(data),
        counting_error_(counting_error),
        recorder_(options.spec.eta, options.spec.bias_value) {
    if (options.per_example) updates_per_example_.resize(data.size());
    if constexpr (kScored) learner_.space().soon = [this](std::vector<std::size_t>& rows) { list_soon(rows); };
  }
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// Requires that the model has a state, and was made from these rows.
  void resume(const Model& model) {
    const RunState& state = *model.state;
    learner_.restore(state.current, model.counts);
    cursor_ = state.cursor;
    updates_per_pass_ = state.updates_per_pass;
    holdout_best_ = state.holdout;
    if (state.examples) examples_ = *state.examples;
    n_features_ = std::max(n_features_, model.n_features);
    if (data_.columns().empty()) n_weights_ = n_features_;
    checkpointer_.start(model.counts, cursor_);
    resumed_ = true;
    recorded_ = kPrimal && model.counts.updates == 0;
  }

  Result<Stop> run() {
    learner_.grow(n_weights_);
    if (resumed_) {
      // The saved run may have ended with a pass, for a reason that still holds.
      if (spec_.has_passes() && cursor_.pass > 0 && cursor_.position == 0)
        if (const std::optional<Stop> stop = after_pass(spec_, cursor_, false, holdout_best_)) return *stop;
    } else {
      const KeepState state = learner_.begin();
      if (state == KeepState::failed) return failure();
      if (state == KeepState::done) return Stop::converged;
    }
    if (spec_.order == Order::random) return choose([this] { return random_violator(); });
    if (spec_.order == Order::worst) return choose([this] { return least_margin(); });
    return scan();
  }

  /// Saves the run as the report has it: its end.
  Status save(TrainReport& report) {
    if (!options_.checkpoint.save) return {};
    if (data_.failed()) return *data_.failed();
    note_examples(report);
    return checkpointer_.save(report.model);
  }

  /// A run that found what it looked for has nothing to go on with; any other goes on, from the start or where `from` was resumed.
  Result<Stop> run_on(const Model* from) { return from != nullptr && from->stop == Stop::converged ? Result<Stop>(Stop::converged) : run(); }
  /// The report of a run that stopped so, but for what only its space knows. Nothing of it is left here.
  Result<TrainReport> conclude(Stop stop, std::uint64_t n_features) {
    TrainReport report;
    report.rows = data_.size();
    report.updates_per_pass = std::move(updates_per_pass_);
    report.updates_per_example = std::move(updates_per_example_);
    report.update_sequence = std::move(update_sequence_);
    report.curve = std::move(curve_);
    report.model.source = provenance_of(data_.schema(), data_.classes());
    report.model.n_features = n_features;
    if (Status finite = conclude_run(learner_, cursor_, stop, spec_, report); !finite) return finite.error();
    report.model.state->holdout = holdout_best_;
    return report;
  }
  /// What the updates were, if all of them were made here.
  std::optional<Trace::Updates> recorded() const { return recorded_ ? std::optional(recorder_.total()) : std::nullopt; }

 private:
  static constexpr bool kPrimal = std::is_same_v<std::remove_reference_t<S>, PrimalSpace>;
  static constexpr bool kInRows = kPrimal && RowsKeep<K>;
  static constexpr bool kScored = std::is_same_v<std::remove_reference_t<S>, DualSpace>;  // the scores of all rows are at hand

  // Scans: online, cyclic, shuffled, restart.
  Result<Stop> scan() {
    draw_permutation();
    while (true) {
      if (cursor_.position == data_.size()) {
        const Result<std::optional<Stop>> stop = end_of_scan();
        if (!stop) return stop.error();
        if (*stop) return **stop;
      }
      if (Status saved = checkpoint(learner_.counts().seen % kWatchEvery == 0); !saved) return saved.error();
      // A pocket counts errors over all rows at an update: then a thousand examples are a long time.
      if constexpr (std::is_same_v<K, PocketKeep>)
        if (const std::optional<Stop> stop = limiter_.watch(learner_.counts(), cursor_)) return *stop;
      if (const std::optional<Stop> stop = limiter_.stop(learner_.counts(), cursor_)) return *stop;
      if constexpr (kInRows) {
        if (spec_.order != Order::restart && learn_ahead() > 0) {
          if (error_) return failure();
          continue;
        }
      }
      std::optional<Score> score;
      if constexpr (kPrimal) {
        const KeepState kept = pass_over_clean(score);
        if (kept == KeepState::failed) return failure();
        if (kept == KeepState::done) return ended(Stop::converged);
        if (!score) continue;
      }
      const Outcome outcome = learn(next_row(), score);
      ++cursor_.position;
      if (outcome.step.update) {
        if (spec_.order == Order::restart)
          cursor_.position = 0;
        else
          ++cursor_.pass_updates;
      }
      if (error_ || outcome.keep == KeepState::failed) return failure();
      if (outcome.keep == KeepState::done) return ended(Stop::converged);
    }
  }

  // A run that ends with the last row of a pass has made that pass.
  Result<Stop> ended(Stop stop) {
    if (!options_.curve || !spec_.has_passes() || cursor_.position != data_.size()) return stop;
    if (Status noted = note_pass({cursor_.pass + 1, 0, cursor_.pass_updates}); !noted) return noted.error();
    return stop;
  }

  // Learns from the rows from the cursor on, up to the next look at limits or to one that is to be learned from alone. From how many.
  std::uint64_t learn_ahead() requires kInRows {
    const Counts& counts = learner_.counts();
    const Stretch next = stretches_.at(cursor_.position, std::min(data_.size() - cursor_.position, limiter_.room(counts)), permutation_);
    if (next.rows.empty()) return 0;
    const std::uint64_t most = std::min(limiter_.room_for_updates(counts), checkpointer_.room_for_updates(counts));
    const std::size_t learned = learner_.observe_rows(next.rows, next.y, next.arrays, steps_.room(recorder_, most), steps_.taken(), nullptr);
    const auto row_of = [this](std::uint32_t k) { return row_at(cursor_.position + k); };
    steps_.note(recorder_, learner_.current(), [&](std::uint32_t k) { return data_[row_of(k)].x; });
    for (const RowStep& step : steps_.all()) {
      if (options_.per_example) ++updates_per_example_[row_of(step.row)];
      if (options_.sequence) note_in_sequence(row_of(step.row));
    }
    cursor_.position += learned;
    cursor_.pass_updates += steps_.taken();
    return learned;
  }

  // Rows from the cursor on that make no update, which cost no more than their scores, up to the next look at limits. `score`: that of the row after them, if
  // it is to be learned from now.
  KeepState pass_over_clean(std::optional<Score>& score) {
    const std::uint64_t most = std::min({data_.size() - cursor_.position, limiter_.room(learner_.counts()), learner_.keep().room()});
    const Stretch next = stretches_.at(cursor_.position, most, permutation_);
    const Hypothesis& w = learner_.current();
    const RowTask task{.weights = w.weights.data(), .bias = w.bias(), .above = {learner_.rule().tau, learner_.rule().tau}};
    double plain = 0;
    const std::size_t clean = first_not_above(next.rows, next.y, next.arrays, task, plain);
    cursor_.position += clean;
    const KeepState kept = clean == 0 ? KeepState::go_on : learner_.pass_over(clean);
    if (clean < next.rows.size() && std::isfinite(plain) && plain != 0)
      score = Score{plain};
    else if (clean < next.rows.size() || next.rows.empty())
      score = learner_.space().score(data_[next_row()].x, next_row());
    return kept;
  }

  std::uint64_t row_at(std::uint64_t position) const { return permutation_.empty() ? position : permutation_[position]; }
  std::uint64_t next_row() const { return row_at(cursor_.position); }

  Result<std::optional<Stop>> end_of_scan() {
    using Answer = std::optional<Stop>;
    const bool clean = cursor_.pass_updates == 0;
    if (spec_.order == Order::restart) return Answer{Stop::converged};
    updates_per_pass_.push_back(cursor_.pass_updates);
    cursor_ = {.pass = cursor_.pass + 1, .position = 0, .pass_updates = 0};
    if (Status noted = note_pass({cursor_.pass, 0, updates_per_pass_.back()}); !noted) return noted.error();
    if (const Answer stop = after_pass(spec_, cursor_, clean, holdout_best_)) return stop;
    draw_permutation();
    return limiter_.watch(learner_.counts(), cursor_);
  }

  // The point of the curve after a complete pass, and, where the run waits for it, whether the hold-out rows got better: what is saved does not depend on what
  // is reported. `made`: how many passes there are now, and the updates in the last of them.
  Status note_pass(const Cursor& made) {
    if (!options_.curve && spec_.patience == 0) return {};
    CurvePoint point{.pass = made.pass, .counts = learner_.counts(), .pass_updates = made.pass_updates, .training = {}, .holdout = {}, .margin = {}};
    if (options_.curve) {
      const Result<Evaluation> now = evaluate(data_, learner_.space(), Part::training);
      if (!now) return now.error();
      point.training = *now;
      if constexpr (kPrimal)
        point.margin = margin_interval(data_, learner_.current(), *now,
                                       trace_of(spec_, start_of(spec_, data_.columns()), learner_.counts(), learner_.current(), recorded()));
      else
        point.margin = no_margin();
    }
    if (options_.holdout != nullptr) {
      const Result<Evaluation> now = evaluate(*options_.holdout, learner_.space(), Part::holdout);
      if (!now) return now.error();
      point.holdout = *now;
      const bool better = !holdout_best_ || now->errors < holdout_best_->errors;
      if (spec_.patience != 0 && better) holdout_best_ = {made.pass, now->errors};
    }
    if (options_.curve) curve_.push_back(point);
    return {};
  }

  void draw_permutation() {
    if (spec_.order != Order::shuffled) return;
    permutation_ = permutation(data_.size(), spec_.seed, cursor_.pass);
    stretches_.reset();
  }

  // Steps on a chosen row: random, worst. `next` gives a row, or none if no row would update.
  template <class Next>
  Result<Stop> choose(Next next) {
    while (true) {
      if (Status saved = checkpoint(true); !saved) return saved.error();
      if (const std::optional<Stop> stop = limiter_.limit(learner_.counts())) return *stop;
      if (const std::optional<Stop> stop = limiter_.watch(learner_.counts(), cursor_)) return *stop;
      const std::optional<std::uint64_t> row = next();
      if (error_) return *error_;
      if (!row) return settle();
      const Outcome outcome = learn(*row);
      if (error_ || outcome.keep == KeepState::failed) return failure();
      if (outcome.keep == KeepState::done || !outcome.step.update) return Stop::converged;
    }
  }

  Result<Stop> settle() {
    if constexpr (std::is_same_v<K, PocketKeep>)
      if (learner_.keep().settle(learner_.current()) == KeepState::failed) return failure();
    return Stop::converged;
  }

  std::optional<std::uint64_t> random_violator() {
    return draw_violator(spec_.seed, learner_.counts().seen, data_.size(), violators_, [this](std::uint64_t row) { return !error_ && would_update(row); });
  }

  bool would_update(std::uint64_t row) {
    const ExampleView example = data_[row];
    const Score score = learner_.space().score(example.x, row);
    if (!score.sign_known) note_unscorable(row);
    return score.sign_known && learner_.rule()({.y = example.y, .score = score.value}).update;
  }

  // The row of least y·s, the lowest of equals, but of those at 0 one that updates there if there is one (tie rule plus: a negative); scores beyond the
  // doubles are compared as scaled numbers.
  std::optional<std::uint64_t> least_margin() {
    std::uint64_t worst = 0;
    Scaled least;
    for (std::uint64_t row = 0; row < data_.size(); ++row) {
      bool sign_known = true;
      Scaled margin = scaled_score(learner_.space(), data_[row].x, row, sign_known);
      if (!sign_known) {
        note_unscorable(row);
        return std::nullopt;
      }
      margin.mantissa *= data_[row].y;
      const bool better_tie = row != 0 && margin.sign() == 0 && least.sign() == 0 && updates_at_0(row) && !updates_at_0(worst);
      if (row == 0 || margin < least || better_tie) {
        worst = row;
        least = margin;
      }
    }
    return worst;
  }

  bool updates_at_0(std::uint64_t row) const { return learner_.rule()({.y = data_[row].y, .score = 0}).update; }

  // `score`: of the row, if it is known.
  Outcome learn(std::uint64_t row, const std::optional<Score>& score = {}) {
    const ExampleView example = data_[row];
    const Outcome outcome = learner_.observe(example.x, example.y, row, score ? *score : learner_.space().score(example.x, row));
    if (!outcome.sign_known) note_unscorable(row);
    if (outcome.step.update) {
      if constexpr (kScored && std::is_same_v<K, AveragedKeep>)
        learner_.space().weigh(static_cast<double>(learner_.keep().seen() - 1), outcome.step.coefficient, row);
      if constexpr (kPrimal) recorder_.note(example.x, learner_.current().weights, learner_.current().bias_weight);
      if (options_.per_example) ++updates_per_example_[row];
      if (options_.sequence) note_in_sequence(row);
      if constexpr (!kPrimal || std::is_same_v<K, VotedKeep>) note_memory();
    }
    return outcome;
  }

  // Where it grows with the updates; else it was looked at before the run.
  void note_memory() {
    const std::uint64_t weights = kPrimal ? n_weights_ : kScored ? data_.size() : learner_.current().weights.size();
    if (const Status fits = check_weights_memory(learner_.keep(), weights, options_.memory); !fits && !error_) error_ = fits.error();
  }

  void note_in_sequence(std::uint64_t row) {
    if (Status fits = check_sequence_memory(update_sequence_.size(), options_.memory); !fits) error_ = fits.error();
    update_sequence_.push_back(row);
  }

  void note_unscorable(std::uint64_t row) { error_ = unscorable(learner_.space(), data_, options_.holdout, row); }

  // Rows further on in the scan that will update.
  void list_soon(std::vector<std::size_t>& rows) const requires kScored {
    if (!spec_.has_passes()) return;
    list_updates_ahead({learner_.space(), learner_.rule(), data_, permutation_, static_cast<std::size_t>(cursor_.position)}, rows);
  }

  // Saves the run as it stands between two examples, if it is time to.
  Status checkpoint(bool clock) {
    if (!checkpointer_.due(learner_.counts(), cursor_, clock)) return {};
    TrainReport report;
    report.updates_per_pass = updates_per_pass_;
    report.model.source = provenance_of(data_.schema(), data_.classes());
    report.model.n_features = n_features_;
    if (Status finite = conclude_run(learner_, cursor_, Stop::interrupted, spec_, report); !finite) return finite;
    report.model.state->holdout = holdout_best_;
    if (Status finished = finish_model(learner_.space(), data_, report); !finished) return finished;
    return save(report);
  }

  // The digest costs a look at every row: it is made when the first checkpoint needs it.
  void note_examples(TrainReport& report) {
    if (examples_.sha256.empty()) examples_ = {data_.size(), examples_sha256(data_, options_.holdout)};
    report.model.state->examples = examples_;
  }

  ErrorInfo failure() { return error_ ? *error_ : counting_error_.value_or(ErrorInfo{}); }

  const Dataset& data_;
  const TrainOptions& options_;
  const LearnerSpec& spec_;
  Learner<Perceptron, K, S> learner_;
  Limiter limiter_;
  Checkpointer checkpointer_;
  Cursor cursor_;
  std::uint64_t n_features_, n_weights_;  // of the rows, or of the model to go on from
  Stretches stretches_;
  std::vector<std::uint64_t> permutation_, violators_;
  std::vector<std::uint64_t> updates_per_pass_, updates_per_example_, update_sequence_;
  std::vector<CurvePoint> curve_;
  std::optional<HoldoutBest> holdout_best_;
  ExamplesSeen examples_;  // for checkpoints
  const std::optional<ErrorInfo>& counting_error_;
  std::optional<ErrorInfo> error_;
  UpdateRecorder recorder_;
  StepsTaken steps_;
  bool resumed_ = false, recorded_ = kPrimal;
};

}  // namespace novikoff
