// One pass over rows in doubles that knows on which side of a hyperplane each row lies, exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// A row copied out of its data set, in the form it had there.
struct CopiedRow {
  std::uint64_t row = 0;
  double relative = 0;  ///< (u·z − threshold)/(‖u‖·‖z‖) as doubles see it, bias coordinate included
  double y = 0;
  bool dense = true;
  std::vector<std::uint32_t> index;
  std::vector<double> value;

  FeatureView x() const noexcept { return {dense ? nullptr : index.data(), value.data(), value.size()}; }
  void assign(std::uint64_t number, double score, const ExampleView& view);
};

struct ScanOptions {
  /// Rows are judged by u·z − threshold.
  Rational threshold = {};
  /// So many rows of each part of RowPasses are kept: those with the least `relative` of at most `worth_keeping`; of equals the first.
  std::size_t n_worst = 0;
  double worth_keeping = std::numeric_limits<double>::infinity();
  /// Not below any ‖z‖, bias coordinate included. What a scan without it finds spares the next ones most norms.
  double largest_norm = std::numeric_limits<double>::infinity();
  /// Is shown all rows with u·z = threshold, as the `at`-th of some whole rows, in no order that means anything. May be empty.
  std::function<void(const ExactRows& rows, std::size_t at, std::uint64_t row)> on_zero = {};
  /// Rows of each part that doubles cannot decide and that wait for the end of the pass, 8 bytes each; where there are more, another pass goes on from there.
  std::size_t undecided_at_once = std::size_t{1} << 17U;
  /// Ends the scan early: Scanned::ended.
  std::function<bool()> give_up = {};
};

struct Scanned {
  std::uint64_t n_below = 0, n_zero = 0;  ///< rows with u·z below the threshold, and with just that
  std::uint64_t first_below = 0;          ///< the first of those below, if there is one
  /// Rows below or at the threshold that doubles could not tell from it: the first few. `worst` need not have them.
  std::vector<std::uint64_t> unseen;
  std::vector<CopiedRow> worst;  ///< by `relative`, then by number
  double largest_norm = 0;       ///< not below any ‖z‖
  double least_norm = 0;         ///< not above any ‖z‖ by more than 2^−40 of it; 0 if `largest_norm` was given
  Scaled least = {};             ///< not above any u·z − threshold that is above 0 (0 if there is none)
  bool ended = false;            ///< by give_up: the counts are of some rows only

  bool all_above() const noexcept { return !ended && n_below == 0 && n_zero == 0; }
};

/// Where all rows lie, for u in whole numbers by feature and behind them the bias coordinate (n_features + 1 entries, also without a bias).
///
/// Doubles decide where a bound of their error allows it: a sum of n products is off by at most (n + 16)·2^−52·‖z‖·‖u‖, or where that is too much by
/// (n + 16)·2^−52·Σ|z_j·u_j|; RowPasses::exact decides the others, some at a time. Does not depend on the number of threads. Cost: one pass of dot products,
/// one more for every million rows that doubles cannot decide. Memory: 8·n_worst rows. Errors: those of RowPasses.
Result<Scanned> scan(RowPasses& rows, const std::vector<Integer>& u, const ScanOptions& options = {});

/// w·2^e in whole numbers, e such that the last bit of all finite entries is kept; coprime.
std::vector<Integer> whole_numbers(const std::vector<double>& w);

/// u of a certificate whose entries are whole numbers (as those of searches are), as scan takes it.
std::vector<Integer> by_feature(const Certificate& certificate, std::uint64_t n_features);

/// u·z of a row of whole numbers in its unit, u by feature.
Integer dot_by_feature(const ExactRows& rows, std::size_t row, const std::vector<Integer>& u);

}  // namespace novikoff
