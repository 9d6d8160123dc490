// Runs over a stream: one pass, in the order of arrival, in constant memory besides the weights.
#include <algorithm>
#include <cmath>

#include "novikoff/run/online.hpp"
#include "novikoff/vec/kernels.hpp"
#include "run/gram_check.hpp"
#include "run/sparse_features.hpp"
#include "run/trainer.hpp"

namespace novikoff {
namespace {

using Each = std::function<std::optional<Stop>(const OnlineStep&)>;

// Rows asked for at once where nobody waits for each: enough to make a call cheap, small beside the reader's buffer.
constexpr std::size_t kStreamedAtOnce = 4096;

template <Keep K, class S>
class StreamRun {
  static constexpr bool kPrimal = std::is_same_v<S, PrimalSpace>;
  static constexpr bool kInRows = kPrimal && RowsKeep<K>;

 public:
  StreamRun(Source& source, const Labels& labels, const TrainOptions& options, Learner<Perceptron, K, S&> learner)
      : source_(source),
        labels_(labels),
        options_(options),
        learner_(std::move(learner)),
        limiter_(options, options.spec.max_seen.value_or(0)),
        checkpointer_(options.checkpoint),
        n_features_(std::max<std::uint64_t>(source.schema().n_features, options.spec.w0.size())),
        recorder_(options.spec.eta, options.spec.bias_value),
        arrived_(options.spec.kernel, options.memory / 4) {}

  void resume(const Model& model) {
    const RunState& state = *model.state;
    const Counts& counts = model.counts;
    learner_.restore(state.current, counts);
    cursor_ = state.cursor;
    n_features_ = std::max(n_features_, model.n_features);
    if constexpr (kPrimal)
      if (!model.columns.empty()) sparse_.start(learner_, model.columns);
    checkpointer_.start(counts, cursor_);
    resumed_ = true;
    recorded_ = kPrimal && counts.updates == 0;
  }

  /// Passes over the rows that a saved run had learned from, which the source starts with.
  Status skip(const RunState& state) {
    passed_over_ = true;
    while (rows_ < state.cursor.position) {
      const Result<const Block*> block = source_.next(static_cast<std::size_t>(std::min<std::uint64_t>(kStreamedAtOnce, state.cursor.position - rows_)));
      if (!block) return block.error();
      if ((*block)->size() == 0) return other_examples();
      for (std::size_t i = 0; i < (*block)->size(); ++i) {
        const FeatureView x = (*block)->features(i);
        if (arrived_.needed())
          if (Status fits = arrived_.add(x, place_of((*block)->place(i)), where_of((*block)->place(i))); !fits) return fits;
        note_norm(x);
        digest_.add({x, labels_.y((*block)->label(i))});
        ++rows_;
      }
    }
    if (state.examples && (state.examples->rows != digest_.rows() || state.examples->sha256 != digest_.hex())) return other_examples();
    return {};
  }

  Result<Stop> run(const Each* each) {
    if (!resumed_) learner_.begin();
    while (true) {
      if (const std::optional<Stop> stop = limiter_.stop(learner_.counts(), cursor_)) return *stop;
      const Result<const Block*> block = source_.next(each != nullptr ? 1 : kStreamedAtOnce);
      if (!block) return block.error();
      // A source ends early when the run is interrupted.
      if ((*block)->size() == 0) return asked().value_or(Stop::end_of_data);
      if (Status grown = grow(); !grown) return grown.error();
      // Who saves or watches the run must know of each row.
      const bool in_rows = kInRows && each == nullptr && !options_.checkpoint.save && !sparse_.on();
      if (in_rows) stretch_rows(stretches_, **block, labels_);
      std::size_t learned = 0;
      for (std::size_t i = 0; i < (*block)->size(); i += learned) {
        if (options_.checkpoint.save)
          if (Status saved = checkpoint(i == 0); !saved) return saved.error();
        if (i > 0)
          if (const std::optional<Stop> stop = limiter_.stop(learner_.counts(), cursor_)) return *stop;
        if constexpr (kInRows)
          if (in_rows && (learned = take_stretch(**block, i)) > 0) continue;
        learned = 1;
        if (std::optional<Result<Stop>> end = take(**block, i, each)) return *std::move(end);
      }
    }
  }

  std::uint64_t rows() const noexcept { return rows_; }

  /// The report of the run as it stands.
  Status fill(Stop stop, TrainReport& report) const {
    report.rows = rows_;
    report.radius = radius_of(max_sqnorm(), options_.spec.bias_value);
    report.model.source = provenance_of(source_.schema(), labels_.classes());
    // Not the width of what was read ahead: where a run stops must not depend on how the input was cut.
    report.model.n_features = n_features_;
    if (recorded_) report.trace.recorded = recorder_.total();
    if (Status finite = conclude_run(learner_, cursor_, stop, options_.spec, report); !finite) return finite;
    if constexpr (!kPrimal) return finish_model(learner_.space(), report);
    if (sparse_.on()) sparse_.sort(report);
    return {};
  }

  /// Saves the run as the model has it, if there are checkpoints.
  Status save(Model& model) {
    if (!options_.checkpoint.save) return {};
    // What came before a saved run that was not read again has no digest.
    if (!resumed_ || passed_over_) model.state->examples = ExamplesSeen{digest_.rows(), digest_.hex()};
    return checkpointer_.save(model);
  }

 private:
  bool max_is_plain() const noexcept { return std::isfinite(max_plain_) && max_plain_ > kSafe; }
  Scaled max_sqnorm() const noexcept { return max_is_plain() ? Scaled::of(max_plain_) : max_scaled_; }

  Status grow() {
    const std::uint64_t n_features = source_.schema().n_features;
    // The linear kernel too compares with support vectors by weights of features.
    const bool by_feature = kPrimal ? !sparse_.on() : options_.spec.kernel.kind == KernelKind::linear;
    const std::uint64_t weights = by_feature ? n_features : learner_.current().weights.size();
    const Status fits = check_weights_memory(learner_.keep(), weights, options_.memory);
    if constexpr (kPrimal) {
      if (!fits && !sparse_.on()) {
        sparse_.start(learner_, {});
        return {};
      }
      if (sparse_.on()) return fits;
    }
    if (!fits) return fits;
    learner_.grow(n_features);
    return {};
  }

  // The row as the learner knows it, or why it cannot know it.
  std::optional<ErrorInfo> place(FeatureView& x, const RowPlace& place) {
    if constexpr (!kPrimal) {
      if (!takes(options_.spec.kernel, x)) return not_defined(options_.spec.kernel, place_of(place), "row " + std::to_string(rows_));
    } else if (sparse_.on()) {
      Result<FeatureView> placed = sparse_.place(learner_, x, options_.memory);
      if (!placed) return std::move(placed.error());
      x = *placed;
    }
    return std::nullopt;
  }

  // Learns from rows of the block from `i` on, up to the next look at limits or to one that is to be learned from alone. From how many.
  std::size_t take_stretch(const Block& block, std::size_t i) requires kInRows {
    if (!max_is_plain()) return 0;
    const Counts& counts = learner_.counts();
    const Stretch next = stretches_.at(i, limiter_.room(counts));
    const std::span<RowStep> room = steps_.room(recorder_, limiter_.room_for_updates(counts));
    const std::size_t learned = learner_.observe_rows(next.rows, next.y, next.arrays, room, steps_.taken(), &max_plain_);
    steps_.note(recorder_, learner_.current(), [&](std::uint32_t k) { return block.features(i + k); });
    if (learned > 0) n_features_ = std::max(n_features_, block.n_features(i + learned - 1));
    rows_ += learned;
    cursor_.position += learned;
    cursor_.pass_updates += steps_.taken();
    return learned;
  }

  // One row: predict and, if it has a label, learn; then tell whoever watches. How the run ends, if it does.
  std::optional<Result<Stop>> take(const Block& block, std::size_t i, const Each* each) {
    const FeatureView x = block.features(i);
    OnlineStep step;
    step.row = rows_++;
    step.place = block.place(i);
    n_features_ = std::max(n_features_, block.n_features(i));
    step.labelled = block.label(i) != Labels::kNone;
    FeatureView known = x;
    if (std::optional<ErrorInfo> error = place(known, step.place)) return *std::move(error);
    if (step.labelled && arrived_.needed())
      if (Status fits = arrived_.add(x, place_of(step.place), where_of(step.place)); !fits) return fits.error();
    if (each != nullptr) {
      const Score score = learner_.space().score(known, kNoRow);
      if (!score.sign_known) return unscorable_at(step.place);
      step.score = score.value;
      step.score_in_range = score.in_range;
    }
    if (step.labelled) {
      step.y = labels_.y(block.label(i));
      const Outcome outcome = learner_.observe(known, step.y, kNoRow);
      if (!outcome.sign_known) return unscorable_at(step.place);
      step.step = outcome.step;
      ++cursor_.position;
      cursor_.pass_updates += outcome.step.update ? 1 : 0;
      if constexpr (kPrimal)
        if (outcome.step.update) recorder_.note(known, learner_.current().weights, learner_.current().bias_weight);
      note_norm(x);
      if (options_.checkpoint.save) digest_.add({x, step.y});
    }
    if (each == nullptr) return std::nullopt;
    step.progress = {learner_.counts(), cursor_};
    if (const std::optional<Stop> stop = (*each)(step)) return *stop;
    return std::nullopt;
  }

  std::optional<Stop> asked() const { return options_.watch ? options_.watch({learner_.counts(), cursor_}) : std::nullopt; }

  // `arrived`: the row was waited for, so a look at the clock costs nothing beside it.
  Status checkpoint(bool arrived) {
    const Counts& counts = learner_.counts();
    if (!checkpointer_.due(counts, cursor_, arrived || counts.seen % kWatchEvery == 0)) return {};
    TrainReport report;
    if (Status finite = fill(Stop::interrupted, report); !finite) return finite;
    return save(report.model);
  }

  // The largest ‖x‖² so far: plainly, and scaled where squares may overflow or underflow.
  void note_norm(const FeatureView& x) {
    if constexpr (!kPrimal) {
      const double value = options_.spec.kernel(x, x);
      if (std::isfinite(value)) max_plain_ = std::max(max_plain_, value);
      return;
    }
    const double plain = sqnorm(x);
    max_plain_ = std::max(max_plain_, plain);
    if (max_is_plain()) return;
    const Scaled scaled = scaled_sqnorm(x);
    if (max_scaled_ < scaled) max_scaled_ = scaled;
  }

  Place place_of(const RowPlace& place) const {
    const Schema& schema = source_.schema();
    return {place.file < schema.files.size() ? schema.files[place.file] : std::string{}, place.line, 0};
  }

  std::string where_of(const RowPlace& place) const {
    const Place named = place_of(place);
    return named.file.empty() ? "row " + std::to_string(rows_) : named.file + ':' + std::to_string(named.line);
  }

  ErrorInfo unscorable_at(const RowPlace& place) const { return unscorable(learner_.space(), place_of(place), "row " + std::to_string(rows_)); }

  static constexpr double kSafe = 0x1p-900;
  Source& source_;
  const Labels& labels_;
  const TrainOptions& options_;
  Learner<Perceptron, K, S&> learner_;
  Limiter limiter_;
  Checkpointer checkpointer_;
  SparseFeatures sparse_;
  std::uint64_t n_features_;  // of the rows learned from, and those before a resumed run
  ExamplesDigest digest_;     // of the rows learned from, while there are checkpoints
  Cursor cursor_;
  std::uint64_t rows_ = 0;
  double max_plain_ = 0;
  Scaled max_scaled_;
  UpdateRecorder recorder_;
  ArrivedRows arrived_;
  StretchedRows stretches_;
  StepsTaken steps_;
  bool resumed_ = false, passed_over_ = false, recorded_ = kPrimal;
};

template <Keep K, class S>
Result<TrainReport> stream_in(Source& source, Labels& labels, const TrainOptions& options, const Model* resume, bool from_the_start, const Each* each, K keep,
                              S& space) {
  if (resume != nullptr && !restore_keep(keep, *resume)) return not_resumable();
  StreamRun<K, S> run(source, labels, options, {options.spec.make_rule(), space, std::move(keep)});
  if (resume != nullptr) {
    if (from_the_start)
      if (Status skipped = run.skip(*resume->state); !skipped) return skipped.error();
    run.resume(*resume);
  }
  const Result<Stop> stop = run.run(each);
  if (!stop) return stop.error();
  // Where nothing was read there is no model to learn; a stream that only asks for predictions, or goes on, may be empty.
  if (run.rows() == 0 && each == nullptr && (*stop == Stop::end_of_data || *stop == Stop::interrupted))
    return ErrorInfo{ErrorCode::no_rows, "no rows", {}, {}, {}};

  TrainReport report;
  if (Status finite = run.fill(*stop, report); !finite) return finite.error();
  if (Status saved = run.save(report.model); !saved) return saved.error();
  if constexpr (std::is_same_v<S, PrimalSpace>) {
    if (Status noted = note_bounds(nullptr, report); !noted) return noted.error();
  } else if constexpr (std::is_same_v<S, BudgetSpace>) {
    if (Status noted = note_budget_bounds(nullptr, report); !noted) return noted.error();
  } else {
    note_no_bounds(report, false);
  }
  return report;
}

template <Keep K>
Result<TrainReport> stream_with(Source& source, Labels& labels, const TrainOptions& options, const Model* resume, bool from_the_start, const Each* each,
                                K keep) {
  if constexpr (std::is_same_v<K, LastKeep>) {
    if ((resume != nullptr ? resume->spec : options.spec).budget.size != 0) {
      BudgetSpace space(options.spec, options.memory);
      if (resume != nullptr && !restore(space, *resume)) return not_resumable();
      return stream_in(source, labels, options, resume, from_the_start, each, keep, space);
    }
  }
  if (resume != nullptr ? resume->expansion.has_value() : options.spec.in_dual()) {
    StreamDualSpace space(options.spec.kernel, start_of(options.spec), options.memory);
    if (resume != nullptr) space.restore_support(resume->expansion->support);
    return stream_in(source, labels, options, resume, from_the_start, each, std::move(keep), space);
  }
  PrimalSpace space(start_of(options.spec));
  return stream_in(source, labels, options, resume, from_the_start, each, std::move(keep), space);
}

Result<TrainReport> stream(Source& source, Labels& labels, const TrainOptions& options, const Model* resume, bool from_the_start, const Each* each) {
  if (Status valid = check_spec(options.spec); !valid) return valid.error();
  if (options.spec.order != Order::online) return ErrorInfo{ErrorCode::usage, "a stream is learned in --order online", {}, {}, {}};
  if (resume != nullptr && !resume->state) return not_resumable();
  switch (options.spec.budget.size != 0 ? KeepKind::last : options.spec.keep) {
    case KeepKind::pocket:
    case KeepKind::pocket_every:
      return ErrorInfo{ErrorCode::usage, "--keep pocket counts errors on the whole set, and a stream is gone once read", {}, {}, {}};
    case KeepKind::greedy:
      return ErrorInfo{ErrorCode::usage, "--keep greedy scans the rows again and again, and a stream is gone once read", {}, {}, {}};
    case KeepKind::last:
      return stream_with(source, labels, options, resume, from_the_start, each, LastKeep{});
    case KeepKind::voted:
      return stream_with(source, labels, options, resume, from_the_start, each, VotedKeep{});
    default:
      return stream_with(source, labels, options, resume, from_the_start, each, AveragedKeep{});
  }
}

}  // namespace

Result<TrainReport> train_stream(Source& source, Labels& labels, const TrainOptions& options, const Model* resume, bool from_the_start) {
  return stream(source, labels, options, resume, from_the_start, nullptr);
}

Result<TrainReport> run_online(Source& source, Labels& labels, const TrainOptions& options, const Model* resume,
                               const std::function<std::optional<Stop>(const OnlineStep&)>& each) {
  return stream(source, labels, options, resume, false, &each);
}

}  // namespace novikoff
