#include "novikoff/run/exact_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "novikoff/run/digest.hpp"

namespace novikoff::exact_input_test {
namespace {

class Bytes : public ByteSource {
 public:
  explicit Bytes(std::string text) : text_(std::move(text)) {}
  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t n = std::min(into.size(), text_.size() - at_);
    std::memcpy(into.data(), text_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

Result<ExactData> read(const std::string& text, Numbers numbers = Numbers::decimal, const std::string& name = "data.svm", double bias = 1,
                       std::uint64_t memory = std::uint64_t{1} << 30U) {
  ReadOptions options;
  options.memory = memory;
  if (name.ends_with(".csv")) options.label_name = "y";
  ask_for_exact_values(options, numbers);
  Labels labels = Labels::collect();
  Result<std::unique_ptr<Source>> source = open_source(std::make_unique<Bytes>(text), name, options, labels);
  if (!source) return source.error();
  return read_exact(**source, labels, numbers, bias, memory);
}

std::string canonical(const Result<ExactData>& data) { return data ? canonical_examples(data->rows) : to_string(data.error()); }

TEST(read_exact, takes_decimals_as_written) {
  EXPECT_EQ(canonical(read("1 1:0.10 3:-2.5e3\n-1 2:1e-600 3:1e400\n")), "novikoff examples 1 decimal\n+1 1:1e-1 3:-25e2\n-1 2:1e-600 3:1e400\n");
}

TEST(read_exact, takes_the_nearest_doubles_by_their_own_value) {
  EXPECT_EQ(canonical(read("1 1:0.5 2:0.1\n-1 1:-12\n", Numbers::binary64)), "novikoff examples 1 binary64\n+1 1:1p-1 2:3602879701896397p-55\n-1 1:-3p2\n");
  EXPECT_EQ(read("1 1:1e400\n-1 1:2\n", Numbers::binary64).error().code, ErrorCode::number_out_of_range);
}

TEST(read_exact, knows_equal_examples_however_they_are_written) {
  const std::string canonical_text = canonical(read("1 1:1 2:0.50\n-1 1:20\n"));
  for (const char* same : {"+1 2:5e-1 1:1.0\n-1 1:2e1 # twenty\n", "\r\n1.0 1:1 2:.5\r\n\r\n-1.0 1:20 2:0\r\n", "1 1:1 2:0.5 3:0\n-1 1:20"})
    EXPECT_EQ(canonical(read(same)), canonical_text) << same;
  EXPECT_EQ(canonical(read("a,b,y\n1,0.5,1\n20,0,-1\n", Numbers::decimal, "data.csv")), canonical_text);
  for (const char* other :
       {"1 1:1 2:0.51\n-1 1:20\n", "-1 1:1 2:0.50\n1 1:20\n", "1 1:1 3:0.50\n-1 1:20\n", "-1 1:20\n1 1:1 2:0.50\n", "1 1:1 2:-0.50\n-1 1:20\n"})
    EXPECT_NE(read(other)->sha256, read("1 1:1 2:0.50\n-1 1:20\n")->sha256) << other;
}

TEST(read_exact, has_the_digest_of_the_canonical_text) {
  const auto data = read("1 1:0.10\n-1 1:3\n");
  ASSERT_TRUE(data);
  EXPECT_EQ(data->sha256, sha256_hex(canonical_examples(data->rows)));
  // The bias coordinate is no part of the examples.
  EXPECT_EQ(read("1 1:0.10\n-1 1:3\n", Numbers::decimal, "data.svm", 0)->sha256, data->sha256);
}

TEST(read_exact, says_where_rows_stand_and_what_classes_are_called) {
  const auto data = read("# head\n2 1:1\n\n5 1:2\n");
  ASSERT_TRUE(data);
  EXPECT_EQ(data->where(0), "data.svm:2");
  EXPECT_EQ(data->where(1), "data.svm:4");
  EXPECT_EQ(data->classes, std::make_pair(std::string("2"), std::string("5")));
  EXPECT_EQ(data->rows.y(0), -1);
}

TEST(read_exact, refuses_what_a_data_set_refuses) {
  EXPECT_EQ(read("").error().code, ErrorCode::no_rows);
  EXPECT_EQ(read("1 1:1\n").error().code, ErrorCode::one_label);
  EXPECT_EQ(read("1 1:1\n2 1:1\n3 1:1\n").error().code, ErrorCode::third_label);
  EXPECT_EQ(read("1 1:1e5000\n-1 1:1\n").error().code, ErrorCode::number_out_of_range);
  EXPECT_EQ(read("1 1:x\n-1 1:1\n").error().code, ErrorCode::value_invalid);
  std::string many;
  for (int row = 0; row < 20000; ++row) many += (row % 2 == 0 ? "1 1:" : "-1 1:") + std::to_string(row + 1) + "\n";
  EXPECT_EQ(read(many, Numbers::decimal, "data.svm", 1, 100000).error().code, ErrorCode::memory_limit);
  EXPECT_TRUE(read(many));
}

}  // namespace
}  // namespace novikoff::exact_input_test
