#include "core/surface/waypoint/trigger_waypoints.h"

#include <utility>
#include <vector>

#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/waypoint/waypoints_of_map.h"

namespace waystone {

const WaypointTriggers& TriggerWaypoints::Of(WorldMode mode, const MapView& map,
                                             std::span<const WorldPortal> exits) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<const WaypointTriggers>& triggers = triggers_[static_cast<uint32_t>(mode)];
  if (triggers == nullptr) {
    triggers = std::make_unique<const WaypointTriggers>(WaypointsOf(map),
                                                        TriggerBoxesOf(exits, map.manifest->origin, mode));
    size_bytes_ += triggers->size_bytes();
  }
  return *triggers;
}

}  // namespace waystone
