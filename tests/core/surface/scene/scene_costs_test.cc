// What water and air cost, on small random trees of scenes.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "bench/scene/scene_world.h"
#include "core/base/random.h"
#include "core/distances/distance_matrix.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"
#include "tests/oracle/weighted_oracle.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

constexpr uint32_t kParts = 16;  // of each side, in the oracle

class SceneCosts : public testing::Test {
 protected:
  // False if nothing is free in it.
  bool Make() {
    auto world = SceneWorld::Make(RandomScenes(random_));
    EXPECT_TRUE(world.ok()) << world.status();
    if (!world.ok() || (*world)->view().navmesh->poly_count() == 0) return false;
    world_ = *std::move(world);
    for (const AreaType& area : view().manifest->areas) {
      if (area.name == kWaterArea) water_ = area.index;
      if (area.name == kAirArea) air_ = area.index;
    }
    return true;
  }
  const MapView& view() const { return world_->view(); }

  NavLocation RandomPlace() {
    const NavLocation place = RandomPoint(*view().navmesh, random_);
    return *view()
                .surface->SnapTo(view(), place.point, SnapOptions(), PlaceRole::kLeave, nullptr, scratch_)
                .place;
  }

  RouteChanges Costs(double water, double air) const {
    RouteChanges changes;
    changes.area_factors = {{water_, water}, {air_, air}};
    return changes;
  }

  // The oracle's, without what may not be entered.
  double Least(const NavLocation& from, const NavLocation& to, const RouteChanges& changes) const {
    GroundCosts costs;
    for (const AreaFactor& factor : changes.area_factors) costs.Set(factor.area, factor.factor);
    const uint64_t floating = uint64_t{1} << water_ | uint64_t{1} << air_;
    std::vector<bool> blocked;
    for (const NavPoly& poly : view().navmesh->arrays().polys) {
      blocked.push_back((changes.excluded_areas >> poly.area & 1) != 0);
    }
    return WeightedOracle(*view().navmesh, *view().links, view().abilities, costs, kParts, blocked, {},
                          floating)
        .Cost(from, to);
  }

  Random random_{11};
  Scratch scratch_;
  std::unique_ptr<SceneWorld> world_;
  uint8_t water_ = 0;
  uint8_t air_ = 0;
};

// Paths over ground of different costs are near the cheapest, not it: some turns lie on places of the sides.
TEST_F(SceneCosts, WaysCostWhatTheyLeadThrough) {
  int routes = 0;
  double ratio_sum = 0;
  for (int tree = 0; tree < 300; ++tree) {
    if (!Make()) continue;
    const NavLocation from = RandomPlace();
    const NavLocation to = RandomPlace();
    RouteQuery query = Query(from.point, to.point);
    const double factors[] = {0.25, 1, 3, 20};
    query.changes = Costs(factors[random_.NextBelow(4)], factors[random_.NextBelow(4)]);
    const RouteAnswer answer = Plan(view(), query);
    const double least_m = Least(from, to, query.changes);
    ASSERT_EQ(answer.status == RouteStatus::kComplete, std::isfinite(least_m));
    if (!std::isfinite(least_m) || least_m == 0) continue;
    ++routes;
    EXPECT_NEAR(answer.cost_m / least_m, 1, 0.02) << tree;
    ratio_sum += answer.cost_m / least_m;
    double legs_m = 0;
    for (const RouteLeg& leg : answer.legs) legs_m += leg.cost_m;
    EXPECT_NEAR(legs_m, answer.cost_m, 1e-6 * (1 + answer.cost_m));
    DistanceQuery distance;
    distance.sources = {from.point};
    distance.targets = {to.point};
    distance.changes = query.changes;
    const auto measured = MeasureDistances(view(), distance, scratch_);
    ASSERT_TRUE(measured.ok()) << measured.status();
    EXPECT_NEAR(measured->distance_m[0], answer.cost_m, 1e-6 * (1 + answer.cost_m));
  }
  EXPECT_GE(routes, 200);
  EXPECT_NEAR(ratio_sum / routes, 1, 0.002);
}

TEST_F(SceneCosts, NoWayLeadsIntoAnExcludedMedium) {
  int shut = 0;
  int left = 0;
  for (int tree = 0; tree < 150; ++tree) {
    if (!Make()) continue;
    const NavLocation from = RandomPlace();
    const NavLocation to = RandomPlace();
    RouteQuery query = Query(from.point, to.point);
    query.changes = Costs(3, 5);
    const uint8_t other = view().navmesh->poly(from.poly).area == water_ ? air_ : water_;
    query.changes.excluded_areas = uint64_t{1} << other;
    if (view().navmesh->poly(to.poly).area == other) continue;
    const RouteAnswer answer = Plan(view(), query);
    const double least_m = Least(from, to, query.changes);
    ASSERT_EQ(answer.status == RouteStatus::kComplete, std::isfinite(least_m)) << tree;
    ++(std::isfinite(least_m) ? left : shut);
    if (std::isfinite(least_m) && least_m > 0) {
      EXPECT_NEAR(answer.cost_m / least_m, 1, 0.02) << tree;
    }
    for (const RouteLeg& leg : answer.legs) {
      EXPECT_EQ(leg.kind, other == water_ ? LinkKind::kFly : LinkKind::kSwim);
    }
  }
  EXPECT_GE(left, 30);
  EXPECT_GE(shut, 3);
}

}  // namespace
}  // namespace waystone
