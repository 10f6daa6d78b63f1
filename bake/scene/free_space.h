// What of a scene an agent's body fits into.
#pragma once

#include <functional>
#include <span>

#include "absl/status/statusor.h"
#include "bake/skeleton/ray_scene.h"
#include "bake/volume/voxelizer.h"
#include "core/scene/scene_view.h"
#include "core/volume/voxel_bits.h"

namespace waystone {

struct FreeSpace {
  VoxelField field;  // its corner is a whole number of voxels from the map's origin
  VoxelBits bits;
  double wall_share = 0;  // [0-1] of the free voxels: those with a blocked one beside a face

  Vec3 MiddleOf(const Voxel& voxel) const {
    return field.corner +
           Vec3(voxel.along[0] + 0.5, voxel.along[1] + 0.5, voxel.along[2] + 0.5) * field.voxel_m;
  }
};

// What solid triangles leave free. Map-local; spans must outlive it.
struct SolidSpace {
  std::span<const SolidTriangle> triangles;
  const RayScene* rays = nullptr;
  BodyBox body;
  double voxel_m = 1;
  int thread_count = 0;
  std::function<void(uint64_t done, uint64_t total)> progress;
};

// The voxels whose middles are in the scene and in none that counts before it, that the body fits into wherever in
// them its middle is. Connected space that most rays from its largest cubes find to be
// enclosed by surfaces seen from their backs is solid. InvalidArgument if the scene has more than 2^26 voxels.
absl::StatusOr<FreeSpace> FreeSpaceOf(const SceneView& scenes, SceneId id, const SolidSpace& solid);

// Whether the border of a closed scene lies between the middle of a scene's level square and its rim. O(half_m / voxel_m).
bool IsCutByClosedBorder(const SceneView& scenes, SceneId id, const Vec3& middle, double half_m,
                         double voxel_m);

}  // namespace waystone
