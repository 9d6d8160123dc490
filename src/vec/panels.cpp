#include "novikoff/vec/panels.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "vec/kernels_panel.hpp"

namespace novikoff {
namespace {

double term(PairSum what, double x, double z) noexcept {
  switch (what) {
    case PairSum::product:
      return x * z;
    case PairSum::square:
      return (x - z) * (x - z);
    case PairSum::absolute:
      return std::fabs(x - z);
    case PairSum::least:
      return x < z ? x : z;
    case PairSum::chi2:
      break;
  }
  const double least = x < z ? x : z, most = x < z ? z : x, mean = 0.5 * x + 0.5 * z;
  return least * (most / (mean == 0 ? 1 : mean));
}

std::size_t feature(const FeatureView& x, std::size_t k) noexcept { return x.dense() ? k : x.index[k]; }

}  // namespace

double pair_sum(PairSum what, const FeatureView& x, const FeatureView& z) noexcept {
  double sum = 0;
  std::size_t i = 0, j = 0;
  while (i < x.size || j < z.size) {
    const bool of_x = j == z.size || (i < x.size && feature(x, i) <= feature(z, j));
    const bool of_z = i == x.size || (j < z.size && feature(z, j) <= feature(x, i));
    sum += term(what, of_x ? x.value[i] : 0, of_z ? z.value[j] : 0);
    i += of_x ? 1 : 0;
    j += of_z ? 1 : 0;
  }
  return sum;
}

double pair_sum_with(PairSum what, const double* x, const FeatureView& z) noexcept {
  double sum = 0;
  if (what == PairSum::product)
    for (std::size_t k = 0; k < z.size; ++k) sum += x[feature(z, k)] * z.value[k];
  else
    for (std::size_t k = 0; k < z.size; ++k) sum += term(what, x[feature(z, k)], z.value[k]);
  return sum;
}

void RowPanels::append(const FeatureView& x) {
  const std::size_t lane = size_ % kLanes;
  if (lane == 0) values_.resize(values_.size() + width_);
  Lanes* const to = panel(size_);
  for (std::size_t k = 0; k < x.size && feature(x, k) < width_; ++k) to[feature(x, k)].of[lane] = x.value[k];
  ++size_;
}

void RowPanels::replace(std::size_t row, const FeatureView& x) {
  const std::size_t lane = row % kLanes;
  Lanes* const to = panel(row);
  for (std::size_t j = 0; j < width_; ++j) to[j].of[lane] = 0;
  for (std::size_t k = 0; k < x.size && feature(x, k) < width_; ++k) to[feature(x, k)].of[lane] = x.value[k];
}

void RowPanels::sums(PairSum what, const double* x, std::size_t n, std::size_t first, double* const* sums) const noexcept {
  const PanelKernels::Sums over_panel = panel_kernels().sums[static_cast<std::size_t>(what)];
  const auto* const panel = reinterpret_cast<const double*>(values_.data() + first / kLanes * width_);
  for (std::size_t k = 0; k < n; ++k) over_panel(x + k * width_, panel, width_, sums[k] + first);
}

void subtract_tile_product(const double* a, const double* b, double* c) noexcept { panel_kernels().subtract_tile_product(a, b, c); }

void exp_nonpositive(double a, double* v, std::size_t n) noexcept { panel_kernels().exp_nonpositive(a, v, n); }

void affine_power(double g, double c, unsigned degree, double* v, std::size_t n) noexcept { panel_kernels().affine_power(g, c, degree, v, n); }

bool all_finite(const double* v, std::size_t n) noexcept {
  constexpr std::uint64_t kExponent = std::uint64_t{0x7ff} << 52U;
  bool infinite = false;
  for (std::size_t k = 0; k < n; ++k) infinite |= (std::bit_cast<std::uint64_t>(v[k]) & kExponent) == kExponent;
  return !infinite;
}

}  // namespace novikoff
