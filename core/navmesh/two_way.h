// Sides of polygons that can be crossed in both directions.
#pragma once

#include "core/base/ids.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {

// The half-edge over the side, if the side leads on and that one leads back; else none.
inline EdgeId TwoWayTwin(const NavmeshView& mesh, EdgeId side) {
  return EdgeId(TwoWayTwin(mesh.arrays().edges, side.value()));
}

// Neither a border nor a one-way passage.
inline bool IsTwoWay(const NavmeshView& mesh, EdgeId side) { return !TwoWayTwin(mesh, side).IsNone(); }

}  // namespace waystone
