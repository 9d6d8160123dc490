#include "novikoff/run/interval.hpp"

#include <algorithm>
#include <cmath>

namespace novikoff {

Interval wilson_interval(std::uint64_t mistakes, std::uint64_t n, double z) noexcept {
  if (n == 0) return {};
  const auto size = static_cast<double>(n);
  const double rate = static_cast<double>(mistakes) / size, z2 = z * z;
  const double centre = rate + z2 / (2 * size);
  const double half = z * std::sqrt(rate * (1 - rate) / size + z2 / (4 * size * size));
  const double scale = 1 + z2 / size;
  return {mistakes == 0 ? 0 : std::max(0.0, (centre - half) / scale), mistakes == n ? 1 : std::min(1.0, (centre + half) / scale)};
}

}  // namespace novikoff
