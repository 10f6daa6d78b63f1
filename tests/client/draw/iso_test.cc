#include "client/draw/iso.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "client/draw/region.h"
#include "core/base/random.h"

namespace waystone::draw {
namespace {

using Corners = std::array<PagePoint, 3>;

TEST(Iso, ATriangleAboveTheThresholdIsKeptWhole) {
  const IsoPart part = PartAtLeast(Corners{PagePoint{0, 0}, {100, 0}, {0, 100}}, {5, 6, 7}, 5);
  EXPECT_EQ(part.count, 3U);
  EXPECT_EQ(DoubleArea(part.points()), 10'000);
}

TEST(Iso, ATriangleBelowTheThresholdIsGone) {
  EXPECT_EQ(PartAtLeast(Corners{PagePoint{0, 0}, {100, 0}, {0, 100}}, {1, 2, 3}, 5).count, 0U);
}

TEST(Iso, TheLineHalvesSidesWhereTheValueIsHalfWay) {
  const auto line = LineAt(Corners{PagePoint{0, 0}, {100, 0}, {0, 100}}, {0, 10, 10}, 5);
  ASSERT_TRUE(line.has_value());
  const auto [a, b] = std::minmax(line->first, line->second);
  EXPECT_EQ(a, (PagePoint{0, 50}));
  EXPECT_EQ(b, (PagePoint{50, 0}));
}

TEST(Iso, PartsAboveAndBelowMakeUpTheTriangle) {
  Random random(11);
  const auto coordinate = [&] { return static_cast<int32_t>(random.NextBelow(10'000)); };
  for (int round = 0; round < 1000; ++round) {
    const Corners corners = {
        PagePoint{coordinate(), coordinate()}, {coordinate(), coordinate()}, {coordinate(), coordinate()}};
    const std::array<double, 3> values = {random.NextUnit(), random.NextUnit(), random.NextUnit()};
    const std::array<double, 3> negated = {-values[0], -values[1], -values[2]};
    const double above =
        std::abs(static_cast<double>(DoubleArea(PartAtLeast(corners, values, 0.5).points())));
    const double below =
        std::abs(static_cast<double>(DoubleArea(PartAtLeast(corners, negated, -0.5).points())));
    // Crossing points are rounded to page units: half a unit along sides of up to 14,143.
    EXPECT_NEAR(above + below, std::abs(static_cast<double>(DoubleArea(corners))), 30'000);
  }
}

TEST(Iso, NeighboursCutTheirSharedSideAtOnePoint) {
  Random random(13);
  for (int round = 0; round < 1000; ++round) {
    const PagePoint a{0, static_cast<int32_t>(random.NextBelow(1000))};
    const PagePoint b{1000, static_cast<int32_t>(random.NextBelow(1000))};
    const auto above = LineAt(Corners{a, b, PagePoint{500, 5000}}, {0, 1, 0}, 0.37);
    const auto below = LineAt(Corners{b, a, PagePoint{500, -5000}}, {1, 0, 0}, 0.37);
    ASSERT_TRUE(above.has_value() && below.has_value());
    const bool meet = above->first == below->first || above->first == below->second ||
                      above->second == below->first || above->second == below->second;
    EXPECT_TRUE(meet) << "round " << round;
  }
}

TEST(Iso, PiecesOfACircleJoinIntoOneClosedLine) {
  constexpr int kPieces = 60;
  std::vector<std::pair<PagePoint, PagePoint>> pieces;
  const auto at = [](int k) {
    const double angle = 2 * std::numbers::pi * (k % kPieces) / kPieces;
    return PagePoint{static_cast<int32_t>(std::lround(1000 * std::cos(angle))),
                     static_cast<int32_t>(std::lround(1000 * std::sin(angle)))};
  };
  for (int k = 0; k < kPieces; ++k) {
    const int shuffled = k * 7 % kPieces;
    pieces.emplace_back(at(shuffled), at(shuffled + 1));
    if (k % 2 == 0) std::swap(pieces.back().first, pieces.back().second);
  }
  const auto lines = JoinPieces(pieces, 0);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].size(), kPieces + 1U);
  EXPECT_EQ(lines[0].front(), lines[0].back());
}

TEST(Iso, JoinedLinesLosePointsThatLieNearTheLine) {
  const auto lines = JoinPieces({{{0, 0}, {100, 1}}, {{100, 1}, {200, 0}}, {{200, 0}, {200, 300}}}, 2);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], (std::vector<PagePoint>{{0, 0}, {200, 0}, {200, 300}}));
}

}  // namespace
}  // namespace waystone::draw
