// Shortest paths over voxels by means that are slow and obvious.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "core/volume/volume_path.h"
#include "core/volume/voxel_bits.h"
#include "core/volume/voxel_steps.h"

namespace waystone {

// Whether a step may be taken, by the rule itself: the whole box is free.
inline bool MayStep(const VoxelBits& bits, const Voxel& from, const VoxelStep& step) {
  const Voxel to = After(from, step);
  for (int32_t x = std::min(from.along[0], to.along[0]); x <= std::max(from.along[0], to.along[0]); ++x) {
    for (int32_t y = std::min(from.along[1], to.along[1]); y <= std::max(from.along[1], to.along[1]); ++y) {
      for (int32_t z = std::min(from.along[2], to.along[2]); z <= std::max(from.along[2], to.along[2]); ++z) {
        const Voxel voxel{{x, y, z}};
        if (!bits.size().Contains(voxel) || !bits.IsFree(voxel)) return false;
      }
    }
  }
  return true;
}

// The lengths of shortest paths from a voxel to all others.
inline std::vector<VoxelLength> AllLengths(const VoxelBits& bits, const Voxel& start) {
  std::vector<VoxelLength> lengths(bits.size().VoxelCount(), kNoVoxelLength);
  using Item = std::pair<VoxelLength, uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  lengths[bits.size().IdOf(start)] = 0;
  open.emplace(0, bits.size().IdOf(start));
  while (!open.empty()) {
    const auto [length, id] = open.top();
    open.pop();
    if (length > lengths[id]) continue;
    const Voxel voxel = bits.size().VoxelOf(id);
    for (const VoxelStep& step : kVoxelSteps) {
      if (!MayStep(bits, voxel, step)) continue;
      const uint32_t next = bits.size().IdOf(After(voxel, step));
      if (length + step.length >= lengths[next]) continue;
      lengths[next] = length + step.length;
      open.emplace(lengths[next], next);
    }
  }
  return lengths;
}

// Walks the path step by step: it turns where it says, and every step may be taken.
inline void ExpectPath(const VoxelBits& bits, const Voxel& start, const Voxel& goal, const VolumePath& path) {
  ASSERT_FALSE(path.turns.empty());
  EXPECT_EQ(path.turns.front(), start);
  EXPECT_EQ(path.turns.back(), goal);
  VoxelLength length = 0;
  std::array<int32_t, 3> last{};
  for (size_t i = 1; i < path.turns.size(); ++i) {
    std::array<int32_t, 3> by{};
    int32_t steps = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
      const int32_t over = path.turns[i].along[axis] - path.turns[i - 1].along[axis];
      by[axis] = over > 0 ? 1 : over < 0 ? -1 : 0;
      if (over == 0) continue;
      ASSERT_TRUE(steps == 0 || steps == std::abs(over));
      steps = std::abs(over);
    }
    ASSERT_GT(steps, 0);
    EXPECT_NE(by, last) << "no turn";
    last = by;
    Voxel at = path.turns[i - 1];
    for (; at != path.turns[i];) {
      const VoxelStep step = internal::MakeStep(by[0], by[1], by[2]);
      ASSERT_TRUE(MayStep(bits, at, step));
      at = After(at, step);
      length += step.length;
    }
  }
  EXPECT_EQ(length, path.length);
}

}  // namespace waystone
