#include "core/surface/skeleton_join.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/scratch.h"
#include "core/surface/search_surface.h"
#include "tests/support/asked_clock.h"
#include "tests/support/explored_map.h"
#include "tests/support/linked_scene.h"

namespace waystone {
namespace {

// Leaves key points only in the cells with these middles.
void KeepOnly(ExploredMap& map, const std::vector<Vec3>& middles) {
  for (uint32_t poly = 0; poly < map.map.mesh().poly_count(); ++poly) {
    bool is_kept = false;
    for (const Vec3& middle : middles) is_kept |= map.Cell(middle.x, middle.z, middle.y) == PolyId(poly);
    if (!is_kept) map.sketch().Drop(PolyId(poly));
  }
}

SkeletonJoin Join(ExploredMap& map, const Vec3& from, const JoinOptions& options = {}) {
  const MapView view = map.view();
  Scratch scratch;
  return view.surface->AsPolygons().FindJoin(view, {map.Cell(from.x, from.z, from.y), from}, options, nullptr,
                                             scratch);
}

TEST(SkeletonJoin, IsTheNearestToWalkToAndNotTheNearestThroughAWall) {
  ExploredMap map(
      {".#.\n"
       ".#.\n"
       "...\n"});
  KeepOnly(map, {{2.5, 0, 0.5}, {0.5, 0, 2.5}});
  const SkeletonJoin join = Join(map, {0.9, 0, 0.5});
  EXPECT_EQ(join.key_point, map.KeyPointIn(0.5, 2.5));
  EXPECT_EQ(join.end, SearchOutcome::kExhausted);
}

TEST(SkeletonJoin, StaysOnItsFloor) {
  ExploredMap map({"......\n", "......\n"});
  KeepOnly(map, {{0.5, 4.5, 0.5}, {5.5, 0, 0.5}});
  EXPECT_EQ(Join(map, {0.5, 0, 0.5}).key_point, map.KeyPointIn(5.5, 0.5, 0));
  EXPECT_EQ(Join(map, {5.5, 4.5, 0.5}).key_point, map.KeyPointIn(0.5, 0.5, 4.5));
}

TEST(SkeletonJoin, FindsNoneWhereNoPathLeadsToOne) {
  ExploredMap map({"..#..\n"});
  KeepOnly(map, {{4.5, 0, 0.5}});
  const SkeletonJoin join = Join(map, {0.5, 0, 0.5});
  EXPECT_TRUE(join.key_point.IsNone());
  EXPECT_TRUE(join.can_reach_none);
}

TEST(SkeletonJoin, GoesByLinks) {
  ExploredMap map({"..#..\n"});
  map.AddLink({1.5, 0, 0.5}, {3.5, 0, 0.5}, LinkKind::kDrop);
  KeepOnly(map, {{4.5, 0, 0.5}});
  EXPECT_EQ(Join(map, {0.5, 0, 0.5}).key_point, map.KeyPointIn(4.5, 0.5));
}

TEST(SkeletonJoin, OfEquallyNearOnesIsTheFirst) {
  ExploredMap map({"....\n"});
  KeepOnly(map, {{0.5, 0, 0.5}, {2.5, 0, 0.5}});
  EXPECT_EQ(Join(map, {1.5, 0, 0.5}).key_point.value(), 0U);
}

TEST(SkeletonJoin, LiesWithinTheDistanceAllowed) {
  ExploredMap map({"........\n"});
  KeepOnly(map, {{7.5, 0, 0.5}});
  const SkeletonJoin none = Join(map, {0.5, 0, 0.5}, {.max_join_m = 6.9});
  EXPECT_TRUE(none.key_point.IsNone());
  EXPECT_FALSE(none.can_reach_none);
  EXPECT_EQ(none.end, SearchOutcome::kExhausted);
  EXPECT_FALSE(Join(map, {0.5, 0, 0.5}, {.max_join_m = 7.1}).key_point.IsNone());
}

// The flood has passed all sides before it is as far as the key point.
TEST(SkeletonJoin, MayLieInTheLastCornerOfTheGround) {
  ExploredMap map({"......\n"});
  KeepOnly(map, {{5.5, 0, 0.5}});
  for (double x = 0.1; x < 5; x += 0.1) EXPECT_FALSE(Join(map, {x, 0, 0.5}).key_point.IsNone()) << x;
}

TEST(SkeletonJoin, LiesAheadOfAMovementWhereThatIsNoLongDetour) {
  ExploredMap map({"............\n"});
  KeepOnly(map, {{2.5, 0, 0.5}, {7.5, 0, 0.5}, {11.5, 0, 0.5}});
  const Vec3 from{3.5, 0, 0.5};
  EXPECT_EQ(Join(map, from).key_point, map.KeyPointIn(2.5, 0.5));
  EXPECT_EQ(Join(map, from, {.movement = Vec2{1, 0}}).key_point, map.KeyPointIn(7.5, 0.5));
  EXPECT_EQ(Join(map, from, {.movement = Vec2{-20, 0}}).key_point, map.KeyPointIn(2.5, 0.5));
  // 60 degrees to the side still count, 61 do not.
  EXPECT_EQ(Join(map, from, {.movement = Vec2{0.5001, 0.866}}).key_point, map.KeyPointIn(7.5, 0.5));
  EXPECT_EQ(Join(map, from, {.movement = Vec2{0.4848, 0.8746}}).key_point, map.KeyPointIn(2.5, 0.5));
  EXPECT_EQ(Join(map, {1.4, 0, 0.5}, {.movement = Vec2{0, 1}}).key_point, map.KeyPointIn(2.5, 0.5));
  // Farther than the nearest by more than kMovementDetour_m: not worth it.
  KeepOnly(map, {{2.5, 0, 0.5}, {11.5, 0, 0.5}});
  EXPECT_EQ(Join(map, from, {.movement = Vec2{1, 0}}).key_point, map.KeyPointIn(2.5, 0.5));
}

TEST(SkeletonJoin, LimitsAreTold) {
  ExploredMap map(
      {".#.#.#.#.#.\n"
       "...........\n"
       ".#.#.#.#.#.\n"});
  KeepOnly(map, {{10.5, 0, 0.5}});
  EXPECT_EQ(Join(map, {0.5, 0, 2.5}, {.max_expansions = 3}).end, SearchOutcome::kExpansionLimit);
  EXPECT_EQ(Join(map, {0.5, 0, 2.5}, {.deadline = AskedClock::OverAt(1)}).end, SearchOutcome::kDeadline);
}

TEST(SkeletonJoin, IsTheOneWithTheLeastWayOnRandomMeshes) {
  Random random(41);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const auto scene = RandomLinkedScene(i, 8, random);
    if (scene == nullptr) continue;
    const NavmeshView& mesh = scene->map().mesh();
    CellSkeleton sketch(mesh);
    for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) {
      if (random.NextBelow(8) != 0) sketch.Drop(PolyId(poly));
    }
    const SkeletonData data = sketch.Data();
    const SkeletonView skeleton = *SkeletonView::Create(data, mesh.poly_count(), scene->view().links->size());
    MapView view = scene->view();
    view.skeleton = &skeleton;
    const NavLocation start = scene->RandomPlace(random);
    double least_m = std::numeric_limits<double>::infinity();
    for (uint32_t id = 0; id < skeleton.size(); ++id) {
      const NavLocation at{PolyId(skeleton.key_point(KeyPointId(id)).poly),
                           skeleton.Position(KeyPointId(id))};
      least_m = std::min(least_m, scene->Cost_m(start, at));
    }
    Scratch scratch;
    const SkeletonJoin join = view.surface->AsPolygons().FindJoin(view, start, {}, nullptr, scratch);
    ASSERT_EQ(join.key_point.IsNone(), least_m == std::numeric_limits<double>::infinity()) << i;
    if (join.key_point.IsNone()) continue;
    const NavLocation at{PolyId(skeleton.key_point(join.key_point).poly), skeleton.Position(join.key_point)};
    EXPECT_NEAR(scene->Cost_m(start, at), least_m, 1e-9) << i;
    ++found;
  }
  EXPECT_GT(found, 150);
}

}  // namespace
}  // namespace waystone
