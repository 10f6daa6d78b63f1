#include "bake/grid/grid_cluster_baker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

#include "absl/strings/str_join.h"
#include "bake/grid/grid_packer.h"
#include "bake/import/grid_importer.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_cluster_search.h"
#include "core/grid/grid_search.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/support/asked_clock.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

GridData WithClusters(GridData data, uint32_t side, int threads = 1) {
  data.clusters = BakeGridClusters(*GridView::Create(data), {.side = side, .thread_count = threads});
  return data;
}

// Searches by the clusters and holds what is found against the oracle.
class GridClusterTest : public ::testing::Test {
 protected:
  void Find(const GridGround& ground, Cell start, Cell goal) {
    query_.start = start;
    query_.goal = goal;
    FindGridClusterPath(ground, *ground.map->clusters(), query_, workspace_.clusters, path_);
  }

  // Also by the door to all searches.
  void ExpectPath(const GridGround& ground, const GridDijkstra& oracle, Cell start, Cell goal) {
    ASSERT_NO_FATAL_FAILURE(Find(ground, start, goal));
    ASSERT_NO_FATAL_FAILURE(ExpectFits(ground, oracle, start, goal));
    query_.method = GridMethod::kClusters;
    FindGridPath(ground, query_, workspace_, path_);
    ASSERT_NO_FATAL_FAILURE(ExpectFits(ground, oracle, start, goal));
  }

  void ExpectFits(const GridGround& ground, const GridDijkstra& oracle, Cell start, Cell goal) {
    ASSERT_EQ(path_.outcome == SearchOutcome::kFound, oracle.Reaches(goal));
    if (!oracle.Reaches(goal)) {
      ASSERT_EQ(path_.outcome, SearchOutcome::kExhausted);
      ASSERT_TRUE(path_.turns.empty());
      return;
    }
    ASSERT_EQ(path_.turns.front(), start);
    ASSERT_EQ(path_.turns.back(), goal);
    ASSERT_TRUE(IsWalkable(ground, path_));
    const double least = oracle.Cost(goal);
    ASSERT_GE(path_.cost, least - 1e-6);
    ASSERT_LE(path_.cost, least * path_.cost_ratio + 1e-6);
    if (least < 10) return;
    worst_ = std::max(worst_, path_.cost / least);
    sum_ += path_.cost / least;
    ++count_;
  }

  void ExpectPaths(const GridGround& ground, Random& random, int starts, int goals) {
    for (int i = 0; i < starts; ++i) {
      const Cell start = RandomFreeCell(random, ground.bits);
      if (start.column < 0) return;
      const GridDijkstra oracle(ground, start);
      for (int k = 0; k < goals; ++k) {
        const Cell goal = RandomFreeCell(random, ground.bits);
        ASSERT_NO_FATAL_FAILURE(ExpectPath(ground, oracle, start, goal))
            << start.column << "," << start.row << " to " << goal.column << "," << goal.row;
      }
    }
  }

  GridQuery query_;
  GridWorkspace workspace_;
  GridPath path_;
  double worst_ = 1;
  double sum_ = 0;
  int count_ = 0;
};

TEST_F(GridClusterTest, ReachesWhatCanBeReachedOnAllGridsOfFourByFourInClustersOfTwo) {
  for (uint32_t drawing = 1; drawing < 1U << 16; ++drawing) {
    const std::vector<std::string> lines = LinesOf(drawing, 4, 4);
    const GridData data = WithClusters(DrawGrid({lines.begin(), lines.end()}), 2);
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    // One start each: turned and mirrored, every grid comes eight times.
    uint32_t from = drawing % 16;
    while ((drawing >> from & 1) == 0) from = (from + 1) % 16;
    const GridDijkstra oracle(ground, map.CellOf(from));
    for (uint32_t to = 0; to < 16; ++to) {
      if ((drawing >> to & 1) == 0) continue;
      ASSERT_NO_FATAL_FAILURE(ExpectPath(ground, oracle, map.CellOf(from), map.CellOf(to)))
          << absl::StrJoin(lines, "\n") << "\n"
          << from << " to " << to;
    }
  }
}

TEST_F(GridClusterTest, FindsNearlyTheBestPathsOnRandomGridsOfAllDensities) {
  Random random(31);
  for (int round = 0; round < 2000; ++round) {
    const uint32_t columns = 1 + random.NextBelow(40);
    const uint32_t rows = 1 + random.NextBelow(40);
    const uint32_t side = 2 + random.NextBelow(7);
    const uint32_t areas = round % 4 == 0 ? 3 : 1;
    const GridData data =
        WithClusters(RandomGrid(random, columns, rows, random.NextUnit() * 0.6, areas), side);
    const GridView map = *GridView::Create(data);
    ASSERT_NO_FATAL_FAILURE(ExpectPaths(GroundOf(map), random, 3, 5)) << "round " << round;
  }
  EXPECT_LT(sum_ / count_, 1.02);
  EXPECT_LT(worst_, 1.8);
  RecordProperty("mean_ratio", std::to_string(sum_ / count_));
  RecordProperty("max_ratio", std::to_string(worst_));
}

TEST_F(GridClusterTest, ClustersMayEndNearTheBordersOfWords) {
  Random random(32);
  for (const uint32_t side : {16U, 63U, 64U, 65U, 128U, 256U}) {
    for (const uint32_t columns : {62U, 63U, 64U, 127U, 130U, 260U}) {
      const double blocked = 0.4 * random.NextUnit();
      const GridData data = WithClusters(RandomGrid(random, columns, 131, blocked, 1), side);
      const GridView map = *GridView::Create(data);
      ASSERT_NO_FATAL_FAILURE(ExpectPaths(GroundOf(map), random, 2, 20)) << columns << " in " << side;
    }
  }
}

TEST_F(GridClusterTest, APathIntoTheNextClusterIsTheBest) {
  Random random(33);
  const GridData data = WithClusters(RandomGrid(random, 90, 90, 0.3, 1), 30);
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  query_.method = GridMethod::kClusters;
  int near = 0;
  int found = 0;
  for (int i = 0; i < 50; ++i) {
    query_.start = RandomFreeCell(random, ground.bits);
    query_.goal = RandomFreeCell(random, ground.bits);
    if (!map.clusters()->tiling().AreNear(query_.start, query_.goal)) continue;
    ++near;
    FindGridPath(ground, query_, workspace_, path_);
    const GridDijkstra oracle(ground, query_.start);
    ASSERT_EQ(path_.outcome == SearchOutcome::kFound, oracle.Reaches(query_.goal));
    if (path_.outcome != SearchOutcome::kFound) continue;
    ++found;
    ASSERT_EQ(path_.steps, oracle.Steps(query_.goal));
  }
  EXPECT_GT(near, 20);
  EXPECT_GT(found, 15);
}

// Where the clusters alone prove too little the best path is searched for.
TEST_F(GridClusterTest, AnswersKeepTheRatioThatIsAskedFor) {
  Random random(34);
  int by_clusters = 0;
  int unasked = 0;
  for (int round = 0; round < 300; ++round) {
    const GridData data =
        WithClusters(RandomGrid(random, 50, 50, 0.35 * random.NextUnit(), round % 2 == 0 ? 1 : 3), 5);
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    query_.start = RandomFreeCell(random, ground.bits);
    query_.goal = RandomFreeCell(random, ground.bits);
    query_.method = round % 3 == 0 ? GridMethod::kAuto : GridMethod::kClusters;
    query_.max_cost_ratio = 1 + 0.3 * random.NextUnit();
    const GridDijkstra oracle(ground, query_.start);
    FindGridPath(ground, query_, workspace_, path_);
    ASSERT_EQ(path_.outcome == SearchOutcome::kFound, oracle.Reaches(query_.goal));
    if (path_.outcome != SearchOutcome::kFound) continue;
    ASSERT_TRUE(IsWalkable(ground, path_));
    ASSERT_LE(path_.cost_ratio, query_.max_cost_ratio);
    ASSERT_LE(path_.cost, oracle.Cost(query_.goal) * path_.cost_ratio + 1e-6);
    by_clusters += path_.method == GridMethod::kClusters ? 1 : 0;
    unasked += path_.method == GridMethod::kClusters && query_.method == GridMethod::kAuto ? 1 : 0;
  }
  EXPECT_GT(by_clusters, 50);
  EXPECT_GT(unasked, 10);
}

TEST_F(GridClusterTest, ServeOnlyTheMapAndTheCostsThatTheyWereMadeFrom) {
  const GridData data = WithClusters(DrawGrid({"....2...", "..#.....", "........"}), 2);
  const GridView map = *GridView::Create(data);
  GridGround ground = GroundOf(map);
  query_.method = GridMethod::kClusters;
  query_.goal = {7, 2};
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kClusters);
  ground.area_cost[2] = 3;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kAStar);
  ground.is_uniform = true;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kJps);
  ground = GroundOf(map);
  ground.is_changed = true;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kAStar);
  // Nor where nothing is said of what a path may cost.
  ground = GroundOf(map);
  query_.method = GridMethod::kAuto;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kAStar);
  query_.max_cost_ratio = 1.5;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kClusters);
}

TEST_F(GridClusterTest, LimitsAreKept) {
  Random random(35);
  const GridData data = WithClusters(RandomGrid(random, 200, 200, 0.1, 1), 4);
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  const GridDijkstra oracle(ground, {100, 0});
  ASSERT_TRUE(oracle.Reaches({100, 199}));
  query_.max_expansions = 5;
  Find(ground, {100, 0}, {100, 199});
  EXPECT_EQ(path_.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_EQ(path_.expanded, 5U);
  EXPECT_TRUE(path_.turns.empty());
  query_.max_expansions = 1'000'000;
  query_.deadline = AskedClock::OverAt(1);
  Find(ground, {100, 0}, {100, 199});
  EXPECT_EQ(path_.outcome, SearchOutcome::kDeadline);
}

TEST_F(GridClusterTest, PathsOverRealMapsAreFewPercentLonger) {
  WS_TEST_DATA_OR_SKIP(folder, "movingai");
  for (const std::string_view name : {"dao/orz900d", "sc1/Caldera", "rooms/32room_000", "mazes/maze512-4-0",
                                      "cities/Berlin_1_256", "random/random512-35-0"}) {
    const absl::StatusOr<ImportedGrid> source = ImportGrid(StrCat(folder, "/", name, ".map"), {}, {}, 1);
    ASSERT_TRUE(source.ok()) << source.status();
    const GridData data = WithClusters(PackGrid(source->cells, {}), 64, 2);
    const GridView map = *GridView::Create(data);
    Random random(36);
    sum_ = count_ = 0;
    worst_ = 1;
    ASSERT_NO_FATAL_FAILURE(ExpectPaths(GroundOf(map), random, 5, 40)) << name;
    EXPECT_LT(sum_ / count_, 1.012) << name;
    EXPECT_LT(worst_, 1.15) << name;
  }
}

TEST(GridClusterBakerTest, IsTheSameForAnyNumberOfThreads) {
  Random random(37);
  const GridData plain = RandomGrid(random, 150, 110, 0.2, 3);
  const GridClusterData one = *WithClusters(plain, 16, 1).clusters;
  const GridClusterData three = *WithClusters(plain, 16, 3).clusters;
  EXPECT_EQ(one.ranks, three.ranks);
  EXPECT_EQ(one.costs, three.costs);
  EXPECT_EQ(one.steps, three.steps);
  EXPECT_EQ(one.landmark_costs, three.landmark_costs);
  ASSERT_EQ(one.entrances.size(), three.entrances.size());
  for (size_t i = 0; i < one.entrances.size(); ++i) {
    EXPECT_EQ(one.entrances[i].partner, three.entrances[i].partner) << i;
    EXPECT_EQ(one.entrances[i].tree, three.entrances[i].tree) << i;
  }
}

TEST(GridClusterBakerTest, RunsHaveAnEntranceInTheMiddleAndLongOnesAtBothEnds) {
  std::vector<std::string> lines(16, std::string(32, '.'));
  for (const size_t row : {0, 4, 5, 6}) lines[row][15] = '#';  // runs of 3 and of 9 cells
  const GridData data = WithClusters(DrawGrid({lines.begin(), lines.end()}), 16);
  const GridView map = *GridView::Create(data);
  const GridClusterView& clusters = *map.clusters();
  ASSERT_EQ(clusters.entrances().size(), 6U);
  EXPECT_EQ(clusters.CellOf(EntranceId(0)), (Cell{15, 2}));
  EXPECT_EQ(clusters.CellOf(EntranceId(1)), (Cell{15, 7}));
  EXPECT_EQ(clusters.CellOf(EntranceId(2)), (Cell{15, 15}));
  EXPECT_EQ(clusters.CellOf(EntranceId(5)), (Cell{16, 15}));
  EXPECT_EQ(clusters.entrance(EntranceId(5)).partner, EntranceId(2));
  EXPECT_NEAR(clusters.CostsFrom(clusters.cluster(ClusterId(1)), EntranceId(3))[2], 13, 1e-6);
}

TEST(GridClusterBakerTest, LandmarksTellWhatLiesBetweenEntrances) {
  Random random(39);
  const GridData plain = RandomGrid(random, 60, 60, 0.35, 3);
  GridData data = plain;
  data.clusters = BakeGridClusters(*GridView::Create(plain), {.side = 8, .landmarks = 3, .thread_count = 1});
  ASSERT_EQ(data.clusters->header.landmark_count, 3U);
  const GridView map = *GridView::Create(data);
  const GridClusterView& clusters = *map.clusters();
  for (uint32_t landmark = 0; landmark < 3; ++landmark) {
    EntranceId from(0);
    while (clusters.LandmarkCosts(from)[landmark] != 0) ++from;
    // Over entrances: at least what the best path costs, and endless where there is none.
    const GridDijkstra oracle(GroundOf(map), clusters.CellOf(from));
    for (EntranceId to(0); to.value() < clusters.entrances().size(); ++to) {
      const auto cost = static_cast<double>(clusters.LandmarkCosts(to)[landmark]);
      EXPECT_EQ(cost < 1e9, oracle.Reaches(clusters.CellOf(to)));
      if (!oracle.Reaches(clusters.CellOf(to))) continue;
      EXPECT_GE(cost, oracle.Cost(clusters.CellOf(to)) - 1e-3);
      EXPECT_LE(cost, oracle.Cost(clusters.CellOf(to)) * 1.5 + 8);
    }
  }
}

TEST(GridClusterViewTest, WhatBreaksARuleIsNamed) {
  const GridData good = WithClusters(DrawGrid({"......", "..#...", "......", "#....."}), 2);
  ASSERT_TRUE(GridView::Create(good).ok());
  const auto refusal = [&good](auto&& damage) {
    GridData bad = good;
    damage(*bad.clusters);
    return GridView::Create(bad).status().ToString();
  };
  EXPECT_THAT(refusal([](GridClusterData& b) { b.header.side = 1; }), HasSubstr("header: a side of 1 cells"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.header.side = 257; }), HasSubstr("header: a side of 257"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.header.side = 0; }), HasSubstr("header: a side of 0"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.header.side = 3; }), HasSubstr("header: 6 clusters of 4"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.header.reserved[11] = 1; }), HasSubstr("reserved words"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.clusters.pop_back(); }), HasSubstr("records: 5 of 6"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.entrances.pop_back(); }), HasSubstr("entrances: "));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.ranks.push_back(0); }), HasSubstr("ranks: 13 of 12"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.ranks[3] = 3; }),
              HasSubstr("ranks[3]: differs from the rows"));
  EXPECT_THAT(refusal([](GridClusterData& b) { ++b.clusters[1].first_cost; }),
              HasSubstr("records[1]: does not follow"));
  EXPECT_THAT(refusal([](GridClusterData& b) { ++b.clusters[1].first_step; }),
              HasSubstr("records[1]: does not follow"));
  EXPECT_THAT(refusal([](GridClusterData& b) { ++b.clusters[1].first_entrance; }),
              HasSubstr("records[1]: does not follow"));
  EXPECT_THAT(
      refusal([](GridClusterData& b) { b.clusters[5].tree_count = b.clusters[5].entrance_count + 1; }),
      HasSubstr("records[5]: bad counts"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.clusters[5].free_count = 70'000; }),
              HasSubstr("records[5]: bad"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.clusters[5].entrance_count = 0xffffffff; }),
              HasSubstr("records[5]: bad counts"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.costs.pop_back(); }), HasSubstr("costs: "));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.costs[2] = -1; }), HasSubstr("costs[2]: must be 0 or more"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.header.landmark_count = 17; }),
              HasSubstr("header: 17 landmarks"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.landmark_costs.pop_back(); }),
              HasSubstr("landmark costs: "));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.landmark_costs[4] = std::nanf(""); }),
              HasSubstr("landmark costs[4]: must be 0 or more"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.steps.pop_back(); }), HasSubstr("steps: "));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.entrances[0].column = 5; }),
              HasSubstr("entrances[0]: outside"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.entrances[0].tree = 9; }),
              HasSubstr("entrances[0]: no tree 9"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.entrances[0].partner = EntranceId::None(); }),
              HasSubstr("entrances[0]: its partner"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.entrances[0].partner = EntranceId(1); }),
              HasSubstr("entrances[0]: its partner"));
  EXPECT_THAT(refusal([](GridClusterData& b) { b.entrances[0].column = b.entrances[0].row = 0; }),
              HasSubstr("entrances[0]: leads into no other cluster"));
  GridData walled = good;
  walled.clusters->clusters[0].free_count = 3;
  EXPECT_FALSE(GridView::Create(walled).ok());
}

// Costs and trees may hold anything: a search finds a path over free cells, or by the door to all searches the
// right one.
TEST_F(GridClusterTest, WrongTreesAndCostsLeadNobodyThroughAWall) {
  Random random(38);
  int found = 0;
  int lost = 0;
  for (int round = 0; round < 2000; ++round) {
    GridData data = WithClusters(RandomGrid(random, 24, 20, 0.3, round % 2 == 0 ? 1 : 3), 5);
    GridClusterData& clusters = *data.clusters;
    if (clusters.steps.empty()) continue;
    for (uint32_t i = 0; i < 1 + random.NextBelow(200); ++i) {
      clusters.steps[random.NextBelow(static_cast<uint32_t>(clusters.steps.size()))] =
          static_cast<uint8_t>(random.NextBelow(256));
      clusters.costs[random.NextBelow(static_cast<uint32_t>(clusters.costs.size()))] =
          static_cast<float>(random.NextBelow(30));
    }
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    const Cell start = RandomFreeCell(random, ground.bits);
    const Cell goal = RandomFreeCell(random, ground.bits);
    const GridDijkstra oracle(ground, start);
    Find(ground, start, goal);
    ASSERT_TRUE(path_.outcome != SearchOutcome::kFound || IsWalkable(ground, path_)) << round;
    found += path_.outcome == SearchOutcome::kFound ? 1 : 0;
    lost += path_.outcome == SearchOutcome::kExhausted && oracle.Reaches(goal) ? 1 : 0;
    query_.method = GridMethod::kClusters;
    FindGridPath(ground, query_, workspace_, path_);
    ASSERT_NO_FATAL_FAILURE(ExpectFits(ground, oracle, start, goal)) << round;
  }
  EXPECT_GT(found, 300);
  EXPECT_GT(lost, 10);
}

}  // namespace
}  // namespace waystone
