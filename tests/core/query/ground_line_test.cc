#include "core/query/ground_line.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kTolerance_m = 0.25;

// Cells of random heights, their corners shared: the ground is a rough sheet.
NavmeshData Hills(int side, double relief_m, Random& random) {
  PolygonSoup soup = SharedCells(RandomDrawing(side, side, 0.1, random));
  for (Vec3f& v : soup.vertices) v.y = static_cast<float>(random.NextInRange(0, relief_m));
  return *BuildNavmesh(soup);
}

// [m] how far the line through `points` is from the ground, above or below, at places all along it. Looks for
// the polygons by trying all.
double WorstGap_m(const NavmeshView& mesh, const std::vector<Vec3>& points) {
  double worst_m = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    for (int k = 0; k <= 64; ++k) {
      const Vec3 at = points[i - 1] + (points[i] - points[i - 1]) * (k / 64.0);
      double gap_m = 1e9;
      for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
        const Vec3 ground = ClosestPointOnPoly(mesh, PolyId(p), at);
        if (PlaneDistance(ground, at) < 1e-6) gap_m = std::min(gap_m, std::abs(ground.y - at.y));
      }
      worst_m = std::max(worst_m, gap_m);
    }
  }
  return worst_m;
}

TEST(GroundLine, StaysWithinTheToleranceOfTheGround) {
  Random random(1);
  AnyAngleWorkspace search;
  GroundLineWorkspace workspace;
  size_t points_added = 0;
  for (int i = 0; i < 60; ++i) {
    const NavmeshData data = Hills(9, 3, random);
    const NavmeshView mesh = ViewOf(data);
    NavLocation start = RandomLatticePlace(mesh, random);
    NavLocation goal = RandomLatticePlace(mesh, random);
    start.point = ClosestPointOnPoly(mesh, start.poly, start.point);
    goal.point = ClosestPointOnPoly(mesh, goal.poly, goal.point);
    const AnyAngleResult route = FindAnyAngle(mesh, start, goal, {}, search);
    std::vector<Vec3> points;
    AppendGroundLine(mesh, route.turns, route.crossed, kTolerance_m, workspace, points);
    EXPECT_EQ(points.front(), start.point);
    EXPECT_EQ(points.back(), route.end.point);
    EXPECT_LE(WorstGap_m(mesh, points), kTolerance_m + 1e-6);
    double plane_m = 0;
    for (size_t k = 1; k < points.size(); ++k) plane_m += PlaneDistance(points[k - 1], points[k]);
    EXPECT_NEAR(plane_m, route.plane_length_m, 1e-9);
    points_added += points.size() - route.turns.size();
  }
  EXPECT_GT(points_added, 200U);
}

TEST(GroundLine, AddsNothingOnLevelOrEvenlySlopingGround) {
  PolygonSoup soup = SharedCells("........\n........\n");
  for (Vec3f& v : soup.vertices) v.y = v.x * 0.5F;
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyAt(mesh, 0.5, 0.5), {0.5, 0.25, 0.5}};
  const NavLocation goal{PolyAt(mesh, 7.5, 1.5, 4), {7.5, 3.75, 1.5}};
  AnyAngleWorkspace search;
  GroundLineWorkspace workspace;
  std::vector<Vec3> points;
  const AnyAngleResult route = FindAnyAngle(mesh, start, goal, {}, search);
  AppendGroundLine(mesh, route.turns, route.crossed, kTolerance_m, workspace, points);
  EXPECT_EQ(points.size(), 2U);
}

TEST(GroundLine, BendsWhereADetailTriangleDoes) {
  // One polygon whose detail triangles make a tent along its middle.
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0}, {8, 0, 0}, {8, 0, 2}, {0, 0, 2}};
  SoupPolygon tent;
  tent.vertices = {0, 1, 2, 3};
  tent.neighbours.assign(4, kNoNeighbour);
  tent.detail_vertices = {{4, 2, 0}, {4, 2, 2}};
  tent.detail_triangles = {0, 4, 5, 0, 5, 3, 4, 1, 2, 4, 2, 5};
  soup.polygons.push_back(tent);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyId(0), {1, 0.5, 1}};
  const NavLocation goal{PolyId(0), {7, 0.5, 1}};
  AnyAngleWorkspace search;
  GroundLineWorkspace workspace;
  std::vector<Vec3> points;
  const AnyAngleResult route = FindAnyAngle(mesh, start, goal, {}, search);
  AppendGroundLine(mesh, route.turns, route.crossed, kTolerance_m, workspace, points);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_NEAR(Distance(points[1], {4, 2, 1}), 0, 1e-6);
}

}  // namespace
}  // namespace waystone
