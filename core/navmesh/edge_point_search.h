// The cheapest path over ground of different costs, and paths that keep clear of borders.
//
// A* over points on the sides of polygons: the ends of each side and points every few metres between. Within
// a polygon, steps are straight from point to point, at the cost of its ground; over sides and by links they
// are as in the any-angle search. The path found is then straightened (weighted_line.h).
//
//   const auto workspace = scratch.Borrow<EdgePointWorkspace>();
//   EdgePointOptions options;
//   options.costs.Set(kMud, 4);
//   const SurfacePath route = FindEdgePoints(mesh, start, goal, options, *workspace);
#pragma once

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/edge_point_graph.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// From `start` to `goal`, both on the surface. kFound: a path whose stated cost is the sum of its lengths
// times the factors of the ground, plus the links' costs (GroundCosts::OfLink). No path through the same polygons is
// cheaper, but by rounding of where it crosses sides; through others, a cheaper one differs by what the
// spacing of points (2 m at most, or a 64th of longer sides) hides. With clearance, every place of the path
// has it (ClearanceCheck).
//
// kExhausted: no path. That is exact without clearance: the points reach what adjacency and links reach. With
// clearance it holds for paths over the points. The path then leads to the place nearest to the goal (3D) of
// the polygons reached, or with clearance to the nearest point reached. kExpansionLimit, kDeadline: the same
// for what was reached so far. kCostLimit: no path as cheap as max_cost_m was found; nothing but `outcome`
// and `expansions` counts.
//
// Turns lie at corners and on sides; `stretch_costs_m` is filled. Deterministic: ties by f, then h, then
// point. The deadline is checked every 256 steps. `workspace` serves one search at a time.
SurfacePath FindEdgePoints(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                           const EdgePointOptions& options, EdgePointWorkspace& workspace);

}  // namespace waystone
