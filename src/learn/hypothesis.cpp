#include "novikoff/learn/hypothesis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

double within(const Scaled& s) noexcept {
  using Limits = std::numeric_limits<double>;
  const double value = s.to_double();
  if (std::isinf(value)) return std::copysign(Limits::max(), value);
  if (value == 0) return s.sign() * Limits::denorm_min();
  return value;
}

}  // namespace

Score Hypothesis::score(const FeatureView& x) const noexcept {
  const FeatureView known = x.width() <= weights.size() ? x : features_below(x, weights.size());
  const double plain = dot(known, weights.data()) + bias();
  if (std::isfinite(plain) && plain != 0) return {plain};
  Score result;
  const Scaled exact = scaled_score(known, &result.sign_known);
  result.in_range = exact.fits_double();
  result.value = within(exact);
  return result;
}

Scaled Hypothesis::scaled_score(const FeatureView& x, bool* sign_known) const noexcept {
  const FeatureView known = features_below(x, weights.size());
  const double plain = dot(known, weights.data()) + bias();
  if (sign_known != nullptr) *sign_known = true;
  if (std::isfinite(plain) && plain != 0) return Scaled::of(plain);
  const ScaledDot scaled = scaled_dot(known, weights.data(), bias_value, bias_weight);
  if (sign_known != nullptr) *sign_known = scaled.sign_known;
  return scaled.value;
}

Scaled Hypothesis::sqnorm() const noexcept {
  const Scaled bias_part = Scaled::of(bias_weight) * Scaled::of(bias_weight);
  return scaled_sqnorm({nullptr, weights.data(), weights.size()}) + bias_part;
}

Scaled Hypothesis::sqnorm(const Columns& columns) const noexcept {
  if (columns.empty()) return sqnorm();
  // The lanes of dense rows (vec/kernels.hpp), in which the weights between add nothing.
  double l[8] = {};
  for (std::size_t k = 0; k < weights.size(); ++k) l[columns[k] % 8] += weights[k] * weights[k];
  const double plain = ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
  if (!std::isfinite(plain) || !(plain > 0x1p-900)) return sqnorm();  // scaled, one after the other
  return Scaled::of(plain) + Scaled::of(bias_weight) * Scaled::of(bias_weight);
}

bool Hypothesis::finite() const noexcept {
  return std::isfinite(bias_weight) && std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); });
}

void Hypothesis::add(double a, const FeatureView& x) noexcept {
  axpy(a, x, weights.data());
  bias_weight += a * bias_value;
}

}  // namespace novikoff
