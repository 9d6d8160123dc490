// Help, made from the tables.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "novikoff/run/options.hpp"
#include "novikoff/run/presets.hpp"

namespace novikoff {
namespace {

// Columns that a text takes on a terminal: bytes that begin a character.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// `text` broken at blanks, every line but the first indented.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (column > indent && column + 1 + columns(word) > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns(word);
    begin = end + 1;
  }
  return out;
}

std::string indented(std::string_view lines) {
  std::string out = "  ";
  for (char c : lines) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out + '\n';
}

std::string left(std::string_view name, std::string_view letter, std::string_view metavar) {
  std::string out = letter.empty() ? "      " : "  " + std::string(letter) + ", ";
  out += name;
  if (!metavar.empty()) out += ' ' + std::string(metavar);
  return out;
}

std::string described(const OptionRow& row) {
  std::string out(row.meaning);
  if (row.kind == ValueKind::choice && row.meaning.find(row.values.substr(0, row.values.find('|'))) == std::string_view::npos)
    out += " One of " + std::string(row.values) + ".";
  if (!row.fallback.empty()) out += " [" + std::string(row.fallback) + "]";
  if (!row.source.empty()) out += " (" + std::string(row.source) + ")";
  return out;
}

std::string entry(std::string head, std::string_view text, std::size_t indent, std::size_t width) {
  if (columns(head) + 2 > indent)
    head += '\n' + std::string(indent, ' ');
  else
    head += std::string(indent - columns(head), ' ');
  return head + wrapped(text, indent, width) + '\n';
}

constexpr std::string_view kPresetsHead =
    "The words of --like, and the options each stands for; docs/notes.md says what is put right. A note runs until no row needs an update: give it a "
    "limit, such as --passes 100, if the data may not be separable.";

std::string presets_text(std::size_t width) {
  std::string out = '\n' + wrapped(kPresetsHead, 0, width) + '\n';
  for (const Preset& preset : presets())
    out += entry("  " + std::string(preset.name), std::string(preset.title) + " [" + std::string(preset.options) + "]", 18, width);
  return out;
}

// The options of a command under their headings, both in the order in which they first stand in the table.
std::vector<std::pair<std::string_view, std::vector<const OptionRow*>>> under_headings(Command command) {
  std::vector<std::pair<std::string_view, std::vector<const OptionRow*>>> groups;
  for (const OptionRow& option : option_rows()) {
    if (!option.taken_by(command)) continue;
    const std::string_view heading = heading_of(option, command);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == heading; });
    if (group == groups.end()) group = groups.insert(group, {heading, {}});
    group->second.push_back(&option);
  }
  return groups;
}

}  // namespace

std::string help_text(std::size_t width) {
  std::string out = "novikoff, the perceptron toolkit that proves its answers\n\nUsage: novikoff COMMAND …\n\nCommands:\n";
  for (const CommandRow& row : command_rows()) out += entry("  " + std::string(row.name), row.summary, 13, width);
  out +=
      "\nnovikoff COMMAND --help explains a command; novikoff --version shows the version.\n"
      "Data are LIBSVM text or CSV, plain, gzip or zstd; - is standard input; @name is an embedded set.\n"
      "Exit codes: 0 done, 1 a negative answer, 2 usage, 3 bad data, 4 input or output, 5 internal, 130 and 143 interrupted.\n"
      "\nTo begin: novikoff demo\n";
  return out;
}

std::string help_text(Command command, std::size_t width) {
  const CommandRow& row = row_of(command);
  std::string out = "Usage: novikoff " + std::string(row.name) + ' ' + std::string(row.arguments) + " [OPTIONS]\n\n" + wrapped(row.details, 0, width) +
                    "\n\nExamples:\n" + indented(row.examples);
  for (const auto& [heading, options] : under_headings(command)) {
    out += '\n' + std::string(heading) + ":\n";
    for (const OptionRow* option : options) out += entry(left(option->name, option->letter, option->metavar), described(*option), 28, width);
  }
  if (find_option(command, "--like") != nullptr) out += presets_text(width);
  return out;
}

}  // namespace novikoff
