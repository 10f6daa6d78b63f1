// Places on the arcs of a graph of waypoints.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/functional/function_ref.h"
#include "core/geom/aabb.h"
#include "core/geom/vec.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// A place on an arc that is walked: the nearest one in the plane to the query position.
struct ArcPlace {
  LinkId arc;
  PolyId source;
  Vec3 at;
  double distance_m = 0;  // 3D, to the query position
};

// The greatest distance from the position to a place: in the plane, below and above it.
struct ArcReach {
  double radius_m = 0;
  double below_m = 0;
  double above_m = 0;
};

// The place on admitted arcs that are walked that is nearest to `position` (map-local) within reach; among
// equals, that of the arc with the lowest ids of the source, its own end first. O(log arcs + arcs around).
std::optional<ArcPlace> NearestOnArcs(const WaypointView& graph, const Vec3& position, const ArcReach& reach,
                                      absl::FunctionRef<bool(PolyId source, LinkId arc)> admit);

// Calls `use` for all nodes that are in a map-local box, or that a walked arc leads into the box from, and some near them. O(log
// nodes + nodes near the box).
void ForEachNodeNear(const WaypointView& graph, const Aabb& box, absl::FunctionRef<void(PolyId node)> use);

// The place of the segment a-b that is nearest to `position` in the plane.
Vec3 NearestOnSegment(const Vec3& a, const Vec3& b, const Vec3& position);

}  // namespace waystone
