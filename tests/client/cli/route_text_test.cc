#include "client/cli/route_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "client/cli/answer_json.h"

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

client::RouteRequest FromTownToIsland() {
  client::RouteRequest request;
  request.start = {"town", {0, 0, 0}};
  request.goals = {{"island", {9, 0, 9}}};
  return request;
}

client::RouteLeg Walk(uint32_t map, double length_m) {
  return {.kind = client::LegKind::kWalk,
          .map_index = map,
          .first_point = 0,
          .point_count = 2,
          .length_m = length_m,
          .external_id = {}};
}

client::RouteLeg Portal(uint32_t map, const std::string& name, client::PortalUse use) {
  use.to_map_index = map + 1;
  return {.kind = client::LegKind::kPortal,
          .map_index = map,
          .first_point = 1,
          .point_count = 1,
          .cost = 3,
          .external_id = name,
          .portal = use};
}

// Down the well, through the cave, and by ship to an island.
client::RouteAnswer OverThreeMaps() {
  client::RouteAnswer answer;
  answer.status = client::RouteStatus::kComplete;
  answer.maps = {{"town", "a"}, {"cave", "b"}, {"island", "c"}};
  answer.world_generation = "feed";
  client::Route& route = answer.routes.emplace_back();
  route.length_m = 60;
  route.points.assign(3, {.origin = {}, .xyz = {1, 0, 2, 3, 0, 4}});
  route.points[2].origin = {50, 0, 0};
  route.legs = {Walk(0, 10), Portal(0, "well", {.kind = client::PortalKind::kWalkIn}), Walk(1, 20),
                Portal(1, "ferry",
                       {.kind = client::PortalKind::kShip,
                        .money = 12.5,
                        .ticket = "day pass",
                        .requirement = "passport"}),
                Walk(2, 30)};
  return answer;
}

std::string Printed(const client::RouteAnswer& answer) {
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

TEST(RouteText, LengthsAloneTellNoArrivals) {
  client::RouteAnswer answer = OverThreeMaps();
  answer.routes[0].points.clear();
  EXPECT_THAT(Printed(answer), HasSubstr("   walk into \"well\" to cave\n2. cave: 20 m\n"));
}

TEST(RouteText, ARouteOverOneMapHasNoListOfMaps) {
  client::RouteAnswer answer = OverThreeMaps();
  answer.maps.resize(1);
  answer.routes[0].points.resize(1);
  answer.routes[0].legs = {Walk(0, 10)};
  EXPECT_THAT(Printed(answer), Not(HasSubstr("1. town")));
  EXPECT_THAT(Printed(answer), HasSubstr("walk on town, 10 m\n  1, 0, 2\n"));
}

TEST(RouteText, JsonTellsMapsAndPortals) {
  const Json json = RouteJson(FromTownToIsland(), OverThreeMaps());
  EXPECT_EQ(json["map_id"], "town");
  EXPECT_EQ(json["to_map_id"], "island");
  EXPECT_EQ(json["world_generation"], "feed");
  EXPECT_EQ(json["maps"].size(), 3U);
  EXPECT_EQ(json["legs"][4]["map_index"], 2);
  EXPECT_EQ(
      PrintLine(json["legs"][3]),
      R"({"kind":"portal","map_id":"cave","length_m":0.0,"cost":3.0,"map_index":1,"external_id":"ferry",)"
      R"("portal":{"kind":"ship","to_map_id":"island","to_map_index":2,"money":12.5,"ticket":"day pass",)"
      R"("requirement":"passport","arrival":[51.0,0.0,2.0]},"points":[[3.0,0.0,4.0]]})"
      "\n");
}

TEST(RouteText, JsonTellsTheWorldsMapsAndPortals) {
  EXPECT_EQ(
      PrintLine(WorldJson({.generation = "feed",
                           .maps = {{"cave", false}, {"town", true}},
                           .portals = {{"well", {"town", {1, 2, 3}}, {"cave", {4, 5, 6}}, 7}},
                           .travellers = {{}, {"ogre", {"climb", "jump"}}}})),
      R"({"world_generation":"feed","maps":[{"map_id":"cave","loaded":false},)"
      R"({"map_id":"town","loaded":true}],"portals":[{"name":"well","from_map_id":"town",)"
      R"("from":[1.0,2.0,3.0],"to_map_id":"cave","to":[4.0,5.0,6.0],"cost":7.0,"kind":"walk_in","money":0.0,"ticket":"",)"
      R"("requirement":""}],)"
      R"("travellers":[{"profile":"","abilities":[]},{"profile":"ogre","abilities":["climb","jump"]}],"places":[]})"
      "\n");
}

}  // namespace
}  // namespace waystone::cli
