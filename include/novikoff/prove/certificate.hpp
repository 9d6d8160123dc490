// What is said about a data set, with the numbers that prove it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/number.hpp"
#include "novikoff/prove/exact_kernel.hpp"
#include "novikoff/prove/integer.hpp"

namespace novikoff {

/// How the signed rows z_i lie to the hyperplanes through 0 (bias coordinate included).
enum class Verdict {
  separable,        ///< some u has u·z_i > 0 for all i
  quasi_separable,  ///< not separable, but some u has u·z_i ≥ 0 for all i and > 0 for some
  overlapping,      ///< u·z_i ≥ 0 for all i only where u·z_i = 0 for all i
  inseparable,      ///< not separable; which of the two was not asked
  undecided,        ///< time or memory ran out before a proof
};
std::string_view name(Verdict) noexcept;
std::optional<Verdict> verdict_named(std::string_view) noexcept;

/// What a certificate proves.
enum class Claim {
  separation,  ///< separable, quasi-separable or overlapping, by Tucker's pair (u, λ) in compact form
  strict,      ///< separable or not, by u or by Gordan's λ alone
  margin,      ///< separable, and γ*² itself or an interval that it lies in
  errors,      ///< the fewest errors of any hyperplane, from both sides
  existence,   ///< overlapping (or just inseparable), by weights that are proved to exist and not written down
};
std::string_view name(Claim) noexcept;
std::optional<Claim> claim_named(std::string_view) noexcept;

/// λ > 0 on some rows, ascending, with Σ λ_i z_i = 0: every hyperplane has one of these rows at y·s ≤ 0.
using Conflict = std::vector<std::pair<std::uint64_t, Rational>>;

/// Proof that every hyperplane errs on (y·s ≤ 0) at least `low` rows, and that one errs on `high`.
///
/// The proof of `low` is a tree over states of the rows: at first all are free. A branch picks a conflict without removed rows and lists its free rows;
/// its children are the states in which the first of them is removed (an error), the first kept (no error) and the second removed, and so on: one of them holds
/// for every hyperplane, since one of the rows is an error. A leaf weighs conflicts without removed rows, w ≥ 0, so that no free row has more than 1 in all; a
/// hyperplane of this state errs on at least one free row of each, hence on Σ w free rows (rounded up) beside the removed ones. Together these must be `low`. A
/// conflict without a free row may have any weight: no hyperplane has this state. A tree of one leaf is the bound by fractional packing, and with weights of 1
/// by disjoint conflicts.
struct ErrorsProof {
  struct Node {
    std::vector<std::pair<std::uint64_t, Rational>> conflicts;  ///< {number in `conflicts`, weight}, ascending; of a branch: one, with weight 1
    std::vector<std::uint64_t> branch;                          ///< its free rows, in the order of the children; empty: a leaf
  };
  std::uint64_t low = 0, high = 0;
  std::vector<Conflict> conflicts;
  std::vector<Node> tree;  ///< each node before its children
};

/// A verdict and its proof, about stated numbers.
///
/// Claim separation (Tucker 1956): λ > 0 on a set S of rows (possibly empty) with Σ_S λ_s z_s = 0; u·z_i ≥ 0 for all i; every i with
/// u·z_i = 0 lies in span{z_s}. Then exactly those i are overlapped, and the rows with u·z_i > 0 separated: separable if all are, overlapping if
/// none is (u = 0), else quasi-separable. |S| ≤ 2·rank of the overlapped rows (Steinitz 1913), so the proof does not grow with the number of rows.
/// Claim strict: separable, u·z_i > 0 for all i, no λ; inseparable (Gordan 1873), λ > 0 on S ≠ ∅, Σ λ_s z_s = 0, no u.
/// Claim margin: separable, u·z_i > 0 for all i; λ > 0 on S, Σ λ_s = 1; gamma2_low ≤ (min u·z_i)²/‖u‖² and ‖Σ λ_s z_s‖² ≤ gamma2_high. The first is at most
/// γ*² and the second at least, so gamma2_low = gamma2_high is γ*², the point Σ λ_s z_s the nearest to 0 of the hull, and u a multiple of it.
/// Claim errors: `errors`, with u a hyperplane that has exactly `high` rows at y·s ≤ 0, no λ; separable where high = 0, inseparable where low > 0.
/// Claim existence: overlapping, or inseparable where no more was asked; no u; λ̂ > 0 on S, doubles, near weights λ > 0 of the same rows with Σ λ_s z_s = 0 that
/// are proved to be there (check_existence) and are not written down; S spans every row.
/// λ is normalised to Σ λ_s = 1 (λ̂ is not); u to coprime whole numbers.
///
/// With a kernel all is said of the rows in its feature space, and u = Σ a_k z_k: `u` holds {row k, a_k}, there is no u_bias, and no claim existence. Products
/// of rows are all that a proof needs: u·z_i = Σ a_k z_k·z_i, and Σ λ_s z_s = 0 iff Σ Σ λ_s λ_t z_s·z_t = 0. Claim margin takes those of the kernel itself, the
/// others those of its structure (ExactKernel).
struct Certificate {
  Claim claim = Claim::separation;
  Verdict verdict = Verdict::undecided;
  Numbers numbers = Numbers::decimal;
  Rational bias_value;                                          ///< B
  std::vector<std::pair<std::uint64_t, Rational>> u = {};       ///< {0-based feature, u_j}, ascending, not 0; with a kernel {row, a_k}
  Rational u_bias = {};                                         ///< u's bias coordinate, w̃_B
  std::vector<std::pair<std::uint64_t, Rational>> lambda = {};  ///< {row from 0, λ_i}, ascending, above 0
  Rational gamma2_low = {}, gamma2_high = {};                   ///< claim margin only: γ*² is not below and not above
  ErrorsProof errors = {};                                      ///< claim errors only
  std::optional<ExactKernel> kernel = {};                       ///< unset: the rows as they are

  /// Its numbers are compared in interval arithmetic, rounded outward; else exactly.
  bool by_intervals() const noexcept { return kernel && claim == Claim::margin && !kernel->exact(); }
};

}  // namespace novikoff
