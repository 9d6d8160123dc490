#include "novikoff/run/holdout.hpp"

#include <algorithm>
#include <tuple>

#include "novikoff/core/label.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff {
namespace {

bool looks_like_a_number(const std::string& value) { return is_number(value.starts_with('-') ? value.substr(1) : value); }

Result<Dataset> read_holdout(const Dataset& data, const std::string& input, ReadOptions reading, const std::atomic<bool>* interrupted) {
  Model known;  // rows by sign may have shown one class only
  std::tie(known.source.negative, known.source.positive) = data.classes();
  Labels labels = labels_of(known);
  reading.columns = data.schema().names;
  if (!reading.header) reading.column_count = data.n_features();
  reading.memory -= std::min<std::uint64_t>(reading.memory, data.memory());
  const Result<std::unique_ptr<Source>> source = open_input({input}, reading, labels, interrupted);
  if (!source) return source.error();
  return Dataset::read(**source, labels, reading.memory);
}

}  // namespace

Result<HoldoutChoice> holdout_choice(const Arguments& arguments) {
  HoldoutChoice choice;
  const auto value = arguments.text("--holdout");
  if (!value) {
    if (arguments.count("--patience").value_or(0) != 0)
      return usage_error("--patience looks at rows held out: say which, --holdout FRACTION or --holdout FILE");
    return choice;
  }
  if (!looks_like_a_number(*value)) {
    choice.input = *value;
    const std::vector<std::string>& inputs = arguments.positions();
    if (choice.input == "-" && std::find(inputs.begin(), inputs.end(), "-") != inputs.end())
      return usage_error("standard input cannot be both learned from and held out");
    return choice;
  }
  const Result<double> fraction = parse_number(*value, "--holdout");
  if (!fraction) return fraction.error();
  if (!(*fraction > 0 && *fraction < 1))
    return usage_error("--holdout " + *value + " is out of range: a fraction is above 0 and below 1 (a file named like a number is written ./" + *value + ")");
  choice.fraction = *fraction;
  return choice;
}

Result<TrainingRows> hold_out(Dataset data, const HoldoutChoice& choice, ReadOptions reading, std::uint64_t seed, const std::atomic<bool>* interrupted) {
  if (!choice.asked()) return TrainingRows{std::move(data), std::nullopt};
  if (choice.fraction > 0) {
    Result<std::pair<Dataset, Dataset>> parts = data.split(choice.fraction, seed, reading.memory);
    if (!parts) return parts.error();
    return TrainingRows{std::move(parts->first), std::move(parts->second)};
  }
  Result<Dataset> holdout = read_holdout(data, choice.input, std::move(reading), interrupted);
  if (!holdout) return holdout.error();
  return TrainingRows{std::move(data), *std::move(holdout)};
}

}  // namespace novikoff
