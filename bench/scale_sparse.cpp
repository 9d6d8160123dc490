// How long large sparse rows take in passes: scale_sparse [ROWS [FEATURES [NOISE [VALUES_PER_ROW [THREADS]]]]]. Makes the rows of `generate text` in memory
// (norm 1, with the bias √2) and prints one line of JSON.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "novikoff/prove/row_passes.hpp"
#include "novikoff/vec/kernels.hpp"
#include "prove/newton.hpp"
#include "run/generate_rows.hpp"

namespace {

using namespace novikoff;

// Wall and processor time: beside other work on the machine only the second says what a search takes.
struct Clock {
  double wall = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  double processor = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;

  Clock since(const Clock& before) const { return {wall - before.wall, processor - before.processor}; }
};
RowsInMemory make(const GenerateOptions& options, unsigned threads) {
  const RowMaker maker(options);
  const double unit = std::pow(10, maker.places());
  RowStore store;
  std::vector<std::int8_t> y;
  MadeRow made;
  for (std::uint64_t i = 0; i < options.rows; ++i) {
    maker.make(i, made);
    std::erase_if(made.values, [](const MadeRow::Value& value) { return value.value == 0; });
    std::vector<std::uint32_t> index;
    std::vector<double> value;
    for (const MadeRow::Value& v : made.values) {
      index.push_back(static_cast<std::uint32_t>(v.feature));
      value.push_back(static_cast<double>(v.value) / unit);
    }
    const std::size_t width = index.empty() ? 0 : std::size_t{index.back()} + 1;
    if (2 * index.size() >= width) {
      std::vector<double> dense(width);
      for (std::size_t k = 0; k < index.size(); ++k) dense[index[k]] = value[k];
      store.append({nullptr, dense.data(), width});
    } else {
      store.append({index.data(), value.data(), value.size()});
    }
    y.push_back(static_cast<std::int8_t>(made.positive ? 1 : -1));
  }
  return {std::move(store), std::move(y), options.features, Numbers::decimal, 1, threads};
}

// The least times of one pass of dot products.
Clock one_pass(RowsInMemory& rows) {
  const std::vector<double> w(static_cast<std::size_t>(rows.n_features()), 1.0);
  std::vector<double> score(static_cast<std::size_t>(rows.size()));
  constexpr double kNever = std::numeric_limits<double>::infinity();
  Clock least{kNever, kNever};
  for (int k = 0; k < 9; ++k) {
    const Clock before;
    (void)rows.pass([&](std::size_t, std::uint64_t first, std::span<const ExampleView> views) {
      for (std::size_t row = 0; row < views.size(); ++row) score[first + row] = dot(views[row].x, w.data());
    });
    const Clock taken = Clock().since(before);
    least = {std::min(least.wall, taken.wall), std::min(least.processor, taken.processor)};
  }
  return least;
}

double argument(int argc, char** argv, int k, double otherwise) { return argc > k ? std::atof(argv[k]) : otherwise; }

}  // namespace

int main(int argc, char** argv) {
  GenerateOptions options;
  options.kind = GenerateKind::text;
  options.rows = static_cast<std::uint64_t>(argument(argc, argv, 1, 500'000));
  options.features = static_cast<std::uint64_t>(argument(argc, argv, 2, 47'236));
  options.noise = argument(argc, argv, 3, 0);
  options.values_per_row = static_cast<std::uint64_t>(argument(argc, argv, 4, 88));
  const auto threads = static_cast<unsigned>(argument(argc, argv, 5, 2));
  RowsInMemory rows = make(options, threads);
  const Clock pass = one_pass(rows);
  const std::function<bool()> never;
  Patience patience(never, std::uint64_t{4} << 30U);
  const Clock before;
  const Result<NewtonGuess> guess = newton_guess(rows, {.threads = threads}, patience);
  if (!guess) return 1;
  const Clock taken = Clock().since(before);
  const double epsilon = guess->high ? guess->high->to_double() : std::numeric_limits<double>::infinity();
  std::printf(
      "{\"rows\": %zu, \"features\": %zu, \"values\": %zu, \"noise\": %g, \"pass_seconds\": %.4f, \"seconds\": %.3f, \"passes\": %.1f, \"processor_passes\": "
      "%.1f, ",
      static_cast<std::size_t>(rows.size()), static_cast<std::size_t>(rows.n_features()), static_cast<std::size_t>(rows.n_values()), options.noise, pass.wall,
      taken.wall, taken.wall / pass.wall, taken.processor / pass.processor);
  std::printf(guess->clean ? "\"verdict\": \"separable\"}\n" : "\"verdict\": \"undecided\", \"epsilon\": %.3g}\n", epsilon);
  return 0;
}
