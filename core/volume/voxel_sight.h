// What blocked voxels are near a place, or in the way of a line.
#pragma once

#include "core/geom/vec.h"
#include "core/volume/volume_view.h"

namespace waystone {

// [m] From a point (map-local) to the nearest blocked voxel, or to the end of the volume; `limit_m` if none is
// nearer. 0 in a blocked voxel. O((limit / voxel)^2) rows.
double RoomAround_m(const VolumeView& volume, const Vec3& point, double limit_m);

// Whether the straight line between two points passes through a blocked voxel of the volume: by its inside, or
// along its side. What lies outside of the volume is not in the way. O(voxels passed). (J. Amanatides, A. Woo,
// "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987.)
bool BlocksSight(const VolumeView& volume, const Vec3& from, const Vec3& to);

}  // namespace waystone
