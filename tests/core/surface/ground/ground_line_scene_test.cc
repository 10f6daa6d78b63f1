// Lines over the ground of real maps.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bake/import/polygon_importer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/ground/ground_line.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cs_nav.h"
#include "tests/support/ground_check.h"
#include "tests/support/scene_bake.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr double kFine_m = 0.02;  // as moves are looked at
constexpr double kGround_m = 0.25;

// Routes between places at random, and straight walks from them.
void ExpectSoundLines(const NavmeshData& data, int count) {
  const NavmeshView mesh = ViewOf(data);
  Random random(7);
  AnyAngleWorkspace search;
  GroundLineWorkspace workspace;
  std::vector<Vec3> points;
  const auto check = [&](const SurfacePath& route, double tolerance_m) {
    GroundLineOptions options;
    options.tolerance_m = tolerance_m;
    points.clear();
    AppendGroundLine(mesh, route.turns, route.crossed, options, workspace, points);
    return GroundLineFault(mesh, route.turns, route.crossed, points, tolerance_m);
  };
  for (int i = 0; i < count; ++i) {
    const NavLocation start = RandomPoint(mesh, random);
    const NavLocation goal = RandomPoint(mesh, random);
    ASSERT_EQ(check(FindAnyAngle(mesh, start, goal, {}, search), kGround_m), "") << i;
    SurfacePath straight;
    const RaycastResult ray = Raycast(mesh, start, goal.point.Plane(), &straight.crossed);
    straight.turns = {start, ray.end};
    ASSERT_EQ(check(straight, kFine_m), "") << i;
  }
}

class GroundLineOnNavAreas : public testing::TestWithParam<const char*> {};

TEST_P(GroundLineOnNavAreas, KeepsToTheGround) {
  WS_TEST_DATA_OR_SKIP(folder, "csnav");
  ImportOptions units;
  units.scale = kCsNavScale;
  units.up_axis = UpAxis::kZ;
  const absl::StatusOr<NavmeshImport> import = ImportPolygons(ReadCsNav(folder, GetParam()), units, 0.5);
  ASSERT_TRUE(import.ok()) << import.status();
  ExpectSoundLines(*BuildNavmesh(import->soup), 300);
}

INSTANTIATE_TEST_SUITE_P(Maps, GroundLineOnNavAreas,
                         testing::Values("cs_italy", "de_ancient", "de_bank", "de_dust2", "de_grind",
                                         "de_inferno", "de_mirage", "de_nuke", "de_overpass", "de_stmarc",
                                         "de_train", "de_vertigo"));

class GroundLineOnScenes : public testing::TestWithParam<const char*> {};

TEST_P(GroundLineOnScenes, KeepsToTheGround) {
  WS_TEST_DATA_OR_SKIP(path, GetParam());
  const absl::StatusOr<NavmeshData> data = BakeScene(path);
  ASSERT_TRUE(data.ok()) << data.status();
  ExpectSoundLines(*data, 300);
}

INSTANTIATE_TEST_SUITE_P(Scenes, GroundLineOnScenes,
                         testing::Values("scenes/recast_dungeon.obj", "scenes/recast_nav_test.obj",
                                         "scenes/recast_undulating.obj", "scenes/proto-level.obj",
                                         "quake/dm4.obj", "quake/e1m1.obj", "quake/e1m3.obj",
                                         "quake/e1m7.obj"));

}  // namespace
}  // namespace waystone
