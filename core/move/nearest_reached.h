// Of the places that a flood reached, the one nearest to a point.
#pragma once

#include <optional>

#include "core/navmesh/distance_flood.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/move_ground.h"

namespace waystone {

// The place nearest to `point` (3D) of all polygons that the flood entered, at a walk of at most `max_m`, with
// admit(place). In each polygon the places nearest in the plane are tried: of the polygon, and of the discs
// around each place that the polygon was seen from. REQUIRES: the flood has grown to max_m. Empty if no place
// is admitted. O(nodes of the flood x corners).
std::optional<ReachedPlace> NearestReached(const NavmeshView& mesh, DistanceFlood& flood, double max_m,
                                           const Vec3& point, const MoveGround::Admit& admit);

}  // namespace waystone
