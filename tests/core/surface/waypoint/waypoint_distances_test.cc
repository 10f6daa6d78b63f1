// Distances on maps of waypoints, which are what routes cost.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "core/route/route_planner.h"
#include "tests/support/asked_clock.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

class WaypointDistances : public ::testing::Test {
 protected:
  static std::vector<Vec3> PlacesOf(const WaypointGraph& graph) {
    std::vector<Vec3> places;
    for (const WaypointGraph::Node& node : graph.nodes) places.push_back(node.at);
    return places;
  }
  // Each distance, or that there is none, against the route's; how many there are.
  size_t CheckAgainstRoutes(const DistanceQuery& query, const std::vector<std::string>& abilities) {
    const absl::StatusOr<MapView> view = map_->View("", abilities);
    EXPECT_TRUE(view.ok()) << view.status();
    const absl::StatusOr<DistanceAnswer> walks = MeasureDistances(*view, query, scratch_);
    EXPECT_TRUE(walks.ok()) << walks.status();
    size_t found = 0;
    for (size_t i = 0; i < walks->statuses.size(); ++i) {
      RouteQuery route;
      route.start = query.sources[i / query.targets.size()];
      route.goals = {query.targets[i % query.targets.size()]};
      route.changes = query.changes;
      const absl::StatusOr<RouteAnswer> answer = PlanRoute(*view, route, scratch_);
      EXPECT_TRUE(answer.ok()) << answer.status();
      const bool is_near = query.max_distance_m == 0 || answer->cost_m <= query.max_distance_m;
      const bool is_found = answer->status == RouteStatus::kComplete && is_near;
      const DistanceStatus expected =
          answer->status == RouteStatus::kStartOffMesh  ? DistanceStatus::kSourceOffMesh
          : answer->status == RouteStatus::kGoalOffMesh ? DistanceStatus::kTargetOffMesh
          : is_found                                    ? DistanceStatus::kFound
                                                        : DistanceStatus::kUnreachable;
      EXPECT_EQ(walks->statuses[i], expected) << i;
      EXPECT_NEAR(walks->distance_m[i], is_found ? answer->cost_m : -1, 1e-4) << i;
      found += is_found ? 1 : 0;
    }
    return found;
  }
  void ExpectThoseOfRoutes(const std::vector<std::string>& abilities) {
    DistanceQuery query;
    query.sources = query.targets = PlacesOf(graph_);
    const size_t found = CheckAgainstRoutes(query, abilities);
    EXPECT_GT(found, graph_.nodes.size());
    EXPECT_LT(found, query.sources.size() * query.targets.size());
  }

  // Some links, nodes and kinds of ground.
  RouteChanges SomeClosed(Random& random) const {
    const MapView view = *map_->View("", {});
    RouteChanges changes;
    for (uint32_t link = 0; link < view.links->size(); ++link) {
      if (random.NextBelow(8) == 0) changes.closed_links.emplace_back(link);
    }
    for (uint32_t node = 0; node < view.navmesh->poly_count(); ++node) {
      if (random.NextBelow(12) == 0) changes.blocked_polys.emplace_back(node);
    }
    if (random.NextBelow(6) == 0) changes.excluded_areas = uint64_t{1} << random.NextBelow(4);
    return changes;
  }
  void ExpectThoseOfRoutesAnywhere(uint64_t seed, int rounds, bool is_changed) {
    Random random(seed);
    size_t found = 0;
    for (int round = 0; round < rounds; ++round) {
      graph_ = RandomWaypoints(3 + random.NextBelow(30), 2, random);
      for (WaypointGraph::Node& node : graph_.nodes) node.at = node.at * (round % 2 == 0 ? 0.2 : 0.06);
      map_ = WaypointMap(graph_);
      DistanceQuery query;
      for (int i = 0; i < 24; ++i) {
        const WaypointGraph::Link& link =
            graph_.links[random.NextBelow(static_cast<uint32_t>(graph_.links.size()))];
        const Vec3 from = graph_.nodes[link.from].at;
        const Vec3 along = (graph_.nodes[link.to].at - from) * random.NextUnit();
        const double off_m = i % 3 == 0 ? 0 : 1.2;
        query.sources.push_back(from + along + Vec3(random.NextInRange(-off_m, off_m), 0, 0));
      }
      query.targets = query.sources;
      if (round % 3 == 0) query.targets.resize(2);
      if (round % 5 == 0) query.max_distance_m = 6;
      if (is_changed) query.changes = SomeClosed(random);
      found += CheckAgainstRoutes(query, {"jump"});
    }
    EXPECT_GT(found, 2000U);
  }

  WaypointGraph graph_ = DrawnWaypoints(
      "a....b....c....g\n"
      "................\n"
      "................\n"
      "d....e....f....h\n",
      {"ab", "b>c", "^be", "#c>f", "fe", "ed", "g>c", "gh"});
  std::shared_ptr<const LoadedMap> map_ = WaypointMap(graph_);
  Scratch scratch_;
};

TEST_F(WaypointDistances, BetweenNodesAreWhatRoutesCost) {
  ExpectThoseOfRoutes({});
  ExpectThoseOfRoutes({"jump"});
  ExpectThoseOfRoutes({"jump", "ladder"});
}

TEST_F(WaypointDistances, OfAnyPositionsAreWhatRoutesCost) { ExpectThoseOfRoutesAnywhere(23, 30, false); }
TEST_F(WaypointDistances, OverWhatARequestLeavesAreWhatRoutesCost) {
  ExpectThoseOfRoutesAnywhere(24, 60, true);
}

TEST_F(WaypointDistances, ALimitOfExpansionsLeavesTheRestOpen) {
  const absl::StatusOr<MapView> view = map_->View("", {"jump"});
  DistanceQuery query;
  query.sources = {graph_.nodes[0].at};
  query.targets = {graph_.nodes[3].at};
  query.max_expansions = 1;
  const absl::StatusOr<DistanceAnswer> walks = MeasureDistances(*view, query, scratch_);
  ASSERT_TRUE(walks.ok()) << walks.status();
  EXPECT_EQ(walks->statuses[0], DistanceStatus::kLimitReached);
}

// Chains of nodes that nothing joins, one beside the other. The deadline is asked after each look-up of a
// place that is made for a pair, so that the questions count the look-ups.
class WaypointDistancesApart : public WaypointDistances {
 protected:
  static constexpr uint32_t kLength = 40;
  static constexpr uint32_t kChains = 6;

  WaypointDistancesApart() {
    graph_ = {};
    for (uint32_t chain = 0; chain < kChains; ++chain) {
      for (uint32_t k = 0; k < kLength; ++k) {
        WaypointGraph::Node node;
        node.at = {3.0 * k, 0, 1.0 * chain};
        node.id = chain * kLength + k;
        node.radius = 0.3;
        graph_.nodes.push_back(node);
      }
      for (uint32_t k = 1; k < kLength; ++k) {
        const uint32_t to = chain * kLength + k;
        graph_.links.push_back(WaypointGraph::Link{to - 1, to});
        graph_.links.push_back(WaypointGraph::Link{to, to - 1});
      }
    }
    map_ = WaypointMap(graph_);
  }
  // From beside one chain to beside another one.
  DistanceQuery BetweenChains(double beside_m) const {
    DistanceQuery query;
    for (uint32_t k = 0; k < kLength; ++k) {
      query.sources.push_back(graph_.nodes[k].at - Vec3(0, 0, beside_m));
      query.targets.push_back(graph_.nodes[(kChains - 1) * kLength + k].at + Vec3(0, 0, beside_m));
    }
    return query;
  }
  int CountLookUps(DistanceQuery query) {
    query.deadline = AskedClock::OverAt(1 << 30);
    const MapView view = *map_->View("", {});
    const DistanceAnswer walks = *MeasureDistances(view, query, scratch_);
    const int asked = AskedClock::seconds;
    for (const DistanceStatus status : walks.statuses) EXPECT_EQ(status, DistanceStatus::kUnreachable);
    return asked;
  }
};

TEST_F(WaypointDistancesApart, PositionsAtNodesAreLookedUpOnce) {
  const DistanceQuery query = BetweenChains(0);
  EXPECT_LT(CountLookUps(query), 6 * static_cast<int>(2 * kLength));
}

TEST_F(WaypointDistancesApart, PositionsBesideAllGroundAreLookedUpOnceForEachComponentAround) {
  const DistanceQuery query = BetweenChains(0.6);
  EXPECT_LT(CountLookUps(query), 6 * static_cast<int>(2 * kLength));
}

}  // namespace
}  // namespace waystone
