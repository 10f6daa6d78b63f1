#include "client/draw/label_layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace waystone::draw {
namespace {

TEST(LabelLayout, ALabelStandsBesideItsLine) {
  const std::vector<std::vector<PagePoint>> lines = {{{0, 1000}, {5000, 1000}}};
  const PagePoint at = LabelLayout(lines).Place(0, 7);
  EXPECT_NEAR(at.x, 2500, 1);
  EXPECT_GT(std::abs(at.y - 1000), 50);
}

TEST(LabelLayout, LabelsOfLinesThatCoincideStandApart) {
  const std::vector<std::vector<PagePoint>> lines = {{{0, 1000}, {5000, 1000}}, {{0, 1000}, {5000, 1000}}};
  LabelLayout layout(lines);
  const PagePoint first = layout.Place(0, 7);
  const PagePoint second = layout.Place(1, 7);
  EXPECT_TRUE(std::abs(first.x - second.x) >= 7 * 80 || std::abs(first.y - second.y) >= 140)
      << first.x << "," << first.y << " and " << second.x << "," << second.y;
}

TEST(LabelLayout, ALineOfOnePointGetsALabelToo) {
  const std::vector<std::vector<PagePoint>> lines = {{{300, 400}}};
  const PagePoint at = LabelLayout(lines).Place(0, 5);
  EXPECT_LT(std::hypot(at.x - 300.0, at.y - 400.0), 600);
}

}  // namespace
}  // namespace waystone::draw
