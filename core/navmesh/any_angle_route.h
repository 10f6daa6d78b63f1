// Reads a route back from the nodes of an any-angle search.
#pragma once

#include <cstdint>

#include "core/navmesh/any_angle_search.h"

namespace waystone {

// Fills turns, crossed and plane_length_m of `result` with the way to `goal` that ends at `node`, a node that
// saw the goal.
void ReadRoute(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, uint32_t node,
               AnyAngleWorkspace& workspace, AnyAngleResult& result);

// The same for a goal anywhere in the polygon that `node` entered: the corridor of the node, pulled taut.
void PullRoute(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, uint32_t node,
               AnyAngleWorkspace& workspace, AnyAngleResult& result);

}  // namespace waystone
