#include "core/surface/volume/voxel_shape.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "core/volume/voxel_line.h"

namespace waystone {
namespace {

uint64_t StepsBetween(const Voxel& a, const Voxel& b) {
  int32_t steps = 0;
  for (size_t axis = 0; axis < 3; ++axis) steps = std::max(steps, std::abs(a.along[axis] - b.along[axis]));
  return static_cast<uint64_t>(steps);
}

std::optional<std::vector<Voxel>> EveryVoxel(std::span<const Voxel> turns) {
  uint64_t count = 1;
  for (size_t i = 1; i < turns.size(); ++i) count += StepsBetween(turns[i - 1], turns[i]);
  if (count > kMaxVoxelsTold) return std::nullopt;
  std::vector<Voxel> voxels = {turns[0]};
  for (size_t i = 1; i < turns.size(); ++i) {
    while (voxels.back() != turns[i]) voxels.push_back(StepTowards(voxels.back(), turns[i]));
  }
  return voxels;
}

}  // namespace

Voxel StepTowards(const Voxel& from, const Voxel& to) {
  Voxel next = from;
  for (size_t axis = 0; axis < 3; ++axis) {
    const int32_t over = to.along[axis] - from.along[axis];
    next.along[axis] += over > 0 ? 1 : over < 0 ? -1 : 0;
  }
  return next;
}

std::optional<std::vector<Voxel>> ShapedTurns(const VolumeView& volume, std::span<const Voxel> turns,
                                              RouteShape shape, const Deadline& deadline) {
  if (shape == RouteShape::kEveryCell) return EveryVoxel(turns);
  if (IsSmoothed(shape)) return PullTaut(volume, turns, deadline);
  return std::vector<Voxel>(turns.begin(), turns.end());
}

}  // namespace waystone
