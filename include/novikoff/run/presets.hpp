// The algorithms of well-known course notes and of another program, by name: --like.
#pragma once

#include <span>
#include <string_view>

#include "novikoff/learn/spec.hpp"

namespace novikoff {

/// A named choice of options. Options given beside it win.
struct Preset {
  std::string_view name;
  std::string_view title;    ///< whose algorithm it is
  std::string_view options;  ///< the same in options
  std::string_view errata;   ///< what the source says otherwise and the program does right, a line each; empty: nothing
  LearnerSpec (*spec)();
  bool random_start = false;  ///< w0 and b0 are drawn from the seed (draw_start), each unless it is given
  bool dual = false;          ///< the report gives n_i and α_i = η·n_i of every row
};

/// All presets, in the order in which help names them.
std::span<const Preset> presets() noexcept;
const Preset* preset_named(std::string_view name) noexcept;
/// Their names with | between, as the table of options wants its choices.
std::string_view preset_names();

/// What is drawn of the start: the weights, the bias.
struct DrawnStart {
  bool weights = true, bias = true;
};

/// Start weights and bias uniform in [−1, 1), drawn from the spec's seed, for `n_features` features. Without a bias b0 stays 0. The bias
/// drawn is the same whether the weights are drawn or given.
void draw_start(LearnerSpec& spec, std::size_t n_features, DrawnStart drawn = {});

}  // namespace novikoff
