// Paths around triggers, against Dijkstra's algorithm.
#include "core/grid/trigger_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

int32_t Sign(int32_t value) { return (value > 0) - (value < 0); }

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
    FindPathAroundTriggers(GroundOf(map), bits_, query, workspace_, path_);
  }

  // Between its ends.
  bool PassesTrigger(const GridView& map, const GridPath& path) const {
    for (size_t i = 1; i < path.turns.size(); ++i) {
      const Cell end = path.turns[i];
      for (Cell at = path.turns[i - 1]; at != end;) {
        at = {at.column + Sign(end.column - at.column), at.row + Sign(end.row - at.row)};
        if (triggers_.contains(map.IdOf(at)) && at != path.turns.back()) return true;
      }
    }
    return false;
  }

  void ExpectShortest(const GridView& map, const GridDijkstra& oracle, Cell start, Cell goal) {
    Find(map, start, goal);
    if (!oracle.Reaches(goal)) {
      ASSERT_EQ(path_.outcome, SearchOutcome::kExhausted);
      ASSERT_TRUE(path_.turns.empty());
      return;
    }
    ASSERT_EQ(path_.outcome, SearchOutcome::kFound);
    ASSERT_TRUE(!map.is_uniform() || path_.steps == oracle.Steps(goal));
    ASSERT_NEAR(path_.cost, oracle.Cost(goal), 1e-9);
    ASSERT_EQ(path_.turns.front(), start);
    ASSERT_EQ(path_.turns.back(), goal);
    ASSERT_TRUE(IsWalkable(GroundOf(map), path_));
    ASSERT_FALSE(PassesTrigger(map, path_));
    if (!triggers_.empty() && path_.turns.size() > 2) ++bends_;
  }

  // Targets of random cells, some of which several have, and one that has none.
  std::vector<TargetCell> RandomTargets(Random& random, const GridView& map, Cell start, uint32_t count) {
    std::vector<TargetCell> cells;
    for (uint32_t target = 0; target < count; ++target) {
      for (uint32_t i = 1 + random.NextBelow(4); i > 0; --i) {
        const Cell cell = RandomFreeCell(random, map.bits());
        if (cell != start) cells.push_back({map.IdOf(cell), target});
      }
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

  void SetTriggers(const GridView& map, const std::set<uint32_t>& triggers,
                   const std::vector<TargetCell>& cells) {
    triggers_ = triggers;
    std::vector<uint32_t> looked_for;
    looked_for.reserve(cells.size());
    for (const TargetCell& cell : cells) looked_for.push_back(cell.cell);
    const std::vector<uint32_t> list(triggers.begin(), triggers.end());
    bits_.Set(map.bits(), list, looked_for);
  }

  void ExpectNearest(const GridView& map, Cell start, const std::vector<TargetCell>& cells,
                     std::vector<GridPath>& paths) {
    const GridDijkstra oracle(GroundOf(map), start, triggers_);
    GridQuery query;
    query.start = start;
    ASSERT_EQ(FindTargets(GroundOf(map), bits_, query, cells, {}, workspace_, paths), SearchOutcome::kFound);
    for (uint32_t target = 0; target < paths.size(); ++target) {
      double least = kInfinite;
      for (const TargetCell& cell : cells) {
        if (cell.target == target) least = std::min(least, oracle.Cost(map.CellOf(cell.cell)));
      }
      const GridPath& found = paths[target];
      ASSERT_EQ(found.outcome == SearchOutcome::kFound, least < kInfinite);
      if (found.outcome != SearchOutcome::kFound) continue;
      ASSERT_NEAR(found.cost, least, 1e-9);
      ASSERT_EQ(found.turns.front(), start);
      ASSERT_TRUE(
          std::binary_search(cells.begin(), cells.end(), TargetCell{map.IdOf(found.turns.back()), target}));
      ASSERT_TRUE(IsWalkable(GroundOf(map), found));
      ASSERT_FALSE(PassesTrigger(map, found));
      ++bends_;
    }
  }

  std::set<uint32_t> triggers_;
  TriggerBits bits_;
  GridWorkspace workspace_;
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
  EXPECT_FALSE(PassesTrigger(map, path_));
}

TEST_F(TriggerSearchTest, LeavesTheTriggerThatItStartsOn) {
  const GridData data = DrawGrid({"...."});
  const GridView map = *GridView::Create(data);
  SetTriggers(map, {0, 3});
  Find(map, {0, 0}, {2, 0});
  EXPECT_EQ(path_.steps, (GridSteps{2, 0}));
  Find(map, {0, 0}, {3, 0});
  EXPECT_EQ(path_.steps, (GridSteps{3, 0}));
  Find(map, {3, 0}, {3, 0});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
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

TEST_F(TriggerSearchTest, IsShortestOnRandomGridsOfAllDensities) {
  Random random(31);
  for (int round = 0; round < 3000; ++round) {
    const uint32_t columns = 1 + random.NextBelow(24);
    const uint32_t rows = 1 + random.NextBelow(24);
    const uint32_t areas = round % 4 == 0 ? 4 : 1;
    const GridData data = RandomGrid(random, columns, rows, random.NextUnit() * 0.6, areas);
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

TEST_F(TriggerSearchTest, FindsTheNearestCellsOfAllTargets) {
  Random random(33);
  for (int round = 0; round < 4000; ++round) {
    const uint32_t columns = 1 + random.NextBelow(24);
    const uint32_t rows = 1 + random.NextBelow(24);
    const uint32_t areas = round % 4 == 0 ? 4 : 1;
    const GridData data = RandomGrid(random, columns, rows, random.NextUnit() * 0.6, areas);
    const GridView map = *GridView::Create(data);
    const Cell start = RandomFreeCell(random, map.bits());
    if (start.column < 0) continue;
    const uint32_t count = random.NextBelow(6);
    const std::vector<TargetCell> cells = RandomTargets(random, map, start, count);
    SetTriggers(map, RandomTriggers(random, map, 12), cells);
    std::vector<GridPath> paths(count + 1);
    ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, start, cells, paths)) << "round " << round;
  }
  EXPECT_GT(bends_, 4000);
}

TEST_F(TriggerSearchTest, FindsAllTargetsThatCostLessThanTheBound) {
  Random random(35);
  uint32_t left_out = 0;
  for (int round = 0; round < 400; ++round) {
    const GridData data = RandomGrid(random, 30, 30, 0.3, round % 4 == 0 ? 4 : 1);
    const GridView map = *GridView::Create(data);
    const Cell start = RandomFreeCell(random, map.bits());
    const std::vector<TargetCell> cells = RandomTargets(random, map, start, 6);
    SetTriggers(map, RandomTriggers(random, map, 12), cells);
    std::vector<GridPath> all(6);
    ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, start, cells, all));
    GridQuery query;
    query.start = start;
    const double bound = random.NextUnit() * 30;
    std::vector<GridPath> some(6);
    ASSERT_EQ(FindTargets(GroundOf(map), bits_, query, cells, {.below_cost = bound}, workspace_, some),
              SearchOutcome::kFound);
    for (size_t i = 0; i < some.size(); ++i) {
      if (some[i].outcome == SearchOutcome::kFound) {
        ASSERT_NEAR(some[i].cost, all[i].cost, 1e-9);
      } else if (all[i].outcome == SearchOutcome::kFound) {
        ASSERT_GT(all[i].cost, bound - 1e-9);
        ++left_out;
      }
    }
  }
  EXPECT_GT(left_out, 100U);
}

TEST_F(TriggerSearchTest, FindsTheTargetsThatCostLeastWithWhatIsLeftBehindThem) {
  Random random(36);
  uint32_t left_out = 0;
  for (int round = 0; round < 1000; ++round) {
    const GridData data = RandomGrid(random, 30, 30, 0.3, round % 4 == 0 ? 4 : 1);
    const GridView map = *GridView::Create(data);
    const Cell start = RandomFreeCell(random, map.bits());
    const std::vector<TargetCell> cells = RandomTargets(random, map, start, 6);
    SetTriggers(map, RandomTriggers(random, map, 12), cells);
    std::vector<GridPath> all(6);
    ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, start, cells, all));
    GridQuery query;
    query.start = start;
    std::vector<double> beyond;
    double least = kInfinite;
    for (const GridPath& found : all) {
      beyond.push_back(random.NextBelow(5) == 0 ? kInfinite
                                                : random.NextUnit() * (round % 2 == 0 ? 20 : 1e9));
      if (found.outcome == SearchOutcome::kFound) least = std::min(least, found.cost + beyond.back());
    }
    std::vector<GridPath> some(6);
    ASSERT_EQ(FindTargets(GroundOf(map), bits_, query, cells, {.beyond = beyond}, workspace_, some),
              SearchOutcome::kFound);
    for (size_t i = 0; i < some.size(); ++i) {
      if (some[i].outcome == SearchOutcome::kFound) {
        ASSERT_NEAR(some[i].cost, all[i].cost, 1e-9) << "round " << round;
      } else if (all[i].outcome == SearchOutcome::kFound) {
        ASSERT_TRUE(beyond[i] == kInfinite || all[i].cost + beyond[i] > least) << "round " << round;
        ++left_out;
      }
    }
  }
  EXPECT_GT(left_out, 1000U);
}

TEST_F(TriggerSearchTest, TellsTheLimitThatEndsASearchForTargetsAndOnlyShortestPaths) {
  Random random(34);
  uint32_t missing = 0;
  for (int round = 0; round < 400; ++round) {
    const uint32_t areas = round % 4 == 0 ? 4 : 1;
    const GridData data = RandomGrid(random, 30, 30, 0.3, areas);
    const GridView map = *GridView::Create(data);
    const Cell start = RandomFreeCell(random, map.bits());
    const std::vector<TargetCell> cells = RandomTargets(random, map, start, 6);
    SetTriggers(map, RandomTriggers(random, map, 12), cells);
    std::vector<GridPath> all(6);
    ASSERT_NO_FATAL_FAILURE(ExpectNearest(map, start, cells, all));
    GridQuery query;
    query.start = start;
    query.max_expansions = random.NextBelow(40);
    std::vector<GridPath> some(6);
    const SearchOutcome outcome = FindTargets(GroundOf(map), bits_, query, cells, {}, workspace_, some);
    for (size_t i = 0; i < some.size(); ++i) {
      if (some[i].outcome == SearchOutcome::kFound) {
        ASSERT_NEAR(some[i].cost, all[i].cost, 1e-9);
      } else if (all[i].outcome == SearchOutcome::kFound) {
        ASSERT_EQ(outcome, SearchOutcome::kExpansionLimit);
        ++missing;
      }
    }
  }
  EXPECT_GT(missing, 100U);
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
