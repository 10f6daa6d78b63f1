// The directed graph of a navmesh: what the zones are computed on (S1.1).
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/graph/csr_graph.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Calls visit(poly) for the polygon behind every side of `poly` that has a neighbour, in the order of the
// sides, then for the ends of the links that an agent with `abilities` may use. `exclusions` (null: nothing)
// are left out.
template <typename Visit>
void ForEachPolyAhead(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                      const Exclusions* exclusions, PolyId poly, const Visit& visit) {
  for (const NavEdge& edge : mesh.edges(poly)) {
    if (edge.twin == kNoEdge) continue;
    const PolyId next(mesh.edge(EdgeId(edge.twin)).poly);
    if (exclusions == nullptr || !exclusions->IsBlocked(next)) visit(next);
  }
  uint32_t id = links.FirstOf(poly).value();
  for (const NavLink& link : links.Of(poly)) {
    const bool is_closed = exclusions != nullptr && exclusions->IsClosed(LinkId(id), link);
    if (MayUse(link, abilities) && !is_closed) visit(PolyId(link.end_poly));
    ++id;
  }
}

// Nodes are polygons. Arcs lead over every side that has a neighbour, in the order of the sides, then over
// the links that an agent with `abilities` (the bits of NavLink::abilities) may use. O(sides + links). Arcs are missing
// if `poll` is late.
CsrGraph MakePolyGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                       const Exclusions* exclusions = nullptr, DeadlinePoll* poll = nullptr);

// [poly] The source's ids; kNoExternalId if it has none.
std::vector<uint32_t> SourceIdsOf(const NavmeshView& mesh);

}  // namespace waystone
