#include "core/volume/voxel_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/volume/nearest_voxel.h"
#include "core/volume/volume_search.h"
#include "core/volume/voxel_sight.h"
#include "tests/core/volume/drawn_volume.h"

namespace waystone {
namespace {

// Whether the open cube around a point of the line overlaps a blocked voxel, at many points of it.
bool TouchesBlocked(const VolumeView& view, const Voxel& from, const Voxel& to) {
  constexpr int kSamples = 400;
  for (int i = 0; i <= kSamples; ++i) {
    std::array<double, 3> middle{};
    for (size_t axis = 0; axis < 3; ++axis) {
      middle[axis] = from.along[axis] + (to.along[axis] - from.along[axis]) * (double{1} * i / kSamples);
    }
    Voxel low;
    Voxel high;
    for (size_t axis = 0; axis < 3; ++axis) {
      low.along[axis] = static_cast<int32_t>(std::floor(middle[axis] + 1e-9));
      high.along[axis] = static_cast<int32_t>(std::ceil(middle[axis] - 1e-9));
    }
    for (int32_t x = low.along[0]; x <= high.along[0]; ++x) {
      for (int32_t y = low.along[1]; y <= high.along[1]; ++y) {
        for (int32_t z = low.along[2]; z <= high.along[2]; ++z) {
          if (!view.IsFree({{x, y, z}})) return true;
        }
      }
    }
  }
  return false;
}

TEST(VoxelLine, NeverTouchesWhatIsBlocked) {
  Random random(6);
  int free_lines = 0;
  int refused = 0;
  for (int round = 0; round < 40; ++round) {
    const VoxelBits bits = RandomVoxels({{14, 11, 12}}, 6, 0, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    const std::vector<Voxel> free = FreeVoxels(bits);
    for (int i = 0; i < 100; ++i) {
      const Voxel from = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
      const Voxel to = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
      const bool touches = TouchesBlocked(view, from, to);
      if (IsLineFree(view, from, to)) {
        ASSERT_FALSE(touches);
        ++free_lines;
      } else {
        refused += touches ? 0 : 1;
      }
      EXPECT_EQ(IsLineFree(view, from, to), IsLineFree(view, to, from));
    }
  }
  EXPECT_GT(free_lines, 200);
  EXPECT_LT(refused * 5, free_lines);  // refused though the cube only passes close by
}

TEST(VoxelLine, SingleStepsAreThoseOfThePaths) {
  Random random(2);
  const VoxelBits bits = RandomVoxels({{9, 9, 9}}, 30, 0, random);
  const VolumeData data = PackVolume(bits, {}, 1);
  const VolumeView view = *VolumeView::Create(data);
  for (const Voxel& from : FreeVoxels(bits)) {
    const StepSet steps = StepsFrom(view.Around(from));
    for (const VoxelStep& step : kVoxelSteps) {
      const bool may = (steps & StepBit(step.by)) != 0;
      ASSERT_EQ(IsLineFree(view, from, After(from, step)), may);
    }
  }
}

TEST(VoxelLine, TautPathsKeepEndsAndFreeLines) {
  const VoxelBits bits = DrawnVoxels({{"........", "........", "####....", "........", "........"}});
  const VolumeData data = PackVolume(bits, {}, 1);
  const VolumeView view = *VolumeView::Create(data);
  const std::vector<Voxel> turns = {{{0, 0, 4}}, {{1, 0, 4}}, {{4, 0, 4}},
                                    {{4, 0, 0}}, {{1, 0, 0}}, {{0, 0, 0}}};
  const std::vector<Voxel> taut = PullTaut(view, turns, {});
  EXPECT_EQ(taut, (std::vector<Voxel>{{{0, 0, 4}}, {{4, 0, 3}}, {{4, 0, 1}}, {{0, 0, 0}}}));
}

double Length(const Voxel& from, const Voxel& to) {
  return Distance(Vec3(from.along[0], from.along[1], from.along[2]),
                  Vec3(to.along[0], to.along[1], to.along[2]));
}

TEST(VoxelLine, NoMoveOfATurnMakesATautPathShorter) {
  Random random(31);
  VolumeSearchScratch scratch;
  int turned = 0;
  for (int round = 0; round < 60; ++round) {
    const VoxelBits bits = RandomVoxels({{14, 12, 13}}, 12, 0, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    const std::vector<Voxel> free = FreeVoxels(bits);
    VolumeQuery query;
    query.start = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    query.goal = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    VolumePath path;
    FindVolumePath(view, query, scratch, path);
    if (path.outcome != SearchOutcome::kFound || path.turns.size() < 2) continue;
    const std::vector<Voxel> taut = PullTaut(view, path.turns, {});
    EXPECT_EQ(taut.front(), query.start);
    EXPECT_EQ(taut.back(), query.goal);
    double length = 0;
    for (size_t i = 1; i < taut.size(); ++i) {
      EXPECT_TRUE(IsLineFree(view, taut[i - 1], taut[i]));
      length += Length(taut[i - 1], taut[i]);
    }
    EXPECT_LE(length, InVoxels(path.length) + 1e-6);
    for (size_t i = 1; i + 1 < taut.size(); ++i) {
      ++turned;
      for (const VoxelStep& step : kVoxelSteps) {
        const Voxel at = After(taut[i], step);
        if (!IsLineFree(view, taut[i - 1], at) || !IsLineFree(view, at, taut[i + 1])) continue;
        EXPECT_GE(Length(taut[i - 1], at) + Length(at, taut[i + 1]),
                  Length(taut[i - 1], taut[i]) + Length(taut[i], taut[i + 1]) - 1e-9);
      }
    }
  }
  EXPECT_GT(turned, 20);
}

TEST(VoxelSight, EndsAtBlockedVoxels) {
  Random random(12);
  int seen = 0;
  int hidden = 0;
  for (int round = 0; round < 40; ++round) {
    const VoxelBits bits = RandomVoxels({{9, 8, 7}}, 12, 0, random);
    const VolumeData data = PackVolume(bits, {1, 2, 3}, 0.5);
    const VolumeView view = *VolumeView::Create(data);
    for (int i = 0; i < 100; ++i) {
      const auto draw = [&] {
        return Vec3(random.NextInRange(0, 7), random.NextInRange(1, 7), random.NextInRange(2, 8));
      };
      const Vec3 from = draw();
      const Vec3 to = draw();
      bool touches = false;
      for (int k = 0; k <= 2000; ++k) {
        const Voxel voxel = view.VoxelAt(from + (to - from) * (k / 2000.0));
        touches = touches || (bits.size().Contains(voxel) && !bits.IsFree(voxel));
      }
      const bool blocks = BlocksSight(view, from, to);
      ASSERT_TRUE(blocks || !touches);
      seen += blocks ? 0 : 1;
      hidden += touches ? 1 : 0;
    }
  }
  EXPECT_GT(seen, 500);
  EXPECT_GT(hidden, 500);
  // A line may cut a voxel's edge between two of the points tried, but rarely.
  EXPECT_GT(seen + hidden, 3950);
}

TEST(VoxelSight, RoomIsTheDistanceToTheNearestBlockedVoxelOrTheEnd) {
  Random random(14);
  for (int round = 0; round < 30; ++round) {
    const VoxelBits bits = RandomVoxels({{11, 9, 10}}, 2, 0, random);
    const VolumeData data = PackVolume(bits, {}, 2);
    const VolumeView view = *VolumeView::Create(data);
    for (int i = 0; i < 60; ++i) {
      const Vec3 at(random.NextInRange(0, 22), random.NextInRange(0, 18), random.NextInRange(0, 20));
      double least_m = std::min({at.x, at.y, at.z, 22 - at.x, 18 - at.y, 20 - at.z});
      for (uint32_t id = 0; id < bits.size().VoxelCount(); ++id) {
        const Voxel voxel = bits.size().VoxelOf(id);
        if (bits.IsFree(voxel)) continue;
        const Vec3 low = view.MiddleOf(voxel) - Vec3(1, 1, 1);
        const Vec3 nearest(std::clamp(at.x, low.x, low.x + 2), std::clamp(at.y, low.y, low.y + 2),
                           std::clamp(at.z, low.z, low.z + 2));
        least_m = std::min(least_m, Distance(nearest, at));
      }
      for (const double limit_m : {1.0, 5.0, 50.0}) {
        ASSERT_NEAR(RoomAround_m(view, at, limit_m), std::min(least_m, limit_m), 1e-9);
      }
    }
  }
}

// The nearest by trying every voxel.
std::optional<double> SlowNearest(const VoxelBits& bits, const Vec3& point, const NearestLimits& limits) {
  std::optional<double> least;
  for (const Voxel& voxel : FreeVoxels(bits)) {
    const auto inside = [&](double at, size_t axis) {
      return std::clamp(at, double{1} * voxel.along[axis], voxel.along[axis] + 1.0);
    };
    const Vec3 place(inside(point.x, 0), inside(point.y, 1), inside(point.z, 2));
    if (PlaneDistance(place, point) > limits.radius_m || place.y - point.y > limits.above_m ||
        point.y - place.y > limits.below_m) {
      continue;
    }
    const double distance = Distance(place, point);
    if (!least.has_value() || distance < *least) least = distance;
  }
  return least;
}

TEST(NearestVoxel, IsTheNearestWithinTheLimits) {
  Random random(3);
  int found_count = 0;
  int none = 0;
  for (int round = 0; round < 60; ++round) {
    const VoxelBits bits = RandomVoxels({{12, 9, 10}}, 85 + random.NextBelow(14), 0, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    for (int i = 0; i < 50; ++i) {
      const Vec3 point(random.NextInRange(-4, 16), random.NextInRange(-4, 13), random.NextInRange(-4, 14));
      const NearestLimits limits{random.NextInRange(0, 5), random.NextInRange(0, 5),
                                 random.NextInRange(0, 5)};
      const auto found = NearestFreePlace(view, point, limits, [](uint32_t) { return true; });
      const std::optional<double> least = SlowNearest(bits, point, limits);
      // A place lies a little inside of its voxel: limits up to that much greater are right, too.
      const NearestLimits wider{limits.radius_m + 0.003, limits.above_m + 0.003, limits.below_m + 0.003};
      if (found.has_value() && !least.has_value()) {
        ASSERT_TRUE(SlowNearest(bits, point, wider).has_value());
        continue;
      }
      ASSERT_EQ(found.has_value(), least.has_value());
      none += found.has_value() ? 0 : 1;
      if (!found.has_value()) continue;
      ++found_count;
      ASSERT_NEAR(Distance(*found, point), *least, 0.003);
      ASSERT_TRUE(view.IsFree(view.VoxelAt(*found)));
    }
  }
  EXPECT_GT(found_count, 500);
  EXPECT_GT(none, 100);
}

TEST(NearestVoxel, TakesOnlyPartsThatAreAdmitted) {
  const VoxelBits bits = DrawnVoxels({{".#.#.."}});
  const VolumeData data = PackVolume(bits, {}, 1);
  const VolumeView view = *VolumeView::Create(data);
  const auto nearest = [&](uint32_t part) {
    return NearestFreePlace(view, {0.5, 0.5, 0.5}, {9, 9, 9}, [&](uint32_t other) { return other == part; });
  };
  EXPECT_EQ(*nearest(0), Vec3(0.5, 0.5, 0.5));
  EXPECT_NEAR(nearest(1)->x, 2, 0.01);
  EXPECT_NEAR(nearest(2)->x, 4, 0.01);
  EXPECT_FALSE(nearest(3).has_value());
}

}  // namespace
}  // namespace waystone
