// Runs on embedded data that explain themselves.
#pragma once

#include <string>
#include <string_view>

#include "novikoff/data/dataset.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// The rows of a set with two features as a picture of characters: + and o for the classes, * where both fall together, the line where
/// s = 0 in dots. Empty for another number of features or for no rows.
std::string scatter_text(const Dataset& data, const Hypothesis& hypothesis, const Provenance& source);

/// The demo called `name` (an embedded set, without @; empty: the first) as text, or the report of its run as JSON. Errors: usage.
Result<std::string> demo_text(std::string_view name);
Result<std::string> demo_json(std::string_view name);

}  // namespace novikoff
