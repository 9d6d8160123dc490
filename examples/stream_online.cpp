// Predicts each row of a file before it learns from it, in one pass and constant memory: stream_online FILE
#include <cstdio>

#include "novikoff/run/online.hpp"

using namespace novikoff;

int main(int argc, char** argv) {
  Labels labels = Labels::sign();  // above 0 is +1, all others are -1
  const Result<std::unique_ptr<Source>> source = open_source({argc == 2 ? argv[1] : "-"}, {}, labels);
  if (!source) return std::fprintf(stderr, "%s\n", to_string(source.error()).c_str()), 1;

  TrainOptions options;
  options.spec.order = Order::online;
  options.spec.keep = KeepKind::last;
  const Result<TrainReport> report = run_online(**source, labels, options, nullptr, [](const OnlineStep& step) -> std::optional<Stop> {
    std::printf("%llu: predicted %+d, was %+g\n", static_cast<unsigned long long>(step.row + 1), step.score >= 0 ? 1 : -1, step.y);
    return std::nullopt;  // go on
  });
  if (!report) return std::fprintf(stderr, "%s\n", to_string(report.error()).c_str()), 1;
  std::printf("%llu mistakes\n", static_cast<unsigned long long>(report->model.counts.mistakes));
  return 0;
}
