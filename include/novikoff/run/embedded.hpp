// Small data sets that come with the program, and the one way in which the program opens its inputs.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/data/source.hpp"

namespace novikoff {

/// One embedded set: `@name` wherever a file may stand.
struct EmbeddedSet {
  std::string_view name;    ///< without @
  std::string_view title;   ///< one line
  std::string_view source;  ///< where the numbers come from
  std::string_view expect;  ///< what a run on it shows
  std::string_view header;  ///< CSV header, the label last; empty: LIBSVM text
  std::string_view rows;    ///< CSV rows without labels where `label_of` says them; empty: made line by line
  /// Line `n` (from 0) of a set of `size`, without its end; false behind the last.
  bool (*line)(const EmbeddedSet& set, std::uint64_t size, std::uint64_t n, std::string& line);
  bool sized = false;  ///< `@name:N`
};

std::span<const EmbeddedSet> embedded_sets() noexcept;

/// Whether an input named so is an embedded set rather than a file.
inline bool is_embedded(std::string_view input) noexcept { return input.starts_with('@'); }

/// The set that `@name` or `@name:N` names. Errors: usage, with a near name.
Result<const EmbeddedSet*> find_embedded(std::string_view input);

/// The error of a file that could not be opened, with the hint that an embedded set has its name (but for the @), if one has.
ErrorInfo with_embedded_hint(ErrorInfo error);

/// Opens named inputs as open_source does. An embedded set must be the only one (usage); its form is known, and `options` are set to it.
///
/// `interrupted`, if there is one, ends the stream at the next row once it is true, even while standard input is waited for (a signal must
/// have woken the wait, see wake_inputs); a row that has not wholly arrived is dropped.
Result<std::unique_ptr<Source>> open_input(const std::vector<std::string>& inputs, ReadOptions& options, Labels& labels,
                                           const std::atomic<bool>* interrupted = nullptr);

/// Ends the wait of inputs opened with `interrupted`. Safe to call from a signal handler.
void wake_inputs() noexcept;

}  // namespace novikoff
