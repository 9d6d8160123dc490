// Learns three points that are in memory: train_from_memory [MODEL]
#include <cstdio>
#include <vector>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/train.hpp"

using namespace novikoff;

int main(int argc, char** argv) {
  const double x[3][2] = {{3, 3}, {4, 3}, {1, 1}};
  const double y[3] = {+1, +1, -1};
  std::vector<ExampleView> rows;
  for (int i = 0; i < 3; ++i) rows.push_back({{nullptr, x[i], 2}, y[i]});  // no indices: features 0 and 1
  const Dataset data = Dataset::from_examples(rows, 2);

  const Result<TrainReport> report = train(data, {});
  if (!report) return std::fprintf(stderr, "%s\n", to_string(report.error()).c_str()), 1;
  const Hypothesis& h = report->last;
  std::printf("%llu updates, w = (%g, %g), b = %g\n", static_cast<unsigned long long>(report->model.counts.updates), h.weights[0], h.weights[1], h.bias());

  const Status saved = argc == 2 ? save_model(report->model, argv[1]) : Status{};
  if (!saved) return std::fprintf(stderr, "%s\n", to_string(saved.error()).c_str()), 1;
  return 0;
}
