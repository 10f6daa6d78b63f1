// Whether a volume and what is baked beside it agree.
#pragma once

#include "absl/status/status.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/volume/volume_view.h"

namespace waystone {

// DataLoss unless each part of the volume has a polygon. O(1).
absl::Status CheckVolumeFits(const VolumeView& volume, const NavmeshView& mesh);

// DataLoss naming the first key point that does not lie in a free voxel of the part that it is said to. O(key points log
// runs).
absl::Status CheckKeyPointsAreFree(const SkeletonView& skeleton, const VolumeView& volume);

}  // namespace waystone
