// The loops of the orders over rows in memory.
#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/core/random.hpp"
#include "run/keeps.hpp"

namespace novikoff {

/// score_not_representable or weights_overflow for a row whose score has no known sign.
ErrorInfo unscorable(const Hypothesis& hypothesis, Place place, const std::string& where);

/// Examples seen between two looks at the clock and the watcher.
inline constexpr std::uint64_t kWatchEvery = 1024;

/// Asks the watcher and the clock, and knows the limits that any order has.
class Limiter {
 public:
  Limiter(const TrainOptions& options, std::uint64_t max_seen) : options_(options), max_seen_(max_seen), start_(std::chrono::steady_clock::now()) {}

  /// The limit that the counts have reached, if any.
  std::optional<Stop> limit(const Counts& counts) const {
    if (options_.spec.max_updates != 0 && counts.updates >= options_.spec.max_updates) return Stop::update_limit;
    if (max_seen_ != 0 && counts.seen >= max_seen_) return Stop::seen_limit;
    return std::nullopt;
  }
  /// Why to stop before the next example, if so. Cheap: looks at the clock and the watcher now and then only.
  std::optional<Stop> stop(const Counts& counts, const Cursor& cursor) const {
    if (const std::optional<Stop> reached = limit(counts)) return reached;
    return counts.seen % kWatchEvery == 0 ? watch(counts, cursor) : std::nullopt;
  }
  std::optional<Stop> watch(const Counts& counts, const Cursor& cursor) const {
    if (options_.spec.max_seconds > 0 && std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() >= options_.spec.max_seconds)
      return Stop::time_limit;
    return options_.watch ? options_.watch({counts, cursor}) : std::nullopt;
  }

 private:
  const TrainOptions& options_;
  std::uint64_t max_seen_;
  std::chrono::steady_clock::time_point start_;
};

/// One run over a data set. Runs an order to its stop; the caller then concludes with the keep.
template <Keep K>
class Trainer {
 public:
  /// `counting_error` is where the keep's error counter says why it failed.
  Trainer(const Dataset& data, const TrainOptions& options, Learner<Perceptron, K> learner, std::uint64_t max_seen,
          const std::optional<ErrorInfo>& counting_error)
      : data_(data), options_(options), spec_(options.spec), learner_(std::move(learner)), limiter_(options, max_seen), counting_error_(counting_error) {
    if (options.per_example) updates_per_example_.resize(data.size());
  }

  void resume(const RunState& state, const Counts& counts) {
    learner_.restore(state.current, counts);
    cursor_ = state.cursor;
    updates_per_pass_ = state.updates_per_pass;
    resumed_ = true;
  }

  Result<Stop> run() {
    learner_.grow(data_.n_features());
    if (!resumed_) {
      const KeepState state = learner_.begin();
      if (state == KeepState::failed) return failure();
      if (state == KeepState::done) return Stop::converged;
    }
    if (spec_.order == Order::random) return choose([this] { return random_violator(); });
    if (spec_.order == Order::worst) return choose([this] { return least_margin(); });
    return scan();
  }

  Learner<Perceptron, K>& learner() noexcept { return learner_; }
  const Cursor& cursor() const noexcept { return cursor_; }
  std::vector<std::uint64_t>& updates_per_pass() noexcept { return updates_per_pass_; }
  std::vector<std::uint64_t>& updates_per_example() noexcept { return updates_per_example_; }
  std::vector<std::uint64_t>& update_sequence() noexcept { return update_sequence_; }
  std::vector<std::uint64_t>& errors_per_pass() noexcept { return errors_per_pass_; }

 private:
  // Scans: online, cyclic, shuffled, restart.
  Result<Stop> scan() {
    draw_permutation();
    while (true) {
      if (cursor_.position == data_.size()) {
        const Result<std::optional<Stop>> stop = end_of_scan();
        if (!stop) return stop.error();
        if (*stop) return **stop;
      }
      if (const std::optional<Stop> stop = limiter_.stop(learner_.counts(), cursor_)) return *stop;
      const std::uint64_t row = permutation_.empty() ? cursor_.position : permutation_[cursor_.position];
      const Outcome outcome = learn(row);
      ++cursor_.position;
      if (outcome.step.update) {
        if (spec_.order == Order::restart)
          cursor_.position = 0;
        else
          ++cursor_.pass_updates;
      }
      if (error_ || outcome.keep == KeepState::failed) return failure();
      if (outcome.keep == KeepState::done) return Stop::converged;
    }
  }

  Result<std::optional<Stop>> end_of_scan() {
    using Answer = std::optional<Stop>;
    const bool clean = cursor_.pass_updates == 0;
    if (spec_.order == Order::restart) return Answer{Stop::converged};
    updates_per_pass_.push_back(cursor_.pass_updates);
    cursor_ = {.pass = cursor_.pass + 1, .position = 0, .pass_updates = 0};
    if (options_.errors_per_pass) {
      const Result<Evaluation> now = evaluate(data_, learner_.current());
      if (!now) return now.error();
      errors_per_pass_.push_back(now->errors);
    }
    if (spec_.order == Order::online) return Answer{Stop::end_of_data};
    if (clean) return Answer{Stop::converged};
    const std::uint64_t passes = spec_.passes.value_or(kDefaultPasses);
    if (passes != 0 && cursor_.pass >= passes) return Answer{Stop::pass_limit};
    draw_permutation();
    return limiter_.watch(learner_.counts(), cursor_);
  }

  void draw_permutation() {
    if (spec_.order == Order::shuffled) permutation_ = permutation(data_.size(), spec_.seed, cursor_.pass);
  }

  // Steps on a chosen row: random, worst. `next` gives a row, or none if no row would update.
  template <class Next>
  Result<Stop> choose(Next next) {
    while (true) {
      if (const std::optional<Stop> stop = limiter_.limit(learner_.counts())) return *stop;
      if (const std::optional<Stop> stop = limiter_.watch(learner_.counts(), cursor_)) return *stop;
      const std::optional<std::uint64_t> row = next();
      if (error_) return *error_;
      if (!row) return Stop::converged;
      const Outcome outcome = learn(*row);
      if (error_ || outcome.keep == KeepState::failed) return failure();
      if (outcome.keep == KeepState::done || !outcome.step.update) return Stop::converged;
    }
  }

  // Uniform among the rows that would update: a few draws by rejection, then a list of them all. Both are uniform, so their mixture is.
  std::optional<std::uint64_t> random_violator() {
    Rng rng(spec_.seed, learner_.counts().seen);
    constexpr int kDraws = 64;
    for (int draw = 0; draw < kDraws && !error_; ++draw) {
      const std::uint64_t row = rng.below(data_.size());
      if (would_update(row)) return row;
    }
    violators_.clear();
    for (std::uint64_t row = 0; row < data_.size() && !error_; ++row)
      if (would_update(row)) violators_.push_back(row);
    if (violators_.empty()) return std::nullopt;
    return violators_[rng.below(violators_.size())];
  }

  bool would_update(std::uint64_t row) {
    const ExampleView example = data_[row];
    const Score score = learner_.current().score(example.x);
    if (!score.sign_known) note_unscorable(row);
    return score.sign_known && learner_.rule()({.y = example.y, .score = score.value}).update;
  }

  // The row of least y·s, the lowest of equals; scores beyond the doubles are compared as scaled numbers.
  std::optional<std::uint64_t> least_margin() {
    std::uint64_t worst = 0;
    Scaled least;
    for (std::uint64_t row = 0; row < data_.size(); ++row) {
      bool sign_known = true;
      Scaled margin = learner_.current().scaled_score(data_[row].x, &sign_known);
      if (!sign_known) {
        note_unscorable(row);
        return std::nullopt;
      }
      margin.mantissa *= data_[row].y;
      if (row == 0 || margin < least) {
        worst = row;
        least = margin;
      }
    }
    return worst;
  }

  Outcome learn(std::uint64_t row) {
    const ExampleView example = data_[row];
    const Outcome outcome = learner_.observe(example.x, example.y, row);
    if (!outcome.sign_known) note_unscorable(row);
    if (outcome.step.update) {
      if (options_.per_example) ++updates_per_example_[row];
      if (options_.sequence) update_sequence_.push_back(row);
      if (const Status fits = check_weights_memory(learner_.keep(), data_.n_features(), options_.memory); !fits) error_ = fits.error();
    }
    return outcome;
  }

  void note_unscorable(std::uint64_t row) { error_ = unscorable(learner_.current(), data_.place(row), data_.where(row)); }

  ErrorInfo failure() { return error_ ? *error_ : counting_error_.value_or(ErrorInfo{}); }

  const Dataset& data_;
  const TrainOptions& options_;
  const LearnerSpec& spec_;
  Learner<Perceptron, K> learner_;
  Limiter limiter_;
  Cursor cursor_;
  std::vector<std::uint64_t> permutation_, violators_;
  std::vector<std::uint64_t> updates_per_pass_, updates_per_example_, update_sequence_, errors_per_pass_;
  const std::optional<ErrorInfo>& counting_error_;
  std::optional<ErrorInfo> error_;
  bool resumed_ = false;
};

}  // namespace novikoff
