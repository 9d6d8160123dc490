// Bytes from files, standard input, memory; decompressed where they are gzip or zstd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"

namespace novikoff {

/// A stream of bytes. Not thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads 1 … into.size() bytes; 0 at the end. Gives what is there and does not wait to fill the buffer.
  /// Errors: read_failed, compressed_data_invalid, memory_limit. Never called with an empty buffer.
  virtual Result<std::size_t> read(std::span<char> into) = 0;
};

/// The file `path`, or standard input for "-". Errors: cannot_open (missing, no right, a folder).
Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path);

/// `text`, borrowed, at most `chunk` bytes at each read.
std::unique_ptr<ByteSource> memory_bytes(std::string_view text, std::size_t chunk = ~std::size_t{0});

/// `inner` decompressed if it starts with the magic bytes of gzip (RFC 1952) or zstd (RFC 8878), several members one after
/// the other, else unchanged. Windows above `memory` bytes are refused (memory_limit); a cut or damaged stream is
/// compressed_data_invalid. `name` stands in the errors.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> inner, std::string name, std::uint64_t memory);

}  // namespace novikoff
