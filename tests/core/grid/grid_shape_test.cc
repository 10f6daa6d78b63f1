#include "core/grid/grid_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/grid/sight.h"
#include "core/grid/weighted_search.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_any_angle.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

TEST(GridShapeTest, EveryCellOfThePathIsListedOnce) {
  std::vector<Cell> cells;
  ExpandCells(std::vector<Cell>{{0, 0}, {2, 2}, {2, 0}, {1, 0}}, cells);
  EXPECT_THAT(cells, ElementsAre(Cell{0, 0}, Cell{1, 1}, Cell{2, 2}, Cell{2, 1}, Cell{2, 0}, Cell{1, 0}));
  ExpandCells(std::vector<Cell>{{3, 4}}, cells);
  EXPECT_THAT(cells, ElementsAre(Cell{3, 4}));
}

TEST(GridShapeTest, TurnsThatSightMakesNeedlessAreLeftOut) {
  const GridData data = DrawGrid({"......",  //
                                  "..#...",  //
                                  "......"});
  const GridView map = *GridView::Create(data);
  PathSmoother smoother;
  std::vector<Cell> smooth;
  smoother.LeaveOutTurns(GroundOf(map), std::vector<Cell>{{0, 1}, {1, 0}, {2, 0}, {4, 2}, {5, 2}}, smooth);
  EXPECT_THAT(smooth, ElementsAre(Cell{0, 1}, Cell{2, 0}, Cell{5, 2}));
  std::vector<GridPoint> line;
  smoother.Smooth(GroundOf(map), std::vector<Cell>{{0, 1}, {1, 0}, {2, 0}, {4, 2}, {5, 2}}, line);
  EXPECT_THAT(line, ElementsAre(GridPoint{1, 3}, GridPoint{4, 2}, GridPoint{6, 2}, GridPoint{11, 5}));
}

TEST(GridShapeTest, SightDoesNotLeadOverDearGround) {
  const GridData data = DrawGrid({"......",  //
                                  ".9999.",  //
                                  "......"});
  const GridView map = *GridView::Create(data);
  PathSmoother smoother;
  std::vector<Cell> smooth;
  const std::vector<Cell> turns = {{0, 1}, {0, 0}, {5, 0}, {5, 1}};
  smoother.LeaveOutTurns(GroundOf(map), turns, smooth);
  EXPECT_EQ(smooth, turns);
}

TEST(GridShapeTest, ALineCostsWhatItsCellsCostByItsLengthInThem) {
  const GridData data = DrawGrid({"2468", "3571"});
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  EXPECT_DOUBLE_EQ(LineCost(ground, {0, 0}, {3, 0}), 1 + 4 + 6 + 4);
  EXPECT_DOUBLE_EQ(LineCost(ground, {0, 1}, {0, 0}), 1.5 + 1);
  EXPECT_DOUBLE_EQ(LineCost(ground, {0, 0}, {1, 1}), std::sqrt(2) * 3.5);
  EXPECT_DOUBLE_EQ(LineCost(ground, {2, 0}, {2, 0}), 0);
  // A quarter in the first, a quarter in the one beside it, and so on.
  EXPECT_DOUBLE_EQ(LineCost(ground, {0, 0}, {2, 1}), std::sqrt(5) / 4 * (2 + 4 + 5 + 7));
  EXPECT_DOUBLE_EQ(LineCost(ground, {2, 1}, {0, 0}), std::sqrt(5) / 4 * (2 + 4 + 5 + 7));
}

double LengthOf(const std::vector<GridPoint>& line) {
  double length = 0;
  for (size_t i = 1; i < line.size(); ++i) length += DistanceBetween(line[i - 1], line[i]);
  return length;
}

// By the rule of steps, from one turn of the path to a later one.
double StretchCost(const GridGround& ground, const std::vector<Cell>& turns, size_t from, size_t to) {
  std::vector<Cell> cells;
  ExpandCells(std::span(turns).subspan(from, to - from + 1), cells);
  double cost = 0;
  for (size_t i = 1; i < cells.size(); ++i) {
    const Cell a = cells[i - 1];
    const Cell b = cells[i];
    const double ends = GridCellCost(ground, a) + GridCellCost(ground, b);
    const double sides = GridCellCost(ground, {a.column, b.row}) + GridCellCost(ground, {b.column, a.row});
    cost += a.column == b.column || a.row == b.row ? ends / 2 : std::sqrt(2) * (ends + sides) / 4;
  }
  return cost;
}

TEST(GridShapeTest, SmoothPathsCutNoCornerAndCostNoMore) {
  Random random(31);
  WeightedWorkspace workspace;
  PathSmoother smoother;
  uint32_t joined = 0;
  for (uint32_t i = 0; i < 4000; ++i) {
    const GridData data = RandomGrid(random, 2 + random.NextBelow(30), 2 + random.NextBelow(30),
                                     0.4 * random.NextUnit(), 1 + i % 3);
    const GridView map = *GridView::Create(data);
    GridGround ground = GroundOf(map);
    const ChangedBits changed(random, map, 0.05);
    if (i % 2 == 0) changed.PutInto(ground);
    GridQuery query;
    query.start = RandomFreeCell(random, ground.bits);
    query.goal = RandomFreeCell(random, ground.bits);
    if (query.start.column < 0) continue;
    GridPath path;
    FindWeightedPath(ground, query, workspace, path);
    if (path.outcome != SearchOutcome::kFound) continue;
    std::vector<Cell> smooth;
    smoother.LeaveOutTurns(ground, path.turns, smooth);
    size_t at = 0;
    for (size_t k = 1; k < smooth.size(); ++k) {
      size_t next = at + 1;
      while (path.turns[next] != smooth[k]) ++next;
      ASSERT_TRUE(SeesCell(ground.bits, smooth[k - 1], smooth[k])) << i;
      if (next > at + 1) {
        ASSERT_LE(LineCost(ground, smooth[k - 1], smooth[k]),
                  StretchCost(ground, path.turns, at, next) + 1e-9)
            << i;
        ++joined;
      }
      at = next;
    }
    ASSERT_EQ(at + 1, path.turns.size()) << i;
    std::vector<GridPoint> line;
    smoother.Smooth(ground, path.turns, line);
    ASSERT_EQ(line.back(), MiddleOf(query.goal));
    for (size_t k = 1; k < line.size(); ++k) ASSERT_TRUE(IsLineFree(ground.bits, line[k - 1], line[k])) << i;
    ASSERT_LE(LengthOf(line), path.steps.Length() + 1e-9) << i;
  }
  EXPECT_GT(joined, 1000U);
}

}  // namespace
}  // namespace waystone
