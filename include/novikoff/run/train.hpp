// A run: data, a learner, an order, limits, and a report that says exactly what happened.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/learn/model.hpp"
#include "novikoff/prove/bound.hpp"
#include "novikoff/prove/certificate.hpp"
#include "novikoff/run/exact_input.hpp"

namespace novikoff {

/// Where a run is, for whoever watches it.
struct Progress {
  Counts counts;
  Cursor cursor;
};

/// Called now and then (every few thousand examples at most, and at the end of each pass). Returns a reason to stop at once:
/// Stop::interrupted or Stop::time_limit; nullopt to go on.
using Watch = std::function<std::optional<Stop>(const Progress&)>;

/// When a run saves itself: as often as said, and once more at its end, whatever ended it. Whichever comes first; 0: not by this measure.
/// What is saved has a state and the digest of the examples. Not for keep greedy (usage).
struct CheckpointPlan {
  std::uint64_t every_updates = 0;
  std::uint64_t every_passes = 0;
  double every_seconds = 0;
  std::function<Status(const Model&)> save;  ///< an error ends the run; empty: no checkpoints
};

/// What to do besides learning.
struct TrainOptions {
  LearnerSpec spec;
  std::string like = {};             ///< the preset that the spec came from, named in the report; empty: none
  bool until_proof = false;          ///< exact: stop at a proof too (Proof)
  bool per_example = false;          ///< record updates_per_example (in-memory runs)
  bool sequence = false;             ///< record update_sequence (in-memory runs)
  bool curve = false;                ///< record the learning curve (in-memory runs with passes)
  const Dataset* holdout = nullptr;  ///< rows to watch and not to learn from; required by spec.patience
  CheckpointPlan checkpoint;
  std::uint64_t memory = std::uint64_t{4} << 30U;  ///< limit for weights and keeps, in bytes
  Watch watch;                                     ///< may be empty
  bool check_kernel = false;                       ///< in the dual: check first that the kernel is positive semidefinite on the rows
  unsigned threads = 1;                            ///< for that check; no result depends on it
  std::uint64_t kernel_cache = kKernelCache;       ///< limit for rows of the Gram matrix, in bytes; no result depends on it

  static constexpr std::uint64_t kKernelCache = std::uint64_t{1} << 30U;
};

/// low ≤ γ* ≤ high for the best margin γ* that any weights have on the rows: low by the best weights of the run that separate them (0 if none do), high by its
/// updates (margin_at_most). Rounded outward, so it holds of the rows' doubles exactly. What is not known has a reason.
struct MarginInterval {
  std::optional<Scaled> low, high;
  std::string why_no_low = {}, why_no_high = {};
};

/// One point of the learning curve: the run after a complete pass, its current weights evaluated.
struct CurvePoint {
  std::uint64_t pass = 0;  ///< from 1
  Counts counts;
  std::uint64_t pass_updates = 0;
  Evaluation training;
  std::optional<Evaluation> holdout;
  MarginInterval margin;  ///< by the current weights
};

/// What a run proved about its rows, bias coordinate included (claim strict).
///
/// Clean scan: every row has y·s > 0 with the run's weights. Repeated state: the weights were the same at two moments with updates between, so
/// the rows of these updates sum to 0 (Gordan's λ: how often each updated, normalised). Certificate: found by a search beside the run.
struct Proof {
  enum class By { none, clean_scan, repeated_state, certificate };
  By by = By::none;
  Certificate certificate;  ///< its verdict is undecided, and the rest means nothing, if `by` is none
};
std::string_view name(Proof::By) noexcept;

/// What a run in the dual space, in doubles, took.
struct DualFacts {
  std::uint64_t support = 0;    ///< rows that updated
  std::uint64_t gram_made = 0;  ///< rows of the Gram matrix made, those made again included
  std::uint64_t gram_held = 0;  ///< held at the end
  std::uint64_t gram_row = 0;   ///< bytes of one
  /// Which rows of the data the model's support vectors are, ascending; of runs over rows in memory.
  std::vector<std::uint64_t> rows = {};
};

/// That the kernel is symmetric on the rows, and no eigenvalue of its Gram matrix below `least`, proved of the doubles that it consists of.
struct KernelCheck {
  double least = 0;
};

/// Multiplications that a run with the linear kernel takes, N rows with n values in all: in the primal space n/N a look and an update; in the dual N an update,
/// one a look, and n for each row that updates for the first time (its row of the Gram matrix). Rows that update: `support`.
struct SpaceCost {
  double primal = 0, dual = 0;
};
SpaceCost space_cost(const Counts& counts, std::uint64_t rows, std::uint64_t values, std::uint64_t support) noexcept;

/// The same run in both spaces, with the linear kernel.
struct SpaceComparison {
  std::uint64_t updates = 0;  ///< on the same rows in both, from the first on
  bool differs = false;
  std::optional<std::uint64_t> primal, dual;  ///< the rows that update next where they differ; unset: that run has ended
};
/// Runs `options` in the primal space and in the dual, in doubles, and compares on which rows they update. Errors: usage for what only one of them knows; those
/// of train. Cost: two runs.
Result<SpaceComparison> compare_spaces(const Dataset& data, TrainOptions options);

/// What happened, and the model it gave.
struct TrainReport {
  Model model;
  std::uint64_t rows = 0;                          ///< examples there are (streamed: read)
  std::vector<std::uint64_t> updates_per_pass;     ///< one entry a pass begun
  std::vector<std::uint64_t> updates_per_example;  ///< if asked
  std::vector<std::uint64_t> update_sequence;      ///< rows from 0, if asked
  std::vector<CurvePoint> curve;                   ///< if asked; complete passes
  Hypothesis last;                                 ///< weights after the last example
  std::optional<Hypothesis> averaged;              ///< with keeps auto and averaged
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pocket_history;
  std::optional<Proof> proof;  ///< with until_proof
  std::optional<Space> space;  ///< exact: the one that held the weights at the end; in doubles: dual, or not said
  std::optional<DualFacts> dual;
  std::optional<KernelCheck> kernel_check;  ///< if asked
  std::optional<SpaceCost> cost;            ///< in memory, in doubles, linear kernel, no budget
  std::optional<SpaceComparison> spaces;    ///< if asked
  Scaled radius;                            ///< R = max‖x‖, bias coordinate included
  Trace trace;                              ///< what the theory needs of the run
  MarginInterval margin;
  std::vector<Bound> bounds;  ///< every statement of docs/bounds.md, those that do not apply too

  // On the training rows; absent when they were streamed and are gone.
  std::optional<Evaluation> answer_evaluation;  ///< of the model; a vote has no margin_min
  std::optional<Evaluation> last_evaluation;
  std::optional<Evaluation> averaged_evaluation;
  std::optional<Evaluation> holdout_evaluation;  ///< of the model, on the rows held out
};

/// Training errors after each pass of the curve.
std::vector<std::uint64_t> errors_per_pass(const TrainReport& report);

/// Learns from rows in memory, in any order.
/// Errors: score_not_representable (names the row), weights_overflow, memory_limit, usage for a spec that contradicts itself
/// (check_spec), and for rows held out with other places for features (Dataset::number_features). `resume`: a model with state, made from the same rows with
/// the same spec but for limits; the run goes on as if it had never stopped, and one that had ended for a reason that still holds ends at once. What was
/// recorded before (per_example, sequence, curve) is not in it. Cost: order cyclic: one dot product an example, one axpy an update; random and worst: one scan
/// a step. With a kernel, or in the dual space: as DualSpace says; errors kernel_not_representable, kernel_not_defined; the hypotheses of the report are
/// coefficients of model.expansion's rows, its bounds have no second value for rounding (none at all from b0 ≠ 0, and of kernels of which nothing is known).
Result<TrainReport> train(const Dataset& data, const TrainOptions& options, const Model* resume = nullptr);

/// Where weights for all features of `data` would need more than options.memory: gives those that occur, in the rows, those held out, the start or the model
/// to go on from, places that follow one another (Dataset::number_features), for train to have weights for them alone. Else, and in the dual space, does
/// nothing. What train learns is the same, bit for bit. Error: memory_limit if these are too many as well.
Status fit_features(Dataset& data, Dataset* holdout, const TrainOptions& options, const Model* resume = nullptr);

/// The same in exact arithmetic: update for update what rational numbers give. Requires spec.arithmetic exact, and rows read with spec.numbers and
/// spec.bias_value. The report's figures are those of the exact weights, rounded once; the model holds the nearest doubles of the weights (which may be
/// infinite) and has no state. Errors: usage for what exact runs do not do (rows held out, checkpoints); memory_limit. Cost: where 64 bits suffice, that of
/// train or less; dual space: one load an example, one addition a row at an update.
Result<TrainReport> train(const ExactData& data, const TrainOptions& options);

/// Learns from a stream in one pass in the order of arrival (order online), in constant memory besides the weights. Keeps: all
/// but the pockets, which count errors on the whole set. `resume`: goes on from a model's state.
///
/// With `resume` the rows that the saved run had already learned from are read again and passed over, if `source` starts
/// with them (`from_the_start`); their digest is compared where the model has it (checksum_mismatch).
Result<TrainReport> train_stream(Source& source, Labels& labels, const TrainOptions& options, const Model* resume = nullptr, bool from_the_start = false);

/// Whether a spec contradicts itself or a number is out of its range; the message says which option.
Status check_spec(const LearnerSpec& spec);

/// Failures of a hypothesis on rows in memory. Error: score_not_representable, naming the row.
Result<Evaluation> evaluate(const Dataset& data, const Hypothesis& hypothesis);
Result<Evaluation> evaluate(const Dataset& data, const VotedHypothesis& voted);

}  // namespace novikoff
