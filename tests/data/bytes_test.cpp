// Bytes from files, pipes and memory, plain and compressed.
#include "novikoff/data/bytes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "compressing.hpp"
#include "reading.hpp"

namespace novikoff::bytes_test {
namespace {

using compressing::gzip;
using compressing::zstd;
using namespace std::string_literals;

struct Read {
  std::string text;
  std::optional<ErrorInfo> error;
};

Read drain(ByteSource& bytes, std::size_t size = 1000) {
  Read read;
  std::string buffer(size, '\0');
  for (;;) {
    const Result<std::size_t> got = bytes.read(buffer);
    if (!got) {
      read.error = got.error();
      return read;
    }
    if (*got == 0) return read;
    read.text.append(buffer, 0, *got);
  }
}

Read inflate(const std::string& bytes, std::size_t chunk = ~std::size_t{0}, std::uint64_t memory = 1U << 30U, std::size_t size = 1000) {
  return drain(*decompressed(memory_bytes(bytes, chunk), "t.gz", memory), size);
}

std::string long_text() {
  std::string text;
  for (int i = 0; text.size() < 150000; ++i) text += std::to_string(i * 7919 % 100003) + ' ';
  return text;
}

TEST(Bytes, FromMemoryComeInTheChunksAskedFor) {
  const auto bytes = memory_bytes("abcde", 2);
  std::array<char, 10> buffer;
  EXPECT_EQ(*bytes->read(buffer), 2U);
  EXPECT_EQ(*bytes->read({buffer.data(), 1}), 1U);
  EXPECT_EQ(*bytes->read(buffer), 2U);
  EXPECT_EQ(*bytes->read(buffer), 0U);
}

TEST(Bytes, FromAPipeAreGivenAsSoonAsTheyAreThere) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  auto pipe = open_bytes("/dev/fd/" + std::to_string(ends[0]));
  ASSERT_TRUE(pipe);
  Labels labels = Labels::any();
  const auto source = open_source(decompressed(std::move(*pipe), "p", 1U << 20U), "p", {}, labels);
  for (const std::string& line : {"1 1:1\n"s, "1 2:1\n-1 3:1\n"s, "(no row)"s}) {
    ASSERT_EQ(::write(ends[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
    if (line.back() != '\n') break;
    const auto block = (*source)->next(10);
    ASSERT_TRUE(block);
    EXPECT_EQ((*block)->size(), static_cast<std::size_t>(std::count(line.begin(), line.end(), '\n')));
  }
  ::close(ends[1]);
  EXPECT_FALSE((*source)->next(10));
  ::close(ends[0]);
}

// What a program flushed into a compressor at the other end of the pipe is a row here, before anything else comes.
TEST(Bytes, ThatWereFlushedIntoACompressorAreGivenBeforeMoreAreAskedFor) {
  class Stops final : public ByteSource {
   public:
    explicit Stops(std::string bytes) : bytes_(std::move(bytes)) {}
    Result<std::size_t> read(std::span<char> into) override {
      if (bytes_.empty()) return ErrorInfo{ErrorCode::internal, "asked for more", {}, {}, {}};
      into[0] = bytes_[0];
      bytes_.erase(0, 1);
      return std::size_t{1};
    }

   private:
    std::string bytes_;
  };
  const std::string text = "1 1:1\n-1 2:2\n1 3:3\n";
  const std::size_t flushed = 13;
  for (const bool is_gzip : {true, false}) {
    const std::string whole = is_gzip ? gzip(text, flushed) : zstd(text, 0, flushed);
    std::size_t fewest = 0;  // bytes that suffice for the two flushed rows
    for (std::size_t size = 1; size < whole.size() && fewest == 0; ++size) {
      Labels labels = Labels::any();
      const auto source = open_source(std::make_unique<Stops>(whole.substr(0, size)), "t", {}, labels);
      std::size_t rows = 0;
      for (auto block = (*source)->next(10); block; block = (*source)->next(10)) rows += (*block)->size();
      if (rows == 2) fewest = size;
      EXPECT_LE(rows, 2U);
    }
    EXPECT_GT(fewest, 0U) << (is_gzip ? "gzip" : "zstd");
    EXPECT_LT(fewest, whole.size() - 4);
  }
}

TEST(Bytes, ThatCannotBeOpenedAreAnErrorWithTheName) {
  const auto missing = open_bytes("/no/such/file");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::cannot_open);
  EXPECT_EQ(missing.error().where.file, "/no/such/file");
  EXPECT_EQ(open_bytes("/").error().code, ErrorCode::cannot_open);
}

TEST(Bytes, OfNoCompressionPassUnchanged) {
  for (const std::string& text : {""s, "1"s, "\x1f"s, "\x1f\x8c..."s, "("s, "(\xb5/x"s, "P"s, "P*M"s, "P*Mx"s, "1 1:1\n"s})
    for (const std::size_t chunk : {1U, 2U, 100U}) {
      const Read read = inflate(text, chunk);
      EXPECT_FALSE(read.error);
      EXPECT_EQ(read.text, text);
    }
}

TEST(Bytes, ComeBackFromGzipAndZstdInAnyChunksAndBuffers) {
  const std::string text = long_text();
  for (const std::string& bytes : {gzip(text), zstd(text), zstd(text, 10)})
    for (const std::size_t chunk : {1U, 17U, 70000U, 1000000U})
      for (const std::size_t size : {13U, 100000U}) {
        const Read read = inflate(bytes, chunk, 1U << 30U, size);
        EXPECT_FALSE(read.error) << read.error->message;
        EXPECT_TRUE(read.text == text);
      }
}

TEST(Bytes, OfSeveralMembersFollowOneAnother) {
  EXPECT_EQ(inflate(gzip("ab") + gzip("") + gzip("c")).text, "abc");
  EXPECT_EQ(inflate(zstd("ab") + zstd("") + zstd("c")).text, "abc");
  EXPECT_FALSE(inflate(gzip("")).error);
  EXPECT_FALSE(inflate(zstd("")).error);
}

TEST(Bytes, OfSkippableFramesAreSkipped) {
  const std::string skippable = "\x5e\x2a\x4d\x18\x03\x00\x00\x00xyz"s;
  for (const std::size_t chunk : {1U, 1000U}) {
    const Read read = inflate(skippable + zstd("ab") + skippable + zstd("c") + skippable, chunk);
    EXPECT_FALSE(read.error);
    EXPECT_EQ(read.text, "abc");
  }
}

TEST(Bytes, CutAnywhereAreAnErrorAfterWhatWasThere) {
  for (const std::string& whole : {gzip("1 1:1\n"), zstd("1 1:1\n")}) {
    const std::size_t magic = whole[0] == '\x1f' ? 2 : 4;
    for (std::size_t size = magic; size < whole.size(); ++size) {
      const Read read = inflate(whole.substr(0, size));
      ASSERT_TRUE(read.error) << size;
      EXPECT_EQ(read.error->code, ErrorCode::compressed_data_invalid);
      EXPECT_EQ(read.error->where.file, "t.gz");
    }
    EXPECT_EQ(inflate(whole + whole.substr(0, magic + 1)).error->code, ErrorCode::compressed_data_invalid);
    EXPECT_EQ(inflate(whole + whole.substr(0, magic + 1)).text, "1 1:1\n");
  }
}

TEST(Bytes, BehindCompressedDataAreAnError) {
  for (const std::string& whole : {gzip("1 1:1\n"), zstd("1 1:1\n")})
    for (const std::string& garbage : {"x"s, "garbage that is long enough"s, "\0\0\0\0\0\0\0\0\0\0"s, "1 1:1\n"s, whole[0] == '\x1f' ? zstd("x") : gzip("x")})
      for (const std::size_t chunk : {1U, 1000U}) {
        const Read read = inflate(whole + garbage, chunk);
        ASSERT_TRUE(read.error);
        EXPECT_EQ(read.error->code, ErrorCode::compressed_data_invalid);
        EXPECT_EQ(read.text, "1 1:1\n");
      }
}

TEST(Bytes, WithAWrongChecksumAreAnError) {
  for (std::string bytes : {gzip("1 1:1\n"), zstd("1 1:1\n")}) {
    bytes[bytes.size() - 5 * (bytes[0] == '\x1f')] ^= 1;
    bytes.back() = static_cast<char>(bytes.back() ^ (bytes[0] == '\x1f' ? 0 : 2));
    EXPECT_EQ(inflate(bytes).error->code, ErrorCode::compressed_data_invalid);
  }
}

TEST(Bytes, OfAZstdWindowAboveTheMemoryLimitAreRefused) {
  std::string text = long_text();
  while (text.size() < (1U << 20U)) text += text;
  const std::string wide = zstd(text, 20);
  const Read refused = inflate(wide, 1000, 1U << 19U);
  ASSERT_TRUE(refused.error);
  EXPECT_EQ(refused.error->code, ErrorCode::memory_limit);
  EXPECT_EQ(inflate(wide, 1000, 1U << 20U).text, text);
}

TEST(Bytes, OfFilesAreDecompressedWhateverTheirName) {
  EXPECT_EQ(reading::read(gzip("1 1:1\n")).rows.size(), 1U);
  EXPECT_EQ(reading::read(zstd("1 1:1\n"), {}, {}, Labels::any(), "t.svm.gz").rows.size(), 1U);
}

TEST(Bytes, ErrorsComeAgain) {
  const auto bytes = decompressed(memory_bytes("\x1f\x8bgarbage"), "t", 1U << 20U);
  std::array<char, 10> buffer;
  EXPECT_FALSE(bytes->read(buffer));
  EXPECT_FALSE(bytes->read(buffer));
}

}  // namespace
}  // namespace novikoff::bytes_test
