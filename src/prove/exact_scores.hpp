// What every space does with the scores of its rows, whatever number they are.
#pragma once

#include <utility>
#include <vector>

#include "prove/whole.hpp"

namespace novikoff {

/// Space has `score(row)`, giving an S or a reference to one.
template <class Space, class S>
class ExactScores : public ExactSpace {
 public:
  explicit ExactScores(const ExactTask& task) : task_(task) {
    threshold_.reserve(task.rows.size());
    for (std::size_t row = 0; row < task.rows.size(); ++row) threshold_.push_back(threshold_of<S>(task.threshold(row)));
  }

  Hit first_update(const std::uint64_t* order, std::size_t from, std::size_t to) override {
    return order == nullptr ? first([](std::size_t position) { return position; }, from, to)
                            : first([order](std::size_t position) { return static_cast<std::size_t>(order[position]); }, from, to);
  }
  int sign(std::size_t row) override { return sign_of(space().score(row)); }
  bool updates(std::size_t row) override { return space().score(row) <= threshold_[row]; }

  std::size_t least() override {
    std::size_t worst = 0;
    S least = space().score(0);
    for (std::size_t row = 1; row < threshold_.size(); ++row) {
      const auto& score = space().score(row);
      const bool better_tie = sign_of(score) == 0 && sign_of(least) == 0 && updates_at_0(row) && !updates_at_0(worst);
      if (!(score < least) && !better_tie) continue;
      worst = row;
      least = score;
    }
    return worst;
  }

  std::uint64_t errors() override {
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < threshold_.size(); ++row) count += sign_of(space().score(row)) <= 0 ? 1 : 0;
    return count;
  }

 protected:
  const ExactTask& task() const noexcept { return task_; }

 private:
  Space& space() noexcept { return static_cast<Space&>(*this); }
  bool updates_at_0(std::size_t row) const { return sign_of(threshold_[row]) >= 0; }

  template <class RowAt>
  Hit first(RowAt row_at, std::size_t from, std::size_t to) {
    for (std::size_t position = from; position < to; ++position) {
      const std::size_t row = row_at(position);
      const auto& score = space().score(row);
      if (score <= threshold_[row]) return {position, sign_of(score)};
    }
    return {to, 0};
  }

  ExactTask task_;
  std::vector<S> threshold_;
};

}  // namespace novikoff
