#include "core/geom/simple_polygon.h"

#include <gtest/gtest.h>

#include <vector>

namespace waystone {
namespace {

using Corners = std::vector<Vec2>;

TEST(SimplePolygon, SidesThatCrossOrTouchAreNamed) {
  EXPECT_EQ(MeetingSides(Corners{{0, 0}, {4, 0}, {4, 4}, {0, 4}}), std::nullopt);
  EXPECT_EQ(MeetingSides(Corners{{0, 0}, {4, 0}, {1, 1}, {0, 4}}), std::nullopt);  // bent inwards
  EXPECT_EQ(MeetingSides(Corners{{0, 0}, {2, 2}, {2, 0}, {0, 2}}), std::pair(size_t{0}, size_t{2}));
  // The corner (2, 0) lies on the first side.
  EXPECT_EQ(MeetingSides(Corners{{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}), std::pair(size_t{0}, size_t{2}));
}

TEST(SimplePolygon, AreasAreSignedAndZeroInOneLine) {
  EXPECT_DOUBLE_EQ(PolygonArea_m2(Corners{{0, 0}, {4, 0}, {4, 3}, {0, 3}}), 12);
  EXPECT_DOUBLE_EQ(PolygonArea_m2(Corners{{0, 3}, {4, 3}, {4, 0}, {0, 0}}), -12);
  EXPECT_DOUBLE_EQ(PolygonArea_m2(Corners{{0, 0}, {4, 0}, {1, 1}, {0, 4}}), 4);
  EXPECT_EQ(PolygonArea_m2(Corners{{0, 0}, {6, 0}, {12, 0}}), 0);
}

}  // namespace
}  // namespace waystone
