#include "run/look_ahead.hpp"

#include <algorithm>
#include <limits>

namespace novikoff {
namespace {

// The scan in stretches of a panel, which is what the steps so far are compared with at once.
class Ahead {
 public:
  explicit Ahead(const ScanAt& scan) : scan_(scan), bias_weight_(scan.space.current().bias_weight) {}

  void list(std::vector<std::size_t>& rows) {
    const std::size_t far = std::max<std::size_t>(kStretch, scan_.data.size() / 16), end = std::min(scan_.data.size(), scan_.position + far);
    for (first_ = scan_.position; first_ < end && rows.size() < GramRows::kAtOnce; first_ += kStretch) stretch(std::min(kStretch, end - first_), rows);
  }

 private:
  static constexpr std::size_t kStretch = RowPanels::kLanes;
  struct Taken {
    std::size_t row;
    double coefficient;
  };

  std::size_t row(std::size_t k) const { return scan_.order.empty() ? first_ + k : static_cast<std::size_t>(scan_.order[first_ + k]); }

  void stretch(std::size_t n, std::vector<std::size_t>& rows) {
    KernelRows near(
        scan_.space.kernel(), [this](std::size_t k) { return scan_.data[row(k)].x; }, std::numeric_limits<std::uint64_t>::max());
    near.extend(n, static_cast<std::size_t>(scan_.data.n_features()));
    for (std::size_t k = 0; k < n; ++k) scores_[k] = scan_.space.scores()[row(k)];
    for (const Taken& step : taken_) add(step, n, near);
    const double bias_value = scan_.space.current().bias_value;
    for (std::size_t k = 0; k < n; ++k) {
      const Step step = scan_.rule({.y = scan_.data[row(k)].y, .score = scores_[k] + bias_value * bias_weight_});
      if (!step.update) continue;
      if (first_ + k != scan_.position && !scan_.space.gram().holds(row(k))) rows.push_back(row(k));
      if (rows.size() == GramRows::kAtOnce) return;
      taken_.push_back({row(k), step.coefficient});
      bias_weight_ += step.coefficient * bias_value;
      add(taken_.back(), n, near);
    }
  }

  void add(const Taken& step, std::size_t n, KernelRows& near) {
    double values[kStretch];
    near.values(scan_.data[step.row].x, values);
    for (std::size_t k = 0; k < n; ++k) scores_[k] += step.coefficient * values[k];
  }

  const ScanAt& scan_;
  double bias_weight_;
  double scores_[kStretch] = {};
  std::size_t first_ = 0;
  std::vector<Taken> taken_;
};

}  // namespace

void list_updates_ahead(const ScanAt& scan, std::vector<std::size_t>& rows) { Ahead(scan).list(rows); }

}  // namespace novikoff
