#include "bake/scene/octree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/graph/union_find.h"

namespace waystone {
namespace {

VoxelBits RandomBits(Random& random, uint32_t blocked_percent) {
  VoxelBits bits(VolumeSize{{1 + random.NextBelow(17), 1 + random.NextBelow(9), 1 + random.NextBelow(17)}});
  for (uint32_t id = 0; id < bits.size().VoxelCount(); ++id) {
    if (random.NextBelow(100) >= blocked_percent) bits.SetFree(bits.size().VoxelOf(id));
  }
  return bits;
}

TEST(Octree, CubesCoverFreeVoxelsOnceAndAreAsLargeAsTheyCanBe) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const VoxelBits bits = RandomBits(random, round % 2 == 0 ? 2 : 30);
    const int32_t max_side = 1 << random.NextBelow(4);
    const Octree octree(bits, max_side);
    std::vector<uint32_t> covered(bits.size().VoxelCount());
    for (uint32_t cube = 0; cube < octree.cubes().size(); ++cube) {
      const auto& [low, side] = octree.cubes()[cube];
      ASSERT_LE(side, max_side);
      for (size_t axis = 0; axis < 3; ++axis) ASSERT_EQ(low.along[axis] % side, 0);
      bool can_grow = 2 * side <= max_side;
      const int32_t grown = 2 * side;
      for (int32_t k = 0; k < grown * grown * grown; ++k) {
        Voxel voxel;
        const int32_t at[3] = {k % grown, k / grown % grown, k / grown / grown};
        for (size_t axis = 0; axis < 3; ++axis) {
          voxel.along[axis] = low.along[axis] / grown * grown + at[axis];
        }
        can_grow = can_grow && bits.size().Contains(voxel) && bits.IsFree(voxel);
        const auto is_inside = [&](size_t axis) {
          return voxel.along[axis] >= low.along[axis] && voxel.along[axis] < low.along[axis] + side;
        };
        if (!is_inside(0) || !is_inside(1) || !is_inside(2)) continue;
        ++covered[bits.size().IdOf(voxel)];
        ASSERT_EQ(octree.At(voxel), cube);
      }
      ASSERT_FALSE(can_grow) << round;
    }
    for (uint32_t id = 0; id < covered.size(); ++id) {
      ASSERT_EQ(covered[id], bits.IsFree(bits.size().VoxelOf(id)) ? 1U : 0U);
    }
  }
}

// Many samples of the line between two middles.
bool IsLineFree(const VoxelBits& bits, const FreeCube& from, const FreeCube& to) {
  constexpr int kSamples = 997;
  for (int i = 0; i <= kSamples; ++i) {
    Voxel voxel;
    for (size_t axis = 0; axis < 3; ++axis) {
      const double start = from.low.along[axis] + from.side / 2.0;
      const double end = to.low.along[axis] + to.side / 2.0;
      // A place on a face may count as in either voxel: the line is nudged to where it leads.
      const double nudge = i == 0 ? 1e-9 : i == kSamples ? -1e-9 : 0;
      voxel.along[axis] = static_cast<int32_t>(start + (end - start) * (i / double{kSamples} + nudge));
    }
    if (!bits.IsFree(voxel)) return false;
  }
  return true;
}

TEST(Octree, TheLineToACubeBesideIsFree) {
  Random random(2);
  size_t lines = 0;
  for (int round = 0; round < 60; ++round) {
    const VoxelBits bits = RandomBits(random, 10);
    const Octree octree(bits, 8);
    for (uint32_t cube = 0; cube < octree.cubes().size(); ++cube) {
      for (const uint32_t other : octree.Beside(cube)) {
        ASSERT_TRUE(IsLineFree(bits, octree.cubes()[cube], octree.cubes()[other])) << round;
        ++lines;
      }
    }
  }
  EXPECT_GT(lines, 1000U);
}

// Whether cubes are connected over faces, found voxel by voxel.
UnionFind PartsOfVoxels(const VoxelBits& bits) {
  const VolumeSize& size = bits.size();
  UnionFind parts(static_cast<uint32_t>(size.VoxelCount()));
  for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
    for (size_t axis = 0; axis < 3; ++axis) {
      Voxel next = size.VoxelOf(id);
      ++next.along[axis];
      if (bits.IsFree(size.VoxelOf(id)) && size.Contains(next) && bits.IsFree(next))
        parts.Join(id, size.IdOf(next));
    }
  }
  return parts;
}

TEST(Octree, SamplesKeepConnectedSpaceConnectedAndLeaveNothingOut) {
  Random random(3);
  size_t kept = 0;
  size_t all = 0;
  for (int round = 0; round < 200; ++round) {
    const VoxelBits bits = RandomBits(random, round % 3 * 12 + 1);
    const Octree octree(bits, 8);
    const std::vector<bool> is_kept = SamplesOf(octree);
    const auto count = static_cast<uint32_t>(octree.cubes().size());
    UnionFind among_kept(count);
    for (uint32_t cube = 0; cube < count; ++cube) {
      ++all;
      kept += is_kept[cube] ? 1 : 0;
      for (const uint32_t other : octree.Beside(cube)) {
        if (is_kept[cube] && is_kept[other]) among_kept.Join(cube, other);
      }
    }
    UnionFind parts = PartsOfVoxels(bits);
    std::vector<uint32_t> first_of_part(bits.size().VoxelCount(), kNoCube);
    std::vector<bool> has_kept(bits.size().VoxelCount());
    for (uint32_t cube = 0; cube < count; ++cube) {
      const uint32_t part = parts.Root(bits.size().IdOf(octree.cubes()[cube].low));
      if (!is_kept[cube]) continue;
      has_kept[part] = true;
      if (first_of_part[part] == kNoCube) first_of_part[part] = cube;
      ASSERT_TRUE(among_kept.AreJoined(first_of_part[part], cube)) << round;
    }
    for (uint32_t cube = 0; cube < count; ++cube) {
      ASSERT_TRUE(has_kept[parts.Root(bits.size().IdOf(octree.cubes()[cube].low))]) << round;
    }
  }
  EXPECT_LT(kept, all * 19 / 20);
}

}  // namespace
}  // namespace waystone
