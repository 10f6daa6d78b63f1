#include "core/navmesh/poly_graph.h"

#include <utility>
#include <vector>

namespace waystone {

CsrGraph MakePolyGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities) {
  std::vector<uint32_t> offsets;
  std::vector<uint32_t> targets;
  offsets.reserve(mesh.poly_count() + 1);
  targets.reserve(mesh.arrays().edges.size() + links.size());
  offsets.push_back(0);
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    for (const NavEdge& edge : mesh.edges(PolyId(p))) {
      if (edge.twin != kNoEdge) targets.push_back(mesh.edge(EdgeId(edge.twin)).poly);
    }
    for (const NavLink& link : links.Of(PolyId(p))) {
      if (MayUse(link, abilities)) targets.push_back(link.end_poly);
    }
    offsets.push_back(static_cast<uint32_t>(targets.size()));
  }
  return CsrGraph::FromRows(std::move(offsets), std::move(targets));
}

}  // namespace waystone
