// Which voxels keep away from what is blocked, by distances along one axis after the other.
#pragma once

#include "core/base/deadline_poll.h"
#include "core/volume/voxel_bits.h"

namespace waystone {

// Blocks the voxels of which some place is nearer than `reach` [voxels, > 0] to a place of a blocked one; not all of them once the
// poll, which counts voxels, is late. O(voxels x the lesser of reach and the distance to what is blocked), whatever is blocked.
void BlockNearByLevels(double reach, DeadlinePoll& poll, VoxelBits& bits);

}  // namespace waystone
