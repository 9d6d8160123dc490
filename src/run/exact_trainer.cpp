#include "run/exact_trainer.hpp"

#include <algorithm>
#include <utility>

#include "novikoff/prove/separation.hpp"
#include "run/exact_bounds.hpp"

namespace novikoff {
namespace {

// Rows of many long numbers take their time: a limit of seconds is to be kept there too.
std::uint64_t watch_every(const ExactRows& rows) {
  constexpr std::uint64_t kBytes = std::uint64_t{1} << 21U;
  const std::uint64_t row = rows.memory() / std::max<std::uint64_t>(rows.size(), 1) + 1;
  return std::clamp<std::uint64_t>(kBytes / row, 1, kWatchEvery);
}

}  // namespace

ExactTrainer::ExactTrainer(const ExactRows& rows, const TrainOptions& options, const ExactUnits& units, ExactMachine machine)
    : rows_(rows),
      options_(options),
      spec_(options.spec),
      units_(units),
      machine_(std::move(machine)),
      keep_(options.spec.keep, rows.size()),
      limiter_(options, seen_limit(options.spec, rows.size()), watch_every(rows)),
      updates_per_example_(rows.size()) {}

Result<Stop> ExactTrainer::run() {
  if (spec_.keep == KeepKind::greedy) return greedy();
  if (keep_.start(machine_) == KeepState::done) return Stop::converged;
  if (spec_.order == Order::random)
    return choose(
        [this] { return draw_violator(spec_.seed, counts_.seen, rows_.size(), violators_, [this](std::uint64_t row) { return machine_.updates(row); }); });
  if (spec_.order == Order::worst) return choose([this] { return std::optional<std::uint64_t>(machine_.least()); });
  return scan();
}

// Scans: online, cyclic, shuffled, restart.
Result<Stop> ExactTrainer::scan() {
  draw_permutation();
  while (true) {
    if (cursor_.position == rows_.size())
      if (const std::optional<Stop> stop = end_of_scan()) return *stop;
    if (const std::optional<Stop> stop = limiter_.stop(counts_, cursor_)) return *stop;
    if (const std::optional<Stop> stop = search()) return *stop;
    const std::size_t to = reach();
    const Hit hit = machine_.first_update(permutation_.empty() ? nullptr : permutation_.data(), cursor_.position, to);
    const KeepState kept = pass_over(hit.position - cursor_.position);
    cursor_.position = hit.position;
    if (kept == KeepState::done) return ended(Stop::converged);
    if (hit.position == to) continue;
    const std::size_t row = permutation_.empty() ? hit.position : permutation_[hit.position];
    ++cursor_.position;
    const std::optional<Stop> stop = learn(row, hit.sign);
    if (spec_.order == Order::restart)
      cursor_.position = 0;
    else
      ++cursor_.pass_updates;
    if (error_) return *error_;
    if (stop) return ended(*stop);
  }
}

// A run that ends with the last row of a pass has made that pass.
Stop ExactTrainer::ended(Stop stop) {
  if (spec_.has_passes() && cursor_.position == rows_.size()) note_pass({cursor_.pass + 1, 0, cursor_.pass_updates});
  return stop;
}

// The end of the stretch that may be looked at before anything else must be: the scan's end, a limit, a look at the clock, the pocket's count.
std::size_t ExactTrainer::reach() const {
  const std::uint64_t rows = std::min<std::uint64_t>(rows_.size() - cursor_.position, limiter_.room(counts_));
  return cursor_.position + std::min(rows, keep_.clean_room());
}

KeepState ExactTrainer::pass_over(std::uint64_t rows) {
  counts_.seen += rows;
  return keep_.clean(rows, machine_);
}

std::optional<Stop> ExactTrainer::end_of_scan() {
  const bool clean = cursor_.pass_updates == 0;
  if (spec_.order == Order::restart) return Stop::converged;
  updates_per_pass_.push_back(cursor_.pass_updates);
  cursor_ = {.pass = cursor_.pass + 1, .position = 0, .pass_updates = 0};
  note_pass({cursor_.pass, 0, updates_per_pass_.back()});
  if (const std::optional<Stop> stop = after_pass(spec_, cursor_, clean, std::nullopt)) return stop;
  draw_permutation();
  return limiter_.watch(counts_, cursor_);
}

// Steps on a chosen row: random, worst. `next` gives a row, or none if no row would update.
Result<Stop> ExactTrainer::choose(const std::function<std::optional<std::uint64_t>()>& next) {
  while (true) {
    if (const std::optional<Stop> stop = limiter_.limit(counts_)) return *stop;
    if (const std::optional<Stop> stop = limiter_.watch(counts_, cursor_)) return *stop;
    if (const std::optional<Stop> stop = search()) return *stop;
    const std::optional<std::uint64_t> row = next();
    if (!row) {
      keep_.settle(machine_);
      return Stop::converged;
    }
    if (!machine_.updates(*row)) {
      pass_over(1);
      return Stop::converged;
    }
    const std::optional<Stop> stop = learn(*row, machine_.sign(*row));
    if (error_) return *error_;
    if (stop) return *stop;
  }
}

std::optional<Stop> ExactTrainer::learn(std::size_t row, int sign) {
  count_update(row, sign);
  machine_.update(row);
  if (keep_.update(row, machine_) == KeepState::done) return Stop::converged;
  // While a vector grows its old and its new memory are held.
  if (3 * keep_.memory() > options_.memory) error_ = ErrorInfo{ErrorCode::memory_limit, "the vote has more vectors than --memory allows", {}, {}, {}};
  return options_.until_proof ? repeated_state() : std::nullopt;
}

void ExactTrainer::count_update(std::size_t row, int sign) {
  ++counts_.seen;
  ++counts_.updates;
  counts_.mistakes += sign < 0 || (sign == 0 && rows_.y(row) < 0) ? 1 : 0;
  ++updates_per_example_[row];
  if (!options_.sequence) return;
  if (Status fits = check_sequence_memory(update_sequence_.size(), options_.memory); !fits) error_ = fits.error();
  update_sequence_.push_back(row);
}

std::optional<Stop> ExactTrainer::repeated_state() {
  if (!repeats_.after_update(machine_, updates_per_example_)) return std::nullopt;
  proof_.emplace();
  proof_->by = Proof::By::repeated_state;
  proof_->certificate = {.claim = Claim::strict,
                         .verdict = Verdict::inseparable,
                         .numbers = rows_.numbers(),
                         .bias_value = rows_.bias_value(),
                         .lambda = repeats_.lambda(updates_per_example_)};
  return Stop::proof;
}

// At twice as many examples seen each time, so that the searches together take about as long as the last one, and that as long as the run.
std::optional<Stop> ExactTrainer::search() {
  using Clock = std::chrono::steady_clock;
  if (!options_.until_proof || counts_.seen < next_search_) return std::nullopt;
  next_search_ = 2 * counts_.seen;
  const Clock::time_point begin = Clock::now();
  const Clock::duration allowed = std::max<Clock::duration>(begin - start_ - searched_, std::chrono::milliseconds(10));
  std::optional<Stop> stop;
  const auto give_up = [&] {
    stop = limiter_.watch(counts_, cursor_);
    return stop || Clock::now() - begin >= allowed;
  };
  Separation found = separate(rows_, {.claim = Claim::strict, .give_up = give_up, .memory = options_.memory});
  searched_ += Clock::now() - begin;
  if (!found.certificate) return stop;
  proof_ = Proof{Proof::By::certificate, *std::move(found.certificate)};
  return Stop::proof;
}

// Greedy: an update is made only if it leaves fewer errors.
Result<Stop> ExactTrainer::greedy() {
  std::uint64_t errors = greedy_errors();
  greedy_history_.emplace_back(0, errors);
  while (errors != 0) {
    const std::optional<Stop> stop = improve(errors);
    if (error_) return *error_;
    if (stop) return *stop;
  }
  return Stop::converged;
}

// One scan up to the first update that helps. A stop if there is none.
std::optional<Stop> ExactTrainer::improve(std::uint64_t& errors) {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (const std::optional<Stop> stop = limiter_.limit(counts_)) return stop;
    if (const std::optional<Stop> stop = limiter_.watch(counts_, cursor_)) return stop;
    const int sign = machine_.sign(row);
    if (!machine_.updates(row)) {
      ++counts_.seen;
      continue;
    }
    machine_.update(row);
    const std::uint64_t now = greedy_errors();
    if (now >= errors) {
      machine_.take_back(row);
      ++counts_.seen;
      counts_.mistakes += sign < 0 || (sign == 0 && rows_.y(row) < 0) ? 1 : 0;
      continue;
    }
    count_update(row, sign);
    errors = now;
    greedy_history_.emplace_back(counts_.seen, errors);
    return std::nullopt;
  }
  return Stop::stalled;
}

// What greedy counts: wrong predictions under tie rule plus, else errors.
std::uint64_t ExactTrainer::greedy_errors() {
  if (spec_.tie != Tie::plus) return machine_.errors();
  std::uint64_t errors = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) errors += machine_.updates(row) ? 1 : 0;
  return errors;
}

void ExactTrainer::note_pass(const Cursor& made) {
  if (!options_.curve) return;
  const ExactWeights weights{machine_.weights(), units_.weight};
  CurvePoint point{.pass = made.pass, .counts = counts_, .pass_updates = made.pass_updates, .training = {}, .holdout = {}, .margin = {}};
  point.training = evaluate(weights, rows_, units_);
  point.margin = exact_margin(rows_, weights, point.training, exact_trace(spec_, rows_, units_, {weights, updates_per_example_, counts_}), units_);
  curve_.push_back(point);
}

void ExactTrainer::draw_permutation() {
  if (spec_.order == Order::shuffled) permutation_ = permutation(rows_.size(), spec_.seed, cursor_.pass);
}

}  // namespace novikoff
