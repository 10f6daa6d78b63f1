#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "core/base/scratch.h"
#include "core/explore/route_explorer.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"
#include "core/surface/skeleton_join.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/asked_clock.h"
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
  Scratch scratch;
  for (const bool may_jump : {false, true}) {
    const absl::StatusOr<MapView> view =
        map->View("", may_jump ? std::vector<std::string>{"jump"} : std::vector<std::string>{});
    ASSERT_TRUE(view.ok());
    ExplorationQuery query;
    query.start = graph.nodes[0].at;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(*view, query, scratch);
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
  Scratch scratch;
  ExplorationQuery query;
  query.start = graph.nodes[0].at + Vec3(5, 0, 0.5);
  const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(*map->View(""), query, scratch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->status, RouteStatus::kComplete);
}

// A link that leads both ways may be left at either end, whichever of its two arcs the start was found on.
TEST(WaypointExplore, GoesToTheNearerEndOfALinkThatLeadsBothWays) {
  const WaypointGraph graph = DrawnWaypoints("a.........b\n", {"ab"});
  const auto map = WaypointMap(graph);
  Scratch scratch;
  for (double x = 0.5; x < 10; x += 0.25) {
    ExplorationQuery query;
    query.start = graph.nodes[0].at + Vec3(x, 0, 0);
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(*map->View(""), query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_NEAR(answer->walks[0].route.length_m, std::min(x, 10 - x) + 10, 1e-3) << x;
  }
}

// From anywhere, with or without a movement, against the costs of all paths.
TEST(WaypointExplore, BeginsAtTheNodeWithTheCheapestPath) {
  Random random(8);
  Scratch scratch;
  int amid = 0;
  for (int i = 0; i < 60; ++i) {
    const WaypointGraph graph = RandomWaypoints(2 + random.NextBelow(30), 3, random);
    const auto map = WaypointMap(graph);
    const MapView view = *map->View("");
    for (int k = 0; k < 20; ++k) {
      const WaypointView& nodes = *FindWaypoints(view);
      const PolyId from(random.NextBelow(nodes.size()));
      Vec3 at = nodes.Position(from);
      if (nodes.FirstArc(from) < nodes.EndArc(from)) {
        const Vec3 end = nodes.Position(nodes.arc(nodes.FirstArc(from)).target);
        at = at + (end - at) * random.NextUnit();
      }
      const SnapResult snap =
          SnapToWaypoints(view, at, {}, PlaceRole::kLeave, nullptr, *scratch.Borrow<SurfaceWorkspace>());
      if (!snap.place) continue;
      JoinOptions options;
      if (random.NextBelow(2) == 0)
        options.movement = Vec2{random.NextInRange(-1, 1), random.NextInRange(0.1, 1)};
      const std::vector<WaypointEnd> starts = StartsAt(view, *snap.place, nullptr);
      amid += starts.size() > 1 ? 1 : 0;
      const std::vector<double> costs = SlowCosts(nodes, starts, view.abilities, {});
      const double least_m = *std::min_element(costs.begin(), costs.end());
      double ahead_m = std::numeric_limits<double>::infinity();
      for (uint32_t node = 0; node < nodes.size() && options.movement; ++node) {
        const Vec2 there = (nodes.Position(PolyId(node)) - snap.place->point).Plane();
        const bool is_ahead =
            Dot(there, *options.movement) >= kMovementCosine * Length(there) * Length(*options.movement);
        if (is_ahead && costs[node] <= least_m + kMovementDetour_m) ahead_m = std::min(ahead_m, costs[node]);
      }
      const SkeletonJoin join =
          view.surface->AsPolygons().FindJoin(view, *snap.place, options, nullptr, scratch);
      ASSERT_FALSE(join.key_point.IsNone());
      EXPECT_NEAR(costs[join.key_point.value()], std::isfinite(ahead_m) ? ahead_m : least_m, 1e-6);
    }
  }
  EXPECT_GT(amid, 100);
}

// Against the nodes that can be reached over open nodes and arcs.
TEST(WaypointExplore, BlockedNodesAndClosedLinksAreNotThere) {
  Random random(12);
  Scratch scratch;
  int fewer = 0;
  for (int i = 0; i < 100; ++i) {
    const WaypointGraph graph = RandomWaypoints(2 + random.NextBelow(30), 3, random);
    const auto map = WaypointMap(graph);
    const MapView view = *map->View("");
    const WaypointView& nodes = *FindWaypoints(view);
    const PolyId from(random.NextBelow(nodes.size()));
    ExplorationQuery query;
    query.start = nodes.Position(from) + view.manifest->origin;
    query.order = WalkOrder::kDepthFirst;
    for (PolyId node(0); node.value() < nodes.size(); ++node) {
      if (node != from && random.NextBelow(6) == 0) query.changes.blocked_polys.push_back(node);
    }
    for (uint32_t link = 0; link < view.links->size(); ++link) {
      if (random.NextBelow(6) == 0) query.changes.closed_links.emplace_back(link);
    }
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(view, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    if (answer->walks.empty()) continue;
    std::vector<bool> is_taken(nodes.size(), false);
    for (const PolyId node : query.changes.blocked_polys) is_taken[node.value()] = true;
    std::vector<uint32_t> queue = {answer->walks[0].key_points[0]};
    EXPECT_FALSE(is_taken[queue[0]]);
    is_taken[queue[0]] = true;
    for (size_t k = 0; k < queue.size(); ++k) {
      LinkId link = view.links->FirstOf(PolyId(queue[k]));
      for (const NavLink& record : view.links->Of(PolyId(queue[k]))) {
        const bool is_closed = std::ranges::count(query.changes.closed_links, link) > 0;
        link = LinkId(link.value() + 1);
        if (is_closed || !MayUse(record, view.abilities) || is_taken[record.end_poly]) continue;
        is_taken[record.end_poly] = true;
        queue.push_back(record.end_poly);
      }
    }
    EXPECT_EQ(answer->reachable_key_points, queue.size());
    fewer += queue.size() < nodes.size() ? 1 : 0;
    const std::set<uint32_t> reached(queue.begin(), queue.end());
    for (const uint32_t node : answer->walks[0].key_points) EXPECT_TRUE(reached.contains(node));
  }
  EXPECT_GT(fewer, 30);
}

TEST(WaypointExplore, AJoinKeepsItsLimits) {
  const WaypointGraph graph = DrawnWaypoints("a.........b\n", {"ab"});
  const auto map = WaypointMap(graph);
  const MapView view = *map->View("");
  Scratch scratch;
  const Vec3 at = FindWaypoints(view)->Position(PolyId(0)) + Vec3(4, 0, 0);
  const NavLocation start{PolyId(0), at};
  const SkeletonJoin near =
      view.surface->AsPolygons().FindJoin(view, start, {.max_join_m = 4.1}, nullptr, scratch);
  EXPECT_EQ(near.key_point, KeyPointId(0));
  const SkeletonJoin none =
      view.surface->AsPolygons().FindJoin(view, start, {.max_join_m = 3.9}, nullptr, scratch);
  EXPECT_TRUE(none.key_point.IsNone());
  EXPECT_FALSE(none.can_reach_none);
  EXPECT_EQ(none.end, SearchOutcome::kExhausted);
  EXPECT_EQ(view.surface->AsPolygons()
                .FindJoin(view, start, {.deadline = AskedClock::OverAt(1)}, nullptr, scratch)
                .end,
            SearchOutcome::kDeadline);
}

}  // namespace
}  // namespace waystone
