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

/// Rows that likely contradict one another in the span of earlier contradictions: `last` is less than a sum of positive multiples of `rows` by a vector of that
/// span, and the `rows` of all contradictions are independent.
struct Contradiction {
  std::uint64_t last = 0;
  std::vector<std::uint64_t> rows;
};

/// Σ λ_i z_i = 0 with λ > 0 on just the rows of the contradictions (`rows`, numbered by `numbers`, ascending) and Σ λ_i = 1, found for each contradiction alone
/// and added up with multiples large enough. nullopt if one of them is none, or `patience` ended. Cost: one matrix inverted modulo a prime, and a solution for
/// each contradiction.
std::optional<Conflict> exact_overlap(const ExactRows& rows, std::span<const std::uint64_t> numbers, const std::vector<Contradiction>& contradictions,
                                      Patience& patience);

/// span{z_s} by the whole numbers that are orthogonal to it.
class Complement {
 public:
  /// nullopt if `patience` ended.
  static std::optional<Complement> of(const ExactRows& rows, Patience& patience);

  /// Whether a row of any whole rows of the same data lies in the span.
  bool spans(const ExactRows& rows, std::size_t at) const;
  std::size_t rank() const noexcept { return rank_; }
  /// The vector orthogonal to the span that is a positive multiple of w on the coordinates that determine it: near one of w where w is nearly orthogonal.
  std::vector<Integer> orthogonal(const std::vector<Integer>& w) const;

 private:
  struct Normal {
    std::vector<Integer> v;  // by feature
    std::size_t free;        // v is above 0 there and 0 at the others' free features
  };

  std::vector<bool> has_feature_;  // bias coordinate last: some z_s is not 0 there
  std::vector<Normal> normal_;     // with the features it has not, all that is orthogonal
  std::size_t rank_ = 0;
};

}  // namespace novikoff
