#include "core/changed/changed_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"
#include "tests/core/changed/rebuilt_mesh.h"
#include "tests/core/navmesh/changed_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

std::unique_ptr<const ChangedMesh> Changed(const NavmeshView& mesh, const LinkView& links,
                                           const MeshChanges& changes) {
  auto snapshot = MeshSnapshotMaker(mesh, links).Make({});
  EXPECT_TRUE(snapshot.ok()) << snapshot.status();
  auto changed = ChangedMesh::Make(*std::move(snapshot), changes, {});
  EXPECT_TRUE(changed.ok()) << changed.status();
  EXPECT_TRUE((*changed)->SumAreas(Deadline()).ok());
  return *std::move(changed);
}

SurfacePath PathOver(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                     const NavLocation& start, const NavLocation& goal) {
  AnyAngleWorkspace workspace;
  AnyAngleOptions options;
  options.links = &links;
  options.abilities = abilities;
  return FindAnyAngle(mesh, start, goal, options, workspace);
}

void ExpectKeepsTheRules(const ChangedMesh& changed) {
  const CompactMesh compact = Compacted(changed);
  const auto view = NavmeshView::Create(compact.data);
  EXPECT_TRUE(view.ok()) << view.status();
}

TEST(ChangedMeshTest, WithoutPolygonsAndLinksIsTheMeshBakedWithoutThem) {
  Random random(7);
  int found = 0;
  int closed = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(6, 6, 0.25, random);
    PolygonSoup soup = SoupOfSeries(i, drawing, random);
    if (soup.polygons.empty()) continue;
    SCOPED_TRACE(i);
    const ChangedScene scene(std::move(soup), 4, random);
    const TakenAway& taken = scene.taken();
    const MeshWithout without = BuildWithout(scene.soup(), scene.mesh(), scene.links(), taken);
    if (without.data.polys.empty()) continue;
    const NavmeshView left = ViewOf(without.data);
    const LinkView left_links = *LinkView::Create(without.links, left);
    MeshChanges changes;
    changes.blocked_polys = taken.named;
    changes.excluded_areas = taken.areas;
    changes.closed_links = taken.links;
    const auto changed = Changed(scene.mesh(), scene.links(), changes);
    ExpectKeepsTheRules(*changed);
    const uint64_t abilities = random.NextBelow(4);
    for (int k = 0; k < 5; ++k) {
      const NavLocation start = RandomLatticePlace(scene.mesh(), random);
      const NavLocation goal = RandomLatticePlace(scene.mesh(), random);
      if (taken.blocked[start.poly.value()] || taken.blocked[goal.poly.value()]) continue;
      const SurfacePath got = PathOver(changed->mesh(), changed->links(), abilities, start, goal);
      const SurfacePath want =
          PathOver(left, left_links, abilities, {without.poly_of[start.poly.value()], start.point},
                   {without.poly_of[goal.poly.value()], goal.point});
      ASSERT_EQ(got.outcome, want.outcome);
      if (got.outcome == SearchOutcome::kFound) {
        EXPECT_NEAR(got.cost_m, want.cost_m, 1e-9 * (1 + want.cost_m));
        ++found;
      } else {
        ++closed;
      }
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(closed, 500);
}

Solid RandomSolid(Random& random) {
  Solid solid;
  solid.min_y = -1;
  solid.max_y = 1;
  const Vec2 middle{random.NextUnit() * 6, random.NextUnit() * 6};
  if (random.NextBelow(3) == 0) {
    solid.corners = {middle};
    solid.radius_m = 0.05 + random.NextUnit();
    return solid;
  }
  const double yaw = random.NextBelow(2) == 0 ? 0 : random.NextUnit() * 6;
  const Vec2 along = Vec2{std::cos(yaw), std::sin(yaw)} * (0.05 + random.NextUnit());
  const Vec2 aside = Vec2{-std::sin(yaw), std::cos(yaw)} * (0.05 + random.NextUnit());
  solid.corners = {middle - along - aside, middle + along - aside, middle + along + aside,
                   middle - along + aside};
  return solid;
}

// Distance of a point into the footprints of solids; negative outside of all.
double DepthIn(const std::vector<Solid>& solids, double room_m, Vec2 at) {
  double depth_m = -1e9;
  for (const Solid& solid : solids) {
    double outside_m = -1e9;
    for (const CutLine& line : FootprintOf(solid, room_m))
      outside_m = std::max(outside_m, line.Outside_m(at));
    depth_m = std::max(depth_m, -outside_m);
  }
  return depth_m;
}

TEST(ChangedMeshTest, SolidsLeaveTheGroundAroundThem) {
  constexpr double kSlack_m = 1e-3;
  Random random(11);
  int inside = 0;
  int outside = 0;
  int routes = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(6, 6, 0.2, random);
    PolygonSoup soup = SoupOfSeries(i, drawing, random);
    if (soup.polygons.empty()) continue;
    SCOPED_TRACE(i);
    const ChangedScene scene(std::move(soup), 4, random);
    MeshChanges changes;
    changes.agent_radius_m = random.NextBelow(2) * 0.3;
    const uint32_t count = 1 + random.NextBelow(6);
    for (uint32_t k = 0; k < count; ++k) changes.solids.push_back(RandomSolid(random));
    if (i % 3 == 0) changes.blocked_polys = scene.taken().named;
    const auto changed = Changed(scene.mesh(), scene.links(), changes);
    ExpectKeepsTheRules(*changed);
    const auto is_blocked = [&](PolyId poly) {
      return std::find(changes.blocked_polys.begin(), changes.blocked_polys.end(), poly) !=
             changes.blocked_polys.end();
    };
    for (int k = 0; k < 50; ++k) {
      const NavLocation place = RandomPoint(scene.mesh(), random);
      const double depth_m = DepthIn(changes.solids, changes.agent_radius_m, place.point.Plane());
      const bool is_left = changed->PlaceOf(place).has_value();
      if (is_blocked(place.poly) || depth_m > kSlack_m) {
        EXPECT_FALSE(is_left) << depth_m;
        ++inside;
      } else if (depth_m < -kSlack_m) {
        EXPECT_TRUE(is_left) << depth_m;
        ++outside;
      }
    }
    if (i % 8 == 7) continue;  // one-way sides: a soup of pieces does not know them
    const PolygonSoup pieces = SoupOf(*changed);
    if (pieces.polygons.empty()) continue;
    const auto rebuilt = BuildNavmesh(pieces);
    ASSERT_TRUE(rebuilt.ok()) << rebuilt.status();
    const NavmeshView anew = ViewOf(*rebuilt);
    std::vector<PolyId> poly_of(changed->mesh().poly_count());
    for (uint32_t poly = 0; poly < anew.poly_count(); ++poly)
      poly_of[anew.poly(PolyId(poly)).external_id] = PolyId(poly);
    const LinkView none;
    for (int k = 0; k < 5; ++k) {
      const auto start = changed->PlaceOf(RandomPoint(scene.mesh(), random));
      const auto goal = changed->PlaceOf(RandomPoint(scene.mesh(), random));
      if (!start || !goal) continue;
      const SurfacePath got = PathOver(changed->mesh(), none, 0, *start, *goal);
      const SurfacePath want = PathOver(anew, none, 0, {poly_of[start->poly.value()], start->point},
                                        {poly_of[goal->poly.value()], goal->point});
      ASSERT_EQ(got.outcome, want.outcome);
      if (got.outcome != SearchOutcome::kFound) continue;
      EXPECT_NEAR(got.cost_m, want.cost_m, 1e-9 * (1 + want.cost_m));
      for (const NavLocation& turn : got.turns) {
        EXPECT_LT(DepthIn(changes.solids, changes.agent_radius_m, turn.point.Plane()), kSlack_m);
      }
      ++routes;
    }
  }
  EXPECT_GT(inside, 5000);
  EXPECT_GT(outside, 5000);
  EXPECT_GT(routes, 1000);
}

TEST(ChangedMesh, GivesUpAtTheFirstLookThatIsLate) {
  Random random(11);
  const NavmeshData data = AsciiNavmesh(RandomDrawing(30, 30, 0.1, random));
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  MeshChanges changes;
  for (int k = 0; k < 200; ++k) {
    const Vec2 at{random.NextInRange(0, 30), random.NextInRange(0, 30)};
    changes.solids.push_back({.corners = {at}, .radius_m = 0.3, .min_y = -1, .max_y = 1});
  }
  const auto snapshot = MeshSnapshotMaker(mesh, links).Make({});
  ASSERT_TRUE(snapshot.ok()) << snapshot.status();
  ASSERT_TRUE(ChangedMesh::Make(*snapshot, changes, AskedClock::OverAt(1'000'000)).ok());
  const int looks = AskedClock::seconds;
  EXPECT_GT(looks, 40);
  for (int at = 1; at <= looks; ++at) {
    const auto late = ChangedMesh::Make(*snapshot, changes, AskedClock::OverAt(at));
    EXPECT_TRUE(absl::IsDeadlineExceeded(late.status())) << at << ": " << late.status();
    EXPECT_LE(AskedClock::seconds, at + 1) << "CheckInTime asks again";
  }
}

// A snapshot takes longer than some requests have: the next one goes on where the last one stopped.
TEST(MeshSnapshot, IsMadeInSeveralGoes) {
  const NavmeshData data = AsciiNavmesh("....\n.##.\n....\n");
  const NavmeshView mesh = ViewOf(data);
  MeshSnapshotMaker maker(mesh, {});
  absl::StatusOr<std::shared_ptr<const MeshSnapshot>> made;
  int goes = 0;
  do {
    made = maker.Make(AskedClock::OverAt(2));
    ++goes;
  } while (absl::IsDeadlineExceeded(made.status()) && goes < 100);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_GT(goes, 3);
  MeshChanges changes;
  changes.blocked_polys = {PolyId(3)};
  const auto changed = ChangedMesh::Make(*made, changes, {});
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_TRUE((*changed)->SumAreas(Deadline()).ok());
  ExpectKeepsTheRules(**changed);
}

}  // namespace
}  // namespace waystone
