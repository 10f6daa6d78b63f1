// Walks into the triggers of portals, and around them, over maps of waypoints.
#pragma once

#include <optional>

#include "core/base/scratch.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/trigger_walk.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/waypoint/waypoint_triggers.h"

namespace waystone {

// A place to start from that was on the map's waypoints when it was stored (map-local); none if it is not, or on none
// that `exclusions` (null: none) leave.
std::optional<NavLocation> StoredWaypointPlace(const MapView& map, const Vec3& place,
                                               const Exclusions* exclusions, SurfaceWorkspace& scratch);

// The cheapest path into a box from a place (by SnapToWaypoints, kLeave), along arcs that are not closed and
// over the ground of nodes, straight to its nearest place. It ends a millimetre within the box, or at a node
// or the start itself if they lie in it. kExhausted: no path. REQUIRES: map.waypoints.
SurfacePath FindWaypointEntry(const MapView& map, const WaypointTriggers& triggers, const NavLocation& start,
                              uint32_t box, const TriggerWalkOptions& options, Scratch& scratch);

// The cheapest path to a place (by SnapToWaypoints, kArrive), as WalkAroundTriggers finds it on meshes.
TriggerWalk FindWaypointPathAround(const MapView& map, const WaypointTriggers& triggers,
                                   const NavLocation& start, const NavLocation& goal,
                                   const TriggerWalkOptions& options, Scratch& scratch);

// AnswerOfPath of a path over waypoints.
RouteAnswer WaypointAnswerOf(const MapView& map, const SurfacePath& route, RouteShape shape);

}  // namespace waystone
