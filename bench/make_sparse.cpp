// Writes a text-like sparse data set in LIBSVM format: feature frequencies by a power law, positive weights of unit length a row,
// labels of a hidden hyperplane with 5 % flipped. Deterministic: make_sparse ROWS FEATURES VALUES_PER_ROW SEED > file
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "novikoff/core/random.hpp"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: make_sparse ROWS FEATURES VALUES_PER_ROW SEED\n");
    return 2;
  }
  const std::uint64_t rows = std::strtoull(argv[1], nullptr, 10), features = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t mean = std::strtoull(argv[3], nullptr, 10), seed = std::strtoull(argv[4], nullptr, 10);
  novikoff::Rng rng(seed);
  std::vector<double> hidden(features);
  for (double& h : hidden) h = rng.uniform() - 0.5;
  std::vector<std::uint64_t> index;
  std::string line;
  char number[32];
  for (std::uint64_t row = 0; row < rows; ++row) {
    index.clear();
    const std::uint64_t size = std::max<std::uint64_t>(1, mean / 2 + rng.below(mean + 1));
    // A feature of rank r is drawn about as often as 1/r: u ↦ features^u is log-uniform.
    while (index.size() < size) index.push_back(static_cast<std::uint64_t>(std::pow(static_cast<double>(features), rng.uniform())) % features);
    std::sort(index.begin(), index.end());
    index.erase(std::unique(index.begin(), index.end()), index.end());
    std::vector<double> value(index.size());
    double sqnorm = 0, score = 0;
    for (double& v : value) {
      v = 0.1 + rng.uniform();
      sqnorm += v * v;
    }
    for (std::size_t k = 0; k < index.size(); ++k) score += value[k] * hidden[index[k]];
    const bool flip = rng.below(100) < 5;
    line = (score > 0) != flip ? "1" : "-1";
    for (std::size_t k = 0; k < index.size(); ++k) {
      std::snprintf(number, sizeof number, " %llu:%.6f", static_cast<unsigned long long>(index[k] + 1), value[k] / std::sqrt(sqnorm));
      line += number;
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  return 0;
}
