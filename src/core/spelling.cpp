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

}  // namespace

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
