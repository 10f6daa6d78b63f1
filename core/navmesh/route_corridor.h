// Corridors between the nodes of the contraction hierarchy: which sides are crossed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/navmesh/hierarchy_format.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {

// Joins stretches of corridors. Cheap to make; does not own the mesh; any thread.
class CorridorJoiner {
 public:
  explicit CorridorJoiner(const NavmeshView& mesh)
      : edges_(mesh.arrays().edges), polys_(mesh.arrays().polys), fans_(edges_, polys_) {}

  // The polygon beyond a side. REQUIRES: the side has a neighbour.
  uint32_t Beyond(uint32_t side) const { return edges_[edges_[side].twin].poly; }

  // Appends a side; crossing back over the last one takes both away. `crossed` is not shortened below
  // `floor` entries.
  void Cross(uint32_t side, size_t floor, std::vector<EdgeId>& crossed) const;

  // Appends the sides between two polygons that meet at the node (for links nothing is crossed). False if
  // they do not meet.
  bool TurnAt(const RouteNode& node, uint32_t from_poly, uint32_t to_poly, size_t floor,
              std::vector<EdgeId>& crossed) const;

  // A polygon at the node as corridors name it (hierarchy_format.h), and its half-edge: at a corner the one
  // that starts there, at a point the side it lies on.
  struct Place {
    uint8_t index = 0;
    uint32_t edge = kNoEdge;
  };
  // None if the polygon does not meet the node, or is beyond the 255th.
  Place PlaceOf(const RouteNode& node, uint32_t poly) const;
  // The inverse: the half-edge, or kNoEdge if the node has no such place.
  uint32_t EdgeAt(const RouteNode& node, uint8_t place) const;

 private:
  bool TurnAtCorner(uint32_t first, uint32_t from_poly, uint32_t to_poly, size_t floor,
                    std::vector<EdgeId>& crossed) const;

  std::span<const NavEdge> edges_;
  std::span<const NavPoly> polys_;
  VertexFans fans_;
};

}  // namespace waystone
