// The cheapest way over ground of different costs, and ways that keep clear of borders.
//
// A* over points on the sides of polygons: the ends of each side and points every few metres between. Within
// a polygon one walks straight from point to point, at the cost of its ground; over the sides, and by links,
// as in the any-angle search. What is found is then straightened (weighted_line.h).
//
//   PortalPointWorkspace workspace;  // one per thread, kept
//   PortalPointOptions options;
//   options.costs.Set(kMud, 4);
//   const SurfacePath route = FindPortalPoints(mesh, start, goal, options, workspace);
#pragma once

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/portal_point_graph.h"

namespace waystone {

// From `start` to `goal`, both on the surface. kFound: a way whose stated cost is the sum of its lengths
// times the factors of the ground, and of the links' costs (LinkCost_m); in the polygons it goes through no
// way is cheaper but by rounding of where it crosses sides, and elsewhere a cheaper one differs by what the
// spacing of points (2 m at most, or a 64th of longer sides) hides. Where clearance is asked for, every place
// of the way has it (ClearanceCheck).
//
// kExhausted: no way. That is exact without clearance: the points reach what adjacency and links reach. With
// clearance it holds for ways over the points. The way then leads to the place nearest to the goal (3D) of
// the polygons reached, or with clearance to the nearest point reached. kExpansionLimit, kDeadline: likewise,
// of what was reached so far. kCostLimit: no way as cheap as max_cost_m was found; nothing but `outcome` and
// `expansions` counts.
//
// Turns lie at corners and on sides; `stretch_costs_m` is filled. Deterministic: ties by f, then h, then
// point. The deadline is asked every 256 steps. One thread per workspace.
SurfacePath FindPortalPoints(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                             const PortalPointOptions& options, PortalPointWorkspace& workspace);

}  // namespace waystone
