#include "novikoff/run/json_writer.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace novikoff::json_writer_test {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

template <class T>
std::string written(const T& value) {
  std::string out;
  JsonWriter(out).value(value);
  return out;
}

TEST(JsonString, EscapesQuotesBackslashesAndControlsAndNothingElse) {
  EXPECT_EQ(quoted("a\"b\\c/"), R"("a\"b\\c/")");
  EXPECT_EQ(quoted("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(quoted(std::string_view("\0\x01\x1f\x7f", 4)), "\"\\u0000\\u0001\\u001f\x7f\"");
  EXPECT_EQ(quoted("γ ≥ 0, 𝛾"), "\"γ ≥ 0, 𝛾\"");
}

TEST(JsonString, ReplacesWhatIsNotUtf8) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(quoted("caf\xE9!"), "\"caf" + mark + "!\"");
  EXPECT_EQ(quoted("\xC3"), '"' + mark + '"') << "cut off";
  EXPECT_EQ(quoted("\xE2\x82"), '"' + mark + mark + '"');
  EXPECT_EQ(quoted("\xC0\xAF"), '"' + mark + mark + '"') << "overlong";
  EXPECT_EQ(quoted("\xED\xA0\x80"), '"' + mark + mark + mark + '"') << "surrogate";
  EXPECT_EQ(quoted("\xF4\x90\x80\x80"), '"' + mark + mark + mark + mark + '"') << "above U+10FFFF";
}

TEST(Utf8, ExactlyTheCodePointsThatExist) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF"));
  for (const char* wrong : {"\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC2",
                            "\xE1\x80", "\xF1\x80\x80"})
    EXPECT_FALSE(is_utf8(wrong)) << quoted(wrong);
}

TEST(JsonNumber, DoublesAreShortestAndReadBack) {
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(3.0), "3");
  EXPECT_EQ(written(5e-324), "5e-324");
  EXPECT_EQ(written(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(written(1e22), "1e+22");
  EXPECT_EQ(written(-0.0), "0");
}

TEST(JsonNumber, WhatIsNoNumberIsNull) {
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(written(nullptr), "null");
  EXPECT_EQ(written(std::optional<double>{}), "null");
  EXPECT_EQ(written(std::optional<std::uint64_t>{7}), "7");
}

TEST(JsonNumber, WholeNumbersAreWrittenInFull) {
  EXPECT_EQ(written(~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(written(7U), "7");
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written("true"), "\"true\"");
  EXPECT_EQ(written(std::string("x")), "\"x\"");
}

std::string scaled(const Scaled& value) {
  std::string out;
  JsonWriter json(out);
  json.begin_object(JsonWriter::Layout::line);
  json.member("r", value);
  json.end_object();
  return out;
}

TEST(JsonNumber, WhatNoDoubleHoldsIsNullBesideItsLogarithmAndSign) {
  EXPECT_EQ(scaled(Scaled::of(-2.5)), R"({"r": -2.5})");
  EXPECT_EQ(scaled(Scaled{}), R"({"r": 0})");
  EXPECT_EQ(scaled(Scaled::of(1, 2000)), R"({"r": null, "r_log2": 2000})");
  EXPECT_EQ(scaled(Scaled::of(-1, -3000)), R"({"r": null, "r_log2": -3000, "r_sign": -1})");
}

TEST(JsonLayout, MembersAndNestedListsTakeALineEachAndScalarsShareOne) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("empty").begin_array();
  json.end_array();
  json.key("none").begin_object();
  json.end_object();
  json.key("flat").begin_array();
  json.value(1);
  json.value("two");
  json.end_array();
  json.key("pairs").begin_array();
  for (int i = 1; i <= 2; ++i) {
    json.begin_array(JsonWriter::Layout::line);
    json.value(i);
    json.value(0.5);
    json.end_array();
  }
  json.end_array();
  json.key("inner").begin_object();
  json.member("a", 1);
  json.end_object();
  json.end_object();
  EXPECT_EQ(out, R"({
  "empty": [],
  "none": {},
  "flat": [1, "two"],
  "pairs": [
    [1, 0.5],
    [2, 0.5]
  ],
  "inner": {
    "a": 1
  }
})");
}

TEST(JsonLayout, InsideALineEverythingStaysOnIt) {
  std::string out;
  JsonWriter json(out);
  json.begin_array(JsonWriter::Layout::line);
  json.begin_array();
  json.value(1);
  json.end_array();
  json.begin_object();
  json.member("a", 1);
  json.member("b", nullptr);
  json.end_object();
  json.end_array();
  EXPECT_EQ(out, R"([[1], {"a": 1, "b": null}])");
}

TEST(JsonLayout, DepthIndentsAsTheSurroundingsDo) {
  std::string out;
  JsonWriter json(out, 2);
  json.begin_object();
  json.member("a", 1);
  json.end_object();
  EXPECT_EQ(out, "{\n      \"a\": 1\n    }");
}

}  // namespace
}  // namespace novikoff::json_writer_test
