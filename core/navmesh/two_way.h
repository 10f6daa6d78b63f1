// Sides of polygons that one may cross both ways.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/ids.h"
#include "core/navmesh/navmesh_format.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The half-edge over the side, where the side leads on and that one leads back; else kNoEdge.
// REQUIRES: indices in range.
inline uint32_t TwoWayTwin(std::span<const NavEdge> edges, uint32_t side) {
  const uint32_t twin = edges[side].twin;
  return twin == kNoEdge || edges[twin].twin != side ? kNoEdge : twin;
}
inline EdgeId TwoWayTwin(const NavmeshView& mesh, EdgeId side) {
  return EdgeId(TwoWayTwin(mesh.arrays().edges, side.value()));
}

// Neither a border nor a one-way passage.
inline bool IsTwoWay(const NavmeshView& mesh, EdgeId side) { return !TwoWayTwin(mesh, side).IsNone(); }

}  // namespace waystone
