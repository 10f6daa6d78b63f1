// How polygons lie around a vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/navmesh/navmesh_format.h"

namespace waystone {

// [vertex] = 1 where not all polygons of a vertex are reached from each other by turning about it over
// two-way sides: fans that touch in the point only, or a one-way side between border sides. Whoever stands at
// such a vertex in one polygon need not be able to step into another. REQUIRES: indices in range and twins
// consistent (see navmesh_check.h). O(edges).
std::vector<uint8_t> PinchedVertices(std::span<const NavEdge> edges, std::span<const NavPoly> polys,
                                     uint32_t vertex_count);

}  // namespace waystone
