// What the writer and the reader of models share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"
#include "novikoff/learn/model.hpp"

namespace novikoff {

inline constexpr std::string_view kModelFormat = "novikoff-model";
inline constexpr std::uint64_t kMaxFeatures = std::uint64_t{1} << 32U;  // indices 0 … 2³² − 1

/// The model in `bytes`, whose checksum was found right.
Result<Model> read_model(std::string_view bytes, const std::string& name, std::uint64_t memory);

}  // namespace novikoff
