#include "core/navmesh/surface_queries.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

Aabb Everywhere() { return {{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}}; }

// The rule of NearestPoly over all polygons.
std::optional<NavLocation> NearestBySearchingAll(const NavmeshView& mesh, const Vec3& point,
                                                 const Aabb& box) {
  std::optional<NavLocation> best;
  double best_m = INFINITY;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const Vec3 nearest = ClosestPointOnPoly(mesh, PolyId(i), point);
    const bool over = nearest.Plane() == point.Plane();
    const double distance_m =
        over ? std::max(0.0, std::abs(nearest.y - point.y) - double{mesh.arrays().header.max_climb_m})
             : Distance(nearest, point);
    if (box.Contains(nearest) && distance_m < best_m - 1e-12) {
      best_m = distance_m;
      best = NavLocation{PolyId(i), nearest};
    }
  }
  return best;
}

TEST(NearestPoly, FindsTheFloorThatThePointStandsOn) {
  const NavmeshData data = AsciiStoreys({"....\n....\n", "....\n....\n"});
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  for (double y : {-1.0, 0.0, 0.4, 2.0}) {
    const auto hit = NearestPoly(mesh, {1.5, y, 1.5}, Everywhere(), workspace);
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->point, Vec3(1.5, 0, 1.5)) << y;
  }
  EXPECT_EQ(NearestPoly(mesh, {1.5, 2.5, 1.5}, Everywhere(), workspace)->point.y, 4.5);
}

TEST(NearestPoly, LooksNoFartherThanTheBox) {
  const NavmeshData data = AsciiStoreys({"..\n", "..\n"});
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  // The nearer floor is above, but the box only reaches down.
  const Aabb below{{0, -5, 0}, {2, 3, 1}};
  EXPECT_EQ(NearestPoly(mesh, {0.5, 3, 0.5}, below, workspace)->point.y, 0);
  EXPECT_FALSE(NearestPoly(mesh, {0.5, 2, 0.5}, {{0, 1, 0}, {1, 3, 1}}, workspace).has_value());
  EXPECT_FALSE(
      NearestPoly(mesh, {-1, 0, 0.5}, Aabb::Around({-1, 0, 0.5}, {0.9, 1, 1}), workspace).has_value());
  EXPECT_EQ(NearestPoly(mesh, {-1, 0, 0.5}, Aabb::Around({-1, 0, 0.5}, {1, 1, 1}), workspace)->point,
            Vec3(0, 0, 0.5));
}

TEST(NearestPoly, GivesAPointOnASharedSideToTheLowestId) {
  const NavmeshData data = AsciiNavmesh("...\n...\n");
  SurfaceWorkspace workspace;
  const NavmeshView mesh = ViewOf(data);
  std::set<uint32_t> around;
  for (double dx : {-0.5, 0.5}) {
    for (double dz : {-0.5, 0.5}) around.insert(PolyAt(mesh, 1 + dx, 1 + dz).value());
  }
  EXPECT_EQ(NearestPoly(mesh, {1, 0, 1}, Everywhere(), workspace)->poly.value(), *around.begin());
}

TEST(NearestPoly, AgreesWithASearchOfAllPolygons) {
  Random random(3);
  const NavmeshData data =
      AsciiStoreys({"..12345.....#...\n"
                    "..##..6..#......\n"
                    "......789....1..\n"
                    ".#.........#21..\n",
                    "...     .........\n"
                    "        ....#..\n"});
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    Vec3 point(random.NextInRange(-2, 18), random.NextInRange(-2, 7), random.NextInRange(-2, 6));
    if (i % 2 == 0)
      point = {std::round(point.x * 2) / 2, std::round(point.y * 2) / 2, std::round(point.z * 2) / 2};
    const double reach_m = random.NextInRange(0.1, 4);
    const Aabb box = Aabb::Around(point, {reach_m, reach_m, reach_m});
    const auto expected = NearestBySearchingAll(mesh, point, box);
    const auto actual = NearestPoly(mesh, point, box, workspace);
    ASSERT_EQ(actual.has_value(), expected.has_value()) << i;
    if (!actual) continue;
    ++found;
    ASSERT_EQ(actual->point, expected->point) << i;
    ASSERT_EQ(actual->poly, expected->poly) << i;
  }
  EXPECT_GT(found, 5000);
}

TEST(NearestPoly, FindsNothingOnAnEmptyMesh) {
  SurfaceWorkspace workspace;
  const NavmeshData data = *BuildNavmesh({});
  EXPECT_FALSE(NearestPoly(ViewOf(data), {0, 0, 0}, Everywhere(), workspace).has_value());
}

TEST(HeightOnPoly, FollowsTheDetailTriangles) {
  PolygonSoup soup = AsciiSoup({".\n"}, {.cell_m = 4});
  soup.polygons[0].detail_vertices = {{2, 1, 2}};
  soup.polygons[0].detail_triangles = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  EXPECT_DOUBLE_EQ(HeightOnPoly(mesh, PolyId(0), {2, 2}), 1);
  EXPECT_DOUBLE_EQ(HeightOnPoly(mesh, PolyId(0), {1, 2}), 0.5);
  EXPECT_DOUBLE_EQ(HeightOnPoly(mesh, PolyId(0), {0, 0}), 0);
  // Outside, the nearest triangle's nearest point decides.
  EXPECT_DOUBLE_EQ(HeightOnPoly(mesh, PolyId(0), {-7, 2}), 0);
}

TEST(ClosestPointOnPoly, IsStraightBelowOrOnTheOutline) {
  const NavmeshData data = AsciiNavmesh("1\n");
  const NavmeshView mesh = ViewOf(data);
  EXPECT_EQ(ClosestPointOnPoly(mesh, PolyId(0), {0.25, 9, 0.75}), Vec3(0.25, 0.5, 0.75));
  EXPECT_EQ(ClosestPointOnPoly(mesh, PolyId(0), {0.25, 9, -3}), Vec3(0.25, 0.5, 0));
  EXPECT_EQ(ClosestPointOnPoly(mesh, PolyId(0), {5, -9, -3}), Vec3(1, 0.5, 0));
}

TEST(RandomPoint, IsUniformByArea) {
  const NavmeshData data = AsciiNavmesh("....#..\n##..###\n", {.merge_rows = true});
  const NavmeshView mesh = ViewOf(data);
  Random random(11);
  // 8 square cells of equal area, each in 4 quarters.
  std::map<std::pair<int, int>, int> hits;
  constexpr int kDraws = 64000;
  for (int i = 0; i < kDraws; ++i) {
    const NavLocation at = RandomPoint(mesh, random);
    ASSERT_TRUE(IsOverPoly(mesh, at.poly, at.point.Plane()) ||
                PlaneDistance(ClosestPointOnPoly(mesh, at.poly, at.point), at.point) < 1e-12);
    ++hits[{static_cast<int>(at.point.x * 2), static_cast<int>(at.point.z * 2)}];
  }
  ASSERT_EQ(hits.size(), 32U);
  double chi_square = 0;
  for (const auto& [cell, count] : hits) {
    const double expected = kDraws / 32.0;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, 61.1);  // 31 degrees of freedom, p = 0.001
}

TEST(RandomPoint, RepeatsWithItsSeed) {
  const NavmeshData data = AsciiNavmesh("...\n.#.\n");
  Random a(5);
  Random b(5);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(RandomPoint(ViewOf(data), a).point, RandomPoint(ViewOf(data), b).point);
  }
}

}  // namespace
}  // namespace waystone
