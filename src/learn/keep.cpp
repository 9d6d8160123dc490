#include "novikoff/learn/keep.hpp"

#include <algorithm>

namespace novikoff {

KeepState AveragedKeep::start(const Hypothesis& start) {
  seen_ = 0;
  weighted_ = Hypothesis{std::vector<double>(start.weights.size()), 0, start.bias_value};
  return KeepState::go_on;
}

void AveragedKeep::grow(const Hypothesis& current) {
  if (weighted_.weights.size() < current.weights.size()) weighted_.weights.resize(current.weights.size());
}

KeepState AveragedKeep::observe(const Seen& seen) {
  if (seen.step.update) {
    grow(seen.current);
    weighted_.add(static_cast<double>(seen_) * seen.step.coefficient, seen.x);
  }
  ++seen_;
  return KeepState::go_on;
}

void AveragedKeep::lend(RowLearner& rows, const Hypothesis& current) {
  grow(current);
  rows.sums = weighted_.weights.data();
  rows.bias_sum = weighted_.bias_weight;
  rows.seen = seen_;
}

void AveragedKeep::take_back(const RowLearner& rows) noexcept {
  weighted_.bias_weight = rows.bias_sum;
  seen_ = rows.seen;
}

Hypothesis AveragedKeep::average(const Hypothesis& current) const {
  Hypothesis mean = current;
  if (seen_ == 0) return mean;
  const auto count = static_cast<double>(seen_);
  for (std::size_t j = 0; j < weighted_.weights.size(); ++j) mean.weights[j] -= weighted_.weights[j] / count;
  mean.bias_weight -= weighted_.bias_weight / count;
  return mean;
}

void AveragedKeep::restore(std::uint64_t seen, Hypothesis weighted_steps) {
  seen_ = seen;
  weighted_ = std::move(weighted_steps);
}

VotedHypothesis::VotedHypothesis(Hypothesis start, std::uint64_t start_count, RowStore examples, std::vector<StepTaken> steps)
    : start_(std::move(start)), start_count_(start_count), examples_(std::move(examples)), steps_(std::move(steps)) {}

bool VotedHypothesis::vote(std::size_t n, const std::function<FeatureView(std::size_t)>& row, std::vector<std::int64_t>& votes, std::size_t& bad_row,
                           const std::function<bool()>& give_up) const {
  Hypothesis v = start_;
  std::size_t width = v.weights.size();
  for (std::size_t e = 0; e < examples_.size(); ++e) width = std::max(width, examples_[e].width());
  v.weights.resize(width);
  for (std::size_t k = 0; k <= steps_.size(); ++k) {
    if (k > 0) v.add(steps_[k - 1].coefficient, examples_[static_cast<std::size_t>(steps_[k - 1].example)]);
    const auto count = static_cast<std::int64_t>(k == 0 ? start_count_ : steps_[k - 1].count);
    if (count == 0) continue;
    if (give_up && give_up()) return true;
    for (std::size_t i = 0; i < n; ++i) {
      const Score s = v.score(row(i));
      if (!s.sign_known) {
        bad_row = i;
        return false;
      }
      votes[i] += s.value > 0 ? count : s.value < 0 ? -count : 0;
    }
  }
  return true;
}

std::vector<std::uint64_t> VotedHypothesis::counts() const {
  std::vector<std::uint64_t> counts{start_count_};
  for (const StepTaken& step : steps_) counts.push_back(step.count);
  return counts;
}

KeepState VotedKeep::start(const Hypothesis& start) {
  voted_ = VotedHypothesis(start, 0, {}, {});
  rows_.clear();
  slot_.clear();
  return KeepState::go_on;
}

KeepState VotedKeep::observe(const Seen& seen) {
  if (!seen.step.update) return clean(1, seen.current);
  voted_.steps_.push_back({place(seen), seen.step.coefficient, 1});
  return KeepState::go_on;
}

KeepState VotedKeep::clean(std::uint64_t n, const Hypothesis& /*current*/) {
  (voted_.steps_.empty() ? voted_.start_count_ : voted_.steps_.back().count) += n;
  return KeepState::go_on;
}

// Where the example stands in the store, after it was put there if need be.
std::uint64_t VotedKeep::place(const Seen& seen) {
  const std::uint64_t next = voted_.examples_.size();
  if (seen.row == kNoRow) {
    // Rows known from before are of no use in a stream: none of its examples is one of them.
    rows_.clear();
    slot_.clear();
    voted_.examples_.append(seen.x);
    return next;
  }
  const auto [slot, is_new] = slot_.try_emplace(seen.row, next);
  if (is_new) {
    voted_.examples_.append(seen.x);
    rows_.push_back(seen.row);
  }
  return slot->second;
}

void VotedKeep::restore(VotedHypothesis voted, std::vector<std::uint64_t> rows) {
  voted_ = std::move(voted);
  rows_ = std::move(rows);
  slot_.clear();
  for (std::size_t place = 0; place < rows_.size(); ++place) slot_.emplace(rows_[place], place);
}

KeepState PocketKeep::start(const Hypothesis& start) {
  state_ = {};
  const std::optional<std::uint64_t> errors = errors_(start);
  if (!errors) return KeepState::failed;
  state_.best = start;
  state_.best_errors = *errors;
  state_.counted = true;
  state_.history.emplace_back(0, *errors);
  return *errors == 0 ? KeepState::done : KeepState::go_on;
}

KeepState PocketKeep::observe(const Seen& seen) {
  if (!seen.step.update) return clean(1, seen.current);
  ++state_.seen;
  state_.run = 0;
  state_.counted = false;
  return when_ == When::every ? consider(seen.current) : KeepState::go_on;
}

KeepState PocketKeep::clean(std::uint64_t n, const Hypothesis& current) {
  state_.seen += n;
  state_.run += n;
  return counts_when_clean() && state_.run > state_.best_run ? consider(current) : KeepState::go_on;
}

KeepState PocketKeep::consider(const Hypothesis& current) {
  const std::optional<std::uint64_t> errors = errors_(current);
  if (!errors) return KeepState::failed;
  state_.counted = true;
  if (*errors >= state_.best_errors) return KeepState::go_on;
  state_.best = current;
  state_.best_errors = *errors;
  state_.best_run = state_.run;
  state_.history.emplace_back(state_.seen, *errors);
  return *errors == 0 ? KeepState::done : KeepState::go_on;
}

}  // namespace novikoff
