// The shortest path over a navmesh, exact in the horizontal plane.
//
// Polyanya (Cui, Harabor, Grastien, IJCAI 2017) on a surface of many floors: a search node is a part of a
// polygon's side seen from the last turning point, so that a path never hugs sides needlessly. Paths lead
// from polygon to polygon over shared sides only, never through a point where polygons merely touch, and
// never against a one-way side. They use off-mesh links from start to end.
//
//   const Scratch::Lease<AnyAngleWorkspace> workspace = scratch.Borrow<AnyAngleWorkspace>();
//   const SurfacePath route = FindAnyAngle(mesh, start, goal, {}, *workspace);
//   if (route.outcome == SearchOutcome::kFound) Walk(route.turns);
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/deadline.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/path/surface_path.h"

namespace waystone {

struct AnyAngleOptions {
  uint32_t max_expansions = 1'000'000;  // [search nodes] 0: only what is seen from the start
  Deadline deadline;
  double max_cost_m = std::numeric_limits<double>::infinity();  // [m, >= 0] ignores paths that cost more
  const LinkView* links = nullptr;                              // null: none
  uint64_t abilities = 0;                  // which of them may be used, as the bits of NavLink::abilities
  const Exclusions* exclusions = nullptr;  // null: nothing; the start's polygon must not be among it
  bool is_reachable = false;               // the caller knows that a path exists: no flood checks it
  LinkCost link_cost = &LinkCost_m;  // as AnyAngleExpander::SetLinkCost; SurfacePath::cost_m has LinkCost_m
};

// From `start` to `goal`, both on the surface (a point on a side or a corner may name any of its polygons).
//
// kFound: the path is the cheapest there is, to rounding (a share of 1e-9), if polygons are convex to the
// last bit; if corners stray within the mesh's tolerance, so may the path. kExhausted: `end` is the point
// nearest to the goal (3D) of all polygons that can be reached, and the path to it is the cheapest. A flood
// over sides and links finds the reached polygons. It runs beside any search of more than about a thousand
// expansions, so an unreachable goal costs time linear in the polygons. kExpansionLimit, kDeadline: `end` is
// the nearest point of the polygons entered so far; the path to it is walkable and taut, but not proven
// shortest. kCostLimit: there is no path, and nothing but `outcome` and `expansions` counts.
//
// Deterministic: ties by f, then h, then node id. The deadline is checked every 256 expansions. `workspace`
// serves one search at a time.
SurfacePath FindAnyAngle(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                         const AnyAngleOptions& options, AnyAngleWorkspace& workspace);

}  // namespace waystone
