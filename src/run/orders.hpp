// What every run does the same way, whatever its numbers: limits, the end of a pass, the draw of order random.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// Limit on the examples seen; 0: none. Orders without passes take `passes` in units of the rows.
std::uint64_t seen_limit(const LearnerSpec& spec, std::uint64_t rows);

/// Examples seen between two looks at the clock and the watcher, where a look at one takes no more than some microseconds.
inline constexpr std::uint64_t kWatchEvery = 1024;

/// Asks the watcher and the clock, and knows the limits that any order has.
class Limiter {
 public:
  /// `every`: so many examples are seen between two looks at the clock and the watcher.
  Limiter(const TrainOptions& options, std::uint64_t max_seen, std::uint64_t every = kWatchEvery)
      : options_(options), max_seen_(max_seen), every_(every), start_(std::chrono::steady_clock::now()) {}

  /// So many examples may be seen before stop() must be asked again, if the next of them make no update. Requires that it has just said nothing.
  std::uint64_t room(const Counts& counts) const noexcept {
    const std::uint64_t watched = every_ - counts.seen % every_;
    return max_seen_ == 0 ? watched : std::min(watched, max_seen_ - counts.seen);
  }

  /// So many updates may be made before stop() must be asked again. Requires that it has just said nothing.
  std::uint64_t room_for_updates(const Counts& counts) const noexcept {
    return options_.spec.max_updates == 0 ? kAnyNumber : options_.spec.max_updates - counts.updates;
  }

  /// The limit that the counts have reached, if any.
  std::optional<Stop> limit(const Counts& counts) const {
    if (options_.spec.max_updates != 0 && counts.updates >= options_.spec.max_updates) return Stop::update_limit;
    if (max_seen_ != 0 && counts.seen >= max_seen_) return Stop::seen_limit;
    return std::nullopt;
  }
  /// Why to stop before the next example, if so. Cheap: looks at the clock and the watcher now and then only.
  std::optional<Stop> stop(const Counts& counts, const Cursor& cursor) const {
    if (const std::optional<Stop> reached = limit(counts)) return reached;
    return counts.seen % every_ == 0 ? watch(counts, cursor) : std::nullopt;
  }
  std::optional<Stop> watch(const Counts& counts, const Cursor& cursor) const {
    if (options_.spec.max_seconds > 0 && std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() >= options_.spec.max_seconds)
      return Stop::time_limit;
    return options_.watch ? options_.watch({counts, cursor}) : std::nullopt;
  }

 private:
  const TrainOptions& options_;
  std::uint64_t max_seen_, every_;
  std::chrono::steady_clock::time_point start_;
};

/// Why there is no further pass after a complete one, if so. `clean`: it had no update.
inline std::optional<Stop> after_pass(const LearnerSpec& spec, const Cursor& cursor, bool clean, const std::optional<HoldoutBest>& best) {
  if (spec.order == Order::online) return Stop::end_of_data;
  if (clean) return Stop::converged;
  if (spec.patience != 0 && best && cursor.pass - best->pass >= spec.patience) return Stop::stalled;
  const std::uint64_t passes = spec.passes.value_or(kDefaultPasses);
  return passes != 0 && cursor.pass >= passes ? std::optional(Stop::pass_limit) : std::nullopt;
}

/// Uniform among the rows that would update, none if no row would: a few draws by rejection, then a list of them all. Both are uniform, so their mixture is.
/// What is drawn depends on the seed and the examples seen only.
template <class WouldUpdate>
std::optional<std::uint64_t> draw_violator(std::uint64_t seed, std::uint64_t seen, std::uint64_t rows, std::vector<std::uint64_t>& violators,
                                           WouldUpdate would_update) {
  Rng rng(seed, seen);
  constexpr int kDraws = 64;
  for (int draw = 0; draw < kDraws; ++draw) {
    const std::uint64_t row = rng.below(rows);
    if (would_update(row)) return row;
  }
  violators.clear();
  for (std::uint64_t row = 0; row < rows; ++row)
    if (would_update(row)) violators.push_back(row);
  if (violators.empty()) return std::nullopt;
  return violators[rng.below(violators.size())];
}

/// memory_limit if there is no room for one more in a sequence of updates.
inline Status check_sequence_memory(std::size_t size, std::uint64_t memory) {
  constexpr std::uint64_t kWhileGrowing = 3 * sizeof(std::uint64_t);  // the old array and one of twice its size
  if ((size + 1) * kWhileGrowing <= memory) return {};
  return ErrorInfo{ErrorCode::memory_limit, "the sequence of updates is longer than --memory allows", {}, "raise --memory, or leave --sequence out", {}};
}

}  // namespace novikoff
