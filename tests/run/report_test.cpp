#include "novikoff/run/report.hpp"

#include <gtest/gtest.h>

#include "novikoff/run/demo.hpp"
#include "novikoff/run/embedded.hpp"

namespace novikoff::report_test {
namespace {

ErrorInfo error_at(std::string line, std::uint64_t column) {
  return {ErrorCode::value_invalid, "value is wrong", {"f.svm", 3, column}, "do this", std::move(line)};
}

Result<Dataset> read_set(const std::string& name) {
  Labels labels = Labels::collect();
  ReadOptions options;
  const Result<std::unique_ptr<Source>> source = open_input({name}, options, labels);
  if (!source) return source.error();
  return Dataset::read(**source, labels, options.memory);
}

TEST(ShowError, PutsTheCaretUnderTheColumn) {
  EXPECT_EQ(show_error(error_at("1 2:x", 5)), "f.svm:3:5: error: value is wrong [value_invalid]\n  1 2:x\n      ^\nhint: do this\n");
}

TEST(ShowError, CountsColumnsInBytesAndShowsCharacters) {
  EXPECT_EQ(show_error(error_at("α 2:x", 6)), "f.svm:3:6: error: value is wrong [value_invalid]\n  α 2:x\n      ^\nhint: do this\n");
}

TEST(ShowError, MakesTabsBlanksAndControlBytesVisible) {
  EXPECT_EQ(show_error(error_at(std::string("1\t\x01\xFFx", 5), 5)),
            "f.svm:3:5: error: value is wrong [value_invalid]\n  1 \\x01\\xffx\n            ^\nhint: do this\n");
}

TEST(ShowError, CutsALongLineAroundTheColumn) {
  const std::string shown = show_error(error_at(std::string(500, 'a') + "X" + std::string(500, 'b'), 501));
  const std::size_t line = shown.find('\n') + 1, caret = shown.find('\n', line) + 1;
  EXPECT_EQ(shown.substr(line, 5), "  …");
  EXPECT_LT(shown.find('\n', line) - line, 120U);
  // Two bytes of the ellipsis are no columns.
  EXPECT_EQ(shown.find('X', line) - line - 2, shown.find('^', caret) - caret);
}

TEST(ShowError, PutsACaretBehindTheLineForWhatIsMissingThere) { EXPECT_NE(show_error(error_at("1 2:", 5)).find("\n  1 2:\n      ^\n"), std::string::npos); }

TEST(ShowError, KeepsAUsageErrorOnOneLine) { EXPECT_EQ(show_error({ErrorCode::usage, "two\nlines", {}, {}, {}}), "novikoff: error: two?lines [usage]\n"); }

TEST(ShowError, FallsBackToTheRemedyOfTheTable) {
  EXPECT_EQ(show_error({ErrorCode::no_rows, "no rows", {"f", 0, 0}, {}, {}}), "f: error: no rows [no_rows]\nhint: check that the right file was named\n");
}

TEST(Shown, NumbersForPeopleHaveSixDigitsAndBeyondTheDoublesAPowerOfTwo) {
  EXPECT_EQ(shown(1.0 / 3), "0.333333");
  EXPECT_EQ(shown(-0.0), "0");
  EXPECT_EQ(shown(Scaled{-0.5, 3001}), "-2^3000.0");
}

TEST(StopInWords, CallsNothingButConvergenceSo) {
  for (const Stop stop : {Stop::pass_limit, Stop::update_limit, Stop::seen_limit, Stop::time_limit, Stop::stalled, Stop::end_of_data, Stop::interrupted}) {
    Model model;
    model.stop = stop;
    EXPECT_FALSE(stop_in_words(model).starts_with("converged"));
    EXPECT_FALSE(stop_in_words(model).empty());
  }
}

TEST(FeatureName, IsTheColumnOrTheNumberOfTheFile) {
  Provenance source;
  EXPECT_EQ(feature_name(source, 0), "x1");
  source.index_base = 0;
  EXPECT_EQ(feature_name(source, 0), "x0");
  source.names = {"age"};
  EXPECT_EQ(feature_name(source, 0), "age");
  EXPECT_EQ(feature_name(source, 1), "x1");
}

TEST(Embedded, EverySetOpensUnderItsName) {
  for (const EmbeddedSet& set : embedded_sets()) {
    const std::string name = "@" + std::string(set.name) + (set.sized ? ":5" : "");
    const Result<Dataset> data = read_set(name);
    ASSERT_TRUE(data) << name << ' ' << data.error().message;
    EXPECT_EQ(data->schema().files, std::vector<std::string>{name});
    EXPECT_FALSE(set.title.empty() || set.source.empty() || set.expect.empty());
  }
}

TEST(Embedded, TheIrisesAreAllThere) {
  const Result<Dataset> setosa = read_set("@iris-setosa"), virginica = read_set("@iris-virginica");
  EXPECT_EQ(setosa->size(), 150U);
  EXPECT_EQ(setosa->classes(), (std::pair<std::string, std::string>("other", "setosa")));
  EXPECT_EQ(virginica->size(), 100U);
  EXPECT_EQ(virginica->classes(), (std::pair<std::string, std::string>("versicolor", "virginica")));
  EXPECT_EQ(virginica->n_features(), 4U);
}

TEST(Embedded, CreditHoldsOneApplicantTwiceWithDifferentDecisions) {
  const Result<Dataset> data = read_set("@credit");
  int pairs = 0;
  for (std::size_t i = 0; i < data->size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const ExampleView a = (*data)[i], b = (*data)[j];
      const bool alike = a.x.size == b.x.size && a.x.dense() && b.x.dense() && std::equal(a.x.value, a.x.value + a.x.size, b.x.value);
      pairs += alike && a.y != b.y ? 1 : 0;
    }
  EXPECT_EQ(pairs, 1);
}

TEST(Embedded, ErrorsNameTheSet) {
  EXPECT_EQ(read_set("@unit-vectors:1").error().code, ErrorCode::one_label);
  EXPECT_EQ(find_embedded("@xxor").error().message, "there is no embedded set @xxor; did you mean @xor?");
}

TEST(Scatter, DrawsRowsAndTheLineBetweenThem) {
  const Result<Dataset> data = read_set("@textbook");
  Provenance source;
  source.negative = "-1";
  source.positive = "+1";
  const std::string picture = scatter_text(*data, {{1, 1}, -3, 1}, source);
  EXPECT_NE(picture.find('.'), std::string::npos);
  EXPECT_NE(picture.find('o'), std::string::npos);
  EXPECT_EQ(scatter_text(*read_set("@iris-setosa"), {}, source), "");
}

TEST(Scatter, DrawsNothingForZeroWeights) {
  const std::string picture = scatter_text(*read_set("@xor"), {{0, 0}, 1, 1}, {});
  EXPECT_EQ(picture.find(".."), std::string::npos);
}

TEST(Demo, EveryEmbeddedSetHasOne) {
  for (const EmbeddedSet& set : embedded_sets()) {
    const Result<std::string> text = demo_text(set.name);
    ASSERT_TRUE(text) << set.name;
    EXPECT_NE(text->find(set.title), std::string::npos);
  }
}

}  // namespace
}  // namespace novikoff::report_test
