// Quake's own levels: nearly everything that its designers put down for players must be reachable from where
// players enter, with drops and jumps found by the baker and lifts, trains, teleporters and water as links.
// docs/quake_audit.md explains each item that is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bake/import/importer.h"
#include "bake/import/source_check.h"
#include "bake/import/surface_table.h"
#include "bake/links/link_generator.h"
#include "bake/links/link_packer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/recast/navmesh_baker.h"
#include "bake/zones/zone_baker.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "tests/support/quake_map.h"
#include "tests/support/quake_swim.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

using ::testing::ElementsAreArray;

// A player is a box of 32 x 32 x 56 units that passes gaps of just 32 (1 m). Voxels lose up to a cell on each
// side, so the agent is a cell narrower.
const AgentProfile kPlayer{.name = "player",
                           .radius_m = 0.4,
                           .height_m = 1.75,
                           .max_climb_m = 0.5625,   // 18 units
                           .max_slope_deg = 45.6};  // a normal of 0.7 up
constexpr VoxelOptions kVoxels{.cell_size_m = 0.1, .cell_height_m = 0.05};
// 270 units a second up against a gravity of 800, 320 forward; falls hurt but do not kill.
constexpr LinkGenOptions kLegs{
    .jump_distance_m = 6.0, .jump_height_m = 1.4, .drop_height_m = 25.0, .spacing_m = 0.5};
constexpr uint64_t kAllAbilities = ~uint64_t{0};
// Boxes of 1 m touch: that far from the middle of an item a player picks it up.
constexpr double kTouch_m = 1.0;
constexpr double kTouchHeight_m = 1.5;

struct Level {
  const char* name;
  const char* start_class;          // where players enter
  size_t pickups;                   // items and weapons
  size_t returning;                 // of them, from where one gets back
  std::vector<std::string> missed;  // that cannot be reached
};

struct Audit {
  size_t pickups = 0;
  size_t returning = 0;
  std::vector<std::string> missed;
};

struct Baked {
  NavmeshData data;
  LinkData links;
  ZoneData zones;
};

std::vector<Vec3> StartsOf(const std::vector<QuakeEntity>& entities, const std::string& classname) {
  std::vector<Vec3> starts;
  for (const QuakeEntity& entity : entities) {
    if (entity.classname == classname) starts.push_back(entity.at + Vec3{0, -kPlayerFeet_m, 0});
  }
  return starts;
}

absl::StatusOr<RayScene> SceneOf(const SourceMap& map, const std::vector<TriangleClass>& classes) {
  std::vector<Vec3f> vertices;
  for (const Vec3& v : map.vertices) vertices.push_back(v.ToFloat());
  std::vector<CollisionTriangle> triangles;
  for (size_t i = 0; i < classes.size(); ++i) {
    const SourceTriangle& t = map.triangles[i];
    if (IsSolid(classes[i])) triangles.push_back({{t[0], t[1], t[2]}});
  }
  return RayScene::Build(vertices, triangles);
}

// Everything is relative to the source's own origin.
Baked Bake(const std::string& base, const std::vector<QuakeEntity>& entities,
           const std::vector<Vec3>& starts) {
  Baked out;
  std::vector<std::string> warnings;
  const absl::StatusOr<ImportedSource> source = ImportSource(base + ".obj", {}, warnings);
  SurfaceTable table;
  table.not_solid.groups = {"water", "slime", "lava", "teleport", "clip"};
  table.ignored.groups = {"mover"};  // doors stand open; lifts are links
  std::vector<TriangleClass> classes = ClassifyTriangles(source->map, table, warnings);
  EXPECT_TRUE(CheckSource(source->map, classes, warnings).ok());
  const BakeInput input{source->map, classes, SolidBounds(source->map, classes), Vec3()};
  const absl::StatusOr<BakeOutcome> polygons =
      BakePolygons(input, *MakeVoxelSettings(kPlayer, kVoxels), kPlayer.max_climb_m, 2, nullptr);
  out.data = *BuildNavmesh(polygons->soup);
  const NavmeshView mesh = *NavmeshView::Create(out.data);
  const absl::StatusOr<RayScene> solid = SceneOf(source->map, classes);
  std::vector<OffMeshLink> links = QuakeLinks(entities);
  const std::vector<OffMeshLink> swims = SwimLinks(source->map, mesh, *solid);
  links.insert(links.end(), swims.begin(), swims.end());
  out.links = PackLinks(links, GenerateLinks(mesh, *solid, kPlayer, kLegs, 2), mesh, Vec3())->data;
  out.zones =
      BakeZones(mesh, *LinkView::Create(out.links, mesh), kAllAbilities, Vec3(), {.spawns = starts}).zones;
  return out;
}

// Ground on which a player touches the item.
std::vector<uint32_t> PolysAt(const NavmeshView& mesh, const Vec3& item) {
  std::vector<uint32_t> polys;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const Vec3 near = ClosestPointOnPoly(mesh, PolyId(p), item);
    if (PlaneDistance(near, item) <= kTouch_m && std::abs(near.y - item.y) <= kTouchHeight_m) {
      polys.push_back(p);
    }
  }
  return polys;
}

Audit AuditOf(const Level& level, const std::string& folder) {
  const std::string base = StrCat(folder, "/", level.name);
  const std::vector<QuakeEntity> entities = ReadQuakeEntities(base + ".entities.csv");
  const std::vector<Vec3> starts = StartsOf(entities, level.start_class);
  const Baked baked = Bake(base, entities, starts);
  const NavmeshView mesh = *NavmeshView::Create(baked.data);
  const ZoneView zones = *ZoneView::Create(baked.zones);
  SurfaceWorkspace surface;
  ReachWorkspace reach;
  std::vector<uint32_t> spawns;
  for (const Vec3& start : starts) {
    spawns.push_back(NearestPoly(mesh, start, Aabb::Around(start, {1, 1, 1}), surface)->poly.value());
  }
  Audit audit;
  for (const QuakeEntity& entity : entities) {
    if (!IsPickup(entity)) continue;
    const Vec3 at = PickupPlace(entity);
    bool reached = false;
    bool returns = false;
    for (const uint32_t poly : PolysAt(mesh, at)) {
      for (const uint32_t spawn : spawns) {
        const bool there = zones.Reaches(spawn, poly, reach);
        reached = reached || there;
        returns = returns || (there && zones.Reaches(poly, spawn, reach));
      }
    }
    ++audit.pickups;
    audit.returning += returns ? 1 : 0;
    if (!reached) audit.missed.push_back(StrCat(entity.classname, " ", at.x, " ", at.y, " ", at.z));
  }
  return audit;
}

const std::vector<Level>& Levels() {
  static const std::vector<Level> levels = {
      {"e1m1", "info_player_start", 37, 36, {"item_health 29.125 -4.25 -76"}},
      {"e1m3",
       "info_player_start",
       70,
       67,
       {"weapon_nailgun -22.25 1.875 38.75", "item_rockets 25.25 -2 7.75",
        "weapon_supershotgun 24.5 -2 11.25"}},
      {"e1m7", "info_player_start", 30, 30, {}},
      {"dm4",
       "info_player_start",
       37,
       32,
       {"weapon_supernailgun 6.25 -4 1", "item_artifact_super_damage 6.25 -3.25 -2.25"}},
      {"dm4",
       "info_player_deathmatch",
       37,
       35,
       {"weapon_supernailgun 6.25 -4 1", "item_artifact_super_damage 6.25 -3.25 -2.25"}},
  };
  return levels;
}

class Quake : public ::testing::TestWithParam<size_t> {};

TEST_P(Quake, WhatPlayersPickUpIsReachableFromWhereTheyEnter) {
  WS_TEST_DATA_OR_SKIP(folder, "quake");
  const Level& level = Levels()[GetParam()];
  const Audit audit = AuditOf(level, folder);
  EXPECT_EQ(audit.pickups, level.pickups);
  EXPECT_EQ(audit.returning, level.returning);
  EXPECT_THAT(audit.missed, ElementsAreArray(level.missed));
}

INSTANTIATE_TEST_SUITE_P(Levels, Quake, ::testing::Range(size_t{0}, Levels().size()), [](const auto& level) {
  return StrCat(Levels()[level.param].name, "_from_", Levels()[level.param].start_class);
});

TEST(QuakeLevels, AtLeast95PercentOfAllItemsAreReached) {
  size_t pickups = 0;
  size_t missed = 0;
  for (size_t i = 0; i < 4; ++i) {
    pickups += Levels()[i].pickups;
    missed += Levels()[i].missed.size();
  }
  EXPECT_EQ(pickups, 174U);
  EXPECT_LE(20 * missed, pickups);
}

}  // namespace
}  // namespace waystone
