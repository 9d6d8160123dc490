// What both readers say about tokens, and how they say it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::text {

/// `token` in quotes for a message: cut after 40 bytes, control bytes and what is not UTF-8 as \xNN.
std::string in_quotes(std::string_view token);

/// The byte-order mark of UTF-8, skipped at the start of a file.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// A fault whose place is a byte offset in its line or record; the reader adds file and line.
struct Fault {
  ErrorCode code = ErrorCode::internal;
  std::size_t offset = 0;
  std::string message;
  std::string hint = {};
};

/// Why `token` is no number that may stand here.
enum class Verdict { number, malformed, not_finite, out_of_range, too_long };

/// Reads a token that should be a number of the grammar, exactly and without hurry. With decimals asked for, out_of_range
/// does not occur, and too_long says that the exact decimal would have more than 4,096 digits or such an exponent.
Verdict read_number(std::string_view token, bool decimals, double& value);

/// The fault of a value token that read_number refused. `what` names it in the message: `value` or `value in column "a"`.
Fault value_fault(Verdict verdict, std::string_view token, std::size_t offset, const std::string& what);

/// A label that is a number of the grammar, but not one that can be compared exactly.
bool label_too_long(std::string_view token);

/// nan, inf and infinity in any case, with or without a sign.
bool spells_nan(std::string_view token) noexcept;
bool spells_infinity(std::string_view token) noexcept;
bool equal_ignoring_case(std::string_view a, std::string_view lower) noexcept;

/// The error of a fault in `line` (the physical line that holds it), whose first byte has column 1.
ErrorInfo error_at(const Fault& fault, const std::string& file, std::uint64_t line_number, std::string_view line);

/// The longest line or record that `memory` allows: the parsed row and the growth of the buffers must fit beside it.
std::size_t longest_line(std::uint64_t memory) noexcept;

}  // namespace novikoff::text
