// Linear equations solved exactly in machine words: from a solution modulo a prime to one modulo its powers, and from there to fractions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/prove/integer.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// x_j = numerators_j/denominator, in lowest terms together, denominator > 0.
struct ExactSolution {
  std::vector<Integer> numerators;
  Integer denominator = 1;
};

/// A·x = b for a square A that is not singular (Dixon 1982), A inverted once for any number of b.
///
/// The prime is so small, and the entries of A are cut into pieces so short, that every sum of products is a whole number below 2^53: the loops are dot
/// products of doubles, and exact. Cost of a solution: about (bits of the determinant)/10 times n dot products for each piece of the longest entry in a row,
/// and a few multiplications of numbers as long as the determinant for each unknown; less where the solution is short. Memory: 8·n² bytes for each piece, and
/// as much for the inverse.
class Lifting {
 public:
  /// `a`: n rows of n entries. nullopt if A is singular (modulo so many primes that it is so without them), or `patience` ended.
  static std::optional<Lifting> of(const std::vector<std::vector<Integer>>& a, Patience& patience);

  /// nullopt only if `patience` ended.
  std::optional<ExactSolution> solve(const std::vector<Integer>& b, Patience& patience) const;

 private:
  // Σ_k pieces_k·2^(k·bits) are the entries of one row.
  struct Pieces {
    std::vector<std::vector<double>> pieces;
  };
  class Digits;

  bool invert(std::int64_t prime, const std::vector<std::vector<Integer>>& a, Patience& patience);
  void cut(const std::vector<std::vector<Integer>>& a);
  std::optional<ExactSolution> fractions(const Digits& digits, std::size_t n_digits, bool certain, std::size_t bits_of_b, Patience& patience) const;

  std::int64_t prime_ = 0;
  std::size_t n_ = 0, piece_bits_ = 0, entry_bits_ = 0;
  double column_bits_ = 0;                    // Σ log2 of the norms of the columns, rounded up: of the determinant at most
  std::vector<std::vector<double>> inverse_;  // modulo the prime, from −p/2 to p/2
  std::vector<Pieces> rows_;
};

}  // namespace novikoff
