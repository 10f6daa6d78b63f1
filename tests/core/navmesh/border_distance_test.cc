#include "core/navmesh/border_distance.h"

#include <gtest/gtest.h>

#include "bake/navmesh/navmesh_builder.h"
#include "core/geom/segment.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// On one storey whatever border is nearest is met by walking straight.
double NearestOfAllBorders(const NavmeshView& mesh, const NavLocation& place, double limit_m) {
  double nearest_m = limit_m;
  for (uint32_t i = 0; i < mesh.arrays().edges.size(); ++i) {
    const EdgeId id(i);
    if (mesh.edge(id).twin != kNoEdge) continue;
    nearest_m = std::min(nearest_m, SegmentDistance(Vec3(mesh.EdgeStart(id)).Plane(),
                                                    Vec3(mesh.EdgeEnd(id)).Plane(), place.point.Plane()));
  }
  return nearest_m;
}

TEST(BorderDistance, AgreesWithALookAtAllBordersOfOneStorey) {
  Random random(12);
  SurfaceWorkspace workspace;
  int within = 0;
  for (int round = 0; round < 200; ++round) {
    PolygonSoup soup = JitteredCells(RandomDrawing(9, 7, 0.15, random), 0.3, random);
    if (soup.polygons.empty()) continue;
    MergeSome(soup, 30, random);
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView mesh = ViewOf(data);
    for (int i = 0; i < 100; ++i) {
      const NavLocation place = RandomPoint(mesh, random);
      const double limit_m = random.NextInRange(0, 3);
      const double expected_m = NearestOfAllBorders(mesh, place, limit_m);
      ASSERT_NEAR(BorderDistance(mesh, place, limit_m, workspace), expected_m, 1e-12);
      within += expected_m < limit_m ? 1 : 0;
    }
  }
  EXPECT_GT(within, 5000);
}

TEST(BorderDistance, OtherFloorsAndWhatLiesBehindAWallDoNotCount) {
  const NavmeshData data =
      AsciiStoreys({".....\n.....\n.....\n.....\n.....\n", "     \n     \n  .  \n     \n"});
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  const NavLocation below{PolyAt(mesh, 2.5, 2.5, 0), {2.5, 0, 2.5}};
  EXPECT_EQ(BorderDistance(mesh, below, 100, workspace), 2.5);
  const NavLocation above{PolyAt(mesh, 2.5, 2.5, 4.5), {2.5, 4.5, 2.5}};
  EXPECT_EQ(BorderDistance(mesh, above, 100, workspace), 0.5);
  EXPECT_EQ(BorderDistance(mesh, above, 0.25, workspace), 0.25);
}

TEST(BorderDistance, AOneWaySideIsABorderOnlyFromBehind) {
  NavmeshData data = AsciiNavmesh("..\n");
  PolyId left;
  PolyId right;
  {
    const NavmeshView mesh = ViewOf(data);
    left = PolyAt(mesh, 0.5, 0.5);
    right = PolyAt(mesh, 1.5, 0.5);
  }
  MakeOneWay(data, left, right);
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  EXPECT_EQ(BorderDistance(mesh, {left, {0.9, 0, 0.5}}, 9, workspace), 0.5);
  EXPECT_NEAR(BorderDistance(mesh, {right, {1.1, 0, 0.5}}, 9, workspace), 0.1, 1e-12);
}

}  // namespace
}  // namespace waystone
