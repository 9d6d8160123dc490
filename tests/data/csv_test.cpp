// CSV and TSV: what is accepted, and for every kind of fault the code and the place.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "reading.hpp"

namespace novikoff::csv_test {
namespace {

using namespace std::string_literals;
using reading::csv;
using reading::Outcome;
using reading::read;
using Features = std::vector<std::pair<std::uint64_t, double>>;
using enum ErrorCode;

ReadOptions numbered(std::uint64_t column, bool header = false) {
  ReadOptions options = csv("");
  options.label_column = column;
  options.header = header;
  return options;
}

ReadOptions optional_labels(ReadOptions options) {
  options.labels_optional = true;
  return options;
}

ReadOptions with_columns(ReadOptions options, std::vector<std::string> columns) {
  options.columns = std::move(columns);
  return options;
}

void expect_fault(const std::string& text, ErrorCode code, std::uint64_t line, std::uint64_t column, const ReadOptions& options = csv()) {
  const Outcome got = read(text, options);
  ASSERT_TRUE(got.error) << text << got;
  EXPECT_EQ(got.error->code, code) << text << got;
  EXPECT_EQ(got.error->where.line, line) << text << got;
  EXPECT_EQ(got.error->where.column, column) << text << got;
}

void expect_rows(const std::string& text, const std::vector<std::pair<std::string, Features>>& rows, const ReadOptions& options = csv()) {
  const Outcome got = read(text, options, {}, Labels::collect());
  ASSERT_FALSE(got.error) << got;
  ASSERT_EQ(got.rows.size(), rows.size()) << got;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    EXPECT_EQ(got.rows[r].label, rows[r].first) << got;
    EXPECT_EQ(got.rows[r].features, rows[r].second) << got;
  }
}

TEST(Csv, NamesTheFeatureColumnsByTheHeader) {
  const Outcome got = read("a,y,b\n1,0,2\n", csv());
  EXPECT_EQ(got.schema.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(got.schema.n_features, 2U);
  EXPECT_EQ(got.rows[0].features, (Features{{0, 1}, {1, 2}}));
  EXPECT_EQ(got.rows[0].line, 2U);
}

TEST(Csv, CountsColumnsOfZeroesAsFeatures) {
  const Outcome got = read("y,a,b,c\n1,0,3,0\n-1,1,0,-2\n", csv());
  EXPECT_EQ(got.schema.n_features, 3U);
  EXPECT_EQ(got.rows[0].features, (Features{{1, 3}}));
}

TEST(Csv, FindsTheLabelByNumberWithAndWithoutAHeader) {
  expect_rows("1,2,5\n3,4,-5\n", {{"5", {{0, 1}, {1, 2}}}, {"-5", {{0, 3}, {1, 4}}}}, numbered(3));
  expect_rows("7,8,9\n1,2,5\n", {{"2", {{0, 1}, {1, 5}}}}, numbered(2, true));
}

TEST(Csv, TakesALabelNameThatLooksLikeANumber) { expect_rows("1,2\n5,6\n", {{"6", {{0, 5}}}}, csv("2")); }

TEST(Csv, NeverGuessesTheLabelColumn) {
  expect_fault("a,b\n1,2\n", label_column_needed, 1, 1, csv(""));
  expect_fault("1,2\n", label_column_needed, 1, 1, numbered(0));
  expect_fault("a,b\n1,2\n", label_column_needed, 1, 1, optional_labels(csv("")));
  EXPECT_NE(read("a,b\n", csv("")).error->message.find("\"a\", \"b\""), std::string::npos);
}

TEST(Csv, NamesTheColumnsThereAreIfTheLabelIsNoneOfThem) {
  expect_fault("a,b\n1,2\n", column_unknown, 1, 1);
  EXPECT_NE(read("a,b\n", csv()).error->message.find("\"a\", \"b\""), std::string::npos);
  expect_fault("1,2\n", column_unknown, 1, 1, numbered(3));
  EXPECT_NE(read("y;a\n", csv()).error->hint.find("--delimiter ';'"), std::string::npos);
  EXPECT_NE(read("y\ta\n", csv()).error->hint.find("--format tsv"), std::string::npos);
}

TEST(Csv, RefusesOptionsThatCannotHold) {
  Labels labels = Labels::any();
  const auto code = [&](const ReadOptions& options) {
    const auto source = open_source(memory_bytes(""), "t.csv", options, labels);
    return source ? internal : source.error().code;
  };
  ReadOptions options = csv();
  options.header = false;
  EXPECT_EQ(code(options), usage);
  options = csv();
  options.label_column = 1;
  EXPECT_EQ(code(options), usage);
  for (const char delimiter : {'"', '\n', '\r', '.', '5', '-', '+', 'e'}) {
    options = csv();
    options.delimiter = delimiter;
    EXPECT_EQ(code(options), usage) << delimiter;
  }
}

TEST(Csv, ReadsQuotesAsRfc4180Says) {
  expect_rows("\"y\",\"a \"\"x\"\"\",\"b,c\",\"d\ne\"\n\"1\",\"0.5\",2,\"3\"\n", {{"1", {{0, 0.5}, {1, 2}, {2, 3}}}});
  const Outcome got = read("\"y\",\"a \"\"x\"\"\",\"b,c\",\"d\ne\"\n1,1,1,1\n", csv());
  EXPECT_EQ(got.schema.names, (std::vector<std::string>{"a \"x\"", "b,c", "d\ne"}));
  EXPECT_EQ(got.rows[0].line, 3U);
  expect_rows("y,a\r\n\"x\r\ny\",1\r\nz,2", {{"x\r\ny", {{0, 1}}}, {"z", {{0, 2}}}});
  expect_rows("y,a\n\"x\"\"\",1\n", {{"x\"", {{0, 1}}}});
}

TEST(Csv, PlacesFaultsBehindLineBreaksInQuotes) {
  expect_fault("y,a\n\"p\nq\",x\n", value_invalid, 3, 4);
  expect_fault("y,a\n\"p\nq\",1\n\nr,x\n", value_invalid, 5, 3);
  EXPECT_EQ(read("y,a\n\"p\nq\",x\n", csv()).error->source_line, "q\",x");
}

TEST(Csv, SaysWhereAQuoteOpensThatIsNotClosed) {
  expect_fault("y,a\n1,\"2\n0,3\n", quote_not_closed, 2, 3);
  expect_fault("y,a\n1,2\n\"\n", quote_not_closed, 3, 1);
  expect_fault("y,a\n1,\"2\"\"\n", quote_not_closed, 2, 3);
  expect_fault("\"y,a\n1,2\n", quote_not_closed, 1, 1);
  expect_fault("y,a\n\"p\nq\",\"2\n", quote_not_closed, 3, 4);
}

TEST(Csv, RefusesTextBesideQuotes) {
  expect_fault("y,a\n1,\"2\"x\n", quote_invalid, 2, 6);
  expect_fault("y,a\n1,\"2\" \n", quote_invalid, 2, 6);
  expect_fault("y,a\n1,2\"\n", quote_invalid, 2, 4);
  expect_fault("y,a\n1, \"2\"\n", quote_invalid, 2, 4);
}

TEST(Csv, RefusesRaggedRows) {
  expect_fault("y,a,b\n1,1,2\n0,3\n", field_count, 3, 1);
  expect_fault("y,a,b\n0,3,4,5\n", field_count, 2, 7);
  expect_fault("y,a,b\n0,3,4,\n", field_count, 2, 7);
  expect_fault("y,a,b\n0,3,4,\"5\",6\n", field_count, 2, 7);
  expect_fault("y,a,b\n0\n", field_count, 2, 1);
  expect_fault("y,a\n \n", field_count, 2, 1);
  expect_fault("1,2\n1,2,3\n", field_count, 2, 5, numbered(1));
  EXPECT_EQ(read("y,a,b\n0,3\n", csv()).error->message, "row has 2 fields, expected 3");
}

TEST(Csv, RefusesMissingCellsWithTheColumnsName) {
  for (const std::string& cell : {""s, "NA"s, "N/A"s, "NaN"s, "null"s, "nan"s, "NULL"s, "\"\""s, "\"NA\""s}) {
    expect_fault("y,a,b\n1,1,2\n0," + cell + ",3\n", cell_missing, 3, 3);
    expect_fault("y,a,b\n0,1," + cell + "\n", cell_missing, 2, 5);
    expect_fault("y,a,b\n" + cell + ",1,2\n", label_missing, 2, 1);
  }
  EXPECT_NE(read("y,a,b\n0,,3\n", csv()).error->message.find("\"a\""), std::string::npos);
  EXPECT_NE(read("0,,3\n", numbered(1)).error->message.find("column 2"), std::string::npos);
}

TEST(Csv, RefusesCellsThatAreNoNumbers) {
  expect_fault("y,a,b\n1,2,x\n", value_invalid, 2, 5);
  expect_fault("y,a,b\n1,2, 3\n", value_invalid, 2, 5);
  expect_fault("y,a,b\n1,2 ,3\n", value_invalid, 2, 3);
  expect_fault("y,a\n1,0x10\n", value_invalid, 2, 3);
  expect_fault("y,a\n1,inf\n", value_not_finite, 2, 3);
  expect_fault("y,a\n1,-nan\n", value_not_finite, 2, 3);
  expect_fault("y,a\n1,1e999\n", number_out_of_range, 2, 3);
  expect_fault("y,a\n1,\"1,5\"\n", value_invalid, 2, 3);
  expect_fault("y,a\n1,1%\n", value_invalid, 2, 3);
  expect_fault("y,a\n1,2\n# c,3\n4,x\n", value_invalid, 4, 3);
  EXPECT_NE(read("y,a\n1, 3\n", csv()).error->hint.find("blanks"), std::string::npos);
}

TEST(Csv, HintsAtTheDecimalComma) {
  ReadOptions options = csv();
  options.delimiter = ';';
  const Outcome got = read("y;a;b\n1;0,5;2\n", options);
  EXPECT_EQ(got.error->code, value_invalid);
  EXPECT_NE(got.error->hint.find("point"), std::string::npos);
}

TEST(Csv, RefusesNulAndStrayCarriageReturnsEverywhere) {
  expect_fault("y,a\n1,2\0\n"s, nul_byte, 2, 4);
  expect_fault("y,a\n\"x\0\",2\n"s, nul_byte, 2, 3);
  expect_fault("y,a\r1,2\r", stray_carriage_return, 1, 4);
  expect_fault("y,a\n1,2\r", stray_carriage_return, 2, 4);
  expect_fault("y,a\n\"x\ry\",2\n", stray_carriage_return, 2, 3);
  expect_fault("y,a\n\"x\"\r,2\n", stray_carriage_return, 2, 4);
}

TEST(Csv, RefusesHeadersThatNameAColumnTwice) {
  expect_fault("y,a,b,a\n", header_invalid, 1, 7);
  expect_fault("y,a,y\n", header_invalid, 1, 5);
  expect_fault("y,,b,\n", header_invalid, 1, 6);
}

TEST(Csv, TakesHashesForText) { expect_rows("y,#a\n#1,2\nx,3\n", {{"#1", {{0, 2}}}, {"x", {{0, 3}}}}); }

TEST(Csv, SkipsEmptyLinesAndAByteOrderMark) {
  expect_rows("\xef\xbb\xbf\n\r\ny,a\n\n1,2\n\r\n2,3", {{"1", {{0, 2}}}, {"2", {{0, 3}}}});
  expect_fault("\xef\xbb\xbfy,a,a\n", header_invalid, 1, 8);
  expect_fault("y,a\n\n\n1,x\n", value_invalid, 4, 3);
}

TEST(Csv, TakesWordsForLabels) {
  expect_rows("y,x\nspam,2\nham,-1\n", {{"spam", {{0, 2}}}, {"ham", {{0, -1}}}});
  expect_fault("y,x\n-inf,2\n", label_not_finite, 2, 1);
  const Outcome third = read("y,x\na,1\nb,2\n\"c\",3\n", csv(), {}, Labels::collect());
  EXPECT_EQ(third.error->code, third_label);
  EXPECT_EQ(third.error->where.line, 4U);
  EXPECT_EQ(third.error->where.column, 1U);
}

TEST(Csv, TakesEqualNumbersForOneLabel) {
  expect_rows("y,x\n1,2\n1.0,3\n0,1\n\"+1\",4\n", {{"1", {{0, 2}}}, {"1", {{0, 3}}}, {"0", {{0, 1}}}, {"1", {{0, 4}}}});
}

TEST(Csv, ReadsRowsWithoutLabelsWhereLabelsMayLack) {
  expect_rows("y,a\n,1\n1,2\n", {{"", {{0, 1}}}, {"1", {{0, 2}}}}, optional_labels(csv()));
  expect_rows("a,b\n1,2\n", {{"", {{0, 1}, {1, 2}}}}, optional_labels(csv()));
  expect_fault("y,a\nNA,1\n", label_missing, 2, 1, optional_labels(csv()));
}

TEST(Csv, WithoutAHeaderOneColumnLessMeansNoLabels) {
  ReadOptions options = optional_labels(numbered(1));
  options.n_features = 2;
  expect_rows("5,6\n", {{"", {{0, 5}, {1, 6}}}}, options);
  expect_rows("1,5,6\n", {{"1", {{0, 5}, {1, 6}}}}, options);
}

TEST(Csv, MatchesTheColumnsOfAModelByName) {
  expect_rows("b,y,a\n1,0,2\n", {{"0", {{0, 2}, {1, 1}}}}, with_columns(csv(), {"a", "b"}));
  expect_fault("b,y\n1,0\n", column_missing, 1, 1, with_columns(csv(), {"a", "b"}));
  expect_fault("b,y,c,a\n1,0,2,3\n", column_unknown, 1, 5, with_columns(csv(), {"a", "b"}));
  expect_rows("b,a\n1,2\n", {{"", {{0, 2}, {1, 1}}}}, optional_labels(with_columns(csv(), {"a", "b"})));
  expect_rows("b,a\n1,2\n", {{"", {{0, 2}, {1, 1}}}}, optional_labels(with_columns(numbered(2, true), {"a", "b"})));
  EXPECT_EQ(read("b,y,a\n1,0,2\n", with_columns(csv(), {"a", "b"})).schema.names, (std::vector<std::string>{"a", "b"}));
}

TEST(Csv, WithoutAHeaderTheModelsColumnsAreCounted) {
  expect_rows("0,1,2\n", {{"0", {{0, 1}, {1, 2}}}}, with_columns(numbered(1), {"a", "b"}));
  expect_fault("0,1\n", field_count, 1, 1, with_columns(numbered(1), {"a", "b"}));
  ReadOptions nameless = optional_labels(numbered(2));
  nameless.column_count = 2;
  expect_rows("5,0,6\n", {{"0", {{0, 5}, {1, 6}}}}, nameless);
  expect_rows("5,6\n", {{"", {{0, 5}, {1, 6}}}}, nameless);
  expect_fault("5\n", column_unknown, 1, 1, nameless);
  expect_fault("5,0,6,7\n", field_count, 1, 1, nameless);
}

TEST(Csv, RefusesMoreFeaturesThanDeclared) {
  ReadOptions options = csv();
  options.n_features = 1;
  expect_fault("y,a,b\n1,2,3\n", index_too_large, 1, 1, options);
  options.n_features = 5;
  EXPECT_EQ(read("y,a\n1,2\n", options).schema.n_features, 5U);
}

TEST(Csv, RefusesRecordsBeyondTheMemoryLimit) {
  ReadOptions options = csv();
  options.memory = 1000;
  expect_fault("y,a\n1,\"" + std::string(2000, '\n') + "\"\n", memory_limit, 2, 0, options);
  expect_fault("y,a,b,c,d,e,f,g,h,i,j,k\n", memory_limit, 1, 15, options);
}

TEST(Csv, KeepsCellsAsWrittenWithoutTheirQuotes) {
  ReadOptions options = csv();
  options.keep_text = true;
  const Outcome got = read("y,a,b,c\n\"x \"\"y\"\"\",\"1.50\",0,2e0\n", options);
  ASSERT_EQ(got.rows.size(), 1U) << got;
  EXPECT_EQ(got.rows[0].label, "x \"y\"");
  EXPECT_EQ(got.rows[0].texts, (std::vector<std::string>{"1.50", "0", "2e0"}));
}

TEST(Csv, ReadsTabsByFormatAndByName) {
  ReadOptions options = csv();
  options.format = Format::tsv;
  expect_rows("y\ta\n1\t2\n", {{"1", {{0, 2}}}}, options);
  options.format.reset();
  for (const char* name : {"t.tsv", "t.TSV.gz", "t.tsv.zst"}) EXPECT_EQ(read("y\ta\n1\t2\n", options, {}, Labels::any(), name).rows.size(), 1U) << name;
  for (const char* name : {"t.csv", "t.csv.gz"}) EXPECT_EQ(read("y,a\n1,2\n", options, {}, Labels::any(), name).rows.size(), 1U) << name;
  EXPECT_EQ(read("1 1:2\n", {}, {}, Labels::any(), "t.csv.bak").rows.size(), 1U);
}

TEST(Csv, ReadsTheLabelAsTheOnlyColumn) {
  const Outcome got = read("y\n1\n\n2\n", csv());
  EXPECT_EQ(got.rows.size(), 2U) << got;
  EXPECT_EQ(got.schema.n_features, 0U);
}

// --- Several files

class Files : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) {
    const std::string path =
        ::testing::TempDir() + "novikoff_" + std::to_string(::getpid()) + "_" + ::testing::UnitTest::GetInstance()->current_test_info()->name() + "_" + name;
    std::ofstream(path, std::ios::binary) << content;
    made_.push_back(path);
    return path;
  }
  ~Files() override {
    for (const std::string& path : made_) std::remove(path.c_str());
  }
  Outcome read_files(const std::vector<std::string>& files, const ReadOptions& options) {
    Labels labels = Labels::collect();
    auto source = open_source(files, options, labels);
    if (!source) return {{}, source.error(), {}};
    return reading::drain(**source, options, labels, 10);
  }

 private:
  std::vector<std::string> made_;
};

TEST_F(Files, EachHasItsOwnHeaderAndColumnsMatchByName) {
  const Outcome got = read_files({file("a.csv", "a,b,y\n1,2,0\n"), file("b.csv", "\xef\xbb\xbfy,b,a\n1,5,6\n")}, csv());
  ASSERT_FALSE(got.error) << got;
  EXPECT_EQ(got.rows[1].features, (Features{{0, 6}, {1, 5}}));
  EXPECT_EQ(got.rows[1].file, 1U);
  EXPECT_EQ(got.rows[1].line, 2U);
}

TEST_F(Files, FaultsNameTheFile) {
  const std::string a = file("a.csv", "y,a,b\n1,2,0\n"), b = file("b.csv", "y,a\n1,5\n"), c = file("c.csv", "y,a,b,c\n1,2,3,4\n"),
                    d = file("d.csv", "y,b,a\n1,2,x\n");
  const Outcome missing = read_files({a, b}, csv());
  EXPECT_EQ(missing.error->code, column_missing);
  EXPECT_EQ(missing.error->where.file, b);
  EXPECT_EQ(missing.rows.size(), 1U);
  EXPECT_EQ(read_files({a, c}, csv()).error->code, column_unknown);
  const Outcome value = read_files({a, d}, csv());
  EXPECT_EQ(value.error->where.file, d);
  EXPECT_NE(value.error->message.find("\"a\""), std::string::npos);
}

TEST_F(Files, WithoutHeadersHaveTheSameNumberOfColumns) {
  const std::string a = file("a.csv", "1,2,0\n"), b = file("b.csv", "1,5\n");
  const Outcome got = read_files({a, b}, numbered(1));
  EXPECT_EQ(got.error->code, field_count);
  EXPECT_EQ(got.error->where.file, b);
}

TEST_F(Files, OfDifferentFormatsAreNotReadTogether) {
  EXPECT_EQ(read_files({file("a.csv", "y,a\n1,2\n"), file("b.svm", "y,a\n2,3\n")}, csv()).rows.size(), 2U) << "the format said holds for all";
  ReadOptions options = csv();
  options.format.reset();
  EXPECT_EQ(read_files({file("a.csv", "y,a\n1,2\n"), file("b.svm", "1 1:1\n")}, options).error->code, usage);
}

ReadOptions ignoring(std::vector<std::string> names, ReadOptions options = csv()) {
  options.ignored = std::move(names);
  return options;
}

TEST(IgnoredColumns, AreNeitherLabelNorFeatureAndMayHoldAnything) {
  expect_rows("id,a,y,note\nA-1,1,+1,\"x, \"\"y\"\"\"\n,2,-1,NaN\n", {{"+1", {{0, 1}}}, {"-1", {{0, 2}}}}, ignoring({"id", "note"}));
  const Outcome got = read("id,a,y\n7,1,1\n", ignoring({"id"}));
  EXPECT_EQ(got.schema.names, std::vector<std::string>{"a"});
  EXPECT_EQ(got.schema.n_features, 1U);
  expect_rows("b,id,a\n1,q,2\n", {{"", {{0, 2}, {1, 1}}}}, ignoring({"id"}, optional_labels(with_columns(csv(), {"a", "b"}))));
}

TEST(IgnoredColumns, MustBeThereAndAreNotTheLabel) {
  expect_fault("a,y\n1,1\n", column_unknown, 1, 1, ignoring({"id"}));
  expect_fault("a,y\n1,1\n", column_unknown, 1, 3, ignoring({"y"}));
  ReadOptions second = numbered(2, true);
  second.ignored = {"y"};
  expect_fault("a,y\n1,1\n", column_unknown, 1, 3, second);
}

TEST(UnlabelledColumns, AreToldByTheirNumberWhereNoNamesAreKnown) {
  ReadOptions options = optional_labels(csv(""));
  options.unlabelled_count = 2;
  expect_rows("a,b\n1,2\n", {{"", {{0, 1}, {1, 2}}}}, options);
  expect_fault("a,b,c\n1,2,3\n", label_column_needed, 1, 1, options);
  options.labels_optional = false;
  expect_fault("a,b\n1,2\n", label_column_needed, 1, 1, options);
  ReadOptions bare = optional_labels(csv(""));
  bare.header = false;
  bare.unlabelled_count = 2;
  expect_rows("1,2\n", {{"", {{0, 1}, {1, 2}}}}, bare);
  expect_fault("1,2,3\n", label_column_needed, 1, 1, bare);
  bare.label_column = 2;
  expect_rows("1,2\n", {{"2", {{0, 1}}}}, bare);
}

TEST_F(Files, ThatCannotBeOpenedAreReportedAtOnce) {
  const Outcome got = read_files({file("a.svm", "1 1:1\n"), ::testing::TempDir() + "no such file"}, {});
  EXPECT_EQ(got.error->code, cannot_open);
  EXPECT_EQ(got.error->where.file, ::testing::TempDir() + "no such file");
  EXPECT_EQ(read_files({::testing::TempDir()}, {}).error->code, cannot_open) << "a folder";
  EXPECT_EQ(read_files({}, {}).error->code, usage);
}

TEST_F(Files, CanBeMoreThanTheSystemKeepsOpen) {
  std::vector<std::string> files(3000, file("a.svm", "1 1:1\n-1 2:1\n"));
  const Outcome got = read_files(files, {});
  ASSERT_FALSE(got.error) << got;
  EXPECT_EQ(got.rows.size(), 6000U);
}

TEST_F(Files, LastLinesWithoutLineEndDoNotRunIntoTheNextFile) {
  const Outcome got = read_files({file("a.svm", "1 1:1"), file("b.svm", "-1 2:1")}, {});
  ASSERT_EQ(got.rows.size(), 2U);
  EXPECT_EQ(got.rows[1].line, 1U);
}

}  // namespace
}  // namespace novikoff::csv_test
