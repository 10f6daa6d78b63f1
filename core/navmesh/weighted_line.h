// From the points of a search to a line that bends only where the ground asks for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/corridor_pull.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A turn of a walk, in the polygon that it leaves there.
struct WeightedKnot {
  NavLocation place;
  uint32_t crossed;  // how many of the walk's sides come before it
};

// A walk: its ends and turns, and the half-edges left through.
struct WeightedWalk {
  std::vector<WeightedKnot> knots;
  std::vector<EdgeId> crossed;
};

// A place on a path. `factor` is the cost of a metre from the knot before to this one.
struct PricedKnot {
  Vec2 at;
  double factor;
  EdgeId side;  // the side that is crossed here, between grounds of different cost; none: a bend or an end
};

// Memory of one call, a reused part of a search's memory.
struct WeightedLineScratch {
  WeightedWalk walk;
  WeightedWalk other;
  std::vector<EdgeId> line;
  std::vector<EdgeId> best_line;
  std::vector<uint32_t> bounds;  // sides between grounds of different cost, in `walk`
  std::vector<Vec2> bound_at;    // where each is crossed
  PullScratch pull;
  std::vector<PricedKnot> knots;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(line, best_line, bounds, bound_at, knots); }
};

// The ground that a path is walked over.
struct WeightedGround {
  const NavmeshView& mesh;
  const LinkView& links;
  const GroundCosts& costs;
  const Exclusions* exclusions;  // null: nothing
  const ClearanceCheck& clearance;
  bool may_improve = true;  // false: there is no time; costs are only added up
  // The path crosses the same sides as before. The places where it crosses them are improved in a few rounds only.
  bool keeps_corridor = false;
};

// Replaces the turns of `path`, whose turns, crossed and links are filled, by fewer that cost no more: by
// straight walks if they cost no more, and without clearance by the cheapest path through the sides crossed.
// Fills lengths and costs. `crossed_before`: how many sides come before each turn. O(sides crossed) steps,
// each with a walk of at most some hundred polygons.
void StraightenPath(const WeightedGround& ground, std::span<const uint32_t> crossed_before,
                    WeightedLineScratch& scratch, SurfacePath& path);

// About what the cheapest path costs through a corridor that has no links and ends in `last_poly`. If all its ground costs
// the same, that is the shortest path. Otherwise the places are moved at which the path crosses from one ground to
// another. O(sides crossed).
double TautCost_m(const NavmeshView& mesh, const GroundCosts& costs, Vec2 from,
                  std::span<const EdgeId> crossed, uint32_t last_poly, Vec2 to, WeightedLineScratch& scratch);

// Fills turns, lengths and costs of `path`, whose crossed and links are filled: the cheapest path through them, or
// one that is hardly dearer. Time as StraightenPath.
void PullOverGround(const WeightedGround& ground, const NavLocation& start, const NavLocation& goal,
                    WeightedLineScratch& scratch, SurfacePath& path);

}  // namespace waystone
