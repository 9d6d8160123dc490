#include "novikoff/core/spelling.hpp"

#include <algorithm>
#include <vector>

namespace novikoff {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Insertions, deletions, replacements and swaps of neighbours that make one word of the other: the classic table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

std::optional<std::string> only_one_that_begins(std::string_view word, std::span<const std::string> candidates) {
  std::optional<std::string> found;
  for (const std::string& candidate : candidates) {
    if (!lower(candidate).starts_with(word)) continue;
    if (found) return std::nullopt;
    found = candidate;
  }
  return found;
}

// Unicode's blanks and marks without width, in UTF-8. ASCII's are told by their numbers.
constexpr std::string_view kUnseen[] = {
    "\xC2\xA0",      // no-break space
    "\xC2\xAD",      // soft hyphen
    "\xE1\x9A\x80",  // ogham space
    "\xE2\x80\xAF",  // narrow no-break space
    "\xE2\x81\x9F",  // mathematical space
    "\xE3\x80\x80",  // ideographic space
    "\xEF\xBB\xBF",  // byte-order mark
};

// The length of the character at the front of `text` that nobody sees, a space included; 0 of any other.
std::size_t unseen(std::string_view text) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  if (byte(0) <= 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;  // control characters
  for (const std::string_view character : kUnseen)
    if (text.starts_with(character)) return character.size();
  if (byte(0) != 0xE2) return 0;
  const bool spaces_and_marks = byte(1) == 0x80 && byte(2) >= 0x80 && byte(2) <= 0x8F;  // U+2000 … U+200F
  const bool separators = byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE;        // U+2028 … U+202E
  const bool joiners = byte(1) == 0x81 && byte(2) >= 0xA0 && byte(2) <= 0xAF;           // U+2060 … U+206F
  return spaces_and_marks || separators || joiners ? 3 : 0;
}

std::string seen_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = unseen(text);
    if (size == 0) out += text.front();
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

// Where the first `most` bytes of `text` end, or a little earlier, so that no UTF-8 character is cut.
std::size_t cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  std::size_t end = most;
  while (end > 0 && most - end < 3 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return end;
}

}  // namespace

std::string in_visible_quotes(std::string_view word) {
  constexpr std::size_t kShown = 40;  // a message stays a line, whatever the file holds
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  std::string_view left = word.substr(0, cut(word, kShown));
  const bool whole = left.size() == word.size();
  while (!left.empty()) {
    const std::size_t size = std::max<std::size_t>(unseen(left), 1);
    const bool shown = left.front() == ' ' || unseen(left) == 0;
    for (const char c : left.substr(0, size))
      out += shown ? std::string(1, c) : std::string("\\x") + kHex[static_cast<unsigned char>(c) >> 4U] + kHex[static_cast<unsigned char>(c) & 15U];
    left.remove_prefix(size);
  }
  return out + (whole ? "\"" : "…\"");
}

std::string visible(std::string_view word) {
  const bool all_seen = !word.empty() && seen_of(word).size() == word.size();
  return all_seen ? std::string(word) : in_visible_quotes(word);
}

std::string_view only_difference(std::string_view one, std::string_view two) {
  if (one == two) return {};
  if (lower(one) == lower(two)) return "capital letters";
  const std::string first = seen_of(one), second = seen_of(two);
  if (first == second) return "white space";
  return lower(first) == lower(second) ? "capital letters and white space" : std::string_view();
}

std::optional<std::string> did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kLongestSlip = 200;  // beyond, words are no words, and the table of distances is large
  if (word.size() > kLongestSlip) return std::nullopt;
  const std::string asked = lower(word);
  // Beyond a third of the letters it is a guess, not a slip.
  const std::size_t letters = asked.size() - std::min(asked.find_first_not_of("-@"), asked.size());
  std::size_t least = std::max<std::size_t>(1, letters / 3) + 1;
  constexpr std::size_t kBeginning = 3;  // fewer letters begin too many words
  std::optional<std::string> best = letters < kBeginning ? std::nullopt : only_one_that_begins(asked, candidates);
  if (best) return best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestSlip) continue;
    const std::size_t distance = edit_distance(asked, lower(candidate));
    if (distance < least && distance < asked.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace novikoff
