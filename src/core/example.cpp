#include "novikoff/core/example.hpp"

#include <algorithm>

namespace novikoff {

FeatureView features_below(const FeatureView& x, std::size_t width) noexcept {
  if (x.dense()) return {nullptr, x.value, std::min(x.size, width)};
  const std::uint32_t* end = std::partition_point(x.index, x.index + x.size, [width](std::uint32_t j) { return j < width; });
  return {x.index, x.value, static_cast<std::size_t>(end - x.index)};
}

}  // namespace novikoff
