// The stops of a route on maps of waypoints.
#pragma once

#include "core/query/snap.h"
#include "core/query/waypoint_place.h"

namespace waystone {

// Snaps each stop on its own. If the zones then know no path from the start by the via points to any goal,
// stops that lie beside all ground and links move to other places within the limits from which one exists: of
// starts in different strong components (the 16 nearest are looked at) the one with the least sum of
// distances. A stop that its place holds (WaypointPlace::holds_position) stays there. `mutually`: all in one
// strong component, as SnapMutually, and every stop may move. Via points are on nodes and on links that lead
// both ways.
SnappedStops SnapStopsToWaypoints(const MapView& map, const RouteStops<Vec3>& positions,
                                  const SnapOptions& options, bool mutually, const Deadline& deadline,
                                  const Exclusions* exclusions, Workspace& workspace);

}  // namespace waystone
