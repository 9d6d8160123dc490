// What is made from the tables: pages, the manual page, completions, the schema of the options. Each function prints one of them.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/run/options.hpp"

namespace novikoff::docs {

void print_errors(std::ostream& out);
void print_options(std::ostream& out);
void print_man(std::ostream& out);
void print_bash(std::ostream& out);
void print_zsh(std::ostream& out);
void print_fish(std::ostream& out);
void print_schema(std::ostream& out);

/// What may stand where a command takes an input.
enum class Inputs { data, model_then_data, demo_names };

Inputs inputs_of(const CommandRow& command);
/// The words of a choice.
std::vector<std::string> words_of(const OptionRow& row);
std::string joined(const std::vector<std::string>& words, std::string_view between);
/// `@name` of every embedded set; `@name:` where a size follows.
std::vector<std::string> embedded_words();
/// The names that demo takes.
std::vector<std::string> demo_words();
/// The commands that take an option, by name.
std::vector<std::string> commands_of(const OptionRow& row);
/// The meaning up to its first stop, for one line of a menu.
std::string brief(const OptionRow& row);

}  // namespace novikoff::docs
