#include "core/surface/grid/grid_ground.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/grid/cell_costs.h"
#include "core/grid/grid_path.h"
#include "core/grid/straight_line.h"
#include "tests/core/grid/random_grid.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/support/asked_clock.h"

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
  // Merging asks the clock once for every 64 rows; filling one by one asks it thousands of times.
  const absl::StatusOr<GridGround> merged = cache.GroundOf(grid, changes, AskedClock::OverAt(100));
  ASSERT_TRUE(merged.ok()) << merged.status();
  const GridGround& ground = *merged;
  for (uint32_t id = 0; id < 500 * 500; ++id) {
    const Cell cell = grid.CellOf(id);
    ASSERT_EQ(ground.bits.IsFree(cell), cell.column < 10 || cell.row < 10);
  }
}

// What `changes` make of a cell, looked at alone.
bool IsLeftFree(const GridView& grid, const RouteChanges& changes, uint32_t id) {
  const Cell cell = grid.CellOf(id);
  bool is_opened = false;
  bool is_blocked = false;
  const auto look = [&](const GridChanges& cells) {
    const auto column = static_cast<uint32_t>(cell.column);
    const auto row = static_cast<uint32_t>(cell.row);
    const auto is_in = [&](const CellRect& rect) {
      return column >= rect.column && column - rect.column < rect.columns && row >= rect.row &&
             row - rect.row < rect.rows;
    };
    is_opened = is_opened || std::ranges::count(cells.opened_cells, id) > 0 ||
                std::ranges::any_of(cells.opened_rects, is_in);
    is_blocked = is_blocked || std::ranges::count(cells.blocked_cells, id) > 0 ||
                 std::ranges::any_of(cells.blocked_rects, is_in);
  };
  if (changes.cells != nullptr) look(*changes.cells);
  if (changes.cells != nullptr && changes.cells->beneath != nullptr) look(*changes.cells->beneath);
  if (is_blocked || (!grid.IsFree(cell) && !is_opened)) return false;
  const uint32_t area = grid.IsFree(cell) ? grid.AreaOf(cell) : 1;
  return (changes.excluded_areas >> area & 1) == 0;
}

// A worker's requests in any order: cells of their own, of a batch, both, areas, and none of these.
TEST(GridGroundTest, AnyChangesInAnyOrderAreThoseLookedAtCellByCell) {
  Random random(17);
  for (int round = 0; round < 12; ++round) {
    const uint32_t columns = 1 + random.NextBelow(150);
    const uint32_t rows = 1 + random.NextBelow(70);
    const GridData data = RandomGrid(random, columns, rows, 0.3, 1 + random.NextBelow(4));
    const GridView grid = *GridView::Create(data);
    const auto make_cells = [&](uint32_t most) {
      auto cells = std::make_shared<GridChanges>();
      for (uint32_t k = random.NextBelow(most); k > 0; --k) {
        (k % 2 == 0 ? cells->blocked_cells : cells->opened_cells).push_back(random.NextBelow(columns * rows));
        (random.NextBelow(2) == 0 ? cells->blocked_rects : cells->opened_rects)
            .push_back({random.NextBelow(columns), random.NextBelow(rows), 1 + random.NextBelow(40),
                        1 + random.NextBelow(9)});
      }
      return cells;
    };
    const std::vector<std::shared_ptr<GridChanges>> batches = {make_cells(6), make_cells(60)};
    GridGroundCache cache;
    for (int i = 0; i < 60; ++i) {
      RouteChanges changes;
      if (random.NextBelow(2) == 0) changes.excluded_areas = random.NextBelow(32);
      const auto& batch = batches[i / 10 % 2];
      if (random.NextBelow(4) > 0) changes.cells = batch;
      if (random.NextBelow(2) == 0) {
        auto own = make_cells(i % 3 == 0 ? 50 : 4);
        if (random.NextBelow(4) > 0) own->beneath = batch;
        changes.cells = own;
      }
      const GridGround ground = *cache.GroundOf(grid, changes);
      for (uint32_t id = 0; id < columns * rows; ++id) {
        ASSERT_EQ(ground.bits.IsFree(grid.CellOf(id)), IsLeftFree(grid, changes, id))
            << round << ", request " << i << ", cell " << id;
      }
      const BitLines shape{rows, columns};
      const std::vector<uint64_t> across = TransposeBits(shape, {ground.bits.row_words, shape.WordCount()});
      ASSERT_TRUE(std::ranges::equal(across, std::span(ground.bits.column_words, across.size())));
    }
  }
}

constexpr char kFreeRow[] = "............................................................";

TEST(GridGroundTest, WhatABatchSharesIsAppliedOnceForAllItsItems) {
  const GridData data = DrawGrid(std::vector<std::string_view>(60, std::string_view(kFreeRow)));
  const GridView grid = *GridView::Create(data);
  auto batch = std::make_shared<GridChanges>();
  batch->blocked_cells = {1};
  const auto item = [&](uint32_t blocked, std::vector<uint32_t> opened) {
    auto own = std::make_shared<GridChanges>();
    own->blocked_cells = {blocked};
    own->opened_cells = std::move(opened);
    own->beneath = batch;
    RouteChanges changes;
    changes.cells = own;
    return changes;
  };
  GridGroundCache cache;
  const auto first_cells = [&](const RouteChanges& changes) {
    return FreeCells(*cache.GroundOf(grid, changes)).substr(0, 6);
  };
  EXPECT_EQ(first_cells(item(3, {})), ".#.#..");
  // Whoever breaks the rule that cells do not change sees that nobody looks at them again.
  batch->blocked_cells = {2};
  EXPECT_EQ(first_cells(item(4, {})), ".#..#.") << "another one's cells are gone";
  RouteChanges alone;
  alone.cells = batch;
  EXPECT_EQ(first_cells(alone), ".#....");
  batch->blocked_cells = {1};
  EXPECT_EQ(first_cells(item(5, {1})), ".#...#") << "what either blocks is blocked";
}

TEST(GridGroundTest, TheGroundWithoutSomeAreasIsMadeOnce) {
  GridData data = DrawGrid({"2345", "...."});
  const GridView grid = *GridView::Create(data);
  GridGroundCache cache;
  const auto without = [&](uint64_t areas) {
    RouteChanges changes;
    changes.excluded_areas = areas;
    return FreeCells(*cache.GroundOf(grid, changes));
  };
  EXPECT_EQ(without(1U << 2), "#.......");
  // Whoever changes a map in use sees that nobody looks at it again, until four others came between.
  data.areas[0] = 1;
  for (const uint32_t area : {3U, 4U, 5U}) without(1U << area);
  EXPECT_EQ(without(1U << 2), "#.......");
  for (const uint32_t area : {3U, 4U, 5U, 1U}) without(1U << area);
  EXPECT_EQ(without(1U << 2), "........");
}

TEST(GridGroundTest, EndsWithTheTimeThereIs) {
  Random random(5);
  const GridData data = RandomGrid(random, 100, 100, 0.2, 3);
  const GridView grid = *GridView::Create(data);
  GridGroundCache cache;
  RouteChanges changes;
  changes.excluded_areas = 1U << 2;
  const std::atomic<bool> is_cancelled = true;
  const Deadline cancelled(Deadline::Clock::time_point::max(), &is_cancelled);
  EXPECT_TRUE(absl::IsCancelled(cache.GroundOf(grid, changes, cancelled).status()));
  const std::string left = FreeCells(*cache.GroundOf(grid, changes));
  EXPECT_EQ(FreeCells(*cache.GroundOf(grid, changes, cancelled)), left) << "it is there";
  changes.cells = BlockedRects({{3, 3, 4, 4}});
  const Deadline late(Deadline::Clock::time_point::min());
  EXPECT_TRUE(absl::IsDeadlineExceeded(cache.GroundOf(grid, changes, late).status()));
  for (const bool is_late : {false, true}) {
    const GridGround ground = *cache.GroundOf(grid, changes, is_late ? late : Deadline());
    EXPECT_FALSE(ground.bits.IsFree({3, 3}));
  }
  auto own = std::make_shared<GridChanges>();
  own->beneath = changes.cells;
  own->blocked_cells = {0};
  RouteChanges more = changes;
  more.cells = own;
  EXPECT_TRUE(absl::IsDeadlineExceeded(cache.GroundOf(grid, more, late).status()));
  EXPECT_FALSE(cache.GroundOf(grid, more)->bits.IsFree({3, 3}));
}

TEST(GridGroundTest, ExcludedGroundIsNotTheCheapestThereIs) {
  GridData data = DrawGrid({"...",  //
                            "222"});
  data.header.area_cost[1] = 3;
  data.header.area_cost[2] = 1;
  const GridView grid = *GridView::Create(data);
  GridGroundCache cache;
  RouteChanges changes;
  GridPath path;
  GridGround ground = *cache.GroundOf(grid, changes);
  EXPECT_EQ(LeastCost(ground), 1);
  EXPECT_FALSE(FindStraightLine(ground, LeastCost(ground), {0, 0}, {2, 0}, path));
  changes.excluded_areas = 1U << 2;
  ground = *cache.GroundOf(grid, changes);
  ground.is_uniform = false;
  EXPECT_EQ(LeastCost(ground), 3);
  EXPECT_TRUE(FindStraightLine(ground, LeastCost(ground), {0, 0}, {2, 0}, path));
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
