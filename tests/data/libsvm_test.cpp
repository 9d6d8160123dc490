// LIBSVM text: what is accepted, and for every kind of fault the code and the place.
#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <limits>
#include <string>
#include <vector>

#include "reading.hpp"

namespace novikoff::libsvm_test {
namespace {

using namespace std::string_literals;
using reading::Outcome;
using reading::read;
using Features = std::vector<std::pair<std::uint64_t, double>>;
using enum ErrorCode;

ReadOptions unlabelled() {
  ReadOptions options;
  options.labels_optional = true;
  return options;
}

ReadOptions base0() {
  ReadOptions options;
  options.index_base = 0;
  return options;
}

void expect_rows(const std::string& text, const std::vector<Features>& rows, const ReadOptions& options = {}) {
  const Outcome got = read(text, options);
  ASSERT_FALSE(got.error) << to_string(*got.error);
  ASSERT_EQ(got.rows.size(), rows.size()) << text;
  for (std::size_t r = 0; r < rows.size(); ++r) EXPECT_EQ(got.rows[r].features, rows[r]) << text;
}

struct BadLine {
  std::string line;
  ErrorCode code;
  std::uint64_t column;
  ReadOptions options = {};
};

void PrintTo(const BadLine& bad, std::ostream* out) { *out << ::testing::PrintToString(bad.line.substr(0, 40)); }

class BadLines : public ::testing::TestWithParam<BadLine> {};

TEST_P(BadLines, AreRefusedAtTheirPlace) {
  const BadLine& bad = GetParam();
  for (const std::string& end : {"\n"s, ""s, "\r\n"s, "\n1 1:1\n"s}) {
    if (end.empty() && bad.line.ends_with('\r')) continue;
    const Outcome got = read("1 1:1\n\n# two lines\n" + bad.line + end, bad.options);
    ASSERT_TRUE(got.error) << got;
    EXPECT_EQ(got.error->code, bad.code) << got;
    EXPECT_EQ(got.error->where.file, "t.svm");
    EXPECT_EQ(got.error->where.line, 4U) << got;
    EXPECT_EQ(got.error->where.column, bad.column) << got;
    EXPECT_TRUE(got.error->source_line == (bad.line.size() <= 4096 ? bad.line : "")) << "shown whole, or not at all if it is long";
    EXPECT_EQ(got.rows.size(), 1U) << "the row before the bad one is delivered";
    EXPECT_EQ(got.schema.n_features, std::max<std::uint64_t>(2 - bad.options.index_base, bad.options.n_features)) << "a refused row counts for nothing";
  }
}

ReadOptions five_features() {
  ReadOptions options;
  options.n_features = 5;
  return options;
}

ReadOptions decimals() {
  ReadOptions options;
  options.decimals = true;
  return options;
}

INSTANTIATE_TEST_SUITE_P(Labels, BadLines,
                         ::testing::Values(BadLine{"abc", label_invalid, 1}, BadLine{"  abc 1:1", label_invalid, 3}, BadLine{"0x1 1:1", label_invalid, 1},
                                           BadLine{"1e 1:1", label_invalid, 1}, BadLine{"+ 1:1", label_invalid, 1}, BadLine{"- 1:1", label_invalid, 1},
                                           BadLine{". 1:1", label_invalid, 1}, BadLine{"1. 2. 3:1", colon_missing, 4}, BadLine{"1f 1:1", label_invalid, 1},
                                           BadLine{"\xe2\x88\x92"
                                                   "1 1:1",
                                                   label_invalid, 1},
                                           BadLine{"\xef\xbb\xbf"
                                                   "1 1:1",
                                                   label_invalid, 1},
                                           BadLine{"nan 1:1", label_not_finite, 1}, BadLine{"-NaN 1:1", label_not_finite, 1},
                                           BadLine{"inf 1:1", label_not_finite, 1}, BadLine{"+Infinity 1:1", label_not_finite, 1},
                                           BadLine{"1,2 1:1", several_labels, 1}, BadLine{", 1:1", several_labels, 1}, BadLine{"y,a,b", several_labels, 1},
                                           BadLine{"1:1 2:2", label_missing, 1}, BadLine{"\t1:1", label_missing, 2}, BadLine{"qid:3 1:1", label_missing, 1},
                                           BadLine{":1", label_missing, 1}, BadLine{"1e5000 1:1", number_out_of_range, 1},
                                           BadLine{std::string(4097, '1') + " 1:1", number_out_of_range, 1}));

INSTANTIATE_TEST_SUITE_P(Pairs, BadLines,
                         ::testing::Values(BadLine{"1 3", colon_missing, 3}, BadLine{"1 1:1 x", colon_missing, 7}, BadLine{"1 1:1 2 :3", colon_missing, 7},
                                           BadLine{"1 1: 2", value_missing, 4}, BadLine{"1 1:", value_missing, 4}, BadLine{"1 1:#2", value_missing, 4},
                                           BadLine{"1 :", index_invalid, 3}, BadLine{"1 :2", index_invalid, 3}, BadLine{"1 a:2", index_invalid, 3},
                                           BadLine{"1 1.5:2", index_invalid, 3}, BadLine{"1 1e0:2", index_invalid, 3}, BadLine{"1 +1:2", index_invalid, 3},
                                           BadLine{"1 -1:2", index_invalid, 3}, BadLine{"1 0x1:2", index_invalid, 3}, BadLine{"1 1:1 qid:2", index_invalid, 7},
                                           BadLine{"1 qid:1 qid:2 1:1", index_invalid, 9}, BadLine{"1 qid: 1:1", value_missing, 6},
                                           BadLine{"1 qid:x 1:1", value_invalid, 7}, BadLine{"1 qid:-1 1:1", value_invalid, 7},
                                           BadLine{"1 qid 1:1", colon_missing, 3}, BadLine{"1 QID:1 1:1", index_invalid, 3}, BadLine{"1 0:1", index_zero, 3},
                                           BadLine{"1 1:1 00:1", index_zero, 7}, BadLine{"1 4294967296:1", index_too_large, 3},
                                           BadLine{"1 4294967296:1", index_too_large, 3, base0()}, BadLine{"1 99999999999999999999:1", index_too_large, 3},
                                           BadLine{"1 18446744073709551617:1", index_too_large, 3},
                                           BadLine{"1 " + std::string(5000, '9') + ":1", index_too_large, 3},
                                           BadLine{"1 5:1 6:1", index_too_large, 7, five_features()}, BadLine{"1 6:0", index_too_large, 3, five_features()}));

INSTANTIATE_TEST_SUITE_P(
    Values, BadLines,
    ::testing::Values(BadLine{"1 1:nan", value_not_finite, 5}, BadLine{"1 1:-inf 2:2", value_not_finite, 5}, BadLine{"1 1:INFINITY", value_not_finite, 5},
                      BadLine{"1 1:+NAN", value_not_finite, 5}, BadLine{"1 1:nan(1)", value_invalid, 5}, BadLine{"1 1:1:2", value_invalid, 5},
                      BadLine{"1 1:0,5", value_invalid, 5}, BadLine{"1 1:0x10", value_invalid, 5}, BadLine{"1 1:1e", value_invalid, 5},
                      BadLine{"1 1:1e+", value_invalid, 5}, BadLine{"1 1:1e1.5", value_invalid, 5}, BadLine{"1 1:.", value_invalid, 5},
                      BadLine{"1 1:-", value_invalid, 5}, BadLine{"1 1:+-1", value_invalid, 5}, BadLine{"1 1:--1", value_invalid, 5},
                      BadLine{"1 1:1.2.3", value_invalid, 5}, BadLine{"1 1:1d5", value_invalid, 5}, BadLine{"1 1:1_000", value_invalid, 5},
                      BadLine{"1 1:1f", value_invalid, 5},
                      BadLine{"1 1:1\xc2\xa0"
                              "2:2",
                              value_invalid, 5},
                      BadLine{"1 1:\xd9\xa1", value_invalid, 5}, BadLine{"1 1:1e400", number_out_of_range, 5}, BadLine{"1 1:-1e309", number_out_of_range, 5},
                      BadLine{"1 1:1.7976931348623159e308", number_out_of_range, 5}, BadLine{"1 1:1e99999999999999999999", number_out_of_range, 5},
                      BadLine{"1 1:1" + std::string(400, '0'), number_out_of_range, 5}, BadLine{"1 1:1e4097", number_out_of_range, 5, decimals()},
                      BadLine{"1 1:1e-4097", number_out_of_range, 5, decimals()}, BadLine{"1 1:1e99999999999999999999", number_out_of_range, 5, decimals()},
                      BadLine{"1 1:0." + std::string(4096, '3'), number_out_of_range, 5, decimals()}));

INSTANTIATE_TEST_SUITE_P(Repeats, BadLines,
                         ::testing::Values(BadLine{"1 1:1 1:2", duplicate_index, 7}, BadLine{"1 1:0 1:2", duplicate_index, 7},
                                           BadLine{"1 1:0 1:0", duplicate_index, 7}, BadLine{"1 2:1 1:1 2:1 1:1", duplicate_index, 11},
                                           BadLine{"1 7:1 3:1 2:2 3:1 7:1", duplicate_index, 15}, BadLine{"1 1:1 01:2", duplicate_index, 7},
                                           BadLine{"1 1:1 1:2 3:x", duplicate_index, 7}, BadLine{"1 1:x 2:1 2:1", value_invalid, 5}));

INSTANTIATE_TEST_SUITE_P(Bytes, BadLines,
                         ::testing::Values(BadLine{"1 1:1\0 2:2"s, nul_byte, 6}, BadLine{"\0"s, nul_byte, 1}, BadLine{"1 1:1 # a\0b"s, nul_byte, 10},
                                           BadLine{"# \0"s, nul_byte, 3}, BadLine{"1\0 1:1"s, nul_byte, 2}, BadLine{"1 1:1\r1 2:2", stray_carriage_return, 6},
                                           BadLine{"1\r2", stray_carriage_return, 2}, BadLine{"# a\rb", stray_carriage_return, 4},
                                           BadLine{"\r1 1:1", stray_carriage_return, 1}, BadLine{"1 1:1 \r 2:2", stray_carriage_return, 7},
                                           BadLine{"1 1:x \0"s, value_invalid, 5}, BadLine{"1 qid:1\0"s, nul_byte, 8}));

TEST(Libsvm, RefusesACarriageReturnBeforeTheEndOfTheFile) {
  const Outcome got = read("1 1:1\r");
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, stray_carriage_return);
  EXPECT_EQ(got.error->where.column, 6U);
  EXPECT_EQ(read("1 1:1\r\r\n").error->where.column, 6U);
}

TEST(Libsvm, ReadsEveryFormOfTheGrammarOfNumbers) {
  expect_rows("1 1:1 2:+2 3:-3 4:.5 5:5. 6:1e2 7:1E+2 8:1e-2 9:+.5e1 10:007 11:1e0002\n",
              {{{0, 1}, {1, 2}, {2, -3}, {3, .5}, {4, 5}, {5, 100}, {6, 100}, {7, .01}, {8, 5}, {9, 7}, {10, 100}}});
}

TEST(Libsvm, RoundsUnderflowAndKeepsDenormals) {
  expect_rows("1 1:1e-400 2:5e-324 3:2.4703282292062327e-324 4:2.4703282292062328e-324 5:1e-99999999999999999999 6:-1e-310 7:0e99999\n",
              {{{1, 5e-324}, {3, 5e-324}, {5, -1e-310}}});
}

TEST(Libsvm, SeparatesByAnyBlanksAndEndsLinesEitherWay) { expect_rows(" \t1\t 1:1  2:2 \t\r\n\r\n \t \n-1 1:3\n\n", {{{0, 1}, {1, 2}}, {{0, 3}}}); }

TEST(Libsvm, IgnoresCommentsAndQueryIds) {
  expect_rows("# 1 1:1\n1 qid:18446744073709551616 1:1#2:2\n1# 1:1\n  #\n1 1:2 # x:\xff\n", {{{0, 1}}, {}, {{0, 2}}});
}

TEST(Libsvm, TakesALabelAloneForTheEmptyRow) {
  const Outcome got = read("1\n-1 \n");
  ASSERT_EQ(got.rows.size(), 2U);
  EXPECT_TRUE(got.rows[0].dense);
  EXPECT_EQ(got.schema.n_features, 0U);
}

TEST(Libsvm, SortsUnsortedIndices) { expect_rows("1 3:1 1:2 2:5\n1 900:1 5:2\n", {{{0, 2}, {1, 5}, {2, 1}}, {{4, 2}, {899, 1}}}); }

TEST(Libsvm, CountsZeroesForTheNumberOfFeaturesAndDropsThem) {
  expect_rows("1 7:0 2:1 9:-0\n", {{{1, 1}}});
  EXPECT_EQ(read("1 7:0 2:1 9:-0\n").schema.n_features, 9U);
  EXPECT_EQ(read("1 7:0 2:1 9:0\n", base0()).schema.n_features, 10U);
}

TEST(Libsvm, StartsAtTheBaseAskedForAndNeverGuesses) {
  expect_rows("1 1:1 2:2\n", {{{0, 1}, {1, 2}}});
  expect_rows("1 1:1 2:2\n", {{{1, 1}, {2, 2}}}, base0());
  expect_rows("1 0:1\n", {{{0, 1}}}, base0());
}

TEST(Libsvm, NamesTheOptionForIndexZero) {
  const Outcome got = read("1 0:4 2:1\n");
  EXPECT_NE(got.error->hint.find("--index-base 0"), std::string::npos);
}

TEST(Libsvm, TakesIndicesUpTo4294967295WithEitherBase) {
  expect_rows("1 4294967295:1\n", {{{4294967294, 1}}});
  expect_rows("1 4294967295:1\n", {{{4294967295, 1}}}, base0());
  expect_rows("1 000000000004294967295:1\n", {{{4294967294, 1}}});
  EXPECT_EQ(read("1 4294967295:1\n").schema.n_features, 4294967295U);
  EXPECT_EQ(read("1 4294967295:1\n", base0()).schema.n_features, 4294967296U);
}

TEST(Libsvm, DeclaredFeaturesAreTheLeastNumber) {
  expect_rows("1 5:1 2:1\n", {{{1, 1}, {4, 1}}}, five_features());
  EXPECT_EQ(read("1 1:1\n", five_features()).schema.n_features, 5U);
}

TEST(Libsvm, SkipsAByteOrderMarkAtTheStartOnlyAndCountsItsColumns) {
  expect_rows(
      "\xef\xbb\xbf"
      "1 1:1\n",
      {{{0, 1}}});
  expect_rows("\xef\xbb\xbf", {});
  expect_rows("\xef\xbb\xbf# c\n1 1:1", {{{0, 1}}});
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "1 1:x\n")
                .error->where.column,
            8U);
  EXPECT_EQ(read("\xef\xbb\xbf\xef\xbb\xbf"
                 "1 1:1\n")
                .error->where.column,
            4U);
}

TEST(Libsvm, ReadsUnlabelledLinesWhereLabelsMayLack) {
  const Outcome got = read("1:1 2:2\n\nqid:4 3:1\n-1 1:5\n2:1", unlabelled());
  ASSERT_EQ(got.rows.size(), 4U) << got;
  EXPECT_EQ(got.rows[0].label, "");
  EXPECT_EQ(got.rows[1].features, (Features{{2, 1}}));
  EXPECT_EQ(got.rows[2].label, "?");
  EXPECT_EQ(got.rows[3].line, 5U);
}

TEST(Libsvm, StillRefusesBadPairsWithoutALabel) {
  EXPECT_EQ(read("1:1 x\n", unlabelled()).error->code, colon_missing);
  EXPECT_EQ(read(":1\n", unlabelled()).error->code, index_invalid);
  EXPECT_EQ(read("x\n", unlabelled()).error->code, label_invalid);
}

TEST(Libsvm, TakesLabelsOfAnySize) {
  const Outcome got = read("1e400 1:1\n-1e400 1:1\n10e399 1:1\n", {}, {}, Labels::collect());
  ASSERT_FALSE(got.error) << got;
  EXPECT_EQ(got.rows[2].label, "1e400") << "equal numbers are one label";
}

TEST(Libsvm, PutsTheFaultOfALabelAtTheLabel) {
  const Outcome third = read("0 1:1\n1 1:2\n\n 2 1:3\n", {}, {}, Labels::collect());
  EXPECT_EQ(third.error->code, third_label);
  EXPECT_EQ(third.error->where.line, 4U);
  EXPECT_EQ(third.error->where.column, 2U);
  EXPECT_EQ(read("1 1:1\n3 1:1\n", {}, {}, Labels::fixed("-1", "1")).error->code, label_unknown);
  const Outcome ambiguous = read("1 1:1\n3 1:1\n", {}, {}, Labels::sign());
  EXPECT_EQ(ambiguous.error->code, labels_ambiguous);
  EXPECT_NE(ambiguous.error->hint.find("--labels"), std::string::npos);
}

TEST(Libsvm, SaysWhichTokenIsWrongAndHintsAtCsvAndDecimalCommas) {
  EXPECT_NE(read("1 1:oops\n").error->message.find("oops"), std::string::npos);
  EXPECT_NE(read("1,2,3\n").error->hint.find("csv"), std::string::npos);
  EXPECT_NE(read("1 1:0,5\n").error->hint.find("point"), std::string::npos);
}

TEST(Libsvm, ShowsTokensWithoutBytesThatHarmATerminalOrJson) {
  EXPECT_NE(read("1 1:\x1b[2J\n").error->message.find("\\x1b[2J"), std::string::npos);
  EXPECT_NE(read("1 1:\xff\n").error->message.find("\\xff"), std::string::npos);
  EXPECT_NE(read("1 1:é\n").error->message.find("é"), std::string::npos);
  EXPECT_LT(read("1 1:" + std::string(100000, 'x') + "\n").error->message.size(), 200U);
}

TEST(Libsvm, GivesNoRowsForNothingAndForCommentsOnly) {
  expect_rows("", {});
  expect_rows("# nothing\n\n#\n", {});
}

TEST(Libsvm, ReadsTheSameInEveryLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    std::setlocale(LC_ALL, name);
    expect_rows("1 1:0.5 2:1e-3 3:0.12345678901234567890123\n", {{{0, 0.5}, {1, 0.001}, {2, 0.12345678901234567890123}}});
    EXPECT_TRUE(read("1 1:0,5\n").error);
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Libsvm, KeepsValuesAndLabelsAsWrittenAndExplicitZeroes) {
  ReadOptions options;
  options.keep_text = true;
  const Outcome got = read("+1.0 3:1.50 1:0 2:-0.0 # c\n", options);
  ASSERT_EQ(got.rows.size(), 1U);
  EXPECT_EQ(got.rows[0].label, "+1.0");
  EXPECT_EQ(got.rows[0].texts, (std::vector<std::string>{"0", "-0.0", "1.50"}));
  EXPECT_EQ(got.rows[0].features, (Features{{0, 0}, {1, 0}, {2, 1.5}}));
  EXPECT_EQ(read("1 1:1e400\n", options).error->code, number_out_of_range) << "kept text alone does not lift the range";
}

TEST(Libsvm, DecimalsNeedNotFitADouble) {
  const Outcome got = read("1 1:1e4096 2:-1e400 3:1e-4096 4:0e-4096\n", [] {
    ReadOptions options;
    options.keep_text = options.decimals = true;
    return options;
  }());
  ASSERT_FALSE(got.error) << got;
  EXPECT_EQ(got.rows[0].texts, (std::vector<std::string>{"1e4096", "-1e400", "1e-4096", "0e-4096"}));
  EXPECT_EQ(got.rows[0].features[1].second, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(got.rows[0].features[2].second, 0);
}

TEST(Libsvm, RefusesALineBeyondTheMemoryLimitAndNoOther) {
  ReadOptions options;
  options.memory = 100;
  const std::string fits = "1 1:" + std::string(96, '1');
  EXPECT_EQ(read(fits + "\n" + fits, options).rows.size(), 2U);
  for (const std::string& text : {"1 1:1\n" + fits + "1\n1 1:1\n", "1 1:1\n" + fits + "1", "1 1:1\n#" + fits}) {
    const Outcome got = read(text, options);
    ASSERT_TRUE(got.error);
    EXPECT_EQ(got.error->code, memory_limit);
    EXPECT_EQ(got.error->where.line, 2U);
    EXPECT_NE(got.error->message.find("--memory 100"), std::string::npos);
    EXPECT_EQ(got.rows.size(), 1U);
  }
}

TEST(Libsvm, ReadsLinesLongerThanItsFirstBuffer) {
  std::string line = "1";
  for (int i = 1; i <= 100000; ++i) line += ' ' + std::to_string(i) + ":1";
  const Outcome got = read(line + "\n" + line);
  ASSERT_FALSE(got.error);
  ASSERT_EQ(got.rows.size(), 2U);
  EXPECT_EQ(got.rows[1].features.size(), 100000U);
  ReadOptions options;
  options.memory = 1U << 20U;
  EXPECT_EQ(read(line, options).error->code, memory_limit);
}

}  // namespace
}  // namespace novikoff::libsvm_test
