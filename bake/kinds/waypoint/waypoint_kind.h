// Maps whose surface is a graph of waypoints.
#pragma once

#include <span>

#include "absl/status/status.h"
#include "bake/import/waypoint_graph.h"
#include "bake/portals/portal_baker.h"
#include "bake/stages/bake_run.h"

namespace waystone {

// A source of waypoints: their graph, and the ground around each. The stages "import", "navmesh" and
// "waypoints". Settings for triangles are warnings or refused. Errors as RunBake's.
absl::Status ReadWaypoints(BakeRun& run);

// The stages "navmesh" and "waypoints" for a graph in metres, y up, links by indices of nodes: sets origin,
// the agent's surface and the waypoints of run.surfaces. InvalidArgument if there is more than one agent, or
// the settings ask for links.
absl::Status AddWaypoints(const WaypointGraph& graph, BakeRun& run);

// What is baked over such a graph, and for the portals on it.
std::span<const BakeStage> WaypointStages();
const PortalBaker& PortalsOfWaypoints();

}  // namespace waystone
