#include "prove/combinations.hpp"

#include <utility>

#include "prove/cone.hpp"

namespace novikoff {
namespace {

// The rows of the basis on its columns, or the transpose of that.
std::vector<std::vector<Integer>> square(const WorkRows& work, const RowBasis& basis, bool transposed) {
  const std::size_t rank = basis.rows.size();
  std::vector<std::vector<Integer>> a(rank, std::vector<Integer>(rank));
  const Coordinates coordinates(basis, work.n_columns());
  for (std::size_t k = 0; k < rank; ++k)
    work.each(basis.rows[k], [&](std::uint32_t column, const auto& value) {
      if (const auto j = coordinates.of(column)) (transposed ? a[*j][k] : a[k][*j]) = value;
    });
  return a;
}

}  // namespace

std::vector<Integer> dense_row(const WorkRows& work, std::uint32_t row) {
  std::vector<Integer> z(work.n_columns());
  work.each(row, [&](std::uint32_t column, const auto& value) { z[column] = value; });
  return z;
}

std::optional<LiftedBasis> LiftedBasis::of(const WorkRows& work, RowBasis basis, bool transposed, Patience& patience) {
  std::optional<Lifting> lifting = Lifting::of(square(work, basis, transposed), patience);
  if (!lifting) return std::nullopt;
  return LiftedBasis{&work, std::move(basis), *std::move(lifting)};
}

std::optional<Combinations> Combinations::of(const WorkRows& work, RowBasis basis, Patience& patience) {
  std::optional<LiftedBasis> lifted = LiftedBasis::of(work, std::move(basis), true, patience);
  return lifted ? std::optional(Combinations(*std::move(lifted))) : std::nullopt;
}

std::optional<ExactSolution> Combinations::solve(const std::vector<Integer>& v, Patience& patience) const {
  std::vector<Integer> b;
  b.reserve(lifted_.basis.columns.size());
  for (const std::uint32_t column : lifted_.basis.columns) b.push_back(v[column]);
  std::optional<ExactSolution> x = lifted_.lifting.solve(b, patience);
  if (!x || !adds_up(*x, v)) return std::nullopt;
  return x;
}

// On the columns of the basis it does; on the others only if v is in the span.
bool Combinations::adds_up(const ExactSolution& x, const std::vector<Integer>& v) const {
  const Coordinates coordinates(lifted_.basis, v.size());
  if (coordinates.all()) return true;
  std::vector<Integer> rest(v.size());
  for (std::size_t j = 0; j < v.size(); ++j)
    if (!coordinates.of(static_cast<std::uint32_t>(j))) rest[j].sub_product(v[j], x.denominator);
  for (std::size_t k = 0; k < lifted_.basis.rows.size(); ++k) {
    if (x.numerators[k].sign() == 0) continue;
    lifted_.work->each(lifted_.basis.rows[k], [&](std::uint32_t column, const auto& value) {
      if (!coordinates.of(column)) rest[column].add_product(x.numerators[k], value);
    });
  }
  for (const Integer& value : rest)
    if (value.sign() != 0) return false;
  return true;
}

std::optional<Orthogonals> Orthogonals::of(const WorkRows& work, RowBasis basis, Patience& patience) {
  std::optional<LiftedBasis> lifted = LiftedBasis::of(work, std::move(basis), false, patience);
  return lifted ? std::optional(Orthogonals(*std::move(lifted))) : std::nullopt;
}

std::optional<std::vector<Integer>> Orthogonals::nearest(const std::vector<Integer>& w, Patience& patience) const {
  std::vector<Integer> u = w;
  for (const std::uint32_t column : lifted_.basis.columns) u[column] = Integer();
  std::vector<Integer> b;
  for (const std::uint32_t row : lifted_.basis.rows) b.push_back(-lifted_.work->dot(u, row));
  std::optional<ExactSolution> x = lifted_.lifting.solve(b, patience);
  if (!x) return std::nullopt;
  for (Integer& value : u) value *= x->denominator;
  for (std::size_t c = 0; c < lifted_.basis.columns.size(); ++c) u[lifted_.basis.columns[c]].swap(x->numerators[c]);
  make_coprime(u);
  return u;
}

}  // namespace novikoff
