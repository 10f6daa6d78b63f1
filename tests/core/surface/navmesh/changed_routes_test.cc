// Routes with random closures, over random maps with a hierarchy, against the exact search over the mesh that all of the
// closures leave: what a route meets decides which of them are cut out at all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/scratch.h"
#include "core/changed/solid.h"
#include "core/route/route_planner.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"

#ifndef WAYSTONE_CHANGE_SETS
#define WAYSTONE_CHANGE_SETS 400
#endif

namespace waystone {
namespace {

constexpr int kSets = WAYSTONE_CHANGE_SETS;
constexpr int kMaps = kSets < 10'000 ? 4 : 10;
constexpr int kSize = 64;            // [cells of a metre]
constexpr double kMostMean = 1.015;  // over the exact search, of long routes
constexpr double kMost = 1.04;
constexpr double kSlack_m = 1e-3;

Solid RandomSolid(Random& random) {
  Solid solid;
  const Vec2 middle{random.NextInRange(0, kSize), random.NextInRange(0, kSize)};
  solid.min_y = random.NextBelow(8) == 0 ? 3 : -0.5;  // some hang overhead
  solid.max_y = solid.min_y + 2;
  solid.takes_whole_polys = random.NextBelow(5) == 0;
  if (random.NextBelow(2) == 0) {
    solid.corners = {middle};
    solid.radius_m = random.NextInRange(0.1, 1.5);
    return solid;
  }
  const double yaw = random.NextInRange(0, 3);
  const Vec2 along = Vec2{std::cos(yaw), std::sin(yaw)} * random.NextInRange(0.2, 4);
  const Vec2 aside = Vec2{-std::sin(yaw), std::cos(yaw)} * random.NextInRange(0.1, 0.5);
  solid.corners = {middle - along - aside, middle + along - aside, middle + along + aside,
                   middle - along + aside};
  return solid;
}

RouteChanges RandomChanges(const NavmeshView& mesh, Random& random) {
  RouteChanges changes;
  const uint32_t solids = random.NextBelow(2) * random.NextBelow(40);
  for (uint32_t k = 0; k < solids; ++k) changes.solids.push_back(RandomSolid(random));
  const uint32_t polys = random.NextBelow(2) * random.NextBelow(120);
  for (uint32_t k = 0; k < polys; ++k)
    changes.blocked_polys.emplace_back(random.NextBelow(mesh.poly_count()));
  if (random.NextBelow(2) == 0) changes.Share();
  return changes;
}

// Whether the line enters a footprint that the ground there is taken by.
bool Enters(const RouteChanges& changes, Vec2 from, Vec2 to) {
  for (const ClosedParts* parts : changes.Closed()) {
    for (const Solid& solid : parts->solids) {
      if (solid.min_y > 0) continue;
      const std::vector<CutLine> lines = FootprintOf(solid, MapVariant{}.agent.radius_m);
      for (int k = 0; k <= 64; ++k) {
        const Vec2 at = from + (to - from) * (k / 64.0);
        const bool is_in = std::all_of(lines.begin(), lines.end(),
                                       [&](const CutLine& line) { return line.Outside_m(at) < -kSlack_m; });
        if (is_in) return true;
      }
    }
  }
  return false;
}

TEST(ChangedRoutes, AreThoseOfTheSurfaceWithAllClosures) {
  Random random(5);
  int complete = 0;
  int unreachable = 0;
  int untouched = 0;
  double sum = 0;
  int count = 0;
  for (int m = 0; m < kMaps && !::testing::Test::HasFailure(); ++m) {
    DrawnMap map(*BuildNavmesh(SharedCells(RandomDrawing(kSize, kSize, 0.1 + 0.015 * m, random))));
    const HierarchyData hierarchy_data = *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1);
    const HierarchyView hierarchy = *HierarchyView::Create(hierarchy_data, map.mesh(), LinkView());
    const NavmeshSurface surface{{{.hierarchy = &hierarchy}}};
    MapView view = map.view();
    view.surface = &surface;
    Scratch scratch;
    for (int i = 0; i < kSets / kMaps && !::testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE(::testing::Message() << "map " << m << " set " << i);
      RouteQuery query;
      query.start = RandomLatticePlace(map.mesh(), random).point + map.manifest().origin;
      query.goals = {RandomLatticePlace(map.mesh(), random).point + map.manifest().origin};
      query.snap = {0.01, 1, 1};
      query.with_polys = true;
      query.allow_partial = false;
      query.changes = RandomChanges(map.mesh(), random);
      const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, query, scratch);
      ASSERT_TRUE(answer.ok()) << answer.status();
      const auto all = surface.Apply(view, query.changes, ZonesNeed::kIfReady, {});
      ASSERT_TRUE(all.ok()) << all.status();
      const auto snap = [&](const Vec3& at) {
        return all->surface->SnapTo(*all, at - map.manifest().origin, query.snap, PlaceRole::kArrive, nullptr,
                                    scratch);
      };
      const SnapResult start = snap(query.start);
      const SnapResult goal = snap(query.goals[0]);
      if (!start.place || !goal.place) {
        EXPECT_NE(answer->status, RouteStatus::kComplete);
        continue;
      }
      MeshRouteOptions exactly;
      exactly.max_expansions = 100'000'000;
      exactly.max_length_ratio = 1;
      exactly.changes = &query.changes;
      const FoundPath exact = FindMeshRoute(*all, *start.place, *goal.place, exactly, scratch);
      ASSERT_EQ(answer->status == RouteStatus::kComplete, exact.IsBest());
      (exact.IsBest() ? complete : unreachable) += 1;
      if (!exact.IsBest()) continue;
      untouched += answer->basis == RouteBasis::kBakedUntouched ? 1 : 0;
      const double exact_m = exact.path.cost_m;
      const bool is_long = exact_m > kExactUpTo_m;
      EXPECT_GE(answer->cost_m, exact_m * (1 - 1e-6));
      EXPECT_LE(answer->cost_m, exact_m * (is_long ? kMost : 1 + 1e-5)) << exact_m;
      if (is_long) {
        sum += answer->cost_m / exact_m;
        ++count;
      }
      for (const ClosedParts* parts : query.changes.Closed()) {
        for (const PolyId poly : answer->polys)
          EXPECT_EQ(std::count(parts->blocked_polys.begin(), parts->blocked_polys.end(), poly), 0);
      }
      for (size_t k = 1; k < answer->points.size(); ++k) {
        EXPECT_FALSE(Enters(query.changes, (answer->points[k - 1] - map.manifest().origin).Plane(),
                            (answer->points[k] - map.manifest().origin).Plane()));
      }
    }
  }
  EXPECT_GT(complete, kSets / 2);
  EXPECT_GE(unreachable, 1);
  EXPECT_GT(untouched, kSets / 50);
  EXPECT_GT(count, kSets / 20);
  EXPECT_LE(sum, kMostMean * count);
}

}  // namespace
}  // namespace waystone
