// Turn about each vertex from its first corner until a border or the first corner again, both ways; a vertex
// is pinched where corners are left over.
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

class Corners {
 public:
  Corners(std::span<const NavEdge> edges, std::span<const NavPoly> polys) : edges_(edges), polys_(polys) {}

  // The corners of one fan, `corner` among them: half-edges that start at the vertex.
  uint32_t CountFan(uint32_t corner) const {
    uint32_t count = 1;
    uint32_t at = Clockwise(corner);
    for (; at != kNoEdge && at != corner; at = Clockwise(at)) ++count;
    if (at == corner) return count;
    for (at = CounterClockwise(corner); at != kNoEdge; at = CounterClockwise(at)) ++count;
    return count;
  }

 private:
  // The corner across the side that leaves the vertex.
  uint32_t Clockwise(uint32_t corner) const {
    const uint32_t twin = edges_[corner].twin;
    if (twin == kNoEdge || edges_[twin].twin != corner) return kNoEdge;
    const uint32_t poly = edges_[twin].poly;
    const bool wraps = twin + 1 == edges_.size() || edges_[twin + 1].poly != poly;
    return wraps ? polys_[poly].first_edge : twin + 1;
  }
  // The corner across the side that enters the vertex.
  uint32_t CounterClockwise(uint32_t corner) const {
    const uint32_t poly = edges_[corner].poly;
    const bool wraps = corner == 0 || edges_[corner - 1].poly != poly;
    const uint32_t entering = wraps ? corner + polys_[poly].edge_count - 1 : corner - 1;
    const uint32_t twin = edges_[entering].twin;
    return twin == kNoEdge || edges_[twin].twin != entering ? kNoEdge : twin;
  }

  std::span<const NavEdge> edges_;
  std::span<const NavPoly> polys_;
};

}  // namespace

std::vector<uint8_t> PinchedVertices(std::span<const NavEdge> edges, std::span<const NavPoly> polys,
                                     uint32_t vertex_count) {
  std::vector<uint32_t> corner_count(vertex_count, 0);
  for (const NavEdge& edge : edges) ++corner_count[edge.vertex];
  const Corners corners(edges, polys);
  std::vector<uint8_t> pinched(vertex_count, 0);
  std::vector<uint8_t> seen(vertex_count, 0);
  for (uint32_t e = 0; e < edges.size(); ++e) {
    const uint32_t v = edges[e].vertex;
    if (seen[v] != 0) continue;
    seen[v] = 1;
    pinched[v] = corners.CountFan(e) < corner_count[v] ? 1 : 0;
  }
  return pinched;
}

}  // namespace waystone
