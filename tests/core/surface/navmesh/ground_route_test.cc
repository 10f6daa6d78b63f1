// Long routes over ground of other costs on a map with a hierarchy, which knows lengths only.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

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
constexpr double kWorstPriced = 1.1;  // the patches are narrower than the nodes of the hierarchy stand apart

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

// The map with a hierarchy for a profile's costs.
class ProfileRoutes : public GroundRoutes {
 protected:
  ProfileRoutes() { view_.surface = &surface_; }

  static GroundCosts Costs() {
    GroundCosts costs;
    costs.Set(2, 2.5);
    costs.Set(3, 0.6);
    return costs;
  }
  RouteQuery DrawPriced() {
    RouteQuery query = DrawFar();
    query.changes.area_factors = {{3, 0.6}, {2, 2.5}, {7, 9}};  // there is no ground of area 7
    return query;
  }

  const HierarchyData data_ =
      *BuildHierarchy(Patched().map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1, nullptr, {Costs()});
  const std::vector<PricedHierarchy> priced_{
      {Costs(), *HierarchyView::Create(data_, Patched().map.mesh(), LinkView())}};
  const NavmeshSurface surface_{{{.hierarchy = &Patched().hierarchy, .priced = priced_}}};
};

TEST_F(ProfileRoutes, AreFoundByTheHierarchyOfTheirCosts) {
  double sum = 0;
  int found = 0;
  for (int i = 0; i < 60; ++i) {
    RouteQuery query = DrawPriced();
    query.max_length_ratio = 1;
    const RouteAnswer expected = Plan(plain_, query);
    query.max_length_ratio = 0;
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, expected.status);
    if (expected.status != RouteStatus::kComplete || expected.cost_m <= kExactUpTo_m) continue;
    EXPECT_EQ(answer.method, RouteMethod::kHierarchy);
    EXPECT_EQ(answer.points.back(), expected.points.back());
    EXPECT_LE(answer.cost_m, expected.cost_m * kWorstPriced);
    sum += answer.cost_m / expected.cost_m;
    ++found;
  }
  EXPECT_GT(found, 10);
  EXPECT_LT(sum / found, 1.015);
}

// A line may run along the side of a polygon, at the price of either.
TEST_F(ProfileRoutes, CostWhatTheGroundBelowThemDoes) {
  constexpr double kAside_m = 2e-3;
  const GroundCosts costs = Costs();
  int found = 0;
  for (int i = 0; i < 12; ++i) {
    const RouteAnswer answer = Plan(view_, DrawPriced());
    if (answer.status != RouteStatus::kComplete) continue;
    double least_m = 0;
    double most_m = 0;
    for (size_t k = 1; k < answer.points.size(); ++k) {
      const Vec3 from = answer.points[k - 1] - view_.manifest->origin;
      const Vec3 to = answer.points[k] - view_.manifest->origin;
      const int pieces = 1 + static_cast<int>(PlaneDistance(from, to) / 0.02);
      for (int piece = 0; piece < pieces; ++piece) {
        const Vec3 at = from + (to - from) * ((piece + 0.5) / pieces);
        double least = 1e9;
        double most = 0;
        for (const Vec3& aside :
             {Vec3(kAside_m, 0, 0), Vec3(-kAside_m, 0, 0), Vec3(0, 0, kAside_m), Vec3(0, 0, -kAside_m)}) {
          const auto snapped =
              view_.surface->SnapTo(view_, at + aside, {}, PlaceRole::kArrive, nullptr, scratch_);
          ASSERT_TRUE(snapped.place.has_value());
          const double factor = costs.Of(*view_.navmesh, snapped.place->poly);
          least = std::min(least, factor);
          most = std::max(most, factor);
        }
        least_m += PlaneDistance(from, to) / pieces * least;
        most_m += PlaneDistance(from, to) / pieces * most;
      }
    }
    EXPECT_GE(answer.cost_m, least_m * 0.995);
    EXPECT_LE(answer.cost_m, most_m * 1.005);
    ++found;
  }
  EXPECT_GT(found, 3);
}

TEST_F(ProfileRoutes, WithClosuresAreSearchedWithItAsAGuide) {
  double sum = 0;
  int found = 0;
  for (int i = 0; i < 60; ++i) {
    RouteQuery query = DrawPriced();
    for (int k = 0; k < 30; ++k)
      query.changes.blocked_polys.emplace_back(random_.NextBelow(plain_.navmesh->poly_count()));
    query.max_length_ratio = 1;
    const RouteAnswer expected = Plan(plain_, query);
    query.max_length_ratio = 0;
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, expected.status);
    if (expected.status != RouteStatus::kComplete || expected.cost_m <= kExactUpTo_m) continue;
    EXPECT_LE(answer.cost_m, expected.cost_m * kWorstWeighted);
    sum += answer.cost_m / expected.cost_m;
    ++found;
  }
  EXPECT_GT(found, 10);
  EXPECT_LT(sum / found, 1.015);
}

TEST_F(ProfileRoutes, WithOtherCostsAreNot) {
  RouteQuery query = DrawPriced();
  while (Plan(view_, query).status != RouteStatus::kComplete) query = DrawPriced();
  EXPECT_EQ(Plan(view_, query).method, RouteMethod::kHierarchy);
  query.changes.area_factors[0].factor = 0.61;
  EXPECT_EQ(Plan(view_, query).method, RouteMethod::kEdgePoints);
}

}  // namespace
}  // namespace waystone
