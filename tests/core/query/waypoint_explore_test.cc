#include <gtest/gtest.h>

#include <set>

#include "core/query/route_explorer.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

TEST(WaypointExplore, AWalkVisitsEveryNodeOverLinks) {
  const WaypointGraph graph = DrawnWaypoints(
      "a....b....c\n"
      "...........\n"
      "d....e....f\n",
      {"ab", "bc", "ad", "be", "^cf"});
  const auto map = WaypointMap(graph);
  Workspace workspace;
  for (const bool may_jump : {false, true}) {
    const absl::StatusOr<MapView> view =
        map->View("", may_jump ? std::vector<std::string>{"jump"} : std::vector<std::string>{});
    ASSERT_TRUE(view.ok());
    ExplorationQuery query;
    query.start = graph.nodes[0].at;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(*view, query, workspace);
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_EQ(answer->status, RouteStatus::kComplete);
    EXPECT_EQ(answer->reachable_key_points, may_jump ? 6U : 5U);
    std::set<uint32_t> visited;
    for (const uint32_t id : answer->walks[0].key_points) visited.insert(id);
    EXPECT_EQ(visited.size(), may_jump ? 6U : 5U);
  }
}

TEST(WaypointExplore, BeginsBetweenNodes) {
  const WaypointGraph graph = DrawnWaypoints("a.........b\n", {"ab"});
  const auto map = WaypointMap(graph);
  Workspace workspace;
  ExplorationQuery query;
  query.start = graph.nodes[0].at + Vec3(5, 0, 0.5);
  const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(*map->View(""), query, workspace);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->status, RouteStatus::kComplete);
}

}  // namespace
}  // namespace waystone
