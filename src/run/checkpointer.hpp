// When a run is to be saved.
#pragma once

#include <chrono>
#include <cstdint>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// Knows when the next checkpoint is due.
class Checkpointer {
 public:
  explicit Checkpointer(const CheckpointPlan& plan) : plan_(plan), saved_at_(std::chrono::steady_clock::now()) {}

  /// The run goes on from here.
  void start(const Counts& counts, const Cursor& cursor) noexcept {
    updates_ = counts.updates;
    passes_ = cursor.pass;
  }
  /// `clock`: whether this is a moment to look at it, which costs more than a step on a small row.
  bool due(const Counts& counts, const Cursor& cursor, bool clock) const {
    if (!plan_.save) return false;
    if (plan_.every_updates != 0 && counts.updates - updates_ >= plan_.every_updates) return true;
    if (plan_.every_passes != 0 && cursor.pass - passes_ >= plan_.every_passes) return true;
    return clock && plan_.every_seconds > 0 && std::chrono::duration<double>(std::chrono::steady_clock::now() - saved_at_).count() >= plan_.every_seconds;
  }
  /// So many updates may be made before due() must be asked again. Requires that it has just said no.
  std::uint64_t room_for_updates(const Counts& counts) const noexcept {
    return !plan_.save || plan_.every_updates == 0 ? kAnyNumber : plan_.every_updates - (counts.updates - updates_);
  }
  Status save(const Model& model) {
    start(model.counts, model.state->cursor);
    const Status saved = plan_.save(model);
    saved_at_ = std::chrono::steady_clock::now();
    return saved;
  }

 private:
  const CheckpointPlan& plan_;
  std::uint64_t updates_ = 0, passes_ = 0;
  std::chrono::steady_clock::time_point saved_at_;
};

}  // namespace novikoff
