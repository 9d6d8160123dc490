// Places of a stream's features, once weights for all of them would not fit.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/core/feature_table.hpp"
#include "novikoff/learn/renumber.hpp"
#include "run/keeps.hpp"

namespace novikoff {

/// Gives features places as they come, and moves a learner's weights to them.
class SparseFeatures {
 public:
  bool on() const noexcept { return table_.has_value(); }
  /// From here on. The learner has the weights of all features, those of `columns` alone if there are any.
  template <class L>
  void start(L& learner, const Columns& columns) {
    table_.emplace(0, columns);
    if (columns.empty()) move_to(learner, FeatureTable(0), [](std::uint32_t feature) { return feature; });
  }
  /// `x` with places for features, all of them the learner's; valid until the next. Error: memory_limit.
  template <class L>
  Result<FeatureView> place(L& learner, const FeatureView& x, std::uint64_t memory) {
    if (x.dense()) {
      if (Status wide = widen(learner, x.size, memory); !wide) return wide.error();
      return x;
    }
    // Room is looked at where it may have been used up, as if every feature of the row were new.
    if (table_->size() + x.size > most_) {
      most_ = most_places(learner.keep(), memory);
      if (Status fits = check(new_features(x), most_); !fits) return fits.error();
    }
    index_.resize(x.size);
    for (std::size_t k = 0; k < x.size; ++k) index_[k] = table_->insert(x.index[k]);
    learner.grow(static_cast<std::size_t>(table_->size()));
    return FeatureView{index_.data(), x.value, x.size};
  }
  /// The report's weights, and its model's, in the order of their features.
  void sort(TrainReport& report) const {
    PlacesInOrder to(*table_);
    renumber(report.model, std::cref(to), to.size());
    report.last = renumbered(report.last, std::cref(to), to.size());
    if (report.averaged) report.averaged = renumbered(*report.averaged, std::cref(to), to.size());
    report.model.columns = std::move(to).columns();
  }

 private:
  std::uint64_t new_features(const FeatureView& x) const {
    return static_cast<std::uint64_t>(std::count_if(x.index, x.index + x.size, [this](std::uint32_t j) { return table_->find(j) == FeatureTable::kNone; }));
  }
  Status check(std::uint64_t more, std::uint64_t most) const {
    if (table_->size() + more <= most) return {};
    return ErrorInfo{ErrorCode::memory_limit,
                     "weights for " + std::to_string(table_->size() + more) + " different features need more than --memory allows",
                     {},
                     "raise --memory",
                     {}};
  }
  // A dense row is a dot product with the first weights: they become those of the first features. Twice as many as are needed, where there is room.
  template <class L>
  Status widen(L& learner, std::size_t width, std::uint64_t memory) {
    const std::uint32_t prefix = table_->prefix();
    if (width <= prefix) return {};
    const std::uint64_t most = most_places(learner.keep(), memory);
    if (Status fits = check(width - prefix, most); !fits) return fits;
    const std::uint64_t twice = std::min<std::uint64_t>(std::max<std::uint64_t>(width, 2 * std::uint64_t{prefix}), FeatureTable::kNone);
    const bool room = table_->size() + (twice - prefix) <= most;
    const FeatureTable before = *std::move(table_);
    move_to(learner, FeatureTable(static_cast<std::uint32_t>(room ? twice : width)), [&](std::uint32_t place) { return before.feature(place); });
    return {};
  }
  // All weights, which are those of feature_of(place), to places of `table`, and it becomes the table.
  template <class L, class FeatureOf>
  void move_to(L& learner, FeatureTable table, const FeatureOf& feature_of) {
    const auto to = [&](std::uint32_t place) { return table.insert(feature_of(place)); };
    // First who needs which places, then the arrays.
    const auto note = [&](const Hypothesis& h) {
      for (std::size_t k = 0; k < h.weights.size(); ++k)
        if (h.weights[k] != 0) to(static_cast<std::uint32_t>(k));
    };
    note(learner.current());
    if constexpr (requires { learner.keep().weighted_steps(); }) note(learner.keep().weighted_steps());
    if constexpr (requires { learner.keep().voted(); }) {
      note(learner.keep().voted().start());
      const RowStore& examples = learner.keep().voted().examples();
      for (std::size_t e = 0; e < examples.size(); ++e)
        for (std::size_t k = 0; k < examples[e].size; ++k)
          if (examples[e].value[k] != 0) to(examples[e].dense() ? static_cast<std::uint32_t>(k) : examples[e].index[k]);
    }
    const auto places = static_cast<std::size_t>(table.size());
    learner.restore(renumbered(learner.current(), to, places), learner.counts());
    renumber(learner.keep(), to, places);
    table_ = std::move(table);
    most_ = 0;
  }

  std::optional<FeatureTable> table_;
  std::uint64_t most_ = 0;  // places there was room for when that was last looked at
  std::vector<std::uint32_t> index_;
};

}  // namespace novikoff
