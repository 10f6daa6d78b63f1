#include "core/navmesh/poly_graph.h"

#include <utility>
#include <vector>

namespace waystone {

CsrGraph MakePolyGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                       const Exclusions* exclusions, DeadlinePoll* poll) {
  // Memory that is not yet written to takes no time.
  std::vector<uint32_t> offsets;
  offsets.reserve(mesh.poly_count() + size_t{1});
  offsets.push_back(0);
  std::vector<uint32_t> targets;
  targets.reserve(mesh.arrays().edges.size() + links.size());
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    if (poll != nullptr && poll->Expired()) break;
    ForEachPolyAhead(mesh, links, abilities, exclusions, PolyId(p),
                     [&](PolyId next) { targets.push_back(next.value()); });
    offsets.push_back(static_cast<uint32_t>(targets.size()));
  }
  offsets.resize(mesh.poly_count() + size_t{1}, static_cast<uint32_t>(targets.size()));
  return CsrGraph::FromRows(std::move(offsets), std::move(targets));
}

std::vector<uint32_t> SourceIdsOf(const NavmeshView& mesh) {
  std::vector<uint32_t> ids;
  ids.reserve(mesh.poly_count());
  for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly)
    ids.push_back(mesh.poly(PolyId(poly)).external_id);
  return ids;
}

}  // namespace waystone
