// The plain loop that training in many passes is measured against: LIBSVM text into dense rows, then the textbook's cyclic perceptron in double until a pass
// without an update, one accumulator a score. Reads standard input: sonar_loop FEATURES
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  const std::size_t d = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 60) + 1;  // and the bias coordinate
  std::vector<std::vector<double>> rows;
  std::vector<double> y;
  for (std::string line(1U << 16U, '\0'); std::fgets(line.data(), static_cast<int>(line.size()), stdin) != nullptr;) {
    char* p = line.data();
    y.push_back(std::strtod(p, &p));
    rows.emplace_back(d);
    rows.back()[d - 1] = 1;
    while (*p == ' ' && p[1] > ' ') {
      const std::size_t index = std::strtoull(p + 1, &p, 10);
      rows.back()[index - 1] = std::strtod(p + 1, &p);
    }
  }
  std::vector<double> w(d);
  std::size_t passes = 0, updates = 0;
  for (std::size_t in_pass = 1; in_pass != 0; ++passes) {
    in_pass = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double* const x = rows[i].data();
      double score = 0;
      for (std::size_t j = 0; j < d; ++j) score += w[j] * x[j];
      if (y[i] * score > 0) continue;
      for (std::size_t j = 0; j < d; ++j) w[j] += y[i] * x[j];
      ++in_pass;
    }
    updates += in_pass;
  }
  std::printf("%zu passes, %zu updates\n", passes, updates);
  return 0;
}
