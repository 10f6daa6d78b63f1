// The free place of a volume nearest to a point.
#pragma once

#include <optional>

#include "absl/functional/function_ref.h"
#include "core/geom/vec.h"
#include "core/volume/volume_view.h"

namespace waystone {

struct NearestLimits {  // may be infinite
  double radius_m = 0;  // horizontally
  double above_m = 0;   // the place may lie this far above the point
  double below_m = 0;
};

// The nearest point (3D) of a free voxel of a part that `admit` accepts; inside of the voxel, so that VoxelAt
// gives it. None if there is none within the limits. The point itself if its own voxel is one. O((limit /
// voxel)^2) rows, fewer the nearer it is.
std::optional<Vec3> NearestFreePlace(const VolumeView& volume, const Vec3& point, const NearestLimits& limits,
                                     absl::FunctionRef<bool(uint32_t part)> admit);

}  // namespace waystone
