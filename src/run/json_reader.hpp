// JSON in: documents whose every member is known beforehand, read in order and checked on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/error.hpp"

namespace novikoff {

/// A JSON text cut into tokens. Costs 16 bytes a token and a copy of the strings; nothing is built as a tree.
class JsonTape {
 public:
  enum class Kind : std::uint8_t { null, boolean, whole, number, text, key, begin_object, end_object, begin_array, end_array };
  struct Token {
    Kind kind = Kind::null;
    std::uint32_t size = 0;  ///< of a text or key
    union {
      std::uint64_t whole = 0;  ///< whole, boolean; elements of an array; where a text begins
      double number;            ///< number: not a whole one, or negative
    };
  };

  /// Errors: `code` with line and column where `text` is no JSON, is nested deeper than a few levels, holds a number beyond double or
  /// anything after the value; memory_limit, before anything is allocated.
  static Result<JsonTape> parse(std::string_view text, const std::string& name, ErrorCode code, std::uint64_t memory);

  const std::vector<Token>& tokens() const noexcept { return tokens_; }
  std::string_view text(const Token& token) const noexcept { return std::string_view(texts_).substr(token.whole, token.size); }
  /// Bytes that parse(text) counts against its limit.
  static std::uint64_t memory(std::string_view text) noexcept;

 private:
  friend class TapeWriter;
  std::vector<Token> tokens_;
  std::string texts_;
};

/// Walks over a tape and says what must stand there. The first thing that does not is the error; from then on every call returns
/// a default at once, so that reading code needs no branches: it checks ok() where it loops or allocates, and at the end.
class JsonReader {
 public:
  JsonReader(const JsonTape& tape, std::string name, ErrorCode code) : tape_(&tape), name_(std::move(name)), code_(code) {}

  bool ok() const noexcept { return ok_; }
  const ErrorInfo& error() const noexcept { return error_; }
  /// Makes `message` about the value last looked at the error, unless there is one.
  void fail(const std::string& message) { fail(code_, message); }
  void fail(ErrorCode code, const std::string& message);

  /// The next member's name must be `name`. Returns *this.
  JsonReader& at(std::string_view name);
  /// The next value is element `i` of the array that is open.
  JsonReader& element(std::uint64_t i);

  bool null();                          ///< Takes a null if one is next.
  bool next_is_object();                ///< Looks only.
  bool next_is(std::string_view name);  ///< Looks only: the next member has that name.
  void begin_object();
  void end_object();
  std::uint64_t begin_array();           ///< The number of elements.
  void begin_array_of(std::uint64_t n);  ///< With exactly n elements.
  void end_array();
  bool boolean();
  std::uint64_t whole(std::uint64_t limit = ~std::uint64_t{0});  ///< A whole number ≤ limit.
  double number();                                               ///< A finite number.
  std::string_view text();

  /// To look at tokens twice: where the reader is, and back.
  std::size_t position() const noexcept { return next_; }
  void rewind(std::size_t position) noexcept { next_ = ok_ ? position : next_; }

 private:
  struct Level {
    bool array = false;
    std::string_view key;
    std::uint64_t index = 0;
  };
  JsonTape::Kind peek() const noexcept;
  const JsonTape::Token* take(JsonTape::Kind kind, const char* what);
  std::string path() const;

  const JsonTape* tape_;
  std::string name_;
  ErrorCode code_;
  std::size_t next_ = 0;
  std::vector<Level> path_;
  bool ok_ = true;
  ErrorInfo error_;
};

/// `text` as a JSON string, shortened, for messages.
std::string quoted_for_message(std::string_view text);

}  // namespace novikoff
