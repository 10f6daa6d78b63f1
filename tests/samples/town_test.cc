#include "samples/generator/town.h"

#include <map>

#include "gtest/gtest.h"
#include "tests/samples/mesh_checks.h"

namespace waystone::samples {
namespace {

TEST(Town, IsASoundMeshOfModestSize) {
  const TownLayout layout;
  const SceneMesh mesh = BuildTown(layout).mesh;
  ExpectSoundMesh(mesh, kTownHalf + 2);
  EXPECT_GT(mesh.TriangleCount(), 40'000U);
  EXPECT_LT(mesh.TriangleCount(), 80'000U);
}

TEST(Town, HasAGroupForEachThing) {
  const TownLayout layout;
  const std::set<std::string> groups = GroupsOf(BuildTown(layout).mesh);
  for (const char* name :
       {"terrain", "bridge", "fountain", "stalls", "well", "yard_wall", "trees", "rocks"}) {
    EXPECT_TRUE(groups.contains(name)) << name;
  }
  EXPECT_TRUE(groups.contains("house_01"));
  EXPECT_EQ(groups.size(), 8 + layout.houses().size());
}

TEST(Town, HousesStandClearOfStreetsRiverAndEachOther) {
  const TownLayout layout;
  for (size_t a = 0; a < layout.houses().size(); ++a) {
    const HouseSite& site = layout.houses()[a];
    const Frame frame = layout.HouseFrame(site);
    for (const double u : {-0.5, 0.0, 0.5}) {
      for (const double v : {0.0, 0.5, 1.0}) {
        const Vec2 p = frame.At(u * site.plan.width_m, 0, v * site.plan.depth_m).Plane();
        EXPECT_GT(StreetDistance(p), 0.3) << "house " << a + 1;
        EXPECT_GT(RiverDistance(p), 0.3) << "house " << a + 1;
        for (size_t b = 0; b < layout.houses().size(); ++b) {
          if (a == b) continue;
          const HouseSite& other = layout.houses()[b];
          const Vec2 facing = Unit(other.facing);
          const Vec2 relative = p - other.middle;
          const bool inside = std::abs(Cross(facing, relative)) < other.plan.width_m / 2 + 1.0 &&
                              std::abs(Dot(facing, relative)) < other.plan.depth_m / 2 + 1.0;
          EXPECT_FALSE(inside) << "houses " << a + 1 << " and " << b + 1;
        }
      }
    }
  }
}

// Every edge between two pieces of ground is closed: nothing falls through the terrain.
TEST(Town, GroundHasNoHoles) {
  const SceneMesh mesh = BuildTown(TownLayout()).mesh;
  using Point = std::array<int32_t, 3>;
  std::map<std::pair<Point, Point>, int> edges;
  for (const MeshPart& part : mesh.parts()) {
    if (part.group != "terrain") continue;
    for (size_t k = 0; k < part.indices.size(); k += 3) {
      for (size_t c = 0; c < 3; ++c) {
        const PointMm& a = part.vertices[part.indices[k + c]];
        const PointMm& b = part.vertices[part.indices[k + (c + 1) % 3]];
        const Point from{a.x, a.y, a.z};
        const Point to{b.x, b.y, b.z};
        if (std::abs(a.x) == 75000 && a.x == b.x) continue;  // the map's edge
        if (std::abs(a.z) == 75000 && a.z == b.z) continue;
        from < to ? ++edges[{from, to}] : --edges[{to, from}];
      }
    }
  }
  int open = 0;
  for (const auto& [edge, balance] : edges) open += balance != 0 ? 1 : 0;
  EXPECT_EQ(open, 0);
}

}  // namespace
}  // namespace waystone::samples
