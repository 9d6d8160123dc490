// Words as people see them.
#include "novikoff/core/spelling.hpp"

#include <gtest/gtest.h>

#include <string>

namespace novikoff {
namespace {

TEST(Visible, LeavesAWordThatCanBeSeenAsItIs) {
  for (const char* word : {"yes", "+1", "größer", "是", "a\"b"}) EXPECT_EQ(visible(word), word);
}

TEST(Visible, ShowsWhatNobodySees) {
  EXPECT_EQ(visible(""), "\"\"");
  EXPECT_EQ(visible("yes "), "\"yes \"");
  EXPECT_EQ(visible("\tyes"), "\"\\x09yes\"");
  EXPECT_EQ(visible("yes\xC2\xA0"), "\"yes\\xc2\\xa0\"");  // no-break space
  EXPECT_EQ(visible("y\xE2\x80\x8B"
                    "es"),
            "\"y\\xe2\\x80\\x8b"
            "es\"");  // space without width
  EXPECT_EQ(visible("yes\xEF\xBB\xBF"), "\"yes\\xef\\xbb\\xbf\"");
  EXPECT_EQ(visible(std::string("a\0b", 3)), "\"a\\x00b\"");
}

TEST(Visible, CutsLongWordsBetweenCharacters) {
  EXPECT_EQ(in_visible_quotes(std::string(40, 'a')), '"' + std::string(40, 'a') + '"');
  EXPECT_EQ(in_visible_quotes(std::string(41, 'a')), '"' + std::string(40, 'a') + "…\"");
  EXPECT_EQ(in_visible_quotes(std::string(39, 'a') + "ß"), '"' + std::string(39, 'a') + "…\"");  // two bytes, the second of which is the 41st
}

TEST(OnlyDifference, IsNamedIfWordsLookAlike) {
  EXPECT_EQ(only_difference("yes", "yes"), "");
  EXPECT_EQ(only_difference("yes", "no"), "");
  EXPECT_EQ(only_difference("true", "True"), "capital letters");
  EXPECT_EQ(only_difference("yes", "yes "), "white space");
  EXPECT_EQ(only_difference("a b", "ab"), "white space");
  EXPECT_EQ(only_difference("yes", " YES"), "capital letters and white space");
}

}  // namespace
}  // namespace novikoff
