#include "bake/recast/area_volume.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "tests/bake/recast/box_scene.h"

namespace waystone {
namespace {

AreaVolume Box(const Vec3& a, const Vec3& b) { return {.area = "a", .bounds = {a, b}, .outline = {}}; }

AreaVolume Cylinder(const Vec3& base, double radius_m, double height_m) {
  return {.area = "a",
          .bounds = {base - Vec3{radius_m, 0, radius_m}, base + Vec3{radius_m, height_m, radius_m}},
          .outline = VolumeCylinder{base.Plane(), radius_m}};
}

// An L of 4 x 4 without its far quarter.
AreaVolume Bend(const Vec3& at) {
  AreaVolume volume{.area = "a", .bounds = {}, .outline = {}};
  VolumePrism prism;
  for (const Vec2 c : {Vec2{0, 0}, Vec2{4, 0}, Vec2{4, 2}, Vec2{2, 2}, Vec2{2, 4}, Vec2{0, 4}}) {
    prism.corners.push_back(c + at.Plane());
    volume.bounds.Extend({c.x + at.x, at.y, c.z + at.z});
    volume.bounds.Extend({c.x + at.x, at.y + 2, c.z + at.z});
  }
  volume.outline = prism;
  return volume;
}

// Square metres by area.
std::map<int, double> AreasOf(const NavmeshData& mesh) {
  std::map<int, double> areas;
  for (size_t p = 0; p < mesh.polys.size(); ++p) {
    areas[mesh.polys[p].area] += mesh.area_prefix_m2[p] - (p == 0 ? 0 : mesh.area_prefix_m2[p - 1]);
  }
  return areas;
}

TEST(AreaVolume, ContainsWhatLiesInside) {
  const AreaVolume box = Box({1, 0, 1}, {3, 2, 3});
  EXPECT_TRUE(box.Contains({1, 2, 3}));
  EXPECT_FALSE(box.Contains({2, 2.01, 2}));
  const AreaVolume cylinder = Cylinder({5, 1, 5}, 2, 3);
  EXPECT_TRUE(cylinder.Contains({6.4, 4, 6.4}));
  EXPECT_FALSE(cylinder.Contains({6.5, 2, 6.5}));
  EXPECT_FALSE(cylinder.Contains({5, 0.9, 5}));
  const AreaVolume bend = Bend({10, 0, 10});
  EXPECT_TRUE(bend.Contains({13, 1, 11}));
  EXPECT_TRUE(bend.Contains({11, 1, 13}));
  EXPECT_FALSE(bend.Contains({13, 1, 13}));
}

TEST(AreaVolume, GroundInsideGetsTheAreaOverAllTileBorders) {
  BoxScene scene;
  scene.AddFloor(0, 0, 30, 30, 0);
  const AreaVolume water = Box({5.5, -1, 7.5}, {21.5, 1, 24.5});
  scene.volumes = {{&water, 2}};
  const VoxelOptions tiles{.tile_size_m = 6.4};
  const NavmeshData mesh = scene.Bake({}, tiles);
  EXPECT_NEAR(AreasOf(mesh)[2], 16 * 17, 0.05 * 16 * 17);
  EXPECT_EQ(CountComponents(mesh), 1U);
  // Everywhere but within a voxel or two of its faces.
  const NavmeshView view = *NavmeshView::Create(mesh);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const NavLocation at = RandomPoint(view, random);
    const double outside = std::max({water.bounds.min.x - at.point.x, at.point.x - water.bounds.max.x,
                                     water.bounds.min.z - at.point.z, at.point.z - water.bounds.max.z});
    if (std::abs(outside) > 0.5) {
      ASSERT_EQ(view.poly(at.poly).area, outside > 0 ? 1 : 2) << at.point.x << " " << at.point.z;
    }
  }
}

TEST(AreaVolume, OnlyTheStoreyInsideChanges) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 20, 0);
  scene.AddFloor(0, 0, 20, 20, 4);
  const AreaVolume upstairs = Box({5, 3.9, 5}, {15, 4.1, 15});
  scene.volumes = {{&upstairs, 7}};
  const NavmeshData mesh = scene.Bake();
  for (const NavPoly& poly : mesh.polys) {
    const double height = mesh.vertices[mesh.edges[poly.first_edge].vertex].y;
    if (poly.area == 7) {
      EXPECT_NEAR(height, 4, 1e-5);
    }
  }
  EXPECT_NEAR(AreasOf(mesh)[7], 100, 6);
}

TEST(AreaVolume, NobodyStandsInAVolumeThatIsNotWalkable) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 20, 0);
  const AreaVolume trench = Box({9, -1, -1}, {11, 1, 21});
  scene.volumes = {{&trench, 0}};
  const NavmeshData mesh = scene.Bake();
  EXPECT_EQ(CountComponents(mesh), 2U);
  for (const Vec3f& v : mesh.vertices) EXPECT_TRUE(v.x <= 9.2F || v.x >= 10.8F) << v.x;
}

TEST(AreaVolume, OfSeveralTheLastOneCounts) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 20, 0);
  const AreaVolume lake = Box({4, -1, 4}, {16, 1, 16});
  const AreaVolume island = Cylinder({10, -1, 10}, 3, 2);
  scene.volumes = {{&lake, 5}, {&island, 1}};
  const auto areas = AreasOf(scene.Bake());
  EXPECT_NEAR(areas.at(5), 144 - 28.3, 8);
  scene.volumes = {{&island, 1}, {&lake, 5}};
  EXPECT_NEAR(AreasOf(scene.Bake()).at(5), 144, 8);
}

TEST(AreaVolume, TheThreadCountDoesNotMatter) {
  BoxScene scene;
  scene.AddFloor(0, 0, 40, 40, 0);
  const AreaVolume bend = Bend({6, -1, 6});
  const AreaVolume pond = Cylinder({20, -1, 20}, 7, 2);
  scene.volumes = {{&pond, 2}, {&bend, 3}};
  const VoxelOptions tiles{.tile_size_m = 6.4};
  const NavmeshData one = scene.Bake({}, tiles, 1);
  const NavmeshData three = scene.Bake({}, tiles, 3);
  ASSERT_EQ(one.polys.size(), three.polys.size());
  EXPECT_EQ(std::memcmp(one.polys.data(), three.polys.data(), one.polys.size() * sizeof(NavPoly)), 0);
  EXPECT_TRUE(one.vertices == three.vertices);
}

}  // namespace
}  // namespace waystone
