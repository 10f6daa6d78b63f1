// Distances on maps of waypoints: between the grounds of nodes, as routes have them.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/query/distance_matrix.h"
#include "core/query/route_planner.h"
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
  // Each distance from place to place, or that there is none, against the route's.
  void ExpectThoseOfRoutes(const std::vector<std::string>& abilities) {
    const absl::StatusOr<MapView> view = map_->View("", abilities);
    ASSERT_TRUE(view.ok()) << view.status();
    DistanceQuery query;
    query.sources = query.targets = PlacesOf(graph_);
    const absl::StatusOr<DistanceAnswer> walks = MeasureDistances(*view, query, workspace_);
    ASSERT_TRUE(walks.ok()) << walks.status();
    size_t found = 0;
    for (size_t i = 0; i < walks->statuses.size(); ++i) {
      RouteQuery route;
      route.start = query.sources[i / query.targets.size()];
      route.goals = {query.targets[i % query.targets.size()]};
      const absl::StatusOr<RouteAnswer> answer = PlanRoute(*view, route, workspace_);
      ASSERT_TRUE(answer.ok()) << answer.status();
      const bool is_complete = answer->status == RouteStatus::kComplete;
      ASSERT_EQ(walks->statuses[i], is_complete ? DistanceStatus::kFound : DistanceStatus::kUnreachable) << i;
      ASSERT_NEAR(walks->distance_m[i], is_complete ? answer->cost_m : -1, 1e-4) << i;
      found += is_complete ? 1 : 0;
    }
    EXPECT_GT(found, graph_.nodes.size());
    EXPECT_LT(found, walks->statuses.size());
  }

  WaypointGraph graph_ = DrawnWaypoints(
      "a....b....c....g\n"
      "................\n"
      "................\n"
      "d....e....f....h\n",
      {"ab", "b>c", "^be", "#c>f", "fe", "ed", "g>c", "gh"});
  std::shared_ptr<const LoadedMap> map_ = WaypointMap(graph_);
  Workspace workspace_;
};

TEST_F(WaypointDistances, BetweenNodesAreWhatRoutesCost) {
  ExpectThoseOfRoutes({});
  ExpectThoseOfRoutes({"jump"});
  ExpectThoseOfRoutes({"jump", "ladder"});
}

TEST_F(WaypointDistances, BetweenNodesThereIsNoPlaceToMeasureFrom) {
  const absl::StatusOr<MapView> view = map_->View("", {});
  DistanceQuery query;
  const Vec3 a = graph_.nodes[0].at;
  const Vec3 b = graph_.nodes[1].at;
  query.sources = {(a + b) * 0.5, a + (b - a) * 0.25};
  query.targets = {b};
  const absl::StatusOr<DistanceAnswer> walks = MeasureDistances(*view, query, workspace_);
  ASSERT_TRUE(walks.ok()) << walks.status();
  EXPECT_EQ(walks->statuses[0], DistanceStatus::kSourceOffMesh);
  EXPECT_EQ(walks->statuses[1], DistanceStatus::kFound);  // from the ground of a, 0.3 m around it
  EXPECT_NEAR(walks->distance_m[1], 5 - 0.3, 0.05);
}

}  // namespace
}  // namespace waystone
