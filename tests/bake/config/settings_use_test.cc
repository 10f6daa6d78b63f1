#include "bake/config/settings_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bake/config/config_file.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr BakeKind kTriangles = {SourceShape::kMesh, SurfaceKind::kNavmesh, "m.obj"};
constexpr BakeKind kPolygons = {SourceShape::kPolygons, SurfaceKind::kNavmesh, "m.polys.csv"};
constexpr BakeKind kGridOfText = {SourceShape::kCells, SurfaceKind::kGrid, "m.map"};
constexpr BakeKind kGridOfPixels = {SourceShape::kCells, SurfaceKind::kGrid, "m.PNG"};
constexpr BakeKind kGridOfNumbers = {SourceShape::kCells, SurfaceKind::kGrid, "m.grid.csv"};
constexpr BakeKind kMeshOfCells = {SourceShape::kCells, SurfaceKind::kNavmesh, "m.map"};
constexpr BakeKind kLattice = {SourceShape::kCells, SurfaceKind::kWaypoint, "m.map"};
constexpr BakeKind kVoxels = {SourceShape::kVoxels, SurfaceKind::kVolume, "m.3dmap"};
constexpr BakeKind kNodes = {SourceShape::kNodes, SurfaceKind::kWaypoint, "m.nodes.csv"};

std::vector<std::string> WarningsOf(std::string_view yaml, const BakeKind& kind) {
  const absl::StatusOr<BakeConfig> config = ParseConfig(yaml, "c.yaml");
  EXPECT_TRUE(config.ok()) << config.status();
  std::vector<std::string> warnings;
  const absl::Status status = CheckSettingsUse(*config, kind, warnings);
  EXPECT_TRUE(status.ok()) << status;
  return warnings;
}

TEST(SettingsUse, NothingIsSaidOfSettingsThatAreTheDefault) {
  for (const BakeKind& kind : {kTriangles, kPolygons, kGridOfText, kMeshOfCells, kLattice, kNodes}) {
    EXPECT_THAT(WarningsOf("", kind), IsEmpty());
    EXPECT_THAT(WarningsOf("scale: 1\ntrunk: false\ngrid: {origin: [0, 0, 0], hub_labels: auto}\n", kind),
                IsEmpty());
  }
}

TEST(SettingsUse, GridSettingsMeanNothingElsewhere) {
  const std::string_view all =
      "grid: {origin: [1, 0, 0], letters: {S: ground}, colors: {'#ffffff': ground}, costs: {ground: 2},\n"
      "       hub_labels: off, jps_plus: on, goal_bounds: on, blocks: 32}\n";
  EXPECT_THAT(WarningsOf(all, kTriangles),
              ElementsAre("without effect where triangles become a navmesh: grid.origin, grid.letters, "
                          "grid.colors, grid.costs, grid.hub_labels, grid.jps_plus, grid.goal_bounds, "
                          "grid.blocks"));
  EXPECT_THAT(WarningsOf(all, kGridOfText),
              ElementsAre("without effect where cells become a grid: grid.colors"));
  EXPECT_THAT(WarningsOf(all, kGridOfPixels),
              ElementsAre("without effect where cells become a grid: grid.letters"));
  EXPECT_THAT(WarningsOf(all, kGridOfNumbers),
              ElementsAre("without effect where cells become a grid: grid.letters, grid.colors"));
  EXPECT_THAT(WarningsOf(all, kMeshOfCells),
              ElementsAre("without effect where cells become a navmesh: grid.colors, grid.costs, "
                          "grid.hub_labels, grid.jps_plus, grid.goal_bounds, grid.blocks"));
}

TEST(SettingsUse, SettingsOfTrianglesMeanNothingElsewhere) {
  const std::string_view all =
      "scale: 2\nup_axis: z\ncell_size_m: 1\ncell_height_m: 1\ntile_size_m: 32\n"
      "not_solid: {groups: [fog]}\nareas: [{name: mud, index: 2}]\n";
  EXPECT_THAT(WarningsOf(all, kTriangles), IsEmpty());
  EXPECT_THAT(WarningsOf(all, kPolygons),
              ElementsAre("without effect where polygons become a navmesh: cell_size_m, cell_height_m, "
                          "tile_size_m, materials and groups"));
  EXPECT_THAT(WarningsOf(all, kGridOfText),
              ElementsAre("without effect where cells become a grid: scale, up_axis, cell_height_m, "
                          "tile_size_m, materials and groups"));
  EXPECT_THAT(WarningsOf(all, kNodes),
              ElementsAre("without effect where waypoints become a waypoint graph: cell_size_m, "
                          "cell_height_m, tile_size_m, materials and groups, areas"));
}

TEST(SettingsUse, IndexesAndSkeletonsTakeTheSettingsOfTheirSurface) {
  const std::string_view all =
      "portal_spacing_m: 3\nhierarchy_min_polygons: 5\nclusters: {method: edges}\n"
      "skeleton: {spacing_m: 1, jump_height_m: 1, drop_height_m: 1, leaps: true, thinning: seed,\n"
      "           max_rounds: 3, prune_m: 2, max_arc_m: 9, tolerance_m: 1}\n";
  EXPECT_THAT(WarningsOf(all, kTriangles), IsEmpty());
  EXPECT_THAT(WarningsOf(all, kMeshOfCells), IsEmpty());
  EXPECT_THAT(WarningsOf(all, kGridOfText),
              ElementsAre("without effect where cells become a grid: portal_spacing_m, "
                          "hierarchy_min_polygons, clusters, skeleton.spacing_m, "
                          "skeleton.jump_height_m, skeleton.drop_height_m, skeleton.leaps"));
  EXPECT_THAT(WarningsOf(all, kLattice),
              ElementsAre(HasSubstr("skeleton.thinning, skeleton.max_rounds, skeleton.prune_m, "
                                    "skeleton.max_arc_m, skeleton.tolerance_m")));
  EXPECT_THAT(
      WarningsOf(all, kVoxels),
      ElementsAre(HasSubstr("voxels become a volume: portal_spacing_m, hierarchy_min_polygons, clusters, "
                            "skeleton.spacing_m, skeleton.jump_height_m, skeleton.drop_height_m, "
                            "skeleton.leaps, skeleton.thinning, skeleton.max_rounds, "
                            "skeleton.prune_m, skeleton.max_arc_m, skeleton.tolerance_m")));
  EXPECT_THAT(WarningsOf("skeleton: {reach_m: 3}", kVoxels), IsEmpty());
  EXPECT_THAT(WarningsOf("skeleton: {reach_m: 3}", kTriangles), ElementsAre(HasSubstr("skeleton.reach_m")));
}

TEST(SettingsUse, ATrunkIsRefusedWhereThereIsNoGrid) {
  BakeConfig config;
  config.trunk = true;
  std::vector<std::string> warnings;
  EXPECT_TRUE(CheckSettingsUse(config, kGridOfText, warnings).ok());
  for (const BakeKind& kind : {kTriangles, kPolygons, kMeshOfCells, kLattice, kNodes}) {
    const absl::Status refused = CheckSettingsUse(config, kind, warnings);
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(refused.message()),
                HasSubstr("trunk: joins cells of a grid, and this map is a "));
  }
  EXPECT_THAT(warnings, IsEmpty());
}

}  // namespace
}  // namespace waystone
