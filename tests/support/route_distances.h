// Distances held against the costs of routes.
#pragma once

#include <gtest/gtest.h>

#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "tests/support/plan_route.h"

namespace waystone {

struct ComparedDistances {
  int found = 0;
  int not_found = 0;
};

// What a distance is by the route between the same positions.
inline DistanceStatus StatusOfRoute(const RouteAnswer& route, double max_distance_m) {
  switch (route.status) {
    case RouteStatus::kComplete:
      return max_distance_m == 0 || route.cost_m <= max_distance_m ? DistanceStatus::kFound
                                                                   : DistanceStatus::kUnreachable;
    case RouteStatus::kStartOffMesh:
      return DistanceStatus::kSourceOffMesh;
    case RouteStatus::kGoalOffMesh:
      return DistanceStatus::kTargetOffMesh;
    default:
      return DistanceStatus::kUnreachable;
  }
}

// The matrix, and every third pair alone, against PlanRoute with the same options and changes, to rounding.
inline void ExpectDistancesOfRoutes(const MapView& view, const DistanceQuery& query,
                                    ComparedDistances& compared) {
  Scratch scratch;
  const absl::StatusOr<DistanceAnswer> matrix = MeasureDistances(view, query, scratch);
  ASSERT_TRUE(matrix.ok()) << matrix.status();
  for (size_t k = 0; k < matrix->statuses.size(); ++k) {
    RouteQuery route =
        Query(query.sources[k / query.targets.size()], query.targets[k % query.targets.size()]);
    route.snap = query.snap;
    route.mutually_reachable = query.mutually_reachable;
    route.changes = query.changes;
    route.max_expansions = query.max_expansions;
    route.allow_partial = false;
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, route, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    const DistanceStatus status = StatusOfRoute(*answer, query.max_distance_m);
    const double cost_m = status == DistanceStatus::kFound ? answer->cost_m : -1;
    ASSERT_EQ(matrix->statuses[k], status) << k << ": " << answer->cost_m;
    ASSERT_NEAR(matrix->distance_m[k], cost_m, 1e-8 * (1 + cost_m)) << k;
    ++(status == DistanceStatus::kFound ? compared.found : compared.not_found);
    if (k % 3 != 0) continue;
    DistanceQuery pair = query;
    pair.sources = {route.start};
    pair.targets = route.goals;
    const DistanceAnswer alone = *MeasureDistances(view, pair, scratch);
    ASSERT_EQ(alone.statuses[0], status) << k;
    ASSERT_NEAR(alone.distance_m[0], cost_m, 1e-8 * (1 + cost_m)) << k;
  }
}

}  // namespace waystone
