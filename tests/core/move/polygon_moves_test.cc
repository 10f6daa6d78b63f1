// Shortest walks within a budget, against a slow search; links, and what the changes of a request take away.
#include "core/move/polygon_moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/move/track_judge.h"
#include "core/navmesh/surface_walk.h"
#include "tests/core/move/move_scene.h"
#include "tests/oracle/path_oracle.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// A place inside a random cell, on the lattice of eighths; on no side.
NavLocation RandomInCell(const NavmeshView& mesh, Random& random) {
  const NavLocation place = RandomPoint(mesh, random);
  const auto inside = [&](double v) { return std::floor(v) + (1 + random.NextBelow(7)) / 8.0; };
  return {place.poly, {inside(place.point.x), place.point.y, inside(place.point.z)}};
}

// Whether a polygon comes so near that the sample may be of it, though it has no side in common.
bool IsNearOther(const NavmeshView& mesh, const NavLocation& place) {
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const std::span<const NavEdge> edges = mesh.edges(PolyId(p));
    const bool is_joined = std::any_of(edges.begin(), edges.end(), [&](const NavEdge& edge) {
      return edge.twin != kNoEdge && mesh.edge(EdgeId(edge.twin)).poly == place.poly.value();
    });
    if (PolyId(p) == place.poly || is_joined) continue;
    const Vec3 nearest = ClosestPointOnPoly(mesh, PolyId(p), place.point);
    if (Distance(nearest, place.point) < kSampleError_m + 1e-5) return true;
  }
  return false;
}

double LengthOf(const FoundWalk& walk) {
  double length_m = 0;
  for (const WalkPiece& piece : walk.pieces) length_m += PlaneDistance(piece.from.point, piece.to);
  return length_m;
}

TEST(PolygonMoves, FindTheShortestWalkOrNoneWithinTheBudget) {
  Random random(101);
  Scratch scratch;
  int found = 0;
  int too_long = 0;
  int unreachable = 0;
  for (int round = 0; round < 150; ++round) {
    MoveScene scene({RandomDrawing(9, 9, 0.35, random)});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    const MapView view = scene.View();
    const PathOracle oracle(mesh, kMeshLattice);
    PolygonMoves moves(view, nullptr, 50'000, scratch);
    for (int k = 0; k < 20; ++k) {
      const NavLocation from = RandomInCell(mesh, random);
      const NavLocation to = RandomInCell(mesh, random);
      const double shortest_m = oracle.Length(from, to);
      const double max_m = PlaneDistance(from.point, to.point) * random.NextInRange(1, 2);
      if (std::abs(shortest_m - max_m) < 1e-5) continue;
      const FoundWalk walk = moves.FindWalk(from, to, max_m, {});
      ASSERT_EQ(walk.outcome == SearchOutcome::kFound, shortest_m <= max_m) << round << ": " << shortest_m;
      if (walk.outcome != SearchOutcome::kFound) {
        ++(std::isinf(shortest_m) ? unreachable : too_long);
        continue;
      }
      ++found;
      ASSERT_NEAR(walk.length_m, shortest_m, 1e-6);
      ASSERT_NEAR(LengthOf(walk), shortest_m, 1e-6);
      for (const WalkPiece& piece : walk.pieces) {
        ASSERT_TRUE(Raycast(mesh, piece.from, piece.to.Plane()).reached) << "walked in a straight line";
      }
    }
  }
  EXPECT_GT(found, 500);
  EXPECT_GT(too_long, 200);
  EXPECT_GT(unreachable, 200);
}

// Two samples, judged by the whole of ValidateMove.
TEST(PolygonMoves, AStepIsLegalExactlyIfItsShortestWalkIsWithinItsBudget) {
  Random random(102);
  int legal = 0;
  int illegal = 0;
  for (int round = 0; round < 150; ++round) {
    MoveScene scene({RandomDrawing(9, 9, 0.3, random)});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    const MapView view = scene.View();
    const PathOracle oracle(mesh, kMeshLattice);
    for (int k = 0; k < 20; ++k) {
      const NavLocation from = RandomInCell(mesh, random);
      const NavLocation to = RandomInCell(mesh, random);
      const double shortest_m = oracle.Length(from, to);
      const double straight_m = PlaneDistance(from.point, to.point);
      const Vec3 ends[] = {from.point + scene.map.manifest().origin, to.point + scene.map.manifest().origin};
      const double times_s[] = {7, 7 + random.NextInRange(0, 5)};
      MoveQuery query;
      query.samples = ends;
      double allowed_m = 0;
      if (k % 2 == 0) {
        query.allowances.max_detour_ratio = random.NextInRange(1, 1.5);
        query.tolerance_m = random.NextInRange(0, 1);
        allowed_m = query.allowances.max_detour_ratio * straight_m + query.tolerance_m;
      } else {
        // Two timed samples may owe nothing at their end.
        query.times_s = times_s;
        query.allowances.max_speed_mps = 2;
        query.allowances.speed_tolerance = 1.25;
        allowed_m = 2.5 * (times_s[1] - times_s[0]);
      }
      if (std::abs(shortest_m - allowed_m) < 1e-5) continue;
      // A sample just behind a border counts as one before it.
      const double behind_m = Distance(Raycast(mesh, from, to.point.Plane()).end.point, to.point);
      if (behind_m < kSampleError_m + 1e-5 || IsNearOther(mesh, to)) continue;
      const MoveAnswer answer = Judge(view, query);
      ASSERT_EQ(answer.verdict == MoveVerdict::kLegal, shortest_m <= allowed_m)
          << round << ": " << shortest_m << " " << allowed_m;
      ++(answer.verdict == MoveVerdict::kLegal ? legal : illegal);
      if (answer.violation.kind == MoveViolationKind::kBlocked && answer.violation.measured >= 0) {
        ASSERT_NEAR(answer.violation.measured, shortest_m, 1e-6);
      }
    }
  }
  EXPECT_GT(legal, 500);
  EXPECT_GT(illegal, 500);
}

// Links as the oracle takes them: each costs what a walk counts it as.
LinkData CountedLinks(const LinkView& links, const NavmeshView& mesh) {
  std::vector<NavLink> counted(links.all().begin(), links.all().end());
  for (NavLink& link : counted) link.cost_m = static_cast<float>(WalkLengthOf_m(link));
  return SortedLinks(mesh, counted);
}

TEST(PolygonMoves, WalksOverLinksAreTheShortestOnes) {
  Random random(103);
  Scratch scratch;
  int by_links = 0;
  int none = 0;
  int missed = 0;
  for (int round = 0; round < 200; ++round) {
    MoveScene scene({RandomDrawing(8, 8, 0.4, random)});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    for (int k = 0; k < 4; ++k) {
      const Vec3 start = RandomInCell(mesh, random).point;
      const Vec3 end = RandomInCell(mesh, random).point;
      scene.AddLink(LinkKind::kJump, start, end, {random.NextBelow(3) == 0 ? "fly" : "jump"});
    }
    const MapView view = scene.View({"jump"});
    const LinkData counted = CountedLinks(*view.links, mesh);
    const LinkView counted_view = *LinkView::Create(counted, mesh);
    const PathOracle oracle(mesh, kMeshLattice, counted_view, view.abilities);
    PolygonMoves moves(view, nullptr, 50'000, scratch);
    for (int k = 0; k < 20; ++k) {
      const NavLocation from = RandomInCell(mesh, random);
      const NavLocation to = RandomInCell(mesh, random);
      const double shortest_m = oracle.Length(from, to);
      const double max_m = PlaneDistance(from.point, to.point) * random.NextInRange(1, 2);
      const FoundWalk walk = moves.FindWalk(from, to, max_m, {});
      if (walk.outcome == SearchOutcome::kFound) {
        ASSERT_LE(walk.length_m, max_m + 1e-5);
        // A link may be entered half a metre beside its start, and straight walks stray by 0.1 m.
        ASSERT_LE(shortest_m, max_m + 4 * kStray_m + 1e-5) << round;
        by_links += walk.pieces.size() > 1 ? 1 : 0;
      } else {
        ++none;
        missed += shortest_m < max_m - 1e-5 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(by_links, 200);
  EXPECT_GT(none, 500);
  EXPECT_EQ(missed, 0);
}

TEST(PolygonMoves, ALinkCountsByItsKindWhateverItCosts) {
  // Round a corner from the start: the straight walk does not come near the link.
  for (const LinkKind kind : {LinkKind::kTeleport, LinkKind::kJump, LinkKind::kLadder}) {
    MoveScene scene(
        {"...####...\n"
         "..########\n"
         "..####....\n"
         "......#...\n"});
    scene.AddLink(kind, {5.5, 0, 3.5}, {7.5, 0, 3.5}, {});
    const MapView view = scene.View();
    Scratch scratch;
    PolygonMoves moves(view, nullptr, 50'000, scratch);
    const NavLocation from{PolyAt(scene.map.mesh(), 1.5, 0.5), {1.5, 0, 0.5}};
    const NavLocation to{PolyAt(scene.map.mesh(), 8.5, 2.5), {8.5, 0, 2.5}};
    const double flight_m = kind == LinkKind::kTeleport ? 0 : 2;
    const double walk_m = std::hypot(0.5, 2.5) + std::hypot(3.5, 0.5) + flight_m + std::hypot(1, 1);
    const FoundWalk walk = moves.FindWalk(from, to, walk_m + 0.01, {});
    ASSERT_EQ(walk.outcome, SearchOutcome::kFound) << static_cast<int>(kind);
    EXPECT_NEAR(walk.length_m, walk_m, 1e-6);
    EXPECT_NE(moves.FindWalk(from, to, walk_m - 0.01, {}).outcome, SearchOutcome::kFound);
  }
}

class PolygonMovesChanges : public testing::Test {
 protected:
  MoveAnswer Step(const MapView& view, const Vec3& from, const Vec3& to, const RouteChanges& changes) const {
    const Vec3 ends[] = {scene_.map.Abs(from.x, from.y, from.z), scene_.map.Abs(to.x, to.y, to.z)};
    MoveQuery query;
    query.samples = ends;
    query.changes = &changes;
    query.corrections = kAllCorrections;
    return Judge(view, query);
  }

  MoveScene scene_{
      {".......\n"
       ".#####.\n"
       ".#####.\n"
       ".#####.\n"
       ".......\n"}};
};

TEST_F(PolygonMovesChanges, ABlockedPolygonIsAWall) {
  const MapView view = scene_.View();
  RouteChanges changes;
  EXPECT_EQ(Step(view, {1.5, 0, 0.5}, {5.5, 0, 0.5}, changes).verdict, MoveVerdict::kLegal);
  changes.blocked_polys = {PolyAt(scene_.map.mesh(), 3.5, 0.5)};
  const MoveAnswer answer = Step(view, {1.5, 0, 0.5}, {5.5, 0, 0.5}, changes);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_NEAR(answer.violation.at.x, scene_.map.Abs(3, 0, 0).x, 1e-9);
  EXPECT_NEAR(answer.violation.measured, 2 * std::hypot(0.5, 0.5) + 2 * 3 + 5, 1e-6) << "around the rocks";
  for (const MoveCorrection& correction : answer.corrections) {
    EXPECT_LE(correction.at.x, scene_.map.Abs(3, 0, 0).x + 1e-9);
  }
  // It is no ground either.
  const MoveAnswer onto = Step(view, {1.5, 0, 0.5}, {3.4, 0, 0.5}, changes);
  EXPECT_EQ(onto.verdict, MoveVerdict::kLegal) << "a sample 0.4 m inside is taken for one beside it";
  EXPECT_EQ(onto.end, scene_.map.Abs(3, 0, 0.5));
}

TEST_F(PolygonMovesChanges, GroundOfAnExcludedAreaMayNotBeEntered) {
  scene_.map.data().polys[PolyAt(scene_.map.mesh(), 3.5, 0.5).value()].area = 7;
  const MapView view = scene_.View();
  RouteChanges changes;
  changes.excluded_areas = uint64_t{1} << 6;
  EXPECT_EQ(Step(view, {1.5, 0, 0.5}, {5.5, 0, 0.5}, changes).verdict, MoveVerdict::kLegal);
  changes.excluded_areas = uint64_t{1} << 7;
  EXPECT_EQ(Step(view, {1.5, 0, 0.5}, {5.5, 0, 0.5}, changes).violation.kind, MoveViolationKind::kBlocked);
}

TEST(PolygonMovesLinks, AClosedLinkIsNotUsed) {
  MoveScene scene({"444000\n"});
  scene.AddLink(LinkKind::kDrop, {2.8, 2, 0.5}, {3.5, 0, 0.5}, {});
  const MapView view = scene.View();
  const Vec3 ends[] = {scene.map.Abs(0.5, 2, 0.5), scene.map.Abs(5.5, 0, 0.5)};
  RouteChanges changes;
  MoveQuery query;
  query.samples = ends;
  query.changes = &changes;
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
  changes.closed_links = {LinkId(0)};
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kIllegal);
  // Nor is it flown along.
  const Vec3 half_way[] = {scene.map.Abs(2.5, 2, 0.5), scene.map.Abs(3.3, 1, 0.5)};
  query.samples = half_way;
  const MoveState states[] = {MoveState::kGrounded, MoveState::kGrounded};
  query.states = states;
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kIllegal);
  changes.closed_links = {};
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
}

TEST(PolygonMovesClearance, AGapNarrowerThanTheClearanceIsNotPassed) {
  MoveScene scene(
      {"...#...\n"
       ".......\n"
       "...#...\n"
       "...#...\n"
       "...#...\n"});
  const MapView view = scene.View();
  RouteChanges changes;
  MoveQuery query;
  query.changes = &changes;
  const auto verdict = [&](double x, double clearance_m) {
    const Vec3 ends[] = {scene.map.Abs(1.5, 0, 1.5), scene.map.Abs(x, 0, 1.5)};
    query.samples = ends;
    changes.min_clearance_m = clearance_m;
    return Judge(view, query).verdict;
  };
  EXPECT_EQ(verdict(5.5, 0), MoveVerdict::kLegal);
  EXPECT_EQ(verdict(5.5, 0.45), MoveVerdict::kLegal);
  EXPECT_EQ(verdict(5.5, 0.55), MoveVerdict::kIllegal);
  EXPECT_EQ(verdict(2.25, 0.55), MoveVerdict::kLegal);
}

TEST(PolygonMovesLinks, AnAgentIsOnALinkThatItCanWalkTo) {
  MoveScene scene({".....\n", "   ..\n"});
  scene.AddLink(LinkKind::kLadder, {3.5, 0, 0.5}, {3.5, 4.5, 0.5}, {"climb"}, true);
  const MapView climber = scene.View({"climb"});
  Scratch scratch;
  const NavLocation from{PolyAt(scene.map.mesh(), 0.5, 0.5), {0.5, 0, 0.5}};
  {
    PolygonMoves moves(climber, nullptr, 50'000, scratch);
    const auto on = moves.WalkOntoLink(from, {3.5, 2, 0.5}, 5.1, 0, Deadline());
    ASSERT_TRUE(on);
    EXPECT_NEAR(on->walk_m, 3 + 2, 1e-6) << "to its foot, and up";
    EXPECT_EQ(on->flight_m, 0) << "it may stay there";
    EXPECT_FALSE(moves.WalkOntoLink(from, {3.5, 2, 0.5}, 4.9, 0, Deadline())) << "that is 5 m";
    EXPECT_FALSE(moves.WalkOntoLink(from, {2.4, 2, 0.5}, 9, 0, Deadline())) << "beside it";
    EXPECT_FALSE(moves.WalkOntoLink(from, {3.5, 6, 0.5}, 9, 0, Deadline())) << "above it";
    EXPECT_TRUE(moves.WalkOntoLink(from, {3.5, 6, 0.5}, 9, 1.2, Deadline())) << "a jump from its top";
    EXPECT_FALSE(moves.WalkOntoLink(from, {3.5, -1, 0.5}, 9, 0, Deadline())) << "below it";
  }
  const MapView walker = scene.View();
  PolygonMoves moves(walker, nullptr, 50'000, scratch);
  EXPECT_FALSE(moves.WalkOntoLink(from, {3.5, 2, 0.5}, 9, 0, Deadline())) << "it needs the ability";
}

TEST(PolygonMovesLinks, AJumpIsFlownAsFarAsItLeads) {
  MoveScene scene({"..   ..\n"});
  scene.AddLink(LinkKind::kJump, {1.5, 0, 0.5}, {5.5, 0, 0.5}, {});
  const MapView view = scene.View();
  Scratch scratch;
  PolygonMoves moves(view, nullptr, 50'000, scratch);
  const auto on = moves.WalkOntoLink({PolyAt(scene.map.mesh(), 0.5, 0.5), {0.5, 0, 0.5}}, {3.5, 1, 0.5}, 9,
                                     1.2, Deadline());
  ASSERT_TRUE(on);
  EXPECT_NEAR(on->walk_m, 1 + 2, 1e-6);
  EXPECT_NEAR(on->flight_m, 4, 1e-6);
}

TEST(PolygonMovesLinks, NobodyStandsOnTheLineOfATeleport) {
  MoveScene scene({"..   ..\n"});
  scene.AddLink(LinkKind::kTeleport, {1.5, 0, 0.5}, {5.5, 0, 0.5}, {});
  const MapView view = scene.View();
  Scratch scratch;
  PolygonMoves moves(view, nullptr, 50'000, scratch);
  const NavLocation from{PolyAt(scene.map.mesh(), 0.5, 0.5), {0.5, 0, 0.5}};
  EXPECT_FALSE(moves.WalkOntoLink(from, {3.5, 0, 0.5}, 9, 0, Deadline()));
}

// A sample between two grounds of the same height.
TEST(PolygonMovesSnap, GroundThatIsMutuallyReachableGoesBeforeNearerGround) {
  MoveScene parted(
      {".....\n"
       "#####\n"
       ".....\n"});
  const MapView view = parted.View();
  Scratch scratch;
  PolygonMoves moves(view, nullptr, 50'000, scratch);
  const NavLocation upper{PolyAt(parted.map.mesh(), 0.5, 0.5), {0.5, 0, 0.5}};
  const Vec3 between(2.5, 0, 1.75);  // nearer to the lower one
  EXPECT_DOUBLE_EQ(moves.SnapTo(between, {}, nullptr).place->point.z, 2);
  EXPECT_DOUBLE_EQ(moves.SnapTo(between, {}, &upper).place->point.z, 1);
  // Only within the limits.
  EXPECT_DOUBLE_EQ(moves.SnapTo(between, {.radius_m = 0.5}, &upper).place->point.z, 2);
  const Vec3 ends[] = {parted.map.Abs(1.5, 0, 0.5), parted.map.Abs(2.5, 0, 1.75)};
  MoveQuery query;
  query.samples = ends;
  EXPECT_EQ(Judge(view, query).violation.kind, MoveViolationKind::kUnreachable);
  query.mutually_reachable = true;
  const MoveAnswer answer = Judge(view, query);
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.end, parted.map.Abs(2.5, 0, 1));
}

TEST(PolygonMovesSlide, FollowsTheWallAsFarAsTheRestOfTheWayLeadsAlongIt) {
  MoveScene scene(
      {"....#\n"
       "....#\n"
       "....#\n"
       "....#\n"});
  const MapView view = scene.View();
  Scratch scratch;
  PolygonMoves moves(view, nullptr, 50'000, scratch);
  const NavLocation from{PolyAt(scene.map.mesh(), 2.5, 0.5), {2.5, 0, 0.5}};
  const ReachedPlace slid = moves.Slide(from, {5.5, 2.5});
  EXPECT_NEAR(slid.place.point.x, 4, 1e-9);
  EXPECT_NEAR(slid.place.point.z, 2.5, 1e-9);
  EXPECT_LE(slid.walk_m, std::hypot(3, 2) + 1e-9) << "no longer than the straight line";
  EXPECT_NEAR(slid.walk_m, std::hypot(1.5, 1) + 1, 1e-9);
  // Straight against it there is nothing to slide along.
  const ReachedPlace stopped = moves.Slide(from, {5.5, 0.5});
  EXPECT_NEAR(stopped.place.point.x, 4, 1e-9);
  EXPECT_NEAR(stopped.place.point.z, 0.5, 1e-9);
}

}  // namespace
}  // namespace waystone
