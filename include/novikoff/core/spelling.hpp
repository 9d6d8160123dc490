// Which of the words that there are was meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace novikoff {

/// The only candidate that begins with `word`, from three letters on; else the nearest by edit distance (insert, delete, replace, swap of
/// neighbours), if near enough to be meant. Capitals are small letters here.
std::optional<std::string> did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace novikoff
