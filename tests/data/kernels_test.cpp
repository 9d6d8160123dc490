// The loops of reading of every CPU level: marks, pairs and cells against the plain scan of one token after the other.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "data/kernels.hpp"
#include "data/marks.hpp"
#include "data/scan.hpp"
#include "novikoff/core/random.hpp"
#include "reading.hpp"

namespace novikoff::kernels_test {
namespace {

using text::Marks;
using text::Numbers;
using text::Stopped;
using text::TextKernels;

// Text between the margins that the kernels may look at, which hold digits: nothing there may count.
class Held {
 public:
  explicit Held(const std::string& text) : bytes_(std::string(text::kMargin, '7') + text + std::string(text::kMargin, '7')), size_(text.size()) {}
  const char* begin() const { return bytes_.data() + text::kMargin; }
  const char* end() const { return begin() + size_; }

 private:
  std::string bytes_;
  std::size_t size_;
};

class EveryLevel : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    kernels_ = text::text_kernels(GetParam());
    if (kernels_ == nullptr) GTEST_SKIP() << "this CPU has no " << GetParam();
  }
  const TextKernels* kernels_ = nullptr;
};

struct Row {
  Stopped stopped = Stopped::marks;
  std::vector<std::uint32_t> indices;
  std::vector<double> values;
  bool unsorted = false, zero = false;
};

Row read_pairs(const TextKernels* kernels, const std::string& line, std::uint64_t base = 1, std::uint64_t limit = 1U << 31U) {
  const Held held(line);
  Marks marks(':', kernels);
  Row row;
  row.indices.resize(line.size() + text::kNumberSlack);
  row.values.resize(line.size() + text::kNumberSlack);
  Numbers numbers{row.indices.data(), row.values.data(), 0, base, limit};
  EXPECT_TRUE(marks.seek(held.begin() + line.find_first_of(" \r\n"), held.end()));
  do row.stopped = kernels->pairs(marks.marked(), numbers);
  while (row.stopped == Stopped::marks && marks.more(held.end()));
  row.indices.resize(numbers.count);
  row.values.resize(numbers.count);
  row.unsorted = numbers.unsorted;
  row.zero = numbers.zero;
  return row;
}

std::optional<double> read_cell(const TextKernels* kernels, const std::string& cell, std::size_t before, std::size_t behind) {
  std::string record;
  for (std::size_t i = 0; i < before; ++i) record += "1.5,";
  record += cell;
  for (std::size_t i = 0; i < behind; ++i) record += ",-2";
  const Held held("," + record + "\n");
  Marks marks(',', kernels);
  std::vector<double> values(before + behind + 1 + text::kNumberSlack);
  Numbers numbers{nullptr, values.data()};
  EXPECT_TRUE(marks.seek(held.begin(), held.end()));
  if (kernels->cells(marks.marked(), before + behind + 1, ',', numbers) != Stopped::end) return std::nullopt;
  EXPECT_EQ(*marks.here(), '\n');
  for (std::size_t i = 0; i < before; ++i) EXPECT_EQ(values[i], 1.5);
  for (std::size_t i = 0; i < behind; ++i) EXPECT_EQ(values[before + 1 + i], -2);
  return values[before];
}

// How many stand before or behind something: few, or as many as are taken at once.
std::size_t some(Rng& rng) { return rng.below(rng.below(20) == 0 ? 300 : 12); }

// A token of a random shape: mostly numbers, of any length, some of them damaged.
std::string random_token(Rng& rng) {
  std::string token = rng.below(3) == 0 ? "-" : rng.below(20) == 0 ? "+" : "";
  const std::uint64_t whole = rng.below(rng.below(4) == 0 ? 20 : 4), fraction = rng.below(rng.below(4) == 0 ? 20 : 9);
  for (std::uint64_t i = 0; i < whole; ++i) token += static_cast<char>('0' + rng.below(10));
  if (rng.below(4) != 0) token += '.';
  for (std::uint64_t i = 0; i < fraction; ++i) token += static_cast<char>('0' + rng.below(10));
  if (rng.below(12) == 0) token += "e" + std::to_string(rng.below(40));
  if (rng.below(12) == 0 && !token.empty()) token[rng.below(token.size())] = static_cast<char>(33 + rng.below(223));
  for (std::uint64_t i = rng.below(20) == 0 ? rng.below(8) : 0; i > 0 && !token.empty(); --i) token[rng.below(token.size())] = rng.below(2) == 0 ? '.' : '-';
  return token;
}

TEST_P(EveryLevel, MarksEveryByteUpToABlankAndEverySeparator) {
  Rng rng(1962);
  for (const std::size_t size : {0U, 1U, 15U, 63U, 64U, 65U, 128U, 1000U}) {
    std::string bytes;
    const std::uint64_t alike = 1 + rng.below(8);
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(rng.below(alike) == 0 ? rng.below(256) : (rng.below(2) == 0 ? ':' : '7'));
    const Held held(bytes);
    std::vector<std::uint32_t> marks(size + 2 * text::kMarkSlack);
    std::string kinds(marks.size(), '?');
    const std::size_t n = kernels_->mark(held.begin(), size, ':', marks.data(), kinds.data());
    std::size_t k = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (static_cast<unsigned char>(bytes[i]) > ' ' && bytes[i] != ':') continue;
      ASSERT_LT(k, n);
      EXPECT_EQ(marks[k], i);
      EXPECT_EQ(kinds[k++], bytes[i]);
    }
    EXPECT_EQ(k, n);
  }
}

TEST_P(EveryLevel, EveryNumberIsWhatThePlainScanSaysWhereverItStands) {
  Rng rng(1957);
  for (int i = 0; i < 40000; ++i) {
    const std::string token = random_token(rng);
    if (token.find(',') != std::string::npos) continue;  // two cells
    const Held alone(token + "\n");
    double wanted = 0;
    const bool plain = !token.empty() && text::scan_number(alone.begin(), alone.end(), wanted) == alone.end() - 1;
    const std::optional<double> found = read_cell(kernels_, token, some(rng), some(rng));
    ASSERT_EQ(found.has_value(), plain) << token;
    if (plain) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(*found), std::bit_cast<std::uint64_t>(wanted)) << token;
    }
  }
}

TEST_P(EveryLevel, PairsAreReadInAnyNumber) {
  Rng rng(7);
  for (std::size_t pairs = 0; pairs < 270; ++pairs) {
    std::string line = "1";
    std::vector<std::uint32_t> indices;
    std::vector<double> values;
    for (std::size_t k = 0; k < pairs; ++k) {
      indices.push_back(static_cast<std::uint32_t>((k == 0 ? 0 : indices.back() + 1) + rng.below(300000)));
      values.push_back(static_cast<double>(1 + rng.below(1000)) / 8);
      line += ' ' + std::to_string(indices.back() + 1) + ':' + std::to_string(values.back());
    }
    for (const char* end : {"\n", "\r\n", " \n", "  \r\n"}) {
      const Row row = read_pairs(kernels_, line + end);
      EXPECT_EQ(row.stopped, Stopped::end);
      EXPECT_EQ(row.indices, indices);
      EXPECT_EQ(row.values, values);
      EXPECT_FALSE(row.unsorted || row.zero);
    }
  }
}

TEST_P(EveryLevel, ARowLongerThanAWindowOfMarksIsRead) {
  std::string line = "1";
  std::vector<std::uint32_t> indices;
  for (std::uint32_t k = 0; k < 20000; ++k) {
    indices.push_back(3 * k);
    line += ' ' + std::to_string(3 * k + 1) + ":0.25";
  }
  const Row row = read_pairs(kernels_, line + "\n");
  EXPECT_EQ(row.stopped, Stopped::end);
  EXPECT_EQ(row.indices, indices);
  EXPECT_EQ(row.values, std::vector<double>(20000, 0.25));
}

// What a fault is told of at any place among good pairs.
TEST_P(EveryLevel, WhatIsNoCommonPairIsLeftToACloserLook) {
  const std::vector<std::string> faulty = {"0:1",  "5:",      ":1", "5:1:2", "5",     "5a:1", "5:1x", "123456789:1", "5:nan",       "5:1e999", "5:0x1",
                                           "-5:1", "5:1\r\r", "#",  "5:1#",  "999:1", "5:-",  "5:.",  "5:-.",        "5:1.2.3.4.5", "5:--1"};
  std::vector<std::size_t> places{126, 127, 128, 129, 255, 256, 260};
  for (std::size_t before = 0; before < 18; ++before) places.push_back(before);
  for (const std::string& pair : faulty)
    for (const std::size_t before : places)
      for (const std::size_t behind : {0U, 1U, 9U}) {
        std::string line = "1";
        for (std::size_t k = 0; k < before; ++k) line += ' ' + std::to_string(k + 1) + ":1";
        line += ' ' + pair;
        for (std::size_t k = 0; k < behind; ++k) line += ' ' + std::to_string(before + k + 1) + ":1";
        const Row row = read_pairs(kernels_, line + "\n", 1, 500);
        ASSERT_EQ(row.stopped, Stopped::closer) << line;
      }
}

TEST_P(EveryLevel, ARowThatIsNotSortedOrHoldsAZeroIsSaidToBeSo) {
  for (std::size_t size = 2; size < 270; size += size < 30 ? 1 : 34)
    for (std::size_t at = 1; at < size; ++at) {
      std::string below = "1", twice = "1", zero = "1";
      for (std::size_t k = 0; k < size; ++k) {
        below += ' ' + std::to_string(k == at ? 2 * at - 1 : 2 * k + 2) + ":1";
        twice += ' ' + std::to_string(k == at ? 2 * at : 2 * k + 2) + ":1";
        zero += ' ' + std::to_string(k + 1) + (k == at ? ":-0.0" : ":1");
      }
      const Row ascending = read_pairs(kernels_, zero + "\n");
      EXPECT_TRUE(ascending.zero && !ascending.unsorted);
      EXPECT_TRUE(read_pairs(kernels_, below + "\n").unsorted);
      const Row equal = read_pairs(kernels_, twice + "\n");
      EXPECT_TRUE(equal.unsorted && !equal.zero) << twice;
    }
  const Row base_0 = read_pairs(kernels_, "1 0:1 1:1\n", 0);
  EXPECT_EQ(base_0.indices, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_FALSE(base_0.unsorted);
}

INSTANTIATE_TEST_SUITE_P(Levels, EveryLevel, testing::Values("avx2", "avx512"), [](const auto& level) { return std::string(level.param); });

}  // namespace
}  // namespace novikoff::kernels_test
