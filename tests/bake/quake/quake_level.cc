#include "tests/bake/quake/quake_level.h"

#include <gtest/gtest.h>

#include "bake/collision/collision_builder.h"
#include "bake/import/importer.h"
#include "bake/import/source_check.h"
#include "bake/import/surface_table.h"
#include "bake/links/link_generator.h"
#include "bake/links/link_packer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/recast/navmesh_baker.h"
#include "bake/zones/zone_baker.h"
#include "tests/support/quake_swim.h"

namespace waystone {
namespace {

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

CollisionData SolidOf(const SourceMap& map, const std::vector<TriangleClass>& classes) {
  std::vector<Vec3f> vertices;
  for (const Vec3& v : map.vertices) vertices.push_back(v.ToFloat());
  std::vector<CollisionTriangle> triangles;
  for (size_t i = 0; i < classes.size(); ++i) {
    const SourceTriangle& t = map.triangles[i];
    if (IsSolid(classes[i])) triangles.push_back({{t[0], t[1], t[2]}});
  }
  return BuildCollision(vertices, triangles).value();
}

}  // namespace

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
      {"dm4", "info_player_start", 37, 37, {}},
      {"dm4", "info_player_deathmatch", 37, 37, {}},
  };
  return levels;
}

std::vector<Vec3> StartsOf(const std::vector<QuakeEntity>& entities, const std::string& classname) {
  std::vector<Vec3> starts;
  for (const QuakeEntity& entity : entities) {
    if (entity.classname == classname) starts.push_back(entity.at + Vec3{0, -kPlayerFeet_m, 0});
  }
  return starts;
}

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
  const CollisionData solid_data = SolidOf(source->map, classes);
  const auto solid = CollisionView::Create(solid_data.vertices, solid_data.triangles, solid_data.nodes);
  std::vector<OffMeshLink> links = QuakeLinks(entities);
  const std::vector<OffMeshLink> swims = SwimLinks(source->map, mesh, *solid);
  links.insert(links.end(), swims.begin(), swims.end());
  out.source_links = links;
  out.links = PackLinks(links, GenerateLinks(mesh, *solid, kPlayer, kLegs, 2).links, mesh, Vec3())->data;
  out.zones =
      BakeZones(mesh, *LinkView::Create(out.links, mesh), kAllAbilities, Vec3(), {.spawns = starts}).zones;
  return out;
}

}  // namespace waystone
