// What requests close in baked volumes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "core/move/move_validator.h"
#include "core/store/loaded_map.h"
#include "core/surface/volume/volumes_of_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/oracle/plain_volume_search.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

constexpr int kSides[] = {24, 12, 16};

class VolumeChanges : public testing::Test {
 protected:
  // A tunnel of 24 x 12 x 16 m of air with some blocks in it; the agent reaches 0.4 m to each side and 0.9 m up and down.
  void Load(uint32_t box_count, Random& random) {
    std::string text = StrCat("voxel ", kSides[0], " ", kSides[1], " ", kSides[2], "\n");
    for (uint32_t box = 0; box < box_count; ++box) {
      const uint32_t x = random.NextBelow(20);
      const uint32_t y = random.NextBelow(9);
      const uint32_t z = random.NextBelow(13);
      for (uint32_t k = 0; k < 48; ++k) StrAppend(text, x + k % 4, " ", y + k / 4 % 3, " ", z + k / 12, "\n");
    }
    WriteFile(folder_.File("air.3dmap"), text);
    WriteFile(folder_.File("air.3dmap.bake.yaml"),
              "agents: [{name: drone, radius_m: 0.4, height_m: 1.8}]\n"
              "doors: [{name: gate, volumes: [{box: [[10, 0, 0], [11, 12, 16]]}]}]\n");
    const ProgramRun run = Bake({folder_.File("air.3dmap"), "-o", folder_.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    map_ = *LoadedMap::Load(folder_.File("air.waymap"));
  }

  RouteAnswer Plan(const Vec3& from, const Vec3& to, const RouteChanges& changes) {
    RouteQuery query;
    query.start = from;
    query.goals = {to};
    query.snap = {0.01, 0.01, 0.01};
    query.allow_partial = false;
    query.changes = changes;
    const auto answer = PlanRoute(*map_->View(""), query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(RouteAnswer());
  }

  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
  Scratch scratch_;
};

Vec3 RandomPlace(Random& random) {
  return {random.NextBelow(24) + 0.5, random.NextBelow(12) + 0.5, random.NextBelow(16) + 0.5};
}

// Convex: a box, possibly turned, or a cylinder. Absolute.
Solid RandomSolid(Random& random) {
  Solid solid;
  const Vec3 middle = RandomPlace(random);
  const double turn = random.NextUnit();
  const double half_m = 0.3 + 2 * random.NextUnit();
  for (int k = 0; k < 4; ++k) {
    const double angle = turn + k * 1.5707963267948966;
    solid.corners.push_back({middle.x + half_m * std::cos(angle), middle.z + half_m * std::sin(angle)});
  }
  if (random.NextBelow(2) == 0) {
    solid.corners = {middle.Plane()};
    solid.radius_m = half_m;
  }
  solid.min_y = middle.y - 3 * random.NextUnit();
  solid.max_y = middle.y + 3 * random.NextUnit();
  return solid;
}

// [m] From the convex part of the plane; 0 inside.
double DistanceTo_m(const Solid& solid, Vec2 point) {
  double least_m = 1e9;
  bool is_inside = solid.corners.size() > 1;
  for (size_t i = 0; i < solid.corners.size(); ++i) {
    const Vec2 a = solid.corners[i];
    const Vec2 over = solid.corners[(i + 1) % solid.corners.size()] - a;
    const Vec2 to = point - a;
    const double length_sq = over.x * over.x + over.z * over.z;
    const double along =
        length_sq == 0 ? 0 : std::clamp((to.x * over.x + to.z * over.z) / length_sq, 0.0, 1.0);
    least_m = std::min(least_m, Distance(point, a + over * along));
    is_inside = is_inside && over.x * to.z - over.z * to.x >= 0;
  }
  return is_inside ? 0 : least_m;
}

// Whether the body touches the solid if its middle is in the voxel that begins at `low`, by tries.
bool Touches(const Solid& solid, const Vec3& low) {
  if (low.y + 1 <= solid.min_y - 0.9 || low.y >= solid.max_y + 0.9) return false;
  for (int k = 0; k < 81; ++k) {
    const Vec2 place{low.x + k % 9 / 8.0, low.z + k / 9 / 8.0};
    if (DistanceTo_m(solid, place) < solid.radius_m + 0.4) return true;
  }
  return false;
}

TEST_F(VolumeChanges, RoutesGoRoundSolidsByTheShortestWay) {
  Random random(5);
  int found_count = 0;
  for (int round = 0; round < 12; ++round) {
    Load(6, random);
    const MapView baked = *map_->View("");
    const Vec3 origin = baked.manifest->origin;
    RouteChanges changes;
    std::vector<Solid> solids;
    for (int k = 0; k < 5; ++k) solids.push_back(RandomSolid(random));
    for (const Solid& solid : solids) {
      Solid& local = changes.solids.emplace_back(solid);
      for (Vec2& corner : local.corners) corner = corner - origin.Plane();
      local.min_y -= origin.y;
      local.max_y -= origin.y;
    }
    const MapView applied = *baked.surface->Apply(baked, changes, ZonesNeed::kCompute, Deadline());
    const VolumeView& volume = VolumeOf(baked);
    const VolumeView& left = VolumeOf(applied);
    VoxelBits bits(volume.size());
    int tight_count = 0;
    for (uint32_t id = 0; id < volume.size().VoxelCount(); ++id) {
      const Voxel voxel = volume.size().VoxelOf(id);
      const Vec3 low = volume.MiddleOf(voxel) + origin - Vec3(0.5, 0.5, 0.5);
      const bool touches =
          std::ranges::any_of(solids, [&](const Solid& solid) { return Touches(solid, low); });
      EXPECT_FALSE(touches && left.IsFree(voxel)) << id;
      EXPECT_FALSE(!volume.IsFree(voxel) && left.IsFree(voxel)) << id;
      if (left.IsFree(voxel)) bits.SetFree(voxel);
      // The tries miss places between them only.
      if (volume.IsFree(voxel) && !touches && !left.IsFree(voxel)) ++tight_count;
    }
    EXPECT_LT(tight_count, 60);
    const VolumeData packed = PackVolume(bits, {}, 1);
    const VolumeView plain = *VolumeView::Create(packed);
    PlainVolumeSearch search(plain);
    for (int k = 0; k < 40; ++k) {
      const Vec3 from = RandomPlace(random);
      const Vec3 to = RandomPlace(random);
      const Voxel first = volume.VoxelAt(from - origin);
      const Voxel last = volume.VoxelAt(to - origin);
      const RouteAnswer answer = Plan(from, to, changes);
      if (!plain.IsFree(first) || !plain.IsFree(last)) {
        EXPECT_NE(answer.status, RouteStatus::kComplete);
        const bool was_free = volume.IsFree(first) && volume.IsFree(last);
        if (was_free) {
          EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
        }
        continue;
      }
      const auto length = search.Find(first, last);
      ASSERT_EQ(answer.status == RouteStatus::kComplete, length.has_value());
      if (length) {
        EXPECT_NEAR(answer.cost_m, InVoxels(*length), 1e-6);
        ++found_count;
      } else if (volume.PartOf(first) == volume.PartOf(last)) {
        EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
      }
    }
  }
  EXPECT_GT(found_count, 100);
}

TEST_F(VolumeChanges, DoorsCloseTheSpaceBehindThem) {
  Random random(6);
  Load(0, random);
  ASSERT_EQ(map_->View("")->doors.size(), 1U);
  RouteChanges changes;
  changes.solids = map_->View("")->doors[0].solids;
  const Vec3 here(3.5, 4.5, 5.5);
  const Vec3 there(20.5, 4.5, 5.5);
  EXPECT_EQ(Plan(here, there, {}).status, RouteStatus::kComplete);
  EXPECT_EQ(Plan(here, there, changes).status, RouteStatus::kUnreachable);
  EXPECT_EQ(Plan(here, there, changes).reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(Plan(here, {8.5, 9.5, 2.5}, changes).status, RouteStatus::kComplete);

  DistanceQuery distances;
  distances.sources = {here};
  distances.targets = {there, {8.5, 4.5, 5.5}};
  distances.changes = changes;
  const auto measured = MeasureDistances(*map_->View(""), distances, scratch_);
  ASSERT_TRUE(measured.ok()) << measured.status();
  EXPECT_EQ(measured->statuses[0], DistanceStatus::kUnreachable);
  EXPECT_NEAR(measured->distance_m[1], 5, 1e-9);

  MoveQuery move;
  const std::vector<Vec3> samples = {here, there};
  move.samples = samples;
  EXPECT_EQ(ValidateMove(*map_->View(""), move, scratch_)->verdict, MoveVerdict::kLegal);
  move.changes = &changes;
  EXPECT_EQ(ValidateMove(*map_->View(""), move, scratch_)->violation.kind, MoveViolationKind::kUnreachable);
}

TEST_F(VolumeChanges, ClearanceKeepsRoutesAwayFromWalls) {
  Random random(7);
  Load(4, random);
  RouteChanges changes;
  changes.min_clearance_m = 1.5;
  const MapView baked = *map_->View("");
  const Vec3 origin = baked.manifest->origin;
  int found_count = 0;
  for (int k = 0; k < 60; ++k) {
    const RouteAnswer answer = Plan(RandomPlace(random), RandomPlace(random), changes);
    if (answer.status != RouteStatus::kComplete) continue;
    ++found_count;
    for (size_t i = 1; i < answer.points.size(); ++i) {
      for (double share = 0; share <= 1; share += 0.1) {
        const Vec3 at = answer.points[i - 1] + (answer.points[i] - answer.points[i - 1]) * share - origin;
        EXPECT_GE(baked.surface->Senses(baked).room_m({PolyId(0), at}, 2), 1.5 - 1e-9);
      }
    }
  }
  EXPECT_GT(found_count, 3);
  EXPECT_EQ(Plan({0.5, 5.5, 5.5}, {20.5, 5.5, 5.5}, changes).status, RouteStatus::kStartOffMesh);
}

}  // namespace
}  // namespace waystone
