// Answers over worlds with missing maps name those that the whole world would have been better by.
#include "core/world_route/missed_maps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/store/map_store.h"
#include "core/world_route/world_distances.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/changes_of_maps.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/random_world.h"

namespace waystone {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

struct Counts {
  int better = 0;     // with the whole world
  int reachable = 0;  // only with the whole world
  int as_good = 0;    // though maps are missing
  int elsewhere = 0;  // a goal on a missing map
};

// Many, so that routes lead over third maps.
void AddPortals(SlowWorld& drawing, Random& random) {
  for (int i = 0; i < 15; ++i) {
    const SlowPlace from = RandomPlace(drawing, random);
    const SlowPlace to = RandomPlace(drawing, random);
    drawing.portals.push_back({.from_map = from.map,
                               .cells = {from.column, from.row, from.column, from.row},
                               .to_map = to.map,
                               .cell = {to.column, to.row},
                               .cost = static_cast<double>(random.NextBelow(3)),
                               .is_walk_in = random.NextBelow(4) == 0});
  }
}

void CheckRoutes(const DrawnWorld& drawn, const SlowWorld& drawing, Random& random, Counts& counts) {
  MapStore whole;
  ASSERT_TRUE(whole.LoadFolder(drawn.folder()).ok());
  std::vector<bool> is_missing;
  for (const std::string& path : drawn.package_paths()) {
    is_missing.push_back(random.NextBelow(3) == 0);
    if (is_missing.back()) std::filesystem::remove(path);
  }
  MapStore rest;
  ASSERT_TRUE(rest.LoadFolder(drawn.folder()).ok());
  const WorldView& world = rest.World()->world().view();
  Scratch scratch;
  for (int i = 0; i < 20; ++i) {
    WorldRouteQuery query;
    query.start = drawn.PositionOf(RandomPlace(drawing, random), world);
    query.goals = {drawn.PositionOf(RandomPlace(drawing, random), world)};
    query.snap.radius_m = 0.1;
    query.mode = static_cast<WorldMode>(random.NextBelow(2));
    const WorldRouteAnswer best = *PlanWorldRoute(*whole.World(), query, scratch);
    const WorldRouteAnswer answer = *PlanWorldRoute(*rest.World(), query, scratch);
    EXPECT_THAT(best.missed_maps, IsEmpty());
    EXPECT_TRUE(std::ranges::is_sorted(answer.missed_maps));
    for (const WorldMapIndex map : answer.missed_maps) EXPECT_TRUE(is_missing[map.value()]);
    WorldDistanceQuery distances;
    distances.sources = {query.start};
    distances.targets = {query.goals[0]};
    distances.route = query;
    EXPECT_EQ(MeasureWorldDistances(*rest.World(), distances, scratch)->missed_maps.empty(),
              answer.missed_maps.empty());
    if (is_missing[query.start.map.value()] || is_missing[query.goals[0].map.value()]) {
      EXPECT_EQ(answer.reason, RouteReason::kMapMissing);
      EXPECT_THAT(answer.missed_maps, Not(IsEmpty()));
      ++counts.elsewhere;
      continue;
    }
    const bool has_best = best.status == RouteStatus::kComplete;
    const bool is_complete = answer.status == RouteStatus::kComplete;
    const bool is_better = has_best && (!is_complete || best.cost_m < answer.cost_m - 1e-6);
    EXPECT_EQ(!answer.missed_maps.empty(), is_better)
        << Draw(drawing) << best.cost_m << " " << answer.cost_m << " " << answer.explanation;
    if (has_best) ++(is_better ? is_complete ? counts.better : counts.reachable : counts.as_good);
  }
}

TEST(MissedMaps, AreNamedWhereTheWholeWorldHasABetterRouteAndNowhereElse) {
  Random random(77);
  Counts counts;
  for (int round = 0; round < 60; ++round) {
    SlowWorld drawing = RandomWorld(random, round % 2 == 0 ? "." : "..sf");
    AddPortals(drawing, random);
    const DrawnWorld drawn(drawing, round % 3 == 0 ? std::optional<uint64_t>(0) : std::nullopt);
    CheckRoutes(drawn, drawing, random, counts);
  }
  EXPECT_GT(counts.better, 5);
  EXPECT_GT(counts.reachable, 10);
  EXPECT_GT(counts.as_good, 100);
  EXPECT_GT(counts.elsewhere, 100);
}

// From map0 to map2 by map1, or by a dear portal; `via` and several goals add up.
class MissedMapsTest : public ::testing::Test {
 protected:
  MissedMapsTest()
      : drawn_({.maps = {{"...."}, {"...."}, {"...."}, {"...."}},
                .portals = {{.from_map = 0, .cells = {3, 0, 3, 0}, .to_map = 1, .cell = {0, 0}},
                            {.from_map = 1, .cells = {3, 0, 3, 0}, .to_map = 2, .cell = {0, 0}},
                            {.from_map = 0, .cells = {0, 0, 0, 0}, .to_map = 2, .cell = {0, 0}, .cost = 90},
                            {.from_map = 2, .cells = {3, 0, 3, 0}, .to_map = 3, .cell = {0, 0}}}}) {}

  WorldRouteAnswer Plan(uint32_t start, const std::vector<uint32_t>& via, const std::vector<uint32_t>& goals,
                        const WorldChanges* changes = nullptr) {
    const WorldView& world = maps_.World()->world().view();
    const auto place = [&](uint32_t map) { return drawn_.PositionOf({map, 1, 0}, world); };
    WorldRouteQuery query;
    query.start = place(start);
    for (const uint32_t map : via) query.via.push_back(place(map));
    for (const uint32_t map : goals) query.goals.push_back(place(map));
    query.changes = changes;
    return *PlanWorldRoute(*maps_.World(), query, scratch_);
  }
  void ServeWithout(const std::vector<uint32_t>& missing) {
    for (const uint32_t map : missing) std::filesystem::remove(drawn_.package_paths()[map]);
    ASSERT_TRUE(maps_.LoadFolder(drawn_.folder()).ok());
  }

  DrawnWorld drawn_;
  MapStore maps_;
  Scratch scratch_;
};

TEST_F(MissedMapsTest, OfAllStretchesOfARouteAreNamed) {
  ServeWithout({1});
  const WorldRouteAnswer answer = Plan(0, {2}, {3});
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_GT(answer.cost_m, 90);
  EXPECT_THAT(answer.missed_maps, ::testing::ElementsAre(WorldMapIndex(1)));
  EXPECT_THAT(Plan(2, {}, {3}).missed_maps, IsEmpty());
}

TEST_F(MissedMapsTest, OfGoalsAreNamedThoughAnotherGoalIsThere) {
  ServeWithout({3});
  const WorldRouteAnswer answer = Plan(0, {}, {2, 3});
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 0U);
  EXPECT_THAT(answer.missed_maps, ::testing::ElementsAre(WorldMapIndex(3)));
}

// Its walks cannot be measured: nothing is known of what they would cost.
TEST_F(MissedMapsTest, ThatTheRequestChangesAreAllNamed) {
  ServeWithout({1, 3});
  RouteChanges blocked;
  auto cells = std::make_shared<GridChanges>();
  cells->blocked_cells = {1};
  blocked.cells = cells;
  ChangesOfMaps changes;
  changes.Set(WorldMapIndex(1), blocked);
  const WorldRouteAnswer answer = Plan(0, {}, {2}, &changes);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_THAT(answer.missed_maps, ::testing::ElementsAre(WorldMapIndex(1), WorldMapIndex(3)));
}

}  // namespace
}  // namespace waystone
