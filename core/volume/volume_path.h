// A query over the voxels of a volume, and the path found.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/path/search_outcome.h"
#include "core/volume/voxel.h"

namespace waystone {

struct VolumeQuery {
  Voxel start;  // REQUIRES: free voxels of the volume
  Voxel goal;
  VoxelLength max_length = kNoVoxelLength;  // longer paths are not looked for
  uint32_t max_expansions = 1'000'000;      // [search nodes]
  Deadline deadline;
};

// Voxels that paths may begin at.
struct VolumeSources {
  std::span<const VoxelBox> boxes;  // that they lie in
  // What a path has behind it that begins at a free voxel of a box; kNoVoxelLength: none begins there.
  absl::FunctionRef<VoxelLength(const Voxel&)> length_before;
};

struct VolumePath {
  // After a limit `turns` may hold a path that was found before, which need not be a shortest one.
  SearchOutcome outcome = SearchOutcome::kExhausted;
  // Start, the voxels where the path turns, goal: between two of them all steps are alike. One if start and
  // goal are the same; empty if nothing was found.
  std::vector<Voxel> turns;
  VoxelLength length = 0;
  uint32_t expanded = 0;  // [search nodes]
};

}  // namespace waystone
