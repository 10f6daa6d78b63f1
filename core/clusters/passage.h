// Passing from polygon to polygon, over a side or by a link.
#pragma once

#include <cstdint>

#include "core/clusters/cluster_format.h"
#include "core/geom/vec.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// What an agent with `abilities` walks over. Does not own; trivially copied.
struct ClusterGround {
  const NavmeshView& mesh;
  const LinkView& links;
  uint64_t abilities;  // as the bits of NavLink::abilities
};

// Where a passage begins and ends. Of a side both points are its middle, and passing it costs nothing.
struct PassageEnds {
  uint32_t from_poly;
  uint32_t to_poly;
  Vec2 from;
  Vec2 to;
  double cost_m;
};

// REQUIRES: the side has a neighbour.
PassageEnds EndsOf(const NavmeshView& mesh, const LinkView& links, Passage passage);

// The passage taken from one polygon to another: the first side that leads there; where there is none, the
// cheapest link that the agent may use, the first of equals. None where nothing leads there. O(sides + links
// of `from`).
Passage FindPassage(const ClusterGround& ground, uint32_t from, uint32_t to);

}  // namespace waystone
