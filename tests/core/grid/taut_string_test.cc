#include "core/grid/taut_string.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/grid/weighted_search.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_any_angle.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

double LengthOf(const std::vector<GridPoint>& line) {
  double length = 0;
  for (size_t i = 1; i < line.size(); ++i) length += DistanceBetween(line[i - 1], line[i]);
  return length;
}

std::vector<GridPoint> Pull(const std::vector<std::string_view>& lines, const std::vector<Cell>& turns) {
  const GridData data = DrawGrid(lines);
  const GridView map = *GridView::Create(data);
  StringPuller puller;
  std::vector<GridPoint> taut;
  puller.Pull(map.bits(), turns, taut);
  return taut;
}

TEST(TautStringTest, BendsAtCornersOnly) {
  EXPECT_THAT(Pull({"......",  //
                    "......",  //
                    "......"},
                   {{0, 0}, {2, 2}, {5, 2}}),
              ElementsAre(GridPoint{1, 1}, GridPoint{11, 5}));
  EXPECT_THAT(Pull({".....",  //
                    ".###.",  //
                    "....."},
                   {{0, 1}, {0, 0}, {4, 0}, {4, 1}}),
              ElementsAre(GridPoint{1, 3}, GridPoint{2, 2}, GridPoint{8, 2}, GridPoint{9, 3}));
}

TEST(TautStringTest, StaysOnTheSideThatThePathTook) {
  const std::vector<std::string_view> lines = {"......",  //
                                               "......",  //
                                               "..##..",  //
                                               "......"};
  EXPECT_THAT(Pull(lines, {{0, 2}, {0, 0}, {5, 0}, {5, 2}}),
              ElementsAre(GridPoint{1, 5}, GridPoint{4, 4}, GridPoint{8, 4}, GridPoint{11, 5}));
  EXPECT_THAT(Pull(lines, {{0, 2}, {0, 3}, {5, 3}, {5, 2}}),
              ElementsAre(GridPoint{1, 5}, GridPoint{4, 6}, GridPoint{8, 6}, GridPoint{11, 5}));
}

TEST(TautStringTest, DoesNotPassBetweenCornersThatTouch) {
  EXPECT_THAT(
      Pull({"...",  //
            ".#.",  //
            "#..",  //
            "..."},
           {{0, 1}, {0, 0}, {2, 0}, {2, 2}, {1, 2}}),
      ElementsAre(GridPoint{1, 3}, GridPoint{2, 2}, GridPoint{4, 2}, GridPoint{4, 4}, GridPoint{3, 5}));
}

TEST(TautStringTest, GoingThereAndBackIsGoingNowhere) {
  EXPECT_THAT(Pull({"....."}, {{0, 0}, {4, 0}, {2, 0}}), ElementsAre(GridPoint{1, 1}, GridPoint{5, 1}));
  EXPECT_THAT(Pull({"....."}, {{1, 0}, {4, 0}, {1, 0}}), ElementsAre(GridPoint{3, 1}));
  EXPECT_THAT(Pull({"....."}, {{1, 0}}), ElementsAre(GridPoint{3, 1}));
}

// Frees what is blocked but hangs together with nothing that reaches the border: no path has two sides then.
GridData WithoutIslands(const GridData& data) {
  const GridView map = *GridView::Create(data);
  const auto columns = static_cast<int32_t>(map.columns());
  const auto rows = static_cast<int32_t>(map.rows());
  std::vector<std::string> lines(map.rows(), std::string(map.columns(), '.'));
  std::vector<Cell> stack;
  for (int32_t row = -1; row <= rows; ++row) {
    for (int32_t column = -1; column <= columns; ++column) {
      if (!map.bits().Contains({column, row})) stack.push_back({column, row});
    }
  }
  while (!stack.empty()) {
    const Cell at = stack.back();
    stack.pop_back();
    for (int32_t i = 0; i < 9; ++i) {
      const Cell next{at.column + i % 3 - 1, at.row + i / 3 - 1};
      if (!map.bits().Contains(next) || map.IsFree(next)) continue;
      char& letter = lines[static_cast<size_t>(next.row)][static_cast<size_t>(next.column)];
      if (letter == '#') continue;
      letter = '#';
      stack.push_back(next);
    }
  }
  return DrawGrid({lines.begin(), lines.end()});
}

TEST(TautStringTest, IsTheShortestLineWhereThereAreNoIslands) {
  Random random(17);
  WeightedWorkspace workspace;
  StringPuller puller;
  uint32_t bent = 0;
  for (uint32_t i = 0; i < 4000; ++i) {
    const GridData data = WithoutIslands(
        RandomGrid(random, 2 + random.NextBelow(30), 2 + random.NextBelow(30), 0.45 * random.NextUnit(), 1));
    const GridView map = *GridView::Create(data);
    GridQuery query;
    query.start = RandomFreeCell(random, map.bits());
    query.goal = RandomFreeCell(random, map.bits());
    if (query.start.column < 0) continue;
    GridPath path;
    FindWeightedPath(GroundOf(map), query, workspace, path);
    if (path.outcome != SearchOutcome::kFound) continue;
    std::vector<GridPoint> taut;
    puller.Pull(map.bits(), path.turns, taut);
    ASSERT_EQ(taut.front(), MiddleOf(query.start));
    ASSERT_EQ(taut.back(), MiddleOf(query.goal));
    for (size_t k = 1; k < taut.size(); ++k) ASSERT_TRUE(IsLineFree(map.bits(), taut[k - 1], taut[k])) << i;
    GridAnyAngle oracle(map.bits());
    ASSERT_NEAR(LengthOf(taut), oracle.Length(query.start, query.goal, path.steps.Length(), 100'000), 1e-9)
        << i;
    bent += taut.size() > 3 ? 1 : 0;
  }
  EXPECT_GT(bent, 500U);
}

TEST(TautStringTest, IsFreeAndNearTheShortestLineWhereThereAreIslands) {
  Random random(23);
  WeightedWorkspace workspace;
  StringPuller puller;
  double ratios = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < 2000; ++i) {
    const GridData data =
        RandomGrid(random, 2 + random.NextBelow(40), 2 + random.NextBelow(40), 0.4 * random.NextUnit(), 1);
    const GridView map = *GridView::Create(data);
    GridQuery query;
    query.start = RandomFreeCell(random, map.bits());
    query.goal = RandomFreeCell(random, map.bits());
    if (query.start.column < 0 || query.start == query.goal) continue;
    GridPath path;
    FindWeightedPath(GroundOf(map), query, workspace, path);
    if (path.outcome != SearchOutcome::kFound) continue;
    std::vector<GridPoint> taut;
    puller.Pull(map.bits(), path.turns, taut);
    for (size_t k = 1; k < taut.size(); ++k) ASSERT_TRUE(IsLineFree(map.bits(), taut[k - 1], taut[k])) << i;
    GridAnyAngle oracle(map.bits());
    const double best = oracle.Length(query.start, query.goal, LengthOf(taut) + 1e-9, 100'000);
    ASSERT_GE(LengthOf(taut), best - 1e-8);
    ratios += LengthOf(taut) / best;
    ++count;
  }
  EXPECT_LT(ratios / count, 1.01);
}

}  // namespace
}  // namespace waystone
