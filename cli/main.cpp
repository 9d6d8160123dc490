// Takes a command line apart, checks it against the table, calls the subcommand.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <new>

#include "cli.hpp"
#include "novikoff/run/settings.hpp"
#include "novikoff/vec/kernels.hpp"

namespace novikoff::cli {
namespace {

constexpr std::string_view kVersion = "novikoff " NOVIKOFF_VERSION "\n";

std::size_t terminal_width() {
  constexpr std::size_t kDefault = 100, kLeast = 60, kMost = 120;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefault;
  return std::clamp<std::size_t>(size.ws_col, kLeast, kMost);
}

// "train and online"; empty if no command takes it.
std::string takers(std::string_view option) {
  std::vector<std::string_view> names;
  for (const CommandRow& command : command_rows())
    if (find_option(command.command, option) != nullptr) names.push_back(command.name);
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + std::string(names[i]);
  return out;
}

ErrorInfo unknown_option(Command command, const std::string& option) {
  std::vector<std::string> names;
  for (const OptionRow& row : option_rows())
    if (row.taken_by(command)) names.emplace_back(row.name);
  const std::string name = option.substr(0, option.find('='));
  std::string message = std::string(row_of(command).name) + " has no option " + name;
  if (const std::string others = takers(name); !others.empty())
    message += "; it belongs to " + others;
  else if (const auto near = did_you_mean(name, names))
    message += "; did you mean " + *near + "?";
  else
    message += "; novikoff " + std::string(row_of(command).name) + " --help lists them";
  return usage_error(std::move(message));
}

// An empty value would make the parser take the next word for it.
Status check_empty_values(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word.size() > 3 && word.starts_with("--") && word.back() == '=' && word.find('=') + 1 == word.size())
      return usage_error(word.substr(0, word.size() - 1) + " needs a value behind the =");
  }
  return {};
}

struct Given {
  const OptionRow* row;
  CLI::Option* option;
};

// The parser's own messages, in this program's words.
ErrorInfo parser_error(const CLI::ParseError& error, const std::vector<Given>& options) {
  for (const Given& given : options)
    if (std::string_view(error.what()).find(given.row->name) != std::string_view::npos)
      return usage_error(std::string(given.row->name) + " needs a value: " + std::string(given.row->metavar));
  return usage_error(error.what());
}

Result<std::vector<std::pair<std::string, std::string>>> values_of(const std::vector<Given>& options) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [row, option] : options) {
    const std::string name(row->name);
    if (option->count() == 0) continue;
    if (option->count() > 1) return usage_error(name + " stands twice");
    std::string value = option->results().front();
    if (row->kind == ValueKind::flag && value != "true") return usage_error(name + " takes no value");
    values.emplace_back(name, row->kind == ValueKind::flag ? "" : std::move(value));
  }
  return values;
}

// What is no option: positions, in which - is standard input and -- makes all that follows a position.
Result<std::vector<std::string>> positions_of(Command command, const std::vector<std::string>& words) {
  std::vector<std::string> positions;
  bool only_positions = false;
  for (const std::string& word : words) {
    if (!only_positions && word == "--")
      only_positions = true;
    else if (!only_positions && word.size() > 1 && word.front() == '-')
      return unknown_option(command, word);
    else
      positions.push_back(word);
  }
  return positions;
}

Result<Arguments> parse(Command command, std::vector<std::string> words) {
  if (Status checked = check_empty_values(words); !checked) return checked.error();
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<Given> options;
  for (const OptionRow& row : option_rows()) {
    if (!row.taken_by(command)) continue;
    const std::string names = row.letter.empty() ? std::string(row.name) : std::string(row.letter) + "," + std::string(row.name);
    CLI::Option* option = row.kind == ValueKind::flag ? app.add_flag(names) : app.add_option(names);
    options.push_back({&row, option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)});
  }
  try {
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return parser_error(error, options);
  }
  const auto values = values_of(options);
  if (!values) return values.error();
  Result<std::vector<std::string>> positions = positions_of(command, app.remaining());
  if (!positions) return positions.error();
  return Arguments::make(command, *std::move(positions), *values);
}

// What does nothing in silence is taken for done.
Status check_environment() {
  const char* isa = std::getenv("NOVIKOFF_ISA");
  if (isa == nullptr || *isa == '\0' || std::find(kKernelIsas.begin(), kKernelIsas.end(), isa) != kKernelIsas.end()) return {};
  std::string message = "the environment variable NOVIKOFF_ISA is \"" + std::string(isa) + "\", and the instruction sets are";
  for (const std::string_view known : kKernelIsas) message += ' ' + std::string(known);
  return usage_error(std::move(message));
}

int run(Command command, const Arguments& arguments) {
  switch (command) {
    case Command::train:
      return train(arguments);
    case Command::predict:
      return predict(arguments);
    case Command::evaluate:
      return evaluate(arguments);
    case Command::online:
      return online(arguments);
    case Command::inspect:
      return inspect(arguments);
    case Command::certify:
      return certify(arguments);
    case Command::check:
      return check(arguments);
    case Command::convert:
      return convert(arguments);
    case Command::generate:
      return generate(arguments);
    case Command::demo:
      return demo(arguments);
  }
  return fail({});
}

bool asks_help(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, "--help") != end || std::find(words.begin(), end, "-h") != end;
}

int dispatch(std::vector<std::string> words) {
  if (words.empty()) return fail(usage_error("say a command, or --help; to begin: novikoff demo"));
  const std::string first = words.front();
  words.erase(words.begin());
  if (first == "--version") return print(kVersion);
  if (first == "--help" || first == "-h" || (first == "help" && words.empty())) return print(help_text(terminal_width()));
  if (first == "help") return dispatch({words.front(), "--help"});
  if (first.starts_with('-')) return fail(usage_error("the first word is a command, not " + first + "; novikoff --help lists them"));
  const Result<Command> command = command_named(first);
  if (!command) return fail(command.error());
  if (asks_help(words)) return print(help_text(*command, terminal_width()));
  const Result<Arguments> arguments = parse(*command, std::move(words));
  if (!arguments) return fail(arguments.error());
  if (const Status possible = check_environment(); !possible) return fail(possible.error());
  for (const auto& check : {check_inputs, check_outputs})
    if (const Status possible = check(*arguments); !possible) return fail(possible.error());
  return run(*command, *arguments);
}

}  // namespace
}  // namespace novikoff::cli

namespace {

// A standard descriptor that was closed would be given to the next file opened, and a model file would get the predictions.
void open_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) == -1 && ::open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY) != descriptor) std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then a write that fails, and is told
  try {
    return novikoff::cli::dispatch({argv + std::min(argc, 1), argv + argc});
  } catch (const std::bad_alloc&) {
    return novikoff::cli::fail(
        {novikoff::ErrorCode::memory_limit, "the system has no more memory", {}, "free some memory, or lower --memory to be told earlier", {}});
  } catch (const std::exception& error) {
    return novikoff::cli::fail({novikoff::ErrorCode::internal, error.what(), {}, {}, {}});
  }
}
