#include "bake/grid/trunk_baker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "bake/grid/trunk_points.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TrunkBakerTest, PointsAreSpreadAndSmallPocketsGetNone) {
  const GridData data = DrawGrid({".........",  //
                                  "########.",  //
                                  ".#.......",  //
                                  "########."});
  const GridView map = *GridView::Create(data);
  // The far ends, and not the cell that is shut in.
  EXPECT_THAT(SpreadTrunkPoints(map, 2), ElementsAre(0U, 20U));
  EXPECT_EQ(SpreadTrunkPoints(map, 1000).size(), map.header().free_count);
}

TEST(TrunkBakerTest, StretchesReplaceAllPathsWithinTheDetour) {
  Random random(8);
  for (uint32_t i = 0; i < 60; ++i) {
    const GridData data = RandomGrid(random, 30, 25, 0.3 * random.NextUnit(), 1 + i % 4);
    const GridView map = *GridView::Create(data);
    const TrunkOptions options{.point_count = 2 + random.NextBelow(20),
                               .max_detour = 1 + 0.2 * random.NextUnit()};
    const auto trunk = BakeTrunk(map, options);
    ASSERT_TRUE(trunk.ok()) << trunk.status();
    GridData whole = data;
    whole.trunk = *trunk;
    ASSERT_TRUE(GridView::Create(whole).ok()) << GridView::Create(whole).status();
    const auto count = static_cast<uint32_t>(trunk->points.size());
    // Floyd and Warshall over the stretches.
    std::vector<double> costs(count * count, 1e18);
    for (uint32_t p = 0; p < count; ++p) costs[p * count + p] = 0;
    for (const TrunkStretch& s : trunk->stretches)
      costs[s.from * count + s.to] = costs[s.to * count + s.from] = s.cost;
    for (uint32_t k = 0; k < count; ++k) {
      for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = 0; b < count; ++b) {
          costs[a * count + b] = std::min(costs[a * count + b], costs[a * count + k] + costs[k * count + b]);
        }
      }
    }
    for (uint32_t a = 0; a < count; ++a) {
      const GridDijkstra oracle(GroundOf(map), map.CellOf(trunk->points[a]));
      for (uint32_t b = 0; b < count; ++b) {
        const Cell goal = map.CellOf(trunk->points[b]);
        const auto least = static_cast<double>(trunk->least_costs[a * count + b]);
        if (!oracle.Reaches(goal)) {
          ASSERT_GT(least, 1e18);
          continue;
        }
        ASSERT_LE(least, oracle.Cost(goal) + 1e-9);
        ASSERT_GE(least, oracle.Cost(goal) * (1 - 1e-6));
        ASSERT_LE(costs[a * count + b], oracle.Cost(goal) * options.max_detour + 1e-9);
      }
    }
  }
}

TEST(TrunkBakerTest, IsTheSameForAnyNumberOfThreads) {
  Random random(9);
  const GridData data = RandomGrid(random, 60, 60, 0.2, 4);
  const GridView map = *GridView::Create(data);
  const TrunkData one = *BakeTrunk(map, {.point_count = 30, .thread_count = 1});
  const TrunkData three = *BakeTrunk(map, {.point_count = 30, .thread_count = 3});
  EXPECT_EQ(one.points, three.points);
  EXPECT_EQ(one.turns, three.turns);
  EXPECT_EQ(one.least_costs, three.least_costs);
}

TEST(TrunkBakerTest, BadPointsAreNamed) {
  const GridData data = DrawGrid({"..#", "..."});
  const GridView map = *GridView::Create(data);
  EXPECT_THAT(BakeTrunk(map, {.points = {{0, 0}, {2, 0}}}).status().ToString(),
              HasSubstr("trunk points[1]: cell (2, 0) is not free"));
  EXPECT_THAT(BakeTrunk(map, {.points = {{0, 0}, {-1, 0}}}).status().ToString(), HasSubstr("(-1, 0)"));
  EXPECT_THAT(BakeTrunk(map, {.points = {{1, 0}, {1, 0}}}).status().ToString(),
              HasSubstr("(1, 0) is said twice"));
  EXPECT_THAT(BakeTrunk(map, {.points = {{1, 0}}}).status().ToString(),
              HasSubstr("1 of them, must be 2 to 1024"));
}

}  // namespace
}  // namespace waystone
