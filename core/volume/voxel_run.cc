#include "core/volume/voxel_run.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>

namespace waystone {
namespace {

// Whether the voxels of a row from one number to another are free, both included.
bool IsRowFree(const VolumeView& volume, const uint32_t* row, int32_t first, int32_t last) {
  const auto low = static_cast<uint32_t>(std::min(first, last)) + 64;
  const auto high = static_cast<uint32_t>(std::max(first, last)) + 64;
  for (uint32_t index = low / 64; index <= high / 64; ++index) {
    uint64_t asked = ~uint64_t{0};
    if (index == low / 64) asked &= ~uint64_t{0} << (low % 64);
    if (index == high / 64) asked &= ~uint64_t{0} >> (63 - high % 64);
    if ((volume.word(row[index]).free & asked) != asked) return false;
  }
  return true;
}

bool IsPlanarStepFree(const VolumeView& volume, const Voxel& from, const VoxelStep& step) {
  const size_t u = step.by[0] == 0 ? 1 : 0;
  const size_t v = step.by[2] == 0 ? 1 : 2;
  Voxel beside_u = from;
  Voxel beside_v = from;
  beside_u.along[u] += step.by[u];
  beside_v.along[v] += step.by[v];
  return volume.IsFree(After(from, step)) && volume.IsFree(beside_u) && volume.IsFree(beside_v);
}

}  // namespace

VoxelRunAhead FirstRunBetween(const Voxel& from, const Voxel& to) {
  std::array<int32_t, 3> by{};
  VoxelRunAhead run{nullptr, std::numeric_limits<int32_t>::max()};
  for (size_t axis = 0; axis < 3; ++axis) {
    const int32_t over = to.along[axis] - from.along[axis];
    if (over == 0) continue;
    by[axis] = over > 0 ? 1 : -1;
    run.count = std::min(run.count, std::abs(over));
  }
  run.step = &kVoxelSteps[static_cast<size_t>(std::countr_zero(StepBit(by)))];
  return run;
}

bool IsRunFree(const VolumeView& volume, const Voxel& from, const VoxelRunAhead& run) {
  const VoxelStep& step = *run.step;
  if (step.axes == 1) {
    const size_t axis = step.by[0] != 0 ? 0 : step.by[1] != 0 ? 1 : 2;
    const int32_t first = from.along[axis];
    return IsRowFree(volume, volume.RowThrough(axis, from), first, first + run.count * step.by[axis]);
  }
  Voxel at = from;
  for (int32_t k = 0; k < run.count; ++k) {
    if (step.axes == 2 ? !IsPlanarStepFree(volume, at, step) : !volume.IsBoxFree(at, step)) return false;
    at = After(at, step);
  }
  return true;
}

}  // namespace waystone
