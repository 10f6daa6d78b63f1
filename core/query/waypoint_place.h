// Places on maps of waypoints: the ground around a node, and the links that are walked between nodes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/navmesh/exclusions.h"
#include "core/query/snap.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {

// Map-local. On the ground of a node both ends are that node.
struct WaypointPlace {
  Vec3 point;
  PolyId from;            // the node that one comes there from
  PolyId to;              // the node that one goes on to from there
  double distance_m = 0;  // 3D, from the position asked for
};

// A place counts where its ends are admitted.
using AdmitWaypoint = absl::FunctionRef<bool(PolyId from, PolyId to)>;

// The place nearest to `position` (map-local) within the limits, by the rules of Snap, on nodes and on links
// that the view's abilities may use and that `exclusions` (null: none) leave. REQUIRES: map.waypoints.
// O(log nodes + nodes and links around).
std::optional<WaypointPlace> NearestWaypointPlace(const MapView& map, const Vec3& position,
                                                  const SnapOptions& options, AdmitWaypoint admit,
                                                  const Exclusions* exclusions, SurfaceWorkspace& workspace);

// Snap for maps of waypoints, for one that goes on from there (NavLocation::poly is the node that one goes
// on to) or comes there (the node one comes from).
enum class WaypointRole : uint8_t { kLeave, kArrive };
SnapResult SnapToWaypoints(const MapView& map, const Vec3& position, const SnapOptions& options,
                           WaypointRole role, const Exclusions* exclusions, SurfaceWorkspace& workspace);

// Each stop on its own; but where the zones know no way from the start by the via points to any goal, and
// from other places within the limits there is one, those: of starts in different strong components (the 16
// nearest are looked at) the one with the least sum of distances. `mutually`: all in one strong component, as
// SnapMutually. Via points are on nodes and on links that lead both ways.
SnappedStops SnapStopsToWaypoints(const MapView& map, const RouteStops<Vec3>& positions,
                                  const SnapOptions& options, bool mutually, const Deadline& deadline,
                                  const Exclusions* exclusions, Workspace& workspace);

// Where a way from a place may begin: its node, and where the place is on links from there, the nodes behind.
// Part of a link costs its share of the link; on the ground of a node a metre costs a metre.
std::vector<WaypointEnd> StartsAt(const MapView& map, const NavLocation& place, const Exclusions* exclusions);
// Where a way to a place may end: its node, and the nodes that links through the place lead there from.
std::vector<WaypointEnd> EndsAt(const MapView& map, const NavLocation& place, const Exclusions* exclusions);

// Of a place on a link that leads one way from its node (NavLocation::poly): the node that it leads to. None
// where the place is on the ground of its node, or on a link that leads both ways.
std::optional<PolyId> NodeAhead(const MapView& map, const NavLocation& place);

// What it costs to walk straight from one place to another, on the ground of one node or on along one link;
// none where that is not possible.
std::optional<double> StraightCost_m(const MapView& map, const NavLocation& from, const NavLocation& to,
                                     const Exclusions* exclusions);

}  // namespace waystone
