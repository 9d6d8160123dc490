// The margin and the bounds of a run in its reports.
#pragma once

#include <string>

#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// Members "margin" and "bounds".
void write_bounds(JsonWriter& json, const TrainReport& report);
/// Members `<prefix>low`, `<prefix>high`: null where they are not known.
void write_margin(JsonWriter& json, std::string_view prefix, const MarginInterval& margin);

/// What stands behind "margin γ*" and "bound".
std::string margin_text(const MarginInterval& margin, bool proved_inseparable);
std::string bound_text(const TrainReport& report);
/// low … high, or what is known of it.
std::string interval_text(const MarginInterval& margin);

}  // namespace novikoff
