#include "novikoff/prove/trace.hpp"

#include <algorithm>
#include <cmath>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

// Rounding of a score of n terms and the bias, as a share of Σ|w_j x_j|: products, sums, b = B·w̃_B; doubled as γ_n ≤ 2nu.
double score_error(std::size_t n) noexcept { return 2 * (static_cast<double>(n) + 4) * kUnitRoundoff; }

Scaled scaled_sqnorm_on(const FeatureView& x, std::span<const double> w) noexcept {
  Scaled sum;
  for (std::size_t k = 0; k < x.size; ++k) {
    const Scaled weight = Scaled::of(w[x.dense() ? k : x.index[k]]);
    sum = sum + weight * weight;
  }
  return sum;
}

bool has_room(double value) noexcept { return value > 0x1p-400 && value < 0x1p400; }

}  // namespace

bool UpdateRecorder::needs_rows() const noexcept { return !has_room(eta_); }

bool UpdateRecorder::note(std::size_t size, double x2, double w2) noexcept {
  if (!has_room(x2) || !has_room(eta_) || !(w2 == 0 || has_room(w2))) return false;
  ++updates_;
  longest_ = std::max<std::uint64_t>(longest_, size + 1);
  const double next = sqnorms_ + x2, part = next - sqnorms_;
  sqnorms_rest_ += (sqnorms_ - (next - part)) + (x2 - part);
  sqnorms_ = next;
  const double xn = std::sqrt(x2), wn = std::sqrt(w2), error = kUnitRoundoff * (wn + eta_ * xn);
  drift_ += error;
  excess_ += 2 * eta_ * score_error(size) * (wn + 2 * eta_ * xn) * xn + 2 * error * wn;
  return true;
}

void UpdateRecorder::note(const FeatureView& x, std::span<const double> weights, double bias_weight) noexcept {
  if (note(x.size, sqnorm(x) + bias2_, sqnorm_at(x, weights.data()) + bias_weight * bias_weight)) return;
  ++updates_;
  longest_ = std::max<std::uint64_t>(longest_, x.size + 1);
  const Scaled b = Scaled::of(bias_), w = Scaled::of(bias_weight);
  note_scaled(x, {scaled_sqnorm(x) + b * b, scaled_sqnorm_on(x, weights) + w * w});
}

void UpdateRecorder::note_scaled(const FeatureView& x, const Sizes& sizes) noexcept {
  const Scaled eta = Scaled::of(eta_), xn = sqrt(sizes.x2), wn = sqrt(sizes.w2), step = eta * xn;
  const Scaled lost = Scaled::of(static_cast<double>(x.size + 1), -1074);  // by underflow, in coordinates and in the score
  const Scaled error = Scaled::of(kUnitRoundoff) * (wn + step) + lost;
  const Scaled score = Scaled::of(score_error(x.size)) * (wn + step + step) * xn + lost;
  far_sqnorms_ = far_sqnorms_ + sizes.x2;
  far_drift_ = far_drift_ + error;
  far_excess_ = far_excess_ + Scaled::of(2) * (eta * score + error * wn);
}

Trace::Updates UpdateRecorder::total() const noexcept {
  // Each ‖x‖² is rounded by at most (n + 3)u of itself, the compensated sum by next to nothing, the one of far updates by u each.
  const bool far = far_sqnorms_.mantissa != 0;
  const double share = score_error(longest_) + (far ? 4 * kUnitRoundoff * static_cast<double>(updates_) : 0);
  const Scaled sum = Scaled::of(sqnorms_) + Scaled::of(sqnorms_rest_) + far_sqnorms_;
  const Scaled two = Scaled::of(2);
  return {.sqnorms = Enclosure::around(sum, sum * Scaled::of(share)),
          .drift = two * (Scaled::of(drift_) + far_drift_),
          .excess = two * (Scaled::of(excess_) + far_excess_)};
}

}  // namespace novikoff
