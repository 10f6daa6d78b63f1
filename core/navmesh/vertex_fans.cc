// Turn about each vertex from its first corner until a border or the first corner again; a vertex is pinched
// if corners are left over.
#include "core/navmesh/vertex_fans.h"

namespace waystone {
std::vector<uint8_t> PinchedVertices(std::span<const NavEdge> edges, std::span<const NavPoly> polys,
                                     uint32_t vertex_count) {
  std::vector<uint32_t> corner_count(vertex_count, 0);
  for (const NavEdge& edge : edges) ++corner_count[edge.vertex];
  const VertexFans fans(edges, polys);
  std::vector<uint8_t> pinched(vertex_count, 0);
  std::vector<uint8_t> seen(vertex_count, 0);
  for (uint32_t e = 0; e < edges.size(); ++e) {
    const uint32_t v = edges[e].vertex;
    if (seen[v] != 0) continue;
    seen[v] = 1;
    pinched[v] = fans.CountOf(e) < corner_count[v] ? 1 : 0;
  }
  return pinched;
}

}  // namespace waystone
