// Whether the Gram matrix of a kernel is positive semidefinite, and what proves that it is not.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/prove/integer.hpp"

namespace novikoff {

/// v with vᵀKv < 0: no kernel has such a Gram matrix.
struct IndefiniteWitness {
  std::vector<std::pair<std::size_t, double>> v;  ///< by row, ascending, none 0
  Rational value;                                 ///< vᵀKv, exactly
};

/// What is known of the symmetric matrix K.
struct Semidefiniteness {
  std::optional<IndefiniteWitness> witness;
  double least = 0;  ///< without a witness: no eigenvalue of K is below this, proved; ≥ 0: K is positive semidefinite
};

/// Looks for a witness, and where there is none proves how far K can be from positive semidefinite.
///
/// `entry(i, j)`, j ≤ i: finite doubles, which are K exactly, or (rounding > 0) within rounding·√(K_ii·K_jj) of it: then a witness has
/// vᵀKv < −rounding·(Σ |v_i|·√K_ii)², so that it is one of the true K too. The witness is found by a Cholesky factorisation with the largest pivot first and
/// evaluated in whole numbers. `least` is proved by a Cholesky factorisation of K + c·1 with bounds of its rounding (TiledMatrix; Rump 2006). Neither depends
/// on threads. Cost: up to n³ multiplications; 12·n² bytes (memory).
Semidefiniteness semidefinite(std::size_t n, const std::function<double(std::size_t, std::size_t)>& entry, double rounding, unsigned threads);
double semidefinite_memory(std::size_t n) noexcept;

}  // namespace novikoff
