// Predicts the rows of a file with a saved model: load_and_predict MODEL FILE
#include <cstdio>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/predict.hpp"

using namespace novikoff;

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 30U;  // what a file may make the program take
  const Result<Model> model = load_model(argv[1], kMemory);
  if (!model) return std::fprintf(stderr, "%s\n", to_string(model.error()).c_str()), 1;

  Labels labels = Labels::any();  // whatever the rows say, or nothing
  const Result<std::unique_ptr<Source>> source = open_source({argv[2]}, {.labels_optional = true}, labels);
  if (!source) return std::fprintf(stderr, "%s\n", to_string(source.error()).c_str()), 1;
  const Result<PredictReport> report = predict(*model, **source, labels, {}, [](const Prediction& prediction) {
    std::printf("%+g  s = %g\n", prediction.predicted, prediction.score);
    return true;  // go on
  });
  if (!report) return std::fprintf(stderr, "%s\n", to_string(report.error()).c_str()), 1;
  return 0;
}
