// The products of all rows with a few, as rows for the searches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "prove/gram.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

class GramColumns {
 public:
  /// Rows that span all, ascending, as far as a prime can tell: those whose product with itself is not in what the ones before leave of it, modulo 2^31 − 1.
  /// nullopt if `patience` ended. Cost: a product of rows for each row and one of these, and half their number squared for each row.
  static std::optional<std::vector<std::uint32_t>> spanning(const Gram& gram, Patience& patience);
  /// Row i has z_i·z_t in column t, feature t; no bias coordinate. nullopt if `patience` ended.
  static std::optional<ExactRows> make(const Gram& gram, const std::vector<std::uint32_t>& of, Patience& patience);
};

/// Σ a_k z_k with u·z_i > 0 for all rows, by a perceptron in doubles on rows of about equal length, confirmed in whole numbers: {row, a_k}, a_k > 0, coprime.
/// nullopt if none was found soon.
std::optional<std::vector<std::pair<std::uint64_t, Rational>>> separator_guess(const Gram& gram, Patience& patience);

}  // namespace novikoff
