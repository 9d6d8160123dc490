#include "prove/check_span.hpp"

#include <algorithm>

namespace novikoff {
namespace {

constexpr std::int64_t kSpanPrime = 2147483647;
std::int64_t residue(std::int64_t value) { return (value % kSpanPrime + kSpanPrime) % kSpanPrime; }
std::int64_t residue(const Integer& value) { return (value - Integer::floor_divide(value, kSpanPrime) * Integer(kSpanPrime)).to_int64(); }

template <class F>
void each_entry(const ExactRows& rows, std::size_t row, const F& f) {
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) f(z.column[k], z.value[k]);
  });
}

}  // namespace

Span::Span(const ExactRows& rows, std::uint64_t memory) : rows_(rows), place_(rows.n_columns(), kNowhere) {
  std::size_t bits = 0;  // of the longest minor, by Hadamard's bound
  for (std::size_t row = 0; row < rows.size(); ++row) {
    bits += rows.sqnorm(row).bits() / 2 + 1;
    each_entry(rows, row, [&](std::uint32_t column, const auto&) { place_[column] == kNowhere ? place_[column] = width_++ : 0; });
  }
  const std::uint64_t a_row = memory / std::max(width_, 1U);  // bytes for each of `width_` rows
  full_ = width_ * sizeof(std::int64_t) <= a_row && has_full_rank();
  too_large_ = !full_ && (sizeof(Integer) + bits / 8) * std::min<std::size_t>(rows.size(), width_) > a_row;
  rest_.resize(width_);
  pivot_row_.assign(width_, kNowhere);
  for (std::uint32_t j = 0; j < width_; ++j) free_.push_back(j);
  for (std::size_t row = 0; !full_ && !too_large_ && row < rows.size(); ++row) full_ = add(row);
}

std::vector<std::uint32_t> Span::places(const ExactRows& rows) const {
  std::vector<std::uint32_t> result(rows.n_columns(), kNowhere);
  for (std::size_t column = 0, own = 0; column < result.size(); ++column) {
    while (own < place_.size() && rows_.feature(own) < rows.feature(column)) ++own;
    if (own < place_.size() && rows_.feature(own) == rows.feature(column)) result[column] = place_[own];
  }
  return result;
}

bool Span::contains(const ExactRows& rows, std::size_t row, const std::vector<std::uint32_t>& places) {
  bool inside = true;
  each_entry(rows, row, [&](std::uint32_t column, const auto&) { inside = inside && places[column] != kNowhere; });
  if (!inside || full_) return inside;
  reduce(rows, row, places);
  return std::all_of(free_.begin(), free_.end(), [&](std::uint32_t j) { return rest_[j].sign() == 0; });
}

// Rows independent modulo a prime are independent: width_ of them span everything. The converse fails, so that no only means: find out exactly.
bool Span::has_full_rank() const {
  if (rows_.size() < width_) return false;
  std::vector<std::vector<std::int64_t>> pivot_rows(width_);  // by the column of their pivot
  std::size_t rank = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    std::vector<std::int64_t> z(width_);
    each_entry(rows_, row, [&](std::uint32_t column, const auto& value) { z[place_[column]] = residue(value); });
    for (std::size_t j = 0; j < width_; ++j) {
      if (z[j] == 0) continue;
      if (pivot_rows[j].empty()) {
        pivot_rows[j] = std::move(z);
        ++rank;
        break;
      }
      const std::int64_t factor = z[j], pivot = pivot_rows[j][j];
      for (std::size_t k = j; k < width_; ++k) z[k] = residue(z[k] * pivot % kSpanPrime - factor * pivot_rows[j][k] % kSpanPrime);
    }
  }
  return rank == width_;
}

// rest_ = d_·z − Σ z[pivot]·(basis row of the pivot), where no pivot stands; where one does it is 0. All of it is 0 iff z lies in the span so far.
void Span::reduce(const ExactRows& rows, std::size_t row, const std::vector<std::uint32_t>& places) {
  for (const std::uint32_t j : free_) rest_[j] = 0;
  each_entry(rows, row, [&](std::uint32_t column, const auto& value) {
    const std::uint32_t at = places[column], pivot_row = pivot_row_[at];
    if (pivot_row == kNowhere) rest_[at].add_product(d_, value);
    for (std::size_t k = 0; pivot_row != kNowhere && k < free_.size(); ++k) rest_[free_[k]].add_product(basis_[pivot_row][free_[k]], -value);
  });
}

// Whether the span is now everything.
bool Span::add(std::size_t row) {
  reduce(rows_, row, place_);
  const auto pivot = std::find_if(free_.begin(), free_.end(), [&](std::uint32_t j) { return rest_[j].sign() != 0; });
  if (pivot == free_.end()) return false;
  const std::uint32_t at = *pivot;
  for (std::vector<Integer>& other : basis_) {
    const Integer factor = other[at];
    for (std::size_t j = 0; j < width_; ++j) (other[j] *= rest_[at]).sub_product(factor, rest_[j]).divide_exactly(d_);
  }
  d_ = rest_[at];
  pivot_row_[at] = static_cast<std::uint32_t>(basis_.size());
  basis_.push_back(rest_);
  free_.erase(pivot);
  rest_[at] = 0;
  return free_.empty();
}

}  // namespace novikoff
