#include "prove/gram_span.hpp"

#include <utility>

namespace novikoff {

// After step k an entry is the minor of the first k + 1 rows and columns with its own row and column; the matrix stays symmetric, so that the entries which
// the pivot rows have in the new column are those that the new row had in the columns of the pivots.
std::vector<Integer> GramSpan::eliminated(std::size_t row) const {
  const std::size_t n = basis_.size();
  std::vector<Integer> entries;
  for (const std::size_t other : basis_) entries.push_back(gram_.product(row, other));
  entries.push_back(gram_.product(row, row));
  for (std::size_t k = 0; k < n; ++k) {
    const Integer& pivot = steps_[k].back();
    const Integer factor = entries[k];
    for (std::size_t j = k + 1; j <= n; ++j) {
      (entries[j] *= pivot).sub_product(factor, j < n ? steps_[j][k] : factor);
      if (k > 0) entries[j].divide_exactly(steps_[k - 1].back());
    }
  }
  return entries;
}

void GramSpan::add(std::size_t row) {
  if (too_large()) return;
  if (gram_.by_points()) {
    constexpr std::uint64_t kNode = 64;
    bytes_ += points_.insert(row).second ? kNode : 0;
    return;
  }
  std::vector<Integer> entries = eliminated(row);
  if (entries.back().sign() == 0) return;
  for (const Integer& entry : entries) bytes_ += 2 * (sizeof(Integer) + entry.bits() / 8);
  basis_.push_back(row);
  steps_.push_back(std::move(entries));
}

}  // namespace novikoff
