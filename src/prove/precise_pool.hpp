// Some rows of a data set for the active set in double-doubles, and what that finds in whole numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "prove/active_set.hpp"
#include "prove/exact_conflict.hpp"

namespace novikoff {

/// As Pool, for rows in whole numbers; rows and columns are scaled by powers of two only (and by the unit where that is one of ten), so that what is seen
/// is nearly what stands there. It sees margins, and overlaps, down to some 1e-20 of the rows' norms.
///
/// A contradiction is no end here: its rows are overlapped, u·z = 0 is asked of them from then on, and the search goes on for the rest. So touching rows,
/// for which the largest margin is exactly 0, are split into overlapped and separated ones.
class PrecisePool {
 public:
  PrecisePool(std::uint64_t n_features, double bias_value)
      : n_features_(n_features), active_(static_cast<std::size_t>(n_features) + (bias_value != 0 ? 1 : 0)) {}

  /// How many of them are new here. Columns are scaled as the first rows ask for. Rows of zeros are kept apart.
  std::size_t add(const ExactRows& rows, std::span<const std::uint64_t> numbers);
  /// `first`: the first contradiction is the end. No further also where numbers leave the range of double.
  ActiveSet<DoubleDouble>::Answer solve(bool first, const std::function<bool()>& give_up);

  const std::vector<std::uint64_t>& zeros() const noexcept { return zeros_; }
  std::size_t memory() const noexcept { return active_.size() * active_.n_columns() * sizeof(DoubleDouble); }
  const std::vector<Contradiction>& contradictions() const noexcept { return contradictions_; }
  /// w in whole numbers by feature, bias coordinate last; in as few bits as leave every row half of its score, or where there are contradictions in all.
  std::vector<Integer> separator() const;
  /// Rows of the pool and their weights in the point nearest to 0, times a common factor. Where there are no contradictions.
  std::vector<std::pair<std::uint64_t, double>> hull_point() const;

 private:
  using Vector = std::vector<DoubleDouble>;

  void scale_columns(const ExactRows& rows);
  void add(const ExactRows& rows, std::size_t at, std::uint64_t number);
  Vector rounded(int bits) const;
  bool keeps_half(const Vector& w) const;

  std::uint64_t n_features_;
  std::vector<std::int64_t> exponent_;  // column j is divided by 2^exponent_j
  ActiveSet<DoubleDouble> active_;
  std::vector<std::uint64_t> numbers_, zeros_;
  std::vector<Scaled> factor_;  // row of the pool = factor·z, but for the columns
  std::unordered_set<std::uint64_t> here_;
  std::vector<Contradiction> contradictions_;
  std::size_t n_independent_ = 0;  // rows of contradictions: the dimension of their span
  bool finite_ = true;
};

}  // namespace novikoff
