#include "core/navmesh/edge_point_flood.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/navmesh/edge_point_search.h"
#include "tests/core/navmesh/changed_scene.h"

namespace waystone {
namespace {

constexpr double kFactors[] = {0.5, 1, 2, 5};

TEST(EdgePointFlood, KnowsWhatPathsCost) {
  Random random(41);
  EdgePointWorkspace workspace;
  EdgePointFlood flood;
  int found = 0;
  int equal = 0;
  int unreachable = 0;
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string drawing = RandomDrawing(9, 8, random.NextInRange(0.1, 0.4), random);
    PolygonSoup soup = SoupOfSeries(i, drawing, random);
    if (soup.polygons.empty()) continue;
    const ChangedScene scene(std::move(soup), 3, random);
    EdgePointOptions options;
    for (uint8_t area = 1; area <= 3; ++area) options.costs.Set(area, kFactors[random.NextBelow(4)]);
    options.links = &scene.links();
    options.abilities = random.NextBelow(4);
    const NavLocation start = RandomLatticePlace(scene.mesh(), random);
    flood.Begin(scene.mesh(), scene.links(), options.abilities, options.costs, 0, start);
    const double limit_m = i % 3 == 0 ? 4 : 1e9;
    // In steps, as walks to the nearest position are measured.
    ASSERT_EQ(flood.GrowTo(limit_m / 2, {}), SearchOutcome::kExhausted);
    ASSERT_EQ(flood.GrowTo(limit_m, {}), SearchOutcome::kExhausted);
    for (int k = 0; k < 12; ++k) {
      const NavLocation goal = RandomLatticePlace(scene.mesh(), random);
      const SurfacePath path = FindEdgePoints(scene.mesh(), start, goal, options, workspace);
      const double walk_m = flood.DistanceTo(goal);
      ASSERT_EQ(flood.Reaches(goal), std::isfinite(walk_m));
      if (path.outcome != SearchOutcome::kFound) {
        ++unreachable;
        EXPECT_TRUE(std::isinf(walk_m));
      } else if (path.cost_m <= limit_m) {
        ++found;
        ASSERT_TRUE(std::isfinite(walk_m)) << path.cost_m;
        equal += std::abs(walk_m - path.cost_m) <= 1e-6 * path.cost_m ? 1 : 0;
        if (path.cost_m > 0) worst = std::max(worst, std::abs(walk_m / path.cost_m - 1));
      }
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(unreachable, 200);
  EXPECT_GT(equal, found * 9 / 10);
  EXPECT_LT(worst, 0.05);
}

TEST(EdgePointFlood, KeepsAClearance) {
  Random random(43);
  EdgePointWorkspace workspace;
  SurfaceWorkspace surface;
  EdgePointFlood flood;
  int found = 0;
  int narrow = 0;
  int cut_off = 0;
  int shorter = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string drawing = RandomDrawing(9, 8, random.NextInRange(0.05, 0.3), random);
    PolygonSoup soup = SoupOfSeries(i, drawing, random);
    if (soup.polygons.empty()) continue;
    const ChangedScene scene(std::move(soup), 3, random);
    EdgePointOptions options;
    if (i % 2 == 0) {
      for (uint8_t area = 1; area <= 3; ++area) options.costs.Set(area, kFactors[random.NextBelow(4)]);
    }
    options.links = &scene.links();
    options.abilities = random.NextBelow(4);
    options.clearance_m = random.NextInRange(0.2, 0.8);
    const NavLocation start = RandomLatticePlace(scene.mesh(), random);
    flood.Begin(scene.mesh(), scene.links(), options.abilities, options.costs, options.clearance_m, start);
    ASSERT_EQ(flood.GrowTo(1e9, {}), SearchOutcome::kExhausted);
    const ClearanceCheck room(scene.mesh(), nullptr, options.clearance_m, surface);
    for (int k = 0; k < 12; ++k) {
      const NavLocation goal = RandomLatticePlace(scene.mesh(), random);
      const Vec2 at = goal.point.Plane();
      const double walk_m = flood.DistanceTo(goal);
      ASSERT_EQ(flood.Reaches(goal), std::isfinite(walk_m));
      const double least_m = options.clearance_m - scene.mesh().tolerance_m();
      const bool is_start = goal.poly == start.poly && goal.point == start.point;
      if (!is_start && room.Room(goal.poly, at, least_m) < least_m) {
        ++narrow;
        EXPECT_TRUE(std::isinf(walk_m));
        continue;
      }
      const SurfacePath path = FindEdgePoints(scene.mesh(), start, goal, options, workspace);
      if (path.outcome != SearchOutcome::kFound) {
        ++cut_off;
        EXPECT_TRUE(std::isinf(walk_m));
        continue;
      }
      ++found;
      ASSERT_TRUE(std::isfinite(walk_m)) << path.cost_m;
      EXPECT_LE(walk_m, 1.03 * path.cost_m + 1e-9) << i << ", " << k;
      shorter += walk_m < 0.97 * path.cost_m ? 1 : 0;
    }
  }
  EXPECT_GT(found, 500);
  EXPECT_GT(narrow, 500);
  EXPECT_GT(cut_off, 100);
  EXPECT_LT(shorter, found / 100) << "points stand elsewhere without the goal's feet, which rarely matters";
}

TEST(EdgePointFlood, KnowsAllThatIsNearWhenALimitEndsIt) {
  NavmeshData data = AsciiNavmesh(std::string(40, '.') + "\n");
  const NavmeshView mesh = ViewOf(data);
  for (uint32_t p = 0; p < mesh.poly_count(); p += 2) data.polys[p].area = 2;
  const LinkView links;
  GroundCosts costs;
  costs.Set(2, 3);
  EdgePointFlood flood;
  flood.Begin(mesh, links, 0, costs, 0, {PolyAt(mesh, 0.5, 0.5), {0.5, 0, 0.5}});
  FloodOptions few;
  few.max_expansions = 40;
  ASSERT_EQ(flood.GrowTo(1e9, few), SearchOutcome::kExpansionLimit);
  const double known_m = flood.grown_to_m();
  EXPECT_GT(known_m, 3);
  std::vector<double> walks_m;
  for (int column = 0; column < 40; ++column) {
    const double walk_m = flood.DistanceTo({PolyAt(mesh, column + 0.5, 0.5), {column + 0.5, 0, 0.5}});
    walks_m.push_back(walk_m);
    EXPECT_TRUE(std::isinf(walk_m) || walk_m > known_m || std::abs(walk_m - 2 * column) < 1e-6) << column;
  }
  EXPECT_TRUE(std::isinf(walks_m.back()));
  ASSERT_EQ(flood.GrowTo(1e9, {}), SearchOutcome::kExhausted) << "goes on";
  EXPECT_NEAR(flood.DistanceTo({PolyAt(mesh, 39.5, 0.5), {39.5, 0, 0.5}}), 78, 1e-6);
}

}  // namespace
}  // namespace waystone
