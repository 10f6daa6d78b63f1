#include "core/grid/grid_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "bake/grid/bound_baker.h"
#include "bake/grid/jump_baker.h"
#include "core/grid/grid_changes.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/oracle/plain_grid_search.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

// With what is baked for a method. Bounds take time: grids that are large and full of turns get none.
GridData Baked(GridData data, GridMethod method) {
  if (method == GridMethod::kJps) return data;
  EXPECT_EQ(BakeJumps({}, data), "");
  if (method == GridMethod::kJpsPlus) return data;
  BoundBakeOptions options;
  options.max_bytes_per_cell = 1000;
  options.max_settled = 500'000;
  options.threads = 1;
  BakeBounds(options, data);
  return data;
}

// Runs a method and holds what it finds against the oracle.
class GridSearchTest : public ::testing::TestWithParam<GridMethod> {
 protected:
  void Find(const GridGround& ground, Cell start, Cell goal) {
    query_.start = start;
    query_.goal = goal;
    query_.method = GetParam();
    FindGridPath(ground, query_, workspace_, path_);
    const bool has_bounds = !ground.map->bound_words().empty();
    const GridMethod best =
        GetParam() == GridMethod::kBounded && !has_bounds ? GridMethod::kJpsPlus : GetParam();
    ASSERT_EQ(path_.method, ground.is_changed ? GridMethod::kJps : best);
  }

  void ExpectShortest(const GridGround& ground, const GridDijkstra& oracle, Cell start, Cell goal) {
    Find(ground, start, goal);
    if (!oracle.Reaches(goal)) {
      ASSERT_EQ(path_.outcome, SearchOutcome::kExhausted);
      ASSERT_TRUE(path_.turns.empty());
      return;
    }
    ASSERT_EQ(path_.outcome, SearchOutcome::kFound);
    ASSERT_EQ(path_.steps, oracle.Steps(goal));
    ASSERT_EQ(path_.turns.front(), start);
    ASSERT_EQ(path_.turns.back(), goal);
    ASSERT_TRUE(IsWalkable(ground, path_));
    for (size_t i = 2; i < path_.turns.size(); ++i) {
      const Cell a = path_.turns[i - 2];
      const Cell b = path_.turns[i - 1];
      const Cell c = path_.turns[i];
      const auto sign = [](int32_t v) { return (v > 0) - (v < 0); };
      ASSERT_FALSE(sign(b.column - a.column) == sign(c.column - b.column) &&
                   sign(b.row - a.row) == sign(c.row - b.row))
          << "no turn";
    }
  }

  void ExpectShortest(const GridGround& ground, Random& random, int queries) {
    for (int i = 0; i < queries; ++i) {
      const Cell start = RandomFreeCell(random, ground.bits);
      if (start.column < 0) return;
      const GridDijkstra oracle(ground, start);
      for (int k = 0; k < 4; ++k) {
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(ground, oracle, start, RandomFreeCell(random, ground.bits)));
      }
    }
  }

  GridQuery query_;
  GridWorkspace workspace_;
  GridPath path_;
};

TEST_P(GridSearchTest, NeverCutsACorner) {
  const GridData data = Baked(DrawGrid({".#.",  //
                                        "...",  //
                                        ".#."}),
                              GetParam());
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {0, 0}, {2, 2});
  EXPECT_EQ(path_.steps, (GridSteps{4, 0}));
  EXPECT_THAT(path_.turns, ElementsAre(Cell{0, 0}, Cell{0, 1}, Cell{2, 1}, Cell{2, 2}));
  EXPECT_EQ(path_.cost, 4);
}

TEST_P(GridSearchTest, APathToWhereItStartsIsOneCell) {
  const GridData data = Baked(DrawGrid({".#", ".."}), GetParam());
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {1, 1}, {1, 1});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
  EXPECT_THAT(path_.turns, ElementsAre(Cell{1, 1}));
  EXPECT_EQ(path_.steps, (GridSteps{0, 0}));
  EXPECT_EQ(path_.cost, 0);
}

TEST_P(GridSearchTest, IsShortestBetweenAllCellsOfAllSmallestGrids) {
  for (uint32_t drawing = 0; drawing < 1U << 12; ++drawing) {
    const std::vector<std::string> lines = LinesOf(drawing, 4, 3);
    const GridData data = Baked(DrawGrid({lines.begin(), lines.end()}), GetParam());
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    for (uint32_t from = 0; from < 12; ++from) {
      if ((drawing >> from & 1) == 0) continue;
      const GridDijkstra oracle(ground, map.CellOf(from));
      for (uint32_t to = 0; to < 12; ++to) {
        if ((drawing >> to & 1) == 0) continue;
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(ground, oracle, map.CellOf(from), map.CellOf(to)))
            << absl::StrJoin(lines, "\n") << "\n"
            << from << " to " << to;
      }
    }
  }
}

TEST_P(GridSearchTest, IsShortestOnRandomGridsOfAllDensities) {
  Random random(11);
  for (int round = 0; round < 1500; ++round) {
    const uint32_t columns = 1 + random.NextBelow(24);
    const uint32_t rows = 1 + random.NextBelow(24);
    const GridData data = Baked(RandomGrid(random, columns, rows, random.NextUnit() * 0.7, 1), GetParam());
    const GridView map = *GridView::Create(data);
    ASSERT_NO_FATAL_FAILURE(ExpectShortest(GroundOf(map), random, 3)) << "round " << round;
  }
}

TEST_P(GridSearchTest, IsShortestOnGridsWhoseSidesEndNearTheBordersOfWords) {
  Random random(12);
  for (const uint32_t columns : {61U, 62U, 63U, 64U, 65U, 66U, 126U, 127U, 128U, 130U}) {
    for (const uint32_t rows : {5U, 62U, 63U, 66U, 126U, 129U}) {
      for (const double blocked : {0.0, 0.005, 0.05, 0.3}) {
        const GridData data = Baked(RandomGrid(random, columns, rows, blocked, 1), GetParam());
        const GridView map = *GridView::Create(data);
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(GroundOf(map), random, 1)) << columns << " x " << rows;
      }
    }
  }
}

TEST_P(GridSearchTest, IsShortestOnChangedGroundAndOnTheMapAfterwards) {
  Random random(13);
  PatchedBits patched;
  for (int round = 0; round < 60; ++round) {
    const uint32_t columns = 1 + random.NextBelow(140);
    const uint32_t rows = 1 + random.NextBelow(70);
    const GridData data = Baked(RandomGrid(random, columns, rows, random.NextUnit() * 0.5, 1), GetParam());
    const GridView map = *GridView::Create(data);
    for (int change = 0; change < 4; ++change) {
      GridChanges changes;
      for (uint32_t i = random.NextBelow(6); i > 0; --i) {
        changes.blocked_rects.push_back(
            {random.NextBelow(columns), random.NextBelow(rows), random.NextBelow(10), random.NextBelow(10)});
        changes.opened_rects.push_back(
            {random.NextBelow(columns), random.NextBelow(rows), random.NextBelow(20), random.NextBelow(20)});
      }
      GridGround ground = GroundOf(map);
      ground.bits = patched.Apply(map, changes);
      ground.is_changed = true;
      ASSERT_NO_FATAL_FAILURE(ExpectShortest(ground, random, 2)) << "round " << round;
      patched.Undo();
    }
    ASSERT_NO_FATAL_FAILURE(ExpectShortest(GroundOf(map), random, 1)) << "round " << round;
  }
}

TEST_P(GridSearchTest, FindsTheSameTurnsWhateverWasSearchedBefore) {
  Random random(14);
  const GridData data = Baked(RandomGrid(random, 90, 70, 0.25, 1), GetParam());
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  for (int round = 0; round < 50; ++round) {
    const Cell start = RandomFreeCell(random, ground.bits);
    const Cell goal = RandomFreeCell(random, ground.bits);
    Find(ground, start, goal);
    GridWorkspace fresh;
    GridPath again;
    FindGridPath(ground, query_, fresh, again);
    EXPECT_EQ(again.turns, path_.turns);
    EXPECT_EQ(again.expanded, path_.expanded);
  }
}

TEST_P(GridSearchTest, StopsAtTheLimitAtTheDeadlineAndWhenCancelled) {
  Random random(15);
  const GridData data = Baked(RandomGrid(random, 200, 200, 0.3, 1), GetParam());
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  const GridDijkstra oracle(ground, RandomFreeCell(random, ground.bits));
  Cell start;
  Cell goal;
  do {
    start = RandomFreeCell(random, ground.bits);
    goal = RandomFreeCell(random, ground.bits);
  } while (!oracle.Reaches(start) || !oracle.Reaches(goal) || std::abs(start.column - goal.column) < 100);
  query_.max_expansions = 10;
  Find(ground, start, goal);
  EXPECT_EQ(path_.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_TRUE(path_.turns.empty());
  query_.max_expansions = 100'000'000;
  query_.deadline = Deadline(Deadline::Clock::time_point::min());
  Find(ground, start, goal);
  EXPECT_EQ(path_.outcome, SearchOutcome::kDeadline);
  const std::atomic<bool> cancelled = true;
  query_.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  Find(ground, start, goal);
  EXPECT_EQ(path_.outcome, SearchOutcome::kCancelled);
  query_.deadline = {};
  Find(ground, start, goal);
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
}

TEST_P(GridSearchTest, ThePlainSearchOfBenchmarksAgrees) {
  Random random(16);
  const GridData data = Baked(RandomGrid(random, 100, 80, 0.3, 1), GetParam());
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  PlainGridSearch plain(ground.bits);
  for (int round = 0; round < 200; ++round) {
    const Cell start = RandomFreeCell(random, ground.bits);
    const Cell goal = RandomFreeCell(random, ground.bits);
    Find(ground, start, goal);
    const std::optional<GridSteps> steps = plain.Find(start, goal);
    ASSERT_EQ(steps.has_value(), path_.outcome == SearchOutcome::kFound);
    if (steps.has_value()) {
      EXPECT_EQ(*steps, path_.steps);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, GridSearchTest,
                         ::testing::Values(GridMethod::kJps, GridMethod::kJpsPlus, GridMethod::kBounded),
                         [](const auto& test) {
                           if (test.param == GridMethod::kJps) return "Jps";
                           return test.param == GridMethod::kJpsPlus ? "JpsPlus" : "Bounded";
                         });

TEST(GridMethodTest, TheFastestThatIsBakedAndValidIsTaken) {
  GridData data = DrawGrid({"....", ".#.."});
  GridQuery query;
  EXPECT_EQ(PickMethod(GroundOf(*GridView::Create(data)), query), GridMethod::kJps);
  BakeJumps({}, data);
  EXPECT_EQ(PickMethod(GroundOf(*GridView::Create(data)), query), GridMethod::kJpsPlus);
  query.method = GridMethod::kBounded;
  EXPECT_EQ(PickMethod(GroundOf(*GridView::Create(data)), query), GridMethod::kJpsPlus);
  data = Baked(data, GridMethod::kBounded);
  EXPECT_EQ(PickMethod(GroundOf(*GridView::Create(data)), query), GridMethod::kBounded);
  const GridView map = *GridView::Create(data);
  GridGround changed = GroundOf(map);
  changed.is_changed = true;
  EXPECT_EQ(PickMethod(changed, query), GridMethod::kJps);
}

TEST(GridMethodTest, GroundOfDifferentCostsIsSearchedCellByCell) {
  const GridData data = DrawGrid({".2..", "...."});
  const GridView map = *GridView::Create(data);
  GridQuery query;
  query.start = {0, 0};
  query.goal = {3, 0};
  query.method = GridMethod::kJps;
  EXPECT_EQ(PickMethod(GroundOf(map), query), GridMethod::kAStar);
  GridWorkspace workspace;
  GridPath path;
  FindGridPath(GroundOf(map), query, workspace, path);
  EXPECT_EQ(path.method, GridMethod::kAStar);
  EXPECT_EQ(path.outcome, SearchOutcome::kFound);
}

}  // namespace
}  // namespace waystone
