// A source of waypoints: their graph, and the ground around each.
#pragma once

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"
#include "bake/waypoint/waypoint_graph.h"

namespace waystone {

// The stages "import", "navmesh" and "waypoints". Settings for triangles are warnings or refused. Errors as
// RunBake's. REQUIRES: IsWaypointSource(job.source_path).
absl::StatusOr<MapSurfaces> SurfacesFromWaypoints(const BakeJob& job, BakeLog& log);

// The stages "navmesh" and "waypoints" for a graph in metres, y up, links by indices of nodes: sets origin,
// the agent's surface and the waypoints of `surfaces`. InvalidArgument where there is more than one agent, or
// the settings ask for links.
absl::Status AddWaypoints(const BakeJob& job, const WaypointGraph& graph, BakeLog& log,
                          MapSurfaces& surfaces);

}  // namespace waystone
