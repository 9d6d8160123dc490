// Faults that were reported against other programs, as files with the right answer for each.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "novikoff/data/dataset.hpp"
#include "reading.hpp"

namespace novikoff::manifest_test {
namespace {

using nlohmann::json;

std::string folder() { return std::string(NOVIKOFF_TEST_DATA) + "/inputs/bugs"; }

json cases() {
  std::ifstream in(folder() + "/manifest.json");
  return json::parse(in)["cases"];
}

ReadOptions options_of(const json& given) {
  ReadOptions options;
  options.format = given.at("format") == "csv" ? Format::csv : Format::libsvm;
  options.index_base = given.value("index_base", 1U);
  if (given.contains("label_column")) options.label_name = given["label_column"];
  if (given.contains("delimiter")) options.delimiter = given["delimiter"].get<std::string>()[0];
  return options;
}

std::string path_of(const json& c) { return folder() + '/' + std::filesystem::path(c.at("file").get<std::string>()).filename().string(); }

void expect_label(const json& want, const std::string& got) {
  if (want.is_string()) {
    EXPECT_EQ(want, got);
  } else {
    EXPECT_EQ(compare(*parse_decimal(got), *parse_decimal(want.dump())), 0) << got;
  }
}

void expect_rows(const json& expect, const reading::Outcome& got, unsigned base) {
  ASSERT_FALSE(got.error) << to_string(*got.error);
  ASSERT_EQ(got.rows.size(), expect["rows"].size());
  for (std::size_t r = 0; r < got.rows.size(); ++r) {
    const json& want = expect["rows"][r];
    expect_label(want["label"], got.rows[r].label);
    std::map<std::string, double> features;
    for (const auto& [index, value] : got.rows[r].features) features[std::to_string(index + base)] = value;
    std::map<std::string, double> wanted;
    for (const auto& [index, value] : want["features"].items())
      if (value.get<double>() != 0) wanted[index] = value.get<double>();
    EXPECT_EQ(features, wanted);
  }
  EXPECT_EQ(got.schema.n_features, expect["n_features"]);
  if (expect.contains("names")) {
    EXPECT_EQ(got.schema.names, expect["names"].get<std::vector<std::string>>());
  }
}

void expect_error(const json& want, const ErrorInfo& got, const std::string& file) {
  EXPECT_EQ(describe(got.code).error_class, ErrorClass::bad_data);
  EXPECT_EQ(got.where.file, file);
  if (!want.contains("line") || want["line"].is_null()) return;
  EXPECT_EQ(got.where.line, want["line"]);
  EXPECT_GE(got.where.column, want.value("col_min", 1U)) << to_string(got);
  EXPECT_LE(got.where.column, want.value("col_max", 1U << 30U)) << to_string(got);
  EXPECT_FALSE(got.source_line.empty());
}

class Manifest : public ::testing::TestWithParam<json> {};

TEST_P(Manifest, GivesTheRowsOrTheErrorAtItsPlace) {
  const json& c = GetParam();
  const ReadOptions options = options_of(c["options"]);
  Labels labels = c["options"].value("task", "") == "binary" || c["expect"].contains("classes") ? Labels::collect() : Labels::any();
  const json& expect = c["expect"];

  ReadOptions with_text = options;
  with_text.keep_text = true;
  Labels any = Labels::any();
  if (expect.contains("rows")) {
    Result<std::unique_ptr<Source>> source = open_source({path_of(c)}, with_text, any);
    ASSERT_TRUE(source);
    reading::Outcome got = reading::drain(**source, with_text, any, 2);
    for (reading::Row& row : got.rows) std::erase_if(row.features, [](const auto& feature) { return feature.second == 0; });
    expect_rows(expect, got, options.format == Format::csv ? 1 : options.index_base);
  }
  Result<std::unique_ptr<Source>> source = open_source({path_of(c)}, options, labels);
  ASSERT_TRUE(source);
  const Result<Dataset> data = Dataset::read(**source, labels, options.memory);
  if (expect.contains("error")) {
    ASSERT_FALSE(data);
    expect_error(expect["error"], data.error(), path_of(c));
  } else {
    ASSERT_TRUE(data) << to_string(data.error());
    EXPECT_EQ(data->size(), expect["rows"].size());
    if (expect.contains("classes")) {
      expect_label(expect["classes"][0], data->classes().first);
      expect_label(expect["classes"][1], data->classes().second);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bugs, Manifest, ::testing::ValuesIn(cases().get<std::vector<json>>()),
                         [](const auto& param) { return param.param.at("id").template get<std::string>(); });

}  // namespace
}  // namespace novikoff::manifest_test
