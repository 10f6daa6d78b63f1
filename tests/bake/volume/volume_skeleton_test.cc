#include "bake/kinds/volume/volume_skeleton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/volume/drawn_volume.h"

namespace waystone {
namespace {

using testing::HasSubstr;

// A volume of voxels of 2 m and its skeleton, with slow answers.
class BakedVolume {
 public:
  BakedVolume(const VoxelBits& bits, int32_t reach)
      : data_(PackVolume(bits, {-3, 1, 5}, 2)), view_(*VolumeView::Create(data_)) {
    auto skeleton = SkeletonOfVolume(view_, reach);
    EXPECT_TRUE(skeleton.ok()) << skeleton.status();
    skeleton_ = *std::move(skeleton);
    const auto checked = SkeletonView::Create(skeleton_, view_.header().part_count, 0);
    EXPECT_TRUE(checked.ok()) << checked.status();
    for (const KeyPoint& point : skeleton_.key_points) {
      points_.push_back(view_.VoxelAt({point.x, point.y, point.z}));
      EXPECT_EQ(Vec3(view_.MiddleOf(points_.back()).ToFloat()), Vec3(point.x, point.y, point.z));
      EXPECT_TRUE(view_.IsFree(points_.back()));
      EXPECT_EQ(point.poly, *view_.PartOf(points_.back()));
    }
  }

  const VolumeView& view() const { return view_; }
  const SkeletonData& skeleton() const { return skeleton_; }
  const std::vector<Voxel>& points() const { return points_; }

  // Whether a cube of that many voxels a side touches a blocked voxel on its way; for a point, by the inside.
  bool IsBlocked(const Voxel& from, const Voxel& to, double side) const {
    constexpr int kSamples = 200;
    for (int i = 0; i <= kSamples; ++i) {
      Voxel low;
      Voxel high;
      bool is_inside = true;
      for (size_t axis = 0; axis < 3; ++axis) {
        const double middle =
            from.along[axis] + (to.along[axis] - from.along[axis]) * (double{1} * i / kSamples) + 0.5;
        is_inside = is_inside && std::abs(middle - std::round(middle)) > 1e-9;
        low.along[axis] = static_cast<int32_t>(std::floor(middle - side / 2 + 1e-9));
        high.along[axis] = static_cast<int32_t>(std::ceil(middle + side / 2 - 1e-9)) - 1;
      }
      if (side == 0 && !is_inside) continue;
      for (int32_t x = low.along[0]; x <= high.along[0]; ++x) {
        for (int32_t y = low.along[1]; y <= high.along[1]; ++y) {
          for (int32_t z = low.along[2]; z <= high.along[2]; ++z) {
            if (!view_.IsFree({{x, y, z}})) return true;
          }
        }
      }
    }
    return false;
  }

  bool IsSeen(const Voxel& voxel, int32_t reach) const {
    return std::ranges::any_of(points_, [&](const Voxel& point) {
      for (size_t axis = 0; axis < 3; ++axis) {
        if (std::abs(point.along[axis] - voxel.along[axis]) > reach) return false;
      }
      return !IsBlocked(point, voxel, 0);
    });
  }

  bool HasArc(uint32_t from, uint32_t to) const {
    const auto begin = skeleton_.arcs.begin();
    return std::any_of(begin + skeleton_.rows[from], begin + skeleton_.rows[from + 1],
                       [&](const SkeletonArc& arc) { return arc.target == to; });
  }

  // The layer at a height, from above, with the key points in it.
  std::vector<std::string> Layer(int32_t y) const {
    const std::array<uint32_t, 3>& sides = view_.size().sides;
    std::vector<std::string> rows(sides[2], std::string(sides[0], '.'));
    for (int32_t z = 0; z < static_cast<int32_t>(sides[2]); ++z) {
      for (int32_t x = 0; x < static_cast<int32_t>(sides[0]); ++x) {
        char& letter = rows[static_cast<size_t>(z)][static_cast<size_t>(x)];
        if (!view_.IsFree({{x, y, z}})) letter = '#';
        if (std::ranges::count(points_, Voxel{{x, y, z}}) > 0) letter = 'o';
      }
    }
    return rows;
  }

 private:
  VolumeData data_;
  VolumeView view_;
  SkeletonData skeleton_;
  std::vector<Voxel> points_;
};

TEST(VolumeSkeleton, SeesAllAndJoinsEachPartByFreeLines) {
  Random random(8);
  size_t arcs = 0;
  size_t parts = 0;
  size_t points = 0;
  for (int round = 0; round < 60; ++round) {
    const auto reach = static_cast<int32_t>(1 + random.NextBelow(6));
    const VoxelBits bits = RandomVoxels({{4 + random.NextBelow(12), 4 + random.NextBelow(9), 11}},
                                        random.NextBelow(60), random.NextBelow(6), random);
    if (FreeVoxels(bits).empty()) continue;
    const BakedVolume baked(bits, reach);
    const SkeletonData& skeleton = baked.skeleton();
    for (const Voxel& voxel : FreeVoxels(bits)) ASSERT_TRUE(baked.IsSeen(voxel, reach));
    EXPECT_EQ(skeleton.header.component_count, baked.view().header().part_count);
    EXPECT_EQ(skeleton.header.launch_point_count, FreeVoxels(bits).size());
    parts += baked.view().header().part_count;
    points += baked.points().size();
    for (uint32_t k = 0; k < baked.points().size(); ++k) {
      for (uint32_t a = skeleton.rows[k]; a < skeleton.rows[k + 1]; ++a) {
        const SkeletonArc& arc = skeleton.arcs[a];
        EXPECT_EQ(arc.kind, SkeletonArcKind::kWalk);
        EXPECT_TRUE(baked.HasArc(arc.target, k));
        ASSERT_FALSE(baked.IsBlocked(baked.points()[k], baked.points()[arc.target], 1));
        ++arcs;
      }
    }
  }
  EXPECT_GT(parts, 300U);
  EXPECT_GT(points, 2 * parts);
  EXPECT_GT(arcs, 2000U);
}

TEST(VolumeSkeleton, KeyPointsAreSpreadEvenlyThroughTheOpen) {
  VoxelBits bits(VolumeSize{{27, 9, 8}});
  bits.SetAllFree();
  const BakedVolume baked(bits, 4);
  EXPECT_EQ(baked.points(), (std::vector<Voxel>{{{4, 4, 4}}, {{13, 4, 4}}, {{22, 4, 4}}}));
  ASSERT_EQ(baked.skeleton().arcs.size(), 4U);
  EXPECT_EQ(baked.skeleton().arcs[0].length_m, 18);
  EXPECT_EQ(baked.skeleton().header.spacing_m, 18);
  EXPECT_FLOAT_EQ(baked.skeleton().header.reach_m, 8 * std::sqrt(3.0F));
}

TEST(VolumeSkeleton, APlaceOfItsOwnHasAKeyPoint) {
  const BakedVolume baked(DrawnVoxels({{".##", "##."}}), 5);
  EXPECT_EQ(baked.points().size(), 2U);
  EXPECT_TRUE(baked.skeleton().arcs.empty());
}

TEST(VolumeSkeleton, SaysThatTheVolumeNeedsTooMany) {
  Random random(1);
  const VoxelBits bits = RandomVoxels({{150, 100, 150}}, 70, 0, random);
  const VolumeData data = PackVolume(bits, {}, 1);
  const absl::Status status = SkeletonOfVolume(*VolumeView::Create(data), 16).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("takes more than 50000 key points"));
}

TEST(VolumeSkeleton, ChambersMouthsAndTurnsOfTunnelsHaveOne) {
  const BakedVolume baked(DrawnVoxels({{"####################",  //
                                        "#.......############",  //
                                        "#.......#####....###",  //
                                        "#................###",  //
                                        "#.......#####....###",  //
                                        "#.......#####....###",  //
                                        "#.......############",  //
                                        "####################"},
                                       {"####################",  //
                                        "#.......############",  //
                                        "#.......#####....###",  //
                                        "#.......#####....###",  //
                                        "#.......#####....###",  //
                                        "#.......#####....###",  //
                                        "#.......#######.####",  //
                                        "###############.####"}}),
                          8);
  const std::vector<std::string> upper = {"####################",  //
                                          "#.......############",  //
                                          "#.......#####....###",  //
                                          "#......o..o..o...###",  //
                                          "#....o..#####..o.###",  //
                                          "#.......#####....###",  //
                                          "#.......############",  //
                                          "####################"};
  EXPECT_EQ(baked.Layer(1), upper);
  EXPECT_EQ(baked.points().size(), 5U);
  EXPECT_EQ(baked.skeleton().arcs.size(), 8U);
}

}  // namespace
}  // namespace waystone
