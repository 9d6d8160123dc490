#include "prove/row_basis.hpp"

#include <algorithm>
#include <limits>

namespace novikoff {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kPrimeBits = 31;
constexpr std::uint64_t kPrime = (std::uint64_t{1} << kPrimeBits) - 1;  // 2^31 − 1

// x mod p for x < 2^62 + 2^31.
std::uint64_t reduced(std::uint64_t x) noexcept {
  x = (x & kPrime) + (x >> kPrimeBits);
  x = (x & kPrime) + (x >> kPrimeBits);
  return x >= kPrime ? x - kPrime : x;
}

std::uint64_t modulo_prime(std::int64_t value) noexcept {
  const std::int64_t rest = value % static_cast<std::int64_t>(kPrime);
  return static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<std::int64_t>(kPrime) : rest);
}

std::uint64_t modulo_prime(const Integer& value) {
  const Integer prime(static_cast<std::int64_t>(kPrime));
  return static_cast<std::uint64_t>((value - Integer::floor_divide(value, prime) * prime).to_int64());
}

std::uint64_t inverse(std::uint64_t value) noexcept {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = kPrime - 2; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = reduced(result * value);
    value = reduced(value * value);
  }
  return result;
}

// Rows in echelon form modulo the prime.
class Echelon {
 public:
  explicit Echelon(const WorkRows& rows) : rows_(rows), value_(rows.n_columns()) {}

  // The column in which the row is independent of those before, now one of them.
  std::optional<std::uint32_t> add(std::uint32_t row) {
    std::fill(value_.begin(), value_.end(), 0);
    rows_.each(row, [&](std::uint32_t column, const auto& value) { value_[column] = modulo_prime(value); });
    reduce();
    std::optional<std::uint32_t> pivot;
    for (std::uint32_t column = 0; column < value_.size(); ++column)
      // Columns of short numbers first: the inverse then has short ones too.
      if (value_[column] != 0 && (!pivot || rows_.column_exponent(column) < rows_.column_exponent(*pivot))) pivot = column;
    if (pivot) append(*pivot);
    return pivot;
  }

  bool has_unit(std::uint32_t column) {
    std::fill(value_.begin(), value_.end(), 0);
    value_[column] = 1;
    reduce();
    return std::all_of(value_.begin(), value_.end(), [](std::uint64_t value) { return value == 0; });
  }

 private:
  struct Line {
    std::uint32_t pivot;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> entries;  // 1 in the pivot's column
  };
  void reduce() {
    for (const Line& line : lines_) {
      const std::uint64_t factor = value_[line.pivot];
      if (factor == 0) continue;
      for (const auto& [column, value] : line.entries) value_[column] = reduced(value_[column] + (kPrime - factor) * value);
    }
  }
  void append(std::uint32_t pivot) {
    const std::uint64_t factor = inverse(value_[pivot]);
    lines_.push_back({pivot, {}});
    for (std::uint32_t column = 0; column < value_.size(); ++column)
      if (value_[column] != 0) lines_.back().entries.emplace_back(column, reduced(value_[column] * factor));
  }

  const WorkRows& rows_;
  std::vector<Line> lines_;
  std::vector<std::uint64_t> value_;
};

}  // namespace

RowBasis find_basis(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, Patience& patience) {
  RowBasis basis;
  Echelon echelon(rows);
  for (const std::uint32_t row : candidates) {
    if (patience.ended()) return {};
    if (basis.rows.size() == rows.n_columns()) break;
    const auto column = echelon.add(row);
    if (!column) continue;
    basis.rows.push_back(row);
    basis.columns.push_back(*column);
  }
  return basis;
}

std::vector<bool> certainly_outside(const WorkRows& rows, const RowBasis& basis, Patience& patience) {
  std::vector<bool> outside(rows.n_columns(), true);
  Echelon echelon(rows);
  std::vector<std::uint32_t> pivots;
  for (const std::uint32_t row : basis.rows) {
    if (patience.ended()) return std::vector<bool>(rows.n_columns());
    if (const auto pivot = echelon.add(row)) pivots.push_back(*pivot);
  }
  // A row of the span that is 0 in all pivots' columns is 0.
  for (const std::uint32_t column : pivots) outside[column] = patience.ended() || !echelon.has_unit(column);
  if (patience.ended()) outside.assign(outside.size(), false);
  return outside;
}

std::optional<Tableau> invert(const WorkRows& rows, const RowBasis& basis, Patience& patience) {
  const std::size_t rank = basis.rows.size();
  if (patience.ended_by(rank * rank * sizeof(Integer))) return std::nullopt;
  Tableau result(rank, rank);
  for (std::size_t k = 0; k < rank; ++k) result.at(k, k) = Integer(1);
  const Coordinates coordinates(basis, rows.n_columns());
  for (std::size_t k = 0; k < rank; ++k)
    if (!result.pivot(k, coordinates.image(result, rows, basis.rows[k]), patience)) return std::nullopt;
  return result;
}

Coordinates::Coordinates(const RowBasis& basis, std::size_t n_columns) : of_(n_columns, kNone), all_(basis.columns.size() == n_columns) {
  for (std::size_t k = 0; k < basis.columns.size(); ++k) of_[basis.columns[k]] = static_cast<std::uint32_t>(k);
}

std::optional<std::size_t> Coordinates::of(std::uint32_t column) const noexcept {
  if (of_[column] == kNone) return std::nullopt;
  return of_[column];
}

std::vector<Integer> Coordinates::image(const Tableau& tableau, const WorkRows& rows, std::uint32_t row) const {
  std::vector<Integer> d(tableau.n_rows());
  rows.each(row, [&](std::uint32_t column, const auto& value) {
    if (of_[column] == kNone) return;
    for (std::size_t k = 0; k < d.size(); ++k) {
      const Integer& entry = tableau.at(k, of_[column]);
      if (entry.sign() != 0) d[k].add_product(entry, value);
    }
  });
  return d;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> outside_span(const WorkRows& rows, const RowBasis& basis, const Tableau& inverse,
                                                                    const std::vector<std::uint32_t>& candidates, Patience& patience) {
  const Coordinates coordinates(basis, rows.n_columns());
  if (coordinates.all()) return std::nullopt;  // rank = number of columns: everything is in the span
  std::vector<Integer> rest(rows.n_columns());
  for (const std::uint32_t row : candidates) {
    if (patience.ended()) return std::nullopt;
    // det·z − Σ_k d_k z_k, which is 0 on the coordinates.
    const std::vector<Integer> d = coordinates.image(inverse, rows, row);
    std::vector<std::uint32_t> touched;
    const auto add = [&](std::uint32_t of, const Integer& factor) {
      rows.each(of, [&](std::uint32_t column, const auto& value) {
        if (coordinates.of(column)) return;
        rest[column].add_product(factor, value);
        touched.push_back(column);
      });
    };
    add(row, -inverse.det());
    for (std::size_t k = 0; k < d.size(); ++k)
      if (d[k].sign() != 0) add(basis.rows[k], d[k]);
    std::optional<std::uint32_t> shows;
    for (const std::uint32_t column : touched) {
      if (rest[column].sign() != 0) shows = column;
      rest[column] = Integer();
    }
    if (shows) return std::pair{row, *shows};
  }
  return std::nullopt;
}

}  // namespace novikoff
