// Places on maps of waypoints: the ground around a node, and the links that are walked between nodes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/map_view.h"
#include "core/surface/snap.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {

// Map-local. On the ground of a node both ends are that node.
struct WaypointPlace {
  Vec3 point;
  PolyId from;            // the node before the place
  PolyId to;              // the node after the place
  double distance_m = 0;  // 3D, from the position asked for
  // The position lies there: within a step straight above or below the ground of the node, or on the link;
  // both to a centimetre.
  bool holds_position = false;
};

// A place counts if its ends are admitted.
using AdmitWaypoint = absl::FunctionRef<bool(PolyId from, PolyId to)>;

// The place nearest to `position` (map-local) within the limits, by the rules of Snap, on the ground of nodes
// and on links that the view's abilities may use and that `exclusions` (null: none) leave. Ground counts as
// closer than links by a centimetre, and by a step if it lies straight above or below the position. If
// several grounds are as close, the node nearest to the position wins, then the lowest id of the source: a
// position at a node is on that node and on no link that touches it. REQUIRES: map.waypoints. O(log nodes +
// nodes and links around).
std::optional<WaypointPlace> NearestWaypointPlace(const MapView& map, const Vec3& position,
                                                  const SnapOptions& options, AdmitWaypoint admit,
                                                  const Exclusions* exclusions, SurfaceWorkspace& workspace);

// Snap for maps of waypoints.
SnapResult SnapToWaypoints(const MapView& map, const Vec3& position, const SnapOptions& options,
                           PlaceRole role, const Exclusions* exclusions, SurfaceWorkspace& workspace);

// The same on the ground of nodes only.
SnapResult SnapToNodes(const MapView& map, const Vec3& position, const SnapOptions& options,
                       SurfaceWorkspace& workspace);

// The walked link from one node straight to another that the view's abilities and `exclusions` leave. O(links
// of the node).
std::optional<LinkId> WalkBetween(const MapView& map, PolyId from, PolyId to, const Exclusions* exclusions);

// Where a path from a place may begin: its node and, if the place is on links from there, the nodes at their
// ends. Part of a link costs its share of the link; on the ground of a node a metre costs a metre.
std::vector<WaypointEnd> StartsAt(const MapView& map, const NavLocation& place, const Exclusions* exclusions);
// Where a path to a place may end: its node, and the nodes from which links through the place come.
std::vector<WaypointEnd> EndsAt(const MapView& map, const NavLocation& place, const Exclusions* exclusions);

// For a place on a link that leads only away from its node (NavLocation::poly): the node that it leads to.
// None if the place is on the ground of its node, or on a two-way link.
std::optional<PolyId> NodeAhead(const MapView& map, const NavLocation& place);

// What it costs to walk straight from one place to another, on the ground of one node or along one link; none
// if that is not possible.
std::optional<double> StraightCost_m(const MapView& map, const NavLocation& from, const NavLocation& to,
                                     const Exclusions* exclusions);

}  // namespace waystone
