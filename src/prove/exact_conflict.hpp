// What a pool of few rows proves, in whole numbers: a contradiction's weights, and the span of some rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// Σ λ_i z_i = 0 with λ > 0 and Σ λ_i = 1.
struct ExactConflict {
  Conflict lambda;
  std::size_t rank = 0;  ///< of its rows
};

/// The only dependence of the rows, if their rank is one less than their number and it has one sign throughout. `numbers`: of the rows in the whole data.
/// nullopt also if `patience` ended.
std::optional<ExactConflict> exact_conflict(const ExactRows& rows, std::span<const std::uint64_t> numbers, Patience& patience);

/// span{z_s} by the whole numbers that are orthogonal to it.
class Complement {
 public:
  /// nullopt if `patience` ended.
  static std::optional<Complement> of(const ExactRows& rows, Patience& patience);

  /// Whether a row of any whole rows of the same data lies in the span.
  bool spans(const ExactRows& rows, std::size_t at) const;
  std::size_t rank() const noexcept { return rank_; }

 private:
  std::vector<bool> has_feature_;             // bias coordinate last: some z_s is not 0 there
  std::vector<std::vector<Integer>> normal_;  // by feature; with the features it has not, all that is orthogonal
  std::size_t rank_ = 0;
};

}  // namespace novikoff
