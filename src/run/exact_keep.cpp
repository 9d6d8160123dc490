#include "run/exact_keep.hpp"

#include <limits>

#include "prove/whole.hpp"

namespace novikoff {

ExactKeep::ExactKeep(KeepKind kind, std::size_t rows) : kind_(kind), weighted_(averages() ? rows : 0) {
  if (kind == KeepKind::pocket || kind == KeepKind::pocket_every) updates_.resize(rows), best_counts_.resize(rows);
}

KeepState ExactKeep::start(ExactMachine& machine) {
  if (kind_ != KeepKind::pocket && kind_ != KeepKind::pocket_every) return KeepState::go_on;
  best_ = machine.weights();
  best_errors_ = machine.errors();
  counted_ = true;
  history_.emplace_back(0, best_errors_);
  return best_errors_ == 0 ? KeepState::done : KeepState::go_on;
}

std::uint64_t ExactKeep::clean_room() const noexcept { return ratchet() && !counted_ ? best_run_ + 1 - run_ : std::numeric_limits<std::uint64_t>::max(); }

KeepState ExactKeep::clean(std::uint64_t rows, ExactMachine& machine) {
  seen_ += rows;
  run_ += rows;
  if (kind_ == KeepKind::voted) (vote_.steps.empty() ? vote_.start_count : vote_.steps.back().second) += rows;
  return ratchet() && !counted_ && run_ > best_run_ ? consider(machine) : KeepState::go_on;
}

KeepState ExactKeep::update(std::uint64_t row, ExactMachine& machine) {
  if (averages()) weighted_[row] += seen_;
  if (!updates_.empty()) ++updates_[row];
  ++seen_;
  run_ = 0;
  counted_ = false;
  if (kind_ == KeepKind::voted) vote_.steps.emplace_back(row, 1);
  return kind_ == KeepKind::pocket_every ? consider(machine) : KeepState::go_on;
}

void ExactKeep::settle(ExactMachine& machine) {
  const bool pocket = kind_ == KeepKind::pocket || kind_ == KeepKind::pocket_every;
  if (pocket && !counted_) consider(machine);
}

KeepState ExactKeep::consider(ExactMachine& machine) {
  const std::uint64_t errors = machine.errors();
  counted_ = true;
  if (errors >= best_errors_) return KeepState::go_on;
  best_ = machine.weights();
  best_counts_ = updates_;
  best_errors_ = errors;
  best_run_ = run_;
  history_.emplace_back(seen_, errors);
  return errors == 0 ? KeepState::done : KeepState::go_on;
}

std::vector<Integer> ExactKeep::sum(const ExactMachine& machine) const {
  std::vector<Integer> sum = machine.weights();
  if (seen_ == 0) return sum;
  const Integer count = integer_of(static_cast<Int128>(seen_));
  for (Integer& w : sum) w *= count;
  for (std::size_t row = 0; row < weighted_.size(); ++row)
    if (weighted_[row] != 0) add_row(machine.task().rows, row, -(machine.task().step * integer_of(weighted_[row])), sum);
  return sum;
}

}  // namespace novikoff
