#include "prove/exact_machine.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace novikoff {
namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
// A tier that holds for fewer updates is left for the next: changing spaces costs as much as some of them.
constexpr std::uint64_t kWorthwhile = 64;

Integer power_of_two(std::uint64_t e) { return Integer(1).shift_left(e); }

// The largest ‖W‖² of a tier, given R²: sums ‖W‖·R and weights ‖W‖ stay strictly below the powers of two of the tier.
Integer cap(Tier tier, SpaceKind kind, const Integer& row_sqnorm) {
  const auto below = [&](std::uint64_t bits) { return Integer::floor_divide(power_of_two(2 * bits) - Integer(1), row_sqnorm); };
  switch (tier) {
    case Tier::doubles:
      return below(53);
    case Tier::sixty_four:
      return below(63);
    default:
      return kind == SpaceKind::dual ? below(127) : std::min(below(127), power_of_two(126) - Integer(1));
  }
}

}  // namespace

ExactMachine::ExactMachine(const ExactTask& task, const MachinePlan& plan, const std::vector<Integer>& start)
    : task_(task),
      plan_(plan),
      row_sqnorm_(std::max(task.rows.max_sqnorm(), Integer(1))),
      growth_(task.step * task.step * row_sqnorm_),
      kind_(plan.kind.value_or(SpaceKind::primal)),
      tier_(plan.lowest) {
  const Integer& threshold = std::max(task.threshold_of_positives, task.threshold_of_negatives);
  if (threshold.sign() > 0) growth_ += Integer(2) * task.step * threshold;
  choose(start);
}

// How many updates a tier holds from weights of this ‖W‖².
std::uint64_t ExactMachine::budget(Tier tier, const Integer& sqnorm) const {
  if (tier == Tier::unlimited) return kForever;
  if (kind_ == SpaceKind::primal && task_.rows.is_wide()) return 0;
  const Integer room = cap(tier, kind_, row_sqnorm_) - sqnorm;
  if (room.sign() < 0) return 0;
  const Integer updates = Integer::floor_divide(room, growth_);
  return updates.fits_int64() ? static_cast<std::uint64_t>(updates.to_int64()) : static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

// The lowest tier from the present one on that holds for a while, with these weights.
void ExactMachine::choose(const std::vector<Integer>& weights) {
  const Integer norm = sqnorm(weights);
  const Tier before = tier_;
  if (kind_ == SpaceKind::dual) tier_ = std::max(tier_, Tier::sixty_four);
  budget_ = budget(tier_, norm);
  while (budget_ < kWorthwhile) {
    tier_ = static_cast<Tier>(static_cast<int>(tier_) + 1);
    budget_ = budget(tier_, norm);
  }
  if (space_ && tier_ == before) return;
  space_ = kind_ == SpaceKind::dual ? make_dual(task_, tier_, weights) : make_primal(task_, tier_, weights);
  marked_ = false;
}

Hit ExactMachine::first_update(const std::uint64_t* order, std::size_t from, std::size_t to) {
  const Hit hit = space_->first_update(order, from, to);
  looks_ += hit.position - from + 1;
  return hit;
}

int ExactMachine::sign(std::size_t row) {
  ++looks_;
  return space_->sign(row);
}

bool ExactMachine::updates(std::size_t row) {
  ++looks_;
  return space_->updates(row);
}

std::size_t ExactMachine::least() {
  looks_ += task_.rows.size();
  return space_->least();
}

std::uint64_t ExactMachine::errors() {
  looks_ += task_.rows.size();
  return space_->errors();
}

void ExactMachine::update(std::size_t row) {
  if (budget_ == 0) choose(space_->weights());
  --budget_;
  ++updates_;
  space_->add(row, +1);
  go_dual_if_it_pays();
}

void ExactMachine::mark() {
  space_->mark();
  marked_ = true;
}

// Ski rental: once the looks so far have cost as much as the Gram matrix would (a dot product for each pair of rows), it is time to buy it, if the run so far
// would have been cheaper with it: a look then costs one step instead of a row's values, an update a step for each row.
void ExactMachine::go_dual_if_it_pays() {
  if (plan_.kind || kind_ == SpaceKind::dual) return;
  const std::uint64_t n = task_.rows.size();
  if (looks_ / n < n) return;
  const double values = static_cast<double>(task_.rows.n_values()) / static_cast<double>(n);
  const auto looks = static_cast<double>(looks_), updates = static_cast<double>(updates_);
  if ((looks + updates) * values <= looks + updates * static_cast<double>(n) || !gram_fits(plan_.memory / 2)) return;  // the rows have their own share
  const std::vector<Integer> now = space_->weights();
  kind_ = SpaceKind::dual;
  space_.reset();
  tier_ = plan_.lowest;
  choose(now);
}

bool ExactMachine::gram_fits(std::uint64_t memory) const {
  const std::uint64_t n = task_.rows.size();
  const Integer entry = task_.step * row_sqnorm_;
  const std::uint64_t bytes = tier_ <= Tier::sixty_four             ? sizeof(std::int64_t)
                              : tier_ == Tier::hundred_twenty_eight ? sizeof(Int128)
                                                                    : sizeof(Integer) + entry.bits() / 4;
  return n <= memory / bytes / n;
}

}  // namespace novikoff
