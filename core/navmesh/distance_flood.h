// How far is it to walk from one place to all others?
//
//   const Scratch::Lease<DistanceFlood> flood = scratch.Borrow<DistanceFlood>();
//   flood->Begin(mesh, links, abilities, start);
//   if (flood->GrowTo(100, {}) == SearchOutcome::kExhausted) use(flood->DistanceTo(place));
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/navmesh/any_angle_expander.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/path/search_outcome.h"

namespace waystone {

struct FloodOptions {
  uint32_t max_nodes = 10'000'000;  // [search nodes, >= 1] some 60 bytes each, since Begin
  Deadline deadline;
  uint32_t max_expansions = 0xffffffffU;  // [search nodes] since Begin
};

// The any-angle search (any_angle_search.h) without a goal: every place within a limit gets the cost of the
// cheapest path to it, as PlanRoute finds it: horizontal length over the surface plus the costs of links
// (LinkCost_m), exact to rounding. Keeps its memory from flood to flood. One thread at a time.
class DistanceFlood {
 public:
  DistanceFlood() = default;
  DistanceFlood(const DistanceFlood&) = delete;
  DistanceFlood& operator=(const DistanceFlood&) = delete;

  // Forgets the last flood and begins at `start`, for an agent that may use the links for `abilities`,
  // without what is excluded (null: nothing). Mesh, links and exclusions must outlive the flood. O(sides of
  // one polygon) but for growth to the mesh.
  void Begin(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const NavLocation& start,
             const Exclusions* exclusions = nullptr, LinkCost link_cost = &LinkCost_m);

  // Expands all nodes nearer than `limit_m` that are not yet expanded; infinity is a limit. A later call
  // continues, also after one that was cut short. Deterministic but for the deadline, which is checked every
  // 256 nodes. REQUIRES: Begin.
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options);

  // [m] Exact if at most grown_to_m(); infinite if it is more, or no path leads there. O(nodes that saw the
  // polygon, mostly some tens).
  double DistanceTo(const NavLocation& place);

  // The place of the segment a->b that is nearest to walk to, as DistanceTo measures it, and how far that is.
  // REQUIRES: the segment lies in the polygon or on its outline. O(nodes that saw the polygon).
  AnyAngleExpander::Nearest NearestOn(PolyId poly, Vec2 a, Vec2 b);

  // Calls visit(at, cost_m) for each place from which a path may see the polygon, and what it costs to get
  // there: turning points, and the limits of what is seen from them, at which a path may turn. REQUIRES: `mesh`
  // is that of Begin. O(nodes that saw the polygon).
  template <typename Visit>
  void VisitSources(const NavmeshView& mesh, PolyId poly, const Visit& visit) const;

  // Polygons that the flood came to, in that order, each once; no place on another has a distance.
  std::span<const uint32_t> EnteredPolys() const { return entries_.polys; }

  // [m] How far every distance is known; less than the requested limit if GrowTo was cut short.
  double grown_to_m() const { return grown_to_m_; }
  // Nothing is left to expand: growing on costs nothing.
  bool IsDone() const { return ws_.open.empty(); }
  // Nodes expanded since Begin.
  uint32_t expansions() const { return expansions_; }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(ws_, entries_); }

 private:
  void PushFresh();

  double grown_to_m_ = 0;
  uint32_t expansions_ = 0;
  AnyAngleWorkspace ws_;
  AnyAngleEntries entries_;
  std::optional<AnyAngleExpander> expander_;
};

template <typename Visit>
void DistanceFlood::VisitSources(const NavmeshView& mesh, PolyId poly, const Visit& visit) const {
  const StampedIndex first = entries_.of_poly[poly.value()];
  if (first.generation != ws_.generation) return;
  for (uint32_t i = first.index; i != AnyAngleEntries::kNone; i = entries_.all[i].next) {
    const AnyAngleNode& node = ws_.nodes[entries_.all[i].node];
    const AnyAngleRoot& root = ws_.roots[node.root];
    visit(root.at, root.g_m);
    if (node.edge == kNoEdge || node.right == kNoEdge) continue;  // a source sees all
    for (const uint32_t limit : {node.right, node.left}) {
      const Vec2 at = Vec3(mesh.vertex(VertexId(limit))).Plane();
      visit(at, root.g_m + Distance(root.at, at));
    }
  }
}

}  // namespace waystone
