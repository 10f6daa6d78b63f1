// waystone-bake on voxels, and on triangles that become a volume.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "core/store/loaded_map.h"
#include "core/surface/volume/volumes_of_map.h"
#include "tests/bake/program/baked_volume.h"
#include "tests/oracle/plain_volume_search.h"
#include "tests/oracle/slow_capsule.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::HasSubstr;

TEST(BakeVoxels, TheyBecomeAVolumeWithItsReason) {
  const TempFolder folder;
  const auto map =
      BakeAndLoad(folder, "wall", Wall(), {"--strict", "--cell-size", "2", "--origin", "100,50,-20"});
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->manifest().surface, SurfaceKind::kVolume);
  EXPECT_THAT(map->manifest().strategy_reason, HasSubstr("in three dimensions"));
  EXPECT_EQ(map->manifest().bounds.min, Vec3(100, 50, -20));
  EXPECT_EQ(map->manifest().bounds.max, Vec3(114, 58, -10));
  const MapView view = *map->View("");
  const VolumeView& volume = VolumeOf(view);
  EXPECT_EQ(volume.size(), (VolumeSize{{7, 4, 5}}));
  EXPECT_EQ(volume.header().free_count, 7U * 4 * 5 - 19 - 3);
  EXPECT_EQ(volume.header().part_count, 2U);
  EXPECT_EQ(volume.MiddleOf({{0, 0, 0}}) + map->manifest().origin, Vec3(101, 51, -19));
}

TEST(BakeVoxels, SettingsTurnThemUpAndFillThemWithWater) {
  const TempFolder folder;
  WriteFile(folder.File("pool.3dmap.bake.yaml"), "up_axis: z\nvolume: {medium: water}\n");
  const auto map = BakeAndLoad(folder, "pool", "voxel 2 3 5\n1 2 4\n");
  ASSERT_NE(map, nullptr);
  const MapView view = *map->View("");
  EXPECT_EQ(VolumeOf(view).size(), (VolumeSize{{2, 5, 3}}));
  EXPECT_FALSE(VolumeOf(view).IsFree({{1, 4, 0}}));
  const RouteAnswer answer = Plan(view, Query({0.5, 0.5, -0.5}, {0.5, 4.5, -0.5}));
  EXPECT_EQ(answer.start_snap_m, 0);
  ASSERT_EQ(answer.legs.size(), 1U);
  EXPECT_EQ(answer.legs[0].kind, LinkKind::kSwim);
  EXPECT_FALSE(answer.legs[0].link.has_value());
}

TEST(BakeVoxels, TheLargestPartIsMainUnlessSpawnsNameAnother) {
  const TempFolder folder;
  const auto main_part_holds = [&](const std::string& settings, const Vec3& position) {
    WriteFile(folder.File("wall.3dmap.bake.yaml"), settings);
    const auto map = BakeAndLoad(folder, "wall", Wall());
    const MapView view = *map->View("");
    const VolumeView& volume = VolumeOf(view);
    const uint32_t part = *volume.PartOf(volume.VoxelAt(position - map->manifest().origin));
    return view.zones->ZoneOf(PolyId(part)) == ZoneId(1);
  };
  EXPECT_TRUE(main_part_holds("{}", {5.5, 0.5, 0.5}));
  EXPECT_FALSE(main_part_holds("{}", {0.5, 0.5, 0.5}));
  EXPECT_TRUE(main_part_holds("spawns: [[0.5, 0.5, 0.5]]", {0.5, 0.5, 0.5}));
  EXPECT_FALSE(main_part_holds("spawns: [[0.5, 0.5, 0.5]]", {5.5, 0.5, 0.5}));
}

TEST(BakeVoxels, WhatCannotBeBakedIsRefusedByName) {
  const TempFolder folder;
  const auto expect_refused = [&](const std::string& source, const std::string& settings,
                                  const std::string& what) {
    WriteFile(folder.File("bad.3dmap"), source);
    WriteFile(folder.File("bad.3dmap.bake.yaml"), settings);
    const ProgramRun run = Bake({folder.File("bad.3dmap"), "-o", folder.path()});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(what));
  };
  expect_refused("voxel 1 1 1\n0 0 0\n", "{}", "bad.3dmap: no voxel is free");
  expect_refused("voxel 1 1\n", "{}", "bad.3dmap: line 1: must be voxel");
  expect_refused(Wall(), "cell_size_m: 0.001", "the cell size is 0.001 m and must be from 0.01 to 100");
  expect_refused("voxel 8000 1 1\n", "cell_size_m: 5", "reach 20000 m from the middle");
  expect_refused(Wall(), "volume: {medium: lava}", "must be air or water");
  expect_refused(Wall(), "agents: [{name: a}, {name: b}]",
                 "a voxel map is free for one agent, and the settings have 2");
  expect_refused(Wall(), "strategy: grid", "the source is voxels, which cannot become that");
}

// A floor of 12 x 12 m under a ceiling at 6 m, halved by a wall at z = 6 with a window of 3 x 2 m, its sill 3 m up.
constexpr std::string_view kRoom =
    "v 0 0 0\nv 12 0 0\nv 12 0 12\nv 0 0 12\nv 0 6 0\nv 12 6 0\nv 12 6 12\nv 0 6 12\n"
    "f 1 4 3 2\nf 5 6 7 8\n"
    "v 0 0 6\nv 12 0 6\nv 12 3 6\nv 0 3 6\nf 9 10 11 12\n"
    "v 0 5 6\nv 12 5 6\nv 12 6 6\nv 0 6 6\nf 13 14 15 16\n"
    "v 4 3 6\nv 4 5 6\nf 12 17 18 13\nv 7 3 6\nv 7 5 6\nf 19 11 14 20\n";

TEST(BakeVoxels, TrianglesBecomeAVolumeIfTheSettingsAskForIt) {
  const TempFolder folder;
  WriteFile(folder.File("room.obj"), kRoom);
  WriteFile(folder.File("room.obj.bake.yaml"),
            "strategy: volume\nvolume: {max: [12, 6, 12]}\nagents: [{name: drone, radius_m: 0.3, height_m: "
            "0.4}]\n");
  const ProgramRun run = Bake({folder.File("room.obj"), "-o", folder.path(), "--strict"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = LoadedMap::Load(folder.File("room.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  const MapView view = *(*map)->View("");
  EXPECT_EQ(VolumeOf(view).header().voxel_m, 0.15);
  EXPECT_EQ(VolumeOf(view).header().part_count, 1U);
  std::vector<SlowTriangle> solid;
  ASSERT_NE(view.collision, nullptr);
  for (const CollisionTriangle& triangle : view.collision->triangles()) {
    SlowTriangle& corners = solid.emplace_back();
    for (size_t k = 0; k < 3; ++k) {
      corners[k] = Vec3(view.collision->vertices()[triangle.vertex[k]]) + (*map)->manifest().origin;
    }
  }
  for (const RouteShape shape : {RouteShape::kTurningPoints, RouteShape::kSmoothed}) {
    RouteQuery query = Query({10, 1, 2}, {1, 1, 10});
    query.shape = shape;
    const RouteAnswer answer = Plan(view, query);
    ASSERT_EQ(answer.status, RouteStatus::kComplete);
    for (size_t i = 1; i < answer.points.size(); ++i) {
      const Vec3 over = answer.points[i] - answer.points[i - 1];
      for (double share = 0; share <= 1; share += 1.0 / 64) {
        const Vec3 at = answer.points[i - 1] + over * share;
        for (const SlowTriangle& triangle : solid) ASSERT_GE(SlowDistance(at, at, triangle), 0.3 - 1e-6);
      }
    }
    // Over the sill: through the window, whose ways are 0.3 m from its frame.
    EXPECT_GT(answer.length_m, 2 * std::sqrt(2.5 * 2.5 + 4 * 4 + 2 * 2));
    EXPECT_LT(answer.length_m, 16);
  }
}

TEST(BakeVoxels, SettingsOfAVolumeOfTrianglesAreChecked) {
  const TempFolder folder;
  WriteFile(folder.File("room.obj"), kRoom);
  const auto expect_refused = [&](const std::string& settings, const std::string& what) {
    WriteFile(folder.File("room.obj.bake.yaml"), "strategy: volume\n" + settings);
    const ProgramRun run = Bake({folder.File("room.obj"), "-o", folder.path()});
    EXPECT_EQ(run.exit_code, 2) << settings;
    EXPECT_THAT(run.err, HasSubstr(what));
  };
  expect_refused("volume: {min: [0, 9, 0], max: [1, 8, 1]}", "volume.min is above volume.max");
  expect_refused("cell_size_m: 0.01\nvolume: {max: [200, 6, 6]}",
                 "voxels of 0.01 m are too many for 200 x 6 x 6 m");
  expect_refused("volume: {min: [1, 2]}", "key 'min'");
  expect_refused("volume: {min: [.nan, 0, 0]}", "finite");
  expect_refused("volume: {max: [12, 6, 12]}\nagents: [{name: whale, radius_m: 9}]", "no voxel is free");
  expect_refused("links: [{kind: jump, start: [1, 0, 1], end: [2, 0, 2]}]", "a volume has no links");
}

TEST(BakeVoxels, EachAgentHasAVolumeOfItsOwn) {
  const TempFolder folder;
  WriteFile(folder.File("room.obj"), kRoom);
  WriteFile(
      folder.File("room.obj.bake.yaml"),
      "strategy: volume\nvolume: {max: [12, 6, 12]}\nspawns: [[10, 1, 2]]\nagents:\n"
      "  - {name: drone, radius_m: 0.3, height_m: 0.4}\n  - {name: whale, radius_m: 1.2, height_m: 2.4}\n");
  const ProgramRun run = Bake({folder.File("room.obj"), "-o", folder.path(), "--strict"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = LoadedMap::Load(folder.File("room.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  const MapView drone = *(*map)->View("drone");
  const MapView whale = *(*map)->View("whale");
  EXPECT_EQ(VolumeOf(drone).header().voxel_m, 0.15);
  EXPECT_EQ(VolumeOf(whale).header().voxel_m, 0.6);
  EXPECT_EQ(VolumeOf(drone).header().part_count, 1U);
  EXPECT_EQ(VolumeOf(whale).header().part_count, 2U);  // the window is 2 m high
  RouteQuery query = Query({10, 2, 2}, {10, 2, 10});
  query.allow_partial = false;
  EXPECT_EQ(Plan(drone, query).status, RouteStatus::kComplete);
  EXPECT_EQ(Plan(whale, query).status, RouteStatus::kUnreachable);
  EXPECT_EQ(Plan(whale, Query({10, 2, 2}, {2, 3, 2})).status, RouteStatus::kComplete);
}

}  // namespace
}  // namespace waystone
