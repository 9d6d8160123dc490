#include "novikoff/run/json_writer.hpp"

#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>

namespace novikoff {
namespace {

// Length of the UTF-8 sequence that starts at `at`; 0 if none does. Table 3-7 of the Unicode standard.
std::size_t sequence_at(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t k) { return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U; };
  const auto continues = [&](std::size_t k) { return (byte(k) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0), second = byte(1);
  if (lead < 0x80U) return 1;
  if (lead < 0xC2U || lead > 0xF4U || !continues(1)) return 0;
  if (lead < 0xE0U) return 2;
  if (lead < 0xF0U) {
    const bool overlong = lead == 0xE0U && second < 0xA0U, surrogate = lead == 0xEDU && second > 0x9FU;
    return !overlong && !surrogate && continues(2) ? 3 : 0;
  }
  const bool overlong = lead == 0xF0U && second < 0x90U, beyond = lead == 0xF4U && second > 0x8FU;
  return !overlong && !beyond && continues(2) && continues(3) ? 4 : 0;
}

void append_control(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  switch (c) {
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[code >> 4U];
      out += kHex[code & 15U];
  }
}

void append_number(std::string& out, double v) {
  if (!std::isfinite(v))
    out += "null";
  else
    append_text(out, v == 0 ? 0.0 : v);
}

template <class T>
void append_integer(std::string& out, T v) {
  char text[24];
  out.append(text, std::to_chars(text, std::end(text), v).ptr);
}

}  // namespace

bool is_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_at(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_at(text, at);
    const char c = text[at];
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (length == 1 && static_cast<unsigned char>(c) < 0x20U) {
      append_control(out, c);
    } else {
      out += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  out += '"';
}

void JsonWriter::new_line() {
  out_ += '\n';
  out_.append(2 * (depth_ + frames_.size()), ' ');
}

void JsonWriter::before_value(bool container) {
  if (frames_.empty()) return;
  Frame& frame = frames_.back();
  assert(!frame.object || after_key_);
  if (frame.object) {
    after_key_ = false;
    return;
  }
  if (!frame.empty) out_ += ',';
  if (!frame.line && (container || frame.broken)) {
    frame.broken = true;
    new_line();
  } else if (!frame.empty) {
    out_ += ' ';
  }
  frame.empty = false;
}

void JsonWriter::begin(char bracket, bool object, Layout layout) {
  before_value(true);
  const bool line = layout == Layout::line || (!frames_.empty() && frames_.back().line);
  out_ += bracket;
  frames_.push_back({.object = object, .line = line});
}

void JsonWriter::end(char bracket) {
  assert(!frames_.empty() && frames_.back().object == (bracket == '}') && !after_key_);
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.broken) new_line();
  out_ += bracket;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  assert(!frames_.empty() && frames_.back().object && !after_key_);
  Frame& frame = frames_.back();
  if (!frame.empty) out_ += ',';
  if (!frame.line) {
    frame.broken = true;
    new_line();
  } else if (!frame.empty) {
    out_ += ' ';
  }
  frame.empty = false;
  append_json_string(out_, name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

void JsonWriter::value(std::nullptr_t) {
  before_value(false);
  out_ += "null";
}

void JsonWriter::value(bool v) {
  before_value(false);
  out_ += v ? "true" : "false";
}

void JsonWriter::value(double v) {
  before_value(false);
  append_number(out_, v);
}

void JsonWriter::pair(std::uint64_t first, double second) {
  before_value(true);
  out_ += '[';
  append_integer(out_, first);
  out_ += ", ";
  append_number(out_, second);
  out_ += ']';
}

void JsonWriter::value(std::string_view v) {
  before_value(false);
  append_json_string(out_, v);
}

void JsonWriter::write_unsigned(std::uint64_t v) {
  before_value(false);
  append_integer(out_, v);
}

void JsonWriter::write_signed(std::int64_t v) {
  before_value(false);
  append_integer(out_, v);
}

void JsonWriter::member(std::string_view name, const Scaled& v) {
  if (v.fits_double()) return key(name).value(v.to_double());
  key(name).value(nullptr);
  key(std::string(name) + "_log2").value(v.log2());
  if (v.sign() < 0) key(std::string(name) + "_sign").value(-1);
}

}  // namespace novikoff
