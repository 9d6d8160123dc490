// What models and certificates share as files: they say what they are, of which version, and end with a checksum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"

namespace novikoff {

/// One kind of sealed file.
struct SealedKind {
  std::string_view format;  ///< its member `format`
  std::string_view noun;    ///< "model"
  unsigned version;         ///< the newest that is read
  ErrorCode invalid, newer;
  std::string_view maker;  ///< what makes another: "novikoff train"
};

/// Whether `bytes` begin as a file of this kind does, of whatever version.
bool begins_as(std::string_view bytes, const SealedKind& kind);

/// What a file of this program that begins with `bytes` is: "model", "certificate", "cache"; "" for all other bytes.
std::string_view own_noun(std::string_view bytes);

/// Errors, in this order: kind.invalid for bytes that do not begin so, kind.newer, checksum_mismatch.
Status check_sealed(std::string_view bytes, const std::string& name, const SealedKind& kind);

/// The whole of a file, unless it is larger than `memory` (memory_limit).
Result<std::string> read_all(const std::string& path, std::uint64_t memory);

}  // namespace novikoff
