#include "novikoff/run/options.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>

#include "novikoff/core/label.hpp"
#include "novikoff/core/number.hpp"

namespace novikoff {
namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// "a, b or c"
std::string alternatives(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return out;
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t kShown = 60;
  return '"' + std::string(text.substr(0, kShown)) + (text.size() > kShown ? "…\"" : "\"");
}

Status check_choice(const OptionRow& row, std::string_view value) {
  const std::vector<std::string> words = split(row.values, '|');
  if (std::find(words.begin(), words.end(), value) != words.end()) return {};
  std::string message = std::string(row.name) + " " + shown_text(value) + " is not one of " + alternatives(words);
  if (const auto near = did_you_mean(value, words)) message += "; did you mean " + *near + "?";
  return usage_error(std::move(message));
}

Status check_number(const OptionRow& row, std::string_view value) {
  const Result<double> number = parse_number(value, row.name);
  if (!number) return number.error();
  if (*number > row.low || (*number == row.low && !row.low_excluded)) return {};
  return usage_error(std::string(row.name) + " " + shown_text(value) + " is out of range: it must be " + (row.low_excluded ? "above " : "at least ") +
                     to_text(row.low));
}

std::optional<std::uint64_t> parse_bytes(std::string_view value) {
  unsigned shift = 0;
  if (!value.empty()) {
    const char unit = value.back();
    shift = unit == 'K' || unit == 'k' ? 10U : unit == 'M' || unit == 'm' ? 20U : unit == 'G' || unit == 'g' ? 30U : 0U;
  }
  const auto number = parse_unsigned(value.substr(0, value.size() - (shift == 0 ? 0 : 1)), ~std::uint64_t{0} >> shift);
  if (!number) return std::nullopt;
  return *number << shift;
}

constexpr double kLargestCount = 18446744073709551615.0;  // as large as a count can be

Status check_count(const OptionRow& row, std::string_view value) {
  const bool bytes = row.kind == ValueKind::bytes;
  const auto number = bytes ? parse_bytes(value) : parse_unsigned(value);
  if (!number)
    return usage_error(std::string(row.name) + " " + shown_text(value) + " is not a whole number" + (bytes ? " of bytes (K, M or G may follow)" : "") +
                       " up to 18446744073709551615");
  const auto real = static_cast<double>(*number);
  if (real >= row.low && real <= row.high) return {};
  return usage_error(std::string(row.name) + " " + shown_text(value) + " is out of range: it must be at least " +
                     std::to_string(static_cast<std::uint64_t>(row.low)) +
                     (row.high < kLargestCount ? " and at most " + std::to_string(static_cast<std::uint64_t>(row.high)) : ""));
}

std::optional<std::pair<std::uint64_t, std::string>> parse_interval(const OptionRow& row, std::string_view value) {
  const std::size_t digits = std::min(value.find_first_not_of("0123456789"), value.size());
  const auto count = parse_unsigned(value.substr(0, digits));
  const std::vector<std::string> units = split(row.values, '|');
  const auto unit = std::find(units.begin(), units.end(), value.substr(digits));
  if (!count || *count == 0 || unit == units.end()) return std::nullopt;
  return std::pair{*count, *unit};
}

Status check_interval(const OptionRow& row, std::string_view value) {
  if (parse_interval(row, value)) return {};
  return usage_error(std::string(row.name) + " " + shown_text(value) + " is not a whole number above 0 with " + alternatives(split(row.values, '|')) +
                     " right behind it, such as " + std::string(row.fallback));
}

Status check_value(const OptionRow& row, std::string_view value) {
  if (row.kind == ValueKind::flag) return {};
  if (value.empty()) return usage_error(std::string(row.name) + " needs a value: " + std::string(row.metavar));
  switch (row.kind) {
    case ValueKind::choice:
      return check_choice(row, value);
    case ValueKind::number:
      return check_number(row, value);
    case ValueKind::count:
    case ValueKind::bytes:
      return check_count(row, value);
    case ValueKind::interval:
      return check_interval(row, value);
    case ValueKind::pair:
      if (const auto pair = parse_pair(value, row.name); !pair) return pair.error();
      return {};
    case ValueKind::character:
      if (value.size() == 1 || value == "tab") return {};
      return usage_error(std::string(row.name) + " " + shown_text(value) + " is not one byte, nor the word tab");
    case ValueKind::flag:
    case ValueKind::file:
    case ValueKind::text:
      return {};
  }
  return {};
}

// One word of a list, from `at`; leaves `at` behind it.
std::string listed_word(std::string_view text, std::size_t& at) {
  std::string label;
  if (at >= text.size() || text[at] != '"') {
    const std::size_t end = std::min(text.find(',', at), text.size());
    label = text.substr(at, end - at);
    at = end;
    return label;
  }
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"' && (at + 1 >= text.size() || text[at + 1] != '"')) break;
    if (text[at] == '"') ++at;
    label += text[at];
  }
  at = std::min(at + 1, text.size());
  return label;
}

}  // namespace

const CommandRow& row_of(Command command) noexcept {
  for (const CommandRow& row : command_rows())
    if (row.command == command) return row;
  return command_rows().front();
}

const OptionRow* find_option(Command command, std::string_view name) noexcept {
  for (const OptionRow& row : option_rows())
    if (row.taken_by(command) && (row.name == name || (!row.letter.empty() && row.letter == name))) return &row;
  return nullptr;
}

ErrorInfo usage_error(std::string message) {
  ErrorInfo error;
  error.code = ErrorCode::usage;
  error.message = std::move(message);
  return error;
}

Result<double> parse_number(std::string_view text, std::string_view what) {
  const std::string subject = std::string(what) + " " + shown_text(text);
  if (!is_number(text)) return usage_error(subject + " is not a number: write digits with a point, such as 0.1 or 1e-3");
  const std::string_view digits = text.front() == '+' ? text.substr(1) : text;
  double value = 0;
  fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (!std::isfinite(value)) return usage_error(subject + " is larger than a double holds");
  return value;
}

Result<Command> command_named(std::string_view name) {
  std::vector<std::string> names;
  for (const CommandRow& row : command_rows()) {
    if (row.name == name) return row.command;
    names.emplace_back(row.name);
  }
  std::string message = "there is no command " + shown_text(name);
  if (const auto near = did_you_mean(name, names))
    message += "; did you mean " + *near + "?";
  else
    message += "; the commands are " + alternatives(names);
  return usage_error(std::move(message));
}

Result<Arguments> Arguments::make(Command command, std::vector<std::string> positions, const std::vector<std::pair<std::string, std::string>>& options) {
  Arguments arguments;
  arguments.command_ = command;
  arguments.positions_ = std::move(positions);
  for (const auto& [name, value] : options) {
    const OptionRow* row = find_option(command, name);
    if (row == nullptr) return usage_error(std::string(row_of(command).name) + " takes no option " + name);
    if (Status checked = check_value(*row, value); !checked) return checked.error();
    arguments.values_.emplace_back(row, value);
  }
  const CommandRow& row = row_of(command);
  const std::size_t n = arguments.positions_.size();
  if (n < row.min_arguments)
    return usage_error(std::string(row.name) + (n == 0 ? " needs an input: novikoff " : " needs one more input: novikoff ") + std::string(row.name) + ' ' +
                       std::string(row.arguments));
  if (n > row.max_arguments)
    return usage_error(std::string(row.name) + " does not take " + shown_text(arguments.positions_[row.max_arguments]) + ": novikoff " + std::string(row.name) +
                       ' ' + std::string(row.arguments));
  return arguments;
}

bool Arguments::given(std::string_view name) const noexcept {
  return std::any_of(values_.begin(), values_.end(), [name](const auto& value) { return value.first->name == name; });
}

std::optional<std::string> Arguments::text(std::string_view name) const {
  for (const auto& [row, value] : values_)
    if (row->name == name) return value;
  return std::nullopt;
}

std::optional<double> Arguments::number(std::string_view name) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  return *parse_number(*value, name);
}

std::optional<std::uint64_t> Arguments::count(std::string_view name) const {
  const auto value = text(name);
  return value ? parse_bytes(*value) : std::nullopt;
}

std::optional<std::pair<std::string, std::string>> Arguments::pair(std::string_view name) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  return *parse_pair(*value, name);
}

std::optional<std::pair<std::uint64_t, std::string>> Arguments::interval(std::string_view name) const {
  for (const auto& [row, value] : values_)
    if (row->name == name) return parse_interval(*row, value);
  return std::nullopt;
}

Result<std::vector<std::string>> parse_list(std::string_view text, std::string_view what) {
  std::vector<std::string> words;
  for (std::size_t at = 0;; ++at) {
    std::string word = listed_word(text, at);
    if (word.empty() || (at < text.size() && text[at] != ','))
      return usage_error(std::string(what) + " " + shown_text(text) + " is not names with commas between; a name that holds a comma stands in double quotes");
    if (std::find(words.begin(), words.end(), word) != words.end())
      return usage_error(std::string(what) + " " + shown_text(text) + " names " + word + " twice");
    words.push_back(std::move(word));
    if (at >= text.size()) return words;
  }
}

std::string list_text(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ',';
    if (word.find_first_of(",\"") == std::string::npos) {
      out += word;
      continue;
    }
    out += '"';
    for (const char c : word) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out;
}

Result<std::pair<std::string, std::string>> parse_pair(std::string_view text, std::string_view what) {
  std::size_t at = 0;
  std::pair<std::string, std::string> pair;
  pair.first = listed_word(text, at);
  const bool comma = at < text.size() && text[at] == ',';
  if (comma) pair.second = listed_word(text, ++at);
  if (!comma || at != text.size() || pair.first.empty() || pair.second.empty())
    return usage_error(std::string(what) + " " + shown_text(text) +
                       " is not two labels with a comma between; a label that holds a comma stands in double quotes");
  if (Label::of(pair.first).same_as(Label::of(pair.second))) return usage_error(std::string(what) + " " + shown_text(text) + ": the two labels are the same");
  return pair;
}

}  // namespace novikoff
