// Straight lines through a volume, for a body as large as a voxel.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/volume/volume_view.h"

namespace waystone {

// Whether a cube of one voxel may be moved in a straight line from one voxel onto another: no voxel that it
// passes through is blocked. For a run of equal steps that is the rule of steps. Other lines may be refused for a
// blocked voxel that the cube only passes close to. O(voxels passed).
bool IsLineFree(const VolumeView& volume, const Voxel& from, const Voxel& to);

// Leaves out turns of a path that straight lines can pass by, and moves the others voxel by voxel as long as that
// makes the path shorter: a local minimum, at most 32 moves of each turn away. Once the deadline has passed all further
// turns stay. REQUIRES: all lines between turns are free. O(turns) lines for each move.
std::vector<Voxel> PullTaut(const VolumeView& volume, std::span<const Voxel> turns, const Deadline& deadline);

}  // namespace waystone
