// Volumes drawn in tests, and drawn by chance.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/volume/volume_view.h"

namespace waystone {

// A volume of layers, from the top down, each drawn from above: rows of z from least to greatest, columns of
// x, '#' blocked. All layers are of one size.
inline VoxelBits DrawnVoxels(const std::vector<std::vector<std::string_view>>& layers) {
  const auto height = static_cast<int32_t>(layers.size());
  VoxelBits bits(VolumeSize{{static_cast<uint32_t>(layers[0][0].size()), static_cast<uint32_t>(height),
                             static_cast<uint32_t>(layers[0].size())}});
  for (int32_t y = 0; y < height; ++y) {
    const std::vector<std::string_view>& layer = layers[static_cast<size_t>(height - 1 - y)];
    for (int32_t z = 0; z < static_cast<int32_t>(layer.size()); ++z) {
      for (int32_t x = 0; x < static_cast<int32_t>(layer[0].size()); ++x) {
        if (layer[static_cast<size_t>(z)][static_cast<size_t>(x)] != '#') bits.SetFree({{x, y, z}});
      }
    }
  }
  return bits;
}

inline std::vector<Voxel> FreeVoxels(const VoxelBits& bits) {
  std::vector<Voxel> free;
  for (uint32_t id = 0; id < bits.size().VoxelCount(); ++id) {
    const Voxel voxel = bits.size().VoxelOf(id);
    if (bits.IsFree(voxel)) free.push_back(voxel);
  }
  return free;
}

// Blocks single voxels and boxes at random; all others are free.
inline VoxelBits RandomVoxels(const VolumeSize& size, uint32_t single_percent, uint32_t box_count,
                              Random& random) {
  VoxelBits bits(size);
  for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
    if (random.NextBelow(100) >= single_percent) bits.SetFree(size.VoxelOf(id));
  }
  for (uint32_t box = 0; box < box_count; ++box) {
    Voxel low;
    Voxel high;
    for (size_t axis = 0; axis < 3; ++axis) {
      low.along[axis] = static_cast<int32_t>(random.NextBelow(size.sides[axis]));
      high.along[axis] = std::min(low.along[axis] + static_cast<int32_t>(random.NextBelow(6)),
                                  static_cast<int32_t>(size.sides[axis]) - 1);
    }
    for (int32_t x = low.along[0]; x <= high.along[0]; ++x) {
      for (int32_t y = low.along[1]; y <= high.along[1]; ++y) {
        for (int32_t z = low.along[2]; z <= high.along[2]; ++z) bits.SetBlocked({{x, y, z}});
      }
    }
  }
  return bits;
}

}  // namespace waystone
