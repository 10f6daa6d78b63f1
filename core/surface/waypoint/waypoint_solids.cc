#include "core/surface/waypoint/waypoint_solids.h"

#include <algorithm>
#include <vector>

#include "core/changed/solid.h"
#include "core/navmesh/polys_in_box.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_near.h"

namespace waystone {
namespace {

// A solid, and the room of an agent around it, and more.
class Obstacle {
 public:
  Obstacle(const Solid& solid, const AgentProfile& agent, double more_room_m = 0)
      : solid_(solid), height_m_(agent.height_m), lines_(FootprintOf(solid, agent.radius_m + more_room_m)) {}

  // Whether an agent would touch it that walks straight from one place to the other.
  bool IsOn(const Vec3& from, const Vec3& to) const {
    double first = 0;  // shares of the walk that lead over the footprint
    double last = 1;
    for (const CutLine& line : lines_) {
      const double before_m = line.Outside_m(from.Plane());
      const double after_m = line.Outside_m(to.Plane());
      if (before_m >= 0 && after_m >= 0) return false;
      if (before_m > 0) first = std::max(first, before_m / (before_m - after_m));
      if (after_m > 0) last = std::min(last, before_m / (before_m - after_m));
    }
    if (first >= last) return false;
    const auto [low_m, high_m] =
        std::minmax({from.y + (to.y - from.y) * first, from.y + (to.y - from.y) * last});
    return low_m < solid_.max_y && high_m + height_m_ > solid_.min_y;
  }

 private:
  const Solid& solid_;
  const double height_m_;
  const std::vector<CutLine> lines_;
};

}  // namespace

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
    const Obstacle obstacle(solid, agent);
    const Aabb reach = ReachOf(solid, agent.radius_m, agent.height_m);
    ForEachPolyIn(*map.navmesh, reach, [&](PolyId node) {
      if (is_over() || is_blocked[node.value()]) return;
      const Vec3 at = graph.Position(node);
      const EdgeId side(map.navmesh->poly(node).first_edge);
      const double ground_m = PlaneDistance(at, Vec3(map.navmesh->EdgeStart(side)));
      is_blocked[node.value()] = Obstacle(solid, agent, ground_m).IsOn(at, at);
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
