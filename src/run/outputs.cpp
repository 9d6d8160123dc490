// No output replaces what it is made from, nor a run that waits to be gone on with.
#include "run/outputs.hpp"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/settings.hpp"
#include "run/model_format.hpp"
#include "run/sealed_file.hpp"

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

constexpr std::initializer_list<const char*> kOutputs = {"--output", "--curve", "--checkpoint", "--model-out"};

std::vector<std::string> outputs_of(const Arguments& arguments) { return given(arguments, kOutputs); }

// Whether the file of a model holds a run that was stopped on its way. Error: nobody can tell, for the file cannot be read whole.
Result<bool> holds_stopped_run(const std::string& path, std::uint64_t memory) {
  const Result<std::string> bytes = read_all(path, memory);
  if (!bytes) return bytes.error();
  if (Status sealed = check_sealed_model(*bytes, path); !sealed) return sealed.error();
  // In an intact file these bytes are nothing else, for quotes in names are escaped; without them a large model need not be taken apart.
  if (bytes->find("\"stop\": \"" + std::string(name(Stop::interrupted)) + '"') == std::string::npos) return false;
  const Result<Model> saved = parse_model(*bytes, path, memory, MissingData::show);
  if (!saved) return saved.error();
  return saved->stop == Stop::interrupted && saved->state && saved->state->examples;
}

// Work that was saved to be gone on with is not lost because --resume was forgotten or a name was mistaken. A run that has ended can be made again.
Status check_replaced(const Arguments& arguments, const std::string& option, const std::string& path) {
  const bool trains = arguments.command() == Command::train;
  for (const std::string& gone_on_with : given(arguments, {"--resume", "--model-in"}))
    if (same_file(path, gone_on_with)) return {};
  if (noun_of(path) != "model") return {};
  const Result<bool> stopped = holds_stopped_run(path, memory_limit(arguments));
  if (stopped && !*stopped) return {};
  const std::string would = " a run that was stopped on its way, and " + option + " would replace it: ";
  if (stopped)
    return usage_error(path + " holds" + would + "go on with " + (trains ? "" : "train ") + "--resume " + path + ", name another file, or remove it");
  return usage_error(path + " may hold" + would +
                     "restore the file, name another, or remove it. It is a model that cannot be read: " + stopped.error().message);
}

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
  for (const char* option : kOutputs)
    for (const std::string& path : given(arguments, {option}))
      if (Status free = check_replaced(arguments, option == std::string_view("--output") ? "-o" : option, path); !free) return free;
  return {};
}

bool replaces_its_run(const Arguments& arguments) {
  const auto output = arguments.text("--output"), resumed = arguments.text("--resume");
  return output && resumed && same_file(*output, *resumed);
}

Status check_outputs(const Arguments& arguments, const Model& model) {
  if (!model.source.data) return {};
  for (const std::string& output : outputs_of(arguments))
    for (const std::string& file : model.source.data->files)
      if (same_file(output, file)) return usage_error("the result would replace " + file + ", whose rows are the model's support vectors: name another file");
  return {};
}

}  // namespace novikoff
