#include "client/cli/route_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "client/messages.h"

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::PlanRouteRequest FromTownToIsland() {
  v1::PlanRouteRequest request;
  *request.mutable_start() = client::MakeLocation("town", {0, 0, 0});
  *request.add_goals() = client::MakeLocation("island", {9, 0, 9});
  return request;
}

void AddWalk(uint32_t map, double length_m, v1::Route& route) {
  v1::RouteLeg& leg = *route.add_legs();
  leg.set_kind(v1::LEG_KIND_WALK);
  leg.set_map_index(map);
  leg.set_point_count(2);
  leg.set_length_m(length_m);
}

v1::PortalUse& AddPortal(uint32_t map, const std::string& name, v1::PortalKind kind, v1::Route& route) {
  v1::RouteLeg& leg = *route.add_legs();
  leg.set_kind(v1::LEG_KIND_PORTAL);
  leg.set_map_index(map);
  leg.set_first_point(1);
  leg.set_point_count(1);
  leg.set_external_id(name);
  leg.mutable_portal()->set_kind(kind);
  leg.mutable_portal()->set_to_map_index(map + 1);
  return *leg.mutable_portal();
}

// Down the well, through the cave, and by ship to an island.
v1::PlanRouteResponse OverThreeMaps() {
  v1::PlanRouteResponse answer;
  answer.set_status(v1::ROUTE_STATUS_COMPLETE);
  v1::Route& route = *answer.add_routes();
  route.set_length_m(60);
  for (const char* map_id : {"town", "cave", "island"}) {
    answer.add_maps()->set_map_id(map_id);
    v1::PointList& points = *route.add_points();
    for (const float coordinate : {1, 0, 2, 3, 0, 4}) points.add_local_xyz(coordinate);
  }
  route.mutable_points(2)->set_origin_x(50);
  AddWalk(0, 10, route);
  AddPortal(0, "well", v1::PORTAL_KIND_WALK_IN, route);
  AddWalk(1, 20, route);
  v1::PortalUse& ferry = AddPortal(1, "ferry", v1::PORTAL_KIND_SHIP, route);
  ferry.set_money(12.5);
  ferry.set_ticket("day pass");
  ferry.set_requirement("passport");
  AddWalk(2, 30, route);
  return answer;
}

std::string Printed(const v1::PlanRouteResponse& answer) {
  std::ostringstream out;
  PrintRoute(FromTownToIsland(), answer, out);
  return out.str();
}

TEST(RouteText, ARouteOverMapsBeginsWithWhatToDoOnEach) {
  EXPECT_EQ(
      Printed(OverThreeMaps()),
      "complete route: 60 m\n"
      "1. town: 10 m\n"
      "   walk into \"well\" to cave, at 1, 0, 2\n"
      "2. cave: 20 m\n"
      "   board \"ferry\" to island, at 51, 0, 2 (costs 12.5, costs a ticket \"day pass\", needs "
      "\"passport\")\n"
      "3. island: 30 m\n"
      "walk on town, 10 m\n"
      "  1, 0, 2\n"
      "  3, 0, 4\n"
      "walk into \"well\" to cave, at 1, 0, 2\n"
      "walk on cave, 20 m\n"
      "  1, 0, 2\n"
      "  3, 0, 4\n"
      "board \"ferry\" to island, at 51, 0, 2 (costs 12.5, costs a ticket \"day pass\", needs \"passport\")\n"
      "walk on island, 30 m\n"
      "  51, 0, 2\n"
      "  53, 0, 4\n");
}

TEST(RouteText, MapsThatTheAnswerHadToDoWithoutAreNamed) {
  v1::PlanRouteResponse answer = OverThreeMaps();
  v1::MissingMap& keep = *answer.add_missing_maps();
  keep.set_map_id("keep");
  keep.set_reason(v1::MISSING_MAP_REASON_NOT_THERE);
  answer.set_missing_map_count(3);
  EXPECT_THAT(Printed(answer), HasSubstr("without maps: \"keep\" (not_there) and 2 more\n1. town"));
}

TEST(RouteText, LengthsAloneTellNoArrivals) {
  v1::PlanRouteResponse answer = OverThreeMaps();
  answer.mutable_routes(0)->clear_points();
  EXPECT_THAT(Printed(answer), HasSubstr("   walk into \"well\" to cave\n2. cave: 20 m\n"));
}

TEST(RouteText, ARouteOverOneMapHasNoListOfMaps) {
  v1::PlanRouteResponse answer = OverThreeMaps();
  v1::Route& route = *answer.mutable_routes(0);
  route.mutable_legs()->DeleteSubrange(1, 4);
  EXPECT_THAT(Printed(answer), Not(HasSubstr("1. town")));
  EXPECT_THAT(Printed(answer), HasSubstr("walk on town, 10 m\n  1, 0, 2\n"));
}

TEST(RouteText, ALinkIsALegWithItsIds) {
  v1::PlanRouteResponse answer = OverThreeMaps();
  v1::RouteLeg& leg = *answer.mutable_routes(0)->mutable_legs(0);
  leg.set_kind(v1::LEG_KIND_DROP);
  leg.set_link_id(7);
  leg.set_external_id("ledge");
  EXPECT_THAT(Printed(answer), HasSubstr("drop on town, 10 m, link 7 (ledge)\n"));
}

TEST(RouteText, ARouteSaysWhichGoalItLeadsTo) {
  v1::PlanRouteRequest request = FromTownToIsland();
  request.add_goals()->mutable_named_place()->set_name("bar");
  v1::PlanRouteResponse answer = OverThreeMaps();
  const auto printed = [&](uint32_t goal_index) {
    answer.set_goal_index(goal_index);
    std::ostringstream out;
    PrintRoute(request, answer, out);
    return out.str();
  };
  EXPECT_THAT(printed(0), HasSubstr("60 m\nto 9, 0, 9\n1. town"));
  EXPECT_THAT(printed(1), HasSubstr("60 m\nto \"bar\"\n1. town"));
  EXPECT_THAT(printed(2), HasSubstr("60 m\n1. town")) << "a server that cannot count";
}

TEST(RouteText, WhatIsProvenOfTheCostIsToldAndNeverRoundedDown) {
  v1::PlanRouteResponse answer = OverThreeMaps();
  EXPECT_THAT(Printed(answer), Not(HasSubstr("costs at most")));
  answer.mutable_routes(0)->set_cost_ratio(1.02001);
  EXPECT_THAT(Printed(answer), HasSubstr("costs at most 2.1 % more than the cheapest route\n"));
}

}  // namespace
}  // namespace waystone::cli
