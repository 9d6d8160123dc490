#include "prove/column_block.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace novikoff {

void ColumnBlock::choose(const std::vector<double>& squares) {
  columns_.resize(squares.size());
  std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  const std::size_t n = std::min(kMost, columns_.size());
  std::partial_sort(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(n), columns_.end(),
                    [&](std::size_t a, std::size_t b) { return squares[a] != squares[b] ? squares[a] > squares[b] : a < b; });
  columns_.resize(n);
  slot_.assign(squares.size(), 0);
  for (std::size_t k = 0; k < n; ++k) slot_[columns_[k]] = static_cast<std::uint8_t>(k + 1);
}

void ColumnBlock::add(const NearRows::Part& rows, Gram& gram) const {
  std::array<double, kMost> value;
  std::array<std::uint8_t, kMost> place;
  rows.each(kStride, [&](std::size_t n, const auto* column, const float* z) {
    std::size_t m = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint8_t slot = slot_[column[k]];
      if (slot == 0) continue;
      place[m] = static_cast<std::uint8_t>(slot - 1);
      value[m++] = static_cast<double>(z[k]);
    }
    for (std::size_t a = 0; a < m; ++a)
      for (std::size_t b = 0; b < m; ++b) gram[place[a] * kMost + place[b]] += value[a] * value[b];
  });
}

void ColumnBlock::factorise(const std::vector<Gram>& grams, const std::vector<double>& squares) {
  const std::size_t n = columns_.size();
  factor_.assign(n * n, 0);
  for (const Gram& gram : grams)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) factor_[i * n + j] += gram[i * kMost + j];
  std::vector<double> scale(n);
  for (std::size_t i = 0; i < n; ++i) scale[i] = factor_[i * n + i] > 0 ? std::sqrt(squares[columns_[i]] / factor_[i * n + i]) : 0;
  constexpr double kRidge = 1e-3;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) factor_[i * n + j] *= scale[i] * scale[j];
    factor_[i * n + i] = (1 + kRidge) * squares[columns_[i]];
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = factor_[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= factor_[i * n + k] * factor_[j * n + k];
      if (i == j && !(sum > 0)) return factor_.clear();
      factor_[i * n + j] = i == j ? std::sqrt(sum) : sum / factor_[j * n + j];
    }
}

void ColumnBlock::solve(std::array<double, kMost>& x) const noexcept {
  const std::size_t n = columns_.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[i * n + k] * x[k];
    x[i] /= factor_[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor_[k * n + i] * x[k];
    x[i] /= factor_[i * n + i];
  }
}

}  // namespace novikoff
