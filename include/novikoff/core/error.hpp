// What can go wrong, said once: codes, places, and a value-or-error for code that does not throw.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace novikoff {

/// Every failure the project can report. The name, meaning and remedy of each stand in error_descriptions().
enum class ErrorCode {
  usage,
  // labels
  label_missing,
  label_invalid,
  label_not_finite,
  label_unknown,
  several_labels,
  third_label,
  one_label,
  labels_ambiguous,
  // numbers and indices
  colon_missing,
  value_missing,
  value_invalid,
  value_not_finite,
  number_out_of_range,
  index_invalid,
  index_zero,
  index_too_large,
  duplicate_index,
  unseen_index,
  index_base_mismatch,
  // text
  nul_byte,
  stray_carriage_return,
  no_rows,
  memory_limit,
  compressed_data_invalid,
  // CSV
  field_count,
  cell_missing,
  quote_not_closed,
  quote_invalid,
  header_invalid,
  column_unknown,
  column_missing,
  label_column_needed,
  // learning
  score_not_representable,
  weights_overflow,
  kernel_not_representable,
  kernel_not_defined,
  kernel_not_symmetric,
  kernel_not_semidefinite,
  // models, certificates and caches
  model_invalid,
  model_version_newer,
  model_not_resumable,
  certificate_invalid,
  certificate_version_newer,
  cache_invalid,
  cache_version_newer,
  cache_stale,
  checksum_mismatch,
  // the world outside
  cannot_open,
  read_failed,
  write_failed,
  internal,
};

/// What the program's exit code is when an error of this class ends it.
enum class ErrorClass : int { usage = 2, bad_data = 3, io = 4, internal = 5 };

/// One row of the table that docs/errors.md, the messages and the exit codes are made from.
struct ErrorDescription {
  ErrorCode code;
  std::string_view name;     ///< as printed in brackets at the end of a message
  ErrorClass error_class;    ///< decides the exit code
  std::string_view meaning;  ///< what happened, one sentence
  std::string_view remedy;   ///< what to do, one sentence
};

/// The whole table, in the order of ErrorCode.
std::span<const ErrorDescription> error_descriptions() noexcept;

/// The row of `code`.
const ErrorDescription& describe(ErrorCode code) noexcept;

/// Where in an input an error is. Line and column count from 1, columns in bytes; 0 means "not known" or "does not apply".
struct Place {
  std::string file;  ///< as the user named it; "stdin" for standard input; empty if there is no file
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// One failure, complete enough to be shown to a person.
struct ErrorInfo {
  ErrorCode code = ErrorCode::internal;
  std::string message;      ///< what is wrong, without place and code; names the token and the limit where there is one
  Place where;              ///< empty file: no place
  std::string hint;         ///< what to do; empty: the table's remedy says enough
  std::string source_line;  ///< the offending line of text, for the caret display; may be empty
};

/// `file:line:column: error: message [code]`, leaving out the parts of the place that are unknown.
std::string to_string(const ErrorInfo& error);

/// A value or the reason why there is none. Never both, never neither.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}          // NOLINT(google-explicit-constructor): return value;
  Result(ErrorInfo error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor): return error;
  explicit operator bool() const noexcept { return state_.index() == 0; }
  T& operator*() & noexcept { return *std::get_if<0>(&state_); }
  const T& operator*() const& noexcept { return *std::get_if<0>(&state_); }
  T&& operator*() && noexcept { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() noexcept { return std::get_if<0>(&state_); }
  const T* operator->() const noexcept { return std::get_if<0>(&state_); }
  ErrorInfo& error() noexcept { return *std::get_if<1>(&state_); }
  const ErrorInfo& error() const noexcept { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, ErrorInfo> state_;
};

/// Success without a value, or the reason why not.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(ErrorInfo error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor): return error;
  explicit operator bool() const noexcept { return !error_.has_value(); }
  ErrorInfo& error() noexcept { return *error_; }
  const ErrorInfo& error() const noexcept { return *error_; }

 private:
  std::optional<ErrorInfo> error_;
};

/// The one exception of the C++ API. Inner code returns Result; or_throw() stands at the edge.
class Error : public std::exception {
 public:
  explicit Error(ErrorInfo info) : info_(std::move(info)), what_(to_string(info_)) {}
  const char* what() const noexcept override { return what_.c_str(); }
  const ErrorInfo& info() const noexcept { return info_; }

 private:
  ErrorInfo info_;
  std::string what_;
};

#if defined(__cpp_exceptions)
/// The value, or Error thrown.
template <class T>
T or_throw(Result<T> result) {
  if (!result) throw Error(std::move(result.error()));
  return *std::move(result);
}
inline void or_throw(Status status) {
  if (!status) throw Error(std::move(status.error()));
}
#endif

}  // namespace novikoff
