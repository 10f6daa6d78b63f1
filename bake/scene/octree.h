// Free voxels as few cubes (S3.3).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/volume/voxel_bits.h"

namespace waystone {

// Free voxels from `low` on, `side` along each axis. The side is a power of two, and divides the numbers of `low`.
struct FreeCube {
  Voxel low;
  int32_t side = 1;
};

inline constexpr uint32_t kNoCube = 0xffffffffU;

// The leaves of an octree over a volume: the largest cubes of at most `max_side` voxels a side that are free.
// Const; any thread.
class Octree {
 public:
  // REQUIRES: max_side >= 1. O(voxels).
  Octree(const VoxelBits& bits, int32_t max_side);

  // From the first voxel on.
  const std::vector<FreeCube>& cubes() const { return cubes_; }
  // The cube of a voxel; kNoCube if it is blocked or outside.
  uint32_t At(const Voxel& voxel) const {
    return size_.Contains(voxel) ? cube_at_[size_.IdOf(voxel)] : kNoCube;
  }
  // Those of the cubes beside a cube that its faces, edges and corners point at, ascending. Of two cubes with a
  // common part of a face, one at least points at the other. The line between their middles stays in both: cubes whose
  // sides divide their places meet in the whole face, edge or corner of the smaller one.
  std::vector<uint32_t> Beside(uint32_t cube) const;

 private:
  using Level = std::vector<bool>;  // whether all voxels of a cube are free
  void Split(const std::vector<Level>& levels, size_t level, const Voxel& at);
  VolumeSize SizeAt(size_t level) const;
  void AddCube(const Voxel& low, int32_t side);

  VolumeSize size_;
  std::vector<FreeCube> cubes_;
  std::vector<uint32_t> cube_at_;  // by voxel
};

// Chooses the cubes to keep as samples. It keeps all of more than two voxels a side. Of smaller ones it keeps those
// beside no larger one, those around these, and those without which others would be apart. From what is left out one or two
// straight lines through free cubes lead to a cube that is kept. O(cubes).
std::vector<bool> SamplesOf(const Octree& octree);

}  // namespace waystone
