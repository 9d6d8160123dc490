// The loops of vec one by one, by Google Benchmark; NOVIKOFF_ISA chooses the level as everywhere.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/core/row_store.hpp"
#include "novikoff/vec/kernels.hpp"
#include "novikoff/vec/rows.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kFeatures = 47236;

std::vector<double> drawn(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> values(n);
  for (double& value : values) value = rng.uniform() - 0.5;
  return values;
}

std::vector<std::uint32_t> spread(std::size_t n) {
  Rng rng(3);
  std::vector<std::uint32_t> index(n);
  const std::uint64_t stride = kFeatures / n;
  for (std::size_t k = 0; k < n; ++k) index[k] = static_cast<std::uint32_t>(k * stride + rng.below(stride));
  return index;
}

// A row of n values, and weights for it.
struct Row {
  explicit Row(std::size_t n, bool dense) : value(drawn(n, 1)), weights(drawn(dense ? n : kFeatures, 2)) {
    if (!dense) index = spread(n);
  }
  FeatureView x() const { return {index.empty() ? nullptr : index.data(), value.data(), value.size()}; }
  std::vector<double> value, weights;
  std::vector<std::uint32_t> index;
};

void values_done(benchmark::State& state, std::size_t values) {
  state.SetItemsProcessed(static_cast<std::int64_t>(values) * static_cast<std::int64_t>(state.iterations()));
}

void dot_product(benchmark::State& state, bool dense) {
  const Row row(static_cast<std::size_t>(state.range(0)), dense);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(dot(row.x(), row.weights.data()));
  values_done(state, row.value.size());
}

void step(benchmark::State& state, bool dense) {
  Row row(static_cast<std::size_t>(state.range(0)), dense);
  double a = 1;
  for ([[maybe_unused]] auto _ : state) {
    axpy(a = -a, row.x(), row.weights.data());
    benchmark::ClobberMemory();
  }
  values_done(state, row.value.size());
}

void norm(benchmark::State& state, bool dense) {
  const Row row(static_cast<std::size_t>(state.range(0)), dense);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(sqnorm(row.x()));
  values_done(state, row.value.size());
}

// A pass over rows of which none is stopped at, as many as fill `range(1)` MB.
void pass(benchmark::State& state, bool dense) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const Row one(n, dense);
  RowStore rows;
  for (std::size_t k = 0; k < static_cast<std::size_t>(state.range(1)) * 1000000 / (n * (dense ? 8 : 12)); ++k) rows.append(one.x());
  const std::vector<std::int8_t> y(rows.size(), 1);
  for ([[maybe_unused]] auto _ : state)
    for (std::size_t row = 0; row < rows.size();) {
      double score = 0;
      const auto next = rows.stored(row);
      benchmark::DoNotOptimize(first_not_above(next, y.data(), rows.arrays(), {.weights = one.weights.data(), .above = {-1e300, -1e300}}, score));
      row += next.size();
    }
  values_done(state, rows.size() * n);
}

BENCHMARK_CAPTURE(dot_product, dense, true)->Arg(8)->Arg(100)->Arg(1000);
BENCHMARK_CAPTURE(dot_product, sparse, false)->Arg(8)->Arg(75)->Arg(1000);
BENCHMARK_CAPTURE(step, dense, true)->Arg(100)->Arg(1000);
BENCHMARK_CAPTURE(step, sparse, false)->Arg(75)->Arg(1000);
BENCHMARK_CAPTURE(norm, dense, true)->Arg(100);
BENCHMARK_CAPTURE(norm, sparse, false)->Arg(75);
BENCHMARK_CAPTURE(pass, dense, true)->Args({100, 1})->Args({100, 160});
BENCHMARK_CAPTURE(pass, sparse, false)->Args({75, 1})->Args({75, 180});

}  // namespace
}  // namespace novikoff

BENCHMARK_MAIN();
