// The algorithms of well-known course notes and of another program, by name: --like.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "novikoff/learn/spec.hpp"

namespace novikoff {

/// A named choice of options. Options given beside it win.
struct Preset {
  std::string_view name;
  std::string_view title;    ///< whose algorithm it is
  std::string_view options;  ///< the same in options
  std::string_view errata;   ///< what the source says otherwise and the preset does right; empty: nothing
  LearnerSpec (*spec)();
  bool random_start = false;  ///< w0 and b0 are drawn from the seed (draw_start) unless they are given
};

/// All presets, in the order in which help names them.
std::span<const Preset> presets() noexcept;
const Preset* preset_named(std::string_view name) noexcept;

/// Start weights and bias uniform in [−1, 1), drawn from the spec's seed, for `n_features` features. Without a bias b0 stays 0.
void draw_start(LearnerSpec& spec, std::size_t n_features);

}  // namespace novikoff
