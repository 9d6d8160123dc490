// Errors as a compiler shows them.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff {
namespace {

// One piece of a line as it is shown: the bytes it stands for begin at `at`, and it takes `columns` on a terminal.
struct Piece {
  std::size_t at;
  std::string text;
  std::size_t columns;
};

std::vector<Piece> pieces_of(std::string_view line) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < line.size();) {
    const auto byte = static_cast<unsigned char>(line[at]);
    std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    if (at + length > line.size() || !is_utf8(line.substr(at, length))) length = 1;
    const bool plain = (byte >= 0x20 && byte != 0x7F && byte < 0x80) || length > 1;
    if (byte == '\t')
      pieces.push_back({at, " ", 1});
    else if (plain)
      pieces.push_back({at, std::string(line.substr(at, length)), 1});
    else
      pieces.push_back({at, fmt::format("\\x{:02x}", byte), 4});
    at += length;
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

std::string show_error(const ErrorInfo& error) {
  std::string out = (error.where.file.empty() ? "novikoff: " : "") + to_string(error);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
  out += '\n';
  if (error.code == ErrorCode::usage) return out;
  if (!error.source_line.empty()) out += excerpt(error.source_line, error.where.column);
  const std::string hint = error.hint.empty() ? after_colon(describe(error.code).remedy) : error.hint;
  if (!hint.empty()) out += "hint: " + hint + '\n';
  return out;
}

}  // namespace novikoff
