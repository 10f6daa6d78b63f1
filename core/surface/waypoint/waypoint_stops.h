// The stops of a route on maps of waypoints.
#pragma once

#include <optional>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/snap.h"
#include "core/surface/waypoint/waypoint_place.h"

namespace waystone {

// Where one stop may go: map-local position, and what it may use.
struct WaypointStop {
  const Vec3& position;
  const SnapOptions& options;
  bool mutually = false;  // it may move although its nearest place holds it
  const Exclusions* exclusions = nullptr;
};

// The nearest places of a start, each in another strong component, the nearest first, at most 16: only one if
// that holds the position, unless `mutually`. Fewer if the deadline passes. O(NearestWaypointPlace) for each.
std::vector<WaypointPlace> StartsToTry(const MapView& map, const WaypointStop& start,
                                       const Deadline& deadline, SurfaceWorkspace& scratch);

// The nearest place of a stop that `may_be` and `admit` admit. Unless `mutually`, if the nearest that
// `may_be` admits holds the position, only that one counts.
std::optional<WaypointPlace> OtherPlace(const MapView& map, const WaypointStop& stop, AdmitWaypoint may_be,
                                        AdmitWaypoint admit, SurfaceWorkspace& scratch);

// Snaps each stop on its own. If the zones then know no path from the start over the via points to any goal,
// stops that lie beside all ground and links move to other places within the limits for which a path exists:
// of starts in different strong components (the 16 nearest are looked at), the one with the least sum of
// distances. A stop that its place holds (WaypointPlace::holds_position) stays there. `mutually`: all in one
// strong component, as SnapMutually, and every stop may move. Via points are on nodes and on two-way links.
SnappedStops SnapStopsToWaypoints(const MapView& map, const RouteStops<Vec3>& positions,
                                  const SnapOptions& options, bool mutually, const Deadline& deadline,
                                  const Exclusions* exclusions, Scratch& scratch);

}  // namespace waystone
