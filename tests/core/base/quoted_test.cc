#include "core/base/quoted.h"

#include <gtest/gtest.h>

#include <string>

namespace waystone {
namespace {

TEST(Quoted, PlainTextStays) {
  EXPECT_EQ(Quoted("Old Town"), "\"Old Town\"");
  EXPECT_EQ(Quoted("지도"), "\"지도\"");
  EXPECT_EQ(Quoted(""), "\"\"");
}

TEST(Quoted, ControlCharactersAndQuotesAreEscaped) {
  EXPECT_EQ(Quoted(std::string_view("a\r\n\"\x1b[0m\0\\", 10)), "\"a\\r\\n\\\"\\x1b[0m\\x00\\\\\"");
}

// Left-to-right override and the like would show "gnp.exe" as "exe.png".
TEST(Quoted, CharactersThatTurnTextOrEndLinesAreEscaped) {
  EXPECT_EQ(Quoted("a\u202egnp.exe"), "\"a\\u202egnp.exe\"");
  EXPECT_EQ(Escaped("a\u202eb\u2066c\u200fd\u061ce"), "a\\u202eb\\u2066c\\u200fd\\u061ce");
  EXPECT_EQ(Escaped("a\u2028b\u0085c\ufeffd\x1b[0m\x7f\n"),
            "a\\u2028b\\u0085c\\ufeffd\\u001b[0m\\u007f\\u000a");
  EXPECT_EQ(Escaped("Höhle 지도 \u2014 \U0001F600 \"\\"), "Höhle 지도 \u2014 \U0001F600 \"\\");
  EXPECT_EQ(Escaped("\xe2\x80"), "\xe2\x80") << "what is no UTF-8 stays";
}

TEST(Quoted, LongTextIsCutBetweenLetters) {
  EXPECT_EQ(Quoted(std::string(128, 'x')), "\"" + std::string(128, 'x') + "\"");
  EXPECT_EQ(Quoted(std::string(129, 'x')), "\"" + std::string(128, 'x') + "...\"");
  EXPECT_EQ(Quoted(std::string(127, 'x') + "é"), "\"" + std::string(127, 'x') + "...\"");
}

}  // namespace
}  // namespace waystone
