#include "core/grid/straight_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/grid/cell_costs.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

bool Find(const GridData& data, Cell start, Cell goal, GridPath& path) {
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  return FindStraightLine(ground, LeastCost(ground), start, goal, path);
}

TEST(StraightLineTest, TheDiagonalStepsMayComeFirstOrLastOrBetween) {
  GridPath path;
  ASSERT_TRUE(Find(DrawGrid({"......", "......", "......"}), {0, 0}, {5, 2}, path));
  EXPECT_THAT(path.turns, ElementsAre(Cell{0, 0}, Cell{2, 2}, Cell{5, 2}));
  EXPECT_EQ(path.steps, (GridSteps{3, 2}));
  ASSERT_TRUE(Find(DrawGrid({"......", "#.....", "##...."}), {0, 0}, {5, 2}, path));
  EXPECT_THAT(path.turns, ElementsAre(Cell{0, 0}, Cell{3, 0}, Cell{5, 2}));
  ASSERT_TRUE(Find(DrawGrid({"....##", "......", "##...."}), {0, 0}, {5, 2}, path));
  EXPECT_THAT(path.turns,
              ElementsAre(Cell{0, 0}, Cell{1, 0}, Cell{2, 1}, Cell{3, 1}, Cell{4, 2}, Cell{5, 2}));
  EXPECT_FALSE(Find(DrawGrid({"..####", "......", "####.."}), {0, 0}, {5, 2}, path));
}

TEST(StraightLineTest, IsNoneAcrossDearGround) {
  GridPath path;
  path.outcome = SearchOutcome::kDeadline;
  EXPECT_FALSE(Find(DrawGrid({"..2.."}), {0, 0}, {4, 0}, path));
  EXPECT_EQ(path.outcome, SearchOutcome::kDeadline);
  EXPECT_TRUE(Find(DrawGrid({"..2.."}), {0, 0}, {1, 0}, path));
  EXPECT_FALSE(Find(DrawGrid({".2", "2."}), {0, 0}, {1, 1}, path));
}

TEST(StraightLineTest, IsAlwaysAWayOfLeastCost) {
  Random random(5);
  uint32_t found = 0;
  for (uint32_t i = 0; i < 5000; ++i) {
    const GridData data = RandomGrid(random, 1 + random.NextBelow(16), 1 + random.NextBelow(16),
                                     0.2 * random.NextUnit(), 1 + i % 2);
    const GridView map = *GridView::Create(data);
    GridGround ground = GroundOf(map);
    const ChangedBits changed(random, map, 0.1);
    if (i % 4 < 2) changed.PutInto(ground);
    const Cell start = RandomFreeCell(random, ground.bits);
    if (start.column < 0) continue;
    const Cell goal = RandomFreeCell(random, ground.bits);
    GridPath path;
    if (!FindStraightLine(ground, LeastCost(ground), start, goal, path)) continue;
    ++found;
    EXPECT_TRUE(IsWalkable(ground, path)) << i;
    EXPECT_NEAR(path.cost, GridDijkstra(ground, start).Cost(goal), 1e-9) << i;
  }
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace waystone
