// What the reports have in common: lines for people, an object with its reasons for programs.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/spelling.hpp"
#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff {

inline std::string line(std::string_view name, const std::string& text) { return fmt::format("  {:<19}{}\n", name, text); }

/// A class by the name that people gave it, so that it does not look like another.
inline std::string class_name(const Provenance& source, double y) { return visible(label_spelling({source.negative, source.positive}, y)); }

inline std::string classes_text(const Provenance& source) {
  const auto one = [&](double y) { return class_name(source, y) + (y > 0 ? " → +1" : " → -1"); };
  return one(-1) + ", " + one(+1);
}

/// Positions of the largest weights by size, ties in their order; `top` 0: of all that are not 0.
std::vector<std::size_t> largest(const std::vector<double>& weights, std::size_t top);

/// K(x, z), with its numbers.
std::string kernel_text(const Kernel& kernel);

/// s = w·x + b with the largest weights by name.
std::string hyperplane(const Hypothesis& hypothesis, const Provenance& source, const Columns& columns = {});

// One report being written; remembers why its nulls are null.
class Report {
 public:
  Report() { json_.begin_object(); }

  JsonWriter& json() noexcept { return json_; }
  template <class T>
  void member(std::string_view name, const T& value) {
    json_.member(name, value);
  }
  /// The value, or null and its reason.
  template <class T>
  void member_or(std::string_view name, const std::optional<T>& value, std::string_view reason) {
    if (value) return json_.member(name, *value);
    json_.member(name, nullptr);
    reasons_.emplace_back(name, reason);
  }
  void absent(std::string_view name, std::string_view reason) { member_or(name, std::optional<bool>{}, reason); }
  std::string finish() {
    if (!reasons_.empty()) {
      json_.key("null_reasons").begin_object();
      for (const auto& [name, reason] : reasons_) json_.member(name, reason);
      json_.end_object();
    }
    json_.end_object();
    return text_ + '\n';
  }

 private:
  std::string text_;
  JsonWriter json_{text_};
  std::vector<std::pair<std::string, std::string>> reasons_;
};

/// The support vectors, which stand in the place of weights, and which rows they are, from the model where `rows` is null; nothing for a model of the primal
/// space.
void write_support(Report& out, const Model& model, const std::vector<std::uint64_t>* rows = nullptr);
/// The line about the data without which a model that refers to them cannot be loaded; empty for others.
std::string needed_data_text(const Model& model);
/// What the dual space has in the place of weights, what it took, how it kept to a budget, what is known of the kernel.
void write_dual(Report& out, const TrainReport& report);
/// The same for people; empty for a run in the primal space.
std::string dual_text(const TrainReport& report);
/// What --compare-spaces found; empty if it was not asked.
std::string spaces_text(const TrainReport& report, const Where& where);

template <class Range>
void write_list(JsonWriter& json, std::string_view name, const Range& values) {
  json.key(name).begin_array(JsonWriter::Layout::line);
  for (const auto& value : values) json.value(value);
  json.end_array();
}

inline void write_classes(JsonWriter& json, const Provenance& source) {
  json.key("classes").begin_array(JsonWriter::Layout::line);
  for (const std::string* label : {&source.negative, &source.positive}) label->empty() ? json.value(nullptr) : json.value(*label);
  json.end_array();
}

}  // namespace novikoff
