// Walks that a border stops and a link takes further; steps and drops; the body's sweep.
#include "core/move/move_walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/geom/segment.h"
#include "core/navmesh/near_walk.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/asked_clock.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

MoveAnswer Move(const MoveScene& scene, const MapView& view, const Vec3& from, const Vec3& to,
                MoveQuery query = {}) {
  const Vec3 ends[] = {scene.map.Abs(from.x, from.y, from.z), scene.map.Abs(to.x, to.y, to.z)};
  query.samples = ends;
  return Judge(view, query);
}

MoveViolationKind KindOf(const MoveScene& scene, const MapView& view, const Vec3& from, const Vec3& to) {
  return Move(scene, view, from, to).violation.kind;
}

// A ledge 2 m above a court: level 4 beside level 0.
constexpr char kLedge[] =
    "444000\n"
    "444000\n"
    "444000\n";
const Vec3 kTop(0.5, 2, 1.5);
const Vec3 kFoot(5.5, 0, 1.5);

TEST(MoveWalk, ALedgeIsDroppedFromWhereALinkLeadsDownAndTheAgentMay) {
  MoveScene scene({kLedge});
  scene.AddLink(LinkKind::kDrop, {2.8, 2, 1.5}, {3.5, 0, 1.5}, {"drop"});
  const MapView dropper = scene.View({"drop"});
  EXPECT_EQ(KindOf(scene, dropper, kTop, kFoot), MoveViolationKind::kNone);
  // One direction only.
  EXPECT_EQ(KindOf(scene, dropper, kFoot, kTop), MoveViolationKind::kUnreachable);
  MoveQuery walk_only;
  walk_only.skipped = {MoveCheck::kReachability};
  EXPECT_EQ(Move(scene, dropper, kFoot, kTop, walk_only).violation.kind, MoveViolationKind::kBlocked);
  // Without the ability there is none.
  EXPECT_EQ(KindOf(scene, scene.View(), kTop, kFoot), MoveViolationKind::kUnreachable);
  EXPECT_EQ(KindOf(scene, scene.View({"jump"}), kTop, kFoot), MoveViolationKind::kUnreachable);
}

TEST(MoveWalk, ALinkBeyondTheBudgetHelpsNobody) {
  MoveScene scene(
      {"444000\n"
       "444000\n"
       "444000\n"
       "444000\n"
       "444000\n"});
  scene.AddLink(LinkKind::kDrop, {2.8, 2, 4.5}, {3.5, 0, 4.5}, {"drop"});
  const MapView view = scene.View({"drop"});
  const MoveAnswer answer = Move(scene, view, {0.5, 2, 1}, {5.5, 0, 1}, StraightQuery());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_NEAR(answer.violation.at.x, scene.map.Abs(3, 0, 0).x, 1e-9);
  const double around_m = std::hypot(2.3, 3.5) + 0.7 + std::hypot(2, 3.5);
  EXPECT_NEAR(answer.violation.measured, around_m, 1e-6) << "a drop counts horizontally";
  EXPECT_EQ(Move(scene, view, {0.5, 2, 4}, {5.5, 0, 4}, StraightQuery()).verdict, MoveVerdict::kLegal);
  const double straight_m = std::hypot(5, 2);
  MoveQuery query;
  query.tolerance_m = 0;
  query.allowances.max_detour_ratio = (around_m - 0.01) / straight_m;
  EXPECT_EQ(Move(scene, view, {0.5, 2, 1}, {5.5, 0, 1}, query).verdict, MoveVerdict::kIllegal);
  query.allowances.max_detour_ratio = (around_m + 0.01) / straight_m;
  EXPECT_EQ(Move(scene, view, {0.5, 2, 1}, {5.5, 0, 1}, query).verdict, MoveVerdict::kLegal);
}

TEST(MoveWalk, AGeneratedLinkStandsForItsBorder) {
  AsciiOptions options;
  options.merge_rows = true;
  MoveScene scene({"4444000000\n"
                   "4444000000\n"
                   "4444000000\n"},
                  options);
  // One for the pair of polygons in each row, as the baker leaves them; at the rows' middles.
  for (const double z : {0.5, 1.5, 2.5}) scene.AddGenerated(LinkKind::kDrop, {4, 2, z}, {4.8, 0, z});
  const MapView view = scene.View({"drop"});
  for (double z = 0.05; z < 3; z += 0.3) {
    EXPECT_EQ(KindOf(scene, view, {3, 2, z}, {6, 0, z}), MoveViolationKind::kNone) << z;
    EXPECT_EQ(KindOf(scene, view, {6, 0, z}, {3, 2, z}), MoveViolationKind::kUnreachable) << z;
  }
  // Not over another border of the same polygon.
  MoveScene other({"0444000000\n"
                   "0444000000\n"},
                  options);
  for (const double z : {0.5, 1.5}) other.AddGenerated(LinkKind::kDrop, {4, 2, z}, {4.8, 0, z});
  const MapView other_view = other.View({"drop"});
  MoveQuery walk_only;
  walk_only.skipped = {MoveCheck::kReachability};
  EXPECT_EQ(Move(other, other_view, {2, 2, 0.5}, {0.5, 0, 0.5}, walk_only).violation.kind,
            MoveViolationKind::kBlocked);
}

TEST(MoveWalk, ASampleWithoutSurfaceDoesNotBeginATrackAnew) {
  MoveScene scene({"... ...\n"});
  const MapView view = scene.View();
  MoveQuery query;
  query.skipped = {MoveCheck::kSurface, MoveCheck::kBounds};
  const Vec3 samples[] = {scene.map.Abs(0.5, 0, 0.5), scene.map.Abs(3000, 0, 3000),
                          scene.map.Abs(6.5, 0, 0.5)};
  query.samples = samples;
  EXPECT_EQ(Judge(view, query).violation.kind, MoveViolationKind::kUnreachable);
}

TEST(MoveWalk, SomeLinksMayFollowEachOther) {
  // Terraces: 12 m down by drops of 2 m.
  MoveScene scene({"8844005\n"});
  scene.AddLink(LinkKind::kDrop, {1.8, 4, 0.5}, {2.4, 2, 0.5}, {"drop"});
  scene.AddLink(LinkKind::kDrop, {3.8, 2, 0.5}, {4.4, 0, 0.5}, {"drop"});
  scene.AddLink(LinkKind::kJump, {5.8, 0, 0.5}, {6.4, 2.5, 0.5}, {"jump"});
  const MapView view = scene.View({"drop", "jump"});
  EXPECT_EQ(KindOf(scene, view, {0.5, 4, 0.5}, {6.5, 2.5, 0.5}), MoveViolationKind::kNone);
  EXPECT_EQ(KindOf(scene, scene.View({"drop"}), {0.5, 4, 0.5}, {5.5, 0, 0.5}), MoveViolationKind::kNone);
  EXPECT_EQ(KindOf(scene, scene.View({"drop"}), {0.5, 4, 0.5}, {6.5, 2.5, 0.5}),
            MoveViolationKind::kUnreachable);
}

TEST(MoveWalk, ALadderLeadsToAnotherFloorAndATeleporterAnywhere) {
  MoveScene scene({".....\n", "..   \n"});
  scene.AddLink(LinkKind::kLadder, {1.5, 0, 0.5}, {1.5, 4.5, 0.5}, {}, true);
  scene.AddLink(LinkKind::kTeleport, {4.5, 0, 0.5}, {0.5, 4.5, 0.5}, {"teleport"});
  const MapView view = scene.View({"teleport"});
  EXPECT_EQ(KindOf(scene, view, {1.2, 0, 0.5}, {1.2, 4.5, 0.5}), MoveViolationKind::kNone);
  EXPECT_EQ(KindOf(scene, view, {1.2, 4.5, 0.5}, {4.5, 0, 0.5}), MoveViolationKind::kNone);
  EXPECT_EQ(KindOf(scene, view, {4.6, 0, 0.5}, {0.4, 4.5, 0.5}), MoveViolationKind::kNone);
  const MapView walker = scene.View();
  const MoveAnswer answer = Move(scene, walker, {4.6, 0, 0.5}, {4.4, 4.5, 0.5});
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooHigh) << "it flies";
}

TEST(MoveWalk, AShortDropIsNotClimbedAgain) {
  MoveScene scene({"660000\n"});
  scene.AddLink(LinkKind::kDrop, {1.9, 3, 0.5}, {2.2, 0, 0.5}, {"drop"});
  const MapView view = scene.View({"drop"});
  const Vec3 samples[] = {scene.map.Abs(1.8, 3, 0.5), scene.map.Abs(2.2, 0, 0.5), scene.map.Abs(1.8, 3, 0.5)};
  for (const double dt_s : {0.1, 0.5, 1.0}) {
    const double times_s[] = {0, dt_s, 2 * dt_s};
    MoveQuery query;
    query.samples = samples;
    query.times_s = times_s;
    query.allowances.max_speed_mps = 5;
    const MoveAnswer answer = Judge(view, query);
    EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal) << dt_s;
    EXPECT_EQ(answer.violation.sample, 2U) << dt_s;
  }
}

TEST(MoveWalk, ADropMayBeTooDeepForTheGame) {
  MoveScene scene({kLedge});
  scene.AddLink(LinkKind::kDrop, {2.8, 2, 1.5}, {3.5, 0, 1.5}, {"drop"});
  const MapView view = scene.View({"drop"});
  MoveQuery query;
  query.allowances.max_drop_m = 1.9;
  const MoveAnswer answer = Move(scene, view, kTop, kFoot, query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kDrop);
  EXPECT_EQ(answer.violation.check, MoveCheck::kStep);
  EXPECT_DOUBLE_EQ(answer.violation.measured, 2);
  EXPECT_DOUBLE_EQ(answer.violation.allowed, 1.9);
  EXPECT_NEAR(answer.violation.at.x, scene.map.Abs(2.8, 0, 0).x, 1e-6);
  query.allowances.max_drop_m = 2;
  EXPECT_EQ(Move(scene, view, kTop, kFoot, query).verdict, MoveVerdict::kLegal);
}

TEST(MoveWalk, AStepMayBeTooHighForTheGame) {
  // Levels of 0.5 m in cells of 0.3 m: as steep as 59 degrees.
  AsciiOptions options;
  options.cell_m = 0.3;
  MoveScene scene({"000111\n"}, options);
  const MapView view = scene.View();
  const Vec3 low(0.15, 0, 0.15);
  const Vec3 high(1.65, 0.5, 0.15);
  MoveQuery query;
  query.allowances.max_step_m = 0.4;
  const MoveAnswer up = Move(scene, view, low, high, query);
  EXPECT_EQ(up.violation.kind, MoveViolationKind::kStep);
  EXPECT_NEAR(up.violation.measured, 0.5, 0.1);
  EXPECT_EQ(Move(scene, view, high, low, query).verdict, MoveVerdict::kLegal);
  query.allowances.max_step_m = std::nullopt;
  query.allowances.max_drop_m = 0.3;
  EXPECT_EQ(Move(scene, view, low, high, query).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Move(scene, view, high, low, query).violation.kind, MoveViolationKind::kDrop);
  // What the surface was baked for needs no measuring.
  EXPECT_FALSE(Move(scene, view, low, high).checks_made.Has(MoveCheck::kStep));
}

// An upright wall across x, as two triangles.
CollisionData WallAcross(double x, double low, double high, double z0, double z1) {
  const std::vector<Vec3f> corners = {Vec3(x, low, z0).ToFloat(), Vec3(x, low, z1).ToFloat(),
                                      Vec3(x, high, z1).ToFloat(), Vec3(x, high, z0).ToFloat()};
  const std::vector<CollisionTriangle> triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
  return *BuildCollision(corners, triangles);
}

TEST(MoveWalk, AGeneratedLinkDoesNotLeadThroughAWallBesideIt) {
  AsciiOptions options;
  options.merge_rows = true;
  MoveScene scene({"4444000000\n"
                   "4444000000\n"
                   "4444000000\n"},
                  options);
  scene.AddGenerated(LinkKind::kDrop, {4, 2, 1.5}, {4.8, 0, 1.5});
  MapView view = scene.View({"drop"});
  // A fence just beyond the ledge, along the half of the border with z > 2.
  const CollisionData fence = WallAcross(4.4, -1, 8, 2, 4);
  const CollisionView collision = *CollisionView::Create(fence.vertices, fence.triangles, fence.nodes);
  view.collision = &collision;
  // The walk by the tested flight itself would be too long.
  const auto verdict_at = [&](double z) {
    return Move(scene, view, {3, 2, z}, {6, 0, z}, StraightQuery()).verdict;
  };
  EXPECT_EQ(verdict_at(1.5), MoveVerdict::kLegal);
  EXPECT_EQ(verdict_at(1.8), MoveVerdict::kLegal);
  EXPECT_EQ(verdict_at(2.5), MoveVerdict::kIllegal);
  view.collision = nullptr;
  EXPECT_EQ(verdict_at(2.5), MoveVerdict::kLegal);
}

TEST(MoveWalk, TheBodyMeetsWhatTheSurfaceDoesNotKnow) {
  MoveScene scene({"......\n"});
  MapView view = scene.View();
  const auto sweep = [&](const CollisionData& solid) {
    const CollisionView collision = *CollisionView::Create(solid.vertices, solid.triangles, solid.nodes);
    view.collision = &collision;
    return Move(scene, view, {0.5, 0, 0.5}, {5.5, 0, 0.5});
  };
  const MoveAnswer door = sweep(WallAcross(3, 0, 2, 0, 1));
  EXPECT_EQ(door.violation.kind, MoveViolationKind::kCollision);
  EXPECT_EQ(door.violation.check, MoveCheck::kSweep);
  EXPECT_NEAR(door.violation.measured, 2.5, 0.25);
  EXPECT_DOUBLE_EQ(door.violation.allowed, 5);
  EXPECT_EQ(sweep(WallAcross(3, 1.4, 3, 0, 1)).violation.kind, MoveViolationKind::kCollision);  // the head
  EXPECT_EQ(sweep(WallAcross(3, 1.6, 3, 0, 1)).verdict, MoveVerdict::kLegal);                   // above it
  EXPECT_EQ(sweep(WallAcross(3, 0, 0.75, 0, 1)).verdict, MoveVerdict::kLegal);                  // a step
  EXPECT_EQ(sweep(WallAcross(3, 0, 2, 0.53, 1)).violation.kind, MoveViolationKind::kCollision);
  EXPECT_EQ(sweep(WallAcross(3, 0, 2, 0.55, 1)).verdict, MoveVerdict::kLegal);  // beside it
  EXPECT_TRUE(sweep(WallAcross(9, 0, 2, 0, 1)).checks_made.Has(MoveCheck::kSweep));
}

// A hill in the way. Round the corner of a hole before it, nobody knows where the agent went.
TEST(MoveWalk, OnlyStraightWalksAreSweptAndFollowTheGround) {
  PolygonSoup soup = SharedCells("...#.....\n.........\n");
  std::vector<Vec3f> corners;
  for (Vec3f& v : soup.vertices) v.y = v.x == 6 ? 1.5F : 0.0F;
  for (const double x : {5.0, 7.0}) {
    for (const double z : {0.0, 2.0}) corners.push_back(Vec3(x, 0, z).ToFloat());
  }
  for (const double z : {0.0, 2.0}) corners.push_back(Vec3(6, 1.5, z).ToFloat());
  const CollisionData hill = *BuildCollision(
      corners, std::vector<CollisionTriangle>{{{0, 1, 4}}, {{1, 5, 4}}, {{4, 5, 2}}, {{5, 3, 2}}});
  const CollisionView collision = *CollisionView::Create(hill.vertices, hill.triangles, hill.nodes);
  MoveScene scene(*BuildNavmesh(soup));
  MapView view = scene.View();
  view.collision = &collision;
  for (const double z : {0.95, 1.5}) {
    const Vec3 from{0.5, 0, z};
    const Vec3 to{8.5, 0, z};
    for (const bool is_back : {false, true}) {
      const MoveAnswer answer = Move(scene, view, is_back ? to : from, is_back ? from : to);
      EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone) << z << " " << is_back;
      EXPECT_EQ(answer.checks_made.Has(MoveCheck::kSweep), z == 1.5);
    }
  }
  // What stands on the hill is still met.
  const CollisionData fence = WallAcross(6, 1.5, 3, 0, 2);
  const CollisionView fenced = *CollisionView::Create(fence.vertices, fence.triangles, fence.nodes);
  view.collision = &fenced;
  EXPECT_EQ(Move(scene, view, {0.5, 0, 1.5}, {8.5, 0, 1.5}).violation.kind, MoveViolationKind::kCollision);
}

// 10 km to a wall.
TEST(MoveWalk, ALongSweepIsEndedByTheDeadlineOnItsWay) {
  MoveScene scene({std::string(1000, '.')}, {.cell_m = 10});
  MapView view = scene.View();
  const CollisionData wall = WallAcross(9990, 0, 2, 0, 10);
  const CollisionView collision = *CollisionView::Create(wall.vertices, wall.triangles, wall.nodes);
  view.collision = &collision;
  const Vec3 ends[] = {scene.map.Abs(5, 0, 5), scene.map.Abs(9995, 0, 5)};
  MoveQuery query;
  query.samples = ends;
  Scratch scratch;
  query.deadline = AskedClock::OverAt(1'000'000);
  const MoveAnswer whole = *ValidateMove(view, query, scratch);
  EXPECT_EQ(whole.violation.kind, MoveViolationKind::kCollision);
  EXPECT_NEAR(whole.violation.measured, 9985, 0.25);
  EXPECT_GT(AskedClock::seconds, 200) << "less than once every 100 m of two sweeps";
  for (const int asks : {1, 2, 10, 100, 200}) {
    query.deadline = AskedClock::OverAt(asks);
    EXPECT_TRUE(absl::IsDeadlineExceeded(ValidateMove(view, query, scratch).status())) << asks;
    EXPECT_EQ(AskedClock::seconds, asks) << "work went on after the deadline";
  }
}

TEST(MoveWalk, EachLongStepOfATrackIsEndedByTheDeadline) {
  MoveScene scene({std::string(1000, '.')}, {.cell_m = 10});
  const MapView view = scene.View();
  std::vector<Vec3> samples;
  samples.reserve(60);
  for (int i = 0; i < 60; ++i) samples.push_back(scene.map.Abs(i % 2 == 0 ? 5 : 9995, 0, 5));
  MoveQuery query;
  query.samples = samples;
  Scratch scratch;
  EXPECT_EQ(ValidateMove(view, query, scratch)->verdict, MoveVerdict::kLegal);
  query.deadline = AskedClock::OverAt(50);
  EXPECT_TRUE(absl::IsDeadlineExceeded(ValidateMove(view, query, scratch).status()));
}

// Of an agent half as tall as others, or lower than what it steps over.
TEST(MoveWalk, TheBodySweptLiesBetweenWhatTheAgentStepsOverAndItsHeight) {
  MoveScene scene({"......\n"});
  MapView view = scene.View();
  MapVariant variant = *view.variant;
  view.variant = &variant;
  const auto kind_of = [&](double low, double high) {
    const CollisionData solid = WallAcross(3, low, high, 0, 1);
    const CollisionView collision = *CollisionView::Create(solid.vertices, solid.triangles, solid.nodes);
    view.collision = &collision;
    return Move(scene, view, {0.5, 0, 0.5}, {5.5, 0, 0.5}).violation.kind;
  };
  variant.agent = {.radius_m = 0.2, .height_m = 0.5, .max_climb_m = 0.25};
  EXPECT_EQ(kind_of(0, 0.25), MoveViolationKind::kNone);
  EXPECT_EQ(kind_of(0, 0.26), MoveViolationKind::kNone);
  EXPECT_EQ(kind_of(0, 0.35), MoveViolationKind::kCollision);
  EXPECT_EQ(kind_of(0.4, 2), MoveViolationKind::kCollision);
  EXPECT_EQ(kind_of(0.5, 2), MoveViolationKind::kNone);
  variant.agent = {.radius_m = 0.4, .height_m = 0.4, .max_climb_m = 0.5};
  EXPECT_EQ(kind_of(0, 0.5), MoveViolationKind::kNone);
  variant.agent = {.radius_m = 0};
  EXPECT_FALSE(Move(scene, view, {0.5, 0, 0.5}, {5.5, 0, 0.5}).checks_made.Has(MoveCheck::kSweep));
}

TEST(MoveWalk, WithoutCollisionGeometryNothingIsSwept) {
  MoveScene scene({"......\n"});
  EXPECT_FALSE(Move(scene, scene.View(), {0.5, 0, 0.5}, {5.5, 0, 0.5}).checks_made.Has(MoveCheck::kSweep));
}

// Whether a chain of up to `left` links, each entered near the straight path to the goal, leads there: every
// link from every place, with no order and no memory.
// NOLINTNEXTLINE(misc-no-recursion): as deep as `left`
bool SlowWalk(const MapView& view, const NavLocation& from, const NavLocation& to, double tolerance_m,
              uint32_t left) {
  SurfaceWorkspace scratch;
  const NavmeshView& mesh = *view.navmesh;
  const RaycastResult ray = Raycast(mesh, from, to.point.Plane());
  if (ray.reached && std::abs(ray.end.point.y - to.point.y) <= SameFloor_m(mesh)) return true;
  if (!ray.reached && CanWalkNear(mesh, from, to, tolerance_m, scratch)) return true;
  if (left == 0) return false;
  for (const NavLink& link : view.links->all()) {
    const Vec3 start(link.start[0], link.start[1], link.start[2]);
    const Vec3 end(link.end[0], link.end[1], link.end[2]);
    if (!MayUse(link, view.abilities)) continue;
    const double off_m = SegmentDistance(from.point.Plane(), ray.end.point.Plane(), start.Plane());
    if (off_m > std::min<double>(link.radius_m, kMaxLinkReach_m) + tolerance_m) continue;
    // The start is reached by a walk that strays no further than links may be.
    NavLocation goal{PolyId(link.start_poly), start};
    scratch.BeginVisits(mesh.poly_count());
    VisitNear(mesh, from, ray.end.point.Plane(), kMaxLinkReach_m + tolerance_m, scratch);
    if (scratch.visited[goal.poly.value()] != scratch.generation) continue;
    if (SlowWalk(view, {PolyId(link.end_poly), end}, to, tolerance_m, left - 1)) return true;
  }
  return false;
}

TEST(MoveWalk, AgreesWithASlowSearchOverLinks) {
  Random random(5);
  SurfaceWorkspace surface;
  WalkWorkspace scratch;
  int by_links = 0;
  int blocked = 0;
  for (int round = 0; round < 1500; ++round) {
    MoveScene scene({RandomDrawing(6, 6, 0.4, random)});
    if (scene.map.mesh().poly_count() < 2) continue;
    const NavmeshView& mesh = scene.map.mesh();
    for (int k = 0; k < 4; ++k) {
      const NavLocation a = RandomLatticePlace(mesh, random);
      const NavLocation b = RandomLatticePlace(mesh, random);
      scene.AddLink(LinkKind::kJump, a.point, b.point, {random.NextBelow(3) == 0 ? "fly" : "jump"});
    }
    const MapView view = scene.View({"jump"});
    for (int k = 0; k < 10; ++k) {
      const NavLocation from = RandomLatticePlace(mesh, random);
      const NavLocation to = RandomLatticePlace(mesh, random);
      const FoundWalk walk = WalkByLinks({view}, from, to, INFINITY, surface, scratch);
      const bool slow = SlowWalk(view, from, to, kStray_m, kMaxWalkLinks);
      ASSERT_EQ(walk.outcome == SearchOutcome::kFound, slow) << round;
      if (!slow) {
        ++blocked;
        continue;
      }
      if (walk.pieces.size() > 1) ++by_links;
      // No longer walk is accepted than is asked for.
      const double max_m = walk.length_m * random.NextInRange(0.5, 1.5);
      const FoundWalk within = WalkByLinks({view}, from, to, max_m, surface, scratch);
      ASSERT_TRUE(within.outcome != SearchOutcome::kFound || within.length_m <= max_m);
      ASSERT_TRUE(within.outcome == SearchOutcome::kFound || max_m < walk.length_m);
    }
  }
  EXPECT_GT(by_links, 500);
  EXPECT_GT(blocked, 1000);
}

}  // namespace
}  // namespace waystone
