// The options as a JSON schema: one definition an option, one a command.
#include <ostream>

#include "docs.hpp"
#include "novikoff/run/json_writer.hpp"

namespace novikoff::docs {
namespace {

using Layout = JsonWriter::Layout;
constexpr double kNoLowEnd = -1e308, kAnyCount = 18446744073709551615.0;

std::string_view kind_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::flag:
      return "flag";
    case ValueKind::choice:
      return "choice";
    case ValueKind::number:
      return "number";
    case ValueKind::count:
      return "count";
    case ValueKind::bytes:
      return "bytes";
    case ValueKind::pair:
      return "pair";
    case ValueKind::character:
      return "character";
    case ValueKind::interval:
      return "interval";
    case ValueKind::file:
      return "file";
    case ValueKind::text:
      return "text";
  }
  return {};
}

void strings(JsonWriter& json, std::string_view key, const std::vector<std::string>& words) {
  json.key(key).begin_array(Layout::line);
  for (const std::string& word : words) json.value(word);
  json.end_array();
}

void range(JsonWriter& json, const OptionRow& row) {
  if (row.low > kNoLowEnd) json.member(row.low_excluded ? "exclusiveMinimum" : "minimum", row.low);
  if (row.kind == ValueKind::count) json.member("maximum", row.high >= kAnyCount ? ~std::uint64_t{0} : static_cast<std::uint64_t>(row.high));
}

void type(JsonWriter& json, const OptionRow& row) {
  switch (row.kind) {
    case ValueKind::flag:
      return json.member("type", "boolean");
    case ValueKind::choice:
      return strings(json, "enum", words_of(row));
    case ValueKind::number:
      json.member("type", "number");
      return range(json, row);
    case ValueKind::count:
      json.member("type", "integer");
      return range(json, row);
    case ValueKind::bytes:
      json.member("type", "string");
      return json.member("pattern", "^[0-9]+[KMGkmg]?$");
    case ValueKind::interval:
      json.member("type", "string");
      return json.member("pattern", "^[0-9]+(" + std::string(row.values) + ")$");
    case ValueKind::pair:
    case ValueKind::character:
    case ValueKind::file:
    case ValueKind::text:
      json.member("type", "string");
      return json.member("minLength", 1);
  }
}

// Two commands may have options of one name that take other values; the later ones are told apart by the command: --margin@certify.
std::string definition_name(const OptionRow& row) {
  for (const OptionRow& other : option_rows()) {
    if (&other == &row) break;
    if (other.name == row.name) return std::string(row.name) + '@' + commands_of(row).front();
  }
  return std::string(row.name);
}

void option(JsonWriter& json, const OptionRow& row) {
  json.key(definition_name(row)).begin_object();
  type(json, row);
  json.member("description", row.meaning);
  json.member("x-kind", kind_name(row.kind));
  if (!row.letter.empty()) json.member("x-letter", row.letter);
  if (!row.metavar.empty()) json.member("x-value", row.metavar);
  if (!row.fallback.empty()) json.member("x-default", row.fallback);
  if (!row.source.empty()) json.member("x-source", row.source);
  json.member("x-group", row.group);
  strings(json, "x-commands", commands_of(row));
  json.end_object();
}

void command(JsonWriter& json, const CommandRow& row) {
  json.key(row.name).begin_object();
  json.member("type", "object");
  json.member("description", row.summary);
  json.member("x-usage", "novikoff " + std::string(row.name) + " " + std::string(row.arguments));
  json.key("properties").begin_object();
  for (const OptionRow& taken : option_rows()) {
    if (!taken.taken_by(row.command)) continue;
    json.key(taken.name).begin_object(Layout::line);
    json.member("$ref", "#/$defs/options/" + definition_name(taken));
    json.end_object();
  }
  json.end_object();
  json.member("additionalProperties", false);
  json.end_object();
}

}  // namespace

void print_schema(std::ostream& out) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.member("title", "Options of novikoff");
  json.member("description", "One object a command, its options by name. Keys that begin with x- tell more than JSON Schema has words for.");
  json.key("properties").begin_object();
  for (const CommandRow& row : command_rows()) command(json, row);
  json.end_object();
  json.member("additionalProperties", false);
  json.key("$defs").begin_object();
  json.key("options").begin_object();
  for (const OptionRow& row : option_rows()) option(json, row);
  json.end_object();
  json.end_object();
  json.end_object();
  out << text << '\n';
}

}  // namespace novikoff::docs
