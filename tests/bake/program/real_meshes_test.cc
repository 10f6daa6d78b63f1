// Meshes others made, baked as a user would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bake/import/importer.h"
#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "core/store/loaded_map.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

struct RealMesh {
  const char* path;
  std::vector<std::string> flags;
  double min_area_m2;     // walkable, of all parts
  double min_main_share;  // of the largest part
  size_t max_parts;
  bool is_quake = false;
};

std::ostream& operator<<(std::ostream& out, const RealMesh& mesh) { return out << mesh.path; }

// What a player walks through in Quake's maps.
constexpr const char* kQuakeRules = "not_solid: {groups: [water, slime, lava, teleport, clip]}\n";

// The areas of the parts joined by twins, largest first.
std::vector<double> PartAreas(const NavmeshView& mesh) {
  const std::span<const double> sums = mesh.arrays().area_prefix_m2;
  std::vector<bool> seen(mesh.poly_count(), false);
  std::vector<double> areas;
  for (uint32_t start = 0; start < mesh.poly_count(); ++start) {
    if (seen[start]) continue;
    double area = 0;
    std::vector<uint32_t> stack = {start};
    seen[start] = true;
    while (!stack.empty()) {
      const uint32_t poly = stack.back();
      stack.pop_back();
      area += sums[poly] - (poly == 0 ? 0 : sums[poly - 1]);
      for (const NavEdge& edge : mesh.edges(PolyId(poly))) {
        if (edge.twin == kNoEdge) continue;
        const uint32_t next = mesh.edge(EdgeId(edge.twin)).poly;
        if (!seen[next]) stack.push_back(next);
        seen[next] = true;
      }
    }
    areas.push_back(area);
  }
  std::sort(areas.rbegin(), areas.rend());
  return areas;
}

class RealMeshes : public testing::TestWithParam<RealMesh> {};

TEST_P(RealMeshes, BakeToPlausibleSurfaces) {
  const RealMesh& mesh = GetParam();
  WS_TEST_DATA_OR_SKIP(source, mesh.path);
  const TempFolder folder;
  std::vector<std::string> command = {WAYSTONE_BAKE, source, "-o",       folder.path(),
                                      "--map-id",    "m",    "--report", folder.File("r.json")};
  command.insert(command.end(), mesh.flags.begin(), mesh.flags.end());
  if (mesh.is_quake) {
    std::ofstream(folder.File("rules.yaml")) << kQuakeRules;
    command.insert(command.end(), {"--config", folder.File("rules.yaml")});
  }
  const ProgramRun run = RunProgram(command);
  ASSERT_EQ(run.exit_code, 0) << run.err;

  const auto map = LoadedMap::Load(folder.File("m.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  const auto view = (*map)->View("");
  ASSERT_TRUE(view.ok());
  const std::vector<double> parts = PartAreas(*view->navmesh);
  ASSERT_FALSE(parts.empty());
  const double area = view->navmesh->arrays().area_prefix_m2.back();
  EXPECT_GE(area, mesh.min_area_m2);
  EXPECT_GE(parts[0], mesh.min_main_share * area);
  EXPECT_LE(parts.size(), mesh.max_parts);

  std::ifstream report_file(folder.File("r.json"));
  const auto report = nlohmann::json::parse(report_file);
  EXPECT_EQ(report["agents"][0]["polygons"], view->navmesh->poly_count());
  EXPECT_NEAR(report["agents"][0]["area_m2"].get<double>(), area, 1e-6 * area);
  EXPECT_GE(report["source_triangles"], report["solid_triangles"]);
  EXPECT_EQ(report["agents"][0]["dropped_polygons"], 0);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, RealMeshes,
    testing::Values(
        RealMesh{"scenes/recast_dungeon.obj", {}, 1600, 0.85, 12},
        RealMesh{"scenes/recast_nav_test.obj", {}, 4200, 0.35, 70},
        RealMesh{"scenes/recast_undulating.obj", {}, 8800, 0.99, 25},
        RealMesh{"scenes/proto-level.obj", {}, 3600, 0.9, 50},
        RealMesh{"scenes/bridges.obj", {"--agent", "radius=0.15,height=0.6,climb=0.3"}, 60, 0.03, 50}));
INSTANTIATE_TEST_SUITE_P(Quake, RealMeshes,
                         testing::Values(RealMesh{"quake/dm4.obj", {}, 1500, 0.2, 60, true},
                                         RealMesh{"quake/e1m1.obj", {}, 5000, 0.05, 180, true},
                                         RealMesh{"quake/e1m3.obj", {}, 5000, 0.05, 180, true},
                                         RealMesh{"quake/e1m7.obj", {}, 3000, 0.1, 60, true}));

// The height of the source's surface at (x, z) that is nearest to y.
double SourceHeight(const SourceMap& map, const Vec3& at) {
  double best = std::numeric_limits<double>::infinity();
  for (const SourceTriangle& t : map.triangles) {
    const Vec3& a = map.vertices[t[0]];
    const Vec3& b = map.vertices[t[1]];
    const Vec3& c = map.vertices[t[2]];
    const double whole = Orient(a.Plane(), b.Plane(), c.Plane());
    if (whole == 0) continue;
    const double u = Orient(b.Plane(), c.Plane(), at.Plane()) / whole;
    const double v = Orient(c.Plane(), a.Plane(), at.Plane()) / whole;
    if (u < 0 || v < 0 || u + v > 1) continue;
    const double height = u * a.y + v * b.y + (1 - u - v) * c.y;
    if (std::abs(height - at.y) < std::abs(best - at.y)) best = height;
  }
  return best;
}

TEST(RealMeshHeights, FollowAnUndulatingGround) {
  WS_TEST_DATA_OR_SKIP(source, "scenes/recast_undulating.obj");
  const TempFolder folder;
  ASSERT_EQ(RunProgram({WAYSTONE_BAKE, source, "-o", folder.path(), "--map-id", "m"}).exit_code, 0);
  const auto map = LoadedMap::Load(folder.File("m.waymap"));
  ASSERT_TRUE(map.ok());
  const auto view = (*map)->View("");
  ASSERT_TRUE(view.ok());
  std::vector<std::string> warnings;
  const auto imported = ImportSource(source, {}, warnings);
  ASSERT_TRUE(imported.ok());
  Random random(1);
  std::vector<double> errors;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 at = RandomPoint(*view->navmesh, random).point + (*map)->manifest().origin;
    errors.push_back(at.y - SourceHeight(imported->map, at));
  }
  std::sort(errors.begin(), errors.end());
  EXPECT_NEAR(errors[1000], 0, 0.02);
  EXPECT_GT(errors[20], -0.3);
  EXPECT_LT(errors[1980], 0.3);
  EXPECT_GT(errors.front(), -0.6);
  EXPECT_LT(errors.back(), 0.6);
}

}  // namespace
}  // namespace waystone
