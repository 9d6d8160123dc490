// What the benchmark of kernels needs beside novikoff: gram_rows make ROWS SEED writes rows of 20 normal features, y the sign of x1² + … + x5² − 5 + x1·x2 +
// noise of 0.5; gram_rows time FILE GAMMA N prints the processor seconds that the rows of the rbf kernel of N of them with all take, eight at a time, as a run
// makes them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <string_view>
#include <vector>

#include "novikoff/core/chunks.hpp"
#include "novikoff/core/random.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/learn/dual.hpp"

namespace {

using namespace novikoff;  // NOLINT(google-build-using-namespace): a program of one page

double normal(Rng& rng) { return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(2 * std::numbers::pi * rng.uniform()); }

void make(std::uint64_t rows, std::uint64_t seed) {
  Rng rng(seed);
  for (std::uint64_t i = 0; i < rows; ++i) {
    double x[20];
    for (double& v : x) v = normal(rng);
    double side = -5 + x[0] * x[1] + 0.5 * normal(rng);
    for (int j = 0; j < 5; ++j) side += x[j] * x[j];
    std::fputs(side > 0 ? "+1" : "-1", stdout);
    for (int j = 0; j < 20; ++j) std::printf(" %d:%.6g", j + 1, x[j]);
    std::fputs("\n", stdout);
  }
}

int time_rows(const char* file, double gamma, std::size_t n) {
  Labels labels = Labels::collect({});
  const Result<std::unique_ptr<Source>> source = open_source({file}, {}, labels);
  if (!source) return 1;
  const Result<Dataset> read = Dataset::read(**source, labels, std::uint64_t{1} << 32U);
  if (!read) return 1;
  const Dataset& data = *read;
  KernelRows rows(
      {.kind = KernelKind::rbf, .gamma = gamma}, [&](std::size_t i) { return data[i].x; }, std::uint64_t{1} << 32U);
  rows.extend(data.size(), data.n_features());
  const std::size_t bytes = GramRows::kAtOnce * rows.padded() * sizeof(double);
  auto* const room = static_cast<double*>(allocate_block(bytes));
  const std::clock_t begin = std::clock();
  for (std::size_t row = 0; row < n; row += GramRows::kAtOnce) {
    FeatureView xs[GramRows::kAtOnce];
    double* to[GramRows::kAtOnce];
    for (std::size_t k = 0; k < GramRows::kAtOnce; ++k) {
      xs[k] = data[(row + k) % data.size()].x;
      to[k] = room + k * rows.padded();
    }
    rows.values(xs, std::min(GramRows::kAtOnce, n - row), to);
  }
  free_block(room, bytes);
  std::printf("%.6f\n", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "make" && argc == 4) return make(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10)), 0;
  if (what == "time" && argc == 5) return time_rows(argv[2], std::strtod(argv[3], nullptr), std::strtoull(argv[4], nullptr, 10));
  return 2;
}
