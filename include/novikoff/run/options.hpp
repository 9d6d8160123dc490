// Every option of the command line, once: help, checks, manual page, completions and docs are made from these two tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/spelling.hpp"

namespace novikoff {

enum class Command : unsigned {
  train = 1,
  predict = 2,
  evaluate = 4,
  online = 8,
  inspect = 16,
  convert = 32,
  demo = 64,
  generate = 128,
  certify = 256,
  check = 512
};

/// One subcommand, as help shows it.
struct CommandRow {
  Command command;
  std::string_view name;
  std::string_view arguments;  ///< the rest of the usage line
  std::string_view summary;    ///< one line
  std::string_view details;    ///< a paragraph for its own help
  std::string_view examples;   ///< whole lines
  std::size_t min_arguments = 0;
  std::size_t max_arguments = 1;
};

/// What may stand behind an option.
enum class ValueKind {
  flag,       ///< nothing
  choice,     ///< one of the words in `values`
  number,     ///< a decimal in [low, high], low itself left out with low_excluded
  count,      ///< a whole number in [low, high]
  bytes,      ///< a count, K, M or G (powers of 1,024) may follow
  pair,       ///< two labels with a comma between
  character,  ///< one byte, or the word tab
  file,       ///< a file's name; like text, but completions offer files
  interval,   ///< a count above 0 and one of the units in `values`, without a blank
  text,       ///< anything but nothing
};

/// One option: plain data.
struct OptionRow {
  std::string_view name;    ///< with its dashes
  std::string_view letter;  ///< short form with its dash; empty: none
  std::string_view group;   ///< heading where all commands' options stand together; help of one command: heading_of
  ValueKind kind = ValueKind::flag;
  std::string_view metavar;   ///< word that stands for the value in help
  std::string_view values;    ///< choice: the words, interval: the units, with | between
  std::string_view fallback;  ///< what holds if it is not given, as shown; empty: nothing to say
  std::string_view meaning;   ///< one sentence, with the formula where there is one
  std::string_view source;    ///< who found it; empty: nobody in particular
  unsigned commands = 0;      ///< the subcommands that take it
  double low = 0, high = 0;   ///< number and count; high 0: no upper end
  bool low_excluded = false;

  bool taken_by(Command command) const noexcept { return (commands & static_cast<unsigned>(command)) != 0; }
};

/// The tables, in the order in which help shows them.
std::span<const CommandRow> command_rows() noexcept;
std::span<const OptionRow> option_rows() noexcept;
const CommandRow& row_of(Command command) noexcept;
/// The row named `name` (long or short, with dashes) if `command` takes it; null otherwise.
const OptionRow* find_option(Command command, std::string_view name) noexcept;
/// The heading that the option has in the help of a command that takes it: by what it is for there. certify learns nothing from --bias.
std::string_view heading_of(const OptionRow& option, Command command) noexcept;

/// Help as text, lines of at most `width` bytes where words allow: of the program, of one subcommand.
std::string help_text(std::size_t width = 100);
std::string help_text(Command command, std::size_t width = 100);

/// A usage error with this message.
ErrorInfo usage_error(std::string message);

/// A number of the input grammar as the nearest double; no locale. `what` names it in the error (usage): not a number, or beyond the doubles.
Result<double> parse_number(std::string_view text, std::string_view what);

/// The subcommand called `name`, or a usage error that names a near one.
Result<Command> command_named(std::string_view name);

/// What a command line said, every value checked against its row.
class Arguments {
 public:
  /// Checks positions and values one by one. Errors: usage.
  static Result<Arguments> make(Command command, std::vector<std::string> positions, const std::vector<std::pair<std::string, std::string>>& options);

  Command command() const noexcept { return command_; }
  const std::vector<std::string>& positions() const noexcept { return positions_; }
  /// All of these require an option that the command takes; `name` as in the table.
  bool given(std::string_view name) const noexcept;
  /// As written; nullopt if not given.
  std::optional<std::string> text(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  std::optional<std::uint64_t> count(std::string_view name) const;
  std::optional<std::pair<std::string, std::string>> pair(std::string_view name) const;
  /// The count and the unit of an interval.
  std::optional<std::pair<std::uint64_t, std::string>> interval(std::string_view name) const;

 private:
  Command command_ = Command::train;
  std::vector<std::string> positions_;
  std::vector<std::pair<const OptionRow*, std::string>> values_;
};

/// Words with commas between, none empty or there twice (usage); one that holds a comma stands in double quotes, with double quotes in it doubled. `what`
/// names the list in errors.
Result<std::vector<std::string>> parse_list(std::string_view text, std::string_view what);
/// The text that parse_list reads as `words`.
std::string list_text(const std::vector<std::string>& words);

/// Two labels with a comma between; a label in double quotes may hold commas, and quotes written twice. Errors: usage.
Result<std::pair<std::string, std::string>> parse_pair(std::string_view text, std::string_view what);

}  // namespace novikoff
