// Explorations that keep a clearance, against the room around every place walked and against routes.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/explore/route_explorer.h"
#include "core/navmesh/border_distance.h"
#include "core/navmesh/navmesh_rules.h"
#include "core/surface/search_surface.h"
#include "tests/core/navmesh/changed_scene.h"
#include "tests/support/explored_map.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

class RoomAround {
 public:
  explicit RoomAround(const NavmeshView& mesh) : mesh_(mesh) {}
  double Of(PolyId poly, Vec2 at) { return BorderDistance(mesh_, {poly, {at.x, 0, at.z}}, 10, workspace_); }
  // Of the polygon under the place that has the most.
  double At(Vec2 at) {
    double most_m = 0;
    for (PolyId poly(0); poly.value() < mesh_.poly_count(); ++poly) {
      if (!InNavRange(mesh_.EdgeStart(EdgeId(mesh_.poly(poly).first_edge)))) continue;  // it was taken away
      if (ClosestInPlane(mesh_, poly, at).distance_sq_m2 < 1e-8) most_m = std::max(most_m, Of(poly, at));
    }
    return most_m;
  }

 private:
  const NavmeshView& mesh_;
  SurfaceWorkspace workspace_;
};

TEST(ClearExploration, KeepsTheRoomAndVisitsWhatRoutesReach) {
  constexpr WalkOrder kTried[] = {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst, WalkOrder::kPocketFirst};
  Random random(51);
  Scratch scratch;
  int walks = 0;
  int fewer = 0;
  int visited_in_all = 0;
  int missed = 0;
  for (int i = 0; i < 160 && !::testing::Test::HasFailure(); ++i) {
    const PolygonSoup soup = SoupOfSeries(2 + i % 2, RandomDrawing(9, 7, 0.15, random), random);
    if (soup.polygons.size() < 4) continue;
    ExploredMap map(*BuildNavmesh(soup));
    const MapView view = map.view();
    ExplorationQuery query;
    query.changes.min_clearance_m = random.NextInRange(0.05, 0.6);
    if (i % 3 == 0) query.changes.blocked_polys = {PolyId(random.NextBelow(view.navmesh->poly_count()))};
    query.order = kTried[i % 3];
    query.search_budget = std::chrono::milliseconds(60'000);
    const KeyPointId start(random.NextBelow(view.skeleton->size()));
    query.start = view.skeleton->Position(start) + view.manifest->origin;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(view, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    if (answer->walks.empty()) {
      EXPECT_NE(answer->status, RouteStatus::kComplete);
      continue;
    }
    ++walks;
    const MapView applied = *view.surface->Apply(view, query.changes, ZonesNeed::kIfReady, {});
    RoomAround room(*applied.navmesh);
    const double clearance_m = query.changes.min_clearance_m;
    const RouteAnswer& route = answer->walks[0].route;
    const Vec3 origin = view.manifest->origin;
    for (size_t p = 1; p < route.points.size(); ++p) {
      const Vec2 from = (route.points[p - 1] - origin).Plane();
      const Vec2 to = (route.points[p] - origin).Plane();
      const int parts = 1 + static_cast<int>(Distance(from, to) / 0.1);
      for (int s = 0; s <= parts; ++s) {
        const Vec2 at = from + (to - from) * (static_cast<double>(s) / parts);
        // As routes: where the start has less room, so may the ground around it.
        const Vec2 begin = (query.start - origin).Plane();
        const double needed_m =
            Distance(at, begin) <= 2 * clearance_m ? std::min(clearance_m, room.At(begin)) : clearance_m;
        ASSERT_GE(room.At(at), needed_m - 2e-3) << i << ": " << at.x << " " << at.z;
      }
    }
    const std::vector<uint32_t>& keys = answer->walks[0].key_points;
    const std::set<uint32_t> visited(keys.begin(), keys.end());
    for (const uint32_t k : visited) {
      EXPECT_GE(room.At(view.skeleton->Position(KeyPointId(k)).Plane()), clearance_m - 1e-3);
    }
    EXPECT_EQ(answer->end, ExploreEnd::kCovered);
    EXPECT_EQ(visited.size(), answer->reachable_key_points);
    visited_in_all += static_cast<int>(visited.size());
    for (uint32_t k = 0; k < view.skeleton->size(); ++k) {
      const Vec3 at = view.skeleton->Position(KeyPointId(k));
      if (visited.contains(k) || room.At(at.Plane()) < clearance_m + 1e-3) continue;
      RouteQuery to = Query(view.skeleton->Position(KeyPointId(*visited.begin())) + origin, at + origin);
      to.snap.radius_m = 1e-3;
      to.changes = query.changes;
      to.allow_partial = false;
      if (PlanRoute(view, to, scratch)->status == RouteStatus::kComplete) ++missed;
    }
    if (visited.size() < view.skeleton->size()) ++fewer;
  }
  EXPECT_GT(walks, 100);
  EXPECT_GT(fewer, 60);
  EXPECT_GT(visited_in_all, 1500);
  // Paths with room are searched over points, and some searches for them fail.
  EXPECT_LT(missed, visited_in_all / 100);
}

TEST(ClearExploration, SaysThatNoPathKeepsTheClearance) {
  // Two rooms, and the start in a passage of one cell's width between.
  ExploredMap map({"....#....\n.........\n....#....\n"});
  Scratch scratch;
  const MapView view = map.view();
  ExplorationQuery query;
  query.start = map.map.Abs(4.5, 0, 1.5);
  query.changes.min_clearance_m = 0.6;
  const ExplorationAnswer answer = *ExploreRoute(view, query, scratch);
  // The start has less room, and so may what is near it: either room can be walked to.
  ASSERT_FALSE(answer.walks.empty()) << answer.explanation;
  query.changes.min_clearance_m = 5;
  const ExplorationAnswer none = *ExploreRoute(view, query, scratch);
  EXPECT_EQ(none.status, RouteStatus::kUnreachable);
  EXPECT_EQ(none.reason, RouteReason::kClearance) << none.explanation;
}

// Where a link begins or ends there may be less room.
TEST(ClearExploration, TakesLinksFromLedges) {
  ExploredMap map({"...#...\n...#...\n...#...\n"});
  map.AddLink({2.5, 0, 1.5}, {4.5, 0, 1.5}, LinkKind::kJump);
  map.AddLink({4.5, 0, 1.5}, {2.5, 0, 1.5}, LinkKind::kJump);
  map.sketch().AddLinks(map.links());
  Scratch scratch;
  const MapView view = map.view();
  ExplorationQuery query;
  query.start = map.map.Abs(1.5, 0, 1.5);
  query.changes.min_clearance_m = 0.8;
  query.search_budget = std::chrono::milliseconds(60'000);
  const ExplorationAnswer answer = *ExploreRoute(view, query, scratch);
  EXPECT_EQ(answer.status, RouteStatus::kComplete) << answer.explanation;
  EXPECT_EQ(answer.reachable_key_points, 4U) << "the middles of both rooms, and the link's ends";
}

}  // namespace
}  // namespace waystone
