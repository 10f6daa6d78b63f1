// Volumes that lose free voxels.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include "core/volume/level_clearance.h"
#include "core/volume/voxel_clearance.h"
#include "tests/core/volume/drawn_volume.h"

namespace waystone {
namespace {

VoxelBits WithoutSome(const VoxelBits& bits, uint32_t box_count, Random& random) {
  const VoxelBits other = RandomVoxels(bits.size(), random.NextBelow(2), box_count, random);
  VoxelBits left = bits;
  for (const Voxel& voxel : FreeVoxels(bits)) {
    if (!other.IsFree(voxel)) left.SetBlocked(voxel);
  }
  return left;
}

TEST(VolumeChanges, RepackingMakesWhatPackingMakes) {
  Random random(21);
  for (int round = 0; round < 60; ++round) {
    const VolumeSize size{{1 + random.NextBelow(140), 1 + random.NextBelow(12), 1 + random.NextBelow(70)}};
    const VoxelBits bits = RandomVoxels(size, random.NextBelow(12), random.NextBelow(8), random);
    const VolumeData was = PackVolume(bits, {1, 2, 3}, 0.5);
    const VoxelBits left = WithoutSome(bits, random.NextBelow(5), random);
    std::vector<uint32_t> from;
    const VolumeData data = *RepackVolume(*VolumeView::Create(was), left, Deadline(), from);
    const VolumeData plain = PackVolume(left, {1, 2, 3}, 0.5);
    ASSERT_TRUE(VolumeView::Create(data).ok());
    EXPECT_EQ(data.header.free_count, plain.header.free_count);
    EXPECT_EQ(data.run_rows, plain.run_rows);
    ASSERT_EQ(data.rows.size(), plain.rows.size());
    for (size_t i = 0; i < data.rows.size(); ++i) {
      ASSERT_EQ(data.words[data.rows[i]], plain.words[plain.rows[i]]) << i;
    }
  }
}

TEST(VolumeChanges, RepackingEndsWithTheTimeThereIs) {
  Random random(24);
  const VoxelBits bits = RandomVoxels({{70, 20, 20}}, 1, 3, random);
  const VolumeData was = PackVolume(bits, {}, 1);
  const Deadline late = Deadline::After(std::chrono::nanoseconds(-1));
  std::vector<uint32_t> from;
  for (const VoxelBits& left : {VoxelBits(bits.size()), WithoutSome(bits, 1, random)}) {
    EXPECT_EQ(RepackVolume(*VolumeView::Create(was), left, late, from).status().code(),
              absl::StatusCode::kDeadlineExceeded);
  }
  from.clear();
  const auto none = RepackVolume(*VolumeView::Create(was), VoxelBits(bits.size()), Deadline(), from);
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(none->header.free_count, 0U);
  EXPECT_EQ(none->header.part_count, was.header.part_count);
  EXPECT_TRUE(VolumeView::Create(*none).ok());
}

TEST(VolumeChanges, PiecesOfPartsAreNumberedByTheirParts) {
  Random random(22);
  int split_count = 0;
  for (int round = 0; round < 60; ++round) {
    const VoxelBits bits = RandomVoxels({{13, 9, 11}}, 30 + random.NextBelow(30), 0, random);
    const VolumeData was_data = PackVolume(bits, {}, 1);
    const VolumeView was = *VolumeView::Create(was_data);
    const VoxelBits left = WithoutSome(bits, 4, random);
    std::vector<uint32_t> from;
    const VolumeData data = *RepackVolume(was, left, Deadline(), from);
    const VolumeView now = *VolumeView::Create(data);
    const VolumeData plain_data = PackVolume(left, {}, 1);
    const VolumeView plain = *VolumeView::Create(plain_data);
    const uint32_t part_count = was.header().part_count;
    EXPECT_EQ(now.header().part_count, part_count + from.size());
    split_count += static_cast<int>(from.size());
    std::map<uint32_t, uint32_t> plain_of;
    std::map<uint32_t, size_t> sizes;
    for (const Voxel& voxel : FreeVoxels(left)) {
      const uint32_t part = *now.PartOf(voxel);
      // The same pieces, and each lies in the part that it is of.
      EXPECT_EQ(plain_of.try_emplace(part, *plain.PartOf(voxel)).first->second, *plain.PartOf(voxel));
      ASSERT_EQ(part < part_count ? part : from[part - part_count], *was.PartOf(voxel));
      ++sizes[part];
    }
    EXPECT_EQ(plain_of.size(), plain.header().part_count);
    for (uint32_t k = 0; k < from.size(); ++k) EXPECT_LE(sizes[part_count + k], sizes[from[k]]);
  }
  EXPECT_GT(split_count, 20);
}

TEST(VolumeChanges, ClearanceBlocksWhatIsNearerThanItsReach) {
  Random random(23);
  for (const double reach : {0.3, 1.0, 1.5, 2.0, 3.2, 4.5}) {
    for (int round = 0; round < 4; ++round) {
      const VoxelBits bits = RandomVoxels({{72, 9, 10}}, 0, 1 + random.NextBelow(3), random);
      VoxelBits left = bits;
      ASSERT_TRUE(BlockNear(reach, Deadline(), left).ok());
      for (uint32_t id = 0; id < bits.size().VoxelCount(); ++id) {
        const Voxel voxel = bits.size().VoxelOf(id);
        double least_sq = 1e9;
        for (size_t axis = 0; axis < 3; ++axis) {
          const auto side = static_cast<int32_t>(bits.size().sides[axis]);
          const double off = std::min(voxel.along[axis], side - 1 - voxel.along[axis]);
          least_sq = std::min(least_sq, off * off);
        }
        const int32_t most = 5;
        for (int32_t z = -most; z <= most; ++z) {
          for (int32_t y = -most; y <= most; ++y) {
            for (int32_t x = -most; x <= most; ++x) {
              const Voxel other{{voxel.along[0] + x, voxel.along[1] + y, voxel.along[2] + z}};
              if (!bits.size().Contains(other) || bits.IsFree(other)) continue;
              double sq = 0;
              for (const int32_t off : {x, y, z}) {
                const double gap = std::max(std::abs(off) - 1, 0);
                sq += gap * gap;
              }
              least_sq = std::min(least_sq, sq);
            }
          }
        }
        ASSERT_EQ(left.IsFree(voxel), bits.IsFree(voxel) && least_sq >= reach * reach) << id << " " << reach;
      }
    }
  }
  VoxelBits late(VolumeSize{{3, 3, 3}});
  EXPECT_EQ(BlockNear(1, Deadline::After(std::chrono::nanoseconds(-1)), late).code(),
            absl::StatusCode::kDeadlineExceeded);
}

// Around each blocked voxel.
VoxelBits SlowlyBlockedNear(double reach, const VoxelBits& bits) {
  VoxelBits left = bits;
  const auto most = static_cast<int32_t>(std::ceil(reach));
  for (uint32_t id = 0; id < bits.size().VoxelCount(); ++id) {
    const Voxel voxel = bits.size().VoxelOf(id);
    if (bits.IsFree(voxel)) continue;
    for (int32_t z = -most; z <= most; ++z) {
      for (int32_t y = -most; y <= most; ++y) {
        const double y_gap = std::max(std::abs(y) - 1, 0);
        const double z_gap = std::max(std::abs(z) - 1, 0);
        const double rest = reach * reach - y_gap * y_gap - z_gap * z_gap;
        const Voxel row{{0, voxel.along[1] + y, voxel.along[2] + z}};
        if (rest <= 0 || !bits.size().Contains(row)) continue;
        const auto along = static_cast<int32_t>(std::ceil(std::sqrt(rest)));
        left.BlockRun(std::max(voxel.along[0] - along, 0),
                      std::min(voxel.along[0] + along, static_cast<int32_t>(bits.size().sides[0]) - 1),
                      row.along[1], row.along[2]);
      }
    }
  }
  return left;
}

TEST(VolumeChanges, ClearanceByLevelsBlocksTheSameVoxels) {
  Random random(24);
  for (int round = 0; round < 200; ++round) {
    const auto side = [&](uint32_t most) { return 1 + random.NextBelow(most); };
    const VolumeSize size{{side(150), side(30), side(30)}};
    const VoxelBits bits =
        RandomVoxels(size, random.NextBelow(3) == 0 ? random.NextBelow(6) : 0, random.NextBelow(4), random);
    // Also reaches whose squares are whole, where rounding would tell.
    const double reach = round % 3 == 0   ? 1 + random.NextBelow(9)
                         : round % 3 == 1 ? std::sqrt(1.0 + random.NextBelow(70))
                                          : random.NextInRange(0.1, 9);
    VoxelBits left = bits;
    const Deadline forever;
    DeadlinePoll poll(forever, 1);
    BlockNearByLevels(reach, poll, left);
    const VoxelBits slow = SlowlyBlockedNear(reach, bits);
    for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
      ASSERT_EQ(left.IsFree(size.VoxelOf(id)), slow.IsFree(size.VoxelOf(id))) << round << " " << reach;
    }
  }
}

// Of many single voxels and a long reach, which take too long one by one.
TEST(VolumeChanges, BothWaysToClearanceAgree) {
  Random random(25);
  const VolumeSize size{{130, 40, 40}};
  const VoxelBits bits = RandomVoxels(size, 0, 2, random);
  for (const double reach : {2.0, 4.5, 9.0, 14.0}) {
    VoxelBits few = bits;
    ASSERT_TRUE(BlockNear(reach, Deadline(), few).ok());
    VoxelBits by_levels = bits;
    const Deadline forever;
    DeadlinePoll poll(forever, 1);
    BlockNearByLevels(reach, poll, by_levels);
    for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
      const Voxel voxel = size.VoxelOf(id);
      double off = size.sides[0];
      for (size_t axis = 0; axis < 3; ++axis) {
        const auto last = static_cast<int32_t>(size.sides[axis]) - 1;
        off = std::min<double>(off, std::min(voxel.along[axis], last - voxel.along[axis]));
      }
      ASSERT_EQ(few.IsFree(voxel), by_levels.IsFree(voxel) && off >= reach) << reach;
    }
  }
  VoxelBits many = RandomVoxels(VolumeSize{{70, 70, 70}}, 20, 0, random);
  EXPECT_EQ(BlockNear(8, Deadline::After(std::chrono::nanoseconds(-1)), many).code(),
            absl::StatusCode::kDeadlineExceeded);
}

}  // namespace
}  // namespace waystone
