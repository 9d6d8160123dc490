// No output replaces what it is made from.
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

// One regular file, by whatever names. What does not exist yet, or is a pipe or a terminal, is nothing to lose.
bool same_file(const std::string& one, const std::string& two) {
  std::error_code error;
  return std::filesystem::is_regular_file(one, error) && std::filesystem::equivalent(one, two, error) && !error;
}

}  // namespace

Status check_outputs(const Arguments& arguments) {
  std::vector<std::string> inputs = given(arguments, {"--holdout", "--w0"});
  if (arguments.command() != Command::generate && arguments.command() != Command::demo)
    inputs.insert(inputs.end(), arguments.positions().begin(), arguments.positions().end());
  for (const std::string& output : given(arguments, {"--output", "--curve", "--checkpoint", "--model-out"}))
    for (const std::string& input : inputs)
      if (same_file(output, input)) return usage_error("the result would replace " + input + ", which it is made from: name another file");
  return {};
}

}  // namespace novikoff
