// Completion for fish.
#include <ostream>

#include "docs.hpp"

namespace novikoff::docs {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "'";
}

void option(std::ostream& out, const OptionRow& row) {
  out << "complete -c novikoff -n '__fish_seen_subcommand_from " << joined(commands_of(row), " ") << "' -l " << row.name.substr(2);
  if (!row.letter.empty()) out << " -s " << row.letter.substr(1);
  if (row.kind == ValueKind::choice)
    out << " -x -a " << quoted(joined(words_of(row), " "));
  else if (row.kind == ValueKind::file)
    out << " -r -F";
  else if (row.kind != ValueKind::flag)
    out << " -x";
  out << " -d " << quoted(brief(row)) << '\n';
}

void inputs(std::ostream& out, const CommandRow& command) {
  const bool demo = inputs_of(command) == Inputs::demo_names;
  out << "complete -c novikoff -n '__fish_seen_subcommand_from " << command.name << "' " << (demo ? "-f" : "-F") << " -a "
      << quoted(joined(demo ? demo_words() : embedded_words(), " ")) << '\n';
}

}  // namespace

void print_fish(std::ostream& out) {
  out << "# fish completion for novikoff. Made from the table of options.\n"
      << "complete -c novikoff -n __fish_use_subcommand -f -l help -d 'Show help'\n"
      << "complete -c novikoff -n __fish_use_subcommand -f -l version -d 'Show the version'\n";
  for (const CommandRow& command : command_rows())
    out << "complete -c novikoff -n __fish_use_subcommand -f -a " << command.name << " -d " << quoted(command.summary) << '\n';
  for (const OptionRow& row : option_rows()) option(out, row);
  for (const CommandRow& command : command_rows()) inputs(out, command);
}

}  // namespace novikoff::docs
