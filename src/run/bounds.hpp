// What the theory says about a run: gathered from its report and its rows.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// Fills report.trace (but for trace.recorded, which the run sets), report.margin and report.bounds. `data`: the rows; null: they were
/// streamed and are gone. Error: internal, if a bound is violated; the message names it, the hint holds the trace.
/// Cost: a scan for R², one for each kind of weights whose margin may be positive, one for each otherwise (all of a dot product a row).
Status note_bounds(const Dataset* data, TrainReport& report);

/// The interval around γ* that a run's weights and updates give, `now` being their evaluation on the rows.
MarginInterval margin_interval(const Dataset& data, const Hypothesis& current, const Evaluation& now, const Trace& trace);

/// The trace of a run from `start` that is at `current`, but for passes and clean_scan.
Trace trace_of(const LearnerSpec& spec, const Hypothesis& start, const Counts& counts, const Hypothesis& current, std::optional<Trace::Updates> recorded);

/// The end of noting bounds, once report.trace says what the run did but for its scans, and `rows` what is known: report.margin and report.bounds. `in_memory`:
/// the rows were there to be looked at.
Status conclude_bounds(const RowsKnown& rows, bool in_memory, TrainReport& report);

/// trace.clean_scan and trace.passes.
void note_scans(bool in_memory, TrainReport& report);

/// Adds rows.presented and rows.updated for some u: share(row) ≤ u·z_row/(‖u‖R). `updates`: of each row, or empty.
void add_shortfalls(std::size_t n, const std::function<double(std::size_t)>& share, const Trace& trace, const std::vector<std::uint64_t>& updates,
                    RowsKnown& rows);

/// The error of a violated bound.
ErrorInfo violation(const Bound& bound, const Trace& trace);

}  // namespace novikoff
