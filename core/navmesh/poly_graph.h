// The directed graph of a navmesh: what the zones are computed on (S1.1).
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/csr_graph.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Nodes are polygons. Arcs lead over every side that has a neighbour, in the order of the sides, then over
// the links that an agent with `abilities` (the bits of NavLink::abilities) may use. O(sides + links).
CsrGraph MakePolyGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities);

// [poly] The source's ids; kNoExternalId if it has none.
std::vector<uint32_t> SourceIdsOf(const NavmeshView& mesh);

}  // namespace waystone
