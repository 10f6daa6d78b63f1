#include "core/surface/ground/ground_line.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/edge_point_search.h"
#include "core/navmesh/surface_queries.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/ground_check.h"
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

double Length_m(std::span<const Vec3> points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Distance(points[i - 1], points[i]);
  return length_m;
}

std::vector<Vec3> LineOver(const NavmeshView& mesh, const SurfacePath& route) {
  GroundLineOptions options;
  options.tolerance_m = kTolerance_m;
  GroundLineWorkspace workspace;
  std::vector<Vec3> points;
  EXPECT_FALSE(AppendGroundLine(mesh, route.turns, route.crossed, options, workspace, points));
  return points;
}

NavLocation OnGround(const NavmeshView& mesh, const NavLocation& place) {
  return {place.poly, ClosestPointOnPoly(mesh, place.poly, place.point)};
}

// A rectangle whose corners have heights of their own; its sides join others of the same place.
void AddRectangle(double x0, double x1, double z0, double z1, const double (&heights_m)[4],
                  PolygonSoup& soup) {
  const auto first = static_cast<uint32_t>(soup.vertices.size());
  soup.vertices.push_back(Vec3(x0, heights_m[0], z0).ToFloat());
  soup.vertices.push_back(Vec3(x1, heights_m[1], z0).ToFloat());
  soup.vertices.push_back(Vec3(x1, heights_m[2], z1).ToFloat());
  soup.vertices.push_back(Vec3(x0, heights_m[3], z1).ToFloat());
  SoupPolygon poly;
  poly.vertices = {first, first + 1, first + 2, first + 3};
  poly.neighbours.assign(4, kNoNeighbour);
  poly.loose_sides = 0xF;
  soup.polygons.push_back(poly);
}

// Rows of rectangles of different widths that slope along their rows, each row with heights of its own: where
// rows meet, and where rectangles of a row do, there are steps of up to `step_m`.
NavmeshData Rows(int rows, int length, double step_m, Random& random) {
  PolygonSoup soup;
  soup.max_climb_m = static_cast<float>(step_m);
  for (int row = 0; row < rows; ++row) {
    const double share = random.NextInRange(0, 0.5);
    const auto height_at = [&] { return share * random.NextInRange(0, step_m); };
    double left_m = height_at();
    for (int x = 0; x < length;) {
      const int next = std::min<int>(length, x + 1 + static_cast<int>(random.NextBelow(5)));
      const double right_m = height_at();
      AddRectangle(x, next, row * 3, row * 3 + 3, {left_m, right_m, right_m, left_m}, soup);
      left_m = random.NextBelow(3) == 0 ? height_at() : right_m;
      x = next;
    }
  }
  return *BuildNavmesh(soup);
}

// Squares whose detail triangles meet in points of the middle and of the sides, at heights at random.
NavmeshData Tents(int side, double relief_m, Random& random) {
  PolygonSoup soup = SharedCells(RandomDrawing(side, side, 0.2, random));
  for (Vec3f& v : soup.vertices) v.y = static_cast<float>(random.NextInRange(0, 0.3));
  for (SoupPolygon& poly : soup.polygons) {
    const Vec3 a(soup.vertices[poly.vertices[0]]);
    const Vec3 b(soup.vertices[poly.vertices[1]]);
    const Vec3 c(soup.vertices[poly.vertices[2]]);
    const Vec3 on_side = (a + b) * 0.5 + Vec3(0, random.NextInRange(0, 0.3), 0);
    const Vec3 middle = (a + c) * 0.5 + Vec3(0, random.NextInRange(-relief_m, relief_m), 0);
    poly.detail_vertices = {on_side.ToFloat(), middle.ToFloat()};
    poly.detail_triangles = {0, 4, 5, 4, 1, 5, 1, 2, 5, 2, 3, 5, 3, 0, 5};
  }
  return *BuildNavmesh(soup);
}

// Routes between places at random, exact and over ground of different cost: what is wrong with their lines.
// Some turn in their last polygon, as paths into triggers do, some of these where they end.
void ExpectSoundLines(const NavmeshData& data, int count, Random& random) {
  const NavmeshView mesh = ViewOf(data);
  AnyAngleWorkspace search;
  EdgePointWorkspace weighted;
  for (int i = 0; i < count; ++i) {
    const NavLocation start = OnGround(mesh, RandomLatticePlace(mesh, random));
    const NavLocation goal = OnGround(mesh, RandomLatticePlace(mesh, random));
    EdgePointOptions options;
    SurfacePath route = i % 4 == 3 ? FindEdgePoints(mesh, start, goal, options, weighted)
                                   : FindAnyAngle(mesh, start, goal, {}, search);
    if (i % 3 == 1 && route.outcome == SearchOutcome::kFound) {
      const Vec3 corner(mesh.vertex(VertexId(mesh.edges(goal.poly)[0].vertex)));
      route.turns.push_back(i % 2 == 0 ? goal : OnGround(mesh, {goal.poly, corner}));
    }
    const std::vector<Vec3> points = LineOver(mesh, route);
    ASSERT_EQ(GroundLineFault(mesh, route.turns, route.crossed, points, kTolerance_m), "") << i;
  }
}

TEST(GroundLine, KeepsToRoughGround) {
  Random random(1);
  for (int i = 0; i < 40; ++i) ExpectSoundLines(Hills(9, 3, random), 4, random);
}

TEST(GroundLine, KeepsToGroundOfManyTriangles) {
  Random random(2);
  for (int i = 0; i < 40; ++i) ExpectSoundLines(Tents(7, 1.5, random), 6, random);
}

TEST(GroundLine, KeepsToStepsBetweenRows) {
  Random random(3);
  for (int i = 0; i < 150; ++i) {
    const double step_m = i % 2 == 0 ? 0.5 : 1.2;
    ExpectSoundLines(Rows(2 + i % 3, 12, step_m, random), 12, random);
  }
}

TEST(GroundLine, KeepsToStepsBetweenCells) {
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    std::string drawing = RandomDrawing(8, 8, 0.2, random);
    for (char& cell : drawing) {
      if (cell == '.') cell = static_cast<char>('0' + random.NextBelow(3));
    }
    ExpectSoundLines(AsciiStoreys({drawing}, {.step_m = 0.4, .merge_rows = i % 2 == 0}), 8, random);
  }
}

// Two rows side by side: the path leads along the sides between them.
TEST(GroundLine, GoesAheadAlongSharedSides) {
  PolygonSoup soup;
  AddRectangle(0, 8, -3, 0, {0.371, 0.496, 0.496, 0.371}, soup);
  AddRectangle(8, 12, -3, 0, {0.496, 0.149, 0.149, 0.496}, soup);
  AddRectangle(0, 1, 0, 3, {0.371, 0.552, 0.552, 0.371}, soup);
  AddRectangle(1, 5, 0, 3, {0.552, 0.112, 0.112, 0.552}, soup);
  AddRectangle(5, 12, 0, 3, {0.112, 0.149, 0.149, 0.112}, soup);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  SurfaceWorkspace surface;
  AnyAngleWorkspace search;
  for (const double z : {0.0, -0.5, 0.5}) {
    const NavLocation start = *NearestPolyWithin(mesh, {0.5, 0.4, z}, 1, 1, 1, surface);
    const NavLocation goal = *NearestPolyWithin(mesh, {11.5, 0.15, z}, 1, 1, 1, surface);
    const SurfacePath route = FindAnyAngle(mesh, start, goal, {}, search);
    const std::vector<Vec3> points = LineOver(mesh, route);
    EXPECT_EQ(GroundLineFault(mesh, route.turns, route.crossed, points, kTolerance_m), "");
    for (size_t i = 1; i < points.size(); ++i) EXPECT_GT(points[i].x, points[i - 1].x);
  }
}

// A stair in the middle of the leg, at its end and at its start.
TEST(GroundLine, ShowsAStepAsTwoPointsInOnePlace) {
  const NavmeshData data = AsciiStoreys({"0011\n"}, {.step_m = 0.625, .merge_rows = true});
  const NavmeshView mesh = ViewOf(data);
  const PolyId low = PolyAt(mesh, 1, 0.5);
  const PolyId high = PolyAt(mesh, 3, 0.5, 0.625);
  AnyAngleWorkspace search;
  const double step_m = 0.625;
  const auto line = [&](const NavLocation& from, const NavLocation& to) {
    return LineOver(mesh, FindAnyAngle(mesh, from, to, {}, search));
  };
  EXPECT_EQ(line({low, {0.5, 0, 0.5}}, {high, {3.5, step_m, 0.5}}),
            (std::vector<Vec3>{{0.5, 0, 0.5}, {2, 0, 0.5}, {2, step_m, 0.5}, {3.5, step_m, 0.5}}));
  EXPECT_EQ(line({low, {0.5, 0, 0.5}}, {high, {2, step_m, 0.5}}),
            (std::vector<Vec3>{{0.5, 0, 0.5}, {2, 0, 0.5}, {2, step_m, 0.5}}));
  EXPECT_EQ(line({high, {2, step_m, 0.5}}, {low, {0.5, 0, 0.5}}),
            (std::vector<Vec3>{{2, step_m, 0.5}, {2, 0, 0.5}, {0.5, 0, 0.5}}));
}

TEST(GroundLine, PassesALowStepWithinTheTolerance) {
  const NavmeshData data = AsciiStoreys({"0011\n"}, {.step_m = 0.375, .merge_rows = true});
  const NavmeshView mesh = ViewOf(data);
  AnyAngleWorkspace search;
  const NavLocation start{PolyAt(mesh, 1, 0.5), {0.5, 0, 0.5}};
  const NavLocation goal{PolyAt(mesh, 3, 0.5, 0.375), {3.5, 0.375, 0.5}};
  EXPECT_EQ(LineOver(mesh, FindAnyAngle(mesh, start, goal, {}, search)).size(), 2U);
}

TEST(GroundLine, OfAWalkWithoutLengthIsOnePoint) {
  const NavmeshData data = AsciiNavmesh("..\n");
  const NavmeshView mesh = ViewOf(data);
  SurfacePath route;
  route.turns.assign(2, {PolyAt(mesh, 0.5, 0.5), {0.5, 0, 0.5}});
  EXPECT_EQ(LineOver(mesh, route), std::vector<Vec3>{Vec3(0.5, 0, 0.5)});
}

// However long it may be: what is left keeps to the ground and to the limit.
TEST(GroundLine, IsCutToALengthOnTheGround) {
  Random random(5);
  AnyAngleWorkspace search;
  GroundLineWorkspace workspace;
  for (int i = 0; i < 120; ++i) {
    const NavmeshData data = i % 2 == 0 ? Hills(9, 3, random) : Rows(3, 12, 1, random);
    const NavmeshView mesh = ViewOf(data);
    const NavLocation start = OnGround(mesh, RandomLatticePlace(mesh, random));
    const NavLocation goal = OnGround(mesh, RandomLatticePlace(mesh, random));
    const SurfacePath route = FindAnyAngle(mesh, start, goal, {}, search);
    const std::vector<Vec3> whole = LineOver(mesh, route);
    GroundLineOptions options;
    options.tolerance_m = kTolerance_m;
    options.walked_m = 5;
    options.max_length_m = 5 + Length_m(whole) * random.NextUnit();
    std::vector<Vec3> points;
    const auto cut = AppendGroundLine(mesh, route.turns, route.crossed, options, workspace, points);
    if (whole.size() == 1) continue;
    ASSERT_TRUE(cut.has_value());
    ASSERT_LE(5 + Length_m(points), options.max_length_m);
    ASSERT_GE(5 + Length_m(points), options.max_length_m - 1.1);  // a step is walked whole
    ASSERT_EQ(points.back(), cut->end.point);
    ASSERT_GE(cut->plane_share, 0);
    ASSERT_LT(cut->plane_share, 1);
    std::vector<NavLocation> turns;
    double plane_m = 0;
    for (const NavLocation& turn : route.turns) {
      if (!turns.empty()) plane_m += PlaneDistance(turns.back().point, turn.point);
      if (plane_m > cut->plane_share * route.plane_length_m + 1e-9) break;
      turns.push_back(turn);
    }
    turns.push_back(cut->end);
    const auto crossed = std::span(route.crossed).first(cut->crossed_kept);
    ASSERT_EQ(GroundLineFault(mesh, turns, crossed, points, kTolerance_m), "") << i;
  }
}

TEST(GroundLine, AddsNothingOnLevelOrEvenlySlopingGround) {
  PolygonSoup soup = SharedCells("........\n........\n");
  for (Vec3f& v : soup.vertices) v.y = v.x * 0.5F;
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyAt(mesh, 0.5, 0.5), {0.5, 0.25, 0.5}};
  const NavLocation goal{PolyAt(mesh, 7.5, 1.5, 4), {7.5, 3.75, 1.5}};
  AnyAngleWorkspace search;
  const std::vector<Vec3> points = LineOver(mesh, FindAnyAngle(mesh, start, goal, {}, search));
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
  const std::vector<Vec3> points = LineOver(mesh, FindAnyAngle(mesh, start, goal, {}, search));
  ASSERT_EQ(points.size(), 3U);
  EXPECT_NEAR(Distance(points[1], {4, 2, 1}), 0, 1e-6);
}

}  // namespace
}  // namespace waystone
