// LIBSVM text, plain or compressed: no crash, rows in canonical form, the same however the bytes are cut. The first two bytes choose the options.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "differential.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned choice = data[0];
  novikoff::ReadOptions options;
  options.format = novikoff::Format::libsvm;
  options.index_base = choice & 1U;
  options.labels_optional = (choice & 2U) != 0;
  options.keep_text = (choice & 4U) != 0;
  options.decimals = (choice & 12U) == 12;
  options.n_features = (choice & 16U) != 0 ? 9 : 0;
  options.memory = (choice & 32U) != 0 ? 30 : 4096;
  novikoff::differential::compare({reinterpret_cast<const char*>(data) + 2, size - 2}, options, novikoff::differential::labels_for(data[1]));
  return 0;
}
