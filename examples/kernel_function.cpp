// Learns XOR with kernels that are functions of the caller's own: kernel_function
#include <cmath>
#include <cstdio>
#include <vector>

#include "novikoff/run/train.hpp"

using namespace novikoff;

// Both work on dense rows as well as on sparse ones: feature_value knows either.
static double squared_product(const FeatureView& x, const FeatureView& z) {
  const double product = 1 + feature_value(x, 0) * feature_value(z, 0) + feature_value(x, 1) * feature_value(z, 1);
  return product * product;
}

static double fourth_power(const FeatureView& x, const FeatureView& z) {
  const double a = feature_value(x, 0) - feature_value(z, 0), b = feature_value(x, 1) - feature_value(z, 1);
  return std::exp(-(a * a + b * b) * (a * a + b * b) / 16);
}

int main() {
  const double x[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const double y[4] = {-1, +1, +1, -1};
  std::vector<ExampleView> rows;
  for (int i = 0; i < 4; ++i) {
    std::size_t size = 2;
    while (size > 0 && x[i][size - 1] == 0) --size;  // a dense row ends with a value that is not 0
    rows.push_back({{nullptr, x[i], size}, y[i]});
  }
  const Dataset data = Dataset::from_examples(rows, 2);

  TrainOptions options;
  options.spec.bias_value = 0;
  options.check_kernel = true;  // a function is taken at its word otherwise
  options.spec.kernel = {.kind = KernelKind::function, .function = squared_product};
  const Result<TrainReport> report = train(data, options);
  if (!report) return std::fprintf(stderr, "%s\n", to_string(report.error()).c_str()), 1;
  std::printf("%llu updates, %llu errors\n", static_cast<unsigned long long>(report->model.counts.updates),
              static_cast<unsigned long long>(report->last_evaluation->errors));

  options.spec.kernel.function = fourth_power;
  const Result<TrainReport> refused = train(data, options);
  std::printf("%s\n", refused ? "no kernel was taken for one" : refused.error().message.c_str());
  return 0;
}
