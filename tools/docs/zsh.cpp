// Completion for zsh, by its own _arguments.
#include <ostream>

#include "docs.hpp"

namespace novikoff::docs {
namespace {

// Inside '…' of the shell and inside […] of a specification.
std::string escaped(std::string_view text, std::string_view special = "[]:\\") {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (special.find(c) != std::string_view::npos)
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

std::string action(const OptionRow& row) {
  if (row.kind == ValueKind::choice) return "(" + joined(words_of(row), " ") + ")";
  return row.kind == ValueKind::file ? "_files" : " ";
}

std::string specification(const OptionRow& row) {
  const bool flag = row.kind == ValueKind::flag;
  const std::string tail = "[" + escaped(brief(row)) + "]" + (flag ? "" : ":" + escaped(row.metavar) + ":" + action(row));
  const std::string name(row.name), letter(row.letter);
  if (letter.empty()) return "'" + name + (flag ? "" : "=") + tail + "'";
  return "'(" + letter + " " + name + ")'{" + letter + (flag ? "" : "+") + "," + name + (flag ? "" : "=") + "}'" + tail + "'";
}

std::string inputs(const CommandRow& command) {
  switch (inputs_of(command)) {
    case Inputs::demo_names:
      return "'1:demo:(" + joined(demo_words(), " ") + ")'";
    case Inputs::model_then_data:
      return "'1:model:_files' '*:data:_novikoff_data'";
    case Inputs::data:
      return std::string(command.max_arguments == 1 ? "'1" : "'*") + ":data:_novikoff_data'";
  }
  return {};
}

void command_case(std::ostream& out, const CommandRow& command) {
  out << "        " << command.name << ")\n          _arguments -s \\\n";
  for (const OptionRow& row : option_rows())
    if (row.taken_by(command.command)) out << "            " << specification(row) << " \\\n";
  out << "            " << inputs(command) << "\n          ;;\n";
}

}  // namespace

void print_zsh(std::ostream& out) {
  out << "#compdef novikoff\n# Made from the table of options.\n\n_novikoff_data() {\n  local -a sets\n  sets=(";
  for (const std::string& word : embedded_words()) out << ' ' << word;
  out << " )\n  _alternative 'sets:embedded set:compadd -a sets' 'files:file:_files'\n}\n\n"
      << "_novikoff() {\n  local curcontext=\"$curcontext\" state line\n  local -a commands\n  commands=(\n";
  for (const CommandRow& command : command_rows()) out << "    '" << command.name << ':' << escaped(command.summary, "\\") << "'\n";
  out << "  )\n  _arguments -C \\\n    '(- *)--help[Show help]' \\\n    '(- *)--version[Show the version]' \\\n    '1:command:->command' \\\n"
      << "    '*::argument:->argument'\n  case $state in\n    command)\n      _describe command commands\n      ;;\n    argument)\n      case $words[1] in\n";
  for (const CommandRow& command : command_rows()) command_case(out, command);
  out << "      esac\n      ;;\n  esac\n}\n\n_novikoff \"$@\"\n";
}

}  // namespace novikoff::docs
