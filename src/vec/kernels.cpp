// Compiled without automatic vectorisation: a gather of scattered weights makes the sparse loops slower, not faster.
#include "novikoff/vec/kernels.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "novikoff/vec/rows.hpp"
#include "vec/kernels_dense.hpp"
#include "vec/kernels_panel.hpp"
#include "vec/kernels_rows.hpp"

namespace novikoff {
namespace {

#define NOVIKOFF_PANELS(level)                                                                                                               \
  {                                                                                                                                          \
    {level::panel_product, level::panel_square, level::panel_absolute, level::panel_least, level::panel_chi2}, level::subtract_tile_product, \
        level::exp_nonpositive, level::affine_power                                                                                          \
  }
#define NOVIKOFF_KERNELS(level)                                                                                                                            \
  {                                                                                                                                                        \
    level::dense_dot, level::dense_axpy, level::sparse_sqnorm, level::first_not_above, level::learn_rows, level::sparse_sqnorm_at, NOVIKOFF_PANELS(level), \
        #level                                                                                                                                             \
  }

struct DenseKernels {
  double (*dot)(const double*, const double*, std::size_t) noexcept;
  void (*axpy)(double, const double*, double*, std::size_t) noexcept;
  double (*sparse_sqnorm)(const double*, std::size_t) noexcept;
  decltype(&baseline::first_not_above) first_not_above;
  decltype(&baseline::learn_rows) learn_rows;
  decltype(&baseline::sparse_sqnorm_at) sparse_sqnorm_at;
  PanelKernels panels;
  std::string_view isa;
};

DenseKernels choose() noexcept {
  DenseKernels best = NOVIKOFF_KERNELS(baseline);
#if defined(__x86_64__)
  const char* forced = std::getenv("NOVIKOFF_ISA");
  const std::string_view ceiling = forced == nullptr ? std::string_view{"avx512"} : std::string_view{forced};
  if (ceiling == "baseline") return best;
  if (__builtin_cpu_supports("avx2")) best = NOVIKOFF_KERNELS(avx2);
  if (ceiling != "avx2" && __builtin_cpu_supports("avx512f")) best = NOVIKOFF_KERNELS(avx512);
#endif
  return best;
}
#undef NOVIKOFF_KERNELS
#undef NOVIKOFF_PANELS

const DenseKernels& kernels() noexcept {
  static const DenseKernels chosen = choose();
  return chosen;
}

double sparse_dot(const std::uint32_t* index, const double* value, std::size_t n, const double* w) noexcept {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += value[k] * w[index[k]];
    s1 += value[k + 1] * w[index[k + 1]];
    s2 += value[k + 2] * w[index[k + 2]];
    s3 += value[k + 3] * w[index[k + 3]];
  }
  if (k < n) s0 += value[k] * w[index[k]];
  if (k + 1 < n) s1 += value[k + 1] * w[index[k + 1]];
  if (k + 2 < n) s2 += value[k + 2] * w[index[k + 2]];
  return (s0 + s2) + (s1 + s3);
}

std::size_t feature(const FeatureView& x, std::size_t k) noexcept { return x.dense() ? k : x.index[k]; }

// Σ over k < n of the products term(k) = {a, b}, scaled so that the largest is near 1.
template <class Term>
ScaledDot scaled_sum(std::size_t n, Term term) noexcept {
  std::int64_t top = INT64_MIN;
  for (std::size_t k = 0; k < n; ++k) {
    const Scaled product = term(k);
    if (product.mantissa != 0 && product.exponent > top) top = product.exponent;
  }
  double sum = 0;
  bool lost = false;
  for (std::size_t k = 0; k < n; ++k) {
    const Scaled product = term(k);
    if (product.mantissa == 0) continue;
    constexpr std::int64_t kLost = -900;  // far below the rounding of a sum whose largest term is near 1
    if (product.exponent - top < kLost)
      lost = true;
    else
      sum += std::ldexp(product.mantissa, static_cast<int>(product.exponent - top));
  }
  if (!std::isfinite(sum)) return {{}, false};  // a weight had overflowed before
  return {Scaled::of(sum, sum == 0 ? 0 : top), sum != 0 || !lost};
}

}  // namespace

double dot(const FeatureView& x, const double* w) noexcept { return x.dense() ? kernels().dot(x.value, w, x.size) : sparse_dot(x.index, x.value, x.size, w); }

void axpy(double a, const FeatureView& x, double* w) noexcept {
  if (x.dense()) return kernels().axpy(a, x.value, w, x.size);
  for (std::size_t k = 0; k < x.size; ++k) w[x.index[k]] += a * x.value[k];
}

std::size_t first_not_above(std::span<const StoredRow> rows, const std::int8_t* y, const StoredArrays& arrays, const RowTask& task, double& score) noexcept {
  return kernels().first_not_above(rows.data(), y, rows.size(), arrays, task, &score);
}

std::size_t learn_rows(std::span<const StoredRow> rows, const std::int8_t* y, const StoredArrays& arrays, RowLearner& learner, std::span<RowStep> steps,
                       std::size_t& taken) noexcept {
  return kernels().learn_rows(rows.data(), y, rows.size(), arrays, learner, steps.data(), steps.size(), &taken);
}

double sqnorm(const FeatureView& x) noexcept { return x.dense() ? kernels().dot(x.value, x.value, x.size) : kernels().sparse_sqnorm(x.value, x.size); }

ScaledDot scaled_dot(const FeatureView& x, const double* w, double bias, double bias_weight) noexcept {
  return scaled_sum(x.size + 1, [&](std::size_t k) {
    return k == x.size ? Scaled::of(bias) * Scaled::of(bias_weight) : Scaled::of(x.value[k]) * Scaled::of(w[feature(x, k)]);
  });
}

double sqnorm_at(const FeatureView& x, const double* w) noexcept {
  return x.dense() ? kernels().dot(w, w, x.size) : kernels().sparse_sqnorm_at(x.index, x.size, w);
}

Scaled scaled_sqnorm(const FeatureView& x) noexcept {
  const double plain = sqnorm(x);
  constexpr double kTiny = 0x1p-900;  // below, squares of the smaller values may have underflowed
  if (std::isfinite(plain) && (plain > kTiny || x.size == 0)) return Scaled::of(plain);
  return scaled_sum(x.size, [&](std::size_t k) { return Scaled::of(x.value[k]) * Scaled::of(x.value[k]); }).value;
}

const PanelKernels& panel_kernels() noexcept { return kernels().panels; }

std::string_view kernel_isa() noexcept { return kernels().isa; }

}  // namespace novikoff
