// Examples in memory.
#include "novikoff/data/dataset.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "property.hpp"
#include "reading.hpp"

namespace novikoff::dataset_test {
namespace {

constexpr std::uint64_t kPlenty = 1U << 30U;

Result<Dataset> load(const std::string& text, Labels labels = Labels::collect(), std::uint64_t memory = kPlenty, const ReadOptions& options = {}) {
  Result<std::unique_ptr<Source>> source = open_source(memory_bytes(text), "t.svm", options, labels);
  return Dataset::read(**source, labels, memory);
}

TEST(Dataset, MapsTheLargerLabelToPlusOne) {
  const Result<Dataset> data = load("3 1:1\n2 2:1\n3.0 1:2\n");
  ASSERT_TRUE(data);
  EXPECT_EQ((*data)[0].y, 1);
  EXPECT_EQ((*data)[1].y, -1);
  EXPECT_EQ((*data)[2].y, 1);
  EXPECT_EQ(data->classes(), (std::pair<std::string, std::string>{"2", "3"}));
  EXPECT_EQ(data->n_features(), 2U);
}

TEST(Dataset, RefusesNoRowsAndOneLabel) {
  for (const char* text : {"", "# nothing\n\n#\n"}) {
    const Result<Dataset> data = load(text);
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().code, ErrorCode::no_rows);
    EXPECT_EQ(data.error().where.file, "t.svm");
    EXPECT_EQ(data.error().where.line, 0U);
  }
  EXPECT_EQ(load("1 1:1\n+1 1:2\n").error().code, ErrorCode::one_label);
  const Result<Dataset> declared = load("1 1:1\n", Labels::fixed("-1", "1"));
  ASSERT_TRUE(declared);
  EXPECT_EQ((*declared)[0].y, 1);
}

TEST(Dataset, RefusesRowsWithoutALabelWithTheirPlace) {
  ReadOptions options;
  options.labels_optional = true;
  const Result<Dataset> data = load("1 1:1\n-1 1:1\n2:2\n", Labels::collect(), kPlenty, options);
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, ErrorCode::label_missing);
  EXPECT_EQ(data.error().where.line, 3U);
}

TEST(Dataset, KnowsWhereEachRowWasRead) {
  const Result<Dataset> data = load("1 1:1\n-1 1:1\n\n# c\n1 2:1\n1 3:1\n");
  ASSERT_TRUE(data);
  EXPECT_EQ(data->where(0), "t.svm:1");
  EXPECT_EQ(data->where(1), "t.svm:2");
  EXPECT_EQ(data->where(2), "t.svm:5");
  EXPECT_EQ(data->where(3), "t.svm:6");
  EXPECT_EQ(data->place(3).line, 6U);
}

TEST(Dataset, NamesRowsFromMemoryByNumber) {
  const double value[] = {1, 0, 2};
  const Dataset data = Dataset::from_examples({{{nullptr, value, 3}, 1}, {{nullptr, value, 1}, -1}}, 3);
  EXPECT_EQ(data.where(1), "row 2");
  EXPECT_EQ(data.place(1).file, "");
}

TEST(Dataset, BringsExamplesFromMemoryIntoTheFormAReaderGives) {
  const double dense[] = {0, 0, 0, 0, 5, 0}, few[] = {3, 0};
  const std::uint32_t index[] = {0, 7};
  const Dataset data = Dataset::from_examples({{{nullptr, dense, 6}, 1}, {{index, few, 2}, -1}, {{}, 1}}, 8);
  const Result<Dataset> read = load("1 5:5\n-1 1:3 8:0\n1\n");
  ASSERT_TRUE(read);
  ASSERT_EQ(data.size(), 3U);
  for (std::size_t r = 0; r < 3; ++r) {
    EXPECT_EQ(data[r].x.dense(), (*read)[r].x.dense());
    EXPECT_EQ(std::vector<double>(data[r].x.value, data[r].x.value + data[r].x.size),
              std::vector<double>((*read)[r].x.value, (*read)[r].x.value + (*read)[r].x.size));
    EXPECT_EQ(data[r].y, (*read)[r].y);
  }
  EXPECT_FALSE(data[0].x.dense());
  EXPECT_EQ(data.n_features(), read->n_features());
}

TEST(Dataset, ReportsTheLargestNormAlsoBeyondDouble) {
  EXPECT_EQ(load("1 1:3 2:4\n-1 1:1\n")->max_sqnorm().to_double(), 25);
  const Scaled large = load("1 1:3e200 2:4e200\n-1 1:1e-300\n")->max_sqnorm();
  EXPECT_FALSE(large.fits_double());
  EXPECT_NEAR(sqrt(large).to_double() / 5e200, 1, 1e-15);
  const Scaled small = load("1 1:3e-200\n-1 2:1e-300\n")->max_sqnorm();
  EXPECT_GT(small.sign(), 0);
  EXPECT_NEAR(sqrt(small).to_double() / 3e-200, 1, 1e-15);
  EXPECT_EQ(load("1\n-1\n")->max_sqnorm().to_double(), 0);
}

TEST(Dataset, CountsTheMemoryOfGrowthAndStopsAtTheRowThatWouldPassTheLimit) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += (i % 2 == 0 ? "1 5:1 90:2\n" : "-1 7:1 80:3\n");
  const Result<Dataset> whole = load(text);
  ASSERT_TRUE(whole);
  EXPECT_GE(whole->memory(), 20000U * (2 * 12 + 17));
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1000}, std::uint64_t{100000}, std::uint64_t{500000}}) {
    const Result<Dataset> part = load(text, Labels::collect(), memory);
    ASSERT_FALSE(part);
    EXPECT_EQ(part.error().code, ErrorCode::memory_limit);
    EXPECT_GT(part.error().where.line, 0U);
    EXPECT_NE(part.error().message.find(std::to_string(memory)), std::string::npos);
  }
  EXPECT_TRUE(load(text, Labels::collect(), 3 * whole->memory()));
}

TEST(Dataset, PassesOnTheErrorOfTheSource) { EXPECT_EQ(load("1 1:1\n-1 1:x\n").error().where.line, 2U); }

TEST(Dataset, ViewsOutliveMoves) {
  Result<Dataset> data = load("1 1:1 2:2\n-1 1:3\n");
  const double* value = (*data)[0].x.value;
  const Dataset moved = std::move(*data);
  EXPECT_EQ(moved[0].x.value, value);
}

}  // namespace
}  // namespace novikoff::dataset_test
