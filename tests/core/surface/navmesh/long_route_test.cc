// Which method answers what on a map with a hierarchy, and what the answers have in common with those of the
// same map without.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bake/clusters/cluster_builder.h"
#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/scratch.h"
#include "core/route/route_planner.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"
#include "tests/support/route_distances.h"

namespace waystone {
namespace {

constexpr double kWorst = 1.05;  // over the cheapest path, of paths longer than kExactUpTo_m

NavmeshData RandomMesh() {
  Random random(11);
  return *BuildNavmesh(SharedCells(RandomDrawing(80, 80, 0.2, random)));
}

// Made once for all tests.
struct IndexedScene {
  const DrawnMap map{RandomMesh()};
  const HierarchyData hierarchy_data = *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1);
  const HierarchyView hierarchy = *HierarchyView::Create(hierarchy_data, map.mesh(), LinkView());
  const NavmeshSurface surface{{{.hierarchy = &hierarchy}}};
};

const IndexedScene& Indexed() {
  static const IndexedScene kScene;
  return kScene;
}

class LongRoutes : public ::testing::Test {
 protected:
  LongRoutes() : plain_(Indexed().map.view()), view_(plain_) { view_.surface = &Indexed().surface; }

  Vec3 Draw() { return RandomLatticePlace(*view_.navmesh, random_).point + view_.manifest->origin; }

  RouteAnswer Plan(const MapView& view, const RouteQuery& query) {
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(RouteAnswer());
  }

  RouteQuery Query(const Vec3& start, const Vec3& goal) const {
    RouteQuery query;
    query.start = start;
    query.goals = {goal};
    return query;
  }

  Random random_{12};
  const MapView plain_;
  MapView view_;
  Scratch scratch_;
};

TEST_F(LongRoutes, ShortOnesAreExactAndLongOnesNearly) {
  int by_hierarchy = 0;
  int exact = 0;
  for (int i = 0; i < 600; ++i) {
    const RouteQuery query = Query(Draw(), Draw());
    const RouteAnswer expected = Plan(plain_, query);
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, expected.status);
    if (expected.status != RouteStatus::kComplete) continue;
    const bool is_short = expected.cost_m <= kExactUpTo_m;
    ASSERT_EQ(answer.method, is_short ? RouteMethod::kAnyAngle : RouteMethod::kHierarchy) << expected.cost_m;
    (is_short ? exact : by_hierarchy) += 1;
    EXPECT_GE(answer.cost_m, expected.cost_m * (1 - 1e-6));
    EXPECT_LE(answer.cost_m, expected.cost_m * (is_short ? 1 + 1e-9 : kWorst));
    EXPECT_EQ(answer.points.front(), expected.points.front());
    EXPECT_EQ(answer.points.back(), expected.points.back());
  }
  EXPECT_GT(by_hierarchy, 100);
  EXPECT_GT(exact, 100);
}

// A map with clusters in place of the hierarchy, or beside it.
class RoutesByClusters : public LongRoutes {
 protected:
  RoutesByClusters()
      : cluster_data_(*BuildClusters({*plain_.navmesh, no_links_, 0}, {ClusterMethod::kEdges, 64}, 1)),
        clusters_(*ClusterView::Create(cluster_data_, *plain_.navmesh, no_links_)) {
    view_.surface = &surface_;
  }

  const LinkView no_links_;
  const ClusterData cluster_data_;
  const ClusterView clusters_;
  const NavmeshSurface surface_{{{.clusters = &clusters_}}};
  const NavmeshSurface both_{{{.hierarchy = &Indexed().hierarchy, .clusters = &clusters_}}};
};

TEST_F(RoutesByClusters, AreTheLongOnesOfMapsWithoutAHierarchy) {
  int by_clusters = 0;
  double sum = 0;
  for (int i = 0; i < 600; ++i) {
    const RouteQuery query = Query(Draw(), Draw());
    const RouteAnswer expected = Plan(plain_, query);
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, expected.status);
    ASSERT_EQ(answer.reason, expected.reason);
    if (expected.status != RouteStatus::kComplete) continue;
    const bool is_short = expected.cost_m <= kExactUpTo_m;
    ASSERT_EQ(answer.method, is_short ? RouteMethod::kAnyAngle : RouteMethod::kClusters) << expected.cost_m;
    EXPECT_GE(answer.cost_m, expected.cost_m * (1 - 1e-6));
    if (is_short) continue;
    EXPECT_EQ(answer.basis, RouteBasis::kBaked);
    EXPECT_LE(answer.cost_m, expected.cost_m * 1.2);
    sum += answer.cost_m / expected.cost_m;
    ++by_clusters;
  }
  EXPECT_GT(by_clusters, 100);
  EXPECT_LT(sum / by_clusters, 1.03);
}

TEST_F(RoutesByClusters, MayBeAskedForWhereTheyWereBakedAndNothingIsChanged) {
  RouteQuery query = Query(Draw(), Draw());
  while (Plan(plain_, query).status != RouteStatus::kComplete) query = Query(Draw(), Draw());
  query.method = RouteMethod::kClusters;
  EXPECT_EQ(Plan(view_, query).method, RouteMethod::kClusters);
  view_.surface = &both_;
  EXPECT_EQ(Plan(view_, query).method, RouteMethod::kClusters);
  EXPECT_EQ(std::string(PlanRoute(plain_, query, scratch_).status().message()),
            "method: not valid for this map and request; valid are: ANY_ANGLE");
  query.max_length_ratio = 1;
  EXPECT_FALSE(PlanRoute(view_, query, scratch_).ok());
}

TEST_F(LongRoutes, ARatioThatIsAskedForIsKept) {
  int exactly = 0;
  for (int i = 0; i < 200; ++i) {
    RouteQuery query = Query(Draw(), Draw());
    const RouteAnswer expected = Plan(plain_, query);
    if (expected.status != RouteStatus::kComplete) continue;
    query.max_length_ratio = 1;
    EXPECT_EQ(Plan(view_, query).method, RouteMethod::kAnyAngle);
    EXPECT_EQ(Plan(view_, query).cost_m, expected.cost_m);
    query.max_length_ratio = 1.001;
    const RouteAnswer near = Plan(view_, query);
    EXPECT_LE(near.cost_m, expected.cost_m * 1.001);
    exactly += near.method == RouteMethod::kAnyAngle ? 1 : 0;
  }
  EXPECT_GT(exactly, 20);
}

TEST_F(LongRoutes, ALimitOfNodesGivesAMarkedPartialRoute) {
  RouteQuery query = Query(Draw(), Draw());
  while (Plan(plain_, query).status != RouteStatus::kComplete || Plan(plain_, query).cost_m < 90) {
    query = Query(Draw(), Draw());
  }
  query.max_expansions = 3;
  const RouteAnswer answer = Plan(view_, query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_GT(answer.gap_m, 0);
}

// What was baked answers if it touches nothing that is closed; otherwise it is led round, or a search answers.
TEST_F(LongRoutes, WithClosuresAreBakedOnesIfUntouchedAndMendedOrSearchedOtherwise) {
  int untouched = 0;
  int mended = 0;
  int searched = 0;
  for (int i = 0; i < 300; ++i) {
    RouteQuery query = Query(Draw(), Draw());
    query.with_polys = true;
    for (int k = 0; k < 40; ++k) {
      query.changes.blocked_polys.emplace_back(random_.NextBelow(plain_.navmesh->poly_count()));
    }
    const RouteAnswer expected = Plan(plain_, query);
    const RouteAnswer answer = Plan(view_, query);
    ASSERT_EQ(answer.status, expected.status);
    ASSERT_EQ(answer.reason, expected.reason);
    if (expected.status != RouteStatus::kComplete || expected.cost_m <= kExactUpTo_m) continue;
    EXPECT_GE(answer.cost_m, expected.cost_m * (1 - 1e-6));
    EXPECT_LE(answer.cost_m, expected.cost_m * kWorst);
    for (const PolyId poly : answer.polys) {
      const auto& blocked = query.changes.blocked_polys;
      EXPECT_EQ(std::count(blocked.begin(), blocked.end(), poly), 0);
    }
    const bool by_hierarchy = answer.method == RouteMethod::kHierarchy;
    const bool is_untouched = answer.basis == RouteBasis::kBakedUntouched;
    EXPECT_TRUE(is_untouched ? by_hierarchy : answer.basis == RouteBasis::kSearch);
    (is_untouched ? untouched : by_hierarchy ? mended : searched) += 1;
  }
  EXPECT_GT(untouched, 20);
  EXPECT_GT(mended, 20);
  EXPECT_GT(searched, 5);
}

TEST_F(LongRoutes, DistancesAreTheirCosts) {
  ComparedDistances compared;
  for (int i = 0; i < 10 && !HasFailure(); ++i) {
    DistanceQuery query;
    for (int k = 0; k < 3; ++k) query.sources.push_back(Draw());
    for (int k = 0; k < 1 + 4 * i; ++k) query.targets.push_back(Draw());
    ExpectDistancesOfRoutes(view_, query, compared);
  }
  EXPECT_GT(compared.found, 200);
}

// Near enough to each other that a flood measures them.
TEST_F(LongRoutes, DistancesToManyNearTargetsAreTheirCosts) {
  ComparedDistances compared;
  DistanceQuery query;
  query.sources = {Draw(), Draw()};
  while (query.targets.size() < 1100) {
    const Vec3 target = Draw();
    if (PlaneDistance(target, query.sources[0]) < 45) query.targets.push_back(target);
  }
  ExpectDistancesOfRoutes(view_, query, compared);
  EXPECT_GT(compared.found, 800);
}

TEST_F(RoutesByClusters, AreWhatDistancesCost) {
  ComparedDistances compared;
  DistanceQuery query;
  for (int k = 0; k < 6; ++k) query.sources.push_back(Draw());
  for (int k = 0; k < 30; ++k) query.targets.push_back(Draw());
  ExpectDistancesOfRoutes(view_, query, compared);
  EXPECT_GT(compared.found, 80);
}

// A path within the limit is found though that of the hierarchy is too long.
TEST_F(LongRoutes, DistancesAreFoundUpToTheirLimit) {
  DistanceQuery query;
  for (int i = 0; i < 6; ++i) query.sources.push_back(Draw());
  for (int i = 0; i < 15; ++i) query.targets.push_back(Draw());
  const DistanceAnswer exact = *MeasureDistances(plain_, query, scratch_);
  query.max_distance_m = 60;
  const DistanceAnswer limited = *MeasureDistances(view_, query, scratch_);
  int far = 0;
  for (size_t i = 0; i < exact.statuses.size(); ++i) {
    const bool is_within = exact.statuses[i] == DistanceStatus::kFound && exact.distance_m[i] <= 60;
    EXPECT_EQ(limited.statuses[i] == DistanceStatus::kFound, is_within) << exact.distance_m[i];
    far += is_within || exact.statuses[i] != DistanceStatus::kFound ? 0 : 1;
    EXPECT_LE(limited.distance_m[i], 60);
  }
  EXPECT_GT(far, 5);
}

}  // namespace
}  // namespace waystone
