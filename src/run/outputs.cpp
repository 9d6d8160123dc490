// No output replaces what it is made from.
#include "run/outputs.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "novikoff/run/settings.hpp"

namespace novikoff {
namespace {

std::vector<std::string> given(const Arguments& arguments, std::initializer_list<const char*> options) {
  std::vector<std::string> paths;
  for (const char* option : options)
    if (find_option(arguments.command(), option) != nullptr)
      if (const auto path = arguments.text(option)) paths.push_back(*path);
  return paths;
}

// One place to write to, by whatever names, whether there is a file yet or not.
bool same_place(const std::string& one, const std::string& two) {
  if (one == "-" || two == "-") return false;
  std::error_code first, second;
  const auto a = std::filesystem::weakly_canonical(std::filesystem::absolute(one, first), first);
  const auto b = std::filesystem::weakly_canonical(std::filesystem::absolute(two, second), second);
  const bool writes_file = !std::filesystem::exists(a, first) || std::filesystem::is_regular_file(a, first);
  return !first && !second && a == b && writes_file;
}

std::vector<std::string> outputs_of(const Arguments& arguments) { return given(arguments, {"--output", "--curve", "--checkpoint", "--model-out"}); }

}  // namespace

bool same_file(const std::string& one, const std::string& two) {
  std::error_code error;
  return std::filesystem::is_regular_file(one, error) && std::filesystem::equivalent(one, two, error) && !error;
}

Status check_outputs(const Arguments& arguments) {
  if (find_option(arguments.command(), "--curve") != nullptr && arguments.text("--curve") == "-")
    return usage_error("--curve needs a file, not standard output");
  std::vector<std::string> inputs = given(arguments, {"--holdout", "--w0"});
  if (arguments.command() != Command::generate && arguments.command() != Command::demo)
    inputs.insert(inputs.end(), arguments.positions().begin(), arguments.positions().end());
  const std::vector<std::string> outputs = outputs_of(arguments);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (same_place(outputs[k], outputs[i])) return usage_error("two results would be written to " + outputs[i] + ": each needs a file of its own");
  for (const std::string& output : outputs)
    for (const std::string& input : inputs)
      if (same_file(output, input)) return usage_error("the result would replace " + input + ", which it is made from: name another file");
  return {};
}

Status check_outputs(const Arguments& arguments, const Model& model) {
  if (!model.source.data) return {};
  for (const std::string& output : outputs_of(arguments))
    for (const std::string& file : model.source.data->files)
      if (same_file(output, file)) return usage_error("the result would replace " + file + ", whose rows are the model's support vectors: name another file");
  return {};
}

}  // namespace novikoff
