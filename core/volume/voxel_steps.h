// The 26 steps between voxels, and what must be free for them: all voxels of the box that both ends span.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/volume/voxel.h"

namespace waystone {

// A set of steps: bit i is kVoxelSteps[i].
using StepSet = uint32_t;
// Which of the 27 voxels around (and with) one are free: bit PlaceBit(x, y, z).
using Surroundings = uint32_t;
inline constexpr Surroundings kAllFree = (1U << 27) - 1;

struct VoxelStep {
  std::array<int32_t, 3> by{};  // -1, 0 or 1 along x, y and z
  uint32_t axes = 0;            // how many are not 0
  Surroundings needs = 0;       // what must be free around the voxel left
  VoxelLength length = 0;
};

// x, y and z are -1, 0 or 1.
constexpr uint32_t PlaceBit(int32_t x, int32_t y, int32_t z) {
  return static_cast<uint32_t>((x + 1) + 3 * (y + 1) + 9 * (z + 1));
}

namespace internal {

constexpr VoxelStep MakeStep(int32_t x, int32_t y, int32_t z) {
  VoxelStep step;
  step.by = {x, y, z};
  step.axes = static_cast<uint32_t>((x != 0) + (y != 0) + (z != 0));
  step.length = kVoxelStepLengths[step.axes];
  for (int32_t i = 0; i <= (x == 0 ? 0 : 1); ++i) {
    for (int32_t j = 0; j <= (y == 0 ? 0 : 1); ++j) {
      for (int32_t k = 0; k <= (z == 0 ? 0 : 1); ++k) step.needs |= 1U << PlaceBit(i * x, j * y, k * z);
    }
  }
  return step;
}

// Spatial steps first, straight ones last.
constexpr std::array<VoxelStep, 26> MakeSteps() {
  std::array<VoxelStep, 26> steps{};
  size_t count = 0;
  for (uint32_t axes = 3; axes >= 1; --axes) {
    for (int32_t place = 0; place < 27; ++place) {
      const VoxelStep step = MakeStep(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1);
      if (step.axes == axes) steps[count++] = step;
    }
  }
  return steps;
}

}  // namespace internal

inline constexpr std::array<VoxelStep, 26> kVoxelSteps = internal::MakeSteps();

namespace internal {

constexpr std::array<StepSet, 27> MakeStepBits() {
  std::array<StepSet, 27> bits{};
  for (size_t i = 0; i < kVoxelSteps.size(); ++i) {
    const std::array<int32_t, 3>& by = kVoxelSteps[i].by;
    bits[PlaceBit(by[0], by[1], by[2])] = 1U << i;
  }
  return bits;
}
inline constexpr std::array<StepSet, 27> kStepBits = MakeStepBits();

constexpr std::array<Surroundings, 27> MakeNeeds() {
  std::array<Surroundings, 27> needs{};
  for (const VoxelStep& step : kVoxelSteps) needs[PlaceBit(step.by[0], step.by[1], step.by[2])] = step.needs;
  return needs;
}
inline constexpr std::array<Surroundings, 27> kNeeds = MakeNeeds();

}  // namespace internal

// The set of the one step; empty of (0, 0, 0).
constexpr StepSet StepBit(const std::array<int32_t, 3>& by) {
  return internal::kStepBits[PlaceBit(by[0], by[1], by[2])];
}
// What must be free for a step. REQUIRES: not (0, 0, 0).
constexpr Surroundings NeedsOf(const std::array<int32_t, 3>& by) {
  return internal::kNeeds[PlaceBit(by[0], by[1], by[2])];
}
constexpr uint32_t FreeBit(const std::array<int32_t, 3>& by) { return 1U << PlaceBit(by[0], by[1], by[2]); }

// The steps that may be taken.
inline StepSet StepsFrom(Surroundings free) {
  StepSet steps = 0;
  for (size_t i = 0; i < kVoxelSteps.size(); ++i) {
    if ((free & kVoxelSteps[i].needs) == kVoxelSteps[i].needs) steps |= 1U << i;
  }
  return steps;
}

inline Voxel After(const Voxel& voxel, const VoxelStep& step) {
  return {{voxel.along[0] + step.by[0], voxel.along[1] + step.by[1], voxel.along[2] + step.by[2]}};
}

// Calls use(const VoxelStep&) for each, spatial ones first.
template <typename Use>
void ForEachStep(StepSet steps, const Use& use) {
  for (; steps != 0; steps &= steps - 1) use(kVoxelSteps[static_cast<size_t>(std::countr_zero(steps))]);
}

}  // namespace waystone
