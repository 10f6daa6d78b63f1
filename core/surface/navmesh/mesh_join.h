// Joining a skeleton over a mesh.
#pragma once

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/surface/map_view.h"
#include "core/surface/skeleton_join.h"

namespace waystone {

// The key point nearest to walk to, as the flood of distances measures it (distance_flood.h: over the surface
// and the links that the view's abilities may use), not through walls or floors; of equals the lowest id.
// REQUIRES: the view has a skeleton. O(ground nearer than the key point).
SkeletonJoin FindMeshJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                          const Exclusions* exclusions, Scratch& scratch);

}  // namespace waystone
