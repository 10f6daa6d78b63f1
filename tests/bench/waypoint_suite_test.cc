#include "bench/waypoint/waypoint_suite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bench/waypoint/plain_dijkstra.h"
#include "bench/waypoint/random_graph.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

TEST(WaypointSuite, GraphsAreThoseOfTheSeedAndHaveOneWayLinks) {
  const WaypointGraph graph = RandomGeometricGraph(500, 3);
  const WaypointGraph again = RandomGeometricGraph(500, 3);
  ASSERT_EQ(graph.links.size(), again.links.size());
  size_t one_way = 0;
  for (size_t i = 0; i < graph.links.size(); ++i) {
    const WaypointGraph::Link& link = graph.links[i];
    EXPECT_EQ(link.from, again.links[i].from);
    EXPECT_EQ(link.cost_m, again.links[i].cost_m);
    const Vec3& from = graph.nodes[link.from].at;
    const Vec3& to = graph.nodes[link.to].at;
    EXPECT_LE(PlaneDistance(from, to), 15);
    EXPECT_GE(link.cost_m, Distance(from, to));
    bool is_back = false;
    for (const WaypointGraph::Link& other : graph.links) {
      is_back = is_back || (other.from == link.to && other.to == link.from);
    }
    one_way += is_back ? 0 : 1;
  }
  EXPECT_GT(one_way * 20, graph.links.size());
  EXPECT_LT(one_way * 5, graph.links.size());
}

TEST(WaypointSuite, TheYardstickCostsWhatTheSlowSearchSays) {
  const PackedWaypoints packed = Packed(RandomGeometricGraph(300, 4));
  const absl::StatusOr<WaypointView> graph = WaypointView::Create(packed.data);
  ASSERT_TRUE(graph.ok());
  PlainDijkstra dijkstra(*graph);
  for (uint32_t start = 0; start < graph->size(); start += 17) {
    const std::vector<double> costs = SlowCosts(*graph, {{PolyId(start), 0}}, ~uint64_t{0}, {});
    for (uint32_t goal = 0; goal < graph->size(); ++goal) {
      const double cost_m = dijkstra.CostOf(PolyId(start), PolyId(goal));
      ASSERT_EQ(std::isfinite(cost_m), std::isfinite(costs[goal]));
      if (std::isfinite(cost_m)) {
        ASSERT_NEAR(cost_m, costs[goal], 1e-9 * (1 + cost_m));
      }
    }
  }
}

TEST(WaypointSuite, MeasuresAGraphWhosePathsAllCostTheSame) {
  const BenchLines lines(true);
  testing::internal::CaptureStdout();
  const absl::Status status = RunWaypointSuite({.nodes = {400}, .queries = 50, .repeats = 1}, lines);
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_NE(printed.find("\"queries\":50"), std::string::npos) << printed;
  EXPECT_NE(printed.find("\"equal\":50"), std::string::npos) << printed;
}

}  // namespace
}  // namespace waystone
