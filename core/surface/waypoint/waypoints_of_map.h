// The graph of a map whose surface is a graph of waypoints.
#pragma once

#include "core/surface/map_view.h"
#include "core/surface/search_surface.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// A surface that knows its graph, which must outlive it.
class SurfaceOverWaypoints : public SearchSurface {
 public:
  explicit SurfaceOverWaypoints(const WaypointView& graph) : graph_(graph) {}

  const WaypointView& graph() const { return graph_; }

 private:
  const WaypointView& graph_;
};

// Null if the map's surface is of another kind.
inline const WaypointView* FindWaypoints(const MapView& map) {
  const auto* const surface = dynamic_cast<const SurfaceOverWaypoints*>(map.surface);
  return surface == nullptr ? nullptr : &surface->graph();
}

// REQUIRES: the map is a graph of waypoints.
inline const WaypointView& WaypointsOf(const MapView& map) {
  return static_cast<const SurfaceOverWaypoints&>(*map.surface).graph();
}

}  // namespace waystone
