#include "core/navmesh/poly_graph.h"

#include <utility>
#include <vector>

namespace waystone {

CsrGraph MakePolyGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                       const Exclusions* exclusions, DeadlinePoll* poll) {
  std::vector<uint32_t> offsets(mesh.poly_count() + 1);
  std::vector<uint32_t> targets(mesh.arrays().edges.size() + links.size());
  uint32_t count = 0;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const bool is_late = poll != nullptr && poll->Expired();
    if (!is_late) {
      ForEachPolyAhead(mesh, links, abilities, exclusions, PolyId(p),
                       [&](PolyId next) { targets[count++] = next.value(); });
    }
    offsets[p + 1] = count;
  }
  targets.resize(count);
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
