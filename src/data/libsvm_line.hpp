// One line of LIBSVM text, judged token by token: the plain twin of the fast path, and the source of every error message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "novikoff/core/label.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/source.hpp"
#include "text.hpp"

namespace novikoff::text {

class LibsvmLine {
 public:
  LibsvmLine(const ReadOptions& options, Labels& labels, Block& block);

  enum class Kind { row, nothing };
  /// Parses `line` from byte `start` on (behind a byte-order mark), without its line end. A row is added to the block at
  /// `place`; after a fault the block is as it was. The fault is the leftmost one of the line.
  std::optional<Fault> parse(std::string_view line, std::size_t start, RowPlace place);

  /// Of the last line parsed:
  Kind kind() const noexcept { return kind_; }
  std::uint64_t n_features() const noexcept { return n_features_; }     ///< largest index + 1, 0-based
  std::string_view label_text() const noexcept { return label_text_; }  ///< empty for a row without label
  std::int32_t label() const noexcept { return label_; }

 private:
  struct Token {
    std::string_view text;
    std::size_t offset = 0;
  };
  struct Seen {
    std::uint32_t index;
    std::size_t offset;  // of the token
  };
  Token next_token(std::string_view line, std::size_t& at) const noexcept;
  std::optional<Fault> read_row(std::string_view line, std::size_t at);
  std::optional<Fault> read_label(const Token& token);
  std::optional<Fault> read_pair(const Token& token);
  std::optional<Fault> read_index(std::string_view text, std::size_t offset, std::uint32_t& index) const;
  std::optional<Fault> repeated_index(std::string_view line) const;

  const ReadOptions& options_;
  Labels& labels_;
  Block& block_;
  std::vector<Seen> seen_;
  Kind kind_ = Kind::nothing;
  std::int32_t label_ = Labels::kNone;
  std::string_view label_text_;
  std::uint64_t n_features_ = 0;
};

}  // namespace novikoff::text
