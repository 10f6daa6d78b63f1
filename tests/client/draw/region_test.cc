#include "client/draw/region.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace waystone::draw {
namespace {

constexpr int32_t kCell = 10;

// The outline of the cells drawn as '#'.
std::vector<PageLoop> OutlineOf(const std::vector<std::string>& rows) {
  Region region;
  for (size_t j = 0; j < rows.size(); ++j) {
    for (size_t i = 0; i < rows[j].size(); ++i) {
      if (rows[j][i] != '#') continue;
      const auto x = static_cast<int32_t>(i) * kCell;
      const auto y = static_cast<int32_t>(j) * kCell;
      const std::array<PagePoint, 4> corners = {
          PagePoint{x, y}, {x + kCell, y}, {x + kCell, y + kCell}, {x, y + kCell}};
      region.Add(corners);
    }
  }
  return region.Outline();
}

TEST(Region, SharedSidesAndStraightCornersAreGone) {
  const std::vector<PageLoop> outline = OutlineOf({"###", "###"});
  ASSERT_EQ(outline.size(), 1U);
  EXPECT_EQ(outline[0].size(), 4U);
  EXPECT_EQ(DoubleArea(outline[0]), 2 * 6 * kCell * kCell);
}

TEST(Region, AHoleRunsTheOtherWay) {
  const std::vector<PageLoop> outline = OutlineOf({"###", "#.#", "###"});
  ASSERT_EQ(outline.size(), 2U);
  EXPECT_EQ(DoubleArea(outline[0]) + DoubleArea(outline[1]), 2 * 8 * kCell * kCell);
  EXPECT_EQ(std::min(DoubleArea(outline[0]), DoubleArea(outline[1])), -2 * kCell * kCell);
}

TEST(Region, PartsThatTouchAtACornerAreLoopsOfTheirOwn) {
  const std::vector<PageLoop> outline = OutlineOf({"#.", ".#"});
  ASSERT_EQ(outline.size(), 2U);
  for (const PageLoop& loop : outline) EXPECT_EQ(DoubleArea(loop), 2 * kCell * kCell);
}

TEST(Region, PolygonsWoundEitherWayJoin) {
  Region region;
  region.Add(std::array<PagePoint, 3>{PagePoint{0, 0}, {10, 0}, {0, 10}});
  region.Add(std::array<PagePoint, 3>{PagePoint{10, 0}, {0, 10}, {10, 10}});
  ASSERT_EQ(region.Outline().size(), 1U);
  EXPECT_EQ(region.Outline()[0].size(), 4U);
}

TEST(Region, APolygonWithoutAreaAddsNothing) {
  Region region;
  region.Add(std::array<PagePoint, 3>{PagePoint{0, 0}, {10, 10}, {20, 20}});
  EXPECT_TRUE(region.IsEmpty());
  EXPECT_TRUE(region.Outline().empty());
}

TEST(Region, OutlinesOfRandomDrawingsEncloseWhatWasDrawn) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> rows(6, std::string(7, '.'));
    for (std::string& row : rows) {
      for (char& cell : row) cell = random.NextBelow(2) == 0 ? '#' : '.';
    }
    const std::vector<PageLoop> outline = OutlineOf(rows);
    for (size_t j = 0; j < rows.size(); ++j) {
      for (size_t i = 0; i < rows[j].size(); ++i) {
        const PagePoint middle{static_cast<int32_t>(i) * kCell + kCell / 2,
                               static_cast<int32_t>(j) * kCell + kCell / 2};
        bool inside = false;
        for (const PageLoop& loop : outline) inside ^= Contains(loop, middle);
        ASSERT_EQ(inside, rows[j][i] == '#') << "round " << round << " row " << j << " column " << i;
      }
    }
  }
}

}  // namespace
}  // namespace waystone::draw
