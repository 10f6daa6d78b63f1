// The shapes in which a path over voxels is returned.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/surface/route_query.h"
#include "core/volume/volume_view.h"

namespace waystone {

// Paths of more voxels are not given voxel by voxel.
inline constexpr uint64_t kMaxVoxelsTold = 1'000'000;

// The voxels over whose middles the line of a path leads: every one (kEveryCell), those of the path pulled taut
// (PullTaut: kSmoothed, kAnyAngle), or its turns. None if every voxel is asked for and they are too many. REQUIRES: `turns` as
// in VolumePath.
std::optional<std::vector<Voxel>> ShapedTurns(const VolumeView& volume, std::span<const Voxel> turns,
                                              RouteShape shape, const Deadline& deadline);

// The next voxel on a straight run from one to the other.
Voxel StepTowards(const Voxel& from, const Voxel& to);

}  // namespace waystone
