// Joining the skeleton of a volume.
#pragma once

#include "core/base/scratch.h"
#include "core/surface/map_view.h"
#include "core/surface/skeleton_join.h"

namespace waystone {

// The key point with the shortest path over voxels from the start, exact, which max_join_m bounds; of equals the lowest id.
// O(key points log key points), and the searches for those that are nearer in a straight line. REQUIRES: the map is a volume
// with a skeleton.
SkeletonJoin FindVolumeJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                            Scratch& scratch);

}  // namespace waystone
