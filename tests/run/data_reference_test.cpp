// Models that name their support vectors as rows of the data.
#include "novikoff/run/data_reference.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "novikoff/run/digest.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/predict.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/sha256.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff::data_reference_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 26U;
// Rows that are dense, sparse, and half of it, with zeros that are written; support vectors are not the first rows.
constexpr const char* kRows =
    "+1 1:0.1 2:0.7\n-1 1:0.3333333333333333 2:-2 3:0\n+1 1:0.2 9:0.6\n-1 2:0.1 4:0.7 5:1e-3\n-1 1:0.1 2:0.6999\n+1 9:-0.3 40:0.25\n-1 40:0.2 41:0.1\n";

class ModelByReference : public ::testing::Test {
 protected:
  ModelByReference() {
    std::string pattern = ::testing::TempDir() + "novikoff-reference-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    write(kRows);
  }
  ~ModelByReference() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "rows.svm").string(); }
  void write(const std::string& rows) const { std::ofstream(path(), std::ios::binary) << rows; }

  Dataset data() const {
    Labels labels = Labels::fixed("-1", "+1");
    const auto source = or_throw(open_source({path()}, {}, labels));
    return or_throw(Dataset::read(*source, labels, kMemory));
  }
  Model trained(KernelKind kernel, KeepKind keep) const {
    TrainOptions options;
    options.spec.kernel.kind = kernel;
    options.spec.space = Space::dual;
    options.spec.keep = keep;
    options.spec.passes = 7;
    return or_throw(train(data(), options)).model;
  }
  Model referring(Model model) const {
    refer_to(data_reference({path()}, {}, data()), model.state->support_rows, model);
    return model;
  }
  Model reference() const { return referring(trained(KernelKind::rbf, KeepKind::last)); }

  std::vector<double> scores(const Model& model) const {
    Labels labels = Labels::fixed("-1", "+1");
    const auto source = or_throw(open_source({path()}, {}, labels));
    std::vector<double> scores;
    or_throw(predict(model, *source, labels, {}, [&](const Prediction& p) {
      scores.push_back(p.score);
      return true;
    }));
    return scores;
  }

  void expect_error(const Result<Model>& model, ErrorCode code, const std::string& part) const {
    ASSERT_FALSE(model) << part;
    EXPECT_EQ(model.error().code, code) << to_string(model.error());
    EXPECT_NE(model.error().message.find(part), std::string::npos) << to_string(model.error());
  }
  // The model's file with `to` in place of `from`, under the right checksum.
  void expect_invalid(const std::string& from, const std::string& to, const std::string& part) const {
    std::string document(*unsealed(model_bytes(reference())));
    const std::size_t at = document.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    document.replace(at, from.size(), to);
    seal(document);
    expect_error(parse_model(document, "m", kMemory), ErrorCode::model_invalid, part);
  }

  std::filesystem::path folder_;
};

TEST_F(ModelByReference, ScoresToTheLastBitAsTheModelThatHoldsItsSupportVectors) {
  for (const KernelKind kernel : {KernelKind::linear, KernelKind::poly, KernelKind::rbf, KernelKind::laplace})
    for (const KeepKind keep : {KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket}) {
      const Model model = trained(kernel, keep);
      const Model stored = or_throw(parse_model(model_bytes(model), "m", kMemory));
      const std::string bytes = model_bytes(referring(model));
      const Model read = or_throw(parse_model(bytes, "m", kMemory));
      EXPECT_EQ(scores(read), scores(stored));
      EXPECT_EQ(model_bytes(read), bytes);
      // The support vectors themselves are the same: with them in place of their rows it is the same file.
      Model holds = read;
      holds.expansion->rows.reset();
      holds.source.data.reset();
      EXPECT_EQ(model_bytes(holds), model_bytes(model));
    }
}

TEST_F(ModelByReference, GoesOnAsIfItHadNeverStopped) {
  TrainOptions options;
  options.spec.kernel.kind = KernelKind::laplace;
  options.spec.passes = 9;
  const Dataset rows = data();
  const std::string whole = model_bytes(or_throw(train(rows, options)).model);
  options.spec.passes = 2;
  const Model saved = or_throw(parse_model(model_bytes(referring(or_throw(train(rows, options)).model)), "m", kMemory));
  options.spec.passes = 9;
  EXPECT_EQ(model_bytes(or_throw(train(rows, options, &saved)).model), whole);
}

TEST_F(ModelByReference, IsRefusedWithoutTheRowsItWasLearnedFrom) {
  const Model model = reference();
  const std::string bytes = model_bytes(model), rows = kRows;
  const std::string digest = examples_sha256(data());
  std::string altered = rows;
  altered.replace(altered.find("0.6999"), 6, "0.6998");
  std::string swapped = rows;  // what a label is belongs to the rows
  swapped.replace(swapped.rfind("-1 40"), 2, "+1");
  for (const std::string& other : {altered, swapped, rows.substr(0, rows.rfind("-1 40")), rows + "+1 1:1\n", std::string("+1 1:1\n-1 1:2\n")}) {
    write(other);
    expect_error(parse_model(bytes, "m", kMemory), ErrorCode::checksum_mismatch,
                 "the model m refers to are not what they were: it was learned from 7 rows, SHA-256 " + digest);
  }
  write(rows + "# a comment is no row\n");
  EXPECT_TRUE(parse_model(bytes, "m", kMemory));
  std::filesystem::remove(path());
  expect_error(parse_model(bytes, "m", kMemory), ErrorCode::cannot_open, "the model m refers to this file");
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);  // which would be waited for without end
  expect_error(parse_model(bytes, "m", kMemory), ErrorCode::cannot_open, "the model m refers to this file");
  Model endless = model;
  endless.source.data->files = {"@staircase:18446744073709551615"};
  endless.source.data->examples.rows = ~std::uint64_t{0};
  expect_error(parse_model(model_bytes(endless), "m", kMemory), ErrorCode::cannot_open, "the model m refers to this file");
}

// Rows that the model could not have are told as what they are, other data; and whatever reading meets names the model that asked for it.
TEST_F(ModelByReference, NamesTheModelBesideTheData) {
  const std::string bytes = model_bytes(reference());
  write(std::string(kRows) + "+1 1:1 99:1\n");
  expect_error(parse_model(bytes, "m", kMemory), ErrorCode::checksum_mismatch, "the model m refers to");
  write("+1 1:1 99:1\n");
  expect_error(parse_model(bytes, "m", kMemory), ErrorCode::checksum_mismatch, "the model m refers to");
  write("+1 1:x\n");
  const Result<Model> unreadable = parse_model(bytes, "m", kMemory);
  expect_error(unreadable, ErrorCode::value_invalid, "the model m refers to these data");
  EXPECT_EQ(unreadable.error().where.file, path());
  EXPECT_EQ(unreadable.error().where.line, 1U);
}

TEST_F(ModelByReference, CanBeLookedAtWithoutItsData) {
  const std::string bytes = model_bytes(reference());
  EXPECT_FALSE(or_throw(parse_model(bytes, "m", kMemory, MissingData::show)).expansion->missing);
  std::filesystem::remove(path());
  const Model model = or_throw(parse_model(bytes, "m", kMemory, MissingData::show));
  ASSERT_TRUE(model.expansion->missing);
  EXPECT_EQ(model.expansion->missing->code, ErrorCode::cannot_open);
  EXPECT_EQ(model.expansion->size(), 7U);
  EXPECT_EQ(model_bytes(model), bytes);
  const std::string text = inspect_text(model, 10), json = inspect_json(model);
  for (const std::string& part :
       {"7 of 7 rows of " + path(), "needs              " + path(), std::string("no such regular file"), std::string("row 7 of the data")})
    EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
  for (const std::string& part : {"\"files\": [\"" + path() + "\"]", std::string("\"missing\": \""), std::string("\"support_rows\": [0, 1, 2, 3, 4, 5, 6]")})
    EXPECT_NE(json.find(part), std::string::npos) << part << '\n' << json;
  // A model that contradicts the data that it names is none.
  write(kRows);
  std::string document(*unsealed(bytes));
  document.replace(document.find("\"n_features\": 41"), 16, "\"n_features\": 40");
  seal(document);
  expect_error(parse_model(document, "m", kMemory, MissingData::show), ErrorCode::model_invalid, "has a feature");
}

TEST_F(ModelByReference, IsRefusedWhereItSaysWhatNoRunDoes) {
  const Model model = reference();
  ASSERT_EQ(model.expansion->rows->size(), 7U);  // every row updates
  const std::string rows = "\"support_rows\": [0, 1, 2, 3, 4, 5, 6]";
  expect_invalid(rows, "\"support_rows\": [0, 1, 2, 3, 4, 5, 7]", "the data have 7 rows, and a support vector is row 7");
  expect_invalid(rows, "\"support_rows\": [0, 1, 2, 3, 4, 5, 4]", "do not ascend");
  expect_invalid(rows, "\"support_rows\": [0, 1, 2, 3, 3, 5, 6]", "do not ascend");
  expect_invalid(rows, "\"support_rows\": [-1, 1, 2, 3, 4, 5, 6]", "");
  expect_invalid(rows, "\"support_rows\": [0, 1, 2, 3, 4, null, 6]", "");
  expect_invalid(rows, "\"support_rows\": [0, 1, 2, 3, 4, 5]", "");  // a coefficient too many
  expect_invalid(rows, "\"support_vectors\": [[], [], [], [], [], [], []]", "");
  expect_invalid("\"rows\": 7", "\"rows\": 6", "the data have 6 rows");
  expect_invalid("\"n_features\": 41", "\"n_features\": 40", "row 6, a support vector that the model m refers to, has a feature");
  expect_invalid("{\"name\": \"rbf\", \"gamma\": 1}", "{\"name\": \"chi2\"}", "row 1, a support vector that the model m refers to, has a negative value");
  expect_invalid("{\"name\": \"rbf\", \"gamma\": 1}", "{\"name\": \"precomputed\"}", "by reference");
  expect_invalid("\"format\": null", "\"format\": \"xml\"", "no format");
  expect_invalid("\"delimiter\": \"\"", "\"delimiter\": \"\\n\"", "no delimiter");
  expect_invalid("[\"-1\", \"+1\"]", "[\"\", \"+1\"]", "not two classes");
  expect_invalid("\"files\": [\"" + path() + "\"]", "\"files\": []", "no files");
}

TEST_F(ModelByReference, TakesNoMoreMemoryThanItMay) {
  std::string rows;
  for (int i = 0; i < 400; ++i) rows += i % 2 == 0 ? "+1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1\n" : "-1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1\n";
  write(rows);
  const std::string bytes = model_bytes(reference());
  ASSERT_TRUE(parse_model(bytes, "m", kMemory));
  const std::uint64_t values = std::uint64_t{8} * 400 * 16 * sizeof(double);
  expect_error(parse_model(bytes, "m", 4 * bytes.size() + 48000 + values), ErrorCode::memory_limit, "support vectors that the model m refers to");
}

}  // namespace
}  // namespace novikoff::data_reference_test
