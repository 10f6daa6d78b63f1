// The skeleton of a volume: key points that see all of it, and straight free lines between them (S0 in three dimensions).
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "core/skeleton/skeleton_view.h"
#include "core/volume/volume_view.h"

namespace waystone {

inline constexpr uint32_t kMaxVolumeKeyPoints = 50'000;  // more take minutes for their round walk
inline constexpr uint64_t kMaxSkeletonVoxels = uint64_t{1} << 27U;

// Key points in the middles of free voxels. Each free voxel is seen (SeesVoxel) from a key point at most `reach` [voxels,
// >= 1] away along each axis. Those with most room around them come first; room above half of the reach counts as that.
// Arcs are lines free for the body (IsLineFree), both ways, and join all key points of a part; where the shortest path
// between two turns, its turns are key points as well. An arc is left out if a path over shorter ones is at most half as
// long again. With a round walk. Deterministic.
//
// ResourceExhausted if there are more than kMaxSkeletonVoxels, or kMaxVolumeKeyPoints are too few. O(free voxels x
// reach); 4 bytes and `reach` bits a voxel.
absl::StatusOr<SkeletonData> SkeletonOfVolume(const VolumeView& volume, int32_t reach);

}  // namespace waystone
