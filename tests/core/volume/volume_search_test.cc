#include "core/volume/volume_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/volume/volume_flood.h"
#include "tests/core/volume/drawn_volume.h"
#include "tests/core/volume/slow_volume_paths.h"
#include "tests/oracle/plain_volume_search.h"

namespace waystone {
namespace {

class VolumeSearchTest : public ::testing::Test {
 protected:
  void Find(const VolumeView& view, const Voxel& start, const Voxel& goal) {
    query_.start = start;
    query_.goal = goal;
    FindVolumePath(view, query_, scratch_, path_);
  }

  // From one free voxel to each of the others, or to some of them.
  void ExpectShortestFrom(const VoxelBits& bits, const Voxel& start, size_t every) {
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    const std::vector<VoxelLength> lengths = AllLengths(bits, start);
    const std::vector<Voxel> free = FreeVoxels(bits);
    for (size_t i = 0; i < free.size(); i += every) {
      Find(view, start, free[i]);
      const VoxelLength best = lengths[bits.size().IdOf(free[i])];
      if (best == kNoVoxelLength) {
        ASSERT_EQ(path_.outcome, SearchOutcome::kExhausted);
        ASSERT_TRUE(path_.turns.empty());
        continue;
      }
      ASSERT_EQ(path_.outcome, SearchOutcome::kFound);
      ASSERT_EQ(path_.length, best);
      ExpectPath(bits, query_.start, query_.goal, path_);
    }
  }

  VolumeSearchScratch scratch_;
  VolumeQuery query_;
  VolumePath path_;
};

TEST_F(VolumeSearchTest, AllSmallVolumesAllPairs) {
  const VolumeSize size{{2, 2, 3}};
  for (uint32_t pattern = 1; pattern < 1U << 12U; ++pattern) {
    VoxelBits bits(size);
    for (uint32_t id = 0; id < 12; ++id) {
      if ((pattern >> id & 1) != 0) bits.SetFree(size.VoxelOf(id));
    }
    for (const Voxel& start : FreeVoxels(bits)) ASSERT_NO_FATAL_FAILURE(ExpectShortestFrom(bits, start, 1));
  }
}

TEST_F(VolumeSearchTest, RandomVolumes) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    const auto side = [&] { return 1 + random.NextBelow(13); };
    const VoxelBits bits =
        RandomVoxels({{side(), side(), side()}}, random.NextBelow(45), random.NextBelow(6), random);
    const std::vector<Voxel> free = FreeVoxels(bits);
    if (free.empty()) continue;
    const Voxel start = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    ASSERT_NO_FATAL_FAILURE(ExpectShortestFrom(bits, start, 1)) << "round " << round;
  }
}

TEST_F(VolumeSearchTest, PathsLongerThanAskedForAreNotFound) {
  Random random(12);
  int found_count = 0;
  for (int round = 0; round < 400; ++round) {
    const VoxelBits bits = RandomVoxels({{12, 9, 11}}, 10 + random.NextBelow(30), 3, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    const std::vector<Voxel> free = FreeVoxels(bits);
    VolumeQuery query;
    query.start = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    query.goal = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    FindVolumePath(view, query, scratch_, path_);
    if (path_.outcome != SearchOutcome::kFound || path_.length == 0) continue;
    ++found_count;
    const VoxelLength length = path_.length;
    for (const VoxelLength less : {VoxelLength{0}, VoxelLength{1}, length / 3}) {
      query.max_length = length - less;
      FindVolumePath(view, query, scratch_, path_);
      EXPECT_EQ(path_.outcome, less == 0 ? SearchOutcome::kFound : SearchOutcome::kExhausted);
      EXPECT_EQ(path_.length, less == 0 ? length : 0);
      EXPECT_EQ(path_.turns.empty(), less != 0);
    }
  }
  EXPECT_GT(found_count, 200);
}

TEST_F(VolumeSearchTest, LargeOpenVolumesOfBoxes) {
  Random random(5);
  for (int round = 0; round < 12; ++round) {
    const VoxelBits bits = RandomVoxels({{40, 70, 33}}, round % 3 == 0 ? 1 : 0, 150, random);
    const std::vector<Voxel> free = FreeVoxels(bits);
    const Voxel start = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    ASSERT_NO_FATAL_FAILURE(ExpectShortestFrom(bits, start, 331)) << "round " << round;
  }
}

// Large enough for most searches to go on from both ends.
TEST_F(VolumeSearchTest, CrowdedVolumesAndIslands) {
  Random random(21);
  for (int round = 0; round < 20; ++round) {
    const VoxelBits bits = RandomVoxels({{28, 24, 31}}, 4 + random.NextBelow(40), 12, random);
    const std::vector<Voxel> free = FreeVoxels(bits);
    const Voxel start = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    ASSERT_NO_FATAL_FAILURE(ExpectShortestFrom(bits, start, 41)) << "round " << round;
  }
}

TEST_F(VolumeSearchTest, ThePlainSearchFindsTheSameLengths) {
  Random random(9);
  const VoxelBits bits = RandomVoxels({{20, 20, 20}}, 20, 10, random);
  const VolumeData data = PackVolume(bits, {}, 1);
  const VolumeView view = *VolumeView::Create(data);
  PlainVolumeSearch plain(view);
  const std::vector<Voxel> free = FreeVoxels(bits);
  const std::vector<VoxelLength> lengths = AllLengths(bits, free[17]);
  for (size_t i = 0; i < free.size(); i += 37) {
    EXPECT_EQ(plain.Find(free[17], free[i]).value_or(kNoVoxelLength), lengths[bits.size().IdOf(free[i])]);
  }
}

TEST_F(VolumeSearchTest, AFloodKnowsAllLengthsThatItHasGrownTo) {
  Random random(13);
  VolumeFlood flood;
  int limited = 0;
  for (int round = 0; round < 20; ++round) {
    const VoxelBits bits = RandomVoxels({{15, 12, 14}}, 25, 4, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    const std::vector<Voxel> free = FreeVoxels(bits);
    const std::vector<VoxelLength> lengths = AllLengths(bits, free[40]);
    flood.Begin(view, free[40]);
    const auto is_near = [](VoxelLength length) { return length < 3 * kVoxelStepLengths[1]; };
    if (std::ranges::count_if(lengths, is_near) > 5) {
      ++limited;
      ASSERT_EQ(flood.GrowTo(3 * kVoxelStepLengths[1], 5, {}), SearchOutcome::kExpansionLimit);
      ASSERT_EQ(flood.expansions(), 5U);
    }
    for (const VoxelLength limit : {5 * kVoxelStepLengths[1], 100 * kVoxelStepLengths[1]}) {
      ASSERT_EQ(flood.GrowTo(limit, 1'000'000, {}), SearchOutcome::kExhausted);
      ASSERT_EQ(flood.grown_to(), limit);
      for (const Voxel& voxel : free) {
        const VoxelLength length = lengths[bits.size().IdOf(voxel)];
        if (length > limit) continue;
        ASSERT_EQ(flood.LengthTo(voxel), length);
      }
    }
    for (const Voxel& voxel : free) ASSERT_EQ(flood.LengthTo(voxel), lengths[bits.size().IdOf(voxel)]);
  }
  EXPECT_GT(limited, 10);
}

TEST_F(VolumeSearchTest, FindsTheBestOfManySources) {
  Random random(17);
  int found = 0;
  int too_long = 0;
  for (int round = 0; round < 1500; ++round) {
    // Every 20th is large enough for most searches to go on from both ends.
    const auto side = [&] { return round % 20 == 0 ? 24 + random.NextBelow(8) : 1 + random.NextBelow(11); };
    const VolumeSize size{{side(), side(), side()}};
    const VoxelBits bits = RandomVoxels(size, random.NextBelow(50), random.NextBelow(5), random);
    const std::vector<Voxel> free = FreeVoxels(bits);
    if (free.empty()) continue;
    const Voxel goal = free[random.NextBelow(static_cast<uint32_t>(free.size()))];
    std::vector<VoxelBox> boxes(1 + random.NextBelow(3));
    for (VoxelBox& box : boxes) {
      for (size_t a = 0; a < 3; ++a) {
        box.low.along[a] = static_cast<int32_t>(random.NextBelow(size.sides[a]));
        const uint32_t most = size.sides[a] - static_cast<uint32_t>(box.low.along[a]);
        box.high.along[a] = box.low.along[a] + static_cast<int32_t>(random.NextBelow(std::min(most, 6U)));
      }
    }
    const bool is_even = random.NextBelow(2) == 0;  // all sources have the same behind them
    std::vector<VoxelLength> before(size.VoxelCount());
    for (VoxelLength& length : before) {
      const uint32_t k = random.NextBelow(5);
      length = k == 4 ? kNoVoxelLength : is_even ? 0 : kVoxelStepLengths[k];
    }
    const auto length_before = [&](const Voxel& voxel) { return before[size.IdOf(voxel)]; };
    const std::vector<VoxelLength> lengths = AllLengths(bits, goal);
    VoxelLength best = kNoVoxelLength;
    for (const Voxel& voxel : free) {
      const auto holds = [&](const VoxelBox& box) { return box.Contains(voxel); };
      const uint32_t id = size.IdOf(voxel);
      if (std::ranges::none_of(boxes, holds) || before[id] == kNoVoxelLength) continue;
      if (lengths[id] != kNoVoxelLength) best = std::min(best, before[id] + lengths[id]);
    }
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    query_.goal = goal;
    for (const VoxelLength below : {kNoVoxelLength, 4 * kVoxelStepLengths[1], best}) {
      FindPathFromAny(view, {boxes, length_before}, query_, below, scratch_, path_);
      if (best >= below) {
        ++too_long;
        ASSERT_EQ(path_.outcome, SearchOutcome::kExhausted) << "round " << round;
        ASSERT_TRUE(path_.turns.empty());
        continue;
      }
      ++found;
      ASSERT_EQ(path_.outcome, SearchOutcome::kFound) << "round " << round;
      ASSERT_EQ(path_.length, best) << "round " << round;
      const Voxel from = path_.turns[0];
      path_.length -= length_before(from);
      ExpectPath(bits, from, goal, path_);
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(too_long, 1000);
}

TEST_F(VolumeSearchTest, GoesUpThroughAHole) {
  const VoxelBits bits = DrawnVoxels({{"....", "....", "...."},    //
                                      {"####", "###.", "####"},    //
                                      {"....", "....", "...."}});  //
  const VolumeData data = PackVolume(bits, {}, 1);
  Find(*VolumeView::Create(data), {{0, 0, 0}}, {{0, 2, 0}});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
  ExpectPath(bits, query_.start, query_.goal, path_);
  // To below the hole, straight up, and back.
  EXPECT_EQ(path_.length, 2 * (kVoxelStepLengths[2] + 2 * kVoxelStepLengths[1]) + 2 * kVoxelStepLengths[1]);
}

TEST_F(VolumeSearchTest, LimitsEndIt) {
  Random random(2);
  const VoxelBits bits = RandomVoxels({{60, 60, 60}}, 35, 0, random);
  const VolumeData data = PackVolume(bits, {}, 1);
  const VolumeView view = *VolumeView::Create(data);
  const std::vector<Voxel> free = FreeVoxels(bits);
  query_.max_expansions = 10;
  Find(view, free.front(), free.back());
  EXPECT_EQ(path_.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_EQ(path_.expanded, 10U);
  query_.max_expansions = 1'000'000;
  const std::atomic<bool> is_cancelled = true;
  query_.deadline = Deadline(Deadline::Clock::time_point::max(), &is_cancelled);
  Find(view, free.front(), free.back());
  EXPECT_EQ(path_.outcome, SearchOutcome::kCancelled);
}

}  // namespace
}  // namespace waystone
