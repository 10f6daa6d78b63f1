#include "bake/scene/scene_cubes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

#include "bake/scene/octree.h"

namespace waystone {
namespace {

constexpr int32_t kLargestCube = 8;       // [voxels] a side, of volumes: paths lead through their middles
constexpr double kLeastSquare_m = 0.01;   // half of a side
constexpr int32_t kLargestOfPoints = 64;  // [voxels]

Vec3 MiddleOf(const FreeSpace& space, const FreeCube& cube) {
  const double half = cube.side / 2.0;
  return space.field.corner +
         Vec3(cube.low.along[0] + half, cube.low.along[1] + half, cube.low.along[2] + half) *
             space.field.voxel_m;
}

uint32_t AddCube(SceneId id, ScenePart part, const FreeSpace& space, const FreeCube& cube,
                 ScenePieces& pieces) {
  const Vec3 middle = MiddleOf(space, cube);
  const double half_m = cube.side * space.field.voxel_m / 2;
  // No square leads beyond a closed border.
  double square_m = half_m;
  while (square_m > kLeastSquare_m &&
         IsCutByClosedBorder(pieces.scenes(), id, middle, square_m, space.field.voxel_m))
    square_m /= 2;
  const uint32_t polygon = pieces.AddSquare(id, part, middle, square_m);
  pieces.AddPlace({middle, middle, half_m * std::numbers::sqrt3 + space.field.voxel_m, polygon, id, part,
                   pieces.MediumOf(id)});
  return polygon;
}

bool SeesLayer(const FreeCube& cube, const FreeSpace& space, std::span<const SceneLayer> layers) {
  const int32_t x = cube.low.along[0] + cube.side / 2;
  const int32_t z = cube.low.along[2] + cube.side / 2;
  const auto is_on_layer = [&](int32_t y) {
    return std::ranges::any_of(layers, [&](const SceneLayer& layer) { return layer.row == y; });
  };
  for (const int32_t step : {-1, 1}) {
    int32_t y = cube.low.along[1] + cube.side / 2;
    while (space.field.size.Contains({{x, y, z}}) && space.bits.IsFree({{x, y, z}})) {
      if (is_on_layer(y)) return true;
      y += step;
    }
  }
  return false;
}

// Cubes from which no layer lies straight above or below, and those beside them.
std::vector<bool> BesideLayers(const Octree& octree, const FreeSpace& space,
                               std::span<const SceneLayer> layers) {
  const std::vector<FreeCube>& cubes = octree.cubes();
  std::vector<bool> is_hidden(cubes.size());
  for (uint32_t i = 0; i < cubes.size(); ++i) is_hidden[i] = !SeesLayer(cubes[i], space, layers);
  std::vector<bool> is_kept = is_hidden;
  for (uint32_t i = 0; i < cubes.size(); ++i) {
    for (const uint32_t other : octree.Beside(i)) {
      if (is_hidden[i]) is_kept[other] = true;
      if (is_hidden[other]) is_kept[i] = true;
    }
  }
  return is_kept;
}

}  // namespace

void AddCubes(SceneId id, ScenePart part, const FreeSpace& space, std::span<const SceneLayer> layers,
              ScenePieces& pieces) {
  const auto voxels =
      static_cast<uint32_t>(std::max(1.0, pieces.SettingsOf(id).point_gap_m / space.field.voxel_m));
  const int32_t side =
      part == ScenePart::kVolume ? kLargestCube : static_cast<int32_t>(std::bit_floor(voxels));
  const Octree octree(space.bits, std::min(side, kLargestOfPoints));
  const std::vector<FreeCube>& cubes = octree.cubes();
  const std::vector<bool> is_kept = !layers.empty() ? BesideLayers(octree, space, layers) : SamplesOf(octree);
  std::vector<uint32_t> id_of(cubes.size(), kNoCube);
  double largest_m = 0;
  for (uint32_t cube = 0; cube < cubes.size(); ++cube) {
    if (!is_kept[cube]) continue;
    id_of[cube] = AddCube(id, part, space, cubes[cube], pieces);
    largest_m = std::max(largest_m, cubes[cube].side * space.field.voxel_m);
  }
  double& reach_m = pieces.built().reaches_m[id.value()];
  reach_m = std::max(reach_m, largest_m);
  for (uint32_t cube = 0; cube < cubes.size(); ++cube) {
    if (id_of[cube] == kNoCube) continue;
    for (const uint32_t other : octree.Beside(cube)) {
      if (id_of[other] == kNoCube) continue;
      // Once for each pair, by the smaller one if that alone points at the other.
      const std::vector<uint32_t> back = octree.Beside(other);
      const bool is_mutual = std::ranges::binary_search(back, cube);
      if (is_mutual && other < cube) continue;
      pieces.AddLink(MiddleOf(space, cubes[cube]), id_of[cube], MiddleOf(space, cubes[other]), id_of[other],
                     pieces.MediumOf(id), "");
    }
  }
}

}  // namespace waystone
