// Routes over maps of waypoints. Drawings are a metre a character; the origin is whatever the packer chose,
// so places are absolute.
#include "core/surface/waypoint/waypoint_route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/scratch.h"
#include "core/route/route_planner.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class WaypointRouteTest : public ::testing::Test {
 protected:
  void Load(const std::string& drawing, std::initializer_list<const char*> links) {
    graph_ = DrawnWaypoints(drawing, links);
    map_ = WaypointMap(graph_);
  }
  Vec3 At(char letter) const { return graph_.nodes[static_cast<size_t>(letter - 'a')].at; }
  RouteAnswer Plan(const RouteQuery& query, const std::vector<std::string>& abilities = {}) {
    const absl::StatusOr<MapView> view = map_->View("", abilities);
    EXPECT_TRUE(view.ok()) << view.status();
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(*view, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return *answer;
  }
  RouteAnswer Plan(const Vec3& from, const Vec3& to, const std::vector<std::string>& abilities = {}) {
    RouteQuery query;
    query.start = from;
    query.goals = {to};
    return Plan(query, abilities);
  }
  // The letters of the nodes that a route passes, '-' for other points.
  std::string Path(const RouteAnswer& answer) const {
    std::string path;
    for (const Vec3& point : answer.points) {
      char letter = '-';
      for (size_t i = 0; i < graph_.nodes.size(); ++i) {
        if (Distance(graph_.nodes[i].at, point) < 1e-4) letter = static_cast<char>('a' + i);
      }
      if (path.empty() || path.back() != letter) path += letter;
    }
    return path;
  }
  LinkId LinkOf(const std::string& name) const {
    const absl::StatusOr<MapView> view = map_->View("");
    for (uint32_t i = 0; i < view->links->size(); ++i) {
      if (view->links->ExternalId(LinkId(i)) == name) return LinkId(i);
    }
    return LinkId();
  }

  WaypointGraph graph_;
  std::shared_ptr<const LoadedMap> map_;
  Scratch scratch_;
};

TEST_F(WaypointRouteTest, GoesFromNodeToNodeAndIsOneWalk) {
  Load(
      "a....b....c\n"
      "...........\n"
      ".....d.....\n",
      {"ab", "bc", "bd", "dc"});
  const RouteAnswer answer = Plan(At('a'), At('c'));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.method, RouteMethod::kWaypoints);
  EXPECT_EQ(Path(answer), "abc");
  ASSERT_EQ(answer.legs.size(), 1U);
  EXPECT_EQ(answer.legs[0].kind, LinkKind::kWalk);
  EXPECT_FALSE(answer.legs[0].link);
  EXPECT_EQ(answer.legs[0].point_count, answer.points.size());
  EXPECT_NEAR(answer.length_m, 10, 1e-5);
  EXPECT_NEAR(answer.cost_m, 10, 1e-5);
}

TEST_F(WaypointRouteTest, OneWayLinksAreUsedOneWay) {
  Load(
      "a....b\n"
      "......\n"
      "d....c\n",
      {"a>b", "b>c", "c>d", "d>a"});
  EXPECT_EQ(Path(Plan(At('a'), At('b'))), "ab");
  EXPECT_EQ(Path(Plan(At('b'), At('a'))), "bcda");
}

TEST_F(WaypointRouteTest, JumpsAndLaddersAreLegsForThoseWhoCan) {
  Load(
      "a..b....c..d\n"
      "............\n",
      {"ab", "^b>c", "cd"});
  const RouteAnswer able = Plan(At('a'), At('d'), {"jump"});
  EXPECT_EQ(able.status, RouteStatus::kComplete);
  ASSERT_EQ(able.legs.size(), 3U);
  EXPECT_EQ(able.legs[1].kind, LinkKind::kJump);
  EXPECT_EQ(able.legs[1].external_id, "1>2");
  EXPECT_EQ(able.legs[1].point_count, 2U);
  const RouteAnswer unable = Plan(At('a'), At('d'));
  EXPECT_EQ(unable.status, RouteStatus::kPartial);
  EXPECT_EQ(unable.reason, RouteReason::kAbilityMissing);
  EXPECT_EQ(unable.basis, RouteBasis::kBaked);
  EXPECT_EQ(Path(unable).substr(0, 2), "ab");
}

TEST_F(WaypointRouteTest, HasNoLegForAWalkOfNoLength) {
  Load("a....b\n", {"#ab"});
  const RouteAnswer answer = Plan(At('a'), At('b'), {"ladder"});
  ASSERT_EQ(answer.legs.size(), 1U);
  EXPECT_EQ(answer.legs[0].kind, LinkKind::kLadder);
  EXPECT_EQ(answer.legs[0].first_point, 0U);
  EXPECT_EQ(answer.legs[0].point_count, 2U);
  EXPECT_EQ(answer.points.size(), 2U);
  const RouteAnswer none = Plan(At('a'), At('a'));
  EXPECT_EQ(none.status, RouteStatus::kComplete);
  EXPECT_TRUE(none.legs.empty());
  EXPECT_EQ(none.points.size(), 1U);
}

TEST_F(WaypointRouteTest, BeginsAndEndsBetweenNodes) {
  Load("a.........b.........c\n", {"ab", "bc"});
  const Vec3 start = At('a') + Vec3(4, 0, 0.5);
  const Vec3 goal = At('b') + Vec3(5, 0, 0.5);
  const RouteAnswer answer = Plan(start, goal);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(Path(answer), "-b-");
  EXPECT_NEAR(answer.length_m, 11, 1e-4);
  EXPECT_NEAR(answer.start_snap_m, 0.5, 1e-4);
  const RouteAnswer back = Plan(goal, start);
  EXPECT_NEAR(back.length_m, 11, 1e-4);
  const RouteAnswer along = Plan(start, start + Vec3(-2, 0, 0));
  EXPECT_NEAR(along.length_m, 2, 1e-4);
  EXPECT_EQ(along.points.size(), 2U);
}

TEST_F(WaypointRouteTest, BetweenNodesOfAOneWayLinkGoesOnOnly) {
  Load(
      "a.........b\n"
      "...........\n"
      "...........\n"
      "...........\n"
      "d.........c\n",
      {"a>b", "b>c", "c>d", "d>a"});
  const Vec3 middle = At('a') + Vec3(5, 0, 0);
  EXPECT_EQ(Path(Plan(middle, At('a'))), "-bcda");
  EXPECT_EQ(Path(Plan(At('b'), middle)), "bcda-");
  EXPECT_NEAR(Plan(middle, middle + Vec3(1, 0, 0)).length_m, 1, 1e-4);
  EXPECT_NEAR(Plan(middle, middle - Vec3(1, 0, 0)).length_m, 2 * (10 + 4) - 1, 1e-4);
}

TEST_F(WaypointRouteTest, TheStartIsANodeFromWhichAGoalCanBeReached) {
  Load(
      "a.b........c\n"
      "............\n",
      {"bc"});
  // 'a' is nearer but leads nowhere.
  RouteQuery query;
  query.start = At('a') + Vec3(0.5, 0, 0);
  query.goals = {At('c')};
  const RouteAnswer answer = Plan(query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(Path(answer), "-bc");
}

TEST_F(WaypointRouteTest, APositionOnGroundOrOnALinkStaysWhereItIs) {
  Load(
      "a.........b\n"
      "c.........d\n",
      {"ab", "cd"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('d')};
  for (const double off_m : {0.0, 0.2}) {  // at the node, and within its radius
    query.goals = {At('d') + Vec3(-off_m, 0, 0)};
    query.allow_partial = false;
    EXPECT_EQ(Plan(query).status, RouteStatus::kUnreachable);
    query.allow_partial = true;
    const RouteAnswer partial = Plan(query);
    EXPECT_EQ(partial.status, RouteStatus::kPartial);
    EXPECT_GT(partial.gap_m, 0.5);
  }
  query.goals = {At('d') - Vec3(5, 0, 0)};  // on the link
  EXPECT_EQ(Plan(query).status, RouteStatus::kPartial);
  query.goals = {At('d') - Vec3(5, 0, 0.1)};  // beside it: moved anyway
  EXPECT_EQ(Plan(query).status, RouteStatus::kComplete);
  query.mutually_reachable = true;
  query.goals = {At('d')};
  EXPECT_EQ(Plan(query).status, RouteStatus::kComplete);
}

TEST_F(WaypointRouteTest, TheCheapestGoalWinsAndUnreachableOnesDoNotCount) {
  Load(
      "a....b....c\n"
      "...........\n"
      "...........\n"
      "...........\n"
      "e....d.....\n",
      {"ab", "bc"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('c'), At('e'), At('b')};
  const RouteAnswer answer = Plan(query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 2U);
}

TEST_F(WaypointRouteTest, PassesViaPointsInTheirOrder) {
  Load("a....b....c....d\n", {"ab", "bc", "cd"});
  RouteQuery query;
  query.start = At('b');
  query.via = {At('d'), At('a')};
  query.goals = {At('c')};
  const RouteAnswer answer = Plan(query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(Path(answer), "bcdcbabc");
  EXPECT_EQ(answer.legs.size(), 3U);
}

TEST_F(WaypointRouteTest, ClosedLinksAreNotUsedAndNamedAsTheReason) {
  Load(
      "a....b\n"
      "......\n"
      "d....c\n",
      {"ab", "bc", "cd", "da"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('b')};
  query.changes.closed_links = {LinkOf("0>1")};
  EXPECT_EQ(Path(Plan(query)), "adcb");
  query.changes.closed_links.push_back(LinkOf("2>1"));
  const RouteAnswer closed = Plan(query);
  EXPECT_EQ(closed.status, RouteStatus::kPartial);
  EXPECT_EQ(closed.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(Path(closed).substr(0, 3), "adc");
  query.allow_partial = false;
  const RouteAnswer whole = Plan(query);
  EXPECT_EQ(whole.status, RouteStatus::kUnreachable);
  EXPECT_TRUE(whole.points.empty());
}

TEST_F(WaypointRouteTest, CostsOfGroundAndClearanceAreRefusedByName) {
  Load("a....b\n", {"ab"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('b')};
  const absl::StatusOr<MapView> view = map_->View("", {});
  query.changes.area_factors = {{.area = 1, .factor = 1}};
  EXPECT_TRUE(PlanRoute(*view, query, scratch_).ok());
  query.changes.area_factors[0].factor = 2;
  absl::Status status = PlanRoute(*view, query, scratch_).status();
  EXPECT_TRUE(absl::IsUnimplemented(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("changes.area_factors: not on a map of waypoints"));
  query.changes = {};
  query.changes.min_clearance_m = 0.5;
  status = PlanRoute(*view, query, scratch_).status();
  EXPECT_TRUE(absl::IsUnimplemented(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("changes.min_clearance_m: not on"));
}

TEST_F(WaypointRouteTest, ExcludedGroundIsNotThere) {
  Load("a....b\n", {"ab"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('b')};
  query.changes.excluded_areas = uint64_t{1} << 1;
  const RouteAnswer answer = Plan(query);
  EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
}

TEST_F(WaypointRouteTest, ALimitOfLengthCutsTheWalk) {
  Load("a....b....c\n", {"ab", "bc"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('c')};
  query.max_length_m = 7;
  const RouteAnswer cut = Plan(query);
  EXPECT_EQ(cut.status, RouteStatus::kPartial);
  EXPECT_EQ(cut.reason, RouteReason::kLengthLimit);
  EXPECT_NEAR(cut.length_m, 7, 1e-6);
  EXPECT_NEAR(cut.gap_m, 3, 1e-5);
  query.allow_partial = false;
  EXPECT_EQ(Plan(query).status, RouteStatus::kLimitReached);
  query.max_length_m = 10.001;
  EXPECT_EQ(Plan(query).status, RouteStatus::kComplete);
}

// As floats, in which points travel.
TEST_F(WaypointRouteTest, ALimitOfLengthLeavesNoPointTwiceAndNoLegOfNoLength) {
  Random random(77);
  int cuts = 0;
  for (int round = 0; round < 1000 && !HasFailure(); ++round) {
    const WaypointGraph graph = RandomWaypoints(3 + random.NextBelow(20), 2, random);
    const std::shared_ptr<const LoadedMap> map = WaypointMap(graph);
    const MapView view = *map->View("", {"jump"});
    const auto draw = [&] {
      const Vec3 off(random.NextInRange(-0.2, 0.2), 0, random.NextInRange(-0.2, 0.2));
      return graph.nodes[random.NextBelow(static_cast<uint32_t>(graph.nodes.size()))].at + off;
    };
    RouteQuery query;
    query.start = draw();
    query.goals = {draw()};
    query.max_length_m = std::pow(10, random.NextInRange(-9, 2));
    const RouteAnswer answer = *PlanRoute(view, query, scratch_);
    cuts += answer.reason == RouteReason::kLengthLimit ? 1 : 0;
    EXPECT_LE(answer.length_m, query.max_length_m + 1e-9);
    const auto sent = [&](size_t i) { return (answer.points[i] - view.manifest->origin).ToFloat(); };
    for (size_t i = 1; i < answer.points.size(); ++i) {
      EXPECT_NE(Vec3(sent(i - 1)), Vec3(sent(i))) << "limit " << query.max_length_m;
    }
    for (const RouteLeg& leg : answer.legs) EXPECT_GT(leg.length_m, 0);
  }
  EXPECT_GT(cuts, 100);
}

TEST_F(WaypointRouteTest, ALimitOfExpansionsEndsNearTheGoal) {
  Load("a....b....c....d....e\n", {"ab", "bc", "cd", "de"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('e')};
  query.max_expansions = 2;
  const RouteAnswer answer = Plan(query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_EQ(answer.basis, RouteBasis::kIncompleteSearch);
  EXPECT_EQ(Path(answer).substr(0, 3), "abc");
}

TEST_F(WaypointRouteTest, OffEverythingIsToldWithTheDistance) {
  Load("a....b\n", {"ab"});
  const RouteAnswer answer = Plan(At('a') + Vec3(-10, 0, 0), At('b'));
  EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
  EXPECT_NEAR(answer.start_snap_m, 9.7, 0.01);
  EXPECT_EQ(Plan(At('a'), At('b') + Vec3(0, 50, 0)).status, RouteStatus::kGoalOffMesh);
}

TEST_F(WaypointRouteTest, PolygonsAreTheNodes) {
  Load("a....b....c\n", {"ab", "bc"});
  RouteQuery query;
  query.start = At('a');
  query.goals = {At('c')};
  query.with_polys = true;
  const RouteAnswer answer = Plan(query);
  const absl::StatusOr<MapView> view = map_->View("");
  std::vector<uint32_t> ids;
  for (const PolyId poly : answer.polys) ids.push_back(FindWaypoints(*view)->node(poly).external_id);
  EXPECT_EQ(ids, (std::vector<uint32_t>{0, 1, 2}));
}

TEST_F(WaypointRouteTest, PartOfALinkCostsItsPartOfTheLink) {
  graph_ = DrawnWaypoints("a.........b\n", {"ab"});
  for (WaypointGraph::Link& link : graph_.links) link.cost_m = 30;
  map_ = WaypointMap(graph_);
  const Vec3 middle = At('a') + Vec3(6, 0, 0);
  EXPECT_NEAR(Plan(At('a'), At('b')).cost_m, 30, 1e-4);
  EXPECT_NEAR(Plan(At('a'), middle).cost_m, 18, 1e-4);
  EXPECT_NEAR(Plan(middle, At('a')).cost_m, 18, 1e-4);
  EXPECT_NEAR(Plan(middle, At('b')).cost_m, 12, 1e-4);
  EXPECT_NEAR(Plan(middle, middle - Vec3(1, 0, 0)).cost_m, 3, 1e-4);
}

// From nodes to nodes: the answers are those of the slow search.
TEST_F(WaypointRouteTest, CostsAndReachAreThoseOfTheSlowSearch) {
  Random random(12);
  int complete = 0;
  int unreachable = 0;
  for (int round = 0; round < 40; ++round) {
    map_ = WaypointMap(RandomWaypoints(2 + random.NextBelow(60), 3, random));
    const std::vector<std::string> abilities =
        random.NextBelow(2) == 0 ? std::vector<std::string>{"jump", "ladder"} : std::vector<std::string>{};
    const absl::StatusOr<MapView> view = map_->View("", abilities);
    ASSERT_TRUE(view.ok());
    const WaypointView& graph = *FindWaypoints(*view);
    for (int k = 0; k < 20; ++k) {
      const PolyId from(random.NextBelow(graph.size()));
      const PolyId to(random.NextBelow(graph.size()));
      RouteQuery query;
      query.start = graph.Position(from) + map_->manifest().origin;
      query.goals = {graph.Position(to) + map_->manifest().origin};
      query.snap = {0, 0, 0};
      query.allow_partial = false;
      const RouteAnswer answer = Plan(query, abilities);
      const double cost_m = SlowCosts(graph, {{from, 0}}, view->abilities, {})[to.value()];
      ASSERT_EQ(answer.status == RouteStatus::kComplete, std::isfinite(cost_m)) << answer.explanation;
      ++(std::isfinite(cost_m) ? complete : unreachable);
      if (std::isfinite(cost_m)) {
        EXPECT_NEAR(answer.cost_m, cost_m, 1e-4 * (1 + cost_m));
      }
    }
  }
  EXPECT_GT(complete, 100);
  EXPECT_GT(unreachable, 100);
}

}  // namespace
}  // namespace waystone
