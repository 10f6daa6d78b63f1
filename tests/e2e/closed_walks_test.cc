// Why not, on one map: what the request closes and opens between the places where the map lacks something.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "tests/e2e/served_level.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

// Map a, three rows that are drawn so.
WhyLevel Rows(const std::string& row) {
  WhyLevel level;
  level.files.emplace_back("a.map", StrCat("type octile\nheight 3\nwidth ", row.size(), "\nmap\n", row, "\n",
                                           row, "\n", row, "\n"));
  level.files.emplace_back("world.yaml", "world: rooms\nmaps:\n  - {id: a, source: a.map}\nportals: []\n");
  level.from_map = level.to_map = "a";
  level.from = {0.5, 0, 1.5};
  level.to = {static_cast<double>(row.size()) - 0.5, 0, 1.5};
  return level;
}

v1::PlanRouteRequest RouteOver(const ServedLevel& served, const std::string& changes) {
  v1::PlanRouteRequest request = served.Request();
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_NONE);
  *request.mutable_changes() = Parse<v1::Changes>(changes);
  return request;
}

v1::PlaceResourceResponse Audit(ServedLevel& served, const std::vector<Vec3>& positions,
                                const std::vector<Vec3>& anchors, const v1::Changes& changes) {
  v1::PlaceResourceRequest request;
  request.set_map_id(served.level().from_map);
  for (const Vec3& at : positions) {
    for (const double value : {at.x, at.y, at.z}) request.mutable_audit()->add_xyz(value);
  }
  for (const Vec3& at : anchors) {
    for (const double value : {at.x, at.y, at.z}) request.mutable_rules()->add_anchor_xyz(value);
  }
  request.mutable_audit()->set_explain(true);
  *request.mutable_changes() = changes;
  v1::PlaceResourceResponse response;
  grpc::ClientContext context;
  EXPECT_TRUE(served.server().planning().PlaceResource(&context, request, &response).ok());
  EXPECT_EQ(response.explanations_size(), static_cast<int>(positions.size())) << response.DebugString();
  return response;
}

TEST(ClosedWalks, CellsThatTheRequestOpensAreNoWalls) {
  ServedLevel served(Rows("..@..@.."));
  v1::PlanRouteRequest route = RouteOver(served, "maps{map_id:'a' opened_cells:10}");
  const auto expect_second_wall = [](const auto& explained) {
    ASSERT_EQ(explained.fixes_size(), 1) << explained.DebugString();
    EXPECT_EQ(explained.fixes(0).kind(), v1::FIX_KIND_CELLS);
    EXPECT_EQ(explained.fixes(0).at().x(), 4.5);
  };
  expect_second_wall(served.Plan(route));
  route.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
  expect_second_wall(served.Plan(route));
  expect_second_wall(
      Audit(served, {served.level().to}, {served.level().from}, route.changes()).explanations(0));
  v1::ValidateMoveRequest move;
  *move.mutable_from() = route.start().position();
  *move.mutable_to() = route.goals(0).position();
  *move.mutable_changes() = route.changes();
  move.set_explain(true);
  v1::ValidateMoveResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(served.server().planning().ValidateMove(&context, move, &response).ok());
  ASSERT_EQ(response.violations_size(), 1);
  expect_second_wall(response.violations(0));
}

TEST(ClosedWalks, AuditsTellTheWallsBeforeAnOpenedCell) {
  ServedLevel served(Rows("..@@@@@.."));
  const v1::PlaceResourceResponse response = Audit(served, {{4.5, 0, 1.5}}, {served.level().from},
                                                   Parse<v1::Changes>("maps{map_id:'a' opened_cells:13}"));
  ASSERT_EQ(response.explanations(0).fixes_size(), 1);
  EXPECT_EQ(response.explanations(0).fixes(0).kind(), v1::FIX_KIND_CELLS);
}

TEST(ClosedWalks, WhatIsClosedBehindOpenedCellsIsABlockingChange) {
  ServedLevel served(Rows("..@.."));
  const v1::PlanRouteResponse response =
      served.Plan(RouteOver(served, "maps{map_id:'a' opened_cells:7 blocked_rects:[1,0,1,3]}"));
  EXPECT_THAT(Named(response), ElementsAre("changes.maps[0].blocked_rects[0]:"));
  EXPECT_EQ(response.blocking_changes_size(), 1);
}

TEST(ClosedWalks, NothingIsKnownBehindAPlaceToPassThatIsOffTheSurface) {
  ServedLevel served(Rows("..@.."));
  v1::PlanRouteRequest request = RouteOver(served, "maps{map_id:'a' blocked_rects:[3,0,1,3]}");
  ServedLevel::Put("a", {0.5, 60, 1.5}, *request.add_via()->mutable_position());
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_EQ(response.fixes_size(), 1) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_NO_GROUND);
}

TEST(ClosedWalks, WhatIsClosedBesideAWallIsNamed) {
  ServedLevel served(Rows("....@...."));
  v1::PlanRouteRequest route = RouteOver(served, "maps{map_id:'a' blocked_rects:[3,0,1,3, 5,0,1,3]}");
  const auto both =
      ElementsAre("changes.maps[0].blocked_rects[0]:", ":", "changes.maps[0].blocked_rects[4]:");
  EXPECT_THAT(Named(served.Plan(route)), both);
  route.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
  EXPECT_THAT(Named(served.Plan(route)), both);
  EXPECT_THAT(
      Named(Audit(served, {served.level().to}, {served.level().from}, route.changes()).explanations(0)),
      both);
  for (const uint32_t value : {1, 0, 1, 3})
    route.mutable_changes()->mutable_maps(0)->add_blocked_rects(value);
  EXPECT_THAT(
      Named(Audit(served, {served.level().to}, {served.level().from}, route.changes()).explanations(0)),
      ElementsAre("changes.maps[0].blocked_rects[8]:", "changes.maps[0].blocked_rects[0]:", ":",
                  "changes.maps[0].blocked_rects[4]:"));
}

TEST(ClosedWalks, WhatIsClosedStandsInTheOrderOfTheWalk) {
  ServedLevel served(Rows("....@...."));
  const v1::PlanRouteResponse response =
      served.Plan(RouteOver(served, "maps{map_id:'a' blocked_rects:[7,0,1,3, 6,0,1,3, 2,0,1,3, 1,0,1,3]}"));
  EXPECT_THAT(Named(response),
              ElementsAre("changes.maps[0].blocked_rects[12]:", "changes.maps[0].blocked_rects[8]:", ":",
                          "changes.maps[0].blocked_rects[4]:", "changes.maps[0].blocked_rects[0]:"));
}

TEST(ClosedWalks, AllOfThemKeepToTheExpansionsOfTheRequest) {
  ServedLevel served(Rows("........................"));
  v1::PlanRouteRequest request =
      RouteOver(served, "maps{map_id:'a' blocked_rects:[3,0,1,2, 6,1,1,2, 9,0,1,2, 12,0,1,3, 20,0,1,3]}");
  int unknown = 0;
  int known = 0;
  for (uint32_t most = 1; most < 400; most += 3) {
    request.mutable_limits()->set_max_expansions(most);
    const v1::PlanRouteResponse response = served.Plan(request);
    if (response.reason() != v1::ROUTE_REASON_CLOSED_BY_CHANGES) continue;
    ASSERT_GT(response.fixes_size(), 0);
    const bool is_known = response.fixes(0).field() == "changes.maps[0].blocked_rects[12]";
    (is_known ? known : unknown) += 1;
  }
  EXPECT_GT(known, 0);
  EXPECT_GT(unknown, 0) << "searches that each keep to the limit took more than it together";
}

TEST(ClosedWalks, AuditsTellEachPositionWhatIsClosedBeforeItsOwnWall) {
  ServedLevel served(Rows("...@.....@..."));
  const v1::PlaceResourceResponse response =
      Audit(served, {{0.5, 0, 1.5}, {11.5, 0, 1.5}}, {{6.5, 0, 1.5}},
            Parse<v1::Changes>("maps{map_id:'a' blocked_rects:[5,0,1,3, 7,0,1,3]}"));
  EXPECT_THAT(Named(response.explanations(0)), ElementsAre("changes.maps[0].blocked_rects[0]:", ":"));
  EXPECT_THAT(Named(response.explanations(1)), ElementsAre("changes.maps[0].blocked_rects[4]:", ":"));
}

TEST(ClosedWalks, AuditsTellWhatPartsAnyAnchorFromTheWall) {
  ServedLevel served(Rows("...@...@..."));
  for (const double first : {0.5, 2.5}) {
    const v1::PlaceResourceResponse response =
        Audit(served, {{9.5, 0, 0.5}}, {{5.5, 0, first}, {5.5, 0, 3 - first}},
              Parse<v1::Changes>("maps{map_id:'a' blocked_rects:[4,1,3,1]}"));
    EXPECT_THAT(Named(response.explanations(0)), ElementsAre("changes.maps[0].blocked_rects[0]:", ":"));
  }
}

TEST(ClosedWalks, AuditsTellWhatPartsTheLastAnchorFromTheWall) {
  ServedLevel served(Rows("....@...."));
  const v1::PlaceResourceResponse response =
      Audit(served, {{7.5, 0, 1.5}}, {{3.5, 0, 1.5}, {0.5, 0, 1.5}},
            Parse<v1::Changes>("maps{map_id:'a' blocked_rects:[1,0,1,3]}"));
  EXPECT_THAT(Named(response.explanations(0)), ElementsAre("changes.maps[0].blocked_rects[0]:", ":"));
}

TEST(ClosedWalks, NothingClosesAPositionOffTheSurface) {
  // The cell of the map's origin is closed.
  ServedLevel served(Rows("....@...."));
  const v1::PlaceResourceResponse response = Audit(served, {{7.5, 60, 1.5}}, {{3.5, 0, 1.5}},
                                                   Parse<v1::Changes>("maps{map_id:'a' blocked_cells:0}"));
  ASSERT_THAT(Named(response.explanations(0)), ElementsAre(":")) << response.DebugString();
  EXPECT_EQ(response.explanations(0).fixes(0).kind(), v1::FIX_KIND_NO_GROUND);
}

TEST(ClosedWalks, APlaceToPassMayMoveOffWhatIsClosed) {
  ServedLevel served(Rows("....@...."));
  v1::PlanRouteRequest request = RouteOver(served, "maps{map_id:'a' blocked_cells:[2]}");
  ServedLevel::Put("a", {2.5, 0, 0.9}, *request.add_via()->mutable_position());
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":"));
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":"));
}

// A floor 160 m long, and another 4 m above it behind that, with a hierarchy.
WhyLevel LongFloor() {
  WhyLevel level;
  std::string mesh;
  int vertices = 0;
  for (int x = 0; x < 168; x += 8) {
    const int y = x < 160 ? 0 : 4;
    StrAppend(mesh, "v ", x, " ", y, " 0\nv ", x, " ", y, " 8\nv ", x + 8, " ", y, " 8\nv ", x + 8, " ", y,
              " 0\nf ", vertices + 1, " ", vertices + 2, " ", vertices + 3, " ", vertices + 4, "\n");
    vertices += 4;
  }
  level.files.emplace_back("level.obj", mesh);
  level.files.emplace_back(
      "world.yaml",
      "world: w\nmaps:\n  - {id: level, source: level.obj, skeleton: false, hierarchy_min_polygons: 1}\n");
  level.from_map = level.to_map = "level";
  level.from = {2, 0, 4};
  level.to = {164, 4, 4};
  return level;
}

TEST(ClosedWalks, RoutesGetNearAGoalThatTheMapPartsFromThemWhateverIsChanged) {
  ServedLevel served(LongFloor());
  v1::PlanRouteRequest request = served.Request();
  request.mutable_limits()->set_complete_only(false);
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_NONE);
  const v1::PlanRouteResponse plain = served.Plan(request);
  ASSERT_EQ(plain.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_GT(plain.routes(0).length_m(), 150);
  *request.mutable_changes() = Parse<v1::Changes>(
      "maps{map_id:'level' obstacles{cylinder{base{x:80 y:0 z:1} radius_m:0.5 height_m:2}}}");
  const v1::PlanRouteResponse changed = served.Plan(request);
  ASSERT_EQ(changed.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_NEAR(changed.routes(0).length_m(), plain.routes(0).length_m(), 2);
}

// A floor up to x = 16, another 2 m above it behind that, and a ladder up.
WhyLevel OneWay() {
  WhyLevel level;
  level.files.emplace_back("level.obj",
                           "v 0 0 0\nv 0 0 8\nv 16 0 8\nv 16 0 0\nf 1 2 3 4\n"
                           "v 16 2 0\nv 16 2 8\nv 40 2 8\nv 40 2 0\nf 5 6 7 8\n"
                           "v 16 0 0\nv 16 0 8\nv 16 2 8\nv 16 2 0\nf 9 10 11 12\n");
  level.files.emplace_back(
      "world.yaml",
      "world: w\nmaps:\n  - {id: level, source: level.obj, skeleton: false, links: [{kind: "
      "ladder, start: [14, 0, 4], end: [18, 2, 4]}]}\n");
  level.from_map = level.to_map = "level";
  level.from = {2, 0, 4};
  level.to = {36, 2, 4};
  return level;
}

TEST(ClosedWalks, AuditsTellWhatIsClosedAndTheWayBackThatTheMapLacks) {
  ServedLevel served(OneWay());
  const auto explain = [&](double x, double y) {
    const std::string cylinder =
        StrCat("cylinder{base{x:", x, " y:", y - 0.5, " z:4} radius_m:5 height_m:4}");
    return Audit(served, {served.level().to}, {served.level().from},
                 Parse<v1::Changes>(StrCat("maps{map_id:'level' obstacles{", cylinder, "}}")));
  };
  const v1::PlaceResourceResponse above = explain(26, 2);
  EXPECT_EQ(above.verdicts(0), v1::PLACE_REASON_ISOLATED);
  EXPECT_THAT(Named(above.explanations(0)), ElementsAre("changes.maps[0].obstacles[0]:", ":"));
  EXPECT_EQ(above.explanations(0).fixes(1).kind(), v1::FIX_KIND_DROP);
  const v1::PlaceResourceResponse below = explain(8, 0);
  EXPECT_EQ(below.verdicts(0), v1::PLACE_REASON_UNREACHABLE);
  EXPECT_THAT(Named(below.explanations(0)), ElementsAre(":", "changes.maps[0].obstacles[0]:"));
}

}  // namespace
}  // namespace waystone
