// Ways around triggers, against Dijkstra's algorithm.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "core/grid/jump_search.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

int32_t Sign(int32_t value) { return (value > 0) - (value < 0); }

class TriggerSearchTest : public ::testing::Test {
 protected:
  void SetTriggers(const GridView& map, const std::set<uint32_t>& cells) {
    triggers_ = cells;
    const std::vector<uint32_t> list(cells.begin(), cells.end());
    bits_.Set(map.bits(), list, {});
  }

  void Find(const GridView& map, Cell start, Cell goal) {
    GridQuery query;
    query.start = start;
    query.goal = goal;
    FindPathAroundTriggers(map.bits(), bits_, query, scratch_, path_);
  }

  bool PassesTrigger(const GridView& map) const {
    for (size_t i = 1; i < path_.turns.size(); ++i) {
      const Cell end = path_.turns[i];
      for (Cell at = path_.turns[i - 1]; at != end;) {
        at = {at.column + Sign(end.column - at.column), at.row + Sign(end.row - at.row)};
        if (triggers_.contains(map.IdOf(at))) return true;
      }
    }
    return false;
  }

  void ExpectShortest(const GridView& map, const GridDijkstra& oracle, Cell start, Cell goal) {
    Find(map, start, goal);
    const bool is_closed = triggers_.contains(map.IdOf(goal)) && start != goal;
    if (is_closed || !oracle.Reaches(goal)) {
      ASSERT_EQ(path_.outcome, GridOutcome::kNoWay);
      ASSERT_TRUE(path_.turns.empty());
      return;
    }
    ASSERT_EQ(path_.outcome, GridOutcome::kFound);
    ASSERT_EQ(path_.steps, oracle.Steps(goal));
    ASSERT_EQ(path_.turns.front(), start);
    ASSERT_EQ(path_.turns.back(), goal);
    ASSERT_TRUE(IsWalkable(GroundOf(map), path_));
    ASSERT_FALSE(PassesTrigger(map));
    if (!triggers_.empty() && path_.turns.size() > 2) ++bends_;
  }

  std::set<uint32_t> triggers_;
  TriggerBits bits_;
  JumpScratch scratch_;
  GridPath path_;
  int bends_ = 0;
};

TEST_F(TriggerSearchTest, StepsDiagonallyPastATrigger) {
  const GridData data = DrawGrid({"...",  //
                                  "...",  //
                                  "..."});
  const GridView map = *GridView::Create(data);
  SetTriggers(map, {map.IdOf({1, 1})});
  Find(map, {0, 1}, {2, 1});
  EXPECT_EQ(path_.steps, (GridSteps{0, 2}));
  EXPECT_FALSE(PassesTrigger(map));
}

TEST_F(TriggerSearchTest, LeavesTheTriggerThatItStartsOn) {
  const GridData data = DrawGrid({"...."});
  const GridView map = *GridView::Create(data);
  SetTriggers(map, {0, 3});
  Find(map, {0, 0}, {2, 0});
  EXPECT_EQ(path_.steps, (GridSteps{2, 0}));
  Find(map, {0, 0}, {3, 0});
  EXPECT_EQ(path_.outcome, GridOutcome::kNoWay);
  Find(map, {3, 0}, {3, 0});
  EXPECT_EQ(path_.outcome, GridOutcome::kFound);
}

TEST_F(TriggerSearchTest, IsShortestBetweenAllCellsOfAllSmallestGridsWithAnyTriggers) {
  constexpr int kCells = 9;
  constexpr int kDrawings = 19683;  // 3^9
  for (int drawing = 0; drawing < kDrawings; ++drawing) {
    std::vector<std::string> lines(3, std::string(3, '#'));
    std::set<uint32_t> triggers;
    for (int i = 0, rest = drawing; i < kCells; ++i, rest /= 3) {
      if (rest % 3 != 0) lines[static_cast<size_t>(i / 3)][static_cast<size_t>(i % 3)] = '.';
      if (rest % 3 == 2) triggers.insert(static_cast<uint32_t>(i));
    }
    const GridData data = DrawGrid({lines.begin(), lines.end()});
    const GridView map = *GridView::Create(data);
    SetTriggers(map, triggers);
    for (uint32_t from = 0; from < kCells; ++from) {
      if (!map.IsFree(map.CellOf(from))) continue;
      const GridDijkstra oracle(GroundOf(map), map.CellOf(from), triggers);
      for (uint32_t to = 0; to < kCells; ++to) {
        if (!map.IsFree(map.CellOf(to))) continue;
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(map, oracle, map.CellOf(from), map.CellOf(to)))
            << "drawing " << drawing << ": " << from << " to " << to;
      }
    }
  }
}

// Rectangles that overlap, up to all over the grid.
std::set<uint32_t> RandomTriggers(Random& random, const GridView& map, uint32_t most) {
  std::set<uint32_t> triggers;
  for (uint32_t i = random.NextBelow(most + 1); i > 0; --i) {
    const uint32_t column = random.NextBelow(map.columns());
    const uint32_t row = random.NextBelow(map.rows());
    const uint32_t width = 1 + random.NextBelow(4);
    const uint32_t height = 1 + random.NextBelow(4);
    for (uint32_t y = row; y < row + height && y < map.rows(); ++y) {
      for (uint32_t x = column; x < column + width && x < map.columns(); ++x) {
        const uint32_t cell = y * map.columns() + x;
        if (map.IsFree(map.CellOf(cell))) triggers.insert(cell);
      }
    }
  }
  return triggers;
}

TEST_F(TriggerSearchTest, IsShortestOnRandomGridsOfAllDensities) {
  Random random(31);
  for (int round = 0; round < 3000; ++round) {
    const uint32_t columns = 1 + random.NextBelow(24);
    const uint32_t rows = 1 + random.NextBelow(24);
    const GridData data = RandomGrid(random, columns, rows, random.NextUnit() * 0.6, 1);
    const GridView map = *GridView::Create(data);
    SetTriggers(map, RandomTriggers(random, map, 12));
    for (int i = 0; i < 3; ++i) {
      const Cell start = RandomFreeCell(random, map.bits());
      if (start.column < 0) break;
      const GridDijkstra oracle(GroundOf(map), start, triggers_);
      for (int k = 0; k < 6; ++k) {
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(map, oracle, start, RandomFreeCell(random, map.bits())))
            << "round " << round;
      }
    }
  }
  EXPECT_GT(bends_, 3000);
}

TEST_F(TriggerSearchTest, IsShortestOnGridsWhoseSidesEndNearTheBordersOfWords) {
  Random random(32);
  for (const uint32_t columns : {61U, 62U, 63U, 64U, 65U, 66U, 126U, 127U, 128U, 130U}) {
    for (const uint32_t rows : {5U, 62U, 63U, 66U, 126U, 129U}) {
      for (const double blocked : {0.0, 0.005, 0.05, 0.3}) {
        const GridData data = RandomGrid(random, columns, rows, blocked, 1);
        const GridView map = *GridView::Create(data);
        SetTriggers(map, RandomTriggers(random, map, 40));
        const Cell start = RandomFreeCell(random, map.bits());
        const GridDijkstra oracle(GroundOf(map), start, triggers_);
        for (int k = 0; k < 8; ++k) {
          ASSERT_NO_FATAL_FAILURE(ExpectShortest(map, oracle, start, RandomFreeCell(random, map.bits())))
              << columns << " x " << rows;
        }
      }
    }
  }
}

}  // namespace
}  // namespace waystone
