// The inputs of a source, before they are read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fast_lines.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/data/bytes.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::text {

/// One input: its bytes, or the name to open when its turn comes.
struct Input {
  std::string path;
  std::unique_ptr<ByteSource> bytes;
};

/// The bytes of an input, decompressed. `name` stands in errors.
Result<std::unique_ptr<ByteSource>> open_input(Input& input, const std::string& name, std::uint64_t memory);

/// Read ahead by threads (see Pipeline); `threads` ≥ 2.
std::unique_ptr<Source> make_ahead_source(std::vector<Input> inputs, const ReadOptions& settled, Labels& labels, unsigned threads, std::size_t chunk);

/// What errors and schemas call an input.
std::string shown(const std::string& path);

std::unique_ptr<FastLines> make_lines(const ReadOptions& settled);

}  // namespace novikoff::text
