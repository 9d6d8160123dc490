#include "prove/exact_conflict.hpp"

#include <algorithm>
#include <utility>

#include "prove/combinations.hpp"
#include "prove/cone.hpp"
#include "prove/lifting.hpp"
#include "prove/row_basis.hpp"
#include "prove/scan.hpp"

namespace novikoff {
namespace {

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

// Weights of all rows, that of `other` > 0 and those of others outside the basis 0, with Σ weight·z = 0. nullopt if there are none, or `patience` ended.
std::optional<std::vector<Integer>> dependence(const WorkRows& work, const Combinations& combinations, std::uint32_t other, Patience& patience) {
  std::vector<Integer> opposite = dense_row(work, other);
  for (Integer& value : opposite) value.negate();
  std::optional<ExactSolution> x = combinations.solve(opposite, patience);
  if (!x) return std::nullopt;
  std::vector<Integer> weights(work.size());
  const std::vector<std::uint32_t>& rows = combinations.basis().rows;
  for (std::size_t k = 0; k < rows.size(); ++k) weights[rows[k]] = std::move(x->numerators[k]);
  weights[other] = std::move(x->denominator);
  return weights;
}

}  // namespace

std::optional<ExactConflict> exact_conflict(const ExactRows& rows, std::span<const std::uint64_t> numbers, Patience& patience) {
  const WorkRows work(rows);
  RowBasis basis = find_basis(work, all_of(work), patience);
  const std::size_t rank = basis.rows.size();
  if (rank == 0 || rank + 1 != rows.size()) return std::nullopt;
  std::uint32_t other = 0;  // the row that is not in the basis
  while (other < rank && basis.rows[other] == other) ++other;
  const std::optional<Combinations> combinations = Combinations::of(work, std::move(basis), patience);
  if (!combinations) return std::nullopt;
  const std::optional<std::vector<Integer>> weights = dependence(work, *combinations, other, patience);
  if (!weights || std::any_of(weights->begin(), weights->end(), [](const Integer& weight) { return weight.sign() < 0; })) return std::nullopt;
  ExactConflict result{.lambda = normalised(work, *weights, numbers)};
  // Rows of weight 0 do not take part; the others have rank one less than their number.
  result.rank = result.lambda.size() - 1;
  return result;
}

std::optional<Conflict> exact_overlap(const ExactRows& rows, std::span<const std::uint64_t> numbers, const std::vector<Contradiction>& contradictions,
                                      Patience& patience) {
  if (contradictions.empty()) return Conflict();
  const auto place = [&](std::uint64_t number) {
    return static_cast<std::uint32_t>(std::lower_bound(numbers.begin(), numbers.end(), number) - numbers.begin());
  };
  const WorkRows work(rows);
  std::vector<std::uint32_t> independent;
  for (const Contradiction& contradiction : contradictions)
    for (const std::uint64_t row : contradiction.rows) independent.push_back(place(row));
  RowBasis basis = find_basis(work, independent, patience);
  if (basis.rows != independent) return std::nullopt;
  const std::optional<Combinations> combinations = Combinations::of(work, std::move(basis), patience);
  if (!combinations) return std::nullopt;
  std::vector<Integer> total(rows.size());
  for (std::size_t k = contradictions.size(); k-- > 0;) {
    const Contradiction& each = contradictions[k];
    const std::optional<std::vector<Integer>> weights = dependence(work, *combinations, place(each.last), patience);
    if (!weights) return std::nullopt;
    // So often that its own rows, which earlier ones do not have, have weights above 0 whatever later ones take from them.
    Integer times = 1;
    for (const std::uint64_t row : each.rows) {
      const Integer& weight = (*weights)[place(row)];
      if (weight.sign() <= 0) return std::nullopt;
      Integer needed = Integer::floor_divide(-total[place(row)], weight) + 1;
      if (times < needed) times = std::move(needed);
    }
    for (std::size_t row = 0; row < total.size(); ++row) total[row].add_product((*weights)[row], times);
  }
  return normalised(work, total, numbers);
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
      result.normal_.push_back({std::vector<Integer>(result.has_feature_.size()), static_cast<std::size_t>(rows.feature(column))});
      Normal& normal = result.normal_.back();
      for (std::size_t j = 0; j < z.size(); ++j) normal.v[static_cast<std::size_t>(rows.feature(basis.columns[j]))] = x->numerators[j];
      normal.v[normal.free] = x->denominator;
    }
    // An unlucky prime made the basis too small.
    complete = true;
    for (std::uint32_t row = 0; row < rows.size() && complete; ++row)
      for (std::size_t k = 0; k < others.size() && complete; ++k)
        if (dot_by_feature(rows, row, result.normal_[k].v).sign() != 0) {
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
  return known && std::all_of(normal_.begin(), normal_.end(), [&](const Normal& normal) { return dot_by_feature(rows, at, normal.v).sign() == 0; });
}

std::vector<Integer> Complement::orthogonal(const std::vector<Integer>& w) const {
  Integer common = 1;
  for (const Normal& normal : normal_) {
    Integer rest = normal.v[normal.free];
    common *= rest.divide_exactly(Integer::gcd(common, rest));
  }
  std::vector<Integer> result(w.size());
  for (std::size_t j = 0; j < w.size(); ++j)
    if (j >= has_feature_.size() || !has_feature_[j]) result[j] = w[j] * common;
  for (const Normal& normal : normal_) {
    Integer factor = common;
    factor.divide_exactly(normal.v[normal.free]) *= w[normal.free];
    for (std::size_t j = 0; j < w.size(); ++j) result[j].add_product(normal.v[j], factor);
  }
  make_coprime(result);
  return result;
}

}  // namespace novikoff
