// Reads a route back from the nodes of an any-angle search.
#pragma once

#include <cstdint>

#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/corridor_pull.h"
#include "core/path/surface_path.h"

namespace waystone {

// Fills turns, crossed, links and lengths of `result` with the path to the goal that ends at `node`, which
// saw the goal.
void ReadRoute(const AnyAngleEnds& ends, uint32_t node, AnyAngleWorkspace& workspace, SurfacePath& result);

// The same for a goal anywhere in the polygon that `node` entered: the corridor of the node, pulled taut.
void PullRoute(const AnyAngleEnds& ends, uint32_t node, AnyAngleWorkspace& workspace, SurfacePath& result);

}  // namespace waystone
