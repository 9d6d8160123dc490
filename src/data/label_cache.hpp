// Labels known to be good, so that most rows need no look into Labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "novikoff/core/label.hpp"

namespace novikoff::text {

class LabelCache {
 public:
  /// Behind the label that `p` starts with, if it is one of the two remembered last and `ends` holds for the byte behind it; else null.
  /// Reads no further than the first byte that differs.
  template <class Ends>
  const char* match(const char* p, std::int32_t& id, Ends ends) const noexcept {
    for (const Entry& entry : entries_) {
      std::size_t i = 0;
      while (i < entry.size && p[i] == entry.text[i]) ++i;
      if (i == 0 || i < entry.size || !ends(p[i])) continue;
      id = entry.id;
      return p + i;
    }
    return nullptr;
  }

  /// Whether that was new.
  bool remember(std::string_view text, std::int32_t id) noexcept {
    if (text.empty() || text.size() > kLongest) return false;
    for (const Entry& entry : entries_)
      if (std::string_view(entry.text, entry.size) == text) return false;
    newest_ = 1 - newest_;
    Entry& entry = entries_[newest_];
    std::memcpy(entry.text, text.data(), text.size());
    entry.size = text.size();
    entry.id = id;
    return true;
  }

 private:
  static constexpr std::size_t kLongest = 15;
  struct Entry {
    char text[kLongest + 1] = {};
    std::size_t size = 0;
    std::int32_t id = Labels::kNone;
  };
  Entry entries_[2];
  std::size_t newest_ = 0;
};

}  // namespace novikoff::text
