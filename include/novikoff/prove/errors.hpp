// Which rows contradict each other, and how few errors are possible.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "novikoff/prove/separation.hpp"

namespace novikoff {

struct ErrorsOptions {
  bool bracket = true;                 ///< look for the fewest errors, not for conflicts only
  std::function<bool()> give_up = {};  ///< as in SearchOptions: true ends the search with what it has proved so far
  std::uint64_t memory = std::uint64_t{4} << 30U;
  std::size_t largest_tree = 1U << 14U;  ///< nodes of a proof that is kept
};

/// What was found. All of it is proved, also where the search had to end early: the bracket is then wider.
struct ErrorsFound {
  /// Irreducible (drop one row of it, and a hyperplane is right on the others) and disjoint; the smallest first.
  std::vector<Conflict> conflicts;
  bool complete = false;  ///< the rows outside of them are separable
  /// Every hyperplane has at least `low` rows at y·s ≤ 0, and one has `high`. With a free bias `low` bounds wrong predictions
  /// (predict(0) = +1) too: they are the errors once a little is added to the bias.
  std::uint64_t low = 0, high = 0;
  std::vector<std::pair<std::uint64_t, Rational>> u = {};  ///< the hyperplane with `high` errors, as in Certificate
  Rational u_bias = {};
  std::vector<std::uint64_t> wrong = {};  ///< its errors: rows, ascending
  /// Claim errors; its own `low` is smaller where the proof was a tree too large to keep. Unset without `bracket`, and while 0 = low < high: that says nothing.
  std::optional<Certificate> certificate = {};

  bool optimal() const noexcept { return low == high; }
};

/// Conflicts: exact contradictions (a row of zeros; one x with both labels) by hash, then those that separate() finds in what is left, until that is separable.
///
/// Errors: from below by packings of conflicts; from above by the pocket, by the separators of what is left without a hitting set of the conflicts, and by
/// taking rows back one by one. Then by turns: the fewest rows that hit all known conflicts are found by branch and bound; if the others are separable, this is
/// the answer, else they have another conflict. That ends, with low = high, given time: the problem is NP-hard (Höffgen, Simon & Van Horn 1995).
///
/// `separation`: what is known of the rows. If it is decided (claim separation), only overlapped rows are looked at: the others are in no conflict, and its u
/// has them right whatever is done there.
ErrorsFound find_errors(const ExactRows& rows, const Separation& separation, const ErrorsOptions& options);

}  // namespace novikoff
