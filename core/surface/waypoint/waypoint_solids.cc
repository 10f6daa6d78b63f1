#include "core/surface/waypoint/waypoint_solids.h"

#include <vector>

#include "core/changed/solid_in_way.h"
#include "core/navmesh/polys_in_box.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_near.h"

namespace waystone {

absl::Status CloseUnder(const MapView& map, const Deadline& deadline, ClosedParts& changes) {
  constexpr uint32_t kPollInterval = 1024;  // [nodes]
  const WaypointView& graph = WaypointsOf(map);
  const AgentProfile& agent = map.variant->agent;
  std::vector<bool> is_blocked(graph.size());
  std::vector<bool> is_closed(map.links->size());
  uint32_t looked_at = 0;
  bool is_late = false;
  const auto is_over = [&] {
    is_late = is_late || (looked_at++ % kPollInterval == 0 && deadline.Expired());
    return is_late;
  };
  for (const Solid& solid : changes.solids) {
    const SolidInWay obstacle(solid, {agent.radius_m, 0, agent.height_m});
    const Aabb reach = ReachOf(solid, agent.radius_m, agent.height_m);
    ForEachPolyIn(*map.navmesh, reach, [&](PolyId node) {
      if (is_over() || is_blocked[node.value()]) return;
      const Vec3 at = graph.Position(node);
      const EdgeId side(map.navmesh->poly(node).first_edge);
      const double ground_m = PlaneDistance(at, Vec3(map.navmesh->EdgeStart(side)));
      is_blocked[node.value()] =
          SolidInWay(solid, {agent.radius_m + ground_m, 0, agent.height_m}).IsOn(at, at);
    });
    ForEachNodeNear(graph, reach, [&](PolyId node) {
      if (is_over()) return;
      for (LinkId arc = graph.FirstArc(node); arc < graph.EndArc(node); ++arc) {
        if (graph.arc(arc).is_walk == 0 || is_closed[arc.value()]) continue;
        is_closed[arc.value()] = obstacle.IsOn(graph.Position(node), graph.Position(graph.arc(arc).target));
      }
    });
    if (is_late || deadline.Expired()) return CheckInTime(deadline);
  }
  for (uint32_t node = 0; node < is_blocked.size(); ++node) {
    if (is_blocked[node]) changes.blocked_polys.emplace_back(node);
  }
  for (uint32_t arc = 0; arc < is_closed.size(); ++arc) {
    if (is_closed[arc]) changes.closed_links.emplace_back(arc);
  }
  changes.solids.clear();
  return absl::OkStatus();
}

}  // namespace waystone
