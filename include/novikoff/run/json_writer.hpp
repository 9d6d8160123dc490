// JSON out: models, reports. Valid and the same bytes everywhere, whatever is put in.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/number.hpp"

namespace novikoff {

/// Whether `text` is UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
bool is_utf8(std::string_view text) noexcept;

/// Appends `text` as a JSON string, quotes included. `"`, `\` and control characters are escaped, the rest stays as it is;
/// each byte that is no part of UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Writes one JSON value into a string, as it comes.
///
/// Layout: members of an object stand on a line each, indented by two blanks. Elements of an array stand on one line, except those
/// that are arrays or objects themselves: a line each. Inside a container begun with Layout::line everything stays on one line.
/// Numbers: doubles in their shortest round-trip form (core to_text), −0 as 0, a nan or infinity as null; integers in full.
/// Requires calls that make one well-formed value (asserted).
class JsonWriter {
 public:
  enum class Layout { lines, line };

  /// Appends to `out`, which must outlive the writer. `depth`: levels of indentation that the surroundings already have.
  explicit JsonWriter(std::string& out, std::size_t depth = 0) : out_(out), depth_(depth) {}

  void begin_object(Layout layout = Layout::lines) { begin('{', true, layout); }
  void end_object() { end('}'); }
  void begin_array(Layout layout = Layout::lines) { begin('[', false, layout); }
  void end_array() { end(']'); }

  /// The name of the next value. Returns *this, so that json.key("seen").value(3) reads as it writes.
  JsonWriter& key(std::string_view name);

  void value(std::nullptr_t);
  void value(bool v);
  void value(double v);
  void value(std::string_view v);
  void value(const char* v) { value(std::string_view(v)); }
  void value(const std::string& v) { value(std::string_view(v)); }
  template <std::unsigned_integral T>
  void value(T v) {
    write_unsigned(v);
  }
  template <std::signed_integral T>
  void value(T v) {
    write_signed(v);
  }
  template <class T>
  void value(const std::optional<T>& v) {
    v ? value(*v) : value(nullptr);
  }

  /// The array [first, second], on one line.
  void pair(std::uint64_t first, double second);

  template <class T>
  void member(std::string_view name, const T& v) {
    key(name).value(v);
  }
  /// A number that a double may not hold: then null, followed by "<name>_log2" = log2|v| and, for v < 0, "<name>_sign" = -1.
  void member(std::string_view name, const Scaled& v);

 private:
  struct Frame {
    bool object = false, line = false;
    bool empty = true, broken = false;  // broken: an element stands on a line of its own
  };
  void begin(char bracket, bool object, Layout layout);
  void end(char bracket);
  void before_value(bool container);
  void new_line();
  void write_unsigned(std::uint64_t v);
  void write_signed(std::int64_t v);

  std::string& out_;
  std::size_t depth_;
  std::vector<Frame> frames_;
  bool after_key_ = false;
};

}  // namespace novikoff
