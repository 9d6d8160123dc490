// Numbers: whatever the bytes, no crash; and what is accepted survives being printed and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "novikoff/core/number.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto decimal = novikoff::parse_decimal(text);
  if (decimal && !novikoff::is_number(text)) std::abort();
  if (decimal && novikoff::compare(*decimal, *decimal) != 0) std::abort();
  if (decimal && !decimal->digits.empty() && (decimal->digits.front() == '0' || decimal->digits.back() == '0')) std::abort();
  const auto whole = novikoff::parse_unsigned(text);
  if (whole && !decimal && size <= novikoff::kMaxDecimalDigits) std::abort();
  return 0;
}
