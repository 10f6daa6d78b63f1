// Placements on maps of waypoints of which a request closes something, against graphs without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "core/base/scratch.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

class WaypointChanges : public ::testing::Test {
 protected:
  // Closes some links, in both maps all of the same ends, and takes some nodes away.
  void CloseSome(Random& random) {
    const MapView view = *map_->View("", {"jump"});
    const WaypointView& graph = *FindWaypoints(view);
    std::vector<bool> is_blocked(graph_.nodes.size(), false);  // by the source's id
    for (uint32_t node = 0; node < graph.size(); ++node) {
      if (random.NextBelow(10) != 0) continue;
      changes_.blocked_polys.emplace_back(node);
      is_blocked[graph.node(PolyId(node)).external_id] = true;
    }
    left_ = graph_;
    std::map<std::pair<uint32_t, uint32_t>, bool> is_closed;
    for (const WaypointGraph::Link& link : graph_.links)
      is_closed[{link.from, link.to}] = random.NextBelow(6) == 0;
    for (uint32_t link = 0; link < view.links->size(); ++link) {
      const NavLink& record = view.links->link(LinkId(link));
      const uint32_t from = graph.node(PolyId(record.start_poly)).external_id;
      const uint32_t to = graph.node(PolyId(record.end_poly)).external_id;
      if (is_closed[{from, to}]) changes_.closed_links.emplace_back(link);
    }
    std::vector<uint32_t> index_of(graph_.nodes.size(), 0);
    left_.nodes.clear();
    for (uint32_t node = 0; node < graph_.nodes.size(); ++node) {
      index_of[node] = static_cast<uint32_t>(left_.nodes.size());
      if (!is_blocked[node]) left_.nodes.push_back(graph_.nodes[node]);
    }
    left_.links.clear();
    for (WaypointGraph::Link link : graph_.links) {
      if (is_blocked[link.from] || is_blocked[link.to] || is_closed[{link.from, link.to}]) continue;
      link.from = index_of[link.from];
      link.to = index_of[link.to];
      left_.links.push_back(link);
    }
  }

  void MakeRandom(Random& random) {
    graph_ = RandomWaypoints(3 + random.NextBelow(30), 2.5, random);
    for (uint32_t node = 0; node < graph_.nodes.size(); ++node) graph_.nodes[node].id = node;
    for (WaypointGraph::Node& node : graph_.nodes) node.at = node.at * 0.3;
    map_ = WaypointMap(graph_);
    changes_ = {};
    CloseSome(random);
  }

  WaypointGraph graph_;
  WaypointGraph left_;
  std::shared_ptr<const LoadedMap> map_;
  RouteChanges changes_;
  Scratch scratch_;
};

TEST_F(WaypointChanges, PlacesAreJudgedAsOnTheGraphThatIsLeft) {
  Random random(1);
  size_t good = 0;
  size_t bad = 0;
  for (int round = 0; round < 120 && !testing::Test::HasFailure(); ++round) {
    MakeRandom(random);
    if (left_.nodes.empty()) continue;
    const auto anew = WaypointMap(left_);
    AuditQuery query;
    query.terms.anchors = {left_.nodes[random.NextBelow(static_cast<uint32_t>(left_.nodes.size()))].at};
    query.terms.snap.radius_m = 0.1;
    query.terms.rules.reachability =
        random.NextBelow(2) == 0 ? Reachability::kFrom : Reachability::kFromAndBack;
    if (random.NextBelow(2) == 0) query.terms.rules.max_walk_m = random.NextInRange(1, 40);
    for (const WaypointGraph::Node& node : graph_.nodes) query.positions.push_back(node.at);
    const absl::StatusOr<AuditAnswer> expected = AuditPlaces(*anew->View("", {"jump"}), query, scratch_);
    ASSERT_TRUE(expected.ok()) << expected.status();
    query.terms.changes = changes_;
    const absl::StatusOr<AuditAnswer> answer = AuditPlaces(*map_->View("", {"jump"}), query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (size_t k = 0; k < query.positions.size(); ++k) {
      // What is left of a zone is one still, however small it is.
      const auto is_apart = [](PlaceReason reason) {
        return reason == PlaceReason::kIsolated || reason == PlaceReason::kUnreachable;
      };
      const bool are_apart = is_apart(answer->verdicts[k]) && is_apart(expected->verdicts[k]);
      ASSERT_TRUE(are_apart || answer->verdicts[k] == expected->verdicts[k]) << round << ' ' << k;
      ++(answer->verdicts[k] == PlaceReason::kNone ? good : bad);
    }
  }
  EXPECT_GT(good, 150U);
  EXPECT_GT(bad, 300U);
}

TEST_F(WaypointChanges, RandomPlacesLieOnNodesThatAreLeft) {
  Random random(2);
  size_t placed = 0;
  for (int round = 0; round < 60 && !testing::Test::HasFailure(); ++round) {
    MakeRandom(random);
    PlaceQuery query;
    query.count = 20;
    query.terms.rules.reachability = Reachability::kAny;
    query.terms.changes = changes_;
    const absl::StatusOr<PlaceAnswer> answer = PlaceResource(*map_->View("", {"jump"}), query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (const uint32_t poly : answer->polys) {
      EXPECT_EQ(std::ranges::count(changes_.blocked_polys, PolyId(poly)), 0);
      ++placed;
    }
  }
  EXPECT_GT(placed, 500U);
}

}  // namespace
}  // namespace waystone
