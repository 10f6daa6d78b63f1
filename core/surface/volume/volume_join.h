// Joining the skeleton of a volume.
#pragma once

#include "core/base/scratch.h"
#include "core/surface/map_view.h"
#include "core/surface/skeleton_join.h"

namespace waystone {

// Finds the key point to which the shortest path over voxels leads from the start; of equals the one with the lowest id.
// The path is exact, and no longer than max_join_m. Sorts all key points by their straight distance, and searches for one
// after the other until no other can be nearer. REQUIRES: the map is a volume with a skeleton.
SkeletonJoin FindVolumeJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                            Scratch& scratch);

}  // namespace waystone
