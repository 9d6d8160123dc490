// Files by whatever names.
#pragma once

#include <string>

namespace novikoff {

/// One regular file, by whatever names. What does not exist yet, or is a pipe or a terminal, is nothing to lose.
bool same_file(const std::string& one, const std::string& two);

}  // namespace novikoff
