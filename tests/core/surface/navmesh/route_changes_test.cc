// PlanRoute on a map that differs from the baked one.
#include "core/surface/route_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "core/base/scratch.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/route/route_planner.h"
#include "tests/support/drawn_map.h"

namespace waystone {
namespace {

using ::testing::StartsWith;

class RouteChangesTest : public ::testing::Test {
 protected:
  RouteAnswer Plan() {
    query_.start = map_.Abs(0.5, 0, 0.5);
    query_.goals = {map_.Abs(4.5, 0, 0.5)};
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(map_.view(), query_, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(RouteAnswer());
  }
  std::string Refusal() {
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(map_.view(), query_, scratch_);
    EXPECT_TRUE(absl::IsInvalidArgument(answer.status()));
    return std::string(answer.status().message());
  }
  PolyId At(double x, double z) { return PolyAt(map_.mesh(), x, z); }

  DrawnMap map_{{".....\n.....\n.....\n#####\n.....\n"}};
  RouteQuery query_;
  Scratch scratch_;
};

TEST_F(RouteChangesTest, ABlockedPolygonIsGoneRound) {
  EXPECT_DOUBLE_EQ(Plan().cost_m, 4);
  query_.changes.blocked_polys = {At(2.5, 0.5), At(2.5, 1.5)};
  const RouteAnswer answer = Plan();
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_NEAR(answer.cost_m, 1 + 2 * std::sqrt(1.5 * 1.5 * 2), 1e-9);
  query_.changes.blocked_polys.clear();
  EXPECT_DOUBLE_EQ(Plan().cost_m, 4) << "the next query is not affected";
}

TEST_F(RouteChangesTest, WhatTheyCloseIsNamedAsClosedByThem) {
  query_.changes.blocked_polys = {At(2.5, 0.5), At(2.5, 1.5), At(2.5, 2.5)};
  RouteAnswer answer = Plan();
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  EXPECT_EQ(answer.points.back(), map_.Abs(2, 0, 0.5));
  EXPECT_FALSE(answer.explanation.empty());
  query_.allow_partial = false;
  answer = Plan();
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
}

TEST_F(RouteChangesTest, WhatWasUnreachableStaysSoForItsOldReason) {
  query_.changes.blocked_polys = {At(2.5, 0.5), At(2.5, 1.5), At(2.5, 2.5)};
  query_.start = map_.Abs(0.5, 0, 0.5);
  query_.goals = {map_.Abs(4.5, 0, 4.5)};
  query_.snap.radius_m = 0;
  const RouteAnswer answer = *PlanRoute(map_.view(), query_, scratch_);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_NE(answer.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(answer.points.back(), map_.Abs(2, 0, 3))
      << "the nearest place that is left, not of the baked map";
}

TEST_F(RouteChangesTest, EndsSnapToGroundThatIsLeft) {
  query_.changes.blocked_polys = {At(0.5, 0.5)};
  RouteAnswer answer = Plan();
  EXPECT_DOUBLE_EQ(answer.start_snap_m, 0.5);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  query_.mutually_reachable = true;
  EXPECT_DOUBLE_EQ(Plan().start_snap_m, 0.5);
  query_.changes.excluded_areas = 2;  // all there is
  answer = Plan();
  EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
  EXPECT_EQ(answer.start_snap_m, -1);
}

TEST_F(RouteChangesTest, AnEndOnClosedGroundIsNamedAsClosedByThem) {
  query_.snap.radius_m = 0;
  const auto expect_closed = [&](RouteStatus status, const std::string& name) {
    const RouteAnswer answer = *PlanRoute(map_.view(), query_, scratch_);
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
    EXPECT_EQ(answer.explanation, name + ": the ground there is closed by the request's changes");
    EXPECT_TRUE(answer.points.empty());
  };
  query_.start = map_.Abs(0.5, 0, 0.5);
  query_.via = {map_.Abs(1.5, 0, 1.5), map_.Abs(2.5, 0, 1.5)};
  query_.goals = {map_.Abs(4.5, 0, 0.5)};
  query_.changes.blocked_polys = {At(0.5, 0.5)};
  expect_closed(RouteStatus::kStartOffMesh, "the start");
  query_.changes.blocked_polys = {At(2.5, 1.5)};
  expect_closed(RouteStatus::kViaOffMesh, "via[1]");
  query_.changes.blocked_polys = {At(4.5, 0.5)};
  expect_closed(RouteStatus::kGoalOffMesh, "the goal");
  query_.goals.insert(query_.goals.begin(), map_.Abs(4.5, 9, 0.5));
  expect_closed(RouteStatus::kGoalOffMesh, "goals[1]");
  query_.mutually_reachable = true;
  expect_closed(RouteStatus::kGoalOffMesh, "goals[1]");
  query_.changes = {};
  query_.changes.excluded_areas = 2;  // all there is
  expect_closed(RouteStatus::kStartOffMesh, "the start");
}

TEST_F(RouteChangesTest, AnEndThatWasNeverOnTheSurfaceIsNotClosed) {
  query_.changes.blocked_polys = {At(2.5, 2.5)};
  const auto expect_off = [&](RouteStatus status, const std::string& explanation) {
    const RouteAnswer answer = *PlanRoute(map_.view(), query_, scratch_);
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(answer.reason, RouteReason::kNone);
    EXPECT_EQ(answer.explanation, explanation);
  };
  const Vec3 good = map_.Abs(0.5, 0, 0.5);
  query_.start = map_.Abs(0.5, 0, 25);
  query_.goals = {good};
  expect_off(RouteStatus::kStartOffMesh, "");
  query_.start = good;
  query_.goals = {map_.Abs(2.5, 9, 0.5)};
  expect_off(RouteStatus::kGoalOffMesh, "");
  query_.goals = {good};
  query_.via = {map_.Abs(2.5, 9, 0.5)};
  expect_off(RouteStatus::kViaOffMesh, "via[0]: the nearest surface is 9 m away");
}

TEST_F(RouteChangesTest, IdsAndNumbersOutOfRangeAreRefused) {
  query_.start = map_.Abs(0.5, 0, 0.5);
  query_.goals = {query_.start};
  query_.changes.blocked_polys = {PolyId(20)};
  EXPECT_THAT(Refusal(), StartsWith("changes.blocked_polys: 20 is no polygon"));
  query_.changes = {};
  query_.changes.closed_links = {LinkId(0)};
  EXPECT_THAT(Refusal(), StartsWith("changes.closed_links: 0 is no link"));
  for (const double factor : {0.0, 0.009, 1001.0, -1.0, std::nan(""), 1e300}) {
    query_.changes = {};
    query_.changes.area_factors = {{1, factor}};
    EXPECT_THAT(Refusal(), StartsWith("changes.area_factors.factor: "));
  }
  query_.changes.area_factors = {{0, 2}};
  EXPECT_THAT(Refusal(), StartsWith("changes.area_factors.area: "));
  query_.changes.area_factors = {{2, 2}, {2, 3}};
  EXPECT_THAT(Refusal(), StartsWith("changes.area_factors.area: 2 is named twice"));
  query_.changes = {};
  query_.changes.min_clearance_m = 100.5;
  EXPECT_THAT(Refusal(), StartsWith("changes.min_clearance_m: "));
}

TEST_F(RouteChangesTest, SharedClosuresCountLikeAndWithTheQuerysOwn) {
  ClosedParts wall;
  wall.blocked_polys = {At(2.5, 0.5), At(2.5, 1.5)};
  query_.changes.blocked_polys = wall.blocked_polys;
  const Hash128 in_full = query_.changes.ClosedHash();
  const double cost_m = Plan().cost_m;
  query_.changes = {};
  query_.changes.shared = std::make_shared<const SharedClosures>(wall);
  EXPECT_TRUE(query_.changes.HasExclusions());
  EXPECT_EQ(query_.changes.ClosedHash(), in_full);
  EXPECT_EQ(Plan().cost_m, cost_m);
  query_.changes.blocked_polys = {At(2.5, 2.5)};
  EXPECT_NE(query_.changes.ClosedHash(), in_full);
  EXPECT_EQ(Plan().reason, RouteReason::kClosedByChanges);
  query_.changes.blocked_polys.clear();
  query_.changes.shared = std::make_shared<const SharedClosures>(ClosedParts());
  EXPECT_FALSE(query_.changes.HasExclusions());
  EXPECT_DOUBLE_EQ(Plan().cost_m, 4);
}

TEST_F(RouteChangesTest, SharedIdsOutOfRangeAreRefused) {
  query_.start = map_.Abs(0.5, 0, 0.5);
  query_.goals = {query_.start};
  ClosedParts parts;
  parts.blocked_polys = {PolyId(3), PolyId(20), PolyId(5)};
  query_.changes.shared = std::make_shared<const SharedClosures>(parts);
  EXPECT_THAT(Refusal(), StartsWith("changes.blocked_polys: 20 is no polygon"));
  parts = {};
  parts.closed_links = {LinkId(0)};
  query_.changes.shared = std::make_shared<const SharedClosures>(parts);
  EXPECT_THAT(Refusal(), StartsWith("changes.closed_links: 0 is no link"));
}

TEST_F(RouteChangesTest, ARouteOfTheBakedMapIsTouchedByWhatLiesOnIt) {
  const NavmeshView& mesh = map_.mesh();
  AnyAngleWorkspace search;
  const SurfacePath route =
      FindAnyAngle(mesh, {At(0.5, 0.5), {0.5, 0, 0.5}}, {At(4.5, 0.5), {4.5, 0, 0.5}}, {}, search);
  const MapView view = map_.view();
  Exclusions memory;
  const auto touches = [&](const RouteChanges& changes) {
    return TouchesChanges(mesh, *view.links, route, changes, ExclusionsOf(view, changes, memory));
  };
  EXPECT_FALSE(touches({}));
  RouteChanges changes;
  changes.blocked_polys = {At(2.5, 2.5)};
  EXPECT_FALSE(touches(changes));
  for (const double x : {0.5, 2.5, 4.5}) {
    changes.blocked_polys = {At(x, 0.5)};
    EXPECT_TRUE(touches(changes)) << x;
  }
  changes = {};
  changes.excluded_areas = 2;
  EXPECT_TRUE(touches(changes));
  changes.excluded_areas = 4;
  EXPECT_FALSE(touches(changes));
  changes.area_factors = {{1, 2}};
  EXPECT_TRUE(touches(changes));
  changes.area_factors = {{2, 2}};
  EXPECT_FALSE(touches(changes));
  changes.area_factors = {{2, 0.5}};
  EXPECT_TRUE(touches(changes)) << "cheaper ground elsewhere may be better now";
  changes = {};
  changes.min_clearance_m = 0.1;
  EXPECT_FALSE(touches(changes));
}

TEST(RouteChanges, AChangedMapKeepsTheZonesThatItsOwnAreMadeOf) {
  const DrawnMap map({"....\n....\n"});
  const NavmeshSurface surface;
  MapView view = map.view();
  view.surface = &surface;
  const std::weak_ptr<const void> computed = view.zones_owner;
  RouteChanges changes;
  changes.blocked_polys = {PolyId(0)};
  const absl::StatusOr<MapView> changed = surface.Apply(view, changes, ZonesNeed::kIfReady, Deadline());
  ASSERT_TRUE(changed.ok()) << changed.status();
  ASSERT_TRUE(changed->is_applied);
  view = MapView();
  EXPECT_FALSE(computed.expired());
}

}  // namespace
}  // namespace waystone
