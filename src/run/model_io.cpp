#include "novikoff/run/model_io.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "novikoff/core/number.hpp"
#include "novikoff/data/bytes.hpp"
#include "novikoff/run/output.hpp"
#include "novikoff/run/sha256.hpp"
#include "run/model_format.hpp"

namespace novikoff {
namespace {

// The version's digits, if `bytes` begin as a model of any version does; blanks may stand anywhere, so that a file whose line
// ends were converted is still known as a model.
std::optional<std::string_view> version_of(std::string_view bytes) {
  const auto skip_blanks = [&] { bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size())); };
  for (const std::string_view expected : {"{", "\"format\"", ":", "\"novikoff-model\"", ",", "\"version\"", ":"}) {
    skip_blanks();
    if (!bytes.starts_with(expected)) return std::nullopt;
    bytes.remove_prefix(expected.size());
  }
  skip_blanks();
  const std::size_t digits = std::min(bytes.find_first_not_of("0123456789"), bytes.size());
  if (digits == 0) return std::nullopt;
  return bytes.substr(0, digits);
}

bool is_newer(std::string_view version) {
  version.remove_prefix(std::min(version.find_first_not_of('0'), version.size()));
  return !version.empty() && parse_unsigned(version, kModelVersion) == std::nullopt;
}

ErrorInfo newer(std::string_view version, const std::string& name) {
  constexpr std::size_t kShown = 20;
  return {ErrorCode::model_version_newer,
          "the model has version " + std::string(version.substr(0, kShown)) + "; this program reads up to version " + std::to_string(kModelVersion),
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

// The whole of a file, unless it is larger than `memory`.
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

bool finite(const Model& model) {
  if (!model.hypothesis.finite() || (model.voted && !model.voted->start().finite())) return false;
  if (!model.state) return true;
  const RunState& state = *model.state;
  return state.current.finite() && (!state.weighted_steps || state.weighted_steps->finite()) && (!state.pocket || state.pocket->best.finite());
}

}  // namespace

Result<Model> parse_model(std::string_view bytes, const std::string& name, std::uint64_t memory) {
  const std::optional<std::string_view> version = version_of(bytes);
  if (!version) return ErrorInfo{ErrorCode::model_invalid, bytes.empty() ? "the file is empty" : "this is no model of novikoff", {name}, {}, {}};
  // Before the checksum: a later version may have another way to end.
  if (is_newer(*version)) return newer(*version, name);
  if (!unsealed(bytes)) return damaged(bytes, name);
  return read_model(bytes, name, memory);
}

Status save_model(const Model& model, const std::string& path) {
  if (!finite(model)) return ErrorInfo{ErrorCode::weights_overflow, "the weights are not finite; the model is not written", {path}, {}, {}};
  return write_file(path, model_bytes(model));
}

Result<Model> load_model(const std::string& path, std::uint64_t memory) {
  const Result<std::string> bytes = read_all(path, memory);
  if (!bytes) return bytes.error();
  return parse_model(*bytes, path == "-" ? "stdin" : path, memory);
}

}  // namespace novikoff
