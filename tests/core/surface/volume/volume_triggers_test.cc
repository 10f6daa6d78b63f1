#include "core/surface/volume/volume_triggers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "tests/core/volume/drawn_volume.h"
#include "tests/core/volume/slow_volume_paths.h"

namespace waystone {
namespace {

// Walks by trying every end by itself, in the volume without all other voxels of one-way triggers.
class SlowTriggers {
 public:
  SlowTriggers(const VoxelBits& bits, const VolumeView& volume, const std::vector<TriggerBox>& boxes)
      : bits_(bits), volume_(volume), boxes_(boxes), open_(bits) {
    for (const Voxel& voxel : FreeVoxels(bits)) {
      if (SetOffAt(voxel)) open_.SetBlocked(voxel);
    }
  }

  bool Holds(uint32_t exit, const Voxel& voxel) const {
    return boxes_[exit].box.Contains(volume_.MiddleOf(voxel));
  }
  std::optional<uint32_t> SetOffAt(const Voxel& voxel) const {
    for (uint32_t exit = 0; exit < boxes_.size(); ++exit) {
      if (boxes_[exit].is_one_way && Holds(exit, voxel)) return exit;
    }
    return std::nullopt;
  }
  // What is free for a walk with these ends.
  VoxelBits FreeFor(const Voxel& start, const Voxel& end) const {
    VoxelBits bits = open_;
    bits.SetFree(start);
    bits.SetFree(end);
    return bits;
  }

  VoxelLength LengthInto(uint32_t exit, const Voxel& start) const {
    const bool is_one_way = boxes_[exit].is_one_way;
    if (!is_one_way && Holds(exit, start)) return 0;
    VoxelLength least = kNoVoxelLength;
    for (const Voxel& end : FreeVoxels(bits_)) {
      const std::optional<uint32_t> set_off = SetOffAt(end);
      if (!Holds(exit, end) || set_off != (is_one_way ? std::optional(exit) : std::nullopt)) continue;
      least = std::min(least, end == start ? LengthOutAndBack(start) : LengthTo(start, end));
    }
    return least;
  }
  VoxelLength LengthTo(const Voxel& start, const Voxel& end) const {
    return AllLengths(FreeFor(start, end), start)[bits_.size().IdOf(end)];
  }

 private:
  VoxelLength LengthOutAndBack(const Voxel& start) const {
    const std::vector<VoxelLength> lengths = AllLengths(FreeFor(start, start), start);
    VoxelLength least = kNoVoxelLength;
    for (const Voxel& voxel : FreeVoxels(open_)) {
      const VoxelLength length = lengths[bits_.size().IdOf(voxel)];
      if (length != kNoVoxelLength) least = std::min(least, 2 * length);
    }
    return least;
  }

  const VoxelBits& bits_;
  const VolumeView& volume_;
  const std::vector<TriggerBox>& boxes_;
  VoxelBits open_;
};

class VolumeTriggersTest : public ::testing::Test {
 protected:
  // Two voxels a metre, far from the origin.
  void Make(const VoxelBits& bits) {
    data_ = PackVolume(bits, Vec3(-3.25, 100, 7.5), 0.5);
    view_.emplace(*VolumeView::Create(data_));
  }
  static void ExpectWalk(const VoxelBits& free, const Voxel& start, const VolumePath& path) {
    if (path.turns.size() == 3 && path.turns[0] == path.turns[2]) return;  // out and back
    ExpectPath(free, start, path.turns.back(), path);
  }

  VolumeData data_;
  std::optional<VolumeView> view_;
  VolumeSearchScratch scratch_;
  TriggerWalkOptions options_;
};

TEST_F(VolumeTriggersTest, AgreesWithTryingEveryEnd) {
  Random random(31);
  int found = 0;
  int begun_inside = 0;
  int unreachable = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto side = [&] { return 1 + random.NextBelow(6); };
    const VoxelBits bits =
        RandomVoxels({{side(), side(), side()}}, random.NextBelow(40), random.NextBelow(3), random);
    const std::vector<Voxel> free = FreeVoxels(bits);
    if (free.empty()) continue;
    Make(bits);
    std::vector<TriggerBox> boxes(1 + random.NextBelow(3));
    for (TriggerBox& box : boxes) {
      const Vec3 first = view_->MiddleOf({{0, 0, 0}});
      const auto within = [&](double from_m, uint32_t voxels) {
        return random.NextInRange(from_m - 0.5, from_m + voxels * 0.5);
      };
      const auto& sides = bits.size().sides;
      const Vec3 low(within(first.x, sides[0]), within(first.y, sides[1]), within(first.z, sides[2]));
      box.box = {low, low + Vec3(2 * random.NextUnit(), 2 * random.NextUnit(), 2 * random.NextUnit())};
      box.is_one_way = random.NextBelow(3) > 0;
    }
    const auto made = VolumeTriggers::Make(*view_, boxes);
    const VolumeTriggers& triggers = **made;
    const SlowTriggers slow(bits, *view_, boxes);
    for (int pair = 0; pair < 3; ++pair) {
      const Voxel start = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
      const Voxel goal = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
      ASSERT_EQ(triggers.SetOffAt(start), slow.SetOffAt(start));
      const auto expect = [&](const VolumePath& path, VoxelLength length) {
        if (length == kNoVoxelLength) {
          ++unreachable;
          ASSERT_EQ(path.outcome, SearchOutcome::kExhausted);
          return;
        }
        ++found;
        begun_inside += slow.SetOffAt(start) ? 1 : 0;
        ASSERT_EQ(path.outcome, SearchOutcome::kFound);
        ASSERT_EQ(path.length, length);
        ExpectWalk(slow.FreeFor(start, path.turns.back()), start, path);
      };
      for (uint32_t exit = 0; exit < boxes.size(); ++exit) {
        const VolumePath path = triggers.WalkInto(exit, start, kNoVoxelLength, options_, scratch_);
        ASSERT_NO_FATAL_FAILURE(expect(path, slow.LengthInto(exit, start))) << round << " into " << exit;
        if (path.outcome != SearchOutcome::kFound) continue;
        ASSERT_TRUE(slow.Holds(exit, path.turns.back()));
        const VolumePath none = triggers.WalkInto(exit, start, path.length, options_, scratch_);
        ASSERT_TRUE(path.length == 0 || none.outcome == SearchOutcome::kExhausted) << round;
      }
      const VolumePath path = triggers.WalkTo(start, goal, kNoVoxelLength, options_, scratch_);
      ASSERT_NO_FATAL_FAILURE(expect(path, slow.LengthTo(start, goal))) << round;
      ASSERT_EQ(path.outcome == SearchOutcome::kFound,
                path.turns.empty() ? false : path.turns.back() == goal);
    }
  }
  EXPECT_GT(found, 3000);
  EXPECT_GT(begun_inside, 500);
  EXPECT_GT(unreachable, 1000);
}

TEST_F(VolumeTriggersTest, ABoxHoldsTheVoxelsWhoseMiddlesItHolds) {
  VoxelBits bits(VolumeSize{{4, 4, 4}});
  bits.SetAllFree();
  Make(bits);
  const Vec3 middle = view_->MiddleOf({{1, 2, 3}});
  const auto is_one = [&](const Aabb& box, const Voxel& low, const Voxel& high) {
    const std::optional<VoxelBox> voxels = VoxelsIn(*view_, box);
    return voxels.has_value() && voxels->low == low && voxels->high == high;
  };
  EXPECT_TRUE(is_one({middle, middle}, {{1, 2, 3}}, {{1, 2, 3}}));
  EXPECT_TRUE(is_one({middle - Vec3(0.5, 0.49, 0), middle + Vec3(0.49, 0.5, 9)}, {{0, 2, 3}}, {{1, 3, 3}}));
  EXPECT_TRUE(is_one({Vec3(-1e9, -1e9, -1e9), Vec3(1e9, 1e9, 1e9)}, {{0, 0, 0}}, {{3, 3, 3}}));
  const Vec3 off(0.01, 0.01, 0.01);
  EXPECT_FALSE(VoxelsIn(*view_, {middle + off, middle + Vec3(0.49, 0.49, 0.49)}).has_value());
  EXPECT_FALSE(VoxelsIn(*view_, {Vec3(50, 0, 0), Vec3(60, 200, 200)}).has_value());
  EXPECT_FALSE(VoxelsIn(*view_, {Vec3(-60, 0, 0), Vec3(-50, 200, 200)}).has_value());
}

TEST_F(VolumeTriggersTest, LimitsEndWalks) {
  Random random(4);
  const VoxelBits bits = RandomVoxels({{40, 40, 40}}, 30, 0, random);
  const std::vector<Voxel> free = FreeVoxels(bits);
  Make(bits);
  const Vec3 far = view_->MiddleOf({{39, 39, 39}});
  const std::vector<TriggerBox> boxes = {{{far - Vec3(3, 3, 3), far}, true}};
  const auto made = VolumeTriggers::Make(*view_, boxes);
  const VolumeTriggers& triggers = **made;
  options_.max_expansions = 5;
  const VolumePath path = triggers.WalkInto(0, free.front(), kNoVoxelLength, options_, scratch_);
  EXPECT_EQ(path.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_LE(path.expanded, 5U);
}

}  // namespace
}  // namespace waystone
