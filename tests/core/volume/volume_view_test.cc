#include "core/volume/volume_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/volume/forced_steps.h"
#include "tests/core/volume/drawn_volume.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

VolumeData Packed() {
  Random random(3);
  return PackVolume(RandomVoxels({{70, 5, 9}}, 10, 2, random), {1, 2, 3}, 0.5);
}

void ExpectRefused(const VolumeData& data, const char* rule) {
  const auto view = VolumeView::Create(data);
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(view.status().message()), HasSubstr(rule));
}

TEST(VolumeView, KnowsEveryVoxelAlongEveryAxis) {
  Random random(1);
  for (const VolumeSize& size :
       {VolumeSize{{1, 1, 1}}, VolumeSize{{64, 3, 2}}, VolumeSize{{2, 130, 5}}, VolumeSize{{7, 9, 65}}}) {
    const VoxelBits bits = RandomVoxels(size, 30, 3, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    ASSERT_EQ(view.size(), size);
    EXPECT_EQ(view.header().free_count, FreeVoxels(bits).size());
    for (uint32_t id = 0; id < size.VoxelCount(); ++id) {
      const Voxel voxel = size.VoxelOf(id);
      ASSERT_EQ(size.IdOf(voxel), id);
      ASSERT_EQ(view.IsFree(voxel), bits.IsFree(voxel));
      Surroundings around = 0;
      for (int32_t place = 0; place < 27; ++place) {
        const std::array<int32_t, 3> by = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
        const Voxel other{{voxel.along[0] + by[0], voxel.along[1] + by[1], voxel.along[2] + by[2]}};
        if (size.Contains(other) && bits.IsFree(other)) around |= FreeBit(by);
      }
      ASSERT_EQ(view.Around(voxel), around);
      for (size_t axis = 0; axis < 3; ++axis) {
        uint32_t column = 0;
        for (int32_t k = -1; k <= 1; ++k) {
          std::array<int32_t, 3> by{};
          by[axis] = k;
          if ((around & FreeBit(by)) != 0) column |= 1U << static_cast<uint32_t>(k + 1);
        }
        ASSERT_EQ(view.Column(axis, voxel), column);
      }
    }
  }
}

TEST(VolumeView, StopsWhereStepsAreForced) {
  const VolumeData data = Packed();
  const VolumeView view = *VolumeView::Create(data);
  uint32_t stops = 0;
  for (uint32_t id = 0; id < view.size().VoxelCount(); ++id) {
    const Voxel entered = view.size().VoxelOf(id);
    if (!view.IsFree(entered)) continue;
    for (size_t axis = 0; axis < 3; ++axis) {
      const auto bit = static_cast<uint32_t>(entered.along[axis] + 64);
      const VoxelWord& word = view.word(view.RowThrough(axis, entered)[bit / 64]);
      for (const int32_t sign : {-1, 1}) {
        Voxel left = entered;
        left.along[axis] -= sign;
        const bool has_stop = ((sign > 0 ? word.stops_upwards : word.stops_downwards) >> (bit % 64) & 1) != 0;
        const bool is_forced = view.size().Contains(left) && view.IsFree(left) &&
                               ForcedAfterStraight(axis, sign, view.Around(left), view.Around(entered)) != 0;
        ASSERT_EQ(has_stop, is_forced);
        stops += has_stop ? 1 : 0;
      }
    }
  }
  EXPECT_GT(stops, 500U);
}

TEST(VolumeView, PartsAreWhatStraightStepsJoin) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const VoxelBits bits = RandomVoxels({{9, 6, 67}}, 40 + random.NextBelow(40), 0, random);
    const VolumeData data = PackVolume(bits, {}, 1);
    const VolumeView view = *VolumeView::Create(data);
    std::vector<uint32_t> part(bits.size().VoxelCount(), ~0U);
    uint32_t count = 0;
    for (const Voxel& first : FreeVoxels(bits)) {
      if (part[bits.size().IdOf(first)] != ~0U) continue;
      std::vector<Voxel> open = {first};
      part[bits.size().IdOf(first)] = count;
      while (!open.empty()) {
        const Voxel at = open.back();
        open.pop_back();
        ForEachStep(StepsFrom(view.Around(at)), [&](const VoxelStep& step) {
          const Voxel next = After(at, step);
          uint32_t& other = part[bits.size().IdOf(next)];
          if (other == ~0U) open.push_back(next);
          other = count;
        });
      }
      ++count;
    }
    EXPECT_EQ(view.header().part_count, count);
    const std::vector<VoxelBox> boxes = BoxesOfParts(view);
    for (uint32_t id = 0; id < part.size(); ++id) {
      const Voxel voxel = bits.size().VoxelOf(id);
      ASSERT_EQ(view.PartOf(voxel).value_or(~0U), part[id]);
      if (part[id] == ~0U) continue;
      for (size_t axis = 0; axis < 3; ++axis) {
        EXPECT_LE(boxes[part[id]].low.along[axis], voxel.along[axis]);
        EXPECT_GE(boxes[part[id]].high.along[axis], voxel.along[axis]);
      }
    }
  }
}

TEST(VolumeView, PlacesVoxelsInMetres) {
  const VolumeData data = Packed();
  const VolumeView view = *VolumeView::Create(data);
  EXPECT_EQ(view.MiddleOf({{0, 1, 2}}), Vec3(1.25, 2.75, 4.25));
  EXPECT_EQ(view.VoxelAt({1.25, 2.75, 4.25}), (Voxel{{0, 1, 2}}));
  EXPECT_EQ(view.VoxelAt({-1e9, 2.1, 1e9}), (Voxel{{-1, 0, 9}}));
}

TEST(VolumeView, RefusesBytesThatAreNoVolume) {
  const VolumeData good = Packed();
  VolumeData data = good;
  data.header.sides[1] = 0;
  ExpectRefused(data, "sides");
  data = good;
  data.header.sides[1] = 6;
  ExpectRefused(data, "row_start");
  data = good;
  data.header.voxel_m = 0;
  ExpectRefused(data, "voxel_m");
  data = good;
  data.header.corner_m[2] = std::numeric_limits<double>::quiet_NaN();
  ExpectRefused(data, "corner_m");
  data = good;
  data.header.part_count = 0;
  ExpectRefused(data, "runs[0]: no such part");
  data = good;
  data.runs[0].last = 70;
  ExpectRefused(data, "runs[0]: not ascending, or outside");
  data = good;
  data.run_rows[1] = static_cast<uint32_t>(data.runs.size() + 1);
  ExpectRefused(data, "run rows[1]: not ascending");
  data = good;
  data.run_rows.pop_back();
  ExpectRefused(data, "run rows: they do not fit");
  data = good;
  data.header.free_count = 70 * 5 * 9 + 1;
  ExpectRefused(data, "free voxels");
  data = good;
  data.rows.pop_back();
  ExpectRefused(data, "number does not fit");
  data = good;
  data.rows[77] = static_cast<uint32_t>(data.words.size());
  ExpectRefused(data, "rows[77]: no such word");
  data = good;
  data.words[2].stops_upwards = ~data.words[2].free;
  ExpectRefused(data, "words[2]: stops");
  data = good;
  data.words[1].free = 1;
  ExpectRefused(data, "do not begin");
  for (const size_t outside : {size_t{0}, good.rows.size() - 1}) {
    data = good;
    data.rows[outside] = kOpenWordId;
    ExpectRefused(data, "outside of the volume");
  }
  // Beyond the end of a row: 70 voxels, and bit 70 + 64 of it.
  const size_t row = RowsOf({{70, 5, 9}})[0].RowOf(2, 4);
  data = good;
  data.words.push_back({uint64_t{1} << 6U, 0, 0});
  data.rows[row + 2] = static_cast<uint32_t>(data.words.size() - 1);
  ExpectRefused(data, "outside of the volume");
}

}  // namespace
}  // namespace waystone
