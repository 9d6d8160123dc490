#include "run/json_reader.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "novikoff/run/json_writer.hpp"

namespace novikoff {
namespace {

using TapeKind = JsonTape::Kind;
constexpr std::size_t kDepth = 16;

ErrorInfo at_byte(std::string_view text, std::size_t byte, const std::string& name, ErrorCode code, std::string message) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  return {code, std::move(message), {name, line, before.size() - line_start + 1}, {}, {}};
}

// Correctly rounded whatever the locale. The library writes the locale's decimal point into the text it hands over.
std::optional<double> to_double(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return (c < '0' || c > '9') && c != '+' && c != '-' && c != 'e' && c != 'E'; }, '.');
  double value = 0;
  const auto result = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ptr != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

const char* name_of(TapeKind kind) {
  switch (kind) {
    case TapeKind::null:
      return "null";
    case TapeKind::boolean:
      return "true or false";
    case TapeKind::whole:
      return "a whole number";
    case TapeKind::number:
      return "a number";
    case TapeKind::text:
      return "a string";
    case TapeKind::key:
      return "a key";
    case TapeKind::begin_object:
      return "an object";
    case TapeKind::begin_array:
      return "a list";
    case TapeKind::end_object:
    case TapeKind::end_array:
      break;
  }
  return "nothing";
}

}  // namespace

std::string quoted_for_message(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string out;
  append_json_string(out, text.substr(0, kShown));
  return text.size() > kShown ? out + "…" : out;
}

// Receives nlohmann::json's SAX events.
class TapeWriter {
 public:
  explicit TapeWriter(JsonTape& tape) : tape_(tape) {}

  bool null() { return put(TapeKind::null); }
  bool boolean(bool v) { return put(TapeKind::boolean, v ? 1 : 0); }
  bool number_unsigned(std::uint64_t v) { return put(TapeKind::whole, v); }
  bool number_integer(std::int64_t v) { return put_number(static_cast<double>(v)); }
  bool number_float(double, const std::string& text) {
    const std::optional<double> value = to_double(text);
    if (!value) return refuse("a number that no double holds");
    return put_number(*value);
  }
  bool string(const std::string& v) { return put_text(TapeKind::text, v); }
  bool key(const std::string& v) { return put_text(TapeKind::key, v); }
  template <class Binary>
  bool binary(const Binary&) {
    return refuse("binary data");
  }
  bool start_object(std::size_t) { return open(TapeKind::begin_object); }
  bool start_array(std::size_t) { return open(TapeKind::begin_array); }
  bool end_object() { return close(TapeKind::end_object); }
  bool end_array() { return close(TapeKind::end_array); }
  template <class Exception>
  bool parse_error(std::size_t byte, const std::string&, const Exception& why) {
    constexpr int kNumberOverflow = 406;
    byte_ = byte == 0 ? 0 : byte - 1;
    return refuse(why.id == kNumberOverflow ? "a number that no double holds" : "this is no JSON");
  }

  const std::string& message() const noexcept { return message_; }
  std::size_t byte() const noexcept { return byte_; }

 private:
  bool put(TapeKind kind, std::uint64_t whole = 0) {
    if (!open_.empty() && kind != TapeKind::key && kind != TapeKind::end_array && kind != TapeKind::end_object) ++tape_.tokens_[open_.back()].whole;
    tape_.tokens_.push_back({.kind = kind, .whole = whole});
    return true;
  }
  bool put_number(double v) {
    put(TapeKind::number);
    tape_.tokens_.back().number = v;
    return true;
  }
  bool put_text(TapeKind kind, const std::string& v) {
    if (v.size() > ~std::uint32_t{0}) return refuse("a string longer than 4 GiB");
    put(kind, tape_.texts_.size());
    tape_.tokens_.back().size = static_cast<std::uint32_t>(v.size());
    tape_.texts_ += v;
    return true;
  }
  bool open(TapeKind kind) {
    if (open_.size() == kDepth) return refuse("objects and lists are nested too deeply");
    put(kind);
    open_.push_back(tape_.tokens_.size() - 1);
    return true;
  }
  bool close(TapeKind kind) {
    open_.pop_back();
    return put(kind);
  }
  bool refuse(std::string message) {
    message_ = std::move(message);
    return false;
  }

  JsonTape& tape_;
  std::vector<std::size_t> open_;  // tokens that began what is still open
  std::string message_;
  std::size_t byte_ = ~std::size_t{0};
};

namespace {

// At most this many tokens stand in `text`: each scalar or key is followed by one of , : ] }.
std::uint64_t token_bound(std::string_view text) noexcept {
  std::uint64_t bound = 1;
  for (const char c : text) bound += c == ']' || c == '}' ? 2U : c == ',' || c == ':' || c == '[' || c == '{' ? 1U : 0U;
  return bound;
}

}  // namespace

std::uint64_t JsonTape::memory(std::string_view text) noexcept {
  // The text itself, its strings once in the library and once here, and room for these to grow.
  return 4 * std::uint64_t{text.size()} + sizeof(Token) * token_bound(text);
}

Result<JsonTape> JsonTape::parse(std::string_view text, const std::string& name, ErrorCode code, std::uint64_t memory_limit) {
  if (const std::uint64_t needed = memory(text); needed > memory_limit)
    return ErrorInfo{ErrorCode::memory_limit, "reading this file needs " + std::to_string(needed) + " bytes", {name}, "raise --memory", {}};
  // The library takes a NUL for the end.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) return at_byte(text, nul, name, code, "a NUL byte");
  JsonTape tape;
  tape.tokens_.reserve(token_bound(text));
  TapeWriter writer(tape);
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &writer)) return tape;
  if (writer.byte() > text.size()) return ErrorInfo{code, writer.message(), {name}, {}, {}};
  return at_byte(text, writer.byte(), name, code, writer.message());
}

void JsonReader::fail(ErrorCode code, const std::string& message) {
  if (!ok_) return;
  ok_ = false;
  const std::string where = path();
  error_ = {code, where.empty() ? message : where + ": " + message, {name_}, {}, {}};
}

std::string JsonReader::path() const {
  std::string out;
  for (const Level& level : path_) {
    if (level.array) {
      out += '[' + std::to_string(level.index) + ']';
    } else if (!level.key.empty()) {
      if (!out.empty()) out += '.';
      out += level.key;
    }
  }
  return out;
}

TapeKind JsonReader::peek() const noexcept { return ok_ && next_ < tape_->tokens().size() ? tape_->tokens()[next_].kind : TapeKind::null; }

const JsonTape::Token* JsonReader::take(TapeKind kind, const char* what) {
  if (!ok_) return nullptr;
  if (next_ == tape_->tokens().size() || peek() != kind) {
    fail(std::string(name_of(next_ == tape_->tokens().size() ? TapeKind::end_object : peek())) + " where " + what + " is expected");
    return nullptr;
  }
  return &tape_->tokens()[next_++];
}

JsonReader& JsonReader::at(std::string_view name) {
  if (!ok_) return *this;
  path_.back().key = {};
  if (peek() != TapeKind::key) {
    fail("the key \"" + std::string(name) + "\" is missing");
  } else if (const std::string_view found = tape_->text(tape_->tokens()[next_]); found != name) {
    fail("the key " + quoted_for_message(found) + " where \"" + std::string(name) + "\" is expected");
  } else {
    ++next_;
    path_.back().key = name;
  }
  return *this;
}

JsonReader& JsonReader::element(std::uint64_t i) {
  if (ok_) path_.back().index = i;
  return *this;
}

bool JsonReader::null() {
  const bool is_null = ok_ && next_ < tape_->tokens().size() && peek() == TapeKind::null;
  if (is_null) ++next_;
  return is_null;
}

bool JsonReader::next_is_object() { return peek() == TapeKind::begin_object; }
bool JsonReader::next_is(std::string_view name) { return peek() == TapeKind::key && tape_->text(tape_->tokens()[next_]) == name; }

void JsonReader::begin_object() {
  if (take(TapeKind::begin_object, "an object") != nullptr) path_.push_back({});
}

void JsonReader::end_object() {
  if (!ok_) return;
  path_.back().key = {};
  if (peek() == TapeKind::key) return fail("the key " + quoted_for_message(tape_->text(tape_->tokens()[next_])) + " is not known or stands twice");
  if (take(TapeKind::end_object, "the end of the object") != nullptr) path_.pop_back();
}

std::uint64_t JsonReader::begin_array() {
  const JsonTape::Token* token = take(TapeKind::begin_array, "a list");
  if (token == nullptr) return 0;
  path_.push_back({true, {}, 0});
  return token->whole;
}

void JsonReader::begin_array_of(std::uint64_t n) {
  const JsonTape::Token* token = take(TapeKind::begin_array, "a list");
  if (token == nullptr) return;
  if (token->whole != n) return fail("a list of " + std::to_string(token->whole) + " where one of " + std::to_string(n) + " is expected");
  path_.push_back({true, {}, 0});
}

void JsonReader::end_array() {
  if (take(TapeKind::end_array, "the end of the list") != nullptr) path_.pop_back();
}

bool JsonReader::boolean() {
  const JsonTape::Token* token = take(TapeKind::boolean, "true or false");
  return token != nullptr && token->whole != 0;
}

std::uint64_t JsonReader::whole(std::uint64_t limit) {
  const JsonTape::Token* token = take(TapeKind::whole, "a whole number of digits only");
  if (token == nullptr) return 0;
  if (token->whole <= limit) return token->whole;
  fail(std::to_string(token->whole) + " is above the largest allowed, " + std::to_string(limit));
  return 0;
}

double JsonReader::number() {
  // A whole number is rounded to the nearest double, as its decimal would be.
  if (peek() == TapeKind::whole) return static_cast<double>(take(TapeKind::whole, "a number")->whole);
  const JsonTape::Token* token = take(TapeKind::number, "a number");
  return token == nullptr ? 0 : token->number;
}

std::string_view JsonReader::text() {
  const JsonTape::Token* token = take(TapeKind::text, "a string");
  return token == nullptr ? std::string_view() : tape_->text(*token);
}

}  // namespace novikoff
