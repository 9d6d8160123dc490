#include "prove/tableau.hpp"

#include <utility>

namespace novikoff {

void Tableau::negate_row(std::size_t row) noexcept {
  for (std::size_t j = 0; j < n_columns_; ++j) at(row, j).negate();
}

void Tableau::extend(std::size_t rows, std::size_t columns) {
  std::vector<Integer> larger((n_rows_ + rows) * (n_columns_ + columns));
  for (std::size_t k = 0; k < n_rows_; ++k)
    for (std::size_t j = 0; j < n_columns_; ++j) larger[k * (n_columns_ + columns) + j].swap(at(k, j));
  entries_ = std::move(larger);
  n_rows_ += rows;
  n_columns_ += columns;
}

void Tableau::keep_rows(const std::vector<std::size_t>& rows) {
  std::vector<Integer> kept;
  kept.reserve(rows.size() * n_columns_);
  for (const std::size_t row : rows)
    for (std::size_t j = 0; j < n_columns_; ++j) kept.push_back(at(row, j));
  entries_ = std::move(kept);
  n_rows_ = rows.size();
}

// row ← (d_p·row − d·pivot_row)/det. Many entries are 0, and often d_p = det: data of few different values have small minors.
void Tableau::combine(Integer* row, const Integer* pivot_row, const Integer& d, const Integer& d_p) {
  const bool same = d_p == det_, none = d.sign() == 0;
  if (same && none) return;
  for (std::size_t j = 0; j < n_columns_; ++j) {
    const bool alone = none || pivot_row[j].sign() == 0;
    if (alone && (same || row[j].sign() == 0)) continue;
    if (same) {
      Integer part = d * pivot_row[j];
      if (!det_.is_one()) part.divide_exactly(det_);
      row[j] -= part;
      continue;
    }
    row[j] *= d_p;
    if (!alone) row[j].sub_product(d, pivot_row[j]);
    if (!det_.is_one()) row[j].divide_exactly(det_);
  }
}

bool Tableau::pivot(std::size_t p, const std::vector<Integer>& d, Patience& patience) {
  if (patience.ended_by(entries_.size() * (sizeof(Integer) + det_.bits() / 8))) return false;
  for (std::size_t k = 0; k < n_rows_; ++k) {
    if (k == p) continue;
    if (patience.ended()) return false;
    combine(&at(k, 0), &at(p, 0), d[k], d[p]);
  }
  det_ = d[p];
  if (det_.sign() > 0) return true;
  det_.negate();
  for (Integer& entry : entries_) entry.negate();
  return true;
}

}  // namespace novikoff
