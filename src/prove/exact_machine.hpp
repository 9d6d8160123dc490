// The weights of an exact run, always in a space whose numbers are wide enough, by a bound computed beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "prove/exact_space.hpp"

namespace novikoff {

/// How an exact run may hold its weights. Its decisions are the same for all.
struct MachinePlan {
  std::optional<SpaceKind> kind;                   ///< unset: primal, and dual once that pays
  Tier lowest = Tier::doubles;                     ///< no narrower one (for tests)
  std::uint64_t memory = std::uint64_t{4} << 30U;  ///< for the Gram matrix of a dual space that was not asked for
};

/// W and the space that holds it.
///
/// Every update has W·z_i ≤ T, T the larger threshold, so ‖W + Q·z‖² ≤ ‖W‖² + 2Q·max(T, 0) + Q²R², and |any partial sum of W·z| ≤ ‖W‖·R
/// (Cauchy–Schwarz). So a tier holds for a number of updates that is known when it is chosen. After them the bound starts again from ‖W‖² as it is
/// then, and where that leaves room for few updates only, the next tier takes over with the same W.
class ExactMachine {
 public:
  /// `start`: W_0, one for each column of the rows, which must outlive the machine and be at least one.
  ExactMachine(const ExactTask& task, const MachinePlan& plan, const std::vector<Integer>& start);

  /// As in ExactSpace.
  Hit first_update(const std::uint64_t* order, std::size_t from, std::size_t to);
  int sign(std::size_t row);
  bool updates(std::size_t row);
  std::size_t least();
  std::uint64_t errors();
  std::vector<Integer> weights() const { return space_->weights(); }
  /// W ← W + Q·z_row. Requires that the row updates.
  void update(std::size_t row);
  /// Takes back the update of that row made last.
  void take_back(std::size_t row) { space_->add(row, -1); }

  /// Remembers W. A change of space forgets it: has_mark.
  void mark();
  bool has_mark() const noexcept { return marked_; }
  bool at_mark() const { return marked_ && space_->at_mark(); }

  /// Whether the Gram matrix in numbers of the present tier takes at most `memory` bytes.
  bool gram_fits(std::uint64_t memory) const;

  SpaceKind kind() const noexcept { return kind_; }
  Tier tier() const noexcept { return tier_; }
  const ExactTask& task() const noexcept { return task_; }

 private:
  std::uint64_t budget(Tier tier, const Integer& sqnorm) const;
  void choose(const std::vector<Integer>& weights);
  void go_dual_if_it_pays();

  ExactTask task_;
  MachinePlan plan_;
  Integer row_sqnorm_;  // R², at least 1
  Integer growth_;      // of ‖W‖² by an update, at most
  SpaceKind kind_;
  Tier tier_;
  std::unique_ptr<ExactSpace> space_;
  std::uint64_t budget_ = 0;  // updates that the tier is known to hold
  bool marked_ = false;
  std::uint64_t looks_ = 0, updates_ = 0;  // since the start, in primal space
};

}  // namespace novikoff
