// Models: whatever the bytes, no crash and no memory beyond the limit; what is accepted is written and read again the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/sha256.hpp"

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{64} << 20U;

void check(std::string_view bytes) {
  const novikoff::Result<novikoff::Model> model = novikoff::parse_model(bytes, "model", kMemory);
  if (!model) return;
  const std::string written = novikoff::model_bytes(*model);
  const novikoff::Result<novikoff::Model> again = novikoff::parse_model(written, "model", kMemory);
  if (!again || novikoff::model_bytes(*again) != written) std::abort();
  if (written.find(novikoff::learned_bytes(*model)) == std::string::npos) std::abort();
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
