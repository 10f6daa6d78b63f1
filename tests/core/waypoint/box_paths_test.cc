#include "core/waypoint/box_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// By node what the cheapest path in the box costs: rounds over all arcs until nothing gets cheaper.
std::vector<double> CostsByRounds(const WaypointView& graph, uint64_t abilities, const Aabb& box,
                                  const std::vector<WaypointEnd>& ends) {
  std::vector<double> costs(graph.size(), kInfinite);
  const auto is_in = [&](PolyId node) { return box.Contains(graph.Position(node)); };
  for (const WaypointEnd& end : ends) {
    if (is_in(end.node)) costs[end.node.value()] = std::min(costs[end.node.value()], end.cost_m);
  }
  for (bool is_cheaper = true; is_cheaper;) {
    is_cheaper = false;
    for (PolyId node(0); node.value() < graph.size(); ++node) {
      for (LinkId id = graph.FirstArc(node); is_in(node) && id < graph.EndArc(node); ++id) {
        const WaypointArc& arc = graph.arc(id);
        if (!is_in(arc.target) || !graph.MayUse(arc, abilities)) continue;
        const double cost_m = costs[arc.target.value()] + static_cast<double>(arc.cost_m);
        if (cost_m >= costs[node.value()]) continue;
        costs[node.value()] = cost_m;
        is_cheaper = true;
      }
    }
  }
  return costs;
}

// The path leads over nodes in the box to an end, and costs what it says.
void ExpectPath(const WaypointView& graph, uint64_t abilities, const Aabb& box,
                const std::vector<WaypointEnd>& ends, const BoxPaths& paths, PolyId node, double cost_m) {
  std::vector<LinkId> arcs = {LinkId(7)};  // what is there stays
  double rest_m = -1;
  ASSERT_NEAR(paths.Follow(node, arcs, rest_m), cost_m, 1e-9 * (1 + cost_m));
  ASSERT_EQ(arcs.front(), LinkId(7));
  double sum_m = 0;
  for (size_t i = 1; i < arcs.size(); ++i) {
    ASSERT_EQ(graph.SourceOf(arcs[i]), node);
    ASSERT_TRUE(graph.MayUse(graph.arc(arcs[i]), abilities));
    sum_m += static_cast<double>(graph.arc(arcs[i]).cost_m);
    node = graph.arc(arcs[i]).target;
    ASSERT_TRUE(box.Contains(graph.Position(node)));
  }
  ASSERT_TRUE(std::any_of(ends.begin(), ends.end(),
                          [&](const WaypointEnd& end) { return end.node == node && end.cost_m == rest_m; }));
  ASSERT_NEAR(sum_m + rest_m, cost_m, 1e-9 * (1 + cost_m));
}

// Around two nodes.
Aabb RandomBox(const WaypointView& graph, Random& random) {
  Aabb box;
  for (int i = 0; i < 2; ++i) {
    const Vec3 at = graph.Position(PolyId(random.NextBelow(graph.size())));
    box.Extend(at);
    box.Extend({at.x, at.y - 100, at.z});
    box.Extend({at.x, at.y + 100, at.z});
  }
  const double more_m = random.NextInRange(0, 30);
  return {box.min - Vec3(more_m, 0, more_m), box.max + Vec3(more_m, 0, more_m)};
}

TEST(BoxPaths, CostWhatRoundsOverAllArcsInTheBoxSay) {
  Random random(3);
  int leading = 0;
  int longer_than_one_arc = 0;
  int isolated = 0;
  for (int round = 0; round < 1500 && !HasFailure(); ++round) {
    const PackedWaypoints packed =
        Packed(RandomWaypoints(1 + random.NextBelow(40), random.NextInRange(0.5, 5), random));
    const absl::StatusOr<WaypointView> graph = WaypointView::Create(packed.data);
    ASSERT_TRUE(graph.ok()) << graph.status();
    const Aabb box = RandomBox(*graph, random);
    const uint64_t abilities = random.NextBelow(4);
    std::vector<WaypointEnd> ends;
    for (uint32_t i = random.NextBelow(4); i > 0; --i) {
      ends.push_back({PolyId(random.NextBelow(graph->size())),
                      random.NextBelow(2) == 0 ? 0 : random.NextInRange(0, 60)});
    }
    const BoxPaths paths(*graph, abilities, box, ends, [](LinkId) { return false; });
    const std::vector<double> costs = CostsByRounds(*graph, abilities, box, ends);
    for (PolyId node(0); node.value() < graph->size(); ++node) {
      const double cost_m = costs[node.value()];
      ASSERT_EQ(paths.LeadsFrom(node), std::isfinite(cost_m));
      ++(std::isfinite(cost_m) ? leading : isolated);
      if (!paths.LeadsFrom(node)) continue;
      ASSERT_NO_FATAL_FAILURE(ExpectPath(*graph, abilities, box, ends, paths, node, cost_m));
      std::vector<LinkId> arcs;
      double rest_m = 0;
      paths.Follow(node, arcs, rest_m);
      longer_than_one_arc += arcs.size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(leading, 1000);
  EXPECT_GT(longer_than_one_arc, 100);
  EXPECT_GT(isolated, 3000);
}

}  // namespace
}  // namespace waystone
