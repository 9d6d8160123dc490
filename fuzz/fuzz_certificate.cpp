// Certificates: whatever the bytes, no crash and no memory beyond the limit; what is accepted is written and read again the same, and its check against a
// few rows ends.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "novikoff/prove/check.hpp"
#include "novikoff/run/certificate_io.hpp"
#include "novikoff/run/sha256.hpp"

namespace {

using novikoff::ExactRows;
using novikoff::Numbers;

constexpr std::uint64_t kMemory = std::uint64_t{64} << 20U;

// Two points with both labels in one direction, a zero row, and rows beyond 62 bits if asked for.
ExactRows rows(Numbers numbers, double bias, double scale) {
  ExactRows::Builder builder(numbers, bias);
  for (const int y : {1, -1}) {
    builder.add(0, y * 0.5);
    builder.end_row(static_cast<std::int8_t>(y));
    builder.add(0, 3.0);
    builder.add(2, scale);
    builder.end_row(static_cast<std::int8_t>(y));
  }
  builder.end_row(1);
  return *builder.finish(4, kMemory, [](std::int8_t y) { return y; });
}

void check(std::string_view bytes) {
  const novikoff::Result<novikoff::CertificateFile> file = novikoff::parse_certificate(bytes, "certificate", kMemory);
  if (!file) return;
  const std::string written = novikoff::certificate_bytes(*file);
  const novikoff::Result<novikoff::CertificateFile> again = novikoff::parse_certificate(written, "certificate", kMemory);
  if (!again || novikoff::certificate_bytes(*again) != written) std::abort();
  for (const double bias : {0.0, 1.0})
    for (const double scale : {1.0, 1e30}) {
      const novikoff::Certificate& c = file->certificate;
      const auto about = rows(c.numbers, bias, scale);
      const auto outcome = novikoff::check(c, about);
      if (const auto* proved = std::get_if<novikoff::Proved>(&outcome); proved != nullptr && proved->verdict != file->certificate.verdict) std::abort();
    }
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
