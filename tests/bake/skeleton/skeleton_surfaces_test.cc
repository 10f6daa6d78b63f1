// Skeletons of random surfaces and of real scenes, held against slow answers to what they promise.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bake/import/importer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/surface_queries.h"
#include "tests/bake/skeleton/skeleton_check.h"
#include "tests/bake/skeleton/solid_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"
#include "tests/support/scene_bake.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

// `soup` with some one-way sides, and with links, is reached as its polygons are.
void ExpectReached(PolygonSoup soup, uint64_t seed, double spacing_m) {
  SCOPED_TRACE(seed);
  Random random(seed);
  MergeSome(soup, 40, random);
  CloseSome(soup, seed % 3 == 0 ? 0 : 0.06, random);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const LinkData link_data = RandomLinks(mesh, seed % 4 == 0 ? 0 : 5, false, random);
  const LinkView links = *LinkView::Create(link_data, mesh);
  const SkeletonSource source{.mesh = &mesh,
                              .links = &links,
                              .abilities = 1,
                              .starts = {RandomLatticePlace(mesh, random), RandomLatticePlace(mesh, random)},
                              .agent = {}};
  const SkeletonOptions options{.spacing_m = spacing_m, .prune_m = seed % 2 == 0 ? 0 : 1.2};
  const BuiltSkeleton built = *BuildSkeleton(source, options, 2, nullptr);
  const absl::StatusOr<SkeletonView> skeleton =
      SkeletonView::Create(built.data, mesh.poly_count(), links.size());
  ASSERT_TRUE(skeleton.ok()) << skeleton.status();
  ExpectArcsWalked(source, *skeleton, nullptr, options);
  ExpectSameReach(source, *skeleton);
  // Polygons without launch points may lie four spacings from the middle of one that has some.
  ExpectNear(source, *skeleton, skeleton->header().reach_m + 4 * spacing_m + WidestPoly_m(mesh));
}

TEST(BuildSkeleton, RandomSurfacesWithLinksAndOneWaySidesAreReachedAsTheirPolygonsAre) {
  for (uint64_t seed = 0; seed < 60 && !testing::Test::HasFatalFailure(); ++seed) {
    Random random(seed);
    ExpectReached(JitteredCells(RandomDrawing(14, 11, 0.3, random), 0.4, random), seed, 0.6);
  }
}

// Every second place of the lattice lies on a side or in a corner.
TEST(BuildSkeleton, SurfacesAlongTheLatticeAreReachedAsTheirPolygonsAre) {
  for (uint64_t seed = 0; seed < 60 && !testing::Test::HasFatalFailure(); ++seed) {
    Random random(seed);
    PolygonSoup soup = SharedCells(RandomDrawing(12, 9, 0.3, random));
    JoinSides(soup);
    ExpectReached(std::move(soup), seed, 0.5);
  }
}

// The solid of a source, placed as BakeScene places its surface.
SolidScene SolidOf(const std::string& path) {
  std::vector<std::string> warnings;
  std::vector<UnknownName> unknown;
  BoxScene scene;
  scene.map = ImportSource(path, {}, warnings)->map;
  const Aabb bounds = SolidBounds(scene.map, ClassifyTriangles(scene.map, {}, unknown));
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  const Vec3 origin{std::round(middle.x), std::round(middle.y), std::round(middle.z)};
  for (Vec3& vertex : scene.map.vertices) vertex = vertex - origin;
  return SolidScene::Of(scene);
}

class RealScenes : public ::testing::TestWithParam<const char*> {};

TEST_P(RealScenes, HaveASkeletonThatKeepsItsPromises) {
  WS_TEST_DATA_OR_SKIP(path, std::string("scenes/") + GetParam() + ".obj");
  SceneBake bake;
  if (std::string(GetParam()) == "bridges") {
    bake = {.agent = {.radius_m = 0.2, .height_m = 1.0, .max_climb_m = 0.3}, .voxels = {0.1, 0.05, 6.4}};
  }
  const NavmeshData data = *BakeScene(path, bake);
  const NavmeshView mesh = ViewOf(data);
  const SolidScene solid = SolidOf(path);
  const std::unique_ptr<RayScene> rays = solid.Rays();
  const CollisionData tree = solid.Tree();
  const CollisionView view = ViewOf(tree);
  const LinkView links;
  Random random(61);
  SkeletonSource source{
      .mesh = &mesh, .links = &links, .rays = rays.get(), .starts = {}, .agent = bake.agent};
  for (int k = 0; k < 3; ++k) source.starts.push_back(RandomPoint(mesh, random));
  const SkeletonOptions options;
  const BuiltSkeleton built = *BuildSkeleton(source, options, 2, nullptr);
  const SkeletonView skeleton = *SkeletonView::Create(built.data, mesh.poly_count(), 0);
  ExpectArcsWalked(source, skeleton, &view, options);
  EXPECT_EQ(built.counts.blocked, 0U);
  ExpectSameReach(source, skeleton);
  ExpectNear(source, skeleton, skeleton.header().reach_m + 4 * options.spacing_m);
}

INSTANTIATE_TEST_SUITE_P(Recast, RealScenes,
                         ::testing::Values("bridges", "proto-level", "recast_dungeon", "recast_nav_test",
                                           "recast_undulating"));

}  // namespace
}  // namespace waystone
