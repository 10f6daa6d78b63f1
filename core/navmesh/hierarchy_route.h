// Long routes over a navmesh by its contraction hierarchy.
//
//   const auto workspace = scratch.Borrow<HierarchyWorkspace>();
//   const SurfacePath route = FindByHierarchy(mesh, links, hierarchy, start, goal, {}, *workspace);
//   if (route.outcome == SearchOutcome::kFound) Walk(route.turns);
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/corridor_pull.h"
#include "core/navmesh/corridor_strings.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_search.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// Memory of one search, borrowed from Scratch and reused; its content is of no use to callers.
struct HierarchyWorkspace {
  std::vector<HierarchySeed> from;
  std::vector<HierarchySeed> to;
  HierarchySearch search;
  std::vector<HierarchyStep> steps;
  std::vector<HierarchyLeaf> leaves;
  std::vector<EdgeId> sides;
  PullScratch pull;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(from, to, search, steps, leaves, sides, pull); }
};

// What a hierarchy was made for, if not for lengths.
struct GroundPrices {
  const GroundCosts& costs;
  double least_factor;  // of ground that the mesh has
};

// What it costs to get from a place to the nodes of its polygon, or, with `backwards`, from them to the
// place, at so much a metre.
void FindSeeds(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy,
               const NavLocation& place, bool backwards, std::vector<HierarchySeed>& seeds,
               double factor = 1);

// A path from `start` to `goal`: the corridor of the cheapest path through the hierarchy, pulled taut. It is
// walkable and no shorter path leads through the same polygons; another corridor may be shorter (by 0.5 % on
// average, docs/benchmarks.md). kFound, or kExhausted if no path exists; `expansions` counts the nodes
// settled. Also kExhausted if a limit ended the search, or if the hierarchy of a damaged package does not fit
// the mesh. `prices` are those for which the hierarchy was made. If they are given, the path has no turns, only the sides
// crossed and the links: PullOverGround fills the rest. With `clearance` the path begins and ends at nodes to which a straight
// walk has that, if there are any. The same input gives the same path unless the deadline passes. O(nodes settled + sides crossed).
SurfacePath FindByHierarchy(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy,
                            const NavLocation& start, const NavLocation& goal, const HierarchyLimits& limits,
                            HierarchyWorkspace& workspace, const GroundPrices* prices = nullptr,
                            const ClearanceCheck* clearance = nullptr);

}  // namespace waystone
