// Errors: the table is complete, messages read like a compiler's, a Result is a value or an error.
#include "novikoff/core/error.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace novikoff::error_test {
namespace {

TEST(Errors, EachHasANameAMeaningAndARemedyOfItsOwn) {
  std::set<std::string_view> names;
  for (const ErrorDescription& row : error_descriptions()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos);
    EXPECT_TRUE(row.meaning.ends_with('.')) << row.name;
    EXPECT_TRUE(row.remedy.ends_with('.')) << row.name;
    EXPECT_EQ(&describe(row.code), &row);
  }
}

TEST(Errors, ReadLikeACompilersLeavingOutWhatIsNotKnown) {
  ErrorInfo error{ErrorCode::duplicate_index, "feature index 3 repeats", {"train.svm", 17, 42}, {}, {}};
  EXPECT_EQ(to_string(error), "train.svm:17:42: error: feature index 3 repeats [duplicate_index]");
  error.where.column = 0;
  EXPECT_EQ(to_string(error), "train.svm:17: error: feature index 3 repeats [duplicate_index]");
  error.where.line = 0;
  EXPECT_EQ(to_string(error), "train.svm: error: feature index 3 repeats [duplicate_index]");
  error.where.file.clear();
  EXPECT_EQ(to_string(error), "error: feature index 3 repeats [duplicate_index]");
  EXPECT_STREQ(Error(error).what(), to_string(error).c_str());
}

TEST(Result, IsAValueOrAnError) {
  Result<std::unique_ptr<int>> value = std::make_unique<int>(3);
  ASSERT_TRUE(value);
  EXPECT_EQ(**value, 3);
  const std::unique_ptr<int> taken = *std::move(value);
  EXPECT_EQ(*taken, 3);
  const Result<int> failed = ErrorInfo{ErrorCode::internal, "x", {}, {}, {}};
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "x");
}

TEST(Result, IsThrownAtTheEdge) {
  EXPECT_EQ(or_throw(Result<int>(4)), 4);
  EXPECT_THROW(or_throw(Result<int>(ErrorInfo{})), Error);
  EXPECT_NO_THROW(or_throw(Status{}));
  EXPECT_THROW(or_throw(Status(ErrorInfo{})), Error);
}

}  // namespace
}  // namespace novikoff::error_test
