// Models as files: versioned JSON with a checksum (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"
#include "novikoff/learn/model.hpp"

namespace novikoff {

inline constexpr unsigned kModelVersion = 2;  ///< of models that were learned without some of the columns; all others have version 1

/// The bytes of the model file, checksum included. Equal models give equal bytes, everywhere.
std::string model_bytes(const Model& model);

/// The bytes of its `learned` object alone: what must not depend on how the examples were read, split or scheduled.
std::string learned_bytes(const Model& model);

/// What is made of a model that refers to data which are missing, or are not what they were.
enum class MissingData {
  refuse,
  show  ///< the model without its support vectors: Expansion::missing
};

/// The model in `bytes`; the data that hold its support vectors are read if it refers to them. Everything is checked before it is believed; no allocation that
/// the bytes' own length does not cover, beyond `memory`. Errors: model_invalid (says where), model_version_newer, checksum_mismatch, memory_limit; those of
/// the data, which name the model too, cannot_open if they are not there.
Result<Model> parse_model(std::string_view bytes, const std::string& name, std::uint64_t memory, MissingData missing = MissingData::refuse);

/// Writes beside, fsyncs, renames; the old file stays intact on failure (write_failed).
Status save_model(const Model& model, const std::string& path);

/// Reads and parses. Errors: cannot_open, read_failed, and those of parse_model.
Result<Model> load_model(const std::string& path, std::uint64_t memory);

}  // namespace novikoff
