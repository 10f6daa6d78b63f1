#include "bake/waypoint/open_area.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/geom/segment.h"

namespace waystone {
namespace {

// [m] From a place to the nearest ground of a node, or link.
double Gap_m(const WaypointGraph& graph, Vec2 place) {
  double nearest_m = 1e9;
  for (const WaypointGraph::Node& node : graph.nodes) {
    nearest_m = std::min(nearest_m, Distance(node.at.Plane(), place) - node.radius);
  }
  for (const WaypointGraph::Link& link : graph.links) {
    nearest_m = std::min(nearest_m, SegmentDistance(graph.nodes[link.from].at.Plane(),
                                                    graph.nodes[link.to].at.Plane(), place));
  }
  return nearest_m;
}

TEST(OpenArea, EveryPlaceIsNearALinkAndNothingReachesBeyond) {
  const OpenArea area{{-3, 2, 5}, 0.5, 41, 18};
  const WaypointGraph graph = WaypointsOfOpenArea(area, 4);
  for (const WaypointGraph::Node& node : graph.nodes) {
    EXPECT_GE(node.at.x - node.radius, -3 - 1e-9);
    EXPECT_LE(node.at.x + node.radius, -3 + 20.5 + 1e-9);
    EXPECT_GE(node.at.z - node.radius, 5 - 1e-9);
    EXPECT_LE(node.at.z + node.radius, 5 + 9 + 1e-9);
    EXPECT_EQ(node.at.y, 2);
  }
  for (uint32_t row = 0; row < area.rows; ++row) {
    for (uint32_t column = 0; column < area.columns; ++column) {
      EXPECT_LE(Gap_m(graph, {-3 + (column + 0.5) * 0.5, 5 + (row + 0.5) * 0.5}), 2) << column << " " << row;
    }
  }
}

TEST(OpenArea, LinksLeadBothWaysToAllEightNeighbours) {
  const WaypointGraph graph = WaypointsOfOpenArea({{}, 1, 12, 12}, 4);
  ASSERT_EQ(graph.nodes.size(), 9U);
  std::set<std::pair<uint32_t, uint32_t>> links;
  for (const WaypointGraph::Link& link : graph.links) EXPECT_TRUE(links.emplace(link.from, link.to).second);
  EXPECT_EQ(links.size(), 40U);
  for (const auto& [from, to] : links) EXPECT_TRUE(links.contains({to, from}));
}

TEST(OpenArea, ACellIsOneNodeAndAHugeAreaHasNoMoreThanFit) {
  EXPECT_EQ(WaypointsOfOpenArea({{}, 1, 1, 1}, 4).nodes.size(), 1U);
  const WaypointGraph huge = WaypointsOfOpenArea({{}, 1, 8192, 8192}, 1);
  EXPECT_LE(huge.nodes.size(), kMaxWaypointNodes / 4);
  EXPECT_LE(huge.links.size(), kMaxWaypointLinks);
  EXPECT_GT(huge.nodes.size(), 100000U);
}

}  // namespace
}  // namespace waystone
