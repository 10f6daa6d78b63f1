#include "core/navmesh/any_angle_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/geom/funnel.h"
#include "core/navmesh/surface_walk.h"
#include "tests/core/navmesh/any_angle_check.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

NavLocation PlaceAt(const NavmeshView& mesh, double x, double z, double y = 0) {
  const PolyId poly = PolyAt(mesh, x, z, y);
  return {poly, {x, HeightOnPoly(mesh, poly, {x, z}), z}};
}

SurfacePath Find(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                 const AnyAngleOptions& options = {}) {
  AnyAngleWorkspace workspace;
  return FindAnyAngle(mesh, start, goal, options, workspace);
}

std::vector<Vec2> Plane(const std::vector<NavLocation>& places) {
  std::vector<Vec2> points;
  points.reserve(places.size());
  for (const NavLocation& place : places) points.push_back(place.point.Plane());
  return points;
}

TEST(FindAnyAngle, CrossesNothingWithinAPolygon) {
  const NavmeshData data = AsciiNavmesh(".\n");
  const NavmeshView mesh = ViewOf(data);
  const SurfacePath result = Find(mesh, PlaceAt(mesh, 0.25, 0.25), PlaceAt(mesh, 0.75, 0.75));
  EXPECT_EQ(result.outcome, SearchOutcome::kFound);
  EXPECT_DOUBLE_EQ(result.plane_length_m, std::sqrt(0.5));
  EXPECT_EQ(result.turns.size(), 2U);
  EXPECT_TRUE(result.crossed.empty());
}

TEST(FindAnyAngle, RunsAlongSidesAndThroughCornersOfALattice) {
  const NavmeshData data = AsciiNavmesh(
      "....\n"
      "....\n"
      "....\n"
      "....\n");
  const NavmeshView mesh = ViewOf(data);
  for (const Vec2 goal : {Vec2{4, 4}, Vec2{4, 2}, Vec2{2, 4}, Vec2{4, 0}, Vec2{3, 3}, Vec2{1, 3}}) {
    const SurfacePath result = Find(mesh, PlaceAt(mesh, 0, 0), PlaceAt(mesh, goal.x, goal.z));
    EXPECT_EQ(result.outcome, SearchOutcome::kFound);
    EXPECT_THAT(Plane(result.turns), testing::ElementsAre(Vec2{0, 0}, goal));
  }
}

TEST(FindAnyAngle, ListsTheCorridorAndThePolygonsOfItsTurns) {
  const NavmeshData data = AsciiNavmesh(
      ".#.\n"
      "...\n");
  const NavmeshView mesh = ViewOf(data);
  const SurfacePath result = Find(mesh, PlaceAt(mesh, 0.5, 0.5), PlaceAt(mesh, 2.5, 0.5));
  EXPECT_THAT(Plane(result.turns),
              testing::ElementsAre(Vec2{0.5, 0.5}, Vec2{1, 1}, Vec2{2, 1}, Vec2{2.5, 0.5}));
  EXPECT_EQ(result.crossed.size(), 4U);
  for (const NavLocation& turn : result.turns) {
    EXPECT_TRUE(IsOverPoly(mesh, turn.poly, turn.point.Plane()));
  }
}

TEST(FindAnyAngle, NeverPassesBetweenPolygonsThatOnlyTouch) {
  const std::string drawing =
      "..#\n"
      ".#.\n"
      "...\n";
  const NavmeshData data = *BuildNavmesh(SharedCells(drawing));
  const NavmeshView mesh = ViewOf(data);
  const SurfacePath result = Find(mesh, PlaceAt(mesh, 1.9, 0.9), PlaceAt(mesh, 2.1, 1.1));
  EXPECT_EQ(result.outcome, SearchOutcome::kFound);
  EXPECT_GT(result.plane_length_m, 2);
}

TEST(FindAnyAngle, GoesDownAOneWaySideAndRoundToComeBack) {
  NavmeshData data = AsciiNavmesh(
      "..\n"
      "..\n");
  const NavmeshView mesh = ViewOf(data);
  MakeOneWay(data, PolyAt(mesh, 0.5, 0.5), PolyAt(mesh, 1.5, 0.5));
  const NavLocation left = PlaceAt(mesh, 0.5, 0.5);
  const NavLocation right = PlaceAt(mesh, 1.5, 0.5);
  EXPECT_DOUBLE_EQ(Find(mesh, left, right).plane_length_m, 1);
  const SurfacePath back = Find(mesh, right, left);
  EXPECT_DOUBLE_EQ(back.plane_length_m, 2 * std::sqrt(0.5));
  EXPECT_EQ(back.turns.size(), 3U);
}

// Two floors that share only the vertex about which the path on either must turn. The path to it on the wrong
// floor is the shorter one.
TEST(FindAnyAngle, DoesNotMistakeArrivingOnAnotherFloorForArriving) {
  PolygonSoup soup;
  std::map<std::tuple<int, int, char>, uint32_t> vertex_at;
  const auto corner = [&](int x, int z, char floor) {
    if (x == 1 && z == 1) floor = '*';  // shared
    const auto [it, is_new] =
        vertex_at.try_emplace({x, z, floor}, static_cast<uint32_t>(soup.vertices.size()));
    const float height_m = floor == 'b' ? 10 : (floor == 'a' ? 0 : 5);
    if (is_new) soup.vertices.push_back({static_cast<float>(x), height_m, static_cast<float>(z)});
    return it->second;
  };
  const auto square = [&](int x, int z, char south, char north) {
    SoupPolygon poly;
    poly.vertices = {corner(x, z, south), corner(x + 1, z, south), corner(x + 1, z + 1, north),
                     corner(x, z + 1, north)};
    soup.polygons.push_back(poly);
  };
  for (const char floor : {'a', 'b'}) {
    square(1, 0, floor, floor);
    square(0, 0, floor, floor);
    square(0, 1, floor, floor);
    square(0, 2, floor, floor);
    square(1, 2, floor, floor);
  }
  square(2, 0, 'a', 'a');  // the yard: floor a lies beside it, floor b round the corner
  square(2, -1, 'a', 'a');
  square(2, -2, 'a', 'a');
  square(1, -2, 'a', 'a');
  square(1, -1, 'a', 'b');
  JoinSides(soup);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start = PlaceAt(mesh, 2.5, 0.5);
  const double to_hub_m = std::sqrt(0.25 + 2.25) + std::sqrt(5.0);
  const double from_hub_m = 1 + std::sqrt(0.81 + 0.25);
  EXPECT_NEAR(Find(mesh, start, PlaceAt(mesh, 1.9, 2.5, 10)).plane_length_m, to_hub_m + from_hub_m, 1e-9);
  EXPECT_NEAR(Find(mesh, start, PlaceAt(mesh, 1.9, 2.5, 0)).plane_length_m, std::sqrt(2.5) + from_hub_m,
              1e-9);
}

TEST(FindAnyAngle, AcceptsPlacesARoundingErrorOffTheirPolygon) {
  const NavmeshData data = AsciiNavmesh(
      ".#.\n"
      "...\n");
  const NavmeshView mesh = ViewOf(data);
  for (const double off : {-1e-12, 1e-12, -1e-9, 1e-9}) {
    const SurfacePath result = Find(mesh, {PolyAt(mesh, 0.5, 0.5), {1 + off, 0, 1 + off}},
                                    {PolyAt(mesh, 2.5, 0.5), {2 - off, 0, 1 - off}});
    EXPECT_EQ(result.outcome, SearchOutcome::kFound);
    EXPECT_NEAR(result.plane_length_m, 1, 1e-8);
  }
}

// Cells with walled yards. Without a flood the search would try every corner's view of the whole map.
TEST(FindAnyAngle, TellsAnUnreachableGoalInLinearTime) {
  Random random(1);
  std::string drawing = RandomDrawing(200, 200, 0.1, random);
  const auto cell = [&](size_t x, size_t z) -> char& { return drawing[z * 201 + x]; };
  for (size_t k = 95; k <= 105; ++k) cell(k, 95) = cell(k, 105) = cell(95, k) = cell(105, k) = '#';
  cell(100, 100) = cell(10, 10) = '.';
  const NavmeshData data = *BuildNavmesh(SharedCells(drawing));
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start = PlaceAt(mesh, 10.5, 10.5);
  const NavLocation goal = PlaceAt(mesh, 100.5, 100.5);
  const SurfacePath result = Find(mesh, start, goal);
  EXPECT_EQ(result.outcome, SearchOutcome::kExhausted);
  ExpectNearest(mesh, start.poly, result.end, goal.point);
  // The flood visits all polygons in this many expansions; a second search finds the path to the wall.
  const SurfacePath to_end = Find(mesh, start, result.end);
  EXPECT_EQ(to_end.outcome, SearchOutcome::kFound);
  EXPECT_DOUBLE_EQ(result.plane_length_m, to_end.plane_length_m);
  EXPECT_LT(result.expansions - to_end.expansions, 1024 + mesh.poly_count() / 8 + 256);
}

TEST(FindAnyAngle, GivesUpAtTheLimitWithAWalkablePath) {
  Random random(2);
  AnyAngleWorkspace workspace;
  int cut_short = 0;
  for (int i = 0; i < 100; ++i) {
    const NavmeshData data = *BuildNavmesh(SharedCells(RandomDrawing(20, 20, 0.3, random)));
    const NavmeshView mesh = ViewOf(data);
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    AnyAngleOptions options;
    options.max_expansions = 1 + random.NextBelow(60);
    const SurfacePath result = FindAnyAngle(mesh, start, goal, options, workspace);
    EXPECT_LE(result.expansions, options.max_expansions);
    ExpectCorridor(mesh, start, result);
    for (size_t k = 1; k < result.turns.size(); ++k) {
      EXPECT_TRUE(Raycast(mesh, result.turns[k - 1], result.turns[k].point.Plane()).reached);
    }
    if (result.outcome != SearchOutcome::kExpansionLimit) continue;
    ++cut_short;
    // Taut within its corridor, so it may be longer than the shortest path there but never shorter.
    EXPECT_GE(result.plane_length_m, Find(mesh, start, result.end).plane_length_m - 1e-9);
  }
  EXPECT_GT(cut_short, 20);
}

TEST(FindAnyAngle, GivesTheSameRouteWhateverTheWorkspaceDidBefore) {
  Random random(3);
  AnyAngleWorkspace used;
  for (int i = 0; i < 50; ++i) {
    const int side = 5 + static_cast<int>(random.NextBelow(20));
    const NavmeshData data = *BuildNavmesh(SharedCells(RandomDrawing(side, side, 0.3, random)));
    const NavmeshView mesh = ViewOf(data);
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    const SurfacePath fresh = Find(mesh, start, goal);
    const SurfacePath again = FindAnyAngle(mesh, start, goal, {}, used);
    EXPECT_EQ(fresh.outcome, again.outcome);
    EXPECT_EQ(fresh.expansions, again.expansions);
    EXPECT_EQ(fresh.crossed, again.crossed);
    EXPECT_EQ(Plane(fresh.turns), Plane(again.turns));
  }
}

TEST(Funnel, PullsTheExactCorridorToTheExactLength) {
  Random random(4);
  AnyAngleWorkspace workspace;
  Funnel funnel;
  int turns_seen = 0;
  for (int i = 0; i < 300; ++i) {
    PolygonSoup soup = JitteredCells(RandomDrawing(10, 10, 0.25, random), 0.4, random);
    MergeSome(soup, 50, random);
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView mesh = ViewOf(data);
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    const SurfacePath exact = FindAnyAngle(mesh, start, goal, {}, workspace);
    std::vector<FunnelEdge> portals;
    for (const EdgeId edge : exact.crossed) {
      portals.push_back({Vec3(mesh.EdgeEnd(edge)).Plane(), Vec3(mesh.EdgeStart(edge)).Plane()});
    }
    std::vector<FunnelTurn> turns;
    funnel.Pull(start.point.Plane(), portals, exact.end.point.Plane(), turns);
    double length_m = 0;
    Vec2 at = start.point.Plane();
    for (const FunnelTurn& turn : turns) {
      const Vec2 next = turn.at_left ? portals[turn.edge].left : portals[turn.edge].right;
      length_m += Distance(at, next);
      at = next;
    }
    length_m += Distance(at, exact.end.point.Plane());
    EXPECT_NEAR(length_m, exact.plane_length_m, 1e-9);
    turns_seen += static_cast<int>(turns.size());
  }
  EXPECT_GT(turns_seen, 300);
}

}  // namespace
}  // namespace waystone
