// Models: whatever the bytes, no crash and no memory beyond the limit; what is accepted is written and read again the same, and can
// be used: a few rows are predicted and learned on from it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/predict.hpp"
#include "novikoff/run/sha256.hpp"
#include "novikoff/run/train.hpp"

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{64} << 20U;
constexpr std::string_view kRows = "1 1:1 3:-0.5\n-1 2:1e300\n1 1:0.1 9:2\n-1\n";

// Errors are as good an end as any; only crashes count.
void use(const novikoff::Model& model) {
  constexpr std::uint64_t kSeen = 30;
  novikoff::Labels labels = novikoff::Labels::fixed("-1", "1");
  const auto rows = [&labels] { return novikoff::open_source(novikoff::memory_bytes(kRows), "rows", {}, labels); };
  novikoff::TrainOptions options;
  options.spec = model.spec;
  options.spec.max_seen = std::max<std::uint64_t>(model.counts.seen + kSeen, 1);  // 0 would be no limit
  options.spec.max_seconds = 0;
  options.memory = kMemory;
  if (auto source = rows()) (void)novikoff::predict(model, **source, labels, {}, [](const novikoff::Prediction&) { return true; });
  if (!model.state) return;
  if (auto source = rows(); source && model.spec.order == novikoff::Order::online) (void)novikoff::train_stream(**source, labels, options, &model);
  if (auto source = rows())
    if (const auto data = novikoff::Dataset::read(**source, labels, kMemory)) (void)novikoff::train(*data, options, &model);
}

void check(std::string_view bytes) {
  const novikoff::Result<novikoff::Model> model = novikoff::parse_model(bytes, "model", kMemory);
  if (!model) return;
  const std::string written = novikoff::model_bytes(*model);
  const novikoff::Result<novikoff::Model> again = novikoff::parse_model(written, "model", kMemory);
  if (!again || novikoff::model_bytes(*again) != written) std::abort();
  if (written.find(novikoff::learned_bytes(*model)) == std::string::npos) std::abort();
  use(*model);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  // A checksum stops nearly every mutation, so the bytes before it get their right one too.
  std::string sealed(bytes.substr(0, bytes.rfind(",\n  \"sha256\"")));
  novikoff::seal(sealed);
  check(sealed);
  return 0;
}
