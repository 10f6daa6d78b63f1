#include "core/grid/weighted_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

class WeightedSearchTest : public ::testing::Test {
 protected:
  void Find(const GridGround& ground, Cell start, Cell goal) {
    query_.start = start;
    query_.goal = goal;
    FindWeightedPath(ground, query_, workspace_, path_);
  }
  void ExpectBest(const GridGround& ground, Cell start, Cell goal) {
    const GridDijkstra oracle(ground, start);
    Find(ground, start, goal);
    if (!oracle.Reaches(goal)) {
      EXPECT_EQ(path_.outcome, SearchOutcome::kExhausted);
      return;
    }
    ASSERT_EQ(path_.outcome, SearchOutcome::kFound);
    EXPECT_NEAR(path_.cost, oracle.Cost(goal), 1e-9 * (1 + path_.cost));
    EXPECT_TRUE(IsWalkable(ground, path_));
    EXPECT_EQ(path_.turns.front(), start);
    EXPECT_EQ(path_.turns.back(), goal);
  }

  GridQuery query_;
  WeightedWorkspace workspace_;
  GridPath path_;
};

TEST_F(WeightedSearchTest, GoesRoundDearGroundWhereThatIsCheaper) {
  const GridData data = DrawGrid({"......",  //
                                  ".9999.",  //
                                  ".9999.",  //
                                  "......"});
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {0, 1}, {5, 1});
  EXPECT_EQ(path_.method, GridMethod::kAStar);
  EXPECT_EQ(path_.steps, (GridSteps{7, 0}));
  EXPECT_DOUBLE_EQ(path_.cost, 7);
  EXPECT_THAT(path_.turns, ElementsAre(Cell{0, 1}, Cell{0, 0}, Cell{5, 0}, Cell{5, 1}));
}

TEST_F(WeightedSearchTest, CrossesDearGroundWhereThePathRoundIsLonger) {
  const GridData data = DrawGrid({".2......",  //
                                  ".2......",  //
                                  ".2......"});
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {0, 1}, {7, 1});
  EXPECT_EQ(path_.steps, (GridSteps{7, 0}));
  EXPECT_DOUBLE_EQ(path_.cost, 8);
}

TEST_F(WeightedSearchTest, ADiagonalStepCostsTheMeanOfTheFourCellsItTouches) {
  const GridData data = DrawGrid({"23", "57"});
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {0, 0}, {1, 1});
  EXPECT_DOUBLE_EQ(path_.cost, std::numbers::sqrt2 * 17 / 4);
}

TEST_F(WeightedSearchTest, NeverCutsACorner) {
  const GridData data = DrawGrid({".#2",  //
                                  "..2"});
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {0, 0}, {2, 0});
  EXPECT_EQ(path_.steps, (GridSteps{4, 0}));
}

TEST_F(WeightedSearchTest, StartAndGoalMayBeOneCell) {
  const GridData data = DrawGrid({"23"});
  const GridView map = *GridView::Create(data);
  Find(GroundOf(map), {1, 0}, {1, 0});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
  EXPECT_THAT(path_.turns, ElementsAre(Cell{1, 0}));
  EXPECT_EQ(path_.cost, 0);
}

TEST_F(WeightedSearchTest, StopsAtTheLimitOfExpansionsAndAtTheDeadline) {
  Random random(3);
  const GridData data = RandomGrid(random, 80, 80, 0, 5);
  const GridView map = *GridView::Create(data);
  query_.max_expansions = 10;
  Find(GroundOf(map), {0, 0}, {79, 79});
  EXPECT_EQ(path_.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_EQ(path_.expanded, 10U);
  EXPECT_TRUE(path_.turns.empty());
  query_.max_expansions = 100'000;
  query_.deadline = Deadline(Deadline::Clock::now());
  Find(GroundOf(map), {0, 0}, {79, 79});
  EXPECT_EQ(path_.outcome, SearchOutcome::kDeadline);
  const std::atomic<bool> cancelled = true;
  query_.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  Find(GroundOf(map), {0, 0}, {79, 79});
  EXPECT_EQ(path_.outcome, SearchOutcome::kCancelled);
}

TEST_F(WeightedSearchTest, CostsAreThoseOfDijkstraOnRandomMaps) {
  Random random(1);
  for (uint32_t i = 0; i < 3000; ++i) {
    const uint32_t columns = 1 + random.NextBelow(24);
    const uint32_t rows = 1 + random.NextBelow(24);
    const GridData data = RandomGrid(random, columns, rows, 0.4 * random.NextUnit(), 1 + random.NextBelow(5));
    const GridView map = *GridView::Create(data);
    GridGround ground = GroundOf(map);
    const ChangedBits changed(random, map, 0.1);
    if (i % 2 == 0) changed.PutInto(ground);
    // A request's own costs, which no area of the map has.
    if (i % 3 == 0) {
      ground.is_uniform = false;
      for (float& cost : ground.area_cost) cost = static_cast<float>(random.NextInRange(0.01, 20));
    }
    const Cell start = RandomFreeCell(random, ground.bits);
    if (start.column < 0) continue;
    ExpectBest(ground, start, RandomFreeCell(random, ground.bits));
    ASSERT_FALSE(HasFailure()) << i;
  }
}

}  // namespace
}  // namespace waystone
