// Volumes as the MovingAI benchmarks write them (Brewer, Sturtevant, "Benchmarks for Pathfinding in 3D Voxel Space",
// 2018).
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "core/volume/voxel_bits.h"

namespace waystone {

// The voxels of
//
//   voxel 100 40 100
//   12 0 7
//   12 1 7
//
// The sides along x, y and z come first, then the blocked voxels by their numbers from 0 on; all others are
// free. Lines end in \n or \r\n. InvalidArgument naming the line and the rule broken: no or another header, sides
// beyond kMaxVolumeSide or kMaxVoxels, a line that is not three numbers, a voxel outside. O(voxels / 64).
absl::StatusOr<VoxelBits> ReadVoxelMap(std::string_view text);

}  // namespace waystone
