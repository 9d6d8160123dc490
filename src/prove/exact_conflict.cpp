#include "prove/exact_conflict.hpp"

#include <algorithm>
#include <utility>

#include "prove/cone.hpp"
#include "prove/lifting.hpp"
#include "prove/row_basis.hpp"
#include "prove/scan.hpp"

namespace novikoff {
namespace {

// n_ij by column, with zeros.
std::vector<std::vector<Integer>> dense_rows(const WorkRows& rows, const std::vector<std::uint32_t>& chosen) {
  std::vector<std::vector<Integer>> result(chosen.size(), std::vector<Integer>(rows.n_columns()));
  for (std::size_t k = 0; k < chosen.size(); ++k) rows.each(chosen[k], [&](std::uint32_t column, const auto& value) { result[k][column] = value; });
  return result;
}

std::vector<std::uint32_t> all_of(const WorkRows& rows) {
  std::vector<std::uint32_t> all(rows.size());
  for (std::uint32_t row = 0; row < all.size(); ++row) all[row] = row;
  return all;
}

// λ on the data's rows, of Σ 1.
Conflict normalised(const WorkRows& work, const std::vector<Integer>& weights, std::span<const std::uint64_t> numbers) {
  std::vector<Rational> values;
  Rational total;
  for (std::uint32_t row = 0; row < weights.size(); ++row) {
    values.emplace_back(weights[row], work.row_factor(row));
    total = total + values.back();
  }
  Conflict result;
  for (std::size_t row = 0; row < weights.size(); ++row)
    if (weights[row].sign() != 0) result.emplace_back(numbers[row], values[row] / total);
  return result;
}

}  // namespace

std::optional<ExactConflict> exact_conflict(const ExactRows& rows, std::span<const std::uint64_t> numbers, Patience& patience) {
  const WorkRows work(rows);
  const RowBasis basis = find_basis(work, all_of(work), patience);
  const std::size_t rank = basis.rows.size();
  if (rank == 0 || rank + 1 != rows.size()) return std::nullopt;
  std::uint32_t other = 0;  // the row that is not in the basis
  while (other < rank && basis.rows[other] == other) ++other;
  const std::vector<std::vector<Integer>> z = dense_rows(work, all_of(work));
  std::vector<std::vector<Integer>> a(rank, std::vector<Integer>(rank));
  std::vector<Integer> b;
  for (std::size_t j = 0; j < rank; ++j) {
    for (std::size_t k = 0; k < rank; ++k) a[j][k] = z[basis.rows[k]][basis.columns[j]];
    b.push_back(-z[other][basis.columns[j]]);
  }
  const std::optional<Lifting> lifting = Lifting::of(a, patience);
  if (!lifting) return std::nullopt;
  std::optional<ExactSolution> x = lifting->solve(b, patience);
  if (!x) return std::nullopt;
  std::vector<Integer> weights(rows.size());
  for (std::size_t k = 0; k < rank; ++k) weights[basis.rows[k]] = std::move(x->numerators[k]);
  weights[other] = std::move(x->denominator);
  if (std::any_of(weights.begin(), weights.end(), [](const Integer& weight) { return weight.sign() < 0; })) return std::nullopt;
  // On the columns of the basis the sum is 0; on the others only if the prime was not unlucky.
  std::vector<bool> known(work.n_columns());
  for (const std::uint32_t column : basis.columns) known[column] = true;
  for (std::size_t column = 0; column < known.size(); ++column) {
    if (known[column]) continue;
    Integer sum;
    for (std::size_t row = 0; row < z.size(); ++row) sum.add_product(weights[row], z[row][column]);
    if (sum.sign() != 0) return std::nullopt;
  }
  ExactConflict result{.lambda = normalised(work, weights, numbers), .rank = rank};
  // Rows of weight 0 do not take part; the others have rank one less than their number.
  result.rank = result.lambda.size() - 1;
  return result;
}

std::optional<Complement> Complement::of(const ExactRows& rows, Patience& patience) {
  Complement result;
  result.has_feature_.resize(static_cast<std::size_t>(rows.n_features()) + 1);
  if (rows.size() == 0) return result;
  const WorkRows work(rows);
  RowBasis basis = find_basis(work, all_of(work), patience);
  for (std::size_t column = 0; column < work.n_columns(); ++column) result.has_feature_[static_cast<std::size_t>(rows.feature(column))] = true;
  for (bool complete = false; !complete;) {
    if (patience.ended()) return std::nullopt;
    result.normal_.clear();
    result.rank_ = basis.rows.size();
    std::vector<bool> known(work.n_columns());
    for (const std::uint32_t column : basis.columns) known[column] = true;
    std::vector<std::uint32_t> others;
    for (std::uint32_t column = 0; column < known.size(); ++column)
      if (!known[column]) others.push_back(column);
    if (others.empty()) return result;
    // For each other column c the v with v_c = 1, v = 0 on the rest of the others and v·z = 0 for the rows of the basis; on the data's own numbers.
    std::vector<std::vector<Integer>> z(basis.rows.size(), std::vector<Integer>(work.n_columns()));
    for (std::size_t k = 0; k < z.size(); ++k)
      rows.visit(basis.rows[k], [&, k](const auto& row) {
        for (std::size_t i = 0; i < row.size; ++i) z[k][row.column[i]] = row.value[i];
      });
    std::vector<std::vector<Integer>> a(z.size(), std::vector<Integer>(z.size()));
    for (std::size_t k = 0; k < z.size(); ++k)
      for (std::size_t j = 0; j < z.size(); ++j) a[k][j] = z[k][basis.columns[j]];
    const std::optional<Lifting> lifting = Lifting::of(a, patience);
    if (!lifting) return std::nullopt;
    for (const std::uint32_t column : others) {
      std::vector<Integer> b;
      b.reserve(z.size());
      for (const std::vector<Integer>& row : z) b.push_back(-row[column]);
      const std::optional<ExactSolution> x = lifting->solve(b, patience);
      if (!x) return std::nullopt;
      std::vector<Integer>& v = result.normal_.emplace_back(result.has_feature_.size());
      for (std::size_t j = 0; j < z.size(); ++j) v[static_cast<std::size_t>(rows.feature(basis.columns[j]))] = x->numerators[j];
      v[static_cast<std::size_t>(rows.feature(column))] = x->denominator;
    }
    // An unlucky prime made the basis too small.
    complete = true;
    for (std::uint32_t row = 0; row < rows.size() && complete; ++row)
      for (std::size_t k = 0; k < others.size() && complete; ++k)
        if (dot_by_feature(rows, row, result.normal_[k]).sign() != 0) {
          basis.rows.push_back(row);
          basis.columns.push_back(others[k]);
          complete = false;
        }
  }
  return result;
}

bool Complement::spans(const ExactRows& rows, std::size_t at) const {
  const bool known = rows.visit(at, [&](const auto& z) {
    return std::all_of(z.column, z.column + z.size, [&](std::uint32_t column) { return has_feature_[static_cast<std::size_t>(rows.feature(column))]; });
  });
  return known && std::all_of(normal_.begin(), normal_.end(), [&](const std::vector<Integer>& v) { return dot_by_feature(rows, at, v).sign() == 0; });
}

}  // namespace novikoff
