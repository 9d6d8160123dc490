// The rows that are combinations of some others: the checker's own elimination.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/prove/check.hpp"

namespace novikoff {

/// What a check may use, and what has ended it.
struct Budget {
  const CheckLimits& limits;
  std::uint64_t rows;  // bytes
  std::optional<Unfinished> ended = {};
  bool over(std::uint64_t bytes) {
    if (!ended && bytes + rows > limits.memory) ended = Unfinished::memory;
    if (!ended && limits.give_up && limits.give_up()) ended = Unfinished::given_up;
    return ended.has_value();
  }
};

/// Calls f(column, value) for each entry of a row.
template <class F>
void for_each_entry(const ExactRows& rows, std::size_t row, const F& f) {
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) f(z.column[k], z.value[k]);
  });
}

/// span{z_s}, s among the places of some entries, on the columns where some z_s is not 0. Fraction-free elimination (Bareiss 1968) to the form in which every
/// row of the basis has the pivot d_ in a column of its own and 0 in those of the others: all entries stay minors, every division is exact. Entries of 0
/// are not held. Once the budget has ended answers mean nothing.
class Span {
 public:
  using Entries = std::vector<std::pair<std::uint64_t, Rational>>;
  Span(const ExactRows& rows, const Entries& entries, Budget& budget);
  bool contains(std::size_t row);

 private:
  using Sparse = std::vector<std::pair<std::uint32_t, Integer>>;  // by place, ascending, none 0
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  bool has_full_rank(const Entries& entries);
  Sparse reduced(std::size_t row);
  std::size_t add(const Sparse& rest);
  void eliminate(Sparse& row, const Sparse& rest) const;

  const ExactRows& rows_;
  Budget& budget_;
  std::vector<std::uint32_t> place_;  // of a column among those of the span
  std::uint32_t width_ = 0;
  bool full_ = false;
  Integer d_ = 1;
  std::vector<Sparse> basis_;
  std::vector<std::uint32_t> basis_of_;  // by the place of the pivot
  std::vector<Integer> sum_;             // by place; 0 between two uses
};

}  // namespace novikoff
