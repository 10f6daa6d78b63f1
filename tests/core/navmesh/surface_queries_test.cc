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
  std::pair best_sq_m2(HUGE_VAL, HUGE_VAL);  // as it counts, and in truth
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const Vec3 nearest = ClosestPointOnPoly(mesh, PolyId(i), point);
    const Vec2 aside = nearest.Plane() - point.Plane();
    const double rise_m = std::abs(nearest.y - point.y);
    const double slack_m = nearest.Plane() == point.Plane() ? double{mesh.arrays().header.max_climb_m} : 0;
    const double counted_m = std::max(0.0, rise_m - slack_m);
    const double true_m = rise_m <= mesh.tolerance_m() ? 0 : rise_m;
    const std::pair sq_m2(Dot(aside, aside) + counted_m * counted_m, Dot(aside, aside) + true_m * true_m);
    if (!box.Contains(nearest) || sq_m2 >= best_sq_m2) continue;
    best_sq_m2 = sq_m2;
    best = NavLocation{PolyId(i), nearest};
  }
  return best;
}

// Tilted rectangles at random, up to 1.5 m high, that nothing joins: many lie over each other within a step.
NavmeshData Pile(int count, Random& random) {
  PolygonSoup soup;
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<uint32_t>(soup.vertices.size());
    const double x = random.NextBelow(16) / 2.0;
    const double z = random.NextBelow(16) / 2.0;
    const double wide = (1 + random.NextBelow(8)) / 2.0;
    const double deep = (1 + random.NextBelow(8)) / 2.0;
    const double y = random.NextBelow(24) / 16.0;
    const double tilt_x = random.NextBelow(3) / 16.0;
    const double tilt_z = random.NextBelow(3) / 16.0;
    for (const Vec2 corner : {Vec2{0, 0}, Vec2{wide, 0}, Vec2{wide, deep}, Vec2{0, deep}}) {
      const Vec3 at(x + corner.x, y + tilt_x * corner.x + tilt_z * corner.z, z + corner.z);
      soup.vertices.push_back(at.ToFloat());
    }
    SoupPolygon poly;
    poly.vertices = {first, first + 1, first + 2, first + 3};
    poly.neighbours.assign(4, kNoNeighbour);
    soup.polygons.push_back(poly);
  }
  return *BuildNavmesh(soup);
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

TEST(NearestPoly, TakesTheNearestOfFloorsWithinAStep) {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0},   {10, 0, 0},   {10, 0, 10},   {0, 0, 10},
                   {0, 0.4, 0}, {10, 0.4, 0}, {10, 0.4, 10}, {0, 0.4, 10}};
  for (uint32_t first : {0U, 4U}) {
    SoupPolygon floor;
    floor.vertices = {first, first + 1, first + 2, first + 3};
    floor.neighbours.assign(4, kNoNeighbour);
    soup.polygons.push_back(floor);
  }
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace workspace;
  const auto height_at = [&](double y) {
    return NearestPoly(mesh, {5, y, 5}, Everywhere(), workspace)->point.y;
  };
  EXPECT_NEAR(height_at(0.4), 0.4, 1e-6);
  EXPECT_NEAR(height_at(0.3), 0.4, 1e-6);
  EXPECT_NEAR(height_at(0.5), 0.4, 1e-6);
  EXPECT_NEAR(height_at(0), 0, 1e-6);
  EXPECT_NEAR(height_at(0.1), 0, 1e-6);
  EXPECT_NEAR(height_at(-0.1), 0, 1e-6);
  EXPECT_EQ(NearestPoly(mesh, {5, 0.4F / 2, 5}, Everywhere(), workspace)->poly, PolyId(0));
}

TEST(NearestPoly, AgreesWithASearchOfAllPolygonsInPilesOfFloors) {
  Random random(17);
  SurfaceWorkspace workspace;
  for (int pile = 0; pile < 40; ++pile) {
    const NavmeshData data = Pile(4 + 4 * pile, random);
    const NavmeshView mesh = ViewOf(data);
    const auto admit = [&](PolyId poly) { return poly.value() % 5 != 1; };
    for (int i = 0; i < 500; ++i) {
      Vec3 point(random.NextInRange(-1, 12), random.NextInRange(-1, 3), random.NextInRange(-1, 12));
      if (i % 2 == 0) {
        point = {std::round(point.x * 4) / 4, std::round(point.y * 16) / 16, std::round(point.z * 4) / 4};
      }
      const double reach_m = random.NextInRange(0.1, 4);
      const Aabb box = Aabb::Around(point, {reach_m, reach_m, reach_m});
      const auto expected = NearestBySearchingAll(mesh, point, box);
      const auto actual = NearestPoly(mesh, point, box, workspace);
      ASSERT_EQ(actual.has_value(), expected.has_value()) << pile << " " << i;
      if (actual) {
        ASSERT_EQ(actual->poly, expected->poly) << pile << " " << i;
        ASSERT_EQ(actual->point, expected->point) << pile << " " << i;
      }
      const auto some = NearestPolyWithin(mesh, point, 2, 1, 0.5, admit, workspace);
      const auto all = NearestPolyWithin(mesh, point, 2, 1, 0.5, workspace);
      ASSERT_TRUE(!some || admit(some->poly)) << pile << " " << i;
      if (all && admit(all->poly)) {
        ASSERT_EQ(some->poly, all->poly) << pile << " " << i;
      }
    }
  }
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
