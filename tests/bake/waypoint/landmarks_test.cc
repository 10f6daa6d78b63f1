#include "bake/waypoint/landmarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

// The graph with arcs of whole units, rounded down.
WaypointData InUnits(const WaypointData& data) {
  WaypointData out = data;
  const auto unit_m = static_cast<double>(data.header.landmark_unit_m);
  for (WaypointArc& arc : out.arcs) {
    double units = 0;
    while ((units + 1) * unit_m <= static_cast<double>(arc.cost_m) && units < 70'000) ++units;
    arc.cost_m = static_cast<float>(units);
  }
  out.header.least_cost_per_m = 0;
  out.header.landmark_count = 0;
  out.landmarks.clear();
  out.landmark_costs.clear();
  return out;
}

uint16_t Stored(double units) {
  return std::isfinite(units) ? static_cast<uint16_t>(std::min(units, 65534.0)) : kNoLandmarkPath;
}

void ExpectCostsOfPathsInUnits(const WaypointData& data) {
  const absl::StatusOr<WaypointView> graph = WaypointView::Create(data);
  ASSERT_TRUE(graph.ok()) << graph.status();
  const WaypointData in_units = InUnits(data);
  const absl::StatusOr<WaypointView> slow = WaypointView::Create(in_units);
  ASSERT_TRUE(slow.ok()) << slow.status();
  std::vector<std::vector<double>> paths;
  for (PolyId node(0); node.value() < graph->size(); ++node) {
    paths.push_back(SlowCosts(*slow, {{node, 0}}, ~uint64_t{0}, {}));
  }
  for (uint32_t l = 0; l < graph->landmarks().size(); ++l) {
    const uint32_t landmark = graph->landmarks()[l].value();
    for (uint32_t node = 0; node < graph->size(); ++node) {
      ASSERT_EQ(graph->LandmarkCosts(PolyId(node))[2 * l], Stored(paths[landmark][node]));
      ASSERT_EQ(graph->LandmarkCosts(PolyId(node))[2 * l + 1], Stored(paths[node][landmark]));
    }
  }
}

TEST(Landmarks, CostsAreThoseOfPathsOverArcsOfWholeUnits) {
  Random random(4);
  for (int round = 0; round < 20 && !testing::Test::HasFailure(); ++round) {
    ExpectCostsOfPathsInUnits(Packed(RandomWaypoints(2 + random.NextBelow(100), 3, random)).data);
  }
}

TEST(Landmarks, APathThatCostsFarMoreThanOthersLeavesTheirBoundsSharp) {
  WaypointGraph graph;  // a chain of 1 m links, and a last one of a million
  for (uint32_t i = 0; i < 60; ++i) graph.nodes.push_back({.id = i, .at = {i * 1.0, 0, 0}});
  for (uint32_t i = 0; i + 1 < 60; ++i) {
    graph.links.push_back({.from = i, .to = i + 1, .cost_m = i == 58 ? 1e6 : 1.0});
  }
  const PackedWaypoints packed = Packed(graph);
  EXPECT_LE(packed.data.header.landmark_unit_m, 1.0F / 16);
  ExpectCostsOfPathsInUnits(packed.data);
}

TEST(Landmarks, AreTheSameForAnyNumberOfThreads) {
  Random random(6);
  const WaypointData data = Packed(RandomWaypoints(300, 4, random)).data;
  WaypointData again = data;
  again.landmarks.clear();
  again.landmark_costs.clear();
  LayLandmarks(again, 4);
  EXPECT_EQ(again.landmarks, data.landmarks);
  EXPECT_EQ(again.landmark_costs, data.landmark_costs);
}

TEST(Landmarks, LieFarApartAndInEveryLargePiece) {
  WaypointGraph graph;  // two chains
  for (uint32_t i = 0; i < 60; ++i) {
    graph.nodes.push_back({.id = i, .at = {i * 1.0, 0, i < 30 ? 0.0 : 50.0}});
  }
  for (uint32_t i = 0; i + 1 < 60; ++i) {
    if (i == 29) continue;
    graph.links.push_back({.from = i, .to = i + 1});
    graph.links.push_back({.from = i + 1, .to = i});
  }
  const PackedWaypoints packed = Packed(graph);
  std::set<uint32_t> ids;
  for (const PolyId node : packed.data.landmarks) ids.insert(packed.data.nodes[node.value()].external_id);
  EXPECT_EQ(ids.size(), 12U);
  for (const uint32_t end : {0U, 29U, 30U, 59U}) EXPECT_TRUE(ids.contains(end)) << end;
}

}  // namespace
}  // namespace waystone
