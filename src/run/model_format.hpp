// What the writers and readers of models and certificates share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"
#include "novikoff/learn/model.hpp"
#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/model_io.hpp"

namespace novikoff {

inline constexpr std::string_view kModelFormat = "novikoff-model";
inline constexpr std::uint64_t kMaxFeatures = std::uint64_t{1} << 32U;  // indices 0 … 2³² − 1

/// Whether `bytes` are all of a model file, as far as its first bytes and its checksum say. Errors: model_invalid, model_version_newer, checksum_mismatch.
Status check_sealed_model(std::string_view bytes, const std::string& name);

/// The model in `bytes`, whose checksum was found right.
Result<Model> read_model(std::string_view bytes, const std::string& name, std::uint64_t memory, MissingData missing);

/// Labels and names are compared bytewise with data files, so bytes that are no UTF-8 must come back as they were: {"hex": …}.
void write_bytes(JsonWriter& json, const std::string& bytes);

/// The members gamma, coef0 and degree, those of them that the kernel has.
void write_kernel_numbers(JsonWriter& json, const Kernel& kernel);

}  // namespace novikoff
