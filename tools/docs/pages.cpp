// The Markdown pages: errors and options.
#include <ostream>
#include <string>

#include "docs.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/run/options.hpp"
#include "novikoff/run/presets.hpp"

namespace novikoff::docs {
namespace {

std::string_view class_name(ErrorClass c) {
  switch (c) {
    case ErrorClass::usage:
      return "2, usage";
    case ErrorClass::bad_data:
      return "3, bad data";
    case ErrorClass::io:
      return "4, input or output";
    case ErrorClass::internal:
      return "5, internal";
  }
  return {};
}

}  // namespace

void print_errors(std::ostream& out) {
  out << "# Errors\n\n"
         "Every error names a code in brackets at its end, such as `train.svm:17:42: error: feature index 3 repeats [duplicate_index]`: file, line and "
         "column\n"
         "(counted from 1, columns in bytes) where they are known. Text errors show the line with a caret under the column, and a hint.\n"
         "Error messages go to standard error; the exit code follows from the code:\n\n"
         "| exit code | meaning |\n|---|---|\n"
         "| 0 | done |\n"
         "| 1 | a negative answer: not what `--expect` says, a certificate that does not hold |\n"
         "| 2 | usage: the command line |\n"
         "| 3 | bad data |\n"
         "| 4 | input or output |\n"
         "| 5 | internal: the program found itself wrong |\n"
         "| 130, 143 | ended by SIGINT (Ctrl-C) or SIGTERM; what was learned is saved |\n";
  for (const ErrorDescription& row : error_descriptions())
    out << "\n## " << row.name << "\n\n" << row.meaning << "\n\n- What to do: " << row.remedy << "\n- Exit code: " << class_name(row.error_class) << "\n";
}

namespace {

// In a table cell a bar would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string value_of(const OptionRow& row) {
  if (row.kind == ValueKind::flag) return {};
  return cell(row.kind == ValueKind::choice ? row.values : row.metavar);
}

std::string range_of(const OptionRow& row) {
  if (row.kind != ValueKind::number || row.low < -1) return {};
  return row.low_excluded ? " Above 0." : " At least 0.";
}

void print_presets(std::ostream& out) {
  out << "\n| word of --like | algorithm | the same in options |\n|---|---|---|\n";
  for (const Preset& preset : presets()) out << "| `" << preset.name << "` | " << preset.title << " | `" << preset.options << "` |\n";
  out << "\nA note runs until no row needs an update: give it a limit, such as `--passes 100`, if the data may not be separable. What is wrong in the notes "
         "and put\n"
         "right: [notes.md](notes.md).\n";
}

}  // namespace

void print_options(std::ostream& out) {
  out << "# Commands and options\n\n`novikoff COMMAND --help` shows the same.\n";
  for (const CommandRow& command : command_rows()) {
    out << "\n## novikoff " << command.name << " " << command.arguments << "\n\n"
        << command.details << "\n\n```\n"
        << command.examples << "\n```\n\n"
        << "| option | value | default | meaning |\n|---|---|---|---|\n";
    for (const OptionRow& row : option_rows()) {
      if (!row.taken_by(command.command)) continue;
      out << "| `" << (row.letter.empty() ? "" : std::string(row.letter) + "`, `") << row.name << "` | " << value_of(row) << " | " << cell(row.fallback)
          << " | " << cell(row.meaning) << range_of(row) << (row.source.empty() ? "" : " (" + std::string(row.source) + ")") << " |\n";
    }
    if (find_option(command.command, "--like") != nullptr) print_presets(out);
  }
}

}  // namespace novikoff::docs
