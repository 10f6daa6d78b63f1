// Runs of equal steps through a volume.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/volume/volume_view.h"
#include "core/volume/voxel_steps.h"

namespace waystone {

// Equal steps, one after the other.
struct VoxelRunAhead {
  const VoxelStep* step = nullptr;
  int32_t count = 0;  // of its steps
};

// The first run of the path between two voxels that takes spatial steps first, then planar, then straight ones, as if
// nothing were in the way. REQUIRES: two different voxels.
VoxelRunAhead FirstRunBetween(const Voxel& from, const Voxel& to);

// Whether all steps of the run may be taken from a free voxel. O(count); of straight steps O(count / 64).
bool IsRunFree(const VolumeView& volume, const Voxel& from, const VoxelRunAhead& run);

// The voxel that the run ends at.
inline Voxel After(const Voxel& voxel, const VoxelRunAhead& run) {
  Voxel after = voxel;
  for (size_t axis = 0; axis < 3; ++axis) after.along[axis] += run.count * run.step->by[axis];
  return after;
}

}  // namespace waystone
