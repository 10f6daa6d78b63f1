// The graph that a hierarchy is made of: places that routes over the polygons may pass, joined by straight
// lines within polygons and by links.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/contraction/clear_ground.h"
#include "core/base/ids.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_format.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A node of a RouteGraph, before the hierarchy numbers its nodes anew.
using RouteNodeId = StrongId<struct RouteNodeIdTag>;

// An arc between two nodes that is straight within `poly`; out of the start of a link: over it, and straight
// from its end.
struct RouteArc {
  RouteNodeId from;
  RouteNodeId to;
  float cost_m;
  uint32_t poly;
  bool two_way;
};

struct RouteGraph {
  std::vector<RouteNode> nodes;     // near each other if their polygons are
  std::vector<uint32_t> poly_rows;  // as HierarchyData
  std::vector<RouteNodeId> poly_nodes;
  std::vector<RouteArc> arcs;  // polygon by polygon
};

// Nodes: the border corners, one per fan; on every two-way side points no more than `spacing_m` apart, but
// five at most, and so many that a side has at least two nodes with its ends; two or more on every one-way
// side; every link that an agent with `abilities` may use. With `clear` (null: none), of the same mesh, there are points in the
// gaps only, and no arcs between parts of a polygon; corners are none. ResourceExhausted if there are more than 2^30 of
// anything. Deterministic. O(nodes x nodes per polygon).
absl::StatusOr<RouteGraph> MakeRouteGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                                          const GroundCosts& costs, double spacing_m,
                                          const ClearGround* clear = nullptr);

}  // namespace waystone
