#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>

#include "bake/grid/bound_baker.h"
#include "bake/grid/hub_label_baker.h"
#include "bake/grid/jump_baker.h"
#include "core/grid/goal_bounds.h"
#include "core/grid/grid_search.h"
#include "tests/core/grid/random_grid.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

std::string Refusal(const GridData& data) { return GridView::Create(data).status().ToString(); }

TEST(SearchBakerTest, JumpsEndAtTurnsAndAtObstacles) {
  GridData data = DrawGrid({".....",  //
                            ".#...",  //
                            "....."});
  ASSERT_EQ(BakeJumps({}, data), "");
  const auto jump = [&](uint32_t column, uint32_t row, DirectionSet direction) {
    return data
        .jumps[(row * 5 + column) * kJumpsPerCell + static_cast<uint32_t>(std::countr_zero(direction))];
  };
  EXPECT_EQ(jump(0, 0, kEast), 2);   // behind the obstacle
  EXPECT_EQ(jump(2, 0, kEast), -2);  // the border
  EXPECT_EQ(jump(4, 0, kWest), 4);   // before it
  EXPECT_EQ(jump(0, 1, kEast), 0);
  EXPECT_EQ(jump(1, 1, kEast), 0);
  EXPECT_EQ(jump(2, 2, kNorthWest), 0);
  EXPECT_EQ(jump(3, 2, kNorthWest), 1);  // (2, 1) looks north to a turn
  EXPECT_EQ(jump(4, 2, kNorthWest), 2);  // (3, 1) looks at none, (2, 0) west to one
  EXPECT_EQ(jump(3, 1, kNorthEast), -1);
}

TEST(SearchBakerTest, LargeGridsAndThoseOfDifferentCostGetNoJumps) {
  GridData data = DrawGrid({"....", "...."});
  EXPECT_EQ(BakeJumps({.max_cells = 7}, data), "8 cells are more than the 7 that jumps are baked for");
  EXPECT_TRUE(data.jumps.empty());
  BoundBakeOptions bounds;
  EXPECT_EQ(BakeBounds(bounds, data), "there are no baked jumps");
  GridData costly = DrawGrid({".2", ".."});
  EXPECT_EQ(BakeJumps({}, costly), "cells differ in cost");
  EXPECT_EQ(BakeJumps({}, data), "");
  bounds.max_free_cells = 7;
  EXPECT_THAT(BakeBounds(bounds, data), HasSubstr("8 free cells are more than the 7"));
}

TEST(SearchBakerTest, GridsFullOfTurnsGetNoBounds) {
  Random random(4);
  GridData data = RandomGrid(random, 60, 60, 0.35, 1);
  ASSERT_EQ(BakeJumps({}, data), "");
  EXPECT_THAT(BakeBounds({}, data), HasSubstr("too many for goal bounds"));
  EXPECT_TRUE(data.bounds.empty());
}

TEST(SearchBakerTest, BoundsAreTheSameOnAnyNumberOfThreads) {
  Random random(5);
  GridData data = RandomGrid(random, 80, 50, 0.1, 1);
  ASSERT_EQ(BakeJumps({}, data), "");
  BoundBakeOptions options;
  options.max_bytes_per_cell = 1000;
  options.threads = 1;
  ASSERT_EQ(BakeBounds(options, data), "");
  GridData other = data;
  options.threads = 3;
  ASSERT_EQ(BakeBounds(options, other), "");
  ASSERT_EQ(other.bounds.size(), data.bounds.size());
  EXPECT_EQ(std::memcmp(other.bounds.data(), data.bounds.data(), data.bounds.size() * sizeof(CellBound)), 0);
}

TEST(SearchBakerTest, ViewsRefuseWhatASearchCouldNotFollow) {
  Random random(6);
  GridData good = RandomGrid(random, 30, 20, 0.1, 1);
  ASSERT_EQ(BakeJumps({}, good), "");
  BoundBakeOptions options;
  options.max_bytes_per_cell = 1000;
  ASSERT_EQ(BakeBounds(options, good), "");
  ASSERT_TRUE(GridView::Create(good).ok());
  for (int i = 0; i < 500; ++i) {
    GridData bad = good;
    int16_t& jump = bad.jumps[random.NextBelow(static_cast<uint32_t>(bad.jumps.size()))];
    jump = static_cast<int16_t>(jump ^ (1 << random.NextBelow(16)));
    EXPECT_THAT(Refusal(bad), HasSubstr("differs from the rows"));
  }
  GridData bad = good;
  bad.jumps.pop_back();
  EXPECT_THAT(Refusal(bad), HasSubstr("jumps: 4799 of 4800"));
  bad = good;
  bad.jumps.clear();
  EXPECT_THAT(Refusal(bad), HasSubstr("bound words: without jumps"));
  bad = good;
  bad.bound_words[3].cells ^= 1;
  EXPECT_THAT(Refusal(bad), HasSubstr("bound words[4]: do not count on"));
  bad = good;
  bad.bound_words[2].first += 1;
  EXPECT_THAT(Refusal(bad), HasSubstr("bound words[2]: do not count on"));
  bad = good;
  bad.bounds.pop_back();
  EXPECT_THAT(Refusal(bad), HasSubstr("bounds: "));
}

TEST(SearchBakerTest, AnyBoundsEndASearchOnFreeCells) {
  Random random(7);
  GridData data = RandomGrid(random, 40, 40, 0.15, 1);
  ASSERT_EQ(BakeJumps({}, data), "");
  BoundBakeOptions options;
  options.max_bytes_per_cell = 1000;
  ASSERT_EQ(BakeBounds(options, data), "");
  for (CellBound& bound : data.bounds) {
    bound.right = static_cast<uint16_t>(random.NextU64());
    bound.regions = random.NextU64();
  }
  data.bound_regions.row_end[5] = 0xffff;
  const GridView map = *GridView::Create(data);
  GridWorkspace workspace;
  GridPath path;
  for (int i = 0; i < 300; ++i) {
    GridQuery query;
    query.start = RandomFreeCell(random, map.bits());
    query.goal = RandomFreeCell(random, map.bits());
    FindGridPath(GroundOf(map), query, workspace, path);
    for (const Cell cell : path.turns) EXPECT_TRUE(map.IsFree(cell));
  }
}

// So that nothing is lost but the names where the baker leaves jumps out beside hub labels.
TEST(SearchBakerTest, HubLabelsAreValidForWhateverJumpsAndBoundsAreValidFor) {
  Random random(9);
  GridData data = RandomGrid(random, 30, 30, 0.1, 1);
  ASSERT_EQ(BakeJumps({}, data), "");
  ASSERT_EQ(BakeBounds({.max_bytes_per_cell = 1000}, data), "");
  data.hub_labels = BakeHubLabels(*GridView::Create(data), {}).data;
  const GridView map = *GridView::Create(data);
  ASSERT_FALSE(map.hub_labels().empty());
  for (const bool is_changed : {false, true}) {
    for (const bool is_uniform : {false, true}) {
      GridGround ground = GroundOf(map);
      ground.is_changed = is_changed;
      ground.is_uniform = is_uniform;
      const auto is_valid = [&](GridMethod method) {
        GridQuery query;
        query.method = method;
        return PickMethod(ground, query) == method;
      };
      EXPECT_EQ(is_valid(GridMethod::kHubLabels), is_uniform && !is_changed);
      EXPECT_EQ(is_valid(GridMethod::kJpsPlus), is_valid(GridMethod::kHubLabels));
      EXPECT_EQ(is_valid(GridMethod::kBounded), is_valid(GridMethod::kHubLabels));
    }
  }
}

}  // namespace
}  // namespace waystone
