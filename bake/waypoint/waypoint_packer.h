// From listed waypoints to what a package holds of them.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/waypoint_graph.h"
#include "bake/navmesh/polygon_soup.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// [m] around a node, however small its radius.
inline constexpr double kLeastWaypointRadius_m = 0.25;

// The middle of the nodes, at a whole metre.
Vec3 OriginOf(const WaypointGraph& graph);

// The ground of the nodes: around each a level octagon within its radius, joined to none. REQUIRES: a graph
// as ImportWaypoints gives it, and its origin.
PolygonSoup GroundOf(const WaypointGraph& graph, const Vec3& origin);

struct PackedWaypoints {
  WaypointData data;
  LinkData links;                      // one for each of the source's, named "FROM>TO" by the nodes' ids
  std::vector<std::string> abilities;  // that they need, of "jump" and "ladder"; sorted
};

// Numbers nodes as the surface numbers their polygons, and links accordingly; lays landmarks. `mesh`: of
// GroundOf. Deterministic, whatever the threads. O(n log n) for each landmark. ResourceExhausted where the
// names of links do not fit.
absl::StatusOr<PackedWaypoints> PackWaypoints(const WaypointGraph& graph, const NavmeshView& mesh,
                                              const Vec3& origin, int thread_count);

}  // namespace waystone
