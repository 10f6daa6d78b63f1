#include "core/volume/volume_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <queue>
#include <vector>

#include "core/volume/volume_flood.h"
#include "tests/core/volume/drawn_volume.h"
#include "tests/oracle/plain_volume_search.h"

namespace waystone {
namespace {

// Whether a step may be taken, by the rule itself: the whole box is free.
bool MayStep(const VoxelBits& bits, const Voxel& from, const VoxelStep& step) {
  const Voxel to = After(from, step);
  for (int32_t x = std::min(from.along[0], to.along[0]); x <= std::max(from.along[0], to.along[0]); ++x) {
    for (int32_t y = std::min(from.along[1], to.along[1]); y <= std::max(from.along[1], to.along[1]); ++y) {
      for (int32_t z = std::min(from.along[2], to.along[2]); z <= std::max(from.along[2], to.along[2]); ++z) {
        const Voxel voxel{{x, y, z}};
        if (!bits.size().Contains(voxel) || !bits.IsFree(voxel)) return false;
      }
    }
  }
  return true;
}

// The lengths of shortest paths from a voxel to all others.
std::vector<VoxelLength> AllLengths(const VoxelBits& bits, const Voxel& start) {
  std::vector<VoxelLength> lengths(bits.size().VoxelCount(), kNoVoxelLength);
  using Item = std::pair<VoxelLength, uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  lengths[bits.size().IdOf(start)] = 0;
  open.emplace(0, bits.size().IdOf(start));
  while (!open.empty()) {
    const auto [length, id] = open.top();
    open.pop();
    if (length > lengths[id]) continue;
    const Voxel voxel = bits.size().VoxelOf(id);
    for (const VoxelStep& step : kVoxelSteps) {
      if (!MayStep(bits, voxel, step)) continue;
      const uint32_t next = bits.size().IdOf(After(voxel, step));
      if (length + step.length >= lengths[next]) continue;
      lengths[next] = length + step.length;
      open.emplace(lengths[next], next);
    }
  }
  return lengths;
}

// Walks the path step by step: it turns where it says, and every step may be taken.
void ExpectPath(const VoxelBits& bits, const VolumeQuery& query, const VolumePath& path) {
  ASSERT_FALSE(path.turns.empty());
  EXPECT_EQ(path.turns.front(), query.start);
  EXPECT_EQ(path.turns.back(), query.goal);
  VoxelLength length = 0;
  std::array<int32_t, 3> last{};
  for (size_t i = 1; i < path.turns.size(); ++i) {
    std::array<int32_t, 3> by{};
    int32_t steps = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
      const int32_t over = path.turns[i].along[axis] - path.turns[i - 1].along[axis];
      by[axis] = over > 0 ? 1 : over < 0 ? -1 : 0;
      if (over == 0) continue;
      ASSERT_TRUE(steps == 0 || steps == std::abs(over));
      steps = std::abs(over);
    }
    ASSERT_GT(steps, 0);
    EXPECT_NE(by, last) << "no turn";
    last = by;
    Voxel at = path.turns[i - 1];
    for (; at != path.turns[i];) {
      const VoxelStep step = internal::MakeStep(by[0], by[1], by[2]);
      ASSERT_TRUE(MayStep(bits, at, step));
      at = After(at, step);
      length += step.length;
    }
  }
  EXPECT_EQ(length, path.length);
}

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
      ExpectPath(bits, query_, path_);
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

TEST_F(VolumeSearchTest, GoesUpThroughAHole) {
  const VoxelBits bits = DrawnVoxels({{"....", "....", "...."},    //
                                      {"####", "###.", "####"},    //
                                      {"....", "....", "...."}});  //
  const VolumeData data = PackVolume(bits, {}, 1);
  Find(*VolumeView::Create(data), {{0, 0, 0}}, {{0, 2, 0}});
  EXPECT_EQ(path_.outcome, SearchOutcome::kFound);
  ExpectPath(bits, query_, path_);
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
