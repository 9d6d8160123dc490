// Inputs that can be read more than once.
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "novikoff/run/embedded.hpp"
#include "novikoff/run/exact_input.hpp"

namespace novikoff {
namespace {

// What a regular file is known by without reading it; nullopt for what is none.
using Identity = std::array<std::uint64_t, 5>;
std::optional<Identity> identity(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity{static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino), static_cast<std::uint64_t>(status.st_size),
                  static_cast<std::uint64_t>(status.st_mtim.tv_sec), static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
}

}  // namespace

std::optional<InputAgain> input_again(const std::vector<std::string>& inputs, const ReadOptions& reading, const std::atomic<bool>* interrupted) {
  std::vector<std::optional<Identity>> first;
  for (const std::string& input : inputs) {
    first.push_back(input == "-" || is_embedded(input) ? std::nullopt : identity(input));
    if (!first.back()) return std::nullopt;
  }
  InputAgain again;
  again.name = inputs.size() == 1 ? inputs.front() : std::string();
  again.unchanged = [inputs, first] {
    return std::equal(inputs.begin(), inputs.end(), first.begin(), [](const auto& input, const auto& then) { return identity(input) == then; });
  };
  again.open = [inputs, reading, interrupted](bool with_text, Labels& labels) {
    ReadOptions options = reading;
    if (!with_text) options.keep_text = options.decimals = false;
    return open_input(inputs, options, labels, interrupted);
  };
  return again;
}

}  // namespace novikoff
