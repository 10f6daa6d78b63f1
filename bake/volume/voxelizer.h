// From triangles to the voxels that a body fits into.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "core/geom/vec.h"
#include "core/volume/voxel_bits.h"

namespace waystone {

// Equal voxels, the first of which begins at `corner`.
struct VoxelField {
  Vec3 corner;         // [m]
  double voxel_m = 1;  // [m, > 0]
  VolumeSize size;
};

// An upright box around a body, seen from its middle.
struct BodyBox {
  double half_width_m = 0;   // [m, >= 0] along x and z
  double half_height_m = 0;  // [m, >= 0]
};

using SolidTriangle = std::array<Vec3, 3>;

// The voxels that are free for the middle of the body, wherever in them it is: with its middle there its box
// touches no triangle from inside. What triangles enclose is as free as what is around them. Deterministic,
// whatever the thread count (0: one per core). `progress` is called with the parts done and all. O(triangles +
// voxels in the boxes around each).
VoxelBits FreeForBody(std::span<const SolidTriangle> triangles, const VoxelField& field, const BodyBox& body,
                      int thread_count, const std::function<void(uint64_t done, uint64_t total)>& progress);

// How many voxels FreeForBody looks at: those in the boxes around each triangle. O(triangles).
double VoxelsLookedAt(std::span<const SolidTriangle> triangles, const VoxelField& field, const BodyBox& body);

// Whether a triangle and an open box have a point in common.
bool Overlaps(const SolidTriangle& triangle, const Vec3& middle, const Vec3& half);

}  // namespace waystone
