#include "run/sealed_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "novikoff/core/number.hpp"
#include "novikoff/data/bytes.hpp"
#include "novikoff/run/sha256.hpp"

namespace novikoff {
namespace {

// The version's digits, if `bytes` begin as a file of this kind and any version does; blanks may stand anywhere, so that a file whose line
// ends were converted is still known.
std::optional<std::string_view> version_of(std::string_view bytes, const SealedKind& kind) {
  const std::string format = '"' + std::string(kind.format) + '"';
  const auto skip_blanks = [&] { bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size())); };
  for (const std::string_view expected : {std::string_view("{"), std::string_view("\"format\""), std::string_view(":"), std::string_view(format),
                                          std::string_view(","), std::string_view("\"version\""), std::string_view(":")}) {
    skip_blanks();
    if (!bytes.starts_with(expected)) return std::nullopt;
    bytes.remove_prefix(expected.size());
  }
  skip_blanks();
  const std::size_t digits = std::min(bytes.find_first_not_of("0123456789"), bytes.size());
  if (digits == 0) return std::nullopt;
  return bytes.substr(0, digits);
}

bool is_newer(std::string_view version, const SealedKind& kind) {
  version.remove_prefix(std::min(version.find_first_not_of('0'), version.size()));
  return !version.empty() && parse_unsigned(version, kind.version) == std::nullopt;
}

ErrorInfo newer(std::string_view version, const std::string& name, const SealedKind& kind) {
  constexpr std::size_t kShown = 20;
  return {kind.newer,
          "the " + std::string(kind.noun) + " has version " + std::string(version.substr(0, kShown)) + "; this program reads up to version " +
              std::to_string(kind.version),
          {name},
          {},
          {}};
}

ErrorInfo damaged(std::string_view bytes, const std::string& name) {
  // The writer escapes carriage returns, so there is none in an intact file.
  if (bytes.find('\r') != std::string_view::npos)
    return {ErrorCode::checksum_mismatch, "the file's line ends were converted", {name}, "convert them back to LF, or copy the file again as binary", {}};
  if (!bytes.ends_with("\"\n}\n"))
    return {ErrorCode::checksum_mismatch, "the file does not end with its checksum: it was cut off, or something was added", {name}, {}, {}};
  return {ErrorCode::checksum_mismatch, "the file's bytes are not those its checksum was made of", {name}, {}, {}};
}

}  // namespace

bool begins_as(std::string_view bytes, const SealedKind& kind) { return version_of(bytes, kind).has_value(); }

Status check_sealed(std::string_view bytes, const std::string& name, const SealedKind& kind) {
  const std::optional<std::string_view> version = version_of(bytes, kind);
  if (!version) return ErrorInfo{kind.invalid, bytes.empty() ? "the file is empty" : "this is no " + std::string(kind.noun) + " of novikoff", {name}, {}, {}};
  // Before the checksum: a later version may have another way to end.
  if (is_newer(*version, kind)) return newer(*version, name, kind);
  if (!unsealed(bytes)) return damaged(bytes, name);
  return {};
}

Result<std::string> read_all(const std::string& path, std::uint64_t memory) {
  Result<std::unique_ptr<ByteSource>> source = open_bytes(path);
  if (!source) return source.error();
  std::string bytes;
  std::array<char, 1U << 16U> chunk;
  for (;;) {
    const Result<std::size_t> size = (*source)->read(chunk);
    if (!size) return size.error();
    if (*size == 0) return bytes;
    if (bytes.size() + *size > memory)
      return ErrorInfo{ErrorCode::memory_limit, "the file has more than " + std::to_string(memory) + " bytes", {path}, "raise --memory", {}};
    bytes.append(chunk.data(), *size);
  }
}

}  // namespace novikoff
