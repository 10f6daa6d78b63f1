#include "bake/import/voxel_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace waystone {
namespace {

using testing::HasSubstr;

void ExpectRefused(std::string_view text, std::string_view what) {
  const absl::StatusOr<VoxelBits> bits = ReadVoxelMap(text);
  ASSERT_FALSE(bits.ok()) << text;
  EXPECT_EQ(bits.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(bits.status().message()), HasSubstr(what));
}

TEST(VoxelMap, OnlyListedVoxelsAreBlocked) {
  const absl::StatusOr<VoxelBits> bits =
      ReadVoxelMap("\xef\xbb\xbfvoxel 70 2 3\r\n0 1 2\r\n69 0 0\r\n\r\n69 0 0");
  ASSERT_TRUE(bits.ok()) << bits.status();
  EXPECT_EQ(bits->size(), (VolumeSize{{70, 2, 3}}));
  uint32_t blocked = 0;
  for (uint32_t id = 0; id < bits->size().VoxelCount(); ++id) {
    if (!bits->IsFree(bits->size().VoxelOf(id))) ++blocked;
  }
  EXPECT_EQ(blocked, 2U);
  EXPECT_FALSE(bits->IsFree({{0, 1, 2}}));
  EXPECT_FALSE(bits->IsFree({{69, 0, 0}}));
}

TEST(VoxelMap, OtherTextsAreRefusedByLine) {
  ExpectRefused("", "line 1: must be voxel and the sides");
  ExpectRefused("type octile\n", "line 1: must be voxel");
  ExpectRefused("voxel 3 3\n", "line 1: must be voxel");
  ExpectRefused("voxel 3 3 3 3\n", "line 1: must be voxel");
  ExpectRefused("voxel 3 3 0\n", "line 1: a side must be 1 to 8192");
  ExpectRefused("voxel 8193 1 1\n", "line 1: a side must be");
  ExpectRefused("voxel 8192 8192 8192\n", "line 1: a side must be");
  ExpectRefused("voxel 3 3 3\n1 1 1\n1 1\n", "line 3: '1 1' is not the x, y and z of a voxel");
  ExpectRefused("voxel 3 3 3\n1 1 1.5\n", "line 2: '1 1 1.5' is not");
  ExpectRefused("voxel 3 3 3\n-1 1 1\n", "line 2: '-1 1 1' is not");
  ExpectRefused("voxel 3 3 3\n1 1 3\n", "line 2: the voxel lies outside of the sides");
  ExpectRefused("voxel 3 3 3\n1 1 99999999999\n", "line 2: '1 1 99999999999' is not");
}

}  // namespace
}  // namespace waystone
