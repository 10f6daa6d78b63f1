// Routes on baked scenes against Detour on the same polygons: never longer, never through a wall.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_walk.h"
#include "tests/oracle/detour_mesh.h"
#include "tests/oracle/slow_walks.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/scene_bake.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr int kQueries = 1500;
constexpr int kMaxPolys = 4096;

// Detour's findPath and findStraightPath.
class DetourRouter {
 public:
  explicit DetourRouter(const DetourMesh& mesh) : mesh_(mesh), query_(mesh.NewQuery(65'535)) {}

  // [m] in the plane; negative where the goal is not reached.
  double Length(const NavLocation& start, const NavLocation& goal) {
    const Vec3f s = start.point.ToFloat();
    const Vec3f g = goal.point.ToFloat();
    const float from[3] = {s.x, s.y, s.z};
    const float to[3] = {g.x, g.y, g.z};
    int poly_count = 0;
    const dtPolyRef goal_ref = mesh_.Ref(goal.poly);
    query_->findPath(mesh_.Ref(start.poly), goal_ref, from, to, &filter_, polys_, &poly_count, kMaxPolys);
    if (poly_count == 0 || polys_[poly_count - 1] != goal_ref) return -1;
    int point_count = 0;
    query_->findStraightPath(from, to, polys_, poly_count, points_, nullptr, nullptr, &point_count,
                             kMaxPolys);
    double length_m = 0;
    for (int i = 3; i < 3 * point_count; i += 3) {
      length_m += std::hypot(points_[i] - points_[i - 3], points_[i + 2] - points_[i - 1]);
    }
    return length_m;
  }

 private:
  const DetourMesh& mesh_;
  DetourMesh::Query query_;
  dtQueryFilter filter_;
  dtPolyRef polys_[kMaxPolys];
  float points_[3 * kMaxPolys];
};

// By two walks that know nothing of each other.
void ExpectNoWall(const NavmeshView& mesh, const SurfacePath& route, bool by_steps) {
  for (size_t i = 1; i < route.turns.size(); ++i) {
    const NavLocation& from = route.turns[i - 1];
    const Vec2 to = route.turns[i].point.Plane();
    EXPECT_TRUE(Raycast(mesh, from, to).reached);
    if (by_steps) {
      EXPECT_GT(WalkFractionBySteps(mesh, from, to, 0.02) * Distance(from.point.Plane(), to),
                Distance(from.point.Plane(), to) - 0.05);
    }
  }
}

class AnyAngleScene : public testing::TestWithParam<const char*> {};

TEST_P(AnyAngleScene, IsNeverLongerThanDetourAndNeverThroughAWall) {
  WS_TEST_DATA_OR_SKIP(path, std::string("scenes/") + GetParam() + ".obj");
  const absl::StatusOr<NavmeshData> data = BakeScene(path);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  const absl::StatusOr<DetourMesh> detour = DetourMesh::Create(mesh);
  ASSERT_TRUE(detour.ok()) << detour.status();
  DetourRouter router(*detour);
  AnyAngleWorkspace workspace;
  Random random(1);
  int found = 0;
  double worst = 1;
  for (int i = 0; i < kQueries; ++i) {
    const NavLocation start = RandomPoint(mesh, random);
    const NavLocation goal = RandomPoint(mesh, random);
    const SurfacePath route = FindAnyAngle(mesh, start, goal, {}, workspace);
    const double detour_m = router.Length(start, goal);
    EXPECT_EQ(route.outcome == SearchOutcome::kFound, detour_m >= 0);
    ExpectNoWall(mesh, route, i % 50 == 0);
    if (detour_m < 0) continue;
    ++found;
    // Detour's ends and corners are floats.
    EXPECT_LE(route.plane_length_m, detour_m * (1 + 1e-6) + 1e-4);
    EXPECT_GE(route.plane_length_m, PlaneDistance(start.point, goal.point) - 1e-9);
    worst = std::max(worst, detour_m / route.plane_length_m);
  }
  EXPECT_GT(found, kQueries / 4);
  RecordProperty("longest_detour_over_exact", std::to_string(worst));
}

INSTANTIATE_TEST_SUITE_P(Scenes, AnyAngleScene,
                         testing::Values("recast_dungeon", "recast_nav_test", "recast_undulating",
                                         "proto-level"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace waystone
