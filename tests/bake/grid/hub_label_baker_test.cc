#include "bake/grid/hub_label_baker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_join.h"
#include "bake/grid/corner_graph.h"
#include "bake/grid/grid_packer.h"
#include "bake/import/grid_importer.h"
#include "core/base/crc32c.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_search.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/support/asked_clock.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

GridData WithLabels(GridData data) {
  HubLabelResult result = BakeHubLabels(*GridView::Create(data), {});
  EXPECT_EQ(result.left_out, "");
  data.hub_labels = std::move(result.data);
  return data;
}

// Searches by hub labels and holds what is found against the oracle.
class HubLabelTest : public ::testing::Test {
 protected:
  void Find(const GridGround& ground, Cell start, Cell goal) {
    GridQuery query;
    query.start = start;
    query.goal = goal;
    FindGridPath(ground, query, workspace_, path_);
    ASSERT_EQ(path_.method, GridMethod::kHubLabels);
  }

  void ExpectShortest(const GridGround& ground, const GridDijkstra& oracle, Cell start, Cell goal) {
    ASSERT_NO_FATAL_FAILURE(Find(ground, start, goal));
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
  }

  void ExpectShortest(const GridGround& ground, Random& random, int starts, int goals) {
    for (int i = 0; i < starts; ++i) {
      const Cell start = RandomFreeCell(random, ground.bits);
      if (start.column < 0) return;
      const GridDijkstra oracle(ground, start);
      for (int k = 0; k < goals; ++k) {
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(ground, oracle, start, RandomFreeCell(random, ground.bits)));
      }
    }
  }

  GridWorkspace workspace_;
  GridPath path_;
};

TEST_F(HubLabelTest, IsShortestBetweenAllCellsOfAllGridsOfFourByFour) {
  for (uint32_t drawing = 1; drawing < 1U << 16; ++drawing) {
    const std::vector<std::string> lines = LinesOf(drawing, 4, 4);
    const GridData data = WithLabels(DrawGrid({lines.begin(), lines.end()}));
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    // One start each: turned and mirrored, every grid comes eight times.
    uint32_t from = drawing % 16;
    while ((drawing >> from & 1) == 0) from = (from + 1) % 16;
    const GridDijkstra oracle(ground, map.CellOf(from));
    for (uint32_t to = 0; to < 16; ++to) {
      if ((drawing >> to & 1) == 0) continue;
      ASSERT_NO_FATAL_FAILURE(ExpectShortest(ground, oracle, map.CellOf(from), map.CellOf(to)))
          << absl::StrJoin(lines, "\n") << "\n"
          << from << " to " << to;
    }
  }
}

TEST_F(HubLabelTest, IsShortestOnRandomGridsOfAllDensities) {
  Random random(21);
  for (int round = 0; round < 3000; ++round) {
    const uint32_t columns = 1 + random.NextBelow(30);
    const uint32_t rows = 1 + random.NextBelow(30);
    const GridData data = WithLabels(RandomGrid(random, columns, rows, random.NextUnit() * 0.7, 1));
    const GridView map = *GridView::Create(data);
    ASSERT_NO_FATAL_FAILURE(ExpectShortest(GroundOf(map), random, 3, 5)) << "round " << round;
  }
}

TEST_F(HubLabelTest, IsShortestOnGridsWhoseSidesEndNearTheBordersOfWords) {
  Random random(22);
  for (const uint32_t columns : {61U, 62U, 63U, 64U, 126U, 127U, 130U}) {
    for (const uint32_t rows : {5U, 62U, 63U, 126U, 129U}) {
      for (const double blocked : {0.0, 0.003, 0.03, 0.3}) {
        const GridData data = WithLabels(RandomGrid(random, columns, rows, blocked, 1));
        const GridView map = *GridView::Create(data);
        ASSERT_NO_FATAL_FAILURE(ExpectShortest(GroundOf(map), random, 2, 20)) << columns << " x " << rows;
      }
    }
  }
}

TEST_F(HubLabelTest, ChangedGroundIsSearchedWithoutIt) {
  const GridData data = WithLabels(DrawGrid({"...", ".#.", "..."}));
  const GridView map = *GridView::Create(data);
  GridGround ground = GroundOf(map);
  GridQuery query;
  query.goal = {2, 2};
  EXPECT_EQ(PickMethod(ground, query), GridMethod::kHubLabels);
  ground.is_changed = true;
  query.method = GridMethod::kHubLabels;
  EXPECT_NE(PickMethod(ground, query), GridMethod::kHubLabels);
}

TEST_F(HubLabelTest, FindsTheBenchmarksOwnLengthsForAllTheirQueries) {
  WS_TEST_DATA_OR_SKIP(folder, "movingai");
  struct Set {
    std::string_view family;
    std::string_view name;
  };
  for (const Set& set : {Set{"dao", "arena2"}, Set{"dao", "lak303d"}, Set{"dao", "brc501d"},
                         Set{"dao", "orz900d"}, Set{"da2", "w_woundedcoast"}, Set{"bg512", "AR0072SR"},
                         Set{"sc1", "Caldera"}, Set{"wc3maps512", "darkforest"}, Set{"rooms", "32room_000"},
                         Set{"mazes", "maze512-4-0"}, Set{"cities", "Berlin_1_256"}}) {
    const std::string file = StrCat(folder, "/", set.family, "/", set.name, ".map");
    const absl::StatusOr<ImportedGrid> source = ImportGrid(file, {}, {}, 1);
    ASSERT_TRUE(source.ok()) << source.status();
    const GridData data = WithLabels(PackGrid(source->cells, {}));
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    std::istringstream queries(ReadTestFile(file + ".scen"));
    std::istringstream golden(ReadTestFile(StrCat(folder, "/golden/", set.name, ".csv")));
    std::string line;
    std::getline(queries, line);
    std::getline(golden, line);
    size_t count = 0;
    for (; std::getline(golden, line); ++count) {
      int id = 0;
      int cardinal = 0;
      int diagonal = 0;
      ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%d", &id, &cardinal, &diagonal), 3);
      std::string word;
      Cell start;
      Cell goal;
      queries >> word >> word >> word >> word >> start.column >> start.row >> goal.column >> goal.row >> word;
      ASSERT_TRUE(queries) << set.name << " " << id;
      if (cardinal < 0 && !(map.IsFree(start) && map.IsFree(goal))) continue;
      ASSERT_NO_FATAL_FAILURE(Find(ground, start, goal));
      ASSERT_EQ(path_.outcome == SearchOutcome::kFound, cardinal >= 0) << set.name << " " << id;
      if (cardinal < 0) continue;
      ASSERT_EQ(path_.steps, (GridSteps{static_cast<uint32_t>(cardinal), static_cast<uint32_t>(diagonal)}))
          << set.name << " " << id;
      ASSERT_TRUE(IsWalkable(ground, path_)) << set.name << " " << id;
    }
    EXPECT_GT(count, 900U) << set.name;
  }
}

TEST(CornerGraphTest, CornersSeeEachOtherThroughFreeGroundOnly) {
  // Corners: o. The one beyond the wall is seen by none, the others by both neighbours.
  const GridData data = DrawGrid({"......",  //
                                  "..##..",  //
                                  "......"});
  const HubLabelResult result = BakeHubLabels(*GridView::Create(data), {});
  EXPECT_EQ(result.corner_count, 4U);
  const HubLabelView view(result.data);
  const GridView map = *GridView::Create(data);
  const CornerGraph graph = MakeCornerGraph(view.BitsOf(map.bits()));
  EXPECT_THAT(graph.cells, ::testing::ElementsAre(Cell{1, 0}, Cell{4, 0}, Cell{1, 2}, Cell{4, 2}));
  EXPECT_THAT(graph.SightsOf(CornerId(0)), ::testing::ElementsAre(CornerId(1), CornerId(2)));
  EXPECT_THAT(graph.SightsOf(CornerId(3)), ::testing::ElementsAre(CornerId(1), CornerId(2)));
}

TEST(CornerGraphTest, SightIsMutual) {
  Random random(23);
  for (int round = 0; round < 300; ++round) {
    const GridData data = WithLabels(RandomGrid(random, 40, 40, random.NextUnit() * 0.5, 1));
    const GridView map = *GridView::Create(data);
    const CornerGraph graph = MakeCornerGraph(map.hub_labels().BitsOf(map.bits()));
    for (CornerId corner(0); corner.value() < graph.size(); ++corner) {
      for (const CornerId seen : graph.SightsOf(corner)) {
        EXPECT_THAT(graph.SightsOf(seen), ::testing::Contains(corner));
      }
    }
  }
}

template <typename Record>
uint32_t CrcOf(const std::vector<Record>& records) {
  return Crc32c(std::as_bytes(std::span(records)));
}

TEST(HubLabelBakeTest, TheSameGridHasTheSameBytes) {
  Random random(24);
  const GridData data = RandomGrid(random, 90, 80, 0.2, 1);
  const HubLabelResult first = BakeHubLabels(*GridView::Create(data), {});
  const HubLabelResult again = BakeHubLabels(*GridView::Create(data), {});
  EXPECT_EQ(CrcOf(first.data.hubs), CrcOf(again.data.hubs));
  // Others would be those of another compiler, or of another order of hubs.
  EXPECT_EQ(CrcOf(first.data.hubs), 1933829716U);
  EXPECT_EQ(CrcOf(first.data.first_hub), 3060698018U);
}

TEST(HubLabelBakeTest, IsLeftOutWhereItWouldBeTooLarge) {
  Random random(25);
  const GridData data = RandomGrid(random, 60, 60, 0.3, 1);
  const GridView map = *GridView::Create(data);
  HubLabelOptions options;
  options.max_corners = 100;
  HubLabelResult result = BakeHubLabels(map, options);
  EXPECT_THAT(result.left_out, HasSubstr("corners of obstacles, more than 100"));
  EXPECT_TRUE(HubLabelView(result.data).empty());
  options = {};
  options.max_bytes_per_cell = 5;
  result = BakeHubLabels(map, options);
  EXPECT_EQ(result.left_out, "more than 5 bytes per cell");
  EXPECT_TRUE(HubLabelView(result.data).empty());
  options = {};
  options.max_steps = 1000;
  result = BakeHubLabels(map, options);
  EXPECT_THAT(result.left_out, MatchesRegex("labels of [0-9]+ corners take more than 1000 steps"));
  EXPECT_TRUE(HubLabelView(result.data).empty());
}

TEST(HubLabelBakeTest, GroundOfDifferentCostsHasNone) {
  const GridData data = DrawGrid({".2", "#."});
  EXPECT_EQ(BakeHubLabels(*GridView::Create(data), {}).left_out, "cells of different costs");
}

std::string Refusal(const GridData& data) { return GridView::Create(data).status().ToString(); }

TEST(HubLabelCheckTest, WhatBreaksARuleIsNamed) {
  const GridData good = WithLabels(DrawGrid({"......", "..##..", "......"}));
  GridData bad = good;
  bad.hub_labels.plain_words[1] ^= 2;
  EXPECT_THAT(Refusal(bad), HasSubstr("plain: not the cells that turn no paths"));
  bad = good;
  bad.hub_labels.plain_words.back() ^= 1;
  EXPECT_THAT(Refusal(bad), HasSubstr("plain: not the cells that turn no paths"));
  bad = good;
  bad.hub_labels.plain_words.pop_back();
  EXPECT_THAT(Refusal(bad), HasSubstr("plain: 25 words of 26"));
  bad = good;
  bad.hub_labels.corners_before[3] = 7;
  EXPECT_THAT(Refusal(bad), HasSubstr("counts[3]: not 2"));
  bad = good;
  bad.hub_labels.corners_before.push_back(4);
  EXPECT_THAT(Refusal(bad), HasSubstr("counts: 6 of 5"));
  bad = good;
  bad.hub_labels.first_hub.push_back(0);
  EXPECT_THAT(Refusal(bad), HasSubstr("rows: 6 of 5"));
  bad = good;
  bad.hub_labels.first_hub[1] = 1000;
  EXPECT_THAT(Refusal(bad), HasSubstr("rows[1]: not ascending"));
  bad = good;
  bad.hub_labels.first_hub[0] = 1;
  EXPECT_THAT(Refusal(bad), HasSubstr("rows[0]: must be 0"));
  bad = good;
  bad.hub_labels.hubs.push_back({});
  EXPECT_THAT(Refusal(bad), HasSubstr("rows: end before the hubs do"));
  bad = good;
  bad.hub_labels.hubs[0].hub_and_octant += 100U << kOctantBits;
  EXPECT_THAT(Refusal(bad), HasSubstr("hubs[0]: not ascending"));
  for (uint32_t i = 0; i < good.hub_labels.hubs.size(); ++i) {
    bad = good;
    bad.hub_labels.hubs[i].cardinal += 1;
    EXPECT_THAT(Refusal(bad), HasSubstr("leads to no hub")) << i;
    bad = good;
    bad.hub_labels.hubs[i].next = static_cast<uint32_t>(good.hub_labels.hubs.size());
    EXPECT_THAT(Refusal(bad), HasSubstr("leads to no hub")) << i;
  }
}

// Whatever passes the check is searched to an end, over free cells.
TEST(HubLabelCheckTest, DamagedLabelsAreRefusedOrHarmless) {
  Random random(26);
  GridWorkspace workspace;
  GridPath path;
  GridQuery query;
  int passed = 0;
  for (int round = 0; round < 4000; ++round) {
    GridData data = WithLabels(RandomGrid(random, 12, 12, 0.25, 1));
    std::vector<GridHub>& hubs = data.hub_labels.hubs;
    if (hubs.empty()) continue;
    GridHub& hub = hubs[random.NextBelow(static_cast<uint32_t>(hubs.size()))];
    switch (random.NextBelow(4)) {
      case 0:
        hub.hub_and_octant ^= 1U << random.NextBelow(8);
        break;
      case 1:
        hub.next = random.NextBelow(static_cast<uint32_t>(hubs.size()) + 2);
        break;
      case 2:
        hub.cardinal ^= static_cast<uint16_t>(1U << random.NextBelow(4));
        break;
      default:
        hub = hubs[random.NextBelow(static_cast<uint32_t>(hubs.size()))];
        break;
    }
    const absl::StatusOr<GridView> map = GridView::Create(data);
    if (!map.ok()) continue;
    ++passed;
    for (int i = 0; i < 20; ++i) {
      const GridGround ground = GroundOf(*map);
      query.start = RandomFreeCell(random, ground.bits);
      query.goal = RandomFreeCell(random, ground.bits);
      FindGridPath(ground, query, workspace, path);
      if (path.outcome != SearchOutcome::kFound) continue;
      ASSERT_TRUE(IsWalkable(ground, path));
    }
  }
  EXPECT_GT(passed, 10);
}

TEST(HubLabelBakerTest, AQueryWhoseTimeIsOverIsToldAndLeavesNothingBehind) {
  Random random(21);
  const GridData data = WithLabels(RandomGrid(random, 100, 80, 0.2, 1));
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  GridWorkspace workspace;
  GridPath path;
  uint32_t late = 0;
  for (int i = 0; i < 200; ++i) {
    GridQuery query;
    query.start = RandomFreeCell(random, ground.bits);
    query.goal = RandomFreeCell(random, ground.bits);
    FindGridPath(ground, query, workspace, path);
    const GridPath whole = path;
    ASSERT_EQ(whole.method, GridMethod::kHubLabels);
    query.deadline = AskedClock::OverAt(1 + i % 6);
    FindGridPath(ground, query, workspace, path);
    if (path.outcome == SearchOutcome::kDeadline) {
      EXPECT_TRUE(path.turns.empty());
      ++late;
    } else {
      EXPECT_EQ(path.turns, whole.turns);
    }
    const std::atomic<bool> is_cancelled = true;
    query.deadline = Deadline(Deadline::Clock::time_point::max(), &is_cancelled);
    FindGridPath(ground, query, workspace, path);
    EXPECT_TRUE(path.outcome == SearchOutcome::kCancelled || path.turns == whole.turns);
    query.deadline = {};
    FindGridPath(ground, query, workspace, path);
    ASSERT_EQ(path.steps, whole.steps);
  }
  EXPECT_GT(late, 50U);
}

}  // namespace
}  // namespace waystone
