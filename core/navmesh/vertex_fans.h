// How polygons lie around a vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/navmesh/navmesh_format.h"

namespace waystone {

// The half-edge over the side, if the side leads on and that one leads back; else kNoEdge. REQUIRES: indices
// in range.
inline uint32_t TwoWayTwin(std::span<const NavEdge> edges, uint32_t side) {
  const uint32_t twin = edges[side].twin;
  return twin == kNoEdge || edges[twin].twin != side ? kNoEdge : twin;
}

// Turns about a vertex from polygon to polygon over two-way sides. A corner is the half-edge that starts at
// the vertex; the corners reached from one another are a fan. Trivially copied; does not own; any thread.
// REQUIRES: indices in range and twins consistent (see navmesh_check.h).
class VertexFans {
 public:
  VertexFans(std::span<const NavEdge> edges, std::span<const NavPoly> polys) : edges_(edges), polys_(polys) {}

  // The next corner across the side that leaves the vertex (`corner` itself), or kNoEdge.
  uint32_t Clockwise(uint32_t corner) const {
    const uint32_t twin = TwoWayTwin(edges_, corner);
    if (twin == kNoEdge) return kNoEdge;
    const NavPoly& poly = polys_[edges_[twin].poly];
    return twin + 1 == poly.first_edge + poly.edge_count ? poly.first_edge : twin + 1;
  }
  // The side that enters the vertex: the half-edge before the corner.
  uint32_t Entering(uint32_t corner) const {
    const NavPoly& poly = polys_[edges_[corner].poly];
    return (corner == poly.first_edge ? poly.first_edge + poly.edge_count : corner) - 1;
  }
  // The next corner across the side that enters the vertex, or kNoEdge.
  uint32_t CounterClockwise(uint32_t corner) const { return TwoWayTwin(edges_, Entering(corner)); }
  // The fan's most clockwise corner; of a fan that closes the one with the lowest index. O(fan).
  uint32_t First(uint32_t corner) const {
    uint32_t lowest = corner;
    uint32_t first = corner;
    for (uint32_t at = Clockwise(corner); at != kNoEdge; at = Clockwise(at)) {
      if (at == corner) return lowest;
      lowest = at < lowest ? at : lowest;
      first = at;
    }
    return first;
  }
  // The corners of the fan that a corner belongs to. O(fan).
  uint32_t CountOf(uint32_t corner) const {
    const uint32_t first = First(corner);
    uint32_t count = 1;
    for (uint32_t at = CounterClockwise(first); at != kNoEdge && at != first; at = CounterClockwise(at))
      ++count;
    return count;
  }

 private:
  std::span<const NavEdge> edges_;
  std::span<const NavPoly> polys_;
};

// [vertex] = 1 if turning about the vertex over two-way sides does not reach all its polygons from each
// other: fans that touch in the point only, or a one-way side between border sides. An agent at such a vertex
// in one polygon may be unable to step into another. REQUIRES: indices in range and twins consistent (see
// navmesh_check.h). O(edges).
std::vector<uint8_t> PinchedVertices(std::span<const NavEdge> edges, std::span<const NavPoly> polys,
                                     uint32_t vertex_count);

}  // namespace waystone
