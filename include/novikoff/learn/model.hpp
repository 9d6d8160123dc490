// What a run leaves behind: the answer, what is needed to predict with it, and the state to go on from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/feature_table.hpp"
#include "novikoff/learn/budget.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/keep.hpp"
#include "novikoff/learn/learner.hpp"
#include "novikoff/learn/spec.hpp"

namespace novikoff {

/// Why a run ended. Only `converged` says that a whole scan (or a pocket without errors) needed no update.
enum class Stop { converged, pass_limit, update_limit, seen_limit, time_limit, stalled, proof, end_of_data, interrupted };
std::string_view name(Stop) noexcept;
std::optional<Stop> stop_named(std::string_view) noexcept;

/// Where a run stands in its order. Together with the seed it says which example comes next.
struct Cursor {
  std::uint64_t pass = 0;          ///< complete passes
  std::uint64_t position = 0;      ///< examples looked at since the scan began
  std::uint64_t pass_updates = 0;  ///< updates since the scan began; 0 at its end is a clean scan

  friend bool operator==(const Cursor&, const Cursor&) = default;
};

/// The examples of a run, or those it has seen so far if they are streamed: how many, and their digest.
struct ExamplesSeen {
  std::uint64_t rows = 0;
  std::string sha256;
};

/// The best that the rows held out have said so far, for early stopping.
struct HoldoutBest {
  std::uint64_t pass = 0;
  std::uint64_t errors = 0;
};

/// What a model of the dual space is made of: w = Σ_k c_k·φ(x_k) for the rows x_k of `support`, in the order of the rows of the data. All weights of such a
/// model are its c_k, and a vote's examples are unit vectors, 1 at the k they stand for.
struct Expansion {
  Kernel kernel;
  RowStore support;
  std::optional<std::vector<std::uint64_t>> rows = {};  ///< the file names these rows of Provenance::data in place of `support`; ascending
  std::optional<ErrorInfo> missing = {};                ///< why those rows could not be read: `support` is empty, and the model can only be looked at

  /// Of support vectors, be they there or not.
  std::uint64_t size() const noexcept { return missing ? rows->size() : support.size(); }
};

/// Everything a run needs to go on as if it had never stopped.
struct RunState {
  Hypothesis current;
  Cursor cursor;
  std::vector<std::uint64_t> updates_per_pass;  ///< of the complete passes
  std::uint64_t averaged_seen = 0;              ///< AveragedKeep, for keeps auto and averaged
  std::optional<Hypothesis> weighted_steps;
  std::optional<PocketKeep::State> pocket;
  std::vector<std::uint64_t> voted_rows;    ///< VotedKeep::rows(); the rest of that keep's state is the answer itself (Model::voted)
  std::optional<HoldoutBest> holdout;       ///< with early stopping
  std::optional<ExamplesSeen> examples;     ///< of a checkpoint: the run goes on only with the same
  std::vector<std::uint64_t> support_rows;  ///< of an expansion, unless its rows were streamed: which of the data each of them is, ascending
  std::vector<double> weighted_scores;      ///< the same of weighted_steps
  std::optional<BudgetTrace> budget;        ///< of a run on a budget
  std::vector<double> scores;               ///< of a checkpoint in the dual: Σ c_i·K(x_i, x_j) of every row, rows held out behind the others
};

/// The data that support vectors are rows of, for models that name them there and do not hold them.
struct DataReference {
  std::vector<std::string> files;  ///< as named on the command line: paths from the working directory, or an embedded set
  std::string format;              ///< libsvm, csv, tsv; empty: by the files' extensions
  char delimiter = 0;              ///< CSV; 0: by the format
  ExamplesSeen examples;           ///< all rows
};

/// What the labels and columns were called where the examples came from.
struct Provenance {
  std::string negative, positive;  ///< the classes as first spelled; empty: not yet seen
  std::vector<std::string> names;  ///< feature columns of a CSV with a header; else empty
  std::string label_name;          ///< CSV: the label column's name; empty: none
  std::uint64_t label_column = 0;  ///< CSV without a header: its 1-based number; 0: none
  unsigned index_base = 1;
  std::vector<std::string> ignored = {};   ///< CSV with a header: columns that were neither label nor feature, ascending
  std::optional<DataReference> data = {};  ///< if the support vectors are named by their rows
};

/// The answer of a run. `learned` bytes of the file are made of spec, counts and answer; Provenance and state stand apart.
struct Model {
  LearnerSpec spec;
  KeepKind answer = KeepKind::last;  ///< what keep gave: last, averaged, voted, pocket or pocket_every (never automatic)
  Stop stop = Stop::end_of_data;
  std::optional<std::uint64_t> passes;  ///< begun; unset for orders without passes
  Counts counts;
  std::uint64_t n_features = 0;
  Hypothesis hypothesis;                 ///< the answer, unless it is a vote; weights may be shorter than n_features
  std::optional<VotedHypothesis> voted;  ///< the answer, if it is a vote
  std::optional<Expansion> expansion;    ///< of a run in the dual space
  Columns columns;                       ///< of a run whose weights are for some features: they, the state and a vote's examples have places for features
  Provenance source;
  std::optional<RunState> state;  ///< absent: the model predicts but cannot learn on

  /// Which feature the weight at a place is for.
  std::uint64_t feature(std::size_t place) const noexcept { return columns.empty() ? place : columns[place]; }
};

}  // namespace novikoff
