#include "bake/scene/octree.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/graph/union_find.h"

namespace waystone {
namespace {

constexpr int32_t kLargestLeftOut = 2;  // [voxels] a side, of cubes that larger ones may stand for

Voxel Plus(const Voxel& voxel, int32_t x, int32_t y, int32_t z) {
  return {{voxel.along[0] + x, voxel.along[1] + y, voxel.along[2] + z}};
}

// Chooses the cubes to keep, from the largest on. One that is left out is stood for by a larger one beside it.
class Samples {
 public:
  Samples(const std::vector<FreeCube>& cubes, const std::vector<std::vector<uint32_t>>& joined)
      : cubes_(cubes),
        joined_(joined),
        is_kept_(cubes.size()),
        beside_(cubes.size(), kNoCube),
        parts_(static_cast<uint32_t>(cubes.size())) {}

  const std::vector<bool>& is_kept() const { return is_kept_; }

  // Chooses those of a side. REQUIRES: the larger ones are chosen.
  void Add(int32_t side) {
    std::vector<uint32_t> left_out;
    for (uint32_t cube = 0; cube < cubes_.size(); ++cube) {
      if (cubes_[cube].side != side) continue;
      if (side <= kLargestLeftOut) beside_[cube] = LargerBeside(cube);
      if (beside_[cube] != kNoCube) left_out.push_back(cube);
    }
    for (uint32_t cube = 0; cube < cubes_.size(); ++cube) {
      if (cubes_[cube].side != side || beside_[cube] != kNoCube) continue;
      Keep(cube);
      for (const uint32_t other : joined_[cube]) {
        if (cubes_[other].side >= side) Keep(other);
      }
    }
    for (const uint32_t cube : left_out) {
      for (const uint32_t other : joined_[cube]) {
        if (cubes_[other].side < side || parts_.AreJoined(StandsFor(cube), StandsFor(other))) continue;
        Keep(cube);
        Keep(other);
      }
    }
  }

 private:
  uint32_t LargerBeside(uint32_t cube) const {
    uint32_t best = kNoCube;
    for (const uint32_t other : joined_[cube]) {
      const bool is_larger = cubes_[other].side > cubes_[cube].side;
      if (is_larger && (best == kNoCube || cubes_[other].side > cubes_[best].side)) best = other;
    }
    return best;
  }

  uint32_t StandsFor(uint32_t cube) const {
    while (!is_kept_[cube]) cube = beside_[cube];
    return cube;
  }

  // With what it lies beside, up to one that is kept already.
  void Keep(uint32_t cube) {
    while (!is_kept_[cube]) {
      is_kept_[cube] = true;
      for (const uint32_t other : joined_[cube]) {
        if (is_kept_[other]) parts_.Join(cube, other);
      }
      if (beside_[cube] == kNoCube) break;
      cube = beside_[cube];
    }
  }

  const std::vector<FreeCube>& cubes_;
  const std::vector<std::vector<uint32_t>>& joined_;
  std::vector<bool> is_kept_;
  std::vector<uint32_t>
      beside_;       // of those left out: the larger one that stands for it, or leads to that one
  UnionFind parts_;  // of the cubes kept
};

}  // namespace

VolumeSize Octree::SizeAt(size_t level) const {
  VolumeSize size;
  for (size_t axis = 0; axis < 3; ++axis) {
    size.sides[axis] = (size_.sides[axis] + (1U << level) - 1) >> level;
  }
  return size;
}

Octree::Octree(const VoxelBits& bits, int32_t max_side)
    : size_(bits.size()), cube_at_(bits.size().VoxelCount(), kNoCube) {
  const auto level_count = static_cast<size_t>(std::bit_width(static_cast<uint32_t>(max_side)));
  std::vector<Level> levels(level_count);
  levels[0].resize(size_.VoxelCount());
  for (uint32_t id = 0; id < size_.VoxelCount(); ++id) levels[0][id] = bits.IsFree(size_.VoxelOf(id));
  for (size_t level = 1; level < level_count; ++level) {
    const VolumeSize below = SizeAt(level - 1);
    const VolumeSize size = SizeAt(level);
    levels[level].resize(size.VoxelCount());
    for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
      const Voxel at = size.VoxelOf(id);
      bool is_free = true;
      for (int32_t k = 0; k < 8 && is_free; ++k) {
        const Voxel child{
            {2 * at.along[0] + (k & 1), 2 * at.along[1] + (k >> 1 & 1), 2 * at.along[2] + (k >> 2)}};
        is_free = below.Contains(child) && levels[level - 1][below.IdOf(child)];
      }
      levels[level][id] = is_free;
    }
  }
  const VolumeSize top = SizeAt(level_count - 1);
  for (uint32_t id = 0; id < top.VoxelCount(); ++id) Split(levels, level_count - 1, top.VoxelOf(id));
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the levels.
void Octree::Split(const std::vector<Level>& levels, size_t level, const Voxel& at) {
  const VolumeSize size = SizeAt(level);
  if (!size.Contains(at)) return;
  if (levels[level][size.IdOf(at)]) {
    const auto side = int32_t{1} << level;
    AddCube({{at.along[0] * side, at.along[1] * side, at.along[2] * side}}, side);
    return;
  }
  if (level == 0) return;
  for (int32_t k = 0; k < 8; ++k) {
    Split(levels, level - 1,
          {{2 * at.along[0] + (k & 1), 2 * at.along[1] + (k >> 1 & 1), 2 * at.along[2] + (k >> 2)}});
  }
}

void Octree::AddCube(const Voxel& low, int32_t side) {
  const auto cube = static_cast<uint32_t>(cubes_.size());
  cubes_.push_back({low, side});
  for (int32_t z = 0; z < side; ++z) {
    for (int32_t y = 0; y < side; ++y) {
      const uint32_t first = size_.IdOf(Plus(low, 0, y, z));
      std::fill_n(cube_at_.begin() + first, side, cube);
    }
  }
}

std::vector<uint32_t> Octree::Beside(uint32_t cube) const {
  const auto& [low, side] = cubes_[cube];
  const std::array<int32_t, 3> steps = {-1, side / 2, side};
  std::vector<uint32_t> beside;
  for (const int32_t x : steps) {
    for (const int32_t y : steps) {
      for (const int32_t z : steps) {
        const uint32_t other = At(Plus(low, x, y, z));
        if (other != kNoCube && other != cube) beside.push_back(other);
      }
    }
  }
  std::ranges::sort(beside);
  beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
  return beside;
}

std::vector<bool> SamplesOf(const Octree& octree) {
  const std::vector<FreeCube>& cubes = octree.cubes();
  const auto count = static_cast<uint32_t>(cubes.size());
  std::vector<std::vector<uint32_t>> joined(count);
  for (uint32_t cube = 0; cube < count; ++cube) {
    for (const uint32_t other : octree.Beside(cube)) {
      joined[cube].push_back(other);
      joined[other].push_back(cube);
    }
  }
  Samples samples(cubes, joined);
  int32_t largest = 1;
  for (const FreeCube& cube : cubes) largest = std::max(largest, cube.side);
  for (int32_t side = largest; side >= 1; side /= 2) samples.Add(side);
  return samples.is_kept();
}

}  // namespace waystone
