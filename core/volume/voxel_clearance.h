// Which voxels keep away from what is blocked.
#pragma once

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/volume/voxel_bits.h"

namespace waystone {

// Blocks the voxels of which some place is nearer than `reach` [voxels, > 0] to a place of a blocked one, or to the end of
// the volume. DeadlineExceeded, Cancelled. O(blocked runs x reach^2) or BlockNearByLevels, which is less.
absl::Status BlockNear(double reach, const Deadline& deadline, VoxelBits& bits);

}  // namespace waystone
