#include "bake/waypoint/landmarks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

void ExpectRoundedDown(uint16_t stored, double unit_m, double cost_m) {
  if (!std::isfinite(cost_m)) {
    EXPECT_EQ(stored, kNoLandmarkWay);
    return;
  }
  EXPECT_LE(stored * unit_m, cost_m * (1 + 1e-9));
  EXPECT_GT((stored + 1) * unit_m, cost_m * (1 - 1e-9));
}

TEST(Landmarks, CostsAreThoseOfWaysRoundedDown) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const PackedWaypoints packed = Packed(RandomWaypoints(2 + random.NextBelow(100), 3, random));
    const absl::StatusOr<WaypointView> graph = WaypointView::Create(packed.data);
    ASSERT_TRUE(graph.ok());
    const auto unit_m = static_cast<double>(graph->header().landmark_unit_m);
    std::vector<std::vector<double>> ways;
    for (uint32_t node = 0; node < graph->size(); ++node) {
      ways.push_back(SlowCosts(*graph, {{node, 0}}, ~uint64_t{0}, {}));
    }
    for (uint32_t l = 0; l < graph->landmarks().size(); ++l) {
      const uint32_t landmark = graph->landmarks()[l];
      for (uint32_t node = 0; node < graph->size(); ++node) {
        ExpectRoundedDown(graph->LandmarkCosts(node)[2 * l], unit_m, ways[landmark][node]);
        ExpectRoundedDown(graph->LandmarkCosts(node)[2 * l + 1], unit_m, ways[node][landmark]);
      }
    }
  }
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
  for (const uint32_t node : packed.data.landmarks) ids.insert(packed.data.nodes[node].external_id);
  EXPECT_EQ(ids.size(), 12U);
  for (const uint32_t end : {0U, 29U, 30U, 59U}) EXPECT_TRUE(ids.contains(end)) << end;
}

}  // namespace
}  // namespace waystone
