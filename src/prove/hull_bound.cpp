#include "prove/hull_bound.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

// Inlined into what is compiled for CPUs that multiply and add at once; the others call a function for it. The same bits.
#define NOVIKOFF_INLINED __attribute__((always_inline)) inline

// high + low is a sum: additions to `high` lose what `low` takes up.
struct Sums {
  std::vector<double> high, low;

  NOVIKOFF_INLINED void add(std::size_t j, double value, double rest) noexcept {
    const double sum = high[j] + value, part = sum - high[j];
    low[j] += ((high[j] - (sum - part)) + (value - part)) + rest;  // Knuth's two-sum: exact
    high[j] = sum;
  }
  NOVIKOFF_INLINED void add_product(std::size_t j, double a, double b) noexcept {
    const double product = a * b;
    add(j, product, __builtin_fma(a, b, -product));
  }
  NOVIKOFF_INLINED void add_products(double a, const FeatureView& x) noexcept {
    for (std::size_t k = 0; k < x.size; ++k) add_product(x.dense() ? k : x.index[k], a, x.value[k]);
  }
};

void add_products(Sums& sums, double a, const FeatureView& x) noexcept { sums.add_products(a, x); }
#if defined(__x86_64__)
__attribute__((target("fma"))) void add_products_at_once(Sums& sums, double a, const FeatureView& x) noexcept { sums.add_products(a, x); }
auto products_here() noexcept { return __builtin_cpu_supports("fma") ? add_products_at_once : add_products; }
#else
auto products_here() noexcept { return add_products; }
#endif

struct HullPart {
  Sums sums;
  double weight = 0;  // Σ λ
  double length = 0;  // Σ λ ‖z‖
};

void visit(HullPart& part, double lambda, const ExampleView& z, double bias, decltype(products_here()) products) {
  const double a = z.y * lambda;
  products(part.sums, a, z.x);
  part.sums.add_product(part.sums.high.size() - 1, a, bias);
  part.weight += lambda;
  part.length += lambda * std::sqrt(sqnorm(z.x) + bias * bias);
}

// With n ≥ the number of rows, u = 2^−53 and A_j = Σ λ|z_j|, for the doubles z_j:
// - a product and its rest are exact down to 2^−1074; the rests are at most u·A_j together;
// - a two-sum is exact; what `high` loses is at most u of its size at each of n + 8 additions, so (n + 8)·(1 + n·u)·u·A_j together;
// - so `low` adds up numbers of (n + 10)·u·A_j together in 2n + 16 roundings: off by at most (2n + 16)·u·(1 + …) of that, below 4·(n + 16)²·u²·A_j;
// - a decimal is off by u of its double, or by 2^−1075: u·A_j together.
// ‖A‖ ≤ Σ λ ‖z‖, `length`. The rest of the roundings is in sums of at most n + n_columns numbers ≥ 0: a relative (n + n_columns + 64)·u each, with room for
// second orders by the factor 4. What underflows is below 2^−500 for each row and column (the root of a square too).
std::optional<Scaled> bound_of_sums(const HullPart& all, double n, bool decimal) {
  double squares = 0;
  const auto n_columns = static_cast<double>(all.sums.high.size());
  for (std::size_t j = 0; j < all.sums.high.size(); ++j) {
    const double sum = all.sums.high[j] + all.sums.low[j];
    squares += sum * sum;
  }
  constexpr double kRoom = 16;
  const double relative = 4 * (n + n_columns + 4 * kRoom) * kUnitRoundoff;
  const double off = (4 * (n + kRoom) * (n + kRoom) * kUnitRoundoff * kUnitRoundoff + (decimal ? kUnitRoundoff : 0)) * all.length +
                     (all.weight + n + 1) * n_columns * 0x1p-500;
  const double norm = (std::sqrt(squares) + off) * (1 + relative);
  const double least_weight = all.weight * (1 - relative);
  if (!std::isfinite(norm) || !std::isfinite(all.weight) || least_weight <= 0x1p-400) return std::nullopt;
  return Scaled::of(norm / least_weight * (1 + relative));
}

}  // namespace

Result<std::optional<Scaled>> hull_bound(RowPasses& rows, const std::vector<double>& lambda) {
  const auto n_columns = static_cast<std::size_t>(rows.n_features()) + 1;
  std::array<HullPart, RowPasses::kParts> parts;
  for (HullPart& part : parts) part.sums = {std::vector<double>(n_columns), std::vector<double>(n_columns)};
  const double bias = rows.bias_value();
  const auto products = products_here();
  const Status read = rows.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
    for (std::size_t k = 0; k < views.size(); ++k)
      if (lambda[first + k] > 0) visit(parts[part], lambda[first + k], views[k], bias, products);
  });
  if (!read) return read.error();
  HullPart all = std::move(parts.front());
  for (std::size_t p = 1; p < parts.size(); ++p) {
    for (std::size_t j = 0; j < n_columns; ++j) all.sums.add(j, parts[p].sums.high[j], parts[p].sums.low[j]);
    all.weight += parts[p].weight;
    all.length += parts[p].length;
  }
  return bound_of_sums(all, static_cast<double>(rows.size()), rows.numbers() == Numbers::decimal);
}

}  // namespace novikoff
