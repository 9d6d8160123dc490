// Rows to watch and not to learn from: --holdout.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "novikoff/data/dataset.hpp"
#include "novikoff/run/options.hpp"

namespace novikoff {

/// What --holdout asks for: a fraction of the rows read, or the rows of another input.
struct HoldoutChoice {
  double fraction = 0;  ///< in (0, 1); 0: none
  std::string input;    ///< a file, - or @name; empty: none

  bool asked() const noexcept { return fraction > 0 || !input.empty(); }
};

/// A value that begins as a number is a fraction (a file named like one is written ./0.2). Errors: usage for a fraction that is not in (0, 1),
/// for --patience without --holdout, for standard input named twice.
Result<HoldoutChoice> holdout_choice(const Arguments& arguments);

/// The rows to learn from and, if asked for, those to watch.
struct TrainingRows {
  Dataset training;
  std::optional<Dataset> holdout;
};

/// Holds out of `data` what `choice` says. A fraction splits `data` (Dataset::split). Another input is read with `reading`, its columns matched with those of
/// `data` and its labels mapped as there (label_unknown for a third); features that `data` do not have weigh 0.
/// `interrupted` as in open_input. Errors: those of splitting and reading.
Result<TrainingRows> hold_out(Dataset data, const HoldoutChoice& choice, ReadOptions reading, std::uint64_t seed,
                              const std::atomic<bool>* interrupted = nullptr);

}  // namespace novikoff
