// Volumes that lose free voxels.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <vector>

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

}  // namespace
}  // namespace waystone
