// Some rows of a data set, in doubles for the active set.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_set>
#include <vector>

#include "prove/active_set.hpp"
#include "prove/scan.hpp"

namespace novikoff {

/// `n` row numbers of 0 … size − 1 (all if there are no more), drawn without replacement and the same every time; ascending.
std::vector<std::uint64_t> drawn_rows(std::uint64_t size, std::size_t n);

/// These rows (ascending), copied out in one pass. Errors: those of RowPasses.
Result<std::vector<CopiedRow>> copied_rows(RowPasses& rows, std::span<const std::uint64_t> numbers);

/// Rows with columns scaled by powers of two, so that the largest value of each is near 1, and brought to norm 1.
class Pool {
 public:
  Pool(std::uint64_t n_features, double bias_value, const std::vector<CopiedRow>& first);

  /// How many of them are new here. Rows of zeros are kept apart.
  std::size_t add(const std::vector<CopiedRow>& rows);
  ActiveSet<double>::Answer solve(const std::function<bool()>& give_up) { return active_.solve(give_up); }

  const std::vector<std::uint64_t>& zeros() const noexcept { return zeros_; }
  std::size_t memory() const noexcept { return active_.size() * active_.n_columns() * sizeof(double); }
  std::vector<std::uint64_t> numbers() const;                                             ///< of all but those of zeros, ascending
  std::vector<std::uint64_t> conflict() const { return numbers_of(active_.conflict()); }  ///< ascending
  std::vector<std::uint64_t> active() const { return numbers_of(active_.active()); }      ///< ascending

  /// The active set's w in whole numbers by feature, bias coordinate last, in as few bits as leave every row of the pool half of its score.
  std::vector<Integer> separator() const;
  /// (w·z)/(‖w‖·‖z‖), unscaled, of that active row for which it is largest.
  double widest() const;
  /// Rows of the pool and their weights in the point nearest to 0, times a common factor.
  std::vector<std::pair<std::uint64_t, double>> hull_point() const;

 private:
  void add(const CopiedRow& row);
  std::vector<std::uint64_t> numbers_of(const std::vector<std::size_t>& places) const;
  std::vector<double> rounded(int bits) const;
  bool keeps_half(const std::vector<double>& w) const;

  std::uint64_t n_features_;
  double bias_value_;
  std::vector<int> exponent_;  // column j is divided by 2^exponent_j
  ActiveSet<double> active_;
  std::vector<std::uint64_t> numbers_, zeros_;
  std::vector<double> scaled_norm_, norm_;
  std::unordered_set<std::uint64_t> here_;
};

}  // namespace novikoff
