// Placements by walks over ground of other costs, against routes over a map that was built without what is closed.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "tests/core/navmesh/changed_scene.h"
#include "tests/support/drawn_map.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

// [m of plain ground] Of the route; infinite if there is none.
double RouteCost(const MapView& map, const Vec3& from, const Vec3& to, const RouteChanges& changes) {
  Scratch scratch;
  RouteQuery query = Query(from, to);
  query.changes = changes;
  query.allow_partial = false;
  const RouteAnswer answer = *PlanRoute(map, query, scratch);
  return answer.status == RouteStatus::kComplete ? answer.cost_m : std::numeric_limits<double>::infinity();
}

struct Case {
  Case(int i, Random& random)
      : scene(SoupOfSeries(i, RandomDrawing(9, 8, random.NextInRange(0.05, 0.3), random), random), 0, random),
        whole(*BuildNavmesh(scene.soup())),
        without(BuildWithout(scene.soup(), scene.mesh(), scene.links(), scene.taken()).data) {
    changes.blocked_polys = scene.taken().named;
    changes.excluded_areas = scene.taken().areas;
    for (uint8_t area = 1; area <= 3; ++area) {
      constexpr double kFactors[] = {0.5, 1, 2, 5};
      changes.area_factors.push_back({area, kFactors[random.NextBelow(4)]});
    }
    costs.area_factors = changes.area_factors;
  }
  Vec3 Draw(Random& random) const {
    return RandomLatticePlace(without.mesh(), random).point + whole.view().manifest->origin;
  }

  const ChangedScene scene;
  const DrawnMap whole;
  const DrawnMap without;
  RouteChanges changes;  // of the whole map
  RouteChanges costs;    // of the one without what is closed
};

TEST(WeighedPlaces, AnAuditMeasuresWhatRoutesCost) {
  Random random(5);
  int near = 0;
  int far = 0;
  int differ = 0;
  for (int i = 0; i < 120; ++i) {
    const Case on(i % 8 == 7 ? 0 : i, random);
    if (on.without.mesh().poly_count() == 0) continue;
    Scratch scratch;
    AuditQuery query;
    query.terms.changes = on.changes;
    query.terms.anchors = {on.Draw(random)};
    query.terms.rules.reachability = Reachability::kAny;
    query.terms.rules.max_walk_m = random.NextInRange(2, 12);
    for (int k = 0; k < 12; ++k) query.positions.push_back(on.Draw(random));
    const absl::StatusOr<AuditAnswer> answer = AuditPlaces(on.whole.view(), query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (size_t k = 0; k < query.positions.size(); ++k) {
      const double walk_m =
          RouteCost(on.without.view(), query.terms.anchors[0], query.positions[k], on.costs);
      const bool is_far = walk_m > query.terms.rules.max_walk_m;
      ASSERT_TRUE(answer->verdicts[k] == PlaceReason::kNone || answer->verdicts[k] == PlaceReason::kDistance);
      if ((answer->verdicts[k] == PlaceReason::kDistance) == is_far) {
        (is_far ? far : near) += 1;
        continue;
      }
      // A path through other polygons may be as cheap.
      EXPECT_NEAR(walk_m, query.terms.rules.max_walk_m, 0.05 * walk_m);
      ++differ;
    }
  }
  EXPECT_GT(near, 300);
  EXPECT_GT(far, 200);
  EXPECT_LT(differ, 10);
}

TEST(WeighedPlaces, TeamsWalkWhatRoutesCost) {
  Random random(6);
  int checked = 0;
  for (int i = 0; i < 60; ++i) {
    const Case on(i % 7, random);
    if (on.without.mesh().poly_count() == 0) continue;
    Scratch scratch;
    PlaceQuery query;
    query.count = 5;
    query.seed = static_cast<uint64_t>(i);
    query.terms.changes = on.changes;
    query.terms.rules.reachability = Reachability::kAny;
    query.fairness = PlaceFairness{{on.Draw(random), on.Draw(random)}, 1.3};
    query.max_candidates = 3000;
    const PlaceAnswer answer = *PlaceResource(on.whole.view(), query, scratch);
    if (answer.positions.empty()) continue;
    for (size_t team = 0; team < 2; ++team) {
      double sum_m = 0;
      for (const Vec3& position : answer.positions) {
        sum_m += RouteCost(on.without.view(), query.fairness->teams[team], position, on.costs);
      }
      const double mean_m = sum_m / static_cast<double>(answer.positions.size());
      EXPECT_NEAR(answer.team_walk_m[team], mean_m, 0.01 * mean_m);
      ++checked;
    }
    EXPECT_LE(std::max(answer.team_walk_m[0], answer.team_walk_m[1]),
              1.3 * std::min(answer.team_walk_m[0], answer.team_walk_m[1]) * (1 + 1e-8));
  }
  EXPECT_GT(checked, 60);
}

TEST(WeighedPlaces, PositionsKeepTheirSpacingByCost) {
  NavmeshData data = AsciiNavmesh("............\n............\n............\n");
  for (uint32_t p = 0; p < data.polys.size(); p += 3) data.polys[p].area = 2;
  const DrawnMap map(std::move(data));
  Scratch scratch;
  PlaceQuery query;
  query.count = 1000;
  query.terms.rules.is_walking = true;
  query.terms.rules.between_m = 3;
  query.terms.changes.area_factors = {{2, 4}};
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  EXPECT_EQ(answer.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], 1000 - answer.positions.size());
  query.terms.changes.area_factors.clear();
  EXPECT_GT(answer.positions.size(), PlaceResource(map.view(), query, scratch)->positions.size())
      << "dear ground keeps positions apart";
  query.terms.changes.area_factors = {{2, 4}};
  for (size_t i = 0; i < answer.positions.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      EXPECT_GE(RouteCost(map.view(), answer.positions[i], answer.positions[k], query.terms.changes),
                3 * (1 - 1e-6));
    }
  }
}

}  // namespace
}  // namespace waystone
