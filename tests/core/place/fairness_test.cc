// Fairness is searched within limits, and by what routes cost.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/place/resource_placer.h"
#include "core/placement/team_balance.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/drawn_map.h"
#include "tests/support/plan_route.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

NavmeshData RandomMesh() {
  Random random(11);
  return *BuildNavmesh(SharedCells(RandomDrawing(80, 80, 0.2, random)));
}

uint64_t Count(const PlaceAnswer& answer, PlaceReason reason) {
  return answer.rejections[static_cast<size_t>(reason)];
}

TEST(Fairness, GoesByTheCostsOfRoutesOnMapsWithAnIndex) {
  const DrawnMap map{RandomMesh()};
  const HierarchyData data = *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1);
  const HierarchyView hierarchy = *HierarchyView::Create(data, map.mesh(), LinkView());
  const NavmeshSurface surface{{{.hierarchy = &hierarchy}}};
  MapView view = map.view();
  view.surface = &surface;
  Scratch scratch;
  PlaceQuery query;
  query.count = 12;
  query.fairness = PlaceFairness{{map.Abs(2.5, 0, 2.5), map.Abs(70, 0, 60), map.Abs(5, 0, 70)}, 1.2};
  query.terms.snap.radius_m = 3;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    query.seed = seed;
    const PlaceAnswer answer = *PlaceResource(view, query, scratch);
    ASSERT_EQ(answer.positions.size(), 12U);
    for (size_t team = 0; team < 3; ++team) {
      double sum_m = 0;
      for (const Vec3& position : answer.positions) {
        RouteQuery route = Query(query.fairness->teams[team], position);
        route.snap = query.terms.snap;
        sum_m += PlanRoute(view, route, scratch)->cost_m;
      }
      EXPECT_NEAR(answer.team_walk_m[team], sum_m / 12, 1e-6);
    }
  }
}

// Hardly any place is equally far from both, but one lies between two that are not.
TEST(Fairness, TwoTeamsMayWalkEquallyFar) {
  const DrawnMap map({"....................\n....##....#.........\n....................\n"});
  Scratch scratch;
  PlaceQuery query;
  query.fairness = PlaceFairness{{map.Abs(1, 0, 1), map.Abs(18, 0, 2)}, 1};
  for (const uint32_t count : {1U, 2U, 9U}) {
    query.count = count;
    query.seed = count;
    const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
    ASSERT_EQ(answer.positions.size(), count);
    EXPECT_NEAR(answer.team_walk_m[0], answer.team_walk_m[1], 2e-9 * answer.team_walk_m[0]);
  }
}

TEST(Fairness, EndsWhereTeamsCannotBeFairlyServed) {
  const DrawnMap map({"..........\n..........\n"});
  Scratch scratch;
  PlaceQuery query;
  query.count = 3;
  // Four teams in a row: none walks as far as all others.
  query.fairness =
      PlaceFairness{{map.Abs(1, 0, 1), map.Abs(1.1, 0, 1), map.Abs(5, 0, 1), map.Abs(9, 0, 1)}, 1};
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  EXPECT_TRUE(answer.positions.empty());
  EXPECT_EQ(Count(answer, PlaceReason::kCandidateLimit), 3U);
  EXPECT_GT(Count(answer, PlaceReason::kUnfair), 10'000U);
  EXPECT_LT(Count(answer, PlaceReason::kUnfair), 100'000U);
}

// Floods that the search nodes end early: what they do not know is too far.
class FewNodes final : public WalkGround {
 public:
  explicit FewNodes(const MapView& map) : all_(*map.navmesh, *map.links, 0) {}
  std::unique_ptr<WalkFlood> MakeFlood() const override { return all_.MakeFlood(); }
  Effort MostEffort() const override { return {100, 50}; }
  double PlaneReach_m(double walk_m) const override { return walk_m; }
  void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const override {
    all_.Cover(place, radius_m, samples);
  }

 private:
  const MeshWalkGround all_;
};

TEST(Fairness, WhatFloodsDoNotReachIsTooFar) {
  const DrawnMap map({std::string(60, '.') + "\n" + std::string(60, '#') + "\n"});
  const MapView view = map.view();
  const FewNodes ground(view);
  const NavLocation starts[] = {{PolyAt(map.mesh(), 28.5, 0.5), {28.5, 0, 0.5}},
                                {PolyAt(map.mesh(), 31.5, 0.5), {31.5, 0, 0.5}}};
  TeamBalance balance(ground, {starts[0], starts[1]}, 1.1, 1, {});
  EXPECT_EQ(balance.OfPlace({PolyAt(map.mesh(), 30.5, 0.5), {30.01, 0, 0.5}}), PlaceReason::kNone);
  EXPECT_EQ(balance.OfPlace({PolyAt(map.mesh(), 0.5, 0.5), {0.5, 0, 0.5}}), PlaceReason::kDistance);
  PlaceReason last = PlaceReason::kNone;
  for (int i = 0; i < 51; ++i) last = balance.OfPlace(starts[0]);
  EXPECT_EQ(last, PlaceReason::kCandidateLimit);
}

}  // namespace
}  // namespace waystone
