#include "prove/span.hpp"

#include <algorithm>

namespace novikoff {
namespace {

constexpr std::uint32_t kDense = 4096;  // columns up to which rows without gaps are fast enough
constexpr std::int64_t kPrime = 2147483647;

std::int64_t residue(std::int64_t value) { return (value % kPrime + kPrime) % kPrime; }
std::int64_t residue(const Integer& value) { return (value - Integer::floor_divide(value, kPrime) * Integer(kPrime)).to_int64(); }

}  // namespace

Span::Span(const ExactRows& rows, const Entries& entries, Budget& budget) : rows_(rows), budget_(budget), place_(rows.n_columns(), kNowhere) {
  for (const auto& entry : entries)
    for_each_entry(rows, entry.first, [&](std::uint32_t column, const auto&) {
      if (place_[column] == kNowhere) place_[column] = width_++;
    });
  sum_.resize(width_);
  basis_of_.resize(width_, kNowhere);
  full_ = has_full_rank(entries);
  for (std::size_t k = 0; !full_ && k < entries.size() && !budget.ended; ++k) full_ = add(reduced(entries[k].first)) == width_;
}

bool Span::contains(std::size_t row) {
  bool inside = true;
  for_each_entry(rows_, row, [&](std::uint32_t column, const auto&) { inside = inside && place_[column] != kNowhere; });
  return inside && (full_ || reduced(row).empty());
}

// Rows independent modulo a prime are independent: width_ of them span everything. The converse fails, so that no only means: find out exactly.
bool Span::has_full_rank(const Entries& entries) {
  if (entries.size() < width_ || width_ > kDense || budget_.rows + sizeof(std::int64_t) * width_ * width_ > budget_.limits.memory) return false;
  std::vector<std::vector<std::int64_t>> pivot_rows(width_);  // by the column of their pivot
  std::size_t rank = 0;
  for (std::size_t i = 0; i < entries.size() && rank < width_ && !budget_.over(0); ++i) {
    std::vector<std::int64_t> z(width_);
    for_each_entry(rows_, entries[i].first, [&](std::uint32_t column, const auto& value) { z[place_[column]] = residue(value); });
    for (std::size_t j = 0; j < width_; ++j) {
      if (z[j] == 0) continue;
      if (pivot_rows[j].empty()) {
        pivot_rows[j] = std::move(z);
        ++rank;
        break;
      }
      const std::int64_t factor = z[j], pivot = pivot_rows[j][j];
      for (std::size_t k = j; k < width_; ++k) z[k] = residue(z[k] * pivot % kPrime - factor * pivot_rows[j][k] % kPrime);
    }
  }
  return rank == width_;
}

// d_·z − Σ z[pivot]·(basis row of the pivot): empty iff z lies in the span so far.
Span::Sparse Span::reduced(std::size_t row) {
  std::vector<std::uint32_t> places;
  const auto at = [&](std::uint32_t place) -> Integer& {
    if (sum_[place].sign() == 0) places.push_back(place);
    return sum_[place];
  };
  for_each_entry(rows_, row, [&](std::uint32_t column, const auto& value) {
    at(place_[column]).add_product(d_, value);
    if (basis_of_[place_[column]] == kNowhere) return;
    for (const auto& [place, entry] : basis_[basis_of_[place_[column]]]) at(place).sub_product(value, entry);
  });
  std::sort(places.begin(), places.end());
  Sparse rest;
  for (const std::uint32_t place : places)
    if (sum_[place].sign() != 0) rest.emplace_back(place, std::exchange(sum_[place], Integer()));
  return rest;
}

std::size_t Span::add(const Sparse& rest) {
  if (rest.empty()) return basis_.size();
  std::uint64_t entries = rest.size();
  const auto& [pivot, head] = rest.front();
  for (std::size_t k = 0; k < basis_.size(); entries += basis_[k++].size()) {
    if (budget_.over(entries * (sizeof(rest[0]) + head.bits() / 8))) return 0;
    eliminate(basis_[k], rest);
  }
  d_ = head;
  basis_of_[pivot] = static_cast<std::uint32_t>(basis_.size());
  basis_.push_back(rest);
  return basis_.size();
}

// row ← (head·row − row[pivot]·rest)/d_.
void Span::eliminate(Sparse& row, const Sparse& rest) const {
  const auto& [pivot, head] = rest.front();
  const auto found = std::lower_bound(row.begin(), row.end(), pivot, [](const auto& entry, std::uint32_t place) { return entry.first < place; });
  const Integer factor = found != row.end() && found->first == pivot ? found->second : Integer();
  if (factor.sign() == 0 && head == d_) return;
  Sparse result;
  auto a = row.begin();
  for (auto b = factor.sign() == 0 ? rest.end() : rest.begin(); a != row.end() || b != rest.end();) {
    const bool of_row = b == rest.end() || (a != row.end() && a->first <= b->first), of_rest = b != rest.end() && (!of_row || a->first == b->first);
    auto entry = of_row ? std::pair(a->first, a->second * head) : std::pair(b->first, Integer());
    if (of_rest) entry.second.sub_product(factor, (b++)->second);
    if (of_row) ++a;
    if (entry.second.sign() != 0) result.emplace_back(entry.first, entry.second.divide_exactly(d_));
  }
  row = std::move(result);
}

}  // namespace novikoff
