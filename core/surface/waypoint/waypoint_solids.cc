#include "core/surface/waypoint/waypoint_solids.h"

#include <algorithm>
#include <vector>

#include "core/changed/solid.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_near.h"

namespace waystone {
namespace {

// A solid, and the room of an agent around it.
class Obstacle {
 public:
  Obstacle(const Solid& solid, const AgentProfile& agent)
      : solid_(solid), height_m_(agent.height_m), lines_(FootprintOf(solid, agent.radius_m)) {}

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

void CloseUnder(const MapView& map, ClosedParts& changes) {
  const WaypointView& graph = WaypointsOf(map);
  const AgentProfile& agent = map.variant->agent;
  for (const Solid& solid : changes.solids) {
    const Obstacle obstacle(solid, agent);
    ForEachNodeNear(graph, ReachOf(solid, agent.radius_m, agent.height_m), [&](PolyId node) {
      const Vec3 at = graph.Position(node);
      if (obstacle.IsOn(at, at)) changes.blocked_polys.push_back(node);
      for (LinkId arc = graph.FirstArc(node); arc < graph.EndArc(node); ++arc) {
        const bool is_walk = graph.arc(arc).is_walk != 0;
        if (is_walk && obstacle.IsOn(at, graph.Position(graph.arc(arc).target)))
          changes.closed_links.push_back(arc);
      }
    });
  }
  changes.solids.clear();
}

}  // namespace waystone
