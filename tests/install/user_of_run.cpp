// Reads four rows, learns them, and writes the model: everything the rooms link (zlib, zstd, fmt, libcrypto) is needed for it.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/train.hpp"

namespace {

int learn() {
  const std::string text = "+1 1:2 2:1\n-1 1:-1\n+1 2:3\n-1 2:-1\n";
  novikoff::Labels labels = novikoff::Labels::collect();
  auto bytes = novikoff::decompressed(novikoff::memory_bytes(text), "rows", 1U << 20U);
  auto source = novikoff::or_throw(novikoff::open_source(std::move(bytes), "rows", {}, labels));
  const novikoff::Dataset data = novikoff::or_throw(novikoff::Dataset::read(*source, labels, 1U << 20U));
  const novikoff::TrainReport report = novikoff::or_throw(novikoff::train(data, {}));
  const std::string model = novikoff::model_bytes(report.model);
  const auto again = novikoff::or_throw(novikoff::parse_model(model, "model", 1U << 20U));
  const bool right = report.model.stop == novikoff::Stop::converged && novikoff::model_bytes(again) == model;
  std::puts(right ? "learned" : "wrong");
  return right ? 0 : 1;
}

}  // namespace

int main() {
  try {
    return learn();
  } catch (const novikoff::Error& error) {
    std::puts(error.what());
    return 2;
  }
}
