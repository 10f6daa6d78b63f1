// Long routes over ground of other costs on a map with a hierarchy, which knows lengths only.
#include <gtest/gtest.h>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/scratch.h"
#include "core/route/route_planner.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kWorstWeighted = 1.06;  // over the exact search's cost

// Patches of areas 1 to 3.
NavmeshData PatchedMesh() {
  Random random(31);
  PolygonSoup soup = JitteredCells(RandomDrawing(80, 40, 0.15, random), 0.3, random);
  for (size_t p = 0; p < soup.polygons.size(); ++p)
    soup.polygons[p].area = static_cast<uint8_t>(1 + p / 13 % 5 % 3);
  return *BuildNavmesh(soup);
}

struct PatchedScene {
  const DrawnMap map{PatchedMesh()};
  const HierarchyData hierarchy_data = *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1);
  const HierarchyView hierarchy = *HierarchyView::Create(hierarchy_data, map.mesh(), LinkView());
  const NavmeshSurface surface{{{.hierarchy = &hierarchy}}};
};

const PatchedScene& Patched() {
  static const PatchedScene kScene;
  return kScene;
}

class GroundRoutes : public ::testing::Test {
 protected:
  GroundRoutes() : plain_(Patched().map.view()), view_(plain_) { view_.surface = &Patched().surface; }

  RouteAnswer Plan(const MapView& view, const RouteQuery& query) {
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(RouteAnswer());
  }
  Vec3 Draw() { return RandomLatticePlace(*view_.navmesh, random_).point + view_.manifest->origin; }
  RouteQuery DrawFar() {
    RouteQuery query;
    do {
      query.start = Draw();
      query.goals = {Draw()};
    } while (PlaneDistance(query.start, query.goals[0]) <= kExactUpTo_m);
    return query;
  }

  Random random_{32};
  const MapView plain_;
  MapView view_;
  Scratch scratch_;
};

TEST_F(GroundRoutes, CostLittleMoreThanTheCheapest) {
  double sum = 0;
  int found = 0;
  for (int i = 0; i < 40; ++i) {
    RouteQuery query = DrawFar();
    query.changes.area_factors = {{2, random_.NextInRange(0.3, 4)}, {3, random_.NextInRange(0.3, 4)}};
    const RouteAnswer expected = Plan(plain_, query);
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, expected.status);
    if (expected.status != RouteStatus::kComplete) continue;
    EXPECT_LE(answer.cost_m, expected.cost_m * kWorstWeighted);
    sum += answer.cost_m / expected.cost_m;
    ++found;
  }
  EXPECT_GT(found, 10);
  EXPECT_LT(sum / found, 1.015);
}

TEST_F(GroundRoutes, AreThoseOfPlainGroundIfAllGroundCostsTheSame) {
  int found = 0;
  for (int i = 0; i < 20; ++i) {
    RouteQuery query = DrawFar();
    const RouteAnswer plain = Plan(view_, query);
    query.changes.area_factors = {{1, 1.5}, {2, 1.5}, {3, 1.5}, {4, 7}};
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, plain.status);
    if (plain.status != RouteStatus::kComplete) continue;
    EXPECT_EQ(answer.method, RouteMethod::kHierarchy);
    EXPECT_EQ(answer.points, plain.points);
    EXPECT_NEAR(answer.cost_m, 1.5 * plain.cost_m, 1e-9 * plain.cost_m);
    ASSERT_EQ(answer.legs.size(), 1U);
    EXPECT_NEAR(answer.legs[0].cost_m, answer.cost_m, 1e-9 * plain.cost_m);
    ++found;
  }
  EXPECT_GT(found, 5);
}

TEST_F(GroundRoutes, AreWholeThoughALimitEndsTheSearch) {
  int found = 0;
  for (int i = 0; i < 20; ++i) {
    RouteQuery query = DrawFar();
    query.changes.area_factors = {{2, 0.2}, {3, 5}};
    const RouteAnswer expected = Plan(plain_, query);
    if (expected.status != RouteStatus::kComplete) continue;
    query.max_expansions = 300;
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
    EXPECT_EQ(answer.points.back(), expected.points.back());
    EXPECT_GE(answer.cost_m, expected.cost_m * (1 - 1e-3));
    ++found;
  }
  EXPECT_GT(found, 5);
}

}  // namespace
}  // namespace waystone
