#include "run/sealed_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "novikoff/core/number.hpp"
#include "novikoff/data/bytes.hpp"
#include "novikoff/data/cache.hpp"
#include "novikoff/run/sha256.hpp"

namespace novikoff {
namespace {

// Takes `expected` words off the front of `bytes`; blanks may stand anywhere, so that a file whose line ends were converted is still known.
bool take(std::string_view& bytes, std::initializer_list<std::string_view> expected) {
  for (const std::string_view word : expected) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    if (!bytes.starts_with(word)) return false;
    bytes.remove_prefix(word.size());
  }
  return true;
}

// The version's digits, if `bytes` begin as a file of this kind and any version does.
std::optional<std::string_view> version_of(std::string_view bytes, const SealedKind& kind) {
  if (!take(bytes, {"{", "\"format\"", ":", "\"", kind.format, "\"", ",", "\"version\"", ":", ""})) return std::nullopt;
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

// Nothing of a damaged file is believed: it comes from where it was kept, or is made again.
ErrorInfo damaged(std::string_view bytes, const std::string& name, const SealedKind& kind) {
  const auto altered = [&](std::string message, std::string hint) {
    return ErrorInfo{ErrorCode::checksum_mismatch, std::move(message), {name}, std::move(hint), {}};
  };
  // The writer escapes carriage returns, so there is none in an intact file.
  if (bytes.find('\r') != std::string_view::npos)
    return altered("the line ends of the " + std::string(kind.noun) + " were converted", "convert them back to LF, or copy the file again as binary");
  const std::string hint = "restore the file, or make it again with " + std::string(kind.maker);
  if (!bytes.ends_with("\"\n}\n"))
    return altered("the " + std::string(kind.noun) + " does not end with its checksum: it was cut off, or something was added", hint);
  return altered("the bytes of the " + std::string(kind.noun) + " are not those its checksum was made of", hint);
}

ErrorInfo foreign(std::string_view bytes, const std::string& name, const SealedKind& kind) {
  const std::string_view other = own_noun(bytes);
  std::string message = bytes.empty() ? "the file is empty" : "this is no " + std::string(kind.noun) + " of novikoff";
  if (!other.empty() && other != kind.noun) message += ", it is a " + std::string(other);
  return {kind.invalid, std::move(message), {name}, {}, {}};
}

}  // namespace

bool begins_as(std::string_view bytes, const SealedKind& kind) { return version_of(bytes, kind).has_value(); }

std::string_view own_noun(std::string_view bytes) {
  if (begins_as_cache(bytes)) return "cache";
  if (!take(bytes, {"{", "\"format\"", ":", "\"novikoff-"})) return {};
  for (const std::string_view noun : {std::string_view("model"), std::string_view("certificate")})
    if (bytes.starts_with(noun) && bytes.substr(noun.size()).starts_with('"')) return noun;
  return {};
}

Status check_sealed(std::string_view bytes, const std::string& name, const SealedKind& kind) {
  const std::optional<std::string_view> version = version_of(bytes, kind);
  if (!version) return foreign(bytes, name, kind);
  // Before the checksum: a later version may have another way to end.
  if (is_newer(*version, kind)) return newer(*version, name, kind);
  if (!unsealed(bytes)) return damaged(bytes, name, kind);
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
