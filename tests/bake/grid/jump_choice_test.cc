#include "bake/grid/jump_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bake/grid/jump_baker.h"
#include "core/grid/grid_search.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

GridData WithJumps(GridData data) {
  EXPECT_EQ(BakeJumps({}, data), "");
  return data;
}

GridData Scattered(uint32_t side, double blocked) {
  Random random(1);
  return WithJumps(RandomGrid(random, side, side, blocked, 1));
}

// Walls every `room` cells, each with a door in its middle.
GridData Rooms(uint32_t side, uint32_t room) {
  std::vector<std::string> lines(side, std::string(side, '.'));
  for (uint32_t i = 0; i < side * side; ++i) {
    const uint32_t x = i % side % room;
    const uint32_t y = i / side % room;
    if ((x == room - 1 && y != room / 2) || (y == room - 1 && x != room / 2)) lines[i / side][i % side] = '#';
  }
  return WithJumps(DrawGrid({lines.begin(), lines.end()}));
}

TEST(JumpChoiceTest, BitsWinWhereRunsAreShortAndTheTableOutgrowsTheCache) {
  EXPECT_TRUE(ChooseJumps(Scattered(400, 0.35)).is_bits);
  EXPECT_TRUE(ChooseJumps(Scattered(400, 0.1)).is_bits);
  EXPECT_FALSE(ChooseJumps(Scattered(100, 0.35)).is_bits);
  EXPECT_FALSE(ChooseJumps(Rooms(400, 50)).is_bits);
  EXPECT_FALSE(ChooseJumps(Rooms(400, 400)).is_bits);
}

TEST(JumpChoiceTest, IsTheSameEachTimeAndSaysWhatWasCounted) {
  const GridData data = Scattered(300, 0.3);
  const JumpChoice choice = ChooseJumps(data);
  EXPECT_GE(choice.search_count, 16U);
  EXPECT_LE(choice.search_count, 64U);
  EXPECT_EQ(ChooseJumps(data).reason, choice.reason);
  // Others would be those of another compiler.
  EXPECT_EQ(
      choice.reason,
      "in 62 sampled searches the bits cost 6760160 (666178 runs, 19676 more words) and baked jumps 8546700 "
      "(56978 lines of memory)");
}

TEST(JumpChoiceTest, WithoutAnyPathTheJumpsStay) {
  const JumpChoice choice = ChooseJumps(WithJumps(DrawGrid({".#", "##"})));
  EXPECT_FALSE(choice.is_bits);
  EXPECT_EQ(choice.search_count, 0U);
  EXPECT_THAT(choice.reason, HasSubstr("in 0 sampled searches"));
}

TEST(JumpChoiceTest, GridsOfManyPiecesAreSampledToo) {
  std::vector<std::string> lines(300, std::string(300, '.'));
  for (uint32_t i = 2; i < 300; i += 3) lines[i] = std::string(300, '#');
  const JumpChoice choice = ChooseJumps(WithJumps(DrawGrid({lines.begin(), lines.end()})));
  EXPECT_GT(choice.search_count, 0U);
}

// Whichever is chosen, paths cost what the oracle's do.
TEST(JumpChoiceTest, PathsByTheChosenSearchAreShortest) {
  for (GridData data : {Scattered(300, 0.35), Rooms(200, 25)}) {
    const bool is_bits = ChooseJumps(data).is_bits;
    if (is_bits) data.jumps.clear();
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    Random random(2);
    GridWorkspace workspace;
    GridPath path;
    GridQuery query;
    query.start = RandomFreeCell(random, map.bits());
    const GridDijkstra oracle(ground, query.start);
    for (int i = 0; i < 50; ++i) {
      query.goal = RandomFreeCell(random, map.bits());
      FindGridPath(ground, query, workspace, path);
      EXPECT_EQ(path.method, is_bits ? GridMethod::kJps : GridMethod::kJpsPlus);
      ASSERT_EQ(path.outcome == SearchOutcome::kFound, oracle.Reaches(query.goal));
      if (path.outcome != SearchOutcome::kFound) continue;
      EXPECT_EQ(path.steps, oracle.Steps(query.goal));
      EXPECT_TRUE(IsWalkable(ground, path));
    }
  }
}

}  // namespace
}  // namespace waystone
