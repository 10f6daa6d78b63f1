#include "core/volume/forced_steps.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"
#include "tests/core/volume/drawn_volume.h"

namespace waystone {
namespace {

using By = std::array<int32_t, 3>;

// Seven voxels a side, with the voxel left in the middle.
constexpr int32_t kMiddle = 3;

Surroundings AroundIn(const VoxelBits& bits, const Voxel& voxel) {
  Surroundings free = 0;
  for (int32_t place = 0; place < 27; ++place) {
    const By by = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
    if (bits.IsFree({{voxel.along[0] + by[0], voxel.along[1] + by[1], voxel.along[2] + by[2]}})) {
      free |= FreeBit(by);
    }
  }
  return free;
}

// Length, and how many axes the steps change, the first step counting most.
struct Rank {
  VoxelLength length;
  uint32_t axes;
  friend bool operator<(const Rank& a, const Rank& b) {
    return a.length != b.length ? a.length < b.length : a.axes > b.axes;
  }
};
Rank RankOf(const VoxelStep& first, const VoxelStep& second) {
  return {first.length + second.length, first.axes * 4 + second.axes};
}

// Whether one or two steps lead from `left` to `end` with a rank below `rank`.
bool HasBetter(const VoxelBits& bits, const Voxel& left, const Voxel& end, const Rank& rank) {
  bool has = left == end;
  ForEachStep(StepsFrom(AroundIn(bits, left)), [&](const VoxelStep& first) {
    const Voxel middle = After(left, first);
    if (middle == end) has = has || Rank{first.length, first.axes * 4} < rank;
    ForEachStep(StepsFrom(AroundIn(bits, middle)), [&](const VoxelStep& second) {
      if (After(middle, second) == end) has = has || RankOf(first, second) < rank;
    });
  });
  return has;
}

// The steps that go on after a step by themselves: the step and all of its parts.
StepSet PartsOf(const VoxelStep& step) {
  StepSet parts = 0;
  for (const VoxelStep& part : kVoxelSteps) {
    bool is_part = true;
    for (size_t a = 0; a < 3; ++a) is_part = is_part && (part.by[a] == 0 || part.by[a] == step.by[a]);
    if (is_part) parts |= StepBit(part.by);
  }
  return parts;
}

StepSet ForcedAfter(const VoxelStep& step, Surroundings left, Surroundings entered) {
  if (step.axes == 3) return 0;
  if (step.axes == 2) return ForcedAfterPlanar(step, left, entered);
  const size_t axis = step.by[0] != 0 ? 0 : step.by[1] != 0 ? 1 : 2;
  return ForcedAfterStraight(axis, step.by[axis], left, entered);
}

TEST(ForcedSteps, WhatIsLeftOutIsReachedByABetterWay) {
  Random random(7);
  uint64_t left_out = 0;
  uint64_t forced_count = 0;
  for (int round = 0; round < 1000; ++round) {
    const uint32_t blocked_percent = 3 + random.NextBelow(40);
    VoxelBits bits = RandomVoxels({{7, 7, 7}}, blocked_percent, 0, random);
    const Voxel left{{kMiddle, kMiddle, kMiddle}};
    bits.SetFree(left);
    const Surroundings around = AroundIn(bits, left);
    ForEachStep(StepsFrom(around), [&](const VoxelStep& step) {
      const Voxel entered = After(left, step);
      const Surroundings around_entered = AroundIn(bits, entered);
      const StepSet may = StepsFrom(around_entered);
      const StepSet forced = ForcedAfter(step, around, around_entered);
      ASSERT_EQ(forced & ~may, 0U) << "a forced step that may not be taken";
      forced_count += static_cast<uint64_t>(std::popcount(forced));
      ForEachStep(may & ~forced & ~PartsOf(step), [&](const VoxelStep& other) {
        ++left_out;
        ASSERT_TRUE(HasBetter(bits, left, After(entered, other), RankOf(step, other)))
            << step.by[0] << step.by[1] << step.by[2] << " then " << other.by[0] << other.by[1]
            << other.by[2];
      });
    });
  }
  EXPECT_GT(left_out, 30'000U);
  EXPECT_GT(forced_count, 3'000U);
}

TEST(ForcedSteps, NothingIsForcedInTheOpen) {
  for (const VoxelStep& step : kVoxelSteps) EXPECT_EQ(ForcedAfter(step, kAllFree, kAllFree), 0U);
}

}  // namespace
}  // namespace waystone
