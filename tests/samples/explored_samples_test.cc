// Walks over all of the samples, as an agent of the default profile goes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/explore/route_explorer.h"
#include "core/navmesh/surface_walk.h"
#include "samples/generator/castle.h"
#include "samples/generator/town.h"
#include "tests/samples/baked_scene.h"

namespace waystone::samples {
namespace {

struct Explored {
  Explored(const SceneWithLandmarks& layout, const std::string& from) : scene(BakedScene::Of(layout)) {
    query.start = scene.PlaceOf(from);
  }
  ExplorationAnswer Explore() const {
    Scratch scratch;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(scene.view(), query, scratch);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(ExplorationAnswer());
  }

  BakedScene scene;
  ExplorationQuery query;
};

// Every piece of every walk is straight over the surface, from where the last one ended.
void ExpectWalkable(const MapView& map, const RouteAnswer& route) {
  const Vec3& origin = map.manifest->origin;
  SurfaceWorkspace surface;
  for (const RouteLeg& leg : route.legs) {
    if (leg.kind != waystone::LinkKind::kWalk) continue;
    const std::span<const Vec3> points = std::span(route.points).subspan(leg.first_point, leg.point_count);
    NavLocation at = *Snap(*map.navmesh, points[0] - origin, {}, surface).place;
    for (const Vec3& point : points) {
      const RaycastResult ray = Raycast(*map.navmesh, at, (point - origin).Plane());
      ASSERT_TRUE(ray.reached) << point.x << ", " << point.y << ", " << point.z;
      // On a side the two polygons' details may differ in height.
      ASSERT_NEAR(ray.end.point.y, (point - origin).y, kGroundTolerance_m);
      at = ray.end;
    }
  }
}

// The walk passes its key points in order, and all that the start can reach.
void ExpectVisited(const MapView& map, const ExplorationAnswer& answer) {
  const ExplorationWalk& walk = answer.walks[0];
  auto point = walk.route.points.begin();
  for (const uint32_t id : walk.key_points) {
    const Vec3 at = map.skeleton->Position(KeyPointId(id)) + map.manifest->origin;
    point =
        std::find_if(point, walk.route.points.end(), [&](const Vec3& p) { return Distance(p, at) < 1e-3; });
    ASSERT_NE(point, walk.route.points.end()) << id;
  }
  const std::set<uint32_t> visited(walk.key_points.begin(), walk.key_points.end());
  EXPECT_EQ(visited.size(), answer.reachable_key_points);
}

void ExpectWholeWalk(Explored& explored) {
  const MapView map = explored.scene.view();
  explored.query.sight_radius_m = 12;
  const ExplorationAnswer answer = explored.Explore();
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.coverage, 1);
  EXPECT_GT(answer.ground_coverage, 0.99);
  EXPECT_GE(answer.walks[0].route.length_m, answer.lower_bound_m);
  ExpectWalkable(map, answer.walks[0].route);
  ExpectVisited(map, answer);
}

TEST(ExploredTown, IsWalkedAndSeenWhole) {
  Explored town(BuildTown(TownLayout()), "square");
  ExpectWholeWalk(town);
}

TEST(ExploredCastle, IsWalkedAndSeenWhole) {
  Explored castle(BuildCastle(), "road_south");
  ExpectWholeWalk(castle);
}

TEST(ExploredTown, WalkersShareThePathAndComeBack) {
  Explored town(BuildTown(TownLayout()), "square");
  const double alone_m = town.Explore().walks[0].route.length_m;
  town.query.walkers = 4;
  town.query.return_to_start = true;
  const ExplorationAnswer answer = town.Explore();
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  ASSERT_EQ(answer.walks.size(), 4U);
  for (const ExplorationWalk& walk : answer.walks) {
    EXPECT_LT(walk.route.length_m, alone_m / 2);
    EXPECT_LT(Distance(walk.route.points.front(), walk.route.points.back()), 1e-9);
    ExpectWalkable(town.scene.view(), walk.route);
  }
}

}  // namespace
}  // namespace waystone::samples
