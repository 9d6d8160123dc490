#include <algorithm>

#include "docs.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/generate.hpp"

namespace novikoff::docs {

Inputs inputs_of(const CommandRow& command) {
  if (command.command == Command::demo || command.command == Command::generate) return Inputs::names;
  return command.arguments.starts_with("MODEL ") || command.arguments.starts_with("CERT ") ? Inputs::model_then_data : Inputs::data;
}

std::vector<std::string> words_of(const OptionRow& row) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < row.values.size();) {
    const std::size_t end = std::min(row.values.find('|', begin), row.values.size());
    words.emplace_back(row.values.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += between;
    out += word;
  }
  return out;
}

std::vector<std::string> embedded_words() {
  std::vector<std::string> words;
  for (const EmbeddedSet& set : embedded_sets()) words.push_back("@" + std::string(set.name) + (set.sized ? ":" : ""));
  return words;
}

std::vector<std::string> names_for(const CommandRow& command) {
  std::vector<std::string> words;
  if (command.command == Command::demo)
    for (const EmbeddedSet& set : embedded_sets()) words.emplace_back(set.name);
  if (command.command == Command::generate)
    for (int kind = 0; kind <= static_cast<int>(GenerateKind::text); ++kind) words.emplace_back(name(static_cast<GenerateKind>(kind)));
  return words;
}

std::vector<std::string> commands_of(const OptionRow& row) {
  std::vector<std::string> names;
  for (const CommandRow& command : command_rows())
    if (row.taken_by(command.command)) names.emplace_back(command.name);
  return names;
}

std::string brief(const OptionRow& row) {
  std::size_t end = row.meaning.size();
  for (const std::string_view stop : {";", ":", ". ", ", for", " ("}) end = std::min(end, row.meaning.find(stop));
  std::string out(row.meaning.substr(0, end));
  if (!out.empty() && out.back() == '.') out.pop_back();
  return out;
}

}  // namespace novikoff::docs
