#include "client/draw/svg.h"

#include <gtest/gtest.h>

namespace waystone::draw {
namespace {

TEST(Svg, LoopsAreRelativeAndClosed) {
  const std::vector<std::vector<PagePoint>> loops = {{{10, 20}, {30, 20}, {25, -5}},
                                                     {{0, 0}, {1, 0}, {0, 1}}};
  EXPECT_EQ(LoopsPath(loops), "M10 20l20 0-5-25zM0 0l1 0-1 1z");
}

TEST(Svg, LinesStayOpen) {
  const std::vector<std::vector<PagePoint>> lines = {{{-10, -20}, {-30, -20}}};
  EXPECT_EQ(LinesPath(lines), "M-10-20l-20 0");
}

TEST(Svg, NumbersHaveTwoDecimalsAtMost) {
  EXPECT_EQ(Number(1200), "1200");
  EXPECT_EQ(Number(0.5), "0.5");
  EXPECT_EQ(Number(-0.05), "-0.05");
  EXPECT_EQ(Number(3.14159), "3.14");
  EXPECT_EQ(Number(-0.001), "0");
}

TEST(Svg, MarkupInTextIsEscaped) {
  EXPECT_EQ(Escaped("<b a='1'>&\"\x01"), "&#60;b a=&#39;1&#39;&#62;&#38;&#34;?");
  EXPECT_EQ(Escaped("Größe"), "Größe");
}

TEST(Svg, TextIsCutBetweenCharacters) {
  EXPECT_EQ(Shortened("Größe", 5), "Größe");
  EXPECT_EQ(Shortened("Größe", 3), "Grö…");
  EXPECT_EQ(Shortened("Größe", 0), "…");
}

}  // namespace
}  // namespace waystone::draw
