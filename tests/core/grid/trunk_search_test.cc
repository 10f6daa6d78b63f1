#include "core/grid/trunk_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "bake/grid/trunk_baker.h"
#include "core/grid/grid_changes.h"
#include "core/grid/grid_search.h"
#include "core/grid/trunk_costs.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

GridData WithTrunk(GridData data, const TrunkOptions& options) {
  const GridView map = *GridView::Create(data);
  absl::StatusOr<TrunkData> trunk = BakeTrunk(map, options);
  if (trunk.ok()) data.trunk = *std::move(trunk);
  return data;
}

// Two rooms, each with a point at its far side, and two passages.
GridData TwoRooms() {
  return WithTrunk(DrawGrid({"....2....",  //
                             "....#....",  //
                             "....#....",  //
                             "....2...."}),
                   {.points = {{2, 0}, {6, 0}, {2, 3}, {6, 3}}});
}

class TrunkSearchTest : public ::testing::Test {
 protected:
  void Find(const GridGround& ground, Cell start, Cell goal) {
    query_.start = start;
    query_.goal = goal;
    FindGridPath(ground, query_, workspace_, path_);
  }

  GridQuery query_;
  GridWorkspace workspace_;
  GridPath path_;
};

TEST_F(TrunkSearchTest, JoinsTheTrunkAtBothEnds) {
  GridData data = DrawGrid(
      {std::string(60, '.'), std::string(30, '.') + "3" + std::string(29, '.'), std::string(60, '.')});
  data = WithTrunk(
      std::move(data),
      {.points = {{10, 1}, {20, 1}, {30, 0}, {40, 1}, {50, 1}, {15, 2}, {45, 2}, {35, 2}, {25, 2}}});
  const GridView map = *GridView::Create(data);
  ASSERT_NE(map.trunk(), nullptr);
  query_.method = GridMethod::kTrunk;
  Find(GroundOf(map), {1, 1}, {58, 1});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
  EXPECT_EQ(path_.method, GridMethod::kTrunk);
  EXPECT_TRUE(IsWalkable(GroundOf(map), path_));
  EXPECT_LT(path_.cost_ratio, 1.2);
}

TEST_F(TrunkSearchTest, WhatTheEndsFindThemselvesIsExact) {
  const GridData data = TwoRooms();
  const GridView map = *GridView::Create(data);
  query_.method = GridMethod::kTrunk;
  Find(GroundOf(map), {1, 1}, {2, 2});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
  EXPECT_EQ(path_.method, GridMethod::kAStar);
  EXPECT_EQ(path_.steps, (GridSteps{0, 1}));
  EXPECT_EQ(path_.cost_ratio, 1);
  // From the far end: the goal lies alone.
  GridData alone = DrawGrid({"2........#."});
  alone = WithTrunk(std::move(alone), {.points = {{3, 0}, {5, 0}}});
  const GridView alone_map = *GridView::Create(alone);
  Find(GroundOf(alone_map), {0, 0}, {10, 0});
  EXPECT_EQ(path_.outcome, SearchOutcome::kExhausted);
  EXPECT_TRUE(path_.turns.empty());
}

TEST_F(TrunkSearchTest, IsTakenUnaskedOnlyForLongPathsThatMayCostMore) {
  std::vector<std::string> lines(40, std::string(40, '.'));
  for (size_t i = 0; i < 40; ++i) lines[i][(7 * i) % 40] = '4';
  GridData data = WithTrunk(DrawGrid({lines.begin(), lines.end()}), {.point_count = 60});
  const GridView map = *GridView::Create(data);
  const GridGround ground = GroundOf(map);
  query_.start = {0, 0};
  query_.goal = {39, 39};
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kAStar);
  query_.max_cost_ratio = 1.1;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kTrunk);
  query_.goal = {6, 6};
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kAStar);
  query_.goal = {39, 39};
  query_.method = GridMethod::kAStar;
  EXPECT_EQ(PickMethod(ground, query_), GridMethod::kAStar);
  query_.method = GridMethod::kAuto;
  GridGround uniform = ground;
  uniform.is_uniform = true;
  EXPECT_NE(PickMethod(uniform, query_), GridMethod::kTrunk);
}

TEST_F(TrunkSearchTest, StopsAtTheLimitOfExpansions) {
  const GridData data = TwoRooms();
  const GridView map = *GridView::Create(data);
  query_.method = GridMethod::kTrunk;
  query_.max_expansions = 3;
  Find(GroundOf(map), {0, 0}, {8, 0});
  EXPECT_EQ(path_.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_EQ(path_.expanded, 3U);
}

// Long paths over random ground, of a ratio that a trunk alone rarely proves.
TEST_F(TrunkSearchTest, UnaskedItCostsLittleMoreThanTheSearchWithoutIt) {
  Random random(72);
  const GridData data = WithTrunk(RandomGrid(random, 140, 140, 0.15, 4), {.point_count = 200});
  const GridView map = *GridView::Create(data);
  ASSERT_NE(map.trunk(), nullptr);
  const GridGround ground = GroundOf(map);
  uint32_t by_trunk = 0;
  uint32_t late = 0;
  for (uint32_t i = 0; i < 40; ++i) {
    query_ = {};
    query_.max_cost_ratio = 1.01 + 0.02 * (i % 4);
    const Cell start = RandomFreeCell(random, ground.bits);
    const Cell goal = RandomFreeCell(random, ground.bits);
    if (!DoesTrunkPay(ground, *map.trunk(), start, goal)) continue;
    Find(ground, start, goal);
    const GridPath bounded = path_;
    const GridDijkstra oracle(ground, start);
    ASSERT_EQ(bounded.outcome == SearchOutcome::kFound, oracle.Reaches(goal));
    if (!oracle.Reaches(goal)) continue;
    ASSERT_TRUE(IsWalkable(ground, bounded)) << i;
    ASSERT_LE(bounded.cost, oracle.Cost(goal) * query_.max_cost_ratio * (1 + 1e-9)) << i;
    ASSERT_LE(bounded.cost, oracle.Cost(goal) * bounded.cost_ratio * (1 + 1e-9)) << i;
    by_trunk += bounded.method == GridMethod::kTrunk ? 1 : 0;
    query_.method = GridMethod::kAStar;
    Find(ground, start, goal);
    EXPECT_LE(bounded.expanded, path_.expanded + TrunkTrialExpansions(start, goal)) << i;
    // What is known when the time ends is answered.
    query_.method = GridMethod::kTrunk;
    query_.max_cost_ratio = 1;
    query_.deadline = AskedClock::OverAt(10 + static_cast<int>(i));
    Find(ground, start, goal);
    if (path_.outcome != SearchOutcome::kDeadline || path_.turns.empty()) continue;
    ++late;
    ASSERT_TRUE(IsWalkable(ground, path_)) << i;
    ASSERT_LE(path_.cost, oracle.Cost(goal) * path_.cost_ratio * (1 + 1e-9)) << i;
  }
  EXPECT_GT(by_trunk, 3U);
  EXPECT_GT(late, 3U);
}

// Random maps, changes and costs; the ratio that an answer states and the one it was asked for hold.
TEST_F(TrunkSearchTest, AnswersStayWithinTheRatioTheyState) {
  Random random(71);
  uint32_t by_trunk = 0;
  uint32_t proven = 0;
  uint32_t same = 0;
  for (uint32_t i = 0; i < 150; ++i) {
    const uint32_t side = 12 + random.NextBelow(40);
    TrunkOptions options{.point_count = 4 + random.NextBelow(30), .max_detour = 1 + 0.3 * random.NextUnit()};
    const GridData data =
        WithTrunk(RandomGrid(random, side, side, 0.35 * random.NextUnit(), 1 + i % 4), options);
    const GridView map = *GridView::Create(data);
    if (map.trunk() == nullptr) continue;
    GridGround ground = GroundOf(map);
    // Turned over at random: some cells blocked, some opened.
    const ChangedBits changed(random, map, 0.03);
    if (i % 3 == 1) changed.PutInto(ground);
    if (i % 5 == 1) {
      ground.is_uniform = false;
      for (float& cost : ground.area_cost) cost = static_cast<float>(random.NextInRange(0.5, 4));
    }
    for (uint32_t k = 0; k < 10; ++k) {
      const Cell start = RandomFreeCell(random, ground.bits);
      const Cell goal = RandomFreeCell(random, ground.bits);
      query_.method = GridMethod::kTrunk;
      query_.max_cost_ratio = k % 2 == 0 ? 0 : k == 1 ? 1 : 1.02 + 0.3 * random.NextUnit();
      Find(ground, start, goal);
      const GridDijkstra oracle(ground, start);
      ASSERT_EQ(path_.outcome == SearchOutcome::kFound, oracle.Reaches(goal)) << i << ", " << k;
      if (path_.outcome != SearchOutcome::kFound) continue;
      ASSERT_TRUE(IsWalkable(ground, path_)) << i << ", " << k;
      ASSERT_EQ(path_.turns.front(), start);
      ASSERT_EQ(path_.turns.back(), goal);
      const double least = oracle.Cost(goal);
      ASSERT_GE(path_.cost, least - 1e-9);
      ASSERT_LE(path_.cost, least * path_.cost_ratio * (1 + 1e-9)) << i << ", " << k;
      ASSERT_LE(path_.cost_ratio, k % 2 == 1 ? query_.max_cost_ratio : 1e9);
      by_trunk += path_.method == GridMethod::kTrunk ? 1 : 0;
      proven += path_.method == GridMethod::kTrunk && k % 2 == 1 ? 1 : 0;
      same += path_.method == GridMethod::kTrunk && path_.cost < least * (1 + 1e-9) ? 1 : 0;
    }
  }
  EXPECT_GT(by_trunk, 200U);
  EXPECT_GT(proven, 40U);
  EXPECT_GT(same, 10U);
}

TEST_F(TrunkSearchTest, GoesRoundWhereAnObstacleCutsTheTrunk) {
  GridData data = DrawGrid({"....................",  //
                            ".2################2.",  //
                            "...................."});
  data = WithTrunk(
      std::move(data),
      {.points = {{2, 0}, {8, 0}, {12, 0}, {17, 0}, {2, 2}, {8, 2}, {12, 2}, {17, 2}, {0, 1}, {19, 1}}});
  const GridView map = *GridView::Create(data);
  GridChanges changes;
  changes.blocked_cells = {10};
  PatchedBits bits;
  GridGround ground = GroundOf(map);
  ground.bits = bits.Apply(map, changes);
  ground.is_changed = true;
  query_.method = GridMethod::kTrunk;
  Find(ground, {5, 0}, {15, 0});
  ASSERT_EQ(path_.outcome, SearchOutcome::kFound);
  EXPECT_TRUE(IsWalkable(ground, path_));
  EXPECT_NEAR(path_.cost, GridDijkstra(ground, {5, 0}).Cost({15, 0}), 1);
}

TEST(TrunkViewTest, WhatBreaksARuleIsNamed) {
  const GridData good = TwoRooms();
  ASSERT_TRUE(good.trunk.has_value());
  const auto refusal = [&good](auto&& damage) {
    GridData bad = good;
    damage(*bad.trunk);
    return GridView::Create(bad).status().ToString();
  };
  EXPECT_THAT(refusal([](TrunkData& t) { t.points.resize(1); }), HasSubstr("points: 1 of them"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.points[1] = t.points[0]; }), HasSubstr("points[1]: must ascend"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.points[3] = 36; }), HasSubstr("points[3]: outside"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.points[2] = 13; }), HasSubstr("points[2]: a blocked cell"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.least_costs.pop_back(); }), HasSubstr("least costs: 15 of 16"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.least_costs[5] = std::numeric_limits<float>::quiet_NaN(); }),
              HasSubstr("least costs[5]"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.stretches[0].to = 4; }), HasSubstr("stretches[0]: bad points"));
  EXPECT_THAT(refusal([](TrunkData& t) { std::swap(t.stretches[0], t.stretches[1]); }),
              HasSubstr("stretches[0]: its turns do not follow"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.stretches[1].cost = -1; }), HasSubstr("stretches[1]: bad cost"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.turns[0] = 99; }), HasSubstr("stretches[0]: leaves the grid"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.turns[0] = 0; }),
              HasSubstr("stretches[0]: its turns do not join"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.turns.push_back(0); }), HasSubstr("of no stretch"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.stretches[0].cost *= 1.01; }),
              HasSubstr("stretches[0]: its cells cost"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.least_costs[0] = 1; }),
              HasSubstr("least costs[0]: from a point to itself"));
  EXPECT_THAT(refusal([](TrunkData& t) { t.least_costs[1] = 1000; }),
              HasSubstr("more than a path over the trunk"));
  GridData cut = good;
  const auto& turns = cut.trunk->turns;
  ASSERT_FALSE(turns.empty());
  EXPECT_THAT(refusal([](TrunkData& t) {
                t.stretches = {{.from = 1, .to = 3, .first_turn = 0, .turn_count = 2, .cost = 3}};
                t.turns = {t.points[1], t.points[3]};
                t.points[1] = 5;
                t.turns[0] = 5;
              }),
              HasSubstr("stretches[0]: is no path"));
}

// Loading believes what the paths over the trunk allow; the thorough check does not.
TEST(TrunkViewTest, LeastCostsThatAreTooHighAreFoundByMeasuringThemAnew) {
  Random random(73);
  const GridData good = WithTrunk(RandomGrid(random, 40, 40, 0.2, 3), {.point_count = 12, .max_detour = 3});
  const auto count = static_cast<uint32_t>(good.trunk->points.size());
  EXPECT_TRUE(CheckLeastCosts(*GridView::Create(good)).ok());
  uint32_t believed = 0;
  for (uint32_t from = 0; from < count; ++from) {
    for (uint32_t to = from + 1; to < count; ++to) {
      GridData bad = good;
      bad.trunk->least_costs[from * count + to] *= 1.05F;
      bad.trunk->least_costs[to * count + from] *= 1.05F;
      const auto view = GridView::Create(bad);
      if (!view.ok()) continue;
      ++believed;
      EXPECT_THAT(CheckLeastCosts(*view).ToString(), HasSubstr("there is a cheaper path"));
    }
  }
  EXPECT_GT(believed, 0U);
}

}  // namespace
}  // namespace waystone
