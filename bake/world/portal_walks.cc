#include "bake/world/portal_walks.h"

#include <limits>

#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/stored_walk.h"

namespace waystone {

void WalkTable::Add(const RouteAnswer& walk, const Vec3& origin) {
  costs.push_back(walk.points.empty() ? std::numeric_limits<double>::infinity() : walk.cost_m);
  EncodeWalk(walk, origin, paths.emplace_back());
}

std::vector<TriggerBox> TriggerBoxesOf(std::span<const MapExit> exits, const Vec3& map_origin,
                                       WorldMode mode) {
  std::vector<TriggerBox> boxes;
  boxes.reserve(exits.size());
  for (const MapExit& exit : exits) {
    boxes.push_back(CutBoxOf(exit.trigger.box, map_origin, exit.is_walk_in, mode));
  }
  return boxes;
}

}  // namespace waystone
