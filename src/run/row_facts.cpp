#include "run/row_facts.hpp"

#include <algorithm>
#include <cmath>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

// ‖x‖², through plain doubles where they neither overflow nor lose bits.
Scaled sqnorm_of(const FeatureView& x) noexcept {
  const double plain = sqnorm(x);
  return plain > 0x1p-900 && std::isfinite(plain) ? Scaled::of(plain) : scaled_sqnorm(x);
}

}  // namespace

void RowFacts::mark(std::uint32_t feature) {
  const std::size_t page = feature >> kPageBits;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (!pages_[page]) pages_[page] = std::make_unique<Page>();
  const std::uint32_t bit = feature & ((1U << kPageBits) - 1);
  (*pages_[page])[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

void RowFacts::add(const FeatureView& x) {
  if (x.dense()) {
    for (std::size_t k = first_unmarked_; k < x.size; ++k)
      if (x.value[k] != 0) mark(static_cast<std::uint32_t>(k));
    for (; first_unmarked_ < x.size && x.value[first_unmarked_] != 0;) ++first_unmarked_;
  } else {
    for (std::size_t k = 0; k < x.size; ++k) mark(x.index[k]);
  }
  // Values, squares and sums are each rounded, and so is what is done here.
  const Scaled norm = sqnorm_of(x);
  const double error = std::ldexp(static_cast<double>(x.size + 16), -52);
  const Scaled high = norm * Scaled::of(1 + error), low = norm * Scaled::of(1 - error);
  if (!(high < longest_low_)) candidates_.emplace_back(rows_, high);
  if (longest_low_ < low) longest_low_ = low;
  if (candidates_.size() >= drop_at_) drop_short();
  ++rows_;
  values_ += x.size;
}

void RowFacts::drop_short() {
  std::erase_if(candidates_, [&](const auto& candidate) { return candidate.second < longest_low_; });
  drop_at_ = std::max(drop_at_, 2 * candidates_.size());
}

std::vector<std::uint32_t> RowFacts::columns() const {
  std::vector<std::uint32_t> result;
  for (std::size_t page = 0; page < pages_.size(); ++page)
    for (std::uint32_t bit = 0; pages_[page] && bit < (1U << kPageBits); ++bit)
      if (((*pages_[page])[bit / 64] >> (bit % 64) & 1U) != 0) result.push_back(static_cast<std::uint32_t>(page << kPageBits) + bit);
  return result;
}

std::vector<std::uint64_t> RowFacts::longest() const {
  std::vector<std::uint64_t> result;
  for (const auto& [row, high] : candidates_)
    if (!(high < longest_low_)) result.push_back(row);
  return result;
}

Result<Rational> max_sqnorm(RowPasses& rows, const std::vector<std::uint64_t>& candidates, std::uint64_t values_at_once) {
  Rational longest;
  const auto take = [&](std::uint64_t /*first*/, const ExactRows& some) {
    longest = std::max(longest, Rational(some.max_sqnorm()) * some.unit() * some.unit());
    return true;
  };
  const std::uint64_t a_row = rows.n_values() / rows.size() + 1;
  if (candidates.size() * a_row <= values_at_once) {
    const Result<ExactRows> some = rows.exact(candidates);
    if (!some) return some.error();
    take(0, *some);
    return longest;
  }
  // So many of the same length: all rows are no more work.
  if (Status status = rows.stretches(values_at_once, take); !status) return status.error();
  return longest;
}

}  // namespace novikoff
