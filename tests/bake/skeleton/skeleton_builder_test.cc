// Whole skeletons of a small town, and what options do to them.
#include "bake/skeleton/skeleton_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/bake/skeleton/baked_scene.h"
#include "tests/bake/skeleton/skeleton_check.h"
#include "tests/bake/skeleton/solid_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// A town: walls with doors, pillars, a platform up a ramp, a bridge one walks under, crates.
BoxScene Town() {
  BoxScene scene;
  scene.AddFloor(0, 0, 40, 30, 0);
  scene.AddBox({10, 0, 0}, {10.5, 3, 12});
  scene.AddBox({10, 0, 14}, {10.5, 3, 30});
  scene.AddBox({10.5, 0, 15}, {24, 3, 15.5});
  for (const double x : {14.0, 18.0, 22.0}) scene.AddBox({x, 0, 20}, {x + 1, 4, 21});
  scene.AddSlope(26, 4, 32, 8, 0, 3);
  scene.AddBox({32, 2.5, 2}, {39, 3, 26});
  scene.AddBox({14, 0, 5}, {17, 0.9, 8});
  scene.AddBox({3, 0, 20}, {6, 2, 23});
  return scene;
}

class TownSkeleton : public ::testing::Test {
 protected:
  // A view of the skeleton built last.
  SkeletonView Build(const SkeletonOptions& options, int threads = 1) {
    built_ = *BuildSkeleton(town_.source(), options, threads, nullptr);
    return *SkeletonView::Create(built_.data, town_.mesh().poly_count(), 0);
  }

  const BakedScene town_{Town(), {5, 0, 5}};
  BuiltSkeleton built_;
};

TEST_F(TownSkeleton, KeepsItsPromisesWithAnyOptions) {
  const CollisionView solid = town_.solid();
  for (const SkeletonOptions& options :
       {SkeletonOptions{}, SkeletonOptions{.prune_m = 0}, SkeletonOptions{.leaps = true},
        SkeletonOptions{.max_arc_m = 2, .tolerance_m = 0}, SkeletonOptions{.spacing_m = 1.1}}) {
    const SkeletonView skeleton = Build(options);
    ExpectArcsWalked(town_.source(), skeleton, &solid, options);
    EXPECT_EQ(built_.counts.blocked, 0U);
    EXPECT_EQ(skeleton.header().component_count, 1U);
    ExpectNear(town_.source(), skeleton, skeleton.header().reach_m + 2 * options.spacing_m);
    EXPECT_LT(skeleton.header().reach_m, 9);
  }
}

TEST_F(TownSkeleton, HasALoopForEverythingThatOneWalksAround) {
  // The doors' wall, three pillars, the crate, the tower, the bridge's ramp and rims: at least those five.
  EXPECT_GE(Build({}).header().cycle_rank, 5U);
  EXPECT_EQ(Build({}).header().cycle_rank, Build({.prune_m = 0}).header().cycle_rank);
}

TEST_F(TownSkeleton, HasFewerKeyPointsThanLaunchPointsByFar) {
  const SkeletonView skeleton = Build({});
  EXPECT_GT(skeleton.header().launch_point_count, 2000U);
  EXPECT_LT(skeleton.size(), skeleton.header().launch_point_count / 20);
  EXPECT_GT(skeleton.size(), 15U);
}

TEST_F(TownSkeleton, PruningTakesShortDeadEndsAway) {
  const uint32_t all = Build({.prune_m = 0}).size();
  const uint32_t pruned = Build({.prune_m = 1.2}).size();
  EXPECT_LE(pruned, all);
  EXPECT_LT(Build({.prune_m = 5}).size(), pruned);
}

TEST_F(TownSkeleton, IsTheSameWithAnyNumberOfThreads) {
  Build({}, 1);
  const SkeletonData one = built_.data;
  for (const int threads : {2, 5}) {
    Build({}, threads);
    const auto bytes = [](const auto& records) { return std::as_bytes(std::span(records)); };
    EXPECT_TRUE(std::ranges::equal(bytes(built_.data.key_points), bytes(one.key_points)));
    EXPECT_TRUE(std::ranges::equal(bytes(built_.data.rows), bytes(one.rows)));
    EXPECT_TRUE(std::ranges::equal(bytes(built_.data.arcs), bytes(one.arcs)));
    EXPECT_EQ(built_.data.header.reach_m, one.header.reach_m);
  }
}

// A platform 0.7 m up, for a walker so thin that it stands near ledges.
TEST(BuildSkeleton, WithLeapsAPlatformIsJumpedOntoAndOneWay) {
  const AgentProfile thin{.name = "thin", .radius_m = 0.1, .height_m = 1.8, .max_climb_m = 0.3};
  BoxScene scene;
  scene.AddFloor(0, 0, 12, 12, 0);
  scene.AddBox({4, 0, 4}, {9, 0.7, 9});
  const BakedScene baked(scene, {1, 0, 1}, thin, {.cell_size_m = 0.1});
  const CollisionView solid = baked.solid();
  const auto count = [&](const SkeletonOptions& options, SkeletonArcKind kind) {
    const BuiltSkeleton built = *BuildSkeleton(baked.source(), options, 1, nullptr);
    const SkeletonView skeleton = *SkeletonView::Create(built.data, baked.mesh().poly_count(), 0);
    ExpectArcsWalked(baked.source(), skeleton, &solid, options);
    return std::count_if(built.data.arcs.begin(), built.data.arcs.end(),
                         [&](const SkeletonArc& arc) { return arc.kind == kind; });
  };
  EXPECT_EQ(count({}, SkeletonArcKind::kJump), 0);
  EXPECT_GT(count({.leaps = true}, SkeletonArcKind::kJump), 0);
  EXPECT_EQ(count({.leaps = true}, SkeletonArcKind::kDrop), 0);
  EXPECT_GT(count({.drop_height_m = 1, .leaps = true}, SkeletonArcKind::kDrop), 0);
}

TEST(BuildSkeleton, OfNothingIsEmpty) {
  const NavmeshData data = AsciiNavmesh("..\n..\n");
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  const BuiltSkeleton built =
      *BuildSkeleton({.mesh = &mesh, .links = &links, .starts = {}, .agent = {}}, {}, 1, nullptr);
  EXPECT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), 0).ok());
  EXPECT_TRUE(built.data.key_points.empty());
}

TEST(BuildSkeleton, OfARoomSmallerThanTheSpacingIsOneKeyPoint) {
  const NavmeshData data = AsciiNavmesh("#.#\n###\n", {.cell_m = 0.25});
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  const SkeletonSource source{
      .mesh = &mesh, .links = &links, .starts = {{PolyId(0), {0.4, 0, 0.1}}}, .agent = {}};
  const BuiltSkeleton built = *BuildSkeleton(source, {}, 1, nullptr);
  EXPECT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), 0).ok());
  EXPECT_EQ(built.data.key_points.size(), 1U);
}

// FNV-1a (Fowler, Noll, Vo) of bytes.
template <typename Record>
uint64_t HashOf(const std::vector<Record>& records) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const std::byte b : std::as_bytes(std::span(records))) {
    hash = (hash ^ static_cast<uint8_t>(b)) * 0x100000001b3ULL;
  }
  return hash;
}

TEST(GoldenSkeleton, HasTheHashItAlwaysHad) {
  Random random(2026);
  PolygonSoup soup = JitteredCells(RandomDrawing(50, 40, 0.12, random), 0.4, random);
  MergeSome(soup, 900, random);
  CloseSome(soup, 0.01, random);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const LinkData link_data = RandomLinks(mesh, 8, false, random);
  const LinkView links = *LinkView::Create(link_data, mesh);
  SolidScene solid;
  solid.Plate({Vec3(-1, 0, -1), Vec3(-1, 0, 41), Vec3(51, 0.25, 41), Vec3(51, 0.25, -1)});
  for (int k = 0; k < 60; ++k) {
    const Vec3 at{random.NextInRange(0, 49), -1, random.NextInRange(0, 39)};
    const Vec3 size{random.NextInRange(0.2, 1), random.NextInRange(1.1, 4), random.NextInRange(0.2, 1)};
    solid.Box(at, at + size);
  }
  const std::unique_ptr<RayScene> rays = solid.Rays();
  const SkeletonSource source{.mesh = &mesh,
                              .links = &links,
                              .abilities = 3,
                              .rays = rays.get(),
                              .starts = {RandomLatticePlace(mesh, random)},
                              .agent = {}};
  const BuiltSkeleton built = *BuildSkeleton(source, {.leaps = true}, 3, nullptr);
  ASSERT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), links.size()).ok());
  EXPECT_GT(built.data.key_points.size(), 200U);
  EXPECT_EQ(HashOf(built.data.key_points), 7842420793753330308U);
  EXPECT_EQ(HashOf(built.data.arcs), 4362263834841452362U);
}

}  // namespace
}  // namespace waystone
