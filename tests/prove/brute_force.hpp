// What is right, found in the plainest way: for small sets only, and without any code of the search.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"

namespace novikoff::brute {

using Row = std::vector<Rational>;

/// Row echelon form; the pivot columns.
inline std::vector<std::size_t> eliminate(std::vector<Row>& a) {
  std::vector<std::size_t> pivots;
  const std::size_t n = a.empty() ? 0 : a.front().size();
  for (std::size_t column = 0; column < n && pivots.size() < a.size(); ++column) {
    const std::size_t at = pivots.size();
    std::size_t found = at;
    while (found < a.size() && a[found][column].sign() == 0) ++found;
    if (found == a.size()) continue;
    std::swap(a[at], a[found]);
    const Rational head = a[at][column];
    for (Rational& value : a[at]) value = value / head;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (k == at || a[k][column].sign() == 0) continue;
      const Rational factor = a[k][column];
      for (std::size_t j = 0; j < n; ++j) a[k][j] = a[k][j] - factor * a[at][j];
    }
    pivots.push_back(column);
  }
  return pivots;
}

inline std::size_t rank(std::vector<Row> rows) { return eliminate(rows).size(); }

/// Whether Σ λ_k rows_k = 0 has, up to scale, one solution, and that has λ > 0: an irreducible conflict.
inline bool is_minimal_conflict(const std::vector<Row>& rows) {
  std::vector<Row> columns(rows.front().size(), Row(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j][k] = rows[k][j];
  const std::vector<std::size_t> pivots = eliminate(columns);
  if (pivots.size() + 1 != rows.size()) return false;
  for (std::size_t k = 0; k + 1 < rows.size(); ++k)
    if (pivots[k] != k || columns[k].back().sign() >= 0) return false;
  return true;
}

/// The rows that take part in a conflict: every one takes part in an irreducible one, and that has at most rank + 1 rows.
inline std::set<std::uint64_t> overlapped(const std::vector<Row>& rows) {
  std::set<std::uint64_t> result;
  const std::size_t most = rank(rows) + 1;
  for (std::uint64_t subset = 1; subset < std::uint64_t{1} << rows.size(); ++subset) {
    std::vector<Row> chosen;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if ((subset >> k & 1U) != 0) chosen.push_back(rows[k]);
    if (chosen.size() > most || !is_minimal_conflict(chosen)) continue;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if ((subset >> k & 1U) != 0) result.insert(k);
  }
  return result;
}

/// z_i in full, bias coordinate last, in units.
inline std::vector<Row> dense(const ExactRows& rows) {
  std::vector<Row> result(rows.size(), Row(rows.n_columns()));
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) result[row][z.column[k]] = Rational(Integer(z.value[k]));
    });
  return result;
}

inline Rational dot(const Row& a, const Row& b) {
  Rational sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum = sum + a[j] * b[j];
  return sum;
}

}  // namespace novikoff::brute
