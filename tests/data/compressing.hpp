// Compressed inputs for tests, made on the spot.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <string>
#include <string_view>

namespace novikoff::compressing {

/// One gzip member; `flush_at` bytes are flushed first, as a program that talks through a pipe would.
inline std::string gzip(std::string_view text, std::size_t flush_at = 0) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
  std::string in(text);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  stream.avail_in = static_cast<uInt>(flush_at);
  if (flush_at > 0) deflate(&stream, Z_SYNC_FLUSH);
  stream.avail_in = static_cast<uInt>(in.size() - flush_at);
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

/// One zstd frame, with a checksum.
inline std::string zstd(std::string_view text, int window_log = 0, std::size_t flush_at = 0) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (window_log > 0) ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
  std::string out(ZSTD_compressBound(text.size()) + 64, '\0');
  ZSTD_outBuffer output{out.data(), out.size(), 0};
  ZSTD_inBuffer head{text.data(), flush_at, 0};
  if (flush_at > 0) ZSTD_compressStream2(context, &output, &head, ZSTD_e_flush);
  ZSTD_inBuffer rest{text.data() + flush_at, text.size() - flush_at, 0};
  ZSTD_compressStream2(context, &output, &rest, ZSTD_e_end);
  out.resize(output.pos);
  ZSTD_freeCCtx(context);
  return out;
}

}  // namespace novikoff::compressing
