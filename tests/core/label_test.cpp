// Which class a label means, under each policy.
#include "novikoff/core/label.hpp"

#include <gtest/gtest.h>

#include <string>

namespace novikoff::label_test {
namespace {

using Classes = std::pair<std::string, std::string>;

std::int32_t meet(Labels& labels, const std::string& spelling) {
  ErrorInfo error;
  return labels.intern(spelling, error);
}

ErrorCode refusal(Labels& labels, const std::string& spelling) {
  ErrorInfo error;
  EXPECT_EQ(labels.intern(spelling, error), Labels::kNone) << spelling;
  EXPECT_NE(error.message.find(spelling), std::string::npos);
  return error.code;
}

TEST(Label, IsOneForEqualNumbersAndForEqualWords) {
  EXPECT_TRUE(Label::of("1").same_as(Label::of("+1.0")));
  EXPECT_TRUE(Label::of("-0").same_as(Label::of("0")));
  EXPECT_FALSE(Label::of("1").same_as(Label::of("one")));
  EXPECT_FALSE(Label::of("a").same_as(Label::of("A")));
  EXPECT_FALSE(Label::of("9007199254740993").same_as(Label::of("9007199254740992"))) << "compared as decimals, not as doubles";
}

TEST(CollectedLabels, MapTheLargerNumberAndTheLargerWordToPlusOne) {
  for (const auto& [first, second, negative, positive] : {std::tuple{"0", "1", "0", "1"},
                                                          {"2", "1", "1", "2"},
                                                          {"10", "9", "9", "10"},
                                                          {"-1", "-2", "-2", "-1"},
                                                          {"spam", "ham", "ham", "spam"},
                                                          {"B", "a", "B", "a"},
                                                          {"10", "9a", "10", "9a"}}) {
    Labels labels = Labels::collect();
    meet(labels, first);
    meet(labels, second);
    ASSERT_TRUE(labels.resolve());
    EXPECT_EQ(labels.classes(), Classes(negative, positive));
    EXPECT_EQ(labels.y(meet(labels, positive)), 1);
    EXPECT_EQ(labels.y(meet(labels, negative)), -1);
  }
}

TEST(CollectedLabels, KeepTheFirstSpelling) {
  Labels labels = Labels::collect();
  const std::int32_t id = meet(labels, "+1.0");
  EXPECT_EQ(meet(labels, "1"), id);
  for (int zeros = 0; zeros < 100; ++zeros) EXPECT_EQ(meet(labels, "1." + std::string(static_cast<std::size_t>(zeros), '0')), id);
  meet(labels, "0");
  ASSERT_TRUE(labels.resolve());
  EXPECT_EQ(labels.classes(), Classes("0", "+1.0"));
}

TEST(CollectedLabels, RefuseAThird) {
  Labels labels = Labels::collect();
  meet(labels, "0");
  meet(labels, "1");
  EXPECT_EQ(refusal(labels, "2"), ErrorCode::third_label);
  EXPECT_GE(meet(labels, "1e0"), 0) << "the two go on";
}

TEST(CollectedLabels, NeedTwoUnlessBothAreDeclared) {
  Labels none = Labels::collect(), one = Labels::collect();
  EXPECT_EQ(none.resolve().error().code, ErrorCode::no_rows);
  meet(one, "7");
  const Status status = one.resolve();
  EXPECT_EQ(status.error().code, ErrorCode::one_label);
  EXPECT_NE(status.error().message.find("\"7\""), std::string::npos);
  EXPECT_NE(status.error().hint.find("--labels"), std::string::npos);
}

TEST(CollectedLabels, TakeTheNamedOneForPositiveWhateverItsSize) {
  for (const bool named_first : {true, false}) {
    Labels labels = Labels::collect("1");
    meet(labels, named_first ? "1.0" : "5");
    meet(labels, named_first ? "5" : "1.0");
    ASSERT_TRUE(labels.resolve());
    EXPECT_EQ(labels.classes(), Classes("5", "1.0"));
  }
}

TEST(CollectedLabels, LeaveRoomForTheNamedOne) {
  Labels labels = Labels::collect("1");
  meet(labels, "5");
  EXPECT_EQ(refusal(labels, "6"), ErrorCode::third_label);
  EXPECT_GE(meet(labels, "1"), 0);
}

TEST(CollectedLabels, SayThatTheNamedOneHasNotBeenSeen) {
  for (const bool by_sign : {false, true}) {
    Labels labels = by_sign ? Labels::sign("pear") : Labels::collect("pear");
    meet(labels, "plum");
    ErrorInfo error;
    EXPECT_EQ(labels.intern("apple", error), Labels::kNone);
    EXPECT_NE(error.hint.find("no row so far has the label \"pear\""), std::string::npos) << error.hint;
    meet(labels, "pear");
    EXPECT_EQ(labels.intern("apple", error), Labels::kNone);
    EXPECT_EQ(error.hint, "");
  }
}

TEST(FixedLabels, AreTheTwoGivenAndNoOther) {
  Labels labels = Labels::fixed("no", "yes");
  EXPECT_EQ(labels.y(meet(labels, "yes")), 1);
  EXPECT_EQ(labels.y(meet(labels, "no")), -1);
  EXPECT_EQ(refusal(labels, "maybe"), ErrorCode::label_unknown);
  EXPECT_TRUE(labels.resolve()) << "one class or none is enough";
  Labels numbers = Labels::fixed("1", "0");
  EXPECT_EQ(numbers.y(meet(numbers, "0.0")), 1) << "the order given holds, not the size";
}

TEST(LabelsBySign, MapNumbersAboveZeroToPlusOne) {
  Labels labels = Labels::sign();
  EXPECT_EQ(labels.classes(), Classes("", ""));
  EXPECT_EQ(labels.y(meet(labels, "3")), 1);
  EXPECT_EQ(labels.y(meet(labels, "0")), -1);
  EXPECT_EQ(labels.classes(), Classes("0", "3"));
}

TEST(LabelsBySign, RefuseASecondOfEitherSignAndWords) {
  Labels labels = Labels::sign();
  meet(labels, "1");
  meet(labels, "-1");
  EXPECT_EQ(refusal(labels, "2"), ErrorCode::labels_ambiguous);
  EXPECT_EQ(refusal(labels, "0"), ErrorCode::labels_ambiguous);
  EXPECT_EQ(refusal(labels, "spam"), ErrorCode::labels_ambiguous);
}

TEST(LabelsBySign, WithThePositiveNamedTheFirstOtherIsNegative) {
  Labels labels = Labels::sign("spam");
  EXPECT_EQ(labels.classes(), Classes("", "spam"));
  EXPECT_EQ(labels.y(meet(labels, "ham")), -1);
  EXPECT_EQ(labels.y(meet(labels, "spam")), 1);
  EXPECT_EQ(refusal(labels, "eggs"), ErrorCode::third_label);
}

TEST(AnyLabels, AreAllTakenAndNoneRemembered) {
  Labels labels = Labels::any();
  for (const char* spelling : {"1", "2", "word"}) EXPECT_EQ(meet(labels, spelling), 0);
  EXPECT_TRUE(labels.all().empty());
  EXPECT_TRUE(labels.resolve());
}

}  // namespace
}  // namespace novikoff::label_test
