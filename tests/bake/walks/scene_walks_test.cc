// Walks over skeletons that waystone-bake made of whole scenes: everything is visited, and never through a
// wall.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "bake/import/csv_rows.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/skeleton/explore.h"
#include "core/store/loaded_map.h"
#include "tests/bake/walks/baked_scenes.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

// Neither the surface nor the solid ends between the ends of any walked arc.
void ExpectArcsAreWalkable(const MapView& view) {
  const SkeletonView& skeleton = *view.skeleton;
  constexpr double kOverGround_m = 0.8;
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    const Vec3 from = skeleton.Position(KeyPointId(k));
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(k))) {
      if (arc.kind != SkeletonArcKind::kWalk) continue;
      const Vec3 to = skeleton.Position(KeyPointId(arc.target));
      const RaycastResult walk =
          Raycast(*view.navmesh, {PolyId(skeleton.key_point(KeyPointId(k)).poly), from}, to.Plane());
      EXPECT_TRUE(walk.reached) << "the surface ends on arc " << k << " -> " << arc.target;
      EXPECT_NEAR(walk.end.point.y, to.y, 0.6) << "another floor on arc " << k << " -> " << arc.target;
      const Vec3 up{0, kOverGround_m, 0};
      EXPECT_FALSE(view.collision->Blocked(from + up, to + up)) << "a wall on " << k << " -> " << arc.target;
    }
  }
}

// The walk's arcs are the skeleton's, end to end.
void ExpectIsAWalk(const SkeletonView& skeleton, const ExploreWalk& walk) {
  ASSERT_EQ(walk.arcs.size() + 1, walk.key_points.size());
  double length_m = 0;
  for (size_t i = 0; i < walk.arcs.size(); ++i) {
    const KeyPointId from(walk.key_points[i]);
    ASSERT_GE(walk.arcs[i], skeleton.FirstArc(from));
    ASSERT_LT(walk.arcs[i], skeleton.FirstArc(from) + skeleton.ArcsOf(from).size());
    ASSERT_EQ(skeleton.arc(walk.arcs[i]).target, walk.key_points[i + 1]);
    length_m += static_cast<double>(skeleton.arc(walk.arcs[i]).length_m);
  }
  EXPECT_NEAR(length_m, walk.length_m, 1e-6 * length_m + 1e-9);
}

// `spawn`: absolute; the walks begin at the key point nearest to it.
void ExpectWalksReachEverything(const MapView& view, const Vec3& spawn, const std::string& name) {
  KeyPointId start(0);
  const auto apart_m = [&](KeyPointId k) {
    return Distance(view.skeleton->Position(k), spawn - view.manifest->origin);
  };
  for (uint32_t k = 1; k < view.skeleton->size(); ++k) {
    if (apart_m(KeyPointId(k)) < apart_m(start)) start = KeyPointId(k);
  }
  const SkeletonView& skeleton = *view.skeleton;
  for (const WalkOrder order :
       {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst, WalkOrder::kPocketFirst, WalkOrder::kShortest}) {
    ExploreQuery query;
    query.start = start;
    query.order = order;
    query.budget = Deadline::After(std::chrono::seconds(1));
    const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
    ExpectIsAWalk(skeleton, answer.walks[0]);
    std::vector<uint32_t> visited = answer.walks[0].key_points;
    std::sort(visited.begin(), visited.end());
    visited.erase(std::unique(visited.begin(), visited.end()), visited.end());
    EXPECT_EQ(visited.size() + answer.unjoinable, answer.reachable);
    EXPECT_GE(answer.walks[0].length_m, answer.lower_bound_m * (1 - 1e-9));
    std::cout << name << " order " << static_cast<int>(order) << ": " << visited.size() << " of "
              << skeleton.size() << " key points, " << answer.cycle_rank << " loops, " << answer.unjoinable
              << " that no single walk joins, " << answer.walks[0].length_m / answer.lower_bound_m
              << " x the bound\n";
  }
}

struct Scene {
  const char* name;
  const char* path;
  size_t least_key_points;
};

// Of Quake's levels: open doors, no walls of water, the player's measures, jumps and drops, and where players
// enter.
std::vector<std::string> FlagsFor(const std::string& path, Vec3& spawn) {
  if (path.find("quake") == std::string::npos) return {};
  constexpr double kFeet_m = 0.75;  // below a player's origin
  std::vector<std::string> flags = {"--config", WAYSTONE_SOURCE_DIR "/samples/quake/player.yaml"};
  const std::string entities = ReadTestFile(path.substr(0, path.size() - 4) + ".entities.csv");
  for (CsvRows rows(entities); rows.Next();) {
    if (rows.fields()[0] != "info_player_start") continue;
    spawn = {*rows.Number(1, "x"), *rows.Number(2, "y") - kFeet_m, *rows.Number(3, "z")};
    flags.push_back("--spawn");
    flags.push_back(StrCat(spawn.x, ",", spawn.y, ",", spawn.z));
  }
  return flags;
}

class Scenes : public ::testing::TestWithParam<Scene> {};

TEST_P(Scenes, AreWalkedWholeAndNeverThroughAWall) {
  WS_TEST_DATA_OR_SKIP(path, GetParam().path);
  const TempFolder folder;
  Vec3 spawn{0, 0, 0};
  const std::shared_ptr<const LoadedMap> map = BakeByProgram(path, folder, FlagsFor(path, spawn));
  ASSERT_NE(map, nullptr);
  for (const MapVariant& variant : map->manifest().variants) {
    const absl::StatusOr<MapView> view = map->View("", variant.abilities);
    ASSERT_TRUE(view.ok()) << view.status();
    ASSERT_NE(view->skeleton, nullptr);
    EXPECT_GE(view->skeleton->size(), GetParam().least_key_points);
    ExpectArcsAreWalkable(*view);
    ExpectWalksReachEverything(*view, spawn,
                               StrCat(GetParam().name, " ", absl::StrJoin(variant.abilities, "+")));
  }
}

INSTANTIATE_TEST_SUITE_P(Real, Scenes,
                         ::testing::Values(Scene{"nav_test", "scenes/recast_nav_test.obj", 150},
                                           Scene{"dungeon", "scenes/recast_dungeon.obj", 150},
                                           Scene{"proto_level", "scenes/proto-level.obj", 100},
                                           Scene{"e1m1", "quake/e1m1.obj", 40}),
                         [](const auto& scene) { return std::string(scene.param.name); });

// [m] Walking from the place to the nearest key point.
double ToKeyPoint(const MapView& view, const NavLocation& place, double limit_m) {
  DistanceFlood flood;
  flood.Begin(*view.navmesh, *view.links, view.abilities, place);
  flood.GrowTo(limit_m, {});
  double nearest_m = limit_m + 1;
  for (uint32_t k = 0; k < view.skeleton->size(); ++k) {
    const Vec3 at = view.skeleton->Position(KeyPointId(k));
    if (PlaneDistance(at, place.point) > nearest_m) continue;
    const PolyId poly(view.skeleton->key_point(KeyPointId(k)).poly);
    nearest_m = std::min(nearest_m, flood.DistanceTo({poly, at}));
  }
  return nearest_m;
}

TEST(SampleTown, LiesNowhereFartherFromItsSkeletonThanThatSays) {
  const TempFolder folder;
  ASSERT_EQ(RunProgram({WAYSTONE_SAMPLES, "town", "-o", folder.path()}).exit_code, 0);
  const std::shared_ptr<const LoadedMap> map = BakeByProgram(folder.File("town.obj"), folder, {});
  ASSERT_NE(map, nullptr);
  const MapView view = *map->View("");
  const SkeletonHeader& header = view.skeleton->header();
  const uint32_t spawn = view.skeleton->key_points().front().poly;
  // Ground farther than four spacings from launch points gets some; a key point is at most half an arc on.
  constexpr double kHalfArc_m = 2.0;
  const double stated_m = static_cast<double>(header.reach_m) + 4 * static_cast<double>(header.spacing_m);
  Random random(7);
  ReachWorkspace reach;
  double farthest_m = 0;
  for (int i = 0; i < 1000; ++i) {
    const NavLocation place = RandomPoint(*view.navmesh, random);
    if (!view.zones->Reaches(PolyId(spawn), place.poly, reach)) continue;
    farthest_m = std::max(farthest_m, ToKeyPoint(view, place, stated_m + kHalfArc_m));
  }
  std::cout << "farthest of 1,000 places: " << farthest_m << " m; stated: " << stated_m << " m\n";
  EXPECT_GT(farthest_m, 0);
  EXPECT_LE(farthest_m, stated_m + kHalfArc_m);
  ExpectArcsAreWalkable(view);
  ExpectWalksReachEverything(view, {0, 0, 0}, "town");
}

}  // namespace
}  // namespace waystone
