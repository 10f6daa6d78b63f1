#include "core/navmesh/near_walk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_walk.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

NavLocation PlaceAt(const NavmeshView& mesh, double x, double z) { return {PolyAt(mesh, x, z), {x, 0, z}}; }

TEST(CanWalkNear, CutsACornerByNoMoreThanAsked) {
  const NavmeshData data = AsciiNavmesh(
      "..\n"
      ".#\n");
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  // The corner (1, 1) lies sqrt(0.5) * 0.5 beside the line.
  const NavLocation from = PlaceAt(mesh, 0.5, 2);
  const NavLocation to = PlaceAt(mesh, 2, 0.5);
  const double off_m = std::sqrt(0.5) * 0.5;
  EXPECT_FALSE(CanWalkNear(mesh, from, to, off_m - 1e-9, workspace));
  EXPECT_TRUE(CanWalkNear(mesh, from, to, off_m + 1e-9, workspace));
}

TEST(CanWalkNear, DoesNotStrayBeyondTheEnds) {
  // Round the end of a wall there is a path, but it leads past the goal.
  const NavmeshData data = AsciiNavmesh(
      "....\n"
      "###.\n"
      "....\n");
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  EXPECT_FALSE(CanWalkNear(mesh, PlaceAt(mesh, 1, 0.9), PlaceAt(mesh, 1, 2.1), 1.0, workspace));
  EXPECT_TRUE(CanWalkNear(mesh, PlaceAt(mesh, 1, 0.9), PlaceAt(mesh, 1, 2.1), 2.1, workspace));
}

TEST(CanWalkNear, AllowsEveryStraightWalkAndBoundsTheOthers) {
  Random random(1);
  SurfaceWorkspace workspace;
  AnyAngleWorkspace search;
  int bent = 0;
  for (int i = 0; i < 400; ++i) {
    PolygonSoup soup = JitteredCells(RandomDrawing(7, 7, 0.2, random), 0.4, random);
    CloseSome(soup, 0.1, random);
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView mesh = ViewOf(data);
    const NavLocation from = RandomLatticePlace(mesh, random);
    const NavLocation to = RandomLatticePlace(mesh, random);
    const RaycastResult ray = Raycast(mesh, from, to.point.Plane());
    const bool on_floor = ray.reached && ray.end.poly == to.poly;
    const double stray_m = random.NextInRange(1e-6, 2);
    const bool near = CanWalkNear(mesh, from, to, stray_m, workspace);
    if (on_floor) {
      EXPECT_TRUE(near);
    }
    if (!near) continue;
    // Whoever stays within the capsule about the line walks no further than round its outline.
    const SurfacePath route = FindAnyAngle(mesh, from, to, {}, search);
    EXPECT_EQ(route.outcome, SearchOutcome::kFound);
    bent += route.turns.size() > 2 ? 1 : 0;
  }
  EXPECT_GT(bent, 10);
}

}  // namespace
}  // namespace waystone
