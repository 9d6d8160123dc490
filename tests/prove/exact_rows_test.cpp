#include "novikoff/prove/exact_rows.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace novikoff::exact_rows_test {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

using Entry = std::pair<std::uint32_t, std::string>;

Result<ExactRows> decimals(const std::vector<std::pair<int, std::vector<Entry>>>& rows, std::uint64_t n_features, double bias = 1,
                           std::uint64_t memory = kPlenty) {
  ExactRows::Builder builder(Numbers::decimal, bias);
  for (const auto& [y, entries] : rows) {
    for (const auto& [feature, text] : entries) builder.add(feature, *parse_decimal(text));
    builder.end_row(static_cast<std::int8_t>(y));
  }
  return builder.finish(n_features, memory, [](std::int8_t y) { return y; });
}

std::string text_of(const ExactRows& rows, std::size_t row) {
  std::string out;
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) out += std::to_string(z.column[k]) + ':' + (Rational(Integer(z.value[k])) * rows.unit()).to_text() + ' ';
  });
  return out;
}

TEST(ExactRows, hold_signed_rows_in_one_unit_with_the_bias_behind) {
  const auto rows = decimals({{+1, {{0, "0.5"}, {2, "1e2"}}}, {-1, {{2, "-0.25"}}}}, 3, 2);
  ASSERT_TRUE(rows);
  EXPECT_FALSE(rows->is_wide());
  EXPECT_EQ(rows->exponent(), -2);
  EXPECT_EQ(rows->n_columns(), 3U);  // features 0 and 2, and the bias
  EXPECT_EQ(rows->feature(1), 2U);
  EXPECT_EQ(rows->feature(2), 3U);
  EXPECT_EQ(text_of(*rows, 0), "0:1/2 1:100 2:2 ");
  EXPECT_EQ(text_of(*rows, 1), "1:1/4 2:-2 ");
  EXPECT_EQ(rows->bias_value(), Rational(2));
  EXPECT_EQ(Rational(rows->max_sqnorm()) * rows->unit() * rows->unit(), Rational(Integer(40017), Integer(4)));
}

TEST(ExactRows, become_wide_beyond_62_bits_and_stay_exact) {
  const auto rows = decimals({{+1, {{0, "1e400"}, {1, "1e-600"}}}, {-1, {{0, "12345678901234567890123.5"}}}}, 2, 0);
  ASSERT_TRUE(rows);
  EXPECT_TRUE(rows->is_wide());
  EXPECT_EQ(text_of(*rows, 0), "0:" + Integer::power(10, 400).to_text() + " 1:" + Rational::power(10, -600).to_text() + ' ');
  EXPECT_EQ(text_of(*rows, 1), "0:-24691357802469135780247/2 ");
}

TEST(ExactRows, without_a_bias_have_a_unit_above_1_where_all_values_allow_it) {
  const auto rows = decimals({{+1, {{0, "10"}, {1, "-300"}}}, {-1, {{0, "2e30"}}}}, 2, 0);
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->exponent(), 1);
  EXPECT_EQ(rows->bias(), Integer(0));
  EXPECT_EQ(text_of(*rows, 0), "0:10 1:-300 ");
}

TEST(ExactRows, are_narrow_up_to_62_bits) {
  EXPECT_FALSE(decimals({{+1, {{0, "4611686018427387903"}}}}, 1, 0)->is_wide());
  EXPECT_TRUE(decimals({{+1, {{0, "4611686018427387904"}}}}, 1, 0)->is_wide());
  EXPECT_EQ(text_of(*decimals({{-1, {{0, "4611686018427387903"}}}}, 1, 0), 0), "0:-4611686018427387903 ");
}

TEST(ExactRows, take_doubles_by_value_or_by_their_shortest_decimal) {
  for (const Numbers numbers : {Numbers::decimal, Numbers::binary64}) {
    ExactRows::Builder builder(numbers, 0.1);
    builder.add(0, 0.1);
    builder.end_row(1);
    const auto rows = builder.finish(1, kPlenty, [](std::int8_t y) { return y; });
    ASSERT_TRUE(rows);
    const std::string tenth = numbers == Numbers::decimal ? "1/10" : "3602879701896397/36028797018963968";
    EXPECT_EQ(text_of(*rows, 0), "0:" + tenth + " 1:" + tenth + ' ');
    EXPECT_EQ(rows->base(), numbers == Numbers::decimal ? 10U : 2U);
  }
}

TEST(ExactRows, take_text_as_parse_decimal_reads_it) {
  for (const char* text : {"0", "-0.0", "7", "+7", "-7.", ".5", "-.50", "120", "0.00012300", "12345678901234567", "123456789012345678", "-12345678901234567890",
                           "1e3", "2.5E-7", "0.1234567890123456789", "00000000000000000000012", "-1000000000000000"}) {
    ExactRows::Builder by_text(Numbers::decimal, 1), by_decimal(Numbers::decimal, 1);
    by_text.add_decimal(0, text);
    by_decimal.add(0, *parse_decimal(text));
    std::vector<std::string> found;
    for (ExactRows::Builder* builder : {&by_text, &by_decimal}) {
      builder->end_row(1);
      const auto rows = builder->finish(1, kPlenty, [](std::int8_t y) { return y; });
      found.push_back(std::to_string(rows->exponent()) + ' ' + text_of(*rows, 0));
    }
    EXPECT_EQ(found[0], found[1]) << text;
  }
}

TEST(ExactRows, may_have_a_unit_above_1) {
  for (const char* value : {"300", "3e40"}) {
    const auto rows = decimals({{+1, {{0, value}}}, {-1, {{0, "-2e2"}}}}, 1, 0);
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->exponent(), 2);
    EXPECT_EQ(text_of(*rows, 1), "0:200 ");
    EXPECT_EQ(rows->bias_value(), Rational(0));
  }
}

TEST(ExactRows, of_zeros_have_no_columns_but_the_bias) {
  const auto rows = decimals({{+1, {{3, "0"}}}, {-1, {}}}, 4, 0);
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->n_columns(), 0U);
  EXPECT_EQ(rows->n_features(), 4U);
  EXPECT_EQ(rows->max_sqnorm(), Integer(0));
  EXPECT_EQ(decimals({{+1, {}}}, 4, 1)->n_columns(), 1U);
}

TEST(ExactRows, number_features_however_far_apart) {
  const auto rows = decimals({{+1, {{7, "1"}, {4294967294U, "2"}}}, {-1, {{5, "1"}}}}, 4294967295U);
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->n_columns(), 4U);
  EXPECT_EQ(rows->feature(2), 4294967294U);
  EXPECT_EQ(rows->feature(3), 4294967295U);
}

TEST(ExactRows, that_one_unit_would_blow_up_are_refused_before) {
  std::vector<std::pair<int, std::vector<Entry>>> data(1000, {+1, {{0, "1"}}});
  data.push_back({-1, {{0, "1e4096"}, {1, "1e-4096"}}});
  EXPECT_TRUE(decimals(data, 2, 0));
  const auto refused = decimals(data, 2, 0, std::uint64_t{1} << 20U);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
}

TEST(ExactRows, give_some_of_themselves_with_all_columns) {
  for (const char* large : {"1", "1e30"}) {  // narrow and wide
    const auto rows = decimals({{+1, {{0, "0.5"}}}, {-1, {{1, large}, {2, "3"}}}, {-1, {}}, {+1, {{0, "7"}}}}, 5, 1);
    ASSERT_TRUE(rows);
    const ExactRows part = rows->subset({1, 3});
    EXPECT_EQ(part.size(), 2U);
    EXPECT_EQ(part.n_columns(), rows->n_columns());
    EXPECT_EQ(part.n_features(), 5U);
    EXPECT_EQ(part.exponent(), rows->exponent());
    EXPECT_EQ(part.bias_value(), Rational(1));
    EXPECT_EQ((std::vector<int>{part.y(0), part.y(1)}), (std::vector<int>{-1, +1}));
    EXPECT_EQ(part.sqnorm(0), rows->sqnorm(1));
    EXPECT_EQ(part.sqnorm(1), rows->sqnorm(3));
    EXPECT_EQ(part.is_wide(), rows->is_wide());
    EXPECT_EQ(rows->subset({0, 3}).feature(2), rows->feature(2)) << "0 in both rows, and still there";
  }
}

}  // namespace
}  // namespace novikoff::exact_rows_test
