// Which steps a shortest path may take after another one, for paths that take spatial steps as early as they
// can, then planar ones, then straight ones. What a step leads to that another path leads to at no greater
// length, and if at the same length with its longer steps first, is left out. docs/volumes.md proves the
// rules; tests try all surroundings.
#pragma once

#include "core/volume/voxel_steps.h"

namespace waystone {

// The steps, besides going straight on, that must be tried after a straight step along `axis` in the
// direction `sign` (-1, 1): blocked voxels beside the voxel left are in the way of paths that turned earlier.
// `left`, `entered`: the surroundings of both voxels.
StepSet ForcedAfterStraight(size_t axis, int32_t sign, Surroundings left, Surroundings entered);

// The same after a planar step, besides the step itself and its two straight parts.
StepSet ForcedAfterPlanar(const VoxelStep& step, Surroundings left, Surroundings entered);

// After a spatial step nothing is forced: all of its box is free. It goes on by itself, by its three planar
// parts and its three straight ones.

}  // namespace waystone
