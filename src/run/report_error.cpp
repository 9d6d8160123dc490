// Errors as a compiler shows them.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff {
namespace {

// A character (whole, as UTF-8) that a terminal would obey instead of showing: control characters, and marks that turn the text around.
bool obeyed(std::string_view character) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(character[k]); };
  if (character.size() == 1) return byte(0) < 0x20 || byte(0) >= 0x7F;
  if (character.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;  // U+0080 … U+009F
  if (character.size() != 3 || byte(0) != 0xE2) return false;
  return (byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xA8 && byte(2) <= 0xAE))) ||  // marks, separators, embeddings
         (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);                                              // isolates
}

// The character that begins at `at`: its bytes, or one byte if they are no UTF-8.
std::string_view character_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  if (at + length > text.size() || !is_utf8(text.substr(at, length))) return text.substr(at, 1);
  return text.substr(at, length);
}

std::string escaped(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return out;
}

// One piece of a line as it is shown: the bytes it stands for begin at `at`, and it takes `columns` on a terminal.
struct Piece {
  std::size_t at;
  std::string text;
  std::size_t columns;
};

std::vector<Piece> pieces_of(std::string_view line) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view character = character_at(line, at);
    if (character == "\t")
      pieces.push_back({at, " ", 1});
    else if (!obeyed(character))
      pieces.push_back({at, std::string(character), 1});
    else
      pieces.push_back({at, escaped(character), 4 * character.size()});
    at += character.size();
  }
  return pieces;
}

// The line and, under it, a caret at byte column `column` (from 1); of a long line the part around it.
std::string excerpt(std::string_view line, std::uint64_t column) {
  constexpr std::size_t kBefore = 60, kShown = 100;
  const std::vector<Piece> pieces = pieces_of(line);
  std::size_t caret = 0;
  while (caret < pieces.size() && pieces[caret].at + 1 < column && (caret + 1 == pieces.size() || pieces[caret + 1].at + 1 <= column)) ++caret;
  if (column > line.size()) caret = pieces.size();
  const std::size_t begin = caret > kBefore ? caret - kBefore : 0;
  const std::size_t end = std::min(pieces.size(), begin + kShown);
  std::string text = begin > 0 ? "  …" : "  ", under(begin > 0 ? 3 : 2, ' ');
  for (std::size_t i = begin; i < end; ++i) {
    text += pieces[i].text;
    if (i < caret) under.append(pieces[i].columns, ' ');
  }
  return text + (end < pieces.size() ? "…\n" : "\n") + (column > 0 ? under + "^\n" : "");
}

// A sentence of the table as it stands behind "hint: ".
std::string after_colon(std::string_view sentence) {
  std::string out(sentence);
  if (out.size() > 1 && out[0] >= 'A' && out[0] <= 'Z' && out[1] >= 'a') out[0] = static_cast<char>(out[0] - 'A' + 'a');
  if (!out.empty() && out.back() == '.') out.pop_back();
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = character_at(text, at);
    out += character == "\n" || !obeyed(character) ? std::string(character) : escaped(character);
    at += character.size();
  }
  return out;
}

std::string show_error(const ErrorInfo& error) {
  std::string message = to_string(error);
  std::replace(message.begin(), message.end(), '\n', '?');
  std::string out = (error.where.file.empty() ? "novikoff: " : "") + printable(message);
  out += '\n';
  if (error.code == ErrorCode::usage) return out;
  if (!error.source_line.empty()) out += excerpt(error.source_line, error.where.column);
  const std::string hint = error.hint.empty() ? after_colon(describe(error.code).remedy) : error.hint;
  if (!hint.empty()) out += "hint: " + hint + '\n';
  return out;
}

}  // namespace novikoff
