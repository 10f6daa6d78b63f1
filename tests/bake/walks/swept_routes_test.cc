// Routes of whole scenes, leg by leg and in parts, as moves that are checked with the agent's body: what can
// be walked is not refused, and walls across it are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/collision/standing_height.h"
#include "core/geom/segment.h"
#include "core/geom/slab_cut.h"
#include "core/move/move_validator.h"
#include "core/navmesh/surface_queries.h"
#include "core/route/route_planner.h"
#include "core/surface/agent_body.h"
#include "tests/bake/walks/baked_scenes.h"

namespace waystone {
namespace {

constexpr int kRoutes = 60;
constexpr double kSkin_m = 0.02;  // by which the oracle's body is larger than the one swept

// Whether an upright body at a place meets any triangle of the map: all are tried.
bool BodyMeets(const CollisionView& solid, const Vec3& feet, const SweptBody& body) {
  for (const CollisionTriangle& t : solid.triangles()) {
    const SlabCut part(Vec3(solid.vertices()[t.vertex[0]]), Vec3(solid.vertices()[t.vertex[1]]),
                       Vec3(solid.vertices()[t.vertex[2]]), feet.y + body.low_m - kSkin_m,
                       feet.y + body.high_m + kSkin_m);
    if (part.Holds(feet.Plane())) return true;
    for (size_t k = 0; k < part.corners().size(); ++k) {
      if (SegmentDistance(part.From(k), part.To(k), feet.Plane()) <= body.radius_m + kSkin_m) return true;
    }
  }
  return false;
}

struct Tally {
  int moves = 0;
  int refused = 0;
  int falsely = 0;  // of them, where the body stands free
  int walled = 0;   // moves with a wall put across them
  int missed = 0;   // of them, legal all the same
};

class MoveTester {
 public:
  MoveTester(const SceneWithAgent& scene, uint64_t seed)
      : scene_(scene), view_(scene.view), random_(seed), body_(BodyOf(scene.view.variant->agent)) {}

  Tally Run() {
    const Vec3 origin = view_.manifest->origin;
    for (int i = 0; i < kRoutes; ++i) {
      RouteQuery query;
      query.start = RandomPoint(*view_.navmesh, random_).point + origin;
      query.goals = {RandomPoint(*view_.navmesh, random_).point + origin};
      query.shape = i % 2 == 0 ? RouteShape::kSurface : RouteShape::kTurningPoints;
      const RouteAnswer route = *PlanRoute(view_, query, scratch_);
      for (const RouteLeg& leg : route.legs) {
        for (uint32_t k = leg.first_point + 1; !leg.link && k < leg.first_point + leg.point_count; ++k) {
          TryLeg(route.points[k - 1], route.points[k]);
        }
      }
    }
    return tally_;
  }

 private:
  MoveAnswer Judge(const MapView& view, const Vec3& from, const Vec3& to, MoveChecks skipped) {
    const Vec3 samples[] = {from, to};
    MoveQuery query;
    query.samples = samples;
    query.skipped = skipped;
    return *ValidateMove(view, query, scratch_);
  }

  void TryLeg(const Vec3& a, const Vec3& b) {
    TryMove(a, b);
    TryMove(b, a);
    const Vec3 c = a + (b - a) * random_.NextInRange(0, 1);
    const Vec3 d = c + (b - a) * (random_.NextInRange(-1, 1) / std::max(1.0, Distance(a, b)));
    TryMove(c, d);
  }

  void TryMove(const Vec3& from, const Vec3& to) {
    if (Judge(view_, from, to, {MoveCheck::kSweep}).verdict != MoveVerdict::kLegal) return;
    ++tally_.moves;
    const MoveAnswer answer = Judge(view_, from, to, {});
    if (answer.verdict == MoveVerdict::kLegal) {
      if (tally_.moves % 8 == 0) PutWallAcross(from, to, *answer.end);
      return;
    }
    ++tally_.refused;
    Vec3 feet = answer.violation.at - view_.manifest->origin;
    if (BodyMeets(*view_.collision, feet, body_)) return;
    ++tally_.falsely;
    std::cout << StrCat(scene_.scene, " ", scene_.agent, ": from (", from.x, ", ", from.y, ", ", from.z,
                        ") to (", to.x, ", ", to.y, ", ", to.z, ") met nothing at (", answer.violation.at.x,
                        ", ", answer.violation.at.y, ", ", answer.violation.at.z, ")\n");
  }

  // A wall in the middle of the move, square to it: from the ground to over the agent, and as wide as itself.
  void PutWallAcross(const Vec3& from, const Vec3& to, const Vec3& end) {
    if (body_.IsEmpty() || PlaneDistance(from, to) < 0.5 || PlaneDistance(end, to) > 0.01) return;
    const AgentProfile& agent = view_.variant->agent;
    const Vec3 path = to - from;
    const Vec3 aside = Vec3(-path.z, 0, path.x) * (0.5 / PlaneDistance(from, to));
    const Vec3 middle = (from + to) * 0.5 - view_.manifest->origin;
    // The surface between may lie higher or lower than the straight line.
    const Vec3 up{0, agent.height_m + std::abs(path.y) + 20, 0};
    std::vector<Vec3f> corners;
    for (const Vec3& corner :
         {middle - aside - up, middle + aside - up, middle + aside + up, middle - aside + up}) {
      corners.push_back(corner.ToFloat());
    }
    const CollisionData wall =
        *BuildCollision(corners, std::vector<CollisionTriangle>{{{0, 1, 2}}, {{0, 2, 3}}});
    const CollisionView solid = *CollisionView::Create(wall.vertices, wall.triangles, wall.nodes);
    MapView walled = view_;
    walled.collision = &solid;
    ++tally_.walled;
    if (Judge(walled, from, to, {}).violation.kind != MoveViolationKind::kCollision) ++tally_.missed;
  }

  const SceneWithAgent& scene_;
  const MapView& view_;
  Random random_;
  const SweptBody body_;
  Scratch scratch_;
  Tally tally_;
};

TEST(SweptRoutes, AreLegalUnlessTheBodyReallyMeetsSomething) {
  Tally all;
  ForEachScene([&](const SceneWithAgent& scene) {
    const Tally tally = MoveTester(scene, 11).Run();
    std::cout << scene.scene << " " << scene.agent << ": " << tally.moves << " moves, " << tally.refused
              << " refused, " << tally.falsely << " falsely; " << tally.walled << " walls, " << tally.missed
              << " missed" << std::endl;
    all.moves += tally.moves;
    all.refused += tally.refused;
    all.falsely += tally.falsely;
    all.walled += tally.walled;
    all.missed += tally.missed;
  });
  std::cout << "all: " << all.moves << " moves, " << all.refused << " refused, " << all.falsely
            << " falsely; " << all.walled << " walls, " << all.missed << " missed\n";
  EXPECT_GT(all.moves, 10'000);
  EXPECT_GT(all.walled, 300);
  EXPECT_EQ(all.falsely, 0);
  EXPECT_EQ(all.missed, 0);
}

}  // namespace
}  // namespace waystone
