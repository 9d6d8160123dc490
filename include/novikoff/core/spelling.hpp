// Which of the words that there are was meant, and how a word is shown so that no other looks the same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace novikoff {

/// The only candidate that begins with `word`, from three letters on; else the nearest by edit distance (insert, delete, replace, swap of
/// neighbours), if near enough to be meant. Capitals are small letters here.
std::optional<std::string> did_you_mean(std::string_view word, std::span<const std::string> candidates);

/// `word` in quotes, of a long one the beginning: what nobody sees in it (control characters, blanks other than a space, marks without width) as \xNN, byte by
/// byte.
std::string in_visible_quotes(std::string_view word);

/// `word` as it is, if all of it can be seen; else, with white space in it or empty, in_visible_quotes().
std::string visible(std::string_view word);

/// "capital letters", "white space", or both, if two words that are not the same differ in nothing else, in ASCII letters and in what nobody sees; else "".
std::string_view only_difference(std::string_view one, std::string_view two);

}  // namespace novikoff
