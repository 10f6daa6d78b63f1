// The cheapest path over ground of different costs, slowly: Dijkstra over many points on every side.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/ground_costs.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Every side that can be crossed has its ends and `parts` - 1 places between; within a polygon one walks
// straight from any place to any other. So the cost is that of a path that exists, and no path is cheaper by
// more than crossing each of its sides up to half a part of the side away.
class WeightedOracle {
 public:
  // `blocked`: [poly], may be empty. Links that an agent with `abilities` may use and that are not `closed`.
  // `floating_areas`: bit k for area k of water or air. Ways that are swum or flown there cost by the areas they lead through.
  WeightedOracle(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const GroundCosts& costs,
                 uint32_t parts, std::vector<bool> blocked = {}, std::vector<LinkId> closed = {},
                 uint64_t floating_areas = 0);

  // [m of plain ground] Infinite where there is no path.
  double Cost(const NavLocation& start, const NavLocation& goal) const;

 private:
  bool IsBlocked(uint32_t poly) const { return !blocked_.empty() && blocked_[poly]; }
  bool IsOpen(const NavEdge& edge) const {
    return edge.twin != kNoEdge && !IsBlocked(mesh_.edge(EdgeId(edge.twin)).poly);
  }
  bool MayTake(uint32_t link) const;
  double CostOf(const NavLink& link) const;
  Vec2 PointAt(uint32_t edge, uint32_t i) const;

  const NavmeshView& mesh_;
  const LinkView& links_;
  const uint64_t abilities_;
  const GroundCosts costs_;
  const uint32_t parts_;
  const std::vector<bool> blocked_;
  const std::vector<LinkId> closed_;
  const uint64_t floating_areas_;
};

}  // namespace waystone
