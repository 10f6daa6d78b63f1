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

TEST(Quoted, LongTextIsCutBetweenLetters) {
  EXPECT_EQ(Quoted(std::string(128, 'x')), "\"" + std::string(128, 'x') + "\"");
  EXPECT_EQ(Quoted(std::string(129, 'x')), "\"" + std::string(128, 'x') + "...\"");
  EXPECT_EQ(Quoted(std::string(127, 'x') + "é"), "\"" + std::string(127, 'x') + "...\"");
}

}  // namespace
}  // namespace waystone
