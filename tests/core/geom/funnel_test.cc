#include "core/geom/funnel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waystone {
namespace {

// Walking up the page: left is the smaller x.
FunnelEdge Portal(double z, double left, double right) { return {{left, z}, {right, z}}; }

std::vector<FunnelTurn> Pull(Vec2 start, const std::vector<FunnelEdge>& portals, Vec2 goal) {
  Funnel funnel;
  std::vector<FunnelTurn> turns = {{99, true}};
  funnel.Pull(start, portals, goal, turns);
  return turns;
}

TEST(Funnel, GoesStraightThroughWhatIsInLine) {
  EXPECT_TRUE(Pull({0, 0}, {}, {5, 5}).empty());
  EXPECT_TRUE(Pull({0, 0}, {Portal(1, -1, 1), Portal(2, -1, 1)}, {0, 3}).empty());
}

TEST(Funnel, BendsAboutCornersOnBothSides) {
  const std::vector<FunnelEdge> portals = {Portal(1, 2, 4), Portal(2, 2, 4), Portal(3, -4, -2)};
  EXPECT_THAT(Pull({0, 0}, portals, {-3, 4}),
              testing::ElementsAre(FunnelTurn{0, true}, FunnelTurn{1, true}, FunnelTurn{2, false}));
}

TEST(Funnel, KeepsAllBendsOfAnArch) {
  const std::vector<FunnelEdge> portals = {
      {{1, 0}, {-9, 0}}, {{2, 2}, {-9, 9}}, {{4, 3}, {4, 9}}, {{6, 2}, {9, 9}}, {{7, 0}, {9, 0}}};
  // The walk leads over the arch with its corners to the right.
  std::vector<FunnelEdge> mirrored;
  mirrored.reserve(portals.size());
  for (const FunnelEdge& p : portals) mirrored.push_back({p.right, p.left});
  EXPECT_THAT(Pull({1, -1}, mirrored, {7, -1}),
              testing::ElementsAre(FunnelTurn{0, false}, FunnelTurn{1, false}, FunnelTurn{2, false},
                                   FunnelTurn{3, false}, FunnelTurn{4, false}));
}

TEST(Funnel, PassesPortalsThatEndWhereItStarts) {
  EXPECT_TRUE(Pull({0, 0}, {{{0, 0}, {1, 0}}, {{0, 0}, {1, 1}}}, {0, 2}).empty());
  EXPECT_TRUE(Pull({0, 0}, {{{-1, 0}, {1, 0}}}, {0, 2}).empty());  // starts on it
}

TEST(Funnel, NamesTheFirstOfPortalsThatShareACorner) {
  EXPECT_THAT(Pull({0, 0}, {{{1, 1}, {9, 1}}, {{1, 1}, {9, 2}}, {{1, 1}, {1, 9}}}, {-5, 2}),
              testing::ElementsAre(FunnelTurn{0, true}));
}

// A wall from (1, 0) to (3, 0) that has no thickness: the start on its upper side, the goal on its lower.
TEST(Funnel, GoesRoundTheEndOfAWallWithoutThickness) {
  const FunnelEdge beside{{4, 0}, {3, 0}};  // seen along the wall's line
  EXPECT_THAT(Pull({1, 0}, {beside}, {2, 0}), testing::ElementsAre(FunnelTurn{0, false}));
  const FunnelEdge across{{3, 2}, {3, 0}};
  EXPECT_THAT(Pull({1, 0}, {across, beside}, {2, 0}), testing::ElementsAre(FunnelTurn{0, false}));
  // The same from the other side.
  EXPECT_THAT(Pull({1, 0}, {{{3, 0}, {4, 0}}}, {2, 0}), testing::ElementsAre(FunnelTurn{0, true}));
}

TEST(Funnel, StopsOnAPortalThatIsSeenAlongItsLine) {
  const FunnelEdge beside{{4, 0}, {3, 0}};
  EXPECT_THAT(Pull({1, 0}, {beside}, {3.5, 0}), testing::ElementsAre(FunnelTurn{0, false}));  // straight on
}

}  // namespace
}  // namespace waystone
