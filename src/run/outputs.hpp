// Files by whatever names.
#pragma once

#include <string>

namespace novikoff {

/// One regular file, by whatever names. What does not exist yet, or is a pipe or a terminal, is nothing to lose.
bool same_file(const std::string& one, const std::string& two);

/// What the program itself wrote into a file, by its first bytes: "model", "certificate", "cache"; "" for all else. Pipes are not looked into: what is read of
/// them is gone.
std::string noun_of(const std::string& path);

}  // namespace novikoff
