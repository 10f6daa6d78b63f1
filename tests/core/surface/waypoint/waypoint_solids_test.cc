// What solids close of graphs of waypoints, against tries along each arc.
#include "core/surface/waypoint/waypoint_solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>

#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

// [m] From the middle of a square turned by an angle; 0 inside.
double DistanceTo_m(const Solid& solid, Vec2 point) {
  double least_m = 1e9;
  bool is_inside = solid.corners.size() > 1;
  for (size_t i = 0; i < solid.corners.size(); ++i) {
    const Vec2 a = solid.corners[i];
    const Vec2 over = solid.corners[(i + 1) % solid.corners.size()] - a;
    const double length_sq = Dot(over, over);
    const double along = length_sq == 0 ? 0 : std::clamp(Dot(point - a, over) / length_sq, 0.0, 1.0);
    least_m = std::min(least_m, Distance(point, a + over * along));
    is_inside = is_inside && Cross(over, point - a) >= 0;
  }
  return is_inside ? 0 : least_m;
}

// Whether the agent touches the solid at a place on the way, or with `slack_m` more room around it does.
bool Touches(const Solid& solid, const AgentProfile& agent, const Vec3& from, const Vec3& to,
             double slack_m) {
  constexpr int kTries = 2000;
  for (int k = 0; k <= kTries; ++k) {
    const Vec3 at = from + (to - from) * (static_cast<double>(k) / kTries);
    const bool is_level = at.y < solid.max_y + slack_m && at.y + agent.height_m > solid.min_y - slack_m;
    if (is_level && DistanceTo_m(solid, at.Plane()) < solid.radius_m + agent.radius_m + slack_m) return true;
  }
  return false;
}

TEST(WaypointSolids, CloseNodesAndArcsThatTheyStandOn) {
  Random random(12);
  int closed_count = 0;
  int open_count = 0;
  for (int round = 0; round < 30; ++round) {
    const WaypointGraph graph = RandomWaypoints(40, 2.5, random);
    const std::shared_ptr<const LoadedMap> map = WaypointMap(graph);
    const MapView view = *map->View("", {});
    const WaypointView& nodes = *FindWaypoints(view);
    Solid solid;
    const Vec3 middle = nodes.Position(PolyId(random.NextBelow(nodes.size())));
    const double half_m = 0.2 + 3 * random.NextUnit();
    const double turn = random.NextUnit();
    for (int k = 0; k < 4; ++k) {
      const double angle = turn + k * 1.5707963267948966;
      solid.corners.push_back({middle.x + 1 + half_m * std::cos(angle), middle.z + half_m * std::sin(angle)});
    }
    if (random.NextBelow(2) == 0) {
      solid.corners = {middle.Plane()};
      solid.radius_m = half_m;
    }
    solid.min_y = middle.y - 2 + 4 * random.NextUnit();
    solid.max_y = solid.min_y + 0.1 + 2 * random.NextUnit();
    ClosedParts changes;
    changes.solids = {solid};
    ASSERT_TRUE(CloseUnder(view, Deadline(), changes).ok());
    EXPECT_TRUE(changes.solids.empty());
    const std::set<PolyId> polys(changes.blocked_polys.begin(), changes.blocked_polys.end());
    const std::set<LinkId> links(changes.closed_links.begin(), changes.closed_links.end());
    const AgentProfile& agent = view.variant->agent;
    const auto check = [&](const AgentProfile& body, bool is_closed, const Vec3& from, const Vec3& to) {
      if (Touches(solid, body, from, to, 0)) {
        EXPECT_TRUE(is_closed);
        ++closed_count;
      } else if (!Touches(solid, body, from, to, 0.06)) {
        EXPECT_FALSE(is_closed);
        ++open_count;
      }
    };
    for (PolyId node(0); node.value() < nodes.size(); ++node) {
      AgentProfile wide = agent;  // with the node's ground around it
      wide.radius_m += nodes.node(node).radius_m;
      check(wide, polys.contains(node), nodes.Position(node), nodes.Position(node));
      for (LinkId arc = nodes.FirstArc(node); arc < nodes.EndArc(node); ++arc) {
        if (nodes.arc(arc).is_walk == 0) {
          EXPECT_FALSE(links.contains(arc));
          continue;
        }
        check(agent, links.contains(arc), nodes.Position(node), nodes.Position(nodes.arc(arc).target));
      }
    }
  }
  EXPECT_GT(closed_count, 50);
  EXPECT_GT(open_count, 1000);
}

TEST(WaypointSolids, ThousandsInOneSpotCloseEachPartOnce) {
  Random random(13);
  const std::shared_ptr<const LoadedMap> map = WaypointMap(RandomWaypoints(60, 2.5, random));
  const MapView view = *map->View("", {});
  Solid solid;
  solid.corners = {{0, 0}};
  solid.radius_m = 1000;
  solid.min_y = -1000;
  solid.max_y = 1000;
  ClosedParts changes;
  changes.solids.assign(3000, solid);
  ASSERT_TRUE(CloseUnder(view, Deadline(), changes).ok());
  EXPECT_EQ(changes.blocked_polys.size(), 60U);
  EXPECT_LE(changes.closed_links.size(), view.links->size());
  changes.solids.assign(3, solid);
  EXPECT_EQ(CloseUnder(view, Deadline::After(std::chrono::nanoseconds(-1)), changes).code(),
            absl::StatusCode::kDeadlineExceeded);
}

}  // namespace
}  // namespace waystone
