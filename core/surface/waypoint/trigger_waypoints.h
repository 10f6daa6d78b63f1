// Where paths over the waypoints of one map of a world enter the triggers of its portals.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "core/surface/map_view.h"
#include "core/waypoint/waypoint_triggers.h"
#include "core/world/world_format.h"

namespace waystone {

// Made on first use and kept: a bit for each arc and 16 bytes for each path into a trigger, for each mode.
// Thread-safe.
class TriggerWaypoints {
 public:
  // Box k is the trigger of exit k. The view is always of the same map. REQUIRES: it has waypoints.
  const WaypointTriggers& Of(WorldMode mode, const MapView& map, std::span<const WorldPortal> exits) const;

  // [bytes] Of those made so far.
  uint64_t size_bytes() const { return size_bytes_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  mutable std::array<std::unique_ptr<const WaypointTriggers>, kWorldModes> triggers_;
  mutable std::atomic<uint64_t> size_bytes_{0};
};

}  // namespace waystone
