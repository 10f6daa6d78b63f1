#include "bake/volume/voxelizer.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"
#include "tests/oracle/slow_capsule.h"

namespace waystone {
namespace {

Vec3 Drawn(Random& random, double reach) {
  return {random.NextInRange(-reach, reach), random.NextInRange(-reach, reach),
          random.NextInRange(-reach, reach)};
}

// Whether one of many points of the triangle lies in the box.
bool HasPointIn(const SolidTriangle& triangle, const Vec3& half) {
  constexpr int kParts = 60;
  for (int i = 0; i <= kParts; ++i) {
    for (int k = 0; k + i <= kParts; ++k) {
      const double b = double{1} * i / kParts;
      const double c = double{1} * k / kParts;
      const Vec3 at = triangle[0] + (triangle[1] - triangle[0]) * b + (triangle[2] - triangle[0]) * c;
      if (std::abs(at.x) < half.x && std::abs(at.y) < half.y && std::abs(at.z) < half.z) return true;
    }
  }
  return false;
}

TEST(Voxelizer, TrianglesOverlapBoxesThatTheyHavePointsIn) {
  Random random(1);
  int both = 0;
  int only_told = 0;
  for (int i = 0; i < 2000; ++i) {
    const SolidTriangle triangle = {Drawn(random, 3), Drawn(random, 3), Drawn(random, 3)};
    const Vec3 half(random.NextInRange(0.1, 1.5), random.NextInRange(0.1, 1.5), random.NextInRange(0.1, 1.5));
    const bool told = Overlaps(triangle, {}, half);
    const bool found = HasPointIn(triangle, half);
    ASSERT_TRUE(told || !found);
    both += found ? 1 : 0;
    only_told += told && !found ? 1 : 0;
  }
  EXPECT_GT(both, 400);
  EXPECT_LT(only_told, 100);  // points of it are in the box, but none of those tried
  const SolidTriangle beside = {Vec3(1, -9, -9), Vec3(1, 9, -9), Vec3(1, 0, 9)};
  EXPECT_FALSE(Overlaps(beside, {}, {1, 1, 1})) << "touching is not overlapping";
  EXPECT_TRUE(Overlaps(beside, {}, {1.001, 1, 1}));
  const SolidTriangle point = {Vec3(0.5, 0, 0), Vec3(0.5, 0, 0), Vec3(0.5, 0, 0)};
  EXPECT_TRUE(Overlaps(point, {}, {1, 1, 1}));
}

TEST(Voxelizer, AFreeVoxelIsFreeForTheBodyWhereverItIs) {
  Random random(2);
  const VoxelField field{{-5, -4, -5}, 0.5, {{20, 16, 20}}};
  const BodyBox body{0.4, 0.9};
  std::vector<SolidTriangle> triangles;
  for (int i = 0; i < 12; ++i) {
    const Vec3 at = Drawn(random, 4);
    triangles.push_back({at, at + Drawn(random, 2), at + Drawn(random, 2)});
  }
  uint64_t progress = 0;
  const auto tell = [&](uint64_t done, uint64_t total) {
    EXPECT_LE(done, total);
    progress = done;
  };
  const VoxelBits bits = FreeForBody(triangles, field, body, 1, tell);
  EXPECT_EQ(progress, 2U);
  uint32_t free_count = 0;
  for (uint32_t id = 0; id < field.size.VoxelCount(); ++id) {
    const Voxel voxel = field.size.VoxelOf(id);
    const Vec3 low = field.corner + Vec3(voxel.along[0], voxel.along[1], voxel.along[2]) * field.voxel_m;
    const Vec3 half(field.voxel_m / 2 + 0.4, field.voxel_m / 2 + 0.9, field.voxel_m / 2 + 0.4);
    bool overlaps = false;
    for (const SolidTriangle& triangle : triangles) {
      overlaps = overlaps || Overlaps(triangle, low + Vec3(1, 1, 1) * (field.voxel_m / 2), half);
    }
    ASSERT_EQ(bits.IsFree(voxel), !overlaps);
    if (overlaps) continue;
    ++free_count;
    const Vec3 at = low + Vec3(random.NextUnit(), random.NextUnit(), random.NextUnit()) * field.voxel_m;
    for (const SolidTriangle& triangle : triangles) {
      ASSERT_GE(SlowDistance(at - Vec3(0, 0.5, 0), at + Vec3(0, 0.5, 0), triangle), 0.4 - 1e-9);
    }
  }
  EXPECT_GT(free_count, 1000U);
  EXPECT_LT(free_count, 6000U);
  const VoxelBits again = FreeForBody(triangles, field, body, 3, [](uint64_t, uint64_t) {});
  for (uint32_t id = 0; id < field.size.VoxelCount(); ++id) {
    ASSERT_EQ(again.IsFree(field.size.VoxelOf(id)), bits.IsFree(field.size.VoxelOf(id)));
  }
}

}  // namespace
}  // namespace waystone
