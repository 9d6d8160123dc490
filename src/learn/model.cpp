#include "novikoff/learn/model.hpp"

#include <array>
#include <utility>

namespace novikoff {
namespace {

constexpr std::array<std::pair<Stop, std::string_view>, 9> kStops{{{Stop::converged, "converged"},
                                                                   {Stop::pass_limit, "pass_limit"},
                                                                   {Stop::update_limit, "update_limit"},
                                                                   {Stop::seen_limit, "seen_limit"},
                                                                   {Stop::time_limit, "time_limit"},
                                                                   {Stop::stalled, "stalled"},
                                                                   {Stop::proof, "proof"},
                                                                   {Stop::end_of_data, "end_of_data"},
                                                                   {Stop::interrupted, "interrupted"}}};

}  // namespace

std::string_view name(Stop stop) noexcept { return kStops[static_cast<std::size_t>(stop)].second; }

std::optional<Stop> stop_named(std::string_view name) noexcept {
  for (const auto& [stop, known] : kStops)
    if (known == name) return stop;
  return std::nullopt;
}

}  // namespace novikoff
