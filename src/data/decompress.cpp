// gzip and zstd, recognised by their first bytes. Whatever can be decoded from the bytes at hand is given before more are
// asked for, and what is given before an error does not depend on how the compressed bytes arrived.
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "novikoff/data/bytes.hpp"

namespace novikoff {
namespace {

ErrorInfo damaged(const std::string& name, const std::string& what) { return {ErrorCode::compressed_data_invalid, what, {name}, {}, {}}; }

// Compressed bytes on their way from the inner source to a decoder.
class Inlet {
 public:
  Inlet(std::unique_ptr<ByteSource> inner, std::string_view first) : inner_(std::move(inner)) {
    std::copy(first.begin(), first.end(), data_.begin());
    end_ = first.size();
  }

  std::span<const char> bytes() const noexcept { return {data_.data() + begin_, end_ - begin_}; }
  void consume(std::size_t size) noexcept { begin_ += size; }
  /// More bytes, when there are none. False at the end.
  Result<bool> refill() {
    Result<std::size_t> got = inner_->read(data_);
    if (!got) return std::move(got.error());
    begin_ = 0;
    end_ = *got;
    return *got > 0;
  }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::array<char, std::size_t{64} << 10U> data_ = {};
  std::size_t begin_ = 0, end_ = 0;
};

// A decoder of one format: members (frames) one after the other, nothing else between or behind them.
class Decoder {
 public:
  virtual ~Decoder() = default;
  struct Step {
    std::size_t taken = 0, given = 0;
  };
  /// Decodes what it can of `in` (perhaps empty) into `out`.
  virtual Result<Step> decode(std::span<const char> in, std::span<char> out) = 0;
  /// Whether the input may end here.
  virtual bool between_members() const noexcept = 0;
};

class GzipDecoder final : public Decoder {
 public:
  explicit GzipDecoder(std::string name) : name_(std::move(name)) {
    constexpr int kGzipOnly = 16;
    ready_ = inflateInit2(&stream_, MAX_WBITS + kGzipOnly) == Z_OK;
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() override { inflateEnd(&stream_); }

  Result<Step> decode(std::span<const char> in, std::span<char> out) override {
    if (!ready_) return ErrorInfo{ErrorCode::memory_limit, "no memory for decompression", {name_}, {}, {}};
    if (in.empty() && ended_) return Step{};
    if (ended_) {
      inflateReset(&stream_);
      members_ = true;
    }
    ended_ = false;
    // zlib's interface is older than const and than sizes beyond 32 bits.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size(), std::size_t{1} << 30U));
    const uInt room = stream_.avail_out;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    const Step step{in.size() - stream_.avail_in, room - stream_.avail_out};
    ended_ = code == Z_STREAM_END;
    failed_ = code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR;
    if (failed_ && step.given == 0) return failure();
    return step;
  }
  bool between_members() const noexcept override { return ended_; }

 private:
  ErrorInfo failure() const {
    const bool header = members_ && stream_.total_out == 0 && stream_.msg != nullptr && std::strcmp(stream_.msg, "incorrect header check") == 0;
    if (header) return damaged(name_, "something else stands behind the gzip data");
    return damaged(name_, std::string("the gzip data is damaged") + (stream_.msg != nullptr ? std::string(": ") + stream_.msg : std::string()));
  }

  std::string name_;
  z_stream stream_ = {};
  bool ready_ = false;
  bool ended_ = false;    // a member is complete
  bool failed_ = false;   // zlib reports it again at the next call
  bool members_ = false;  // at least one member was complete
};

class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder(std::string name, std::uint64_t memory) : name_(std::move(name)), context_(ZSTD_createDCtx()) {
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    window_log_ = std::clamp(static_cast<int>(std::bit_width(memory)) - 1, bounds.lowerBound, bounds.upperBound);
    if (context_ != nullptr) ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, window_log_);
  }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;
  ~ZstdDecoder() override { ZSTD_freeDCtx(context_); }

  // A call that fails gives nothing, not even what it had decoded before the fault. So each call is shown exactly one block,
  // whole: three bytes less than it hints at, which are the next block's header (and never a whole frame, which it would decode
  // in another way). What comes out before a fault then depends on the bytes alone, not on how they arrive.
  Result<Step> decode(std::span<const char> in, std::span<char> out) override {
    if (context_ == nullptr) return ErrorInfo{ErrorCode::memory_limit, "no memory for decompression", {name_}, {}, {}};
    if (more_to_give_) return give_rest(out);
    constexpr std::size_t kFrameStart = 5, kBlockHeader = 3;
    const std::size_t expected = hint_ == 0 ? kFrameStart : hint_;
    const std::size_t wanted = expected > kBlockHeader ? expected - kBlockHeader : expected;
    const std::size_t taken = std::min(in.size(), wanted - std::min(wanted, block_.size()));
    block_.append(in.data(), taken);
    if (block_.size() < wanted) return Step{taken, 0};
    ZSTD_inBuffer input{block_.data(), block_.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t hint = ZSTD_decompressStream(context_, &output, &input);
    if (ZSTD_isError(hint) != 0) return failure(hint);
    block_.erase(0, input.pos);
    more_to_give_ = output.pos == output.size;
    hint_ = hint;
    members_ = members_ || hint == 0;
    return Step{taken, output.pos};
  }
  bool between_members() const noexcept override { return hint_ == 0 && block_.empty(); }

 private:
  // What of a block did not fit `out` before, and nothing else: a fault behind it must not take it along.
  Result<Step> give_rest(std::span<char> out) {
    ZSTD_inBuffer none{block_.data(), 0, 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t hint = ZSTD_decompressStream(context_, &output, &none);
    if (ZSTD_isError(hint) != 0) return failure(hint);
    more_to_give_ = output.pos == output.size;
    hint_ = hint;
    members_ = members_ || hint == 0;
    return Step{0, output.pos};
  }
  ErrorInfo failure(std::size_t result) const {
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
    if (code == ZSTD_error_frameParameter_windowTooLarge)
      return {ErrorCode::memory_limit,
              "the zstd data needs a window of more than 2^" + std::to_string(window_log_) + " bytes, which is what --memory allows",
              {name_},
              "raise --memory, or compress again without --long",
              {}};
    if (code == ZSTD_error_memory_allocation) return {ErrorCode::memory_limit, "no memory for decompression", {name_}, {}, {}};
    if (code == ZSTD_error_prefix_unknown && members_) return damaged(name_, "something else stands behind the zstd data");
    return damaged(name_, std::string("the zstd data is damaged: ") + ZSTD_getErrorString(code));
  }

  std::string name_;
  ZSTD_DCtx* context_;
  int window_log_ = 0;
  std::size_t hint_ = 0;       // bytes the decoder would like next; 0 between frames
  std::string block_;          // collected for the next call
  bool more_to_give_ = false;  // the last call filled its output, so the next one needs no input
  bool members_ = false;
};

// Not known yet what the bytes are: reads just enough of them to tell.
class Decompressed final : public ByteSource {
 public:
  Decompressed(std::unique_ptr<ByteSource> inner, std::string name, std::uint64_t memory) : inner_(std::move(inner)), name_(std::move(name)), memory_(memory) {}

  Result<std::size_t> read(std::span<char> into) override {
    if (failed_) return *failed_;
    Result<std::size_t> got = started_ ? give(into) : start(into);
    if (!got) failed_ = got.error();
    return got;
  }

 private:
  enum class Magic { none, gzip, zstd, cache, undecided };
  static constexpr std::string_view kCache = "\x89NVK";
  static constexpr std::size_t kNoCache = ~std::size_t{0};

  // A skippable frame may come first in zstd data (parallel compressors put one there).
  static Magic judge(std::string_view first, bool complete) noexcept {
    constexpr std::string_view kGzip = "\x1f\x8b", kZstd = "\x28\xb5\x2f\xfd", kSkippable = "\x2a\x4d\x18";
    const auto matches = [&](std::string_view magic) { return magic.substr(0, first.size()) == first.substr(0, magic.size()); };
    const bool skippable = !first.empty() && (static_cast<unsigned char>(first[0]) & 0xf0U) == 0x50;
    const bool zstd = matches(kZstd) || (skippable && kSkippable.substr(0, first.size() - 1) == first.substr(1, kSkippable.size()));
    if (zstd && first.size() >= kZstd.size()) return Magic::zstd;
    if (!first.empty() && matches(kGzip) && first.size() >= kGzip.size()) return Magic::gzip;
    if (matches(kCache) && first.size() >= kCache.size()) return Magic::cache;
    return (zstd || matches(kGzip) || matches(kCache)) && !complete ? Magic::undecided : Magic::none;
  }

  Result<std::size_t> start(std::span<char> into) {
    Magic magic = Magic::undecided;
    while ((magic = judge({first_.data(), size_}, ended_)) == Magic::undecided) {
      Result<std::size_t> got = inner_->read({first_.data() + size_, first_.size() - size_});
      if (!got) return got;
      ended_ = *got == 0;
      size_ += *got;
    }
    if (magic == Magic::cache)
      return ErrorInfo{
          ErrorCode::cannot_open, "this is a cache, which cannot be read from a pipe", {name_}, "name the file itself, or redirect it: < FILE", {}};
    started_ = true;
    const std::string_view first{first_.data(), size_};
    if (magic == Magic::gzip) decoder_ = std::make_unique<GzipDecoder>(name_);
    if (magic == Magic::zstd) decoder_ = std::make_unique<ZstdDecoder>(name_, memory_);
    if (decoder_) inlet_.emplace(std::move(inner_), first);
    return give(into);
  }

  Result<std::size_t> give(std::span<char> into) { return decoder_ ? decode(into) : pass(into); }

  Result<std::size_t> pass(std::span<char> into) {
    if (size_ == passed_) return ended_ ? std::size_t{0} : inner_->read(into);
    const std::size_t size = std::min(into.size(), size_ - passed_);
    std::memcpy(into.data(), first_.data() + passed_, size);
    passed_ += size;
    return size;
  }

  Result<std::size_t> decode(std::span<char> into) {
    for (;;) {
      Result<Decoder::Step> step = decoder_->decode(inlet_->bytes(), into);
      if (!step) return std::move(step.error());
      inlet_->consume(step->taken);
      for (std::size_t k = 0; k < step->given && as_cache_ < kCache.size(); ++k) as_cache_ = into[k] == kCache[as_cache_] ? as_cache_ + 1 : kNoCache;
      if (as_cache_ == kCache.size())
        return ErrorInfo{ErrorCode::cannot_open, "this is a compressed cache, which cannot be mapped", {name_}, "decompress it into a file", {}};
      if (step->given > 0) return step->given;
      if (step->taken > 0 || !inlet_->bytes().empty()) continue;
      Result<bool> more = inlet_->refill();
      if (!more) return std::move(more.error());
      if (*more) continue;
      if (decoder_->between_members()) return std::size_t{0};
      return damaged(name_, "the compressed data is cut off");
    }
  }

  std::size_t as_cache_ = 0;  // so many of the first decoded bytes are those of a cache
  std::unique_ptr<ByteSource> inner_;
  std::string name_;
  std::uint64_t memory_;
  std::array<char, 4> first_ = {};
  std::size_t size_ = 0, passed_ = 0;  // of first_: read; given on, if nothing is compressed
  bool started_ = false, ended_ = false;
  std::unique_ptr<Decoder> decoder_;
  std::optional<Inlet> inlet_;
  std::optional<ErrorInfo> failed_;
};

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> inner, std::string name, std::uint64_t memory) {
  return std::make_unique<Decompressed>(std::move(inner), std::move(name), memory);
}

}  // namespace novikoff
