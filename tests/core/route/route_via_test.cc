// Routes by places on the way, and the polygons that routes walk over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <vector>

#include "core/base/scratch.h"
#include "tests/support/linked_scene.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

RouteQuery Query(const Vec3& start, const std::vector<Vec3>& via, const std::vector<Vec3>& goals) {
  RouteQuery query = waystone::Query(start, goals);
  query.via = via;
  return query;
}

// Legs cover all points in order and share the ones between; sums are those of the legs.
void ExpectWholeLegs(const RouteAnswer& answer) {
  double length_m = 0;
  double cost_m = 0;
  uint32_t next = 0;
  for (const RouteLeg& leg : answer.legs) {
    EXPECT_EQ(leg.first_point, next);
    EXPECT_GE(leg.point_count, 2U);
    double leg_m = 0;
    for (uint32_t k = leg.first_point + 1; k < leg.first_point + leg.point_count; ++k) {
      leg_m += Distance(answer.points[k - 1], answer.points[k]);
    }
    EXPECT_NEAR(leg_m, leg.length_m, 1e-9);
    next = leg.first_point + leg.point_count - 1;
    length_m += leg.length_m;
    cost_m += leg.cost_m;
  }
  EXPECT_EQ(next + 1, answer.points.size());
  EXPECT_NEAR(length_m, answer.length_m, 1e-9);
  EXPECT_NEAR(cost_m, answer.cost_m, 1e-9);
}

TEST(RouteVia, PassesEachPlaceInOrderWithAWalkToEach) {
  const DrawnMap map(
      {".....\n"
       ".....\n"});
  const RouteAnswer answer =
      Plan(map.view(),
           Query(map.Abs(0.5, 0, 0.5), {map.Abs(4.5, 0, 0.5), map.Abs(1, 0, 1)}, {map.Abs(4.5, 0, 1.5)}));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_THAT(answer.points, testing::ElementsAre(map.Abs(0.5, 0, 0.5), map.Abs(4.5, 0, 0.5),
                                                  map.Abs(1, 0, 1), map.Abs(4.5, 0, 1.5)));
  ASSERT_EQ(answer.legs.size(), 3U);
  ExpectWholeLegs(answer);
  EXPECT_EQ(answer.legs[1].first_point, 1U);
}

TEST(RouteVia, TheNearestGoalIsTakenFromTheLastPlace) {
  const DrawnMap map({".........\n"});
  const RouteQuery query =
      Query(map.Abs(1.5, 0, 0.5), {map.Abs(7.5, 0, 0.5)}, {map.Abs(0.5, 0, 0.5), map.Abs(8.5, 0, 0.5)});
  EXPECT_EQ(Plan(map.view(), query).goal_index, 1U);
}

TEST(RouteVia, NamesThePlaceOffTheMesh) {
  const DrawnMap map({"....\n"});
  const Vec3 good = map.Abs(1.5, 0, 0.5);
  RouteAnswer answer = Plan(map.view(), Query(map.Abs(0.5, 0, 0.5), {good, map.Abs(1.5, 7, 0.5)}, {good}));
  EXPECT_EQ(answer.status, RouteStatus::kViaOffMesh);
  EXPECT_EQ(answer.explanation, "via[1]: the nearest surface is 7 m away");
  answer = Plan(map.view(), Query(map.Abs(0.5, 0, 0.5), {map.Abs(500, 0, 0)}, {map.Abs(0, 50, 0)}));
  EXPECT_EQ(answer.status, RouteStatus::kViaOffMesh);
  EXPECT_EQ(answer.explanation, "via[0]: no surface within 100 m");
  EXPECT_TRUE(answer.points.empty());
}

TEST(RouteVia, NamesTheStretchThatCannotBeWalkedAndGoesAsFarAsItCan) {
  const DrawnMap map({"....#.\n"});
  const Vec3 start = map.Abs(0.5, 0, 0.5);
  RouteQuery query = Query(start, {map.Abs(2.5, 0, 0.5), map.Abs(5.5, 0, 0.5)}, {start});
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kIsolated);
  EXPECT_EQ(answer.explanation,
            "via[1]: no path leads from the ground of via[0] (4 polygons, zone 1, main) to that of via[1] (1 "
            "polygon, isolated)");
  EXPECT_THAT(answer.points, testing::ElementsAre(start, map.Abs(2.5, 0, 0.5), map.Abs(4, 0, 0.5)));
  EXPECT_DOUBLE_EQ(answer.gap_m, 1.5);
  ExpectWholeLegs(answer);
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.expansions, 0U);
  EXPECT_TRUE(answer.points.empty());
}

TEST(RouteVia, ALimitNamesTheStretchThatItEnded) {
  const DrawnMap map({"..........\n.########.\n..........\n"});
  const Vec3 start = map.Abs(0.5, 0, 0.5);
  RouteQuery query = Query(start, {map.Abs(1, 0, 0.5)}, {map.Abs(9.5, 0, 2.5)});
  query.max_expansions = 2;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_EQ(answer.explanation, "the goal: the search ended at its limit of expansions");
  EXPECT_EQ(answer.points[1], map.Abs(1, 0, 0.5));
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_TRUE(answer.points.empty());
  EXPECT_TRUE(answer.legs.empty());
  EXPECT_EQ(answer.cost_m, 0);
}

TEST(RouteVia, ALateQueryOfManyPlacesSaysThatItIsLateAndNotThatTheyAreOffTheMesh) {
  const DrawnMap map({"..\n"});
  const Vec3 place = map.Abs(0.5, 0, 0.5);
  const std::atomic<bool> cancelled = true;
  RouteQuery query = Query(place, {}, std::vector<Vec3>(100, place));
  query.via.assign(100, place);
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kCancelled);
  EXPECT_EQ(answer.basis, RouteBasis::kIncompleteSearch);
}

// Each stretch is the cheapest; the polygons walked over adjoin, or are joined by a link.
TEST(RouteVia, CostsWhatTheStretchesCostAndListsThePolygonsWalkedOver) {
  Random random(21);
  Scratch scratch;
  int complete = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 9, random);
    if (scene == nullptr) continue;
    const NavLocation start = scene->RandomPlace(random);
    RouteQuery query = Query(scene->Abs(start), {}, {});
    query.with_polys = true;
    NavLocation from = start;
    double cost_m = 0;
    std::vector<NavLocation> stops = {start};
    for (uint32_t k = 0; k < 1 + random.NextBelow(4); ++k) {
      const NavLocation to = scene->RandomPlace(random);
      cost_m += scene->Cost_m(from, to);
      query.via.push_back(scene->Abs(to));
      stops.push_back(to);
      from = to;
    }
    query.goals = {query.via.back()};
    query.via.pop_back();
    const RouteAnswer answer = *PlanRoute(scene->view(), query, scratch);
    EXPECT_EQ(answer.status == RouteStatus::kComplete, std::isfinite(cost_m));
    ExpectWholeLegs(answer);
    EXPECT_EQ(answer.polys.front(), start.poly);
    size_t links = 0;
    for (const RouteLeg& leg : answer.legs) links += leg.link.has_value() ? 1 : 0;
    size_t jumps = 0;
    const NavmeshView& mesh = *scene->view().navmesh;
    for (size_t k = 1; k < answer.polys.size(); ++k) {
      bool adjoins = false;
      for (const NavEdge& edge : mesh.edges(answer.polys[k - 1])) {
        if (edge.twin == kNoEdge) continue;
        adjoins = adjoins || PolyId(mesh.edge(EdgeId(edge.twin)).poly) == answer.polys[k];
      }
      jumps += adjoins ? 0 : 1;
    }
    EXPECT_LE(jumps, links);
    if (std::isinf(cost_m)) continue;
    EXPECT_NEAR(answer.cost_m, cost_m, 1e-9 * (1 + cost_m));
    auto at = answer.polys.begin();
    for (const NavLocation& stop : stops) at = std::find(at, answer.polys.end(), stop.poly);
    EXPECT_NE(at, answer.polys.end()) << "the polygons of the stops come in order";
    EXPECT_EQ(answer.polys.back(), stops.back().poly);
    ++complete;
  }
  EXPECT_GT(complete, 80);
}

}  // namespace
}  // namespace waystone
