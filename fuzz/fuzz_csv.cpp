// CSV text, plain or compressed: no crash, rows in canonical form, the same however the bytes are cut. The first two bytes choose the options.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "differential.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned choice = data[0];
  novikoff::ReadOptions options;
  options.format = (choice & 64U) != 0 ? novikoff::Format::tsv : novikoff::Format::csv;
  options.header = (choice & 1U) != 0;
  options.labels_optional = (choice & 2U) != 0;
  options.keep_text = (choice & 4U) != 0;
  options.decimals = (choice & 12U) == 12;
  options.memory = (choice & 32U) != 0 ? 30 : 4096;
  if (options.header && (choice & 128U) != 0) {
    options.label_name = "y";
  } else {
    options.label_column = 1 + (data[1] >> 6U);
  }
  if ((choice & 16U) != 0) {
    if (options.header) options.columns = {"a", "b"};
    if (!options.header) options.column_count = 2;
  }
  if ((data[1] & 32U) != 0) options.delimiter = ';';
  novikoff::differential::compare({reinterpret_cast<const char*>(data) + 2, size - 2}, options, novikoff::differential::labels_for(data[1]));
  return 0;
}
