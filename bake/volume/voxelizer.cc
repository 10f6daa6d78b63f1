#include "bake/volume/voxelizer.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/base/parallel_for.h"

namespace waystone {
namespace {

constexpr int32_t kSlab = 16;  // [voxels along z] made by one thread at a time

double At(const Vec3& v, size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// Whether the triangle, seen along `axis`, lies beside an open box around the origin; not if there is no axis.
bool IsBeside(const Vec3& axis, const SolidTriangle& triangle, const Vec3& half) {
  if (Dot(axis, axis) == 0) return false;
  const double a = Dot(axis, triangle[0]);
  const double b = Dot(axis, triangle[1]);
  const double c = Dot(axis, triangle[2]);
  const double reach = std::abs(axis.x) * half.x + std::abs(axis.y) * half.y + std::abs(axis.z) * half.z;
  return std::min({a, b, c}) >= reach || std::max({a, b, c}) <= -reach;
}

// A triangle's box, in voxels; along an axis `high` is below `low` if the triangle lies beside the field.
struct VoxelBounds {
  std::array<int32_t, 3> low{};
  std::array<int32_t, 3> high{};
};

// Half of the box around a voxel's middle that holds no triangle if the voxel is free.
Vec3 HalfOf(const VoxelField& field, const BodyBox& body) {
  const double half_m = field.voxel_m / 2;
  return {half_m + body.half_width_m, half_m + body.half_height_m, half_m + body.half_width_m};
}

VoxelBounds BoundsOf(const SolidTriangle& triangle, const VoxelField& field, const Vec3& half) {
  // Of the voxel that a coordinate lies in, within what an int32_t holds.
  const auto number_of = [&](double at, size_t axis) {
    const double number = std::floor((at - At(field.corner, axis)) / field.voxel_m);
    return static_cast<int32_t>(std::clamp(number, -1.0, double{kMaxVolumeSide}));
  };
  VoxelBounds bounds;
  for (size_t axis = 0; axis < 3; ++axis) {
    const auto [least, most] =
        std::minmax({At(triangle[0], axis), At(triangle[1], axis), At(triangle[2], axis)});
    bounds.low[axis] = std::max(0, number_of(least - At(half, axis), axis));
    bounds.high[axis] =
        std::min(static_cast<int32_t>(field.size.sides[axis]) - 1, number_of(most + At(half, axis), axis));
  }
  return bounds;
}

// The voxels of one slab.
class SlabMaker {
 public:
  SlabMaker(const VoxelField& field, const BodyBox& body, int32_t first_z, VoxelBits& bits)
      : field_(field),
        half_(HalfOf(field, body)),
        first_z_(first_z),
        last_z_(std::min(first_z + kSlab, static_cast<int32_t>(field.size.sides[2])) - 1),
        bits_(bits) {}

  void Block(const SolidTriangle& triangle) {
    const auto [low, high] = BoundsOf(triangle, field_, half_);
    for (int32_t z = std::max(low[2], first_z_); z <= std::min(high[2], last_z_); ++z) {
      for (int32_t y = low[1]; y <= high[1]; ++y) {
        for (int32_t x = low[0]; x <= high[0]; ++x) {
          const Voxel voxel{{x, y, z}};
          if (bits_.IsFree(voxel) && Overlaps(triangle, MiddleOf(voxel), half_)) bits_.SetBlocked(voxel);
        }
      }
    }
  }

 private:
  Vec3 MiddleOf(const Voxel& voxel) const {
    const auto& [x, y, z] = voxel.along;
    return field_.corner + Vec3(x + 0.5, y + 0.5, z + 0.5) * field_.voxel_m;
  }

  const VoxelField& field_;
  const Vec3 half_;
  const int32_t first_z_;
  const int32_t last_z_;
  VoxelBits& bits_;
};

}  // namespace

bool Overlaps(const SolidTriangle& triangle, const Vec3& middle, const Vec3& half) {
  const SolidTriangle at = {triangle[0] - middle, triangle[1] - middle, triangle[2] - middle};
  const std::array<Vec3, 3> axes = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  const std::array<Vec3, 3> sides = {at[1] - at[0], at[2] - at[1], at[0] - at[2]};
  for (const Vec3& axis : axes) {
    if (IsBeside(axis, at, half)) return false;
  }
  if (IsBeside(Cross(sides[0], sides[1]), at, half)) return false;
  for (const Vec3& side : sides) {
    for (const Vec3& axis : axes) {
      if (IsBeside(Cross(axis, side), at, half)) return false;
    }
  }
  return true;
}

double VoxelsLookedAt(std::span<const SolidTriangle> triangles, const VoxelField& field,
                      const BodyBox& body) {
  const Vec3 half = HalfOf(field, body);
  double voxels = 0;
  for (const SolidTriangle& triangle : triangles) {
    const auto [low, high] = BoundsOf(triangle, field, half);
    double box = 1;
    for (size_t axis = 0; axis < 3; ++axis) box *= std::max(0, high[axis] - low[axis] + 1);
    voxels += box;
  }
  return voxels;
}

VoxelBits FreeForBody(std::span<const SolidTriangle> triangles, const VoxelField& field, const BodyBox& body,
                      int thread_count, const std::function<void(uint64_t done, uint64_t total)>& progress) {
  VoxelBits bits(field.size);
  bits.SetAllFree();
  const size_t slab_count = (field.size.sides[2] + kSlab - 1) / kSlab;
  std::mutex mutex;
  uint64_t done = 0;
  // Threads write to words of different rows.
  ParallelFor(slab_count, thread_count, [&](size_t slab) {
    SlabMaker maker(field, body, static_cast<int32_t>(slab) * kSlab, bits);
    for (const SolidTriangle& triangle : triangles) maker.Block(triangle);
    const std::lock_guard lock(mutex);
    progress(++done, slab_count);
  });
  return bits;
}

}  // namespace waystone
