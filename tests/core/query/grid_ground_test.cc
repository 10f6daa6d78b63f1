#include "core/query/grid_ground.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/core/query/drawn_grid_map.h"

namespace waystone {
namespace {

using ::testing::StartsWith;

std::string FreeCells(const GridGround& ground) {
  std::string drawing;
  for (uint32_t id = 0; id < ground.bits.columns * ground.bits.rows; ++id) {
    drawing += ground.bits.IsFree(ground.map->CellOf(id)) ? '.' : '#';
  }
  return drawing;
}

TEST(GridGroundTest, CellsAndAreasAreTakenAwayAndOpened) {
  const GridData data = DrawGrid({".2#", "22."});
  const GridView grid = *GridView::Create(data);
  GridGroundCache cache;
  RouteChanges changes;
  GridGround ground = *cache.GroundOf(grid, changes);
  EXPECT_FALSE(ground.is_changed);
  EXPECT_FALSE(ground.is_uniform);
  EXPECT_EQ(ground.bits.row_words, grid.bits().row_words);
  changes.excluded_areas = 1U << 2;
  ground = *cache.GroundOf(grid, changes);
  EXPECT_TRUE(ground.is_changed);
  EXPECT_TRUE(ground.is_uniform) << "what is left costs the same";
  EXPECT_EQ(FreeCells(ground),
            ".##"
            "##.");
  changes.cells = OpenedRects({{2, 0, 1, 1}});
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)),
            ".#."
            "##.");
  changes.excluded_areas = 1U << 1;
  ground = *cache.GroundOf(grid, changes);
  EXPECT_EQ(FreeCells(ground),
            "#.#"
            "..#")
      << "opened cells are of area 1";
  changes.excluded_areas = 0;
  ground = *cache.GroundOf(grid, changes);
  EXPECT_EQ(FreeCells(ground),
            "..."
            "...");
  EXPECT_FALSE(ground.is_uniform);
  changes.area_factors = {{1, 2}};
  EXPECT_TRUE(cache.GroundOf(grid, changes)->is_uniform);
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, {})),
            "..#"
            "...")
      << "and all of it is undone";
}

TEST(GridGroundTest, WithoutAreasThereIsOnlyPlainGround) {
  const GridData data = DrawGrid({"..#"});
  const GridView grid = *GridView::Create(data);
  GridGroundCache cache;
  RouteChanges changes;
  changes.excluded_areas = 1U << 7;
  EXPECT_FALSE(cache.GroundOf(grid, changes)->is_changed);
  changes.excluded_areas = 1U << 1;
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), "###");
}

TEST(GridGroundTest, TheSameCellsAreAppliedOnce) {
  const GridData data = DrawGrid({"...."});
  const GridView grid = *GridView::Create(data);
  const GridData other_data = DrawGrid({"##.."});
  const GridView other = *GridView::Create(other_data);
  GridGroundCache cache;
  auto cells = std::make_shared<GridChanges>();
  cells->blocked_cells = {1};
  RouteChanges changes;
  changes.cells = cells;
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), ".#..");
  // Whoever breaks the rule that cells do not change sees that nobody looks at them again.
  cells->blocked_cells = {2};
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), ".#..");
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, {})), "....") << "a query without changes between";
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), ".#..");
  // Another map, other cells, and back.
  EXPECT_EQ(FreeCells(*cache.GroundOf(other, changes)), "###.");
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), "..#.");
  changes.cells = BlockedRects({{3, 0, 1, 1}});
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), "...#");
  changes.excluded_areas = 2;
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes)), "####");
}

TEST(GridGroundTest, RectanglesThatOverlapOverAndOverCostNoMoreThanTheCells) {
  std::vector<std::string> rows(500, std::string(500, '#'));
  rows[0][0] = '.';
  const GridData data = DrawGrid({rows.begin(), rows.end()});
  const GridView grid = *GridView::Create(data);
  auto cells = std::make_shared<GridChanges>();
  cells->opened_rects.assign(200'000, {0, 0, 500, 500});
  cells->blocked_rects.assign(200'000, {10, 10, 490, 490});
  RouteChanges changes;
  changes.cells = cells;
  GridGroundCache cache;
  const auto begin = std::chrono::steady_clock::now();
  const GridGround ground = *cache.GroundOf(grid, changes);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << "one by one: half a minute";
  for (uint32_t id = 0; id < 500 * 500; ++id) {
    const Cell cell = grid.CellOf(id);
    ASSERT_EQ(ground.bits.IsFree(cell), cell.column < 10 || cell.row < 10);
  }
}

TEST(GridGroundTest, CellsThatTheMapDoesNotHaveAreRefused) {
  const GridData data = DrawGrid({"....", "...."});
  const GridView grid = *GridView::Create(data);
  GridGroundCache cache;
  auto cells = std::make_shared<GridChanges>();
  cells->blocked_cells = {7, 8};
  RouteChanges changes;
  changes.cells = cells;
  const auto ground = cache.GroundOf(grid, changes);
  EXPECT_TRUE(absl::IsInvalidArgument(ground.status()));
  EXPECT_THAT(std::string(ground.status().message()),
              StartsWith("changes.cells.blocked_cells[1]: no cell 8, there are 8"));
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, {})), "........");
}

}  // namespace
}  // namespace waystone
