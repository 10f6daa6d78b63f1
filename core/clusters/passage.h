// Passing from polygon to polygon, over an edge or by a link.
#pragma once

#include <cstdint>

#include "core/clusters/cluster_format.h"
#include "core/geom/vec.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The ground for an agent with `abilities`. Does not own; trivially copied.
struct ClusterGround {
  const NavmeshView& mesh;
  const LinkView& links;
  uint64_t abilities;  // as the bits of NavLink::abilities
};

// The ends of a passage. For an edge, both points are its middle, and passing it is free.
struct PassageEnds {
  uint32_t from_poly;
  uint32_t to_poly;
  Vec2 from;
  Vec2 to;
  double cost_m;
};

// REQUIRES: the edge has a neighbour.
PassageEnds EndsOf(const NavmeshView& mesh, const LinkView& links, Passage passage);

// The passage taken from one polygon to another: the first edge that leads there; if there is none, the
// cheapest link that the agent may use, the first of equals. An empty passage if nothing leads there. O(edges
// + links of `from`).
Passage FindPassage(const ClusterGround& ground, uint32_t from, uint32_t to);

}  // namespace waystone
