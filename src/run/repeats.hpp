// Whether the weights of a run come back.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "prove/exact_machine.hpp"

namespace novikoff {

/// Brent's cycle finding over the weights after each update: they are compared with those remembered at update 1, 2, 4, 8, …
///
/// Equal weights at two moments with updates between prove that the rows are not separable, whatever the order: the rows of these updates, as often as
/// they updated, sum to 0. A run whose states repeat with period p from update m on is found out at the latest after 3·max(m, p) updates.
/// Source: Brent 1980.
class RepeatFinder {
 public:
  /// After each update. `counts`: updates of each row so far. True if the weights are those remembered.
  bool after_update(ExactMachine& machine, const std::vector<std::uint64_t>& counts) {
    if (machine.at_mark()) return true;
    ++steps_;
    if (machine.has_mark() && steps_ < power_) return false;
    // A change of space has forgotten the mark: begin again, as far apart as before.
    power_ = machine.has_mark() ? 2 * power_ : power_;
    steps_ = 0;
    machine.mark();
    counts_ = counts;
    return false;
  }

  /// {row, λ_row}: the updates since the weights were last what they are, normalised. Requires that after_update just said true.
  std::vector<std::pair<std::uint64_t, Rational>> lambda(const std::vector<std::uint64_t>& counts) const {
    std::vector<std::pair<std::uint64_t, Rational>> result;
    const Integer all(static_cast<std::int64_t>(steps_ + 1));
    for (std::size_t row = 0; row < counts.size(); ++row)
      if (counts[row] != counts_[row]) result.emplace_back(row, Rational(Integer(static_cast<std::int64_t>(counts[row] - counts_[row])), all));
    return result;
  }

 private:
  std::uint64_t power_ = 1, steps_ = 0;
  std::vector<std::uint64_t> counts_;
};

}  // namespace novikoff
