// Distances over maps are what routes over maps cost.
#include "core/world_route/world_distances.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/base/random.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/changes_of_maps.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/random_world.h"

namespace waystone {
namespace {

// Some cells of the first map.
std::shared_ptr<const GridChanges> AnyCells(const SlowWorld& drawing, Random& random) {
  auto cells = std::make_shared<GridChanges>();
  const auto count = static_cast<uint32_t>(drawing.maps[0].size() * drawing.maps[0][0].size());
  for (uint32_t i = 0; i < count / 6; ++i) cells->blocked_cells.push_back(random.NextBelow(count));
  return cells;
}

TEST(WorldDistances, AreWhatRoutesCost) {
  Random random(31);
  Scratch scratch;
  int found = 0;
  int unreachable = 0;
  int off = 0;
  for (int round = 0; round < 40; ++round) {
    const SlowWorld drawing = RandomWorld(random, round % 2 == 0 ? "." : "..sf");
    const DrawnWorld drawn(drawing, round % 3 == 0 ? std::optional<uint64_t>(0) : std::nullopt);
    const std::shared_ptr<WorldStore> store = drawn.Serve();
    const WorldView& world = store->world().view();
    WorldDistanceQuery query;
    for (int i = 0; i < 5; ++i)
      query.sources.push_back(drawn.PositionOf(RandomPlace(drawing, random), world));
    for (int i = 0; i < 6; ++i)
      query.targets.push_back(drawn.PositionOf(RandomPlace(drawing, random), world));
    query.route.snap.radius_m = 0.1;
    query.route.mode = static_cast<WorldMode>(random.NextBelow(2));
    query.route.limits.is_limited = random.NextBelow(2) == 0;
    query.route.limits.max_portals = random.NextBelow(3);
    query.route.limits.penalty_m = random.NextBelow(2);
    ChangesOfMaps changes;
    if (random.NextBelow(2) == 0) {
      RouteChanges of_map;
      of_map.cells = AnyCells(drawing, random);
      changes.Set(*world.FindMap("map0"), of_map);
      query.route.changes = &changes;
    }
    const absl::StatusOr<DistanceAnswer> answer = MeasureWorldDistances(*store, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (size_t i = 0; i < query.sources.size(); ++i) {
      for (size_t k = 0; k < query.targets.size(); ++k) {
        WorldRouteQuery route = query.route;
        route.start = query.sources[i];
        route.goals = {query.targets[k]};
        const WorldRouteAnswer planned = *PlanWorldRoute(*store, route, scratch);
        const DistanceStatus status = answer->statuses[i * query.targets.size() + k];
        const double distance_m = answer->distance_m[i * query.targets.size() + k];
        if (planned.status == RouteStatus::kComplete) {
          ASSERT_EQ(status, DistanceStatus::kFound);
          ASSERT_NEAR(distance_m, planned.cost_m, 1e-6);
          ++found;
        } else if (planned.status == RouteStatus::kStartOffMesh) {
          ASSERT_EQ(status, DistanceStatus::kSourceOffMesh);
          ++off;
        } else if (planned.status == RouteStatus::kGoalOffMesh) {
          ASSERT_EQ(status, DistanceStatus::kTargetOffMesh);
          ++off;
        } else {
          ASSERT_EQ(status, DistanceStatus::kUnreachable);
          ASSERT_EQ(distance_m, -1);
          ++unreachable;
        }
      }
    }
    query.max_distance_m = 5;
    const DistanceAnswer near = *MeasureWorldDistances(*store, query, scratch);
    for (size_t i = 0; i < near.statuses.size(); ++i) {
      const bool is_near = answer->statuses[i] == DistanceStatus::kFound && answer->distance_m[i] <= 5;
      ASSERT_EQ(near.statuses[i] == DistanceStatus::kFound, is_near);
    }
  }
  EXPECT_GT(found, 200);
  EXPECT_GT(unreachable, 200);
  EXPECT_GT(off, 20);
}

TEST(WorldDistances, ThatAreNotMeasuredInTimeAreToldSo) {
  const DrawnWorld drawn(ThreeRooms());
  const std::shared_ptr<WorldStore> store = drawn.Serve();
  WorldDistanceQuery query;
  query.sources = {drawn.PositionOf({0, 0, 0}, store->world().view())};
  query.targets = {drawn.PositionOf({2, 0, 0}, store->world().view())};
  query.route.deadline = Deadline(Deadline::Clock::now());
  Scratch scratch;
  EXPECT_EQ(MeasureWorldDistances(*store, query, scratch)->statuses[0], DistanceStatus::kLimitReached);
  query.route.deadline = {};
  EXPECT_EQ(MeasureWorldDistances(*store, query, scratch)->statuses[0], DistanceStatus::kFound);
}

}  // namespace
}  // namespace waystone
