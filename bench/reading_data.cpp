// Makes the text that the benchmark of reading reads: reading_data sparse|dense|dense-csv|binary ROWS SEED, to standard output.
// sparse: as of words, 47,236 features, 73.6 values a row on average, each 0.02 … 0.22 in six digits; dense: 100 features, six decimals; dense-csv: the same
// rows as CSV without a header, the label last; binary: 3,000,000 features, 110 values a row on average, all 1. Labels follow a hidden direction, 5 % flipped.
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "novikoff/core/random.hpp"

namespace {

using novikoff::Rng;

struct Line {
  std::string text;
  double score = 0;

  void add(std::uint64_t feature, double value, std::string_view written) {
    text += ' ' + std::to_string(feature + 1) + ':';
    text += written;
    score += hidden(feature) * value;
  }
  // The hidden direction: ±1, by a hash of the feature.
  static double hidden(std::uint64_t feature) { return Rng(feature, 1).next() % 2 == 0 ? 1 : -1; }
};

std::string fixed(double value, int decimals) {
  char text[64];
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.*f", decimals, value))};
}

std::string general(double value) {
  char text[64];
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.6g", value))};
}

// Few features are frequent, as words are: the rank is about log-uniform.
std::set<std::uint64_t> words(Rng& rng, std::uint64_t features, std::uint64_t values) {
  std::set<std::uint64_t> chosen;
  while (chosen.size() < values) chosen.insert(static_cast<std::uint64_t>(std::exp(rng.uniform() * std::log(static_cast<double>(features)))) - 1);
  return chosen;
}

void sparse(Rng& rng, Line& line, std::uint64_t features, bool binary) {
  const std::uint64_t values = binary ? 60 + rng.next() % 101 : 40 + rng.next() % 68;
  for (const std::uint64_t feature : words(rng, features, values)) {
    const double value = binary ? 1 : 0.02 + 0.2 * rng.uniform();
    line.add(feature, value, binary ? "1" : general(value));
  }
}

void dense(Rng& rng, Line& line, bool csv) {
  for (std::uint64_t j = 0; j < 100; ++j) {
    const double value = 2 * (rng.uniform() + rng.uniform() + rng.uniform()) - 3;
    line.add(j, value, fixed(value, 6));
    if (csv) line.text.replace(line.text.rfind(' '), line.text.rfind(':') + 1 - line.text.rfind(' '), j == 0 ? "" : ",");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string_view kind = argv[1];
  const std::uint64_t rows = std::strtoull(argv[2], nullptr, 10), seed = std::strtoull(argv[3], nullptr, 10);
  const bool csv = kind == "dense-csv";
  for (std::uint64_t i = 0; i < rows; ++i) {
    Rng rng(seed, i);
    Line line;
    if (kind == "sparse" || kind == "binary") {
      sparse(rng, line, kind == "binary" ? 3000000 : 47236, kind == "binary");
    } else {
      dense(rng, line, csv);
    }
    const std::string label = (line.score > 0) != (rng.uniform() < 0.05) ? "1" : "-1";
    line.text = csv ? line.text + ',' + label + '\n' : label + line.text + '\n';
    std::fwrite(line.text.data(), 1, line.text.size(), stdout);
  }
  return 0;
}
