#include "bake/scene/free_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "bake/scene/octree.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/graph/union_find.h"

namespace waystone {
namespace {

constexpr uint64_t kMaxSceneVoxels = uint64_t{1} << 26;
constexpr int32_t kTestedSide = 16;   // [voxels]
constexpr size_t kTestedCubes = 5;    // of each connected space
constexpr double kRayLength_m = 1e5;  // farther than any map reaches

absl::StatusOr<VoxelField> FieldOf(const SceneView& scenes, SceneId id, double voxel_m) {
  const Aabb bounds = BoundsOf(scenes.scene(id));
  VoxelField field;
  field.voxel_m = voxel_m;
  const std::array<double, 3> min = {bounds.min.x, bounds.min.y, bounds.min.z};
  const std::array<double, 3> max = {bounds.max.x, bounds.max.y, bounds.max.z};
  std::array<double, 3> corner{};
  uint64_t count = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    corner[axis] = std::floor(min[axis] / voxel_m) * voxel_m;
    const double side = std::max(1.0, std::ceil((max[axis] - corner[axis]) / voxel_m));
    field.size.sides[axis] = static_cast<uint32_t>(std::min(side, kMaxVolumeSide + 1.0));
    count *= field.size.sides[axis];
  }
  field.corner = {corner[0], corner[1], corner[2]};
  if (field.size.IsValid() && count <= kMaxSceneVoxels) return field;
  return InvalidArgument("scene ", Quoted(scenes.NameOf(id)), ": it has more than ", kMaxSceneVoxels,
                         " voxels of ", voxel_m, " m; set scene_cell_m");
}

double WallShareOf(const VoxelBits& bits) {
  const VolumeSize& size = bits.size();
  uint64_t free = 0;
  uint64_t at_walls = 0;
  for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
    const Voxel voxel = size.VoxelOf(id);
    if (!bits.IsFree(voxel)) continue;
    ++free;
    for (size_t k = 0; k < 6; ++k) {
      Voxel beside = voxel;
      beside.along[k / 2] += k % 2 == 0 ? 1 : -1;
      if (!size.Contains(beside) || bits.IsFree(beside)) continue;
      ++at_walls;
      break;
    }
  }
  return free == 0 ? 0 : static_cast<double>(at_walls) / static_cast<double>(free);
}

// Whether most rays leave more closed surfaces than they enter, or the one upwards does and no floor lies below: under
// the ground of a terrain without sides. They are aslant, so as not to run along edges.
bool IsEnclosed(const RayScene& rays, const Vec3& at) {
  constexpr Vec3 kAhead[] = {{1, 0.0137, 0.0071},  {-1, 0.0093, 0.0151}, {0.0119, 1, 0.0083},
                             {0.0107, -1, 0.0141}, {0.0061, 0.0127, 1},  {0.0149, 0.0089, -1}};
  const int above = rays.BacksLessFronts({at, at + kAhead[2] * kRayLength_m});
  const int below = rays.BacksLessFronts({at, at + kAhead[3] * kRayLength_m});
  if (above > 0 && below >= 0) return true;
  int enclosed = 0;
  for (const Vec3& ahead : kAhead)
    enclosed += rays.BacksLessFronts({at, at + ahead * kRayLength_m}) > 0 ? 1 : 0;
  return 2 * enclosed > static_cast<int>(std::size(kAhead));
}

// Blocks the connected spaces that are enclosed.
void BlockEnclosed(const RayScene& rays, FreeSpace& space) {
  const Octree octree(space.bits, kTestedSide);
  const std::vector<FreeCube>& cubes = octree.cubes();
  UnionFind spaces(static_cast<uint32_t>(cubes.size()));
  for (uint32_t cube = 0; cube < cubes.size(); ++cube) {
    for (const uint32_t other : octree.Beside(cube)) spaces.Join(cube, other);
  }
  std::vector<std::vector<uint32_t>> members(cubes.size());
  for (uint32_t cube = 0; cube < cubes.size(); ++cube) members[spaces.Root(cube)].push_back(cube);
  for (std::vector<uint32_t>& of_space : members) {
    if (of_space.empty()) continue;
    std::ranges::stable_sort(of_space, std::greater<>(), [&](uint32_t cube) { return cubes[cube].side; });
    size_t enclosed = 0;
    const size_t tested = std::min(kTestedCubes, of_space.size());
    for (size_t i = 0; i < tested; ++i) {
      const auto& [low, side] = cubes[of_space[i]];
      const Vec3 middle = space.field.corner + Vec3(low.along[0] + side / 2.0, low.along[1] + side / 2.0,
                                                    low.along[2] + side / 2.0) *
                                                   space.field.voxel_m;
      enclosed += IsEnclosed(rays, middle) ? 1 : 0;
    }
    if (2 * enclosed <= tested) continue;
    for (const uint32_t cube : of_space) {
      const auto& [low, side] = cubes[cube];
      for (int32_t z = 0; z < side; ++z) {
        for (int32_t y = 0; y < side; ++y) {
          for (int32_t x = 0; x < side; ++x) {
            space.bits.SetBlocked({{low.along[0] + x, low.along[1] + y, low.along[2] + z}});
          }
        }
      }
    }
  }
}

}  // namespace

absl::StatusOr<FreeSpace> FreeSpaceOf(const SceneView& scenes, SceneId id, const SolidSpace& solid) {
  WS_ASSIGN_OR_RETURN(const VoxelField field, FieldOf(scenes, id, solid.voxel_m));
  FreeSpace space{field, FreeForBody(solid.triangles, field, solid.body, solid.thread_count, solid.progress)};
  BlockEnclosed(*solid.rays, space);
  space.wall_share = WallShareOf(space.bits);
  for (uint32_t voxel = 0; voxel < field.size.VoxelCount(); ++voxel) {
    const Voxel at = field.size.VoxelOf(voxel);
    if (space.bits.IsFree(at) && scenes.tree().Find(space.MiddleOf(at)) != id) space.bits.SetBlocked(at);
  }
  return space;
}

bool IsCutByClosedBorder(const SceneView& scenes, SceneId id, const Vec3& middle, double half_m,
                         double voxel_m) {
  const double off_m = half_m * (1 - 1e-6);
  const auto is_beyond = [&](double x, double z) {
    const Vec3 line[] = {middle, middle + Vec3(x, 0, z)};
    return scenes.tree().Find(line[1]) != id && !scenes.ClosedBordersCrossed(line).empty();
  };
  const int steps = static_cast<int>(std::ceil(4 * half_m / voxel_m));
  for (int i = 0; i <= steps; ++i) {
    const double along_m = off_m * (2.0 * i / steps - 1);
    if (is_beyond(along_m, -off_m) || is_beyond(along_m, off_m) || is_beyond(-off_m, along_m) ||
        is_beyond(off_m, along_m)) {
      return true;
    }
  }
  return false;
}

}  // namespace waystone
