// Why not, over maps: all that is in the way, on each of the maps, in the order of the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "core/base/str_cat.h"
#include "tests/e2e/served_level.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// Maps a, b and c from left to right, each with a wall that has a doorway in its middle row, and a door there; "hatch" of map b is
// closed as baked.
WhyLevel ThreeRooms(const std::string& doorway = ".") {
  const auto portal = [](const char* id, const char* from, double row, const char* to, const char* more) {
    return StrCat("  - {id: ", id, ", kind: walk_on_use, from: {map: ", from, ", trigger: {min: [8, -1, ",
                  row, "], max: [9, 1, ", row + 1, "]}}, to: {map: ", to, ", point: [0.5, 0, 1.5]}", more,
                  "}\n");
  };
  const auto map = [](const char* id, const char* door, const std::string& more) {
    return StrCat("  - {id: ", id, ", source: ", id, ".map, doors: [{name: ", door, ", cells: [[4, 1, 1, 1]]",
                  more, "}]}\n");
  };
  WhyLevel level;
  for (const std::string id : {"a", "b", "c"}) {
    const std::string middle = id == "b" ? "." : doorway;
    level.files.emplace_back(id + ".map", StrCat("type octile\nheight 3\nwidth 9\nmap\n....@....\n....",
                                                 middle, "....\n....@....\n"));
  }
  level.files.emplace_back(
      "world.yaml", StrCat("world: rooms\nmaps:\n", map("a", "gate", ""), map("b", "hatch", ", closed: true"),
                           map("c", "gate", ""), "portals:\n", portal("first", "a", 1, "b", ""),
                           portal("second", "b", 1, "c", "")));
  level.from_map = "a";
  level.to_map = "c";
  level.from = {0.5, 0, 1.5};
  level.to = {7.5, 0, 1.5};
  return level;
}

// And a portal from a to c for who has a rope.
WhyLevel WithRope(const std::string& doorway = ".") {
  WhyLevel level = ThreeRooms(doorway);
  level.files.back().second +=
      "  - {id: rope, kind: walk_on_use, requirement: rope, from: {map: a, trigger: {min: [8, -1, 2], max: "
      "[9, 1, "
      "3]}}, to: {map: c, point: [0.5, 0, 1.5]}}\n";
  return level;
}

// The same without the portal from a to b.
WhyLevel WithRopeOnly() {
  WhyLevel level = WithRope();
  std::string& world = level.files.back().second;
  world.erase(world.find("  - {id: first"), world.find("  - {id: second") - world.find("  - {id: first"));
  return level;
}

class WorldWhyTest : public ::testing::Test {
 protected:
  v1::PlanRouteResponse Plan(const std::string& more) {
    v1::PlanRouteRequest request = served_.Request();
    request.MergeFrom(Parse<v1::PlanRouteRequest>(more));
    return served_.Plan(request);
  }

  ServedLevel served_{ThreeRooms()};
};

TEST_F(WorldWhyTest, ADoorThatAMapOnTheWayClosesIsNamed) {
  const v1::PlanRouteResponse response = Plan("");
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES) << response.DebugString();
  ASSERT_THAT(Named(response), ElementsAre(":hatch"));
  const v1::Fix& fix = response.fixes(0);
  EXPECT_EQ(fix.kind(), v1::FIX_KIND_CLOSED);
  EXPECT_EQ(fix.at().map_id(), "b");
  EXPECT_EQ(fix.sentence(), "the map's settings close the door \"hatch\" at (4.5, 0, 1.5) of map \"b\"");
  ASSERT_EQ(response.blocking_changes_size(), 1);
  EXPECT_EQ(response.blocking_changes(0).name(), "hatch");
  EXPECT_THAT(response.explanation(), EndsWith("a route would lead there without door \"hatch\""));
  EXPECT_EQ(Plan("changes{maps{map_id:'b' opened_doors:'hatch'}}").status(), v1::ROUTE_STATUS_COMPLETE);
}

// All doors are closed as baked.
WhyLevel ThreeClosedRooms() {
  WhyLevel level = ThreeRooms();
  absl::StrReplaceAll({{"{name: gate, ", "{name: gate, closed: true, "}}, &level.files.back().second);
  return level;
}

TEST(WorldWhyDoors, ThoseThatAllMapsOnTheWayCloseAreNamed) {
  ServedLevel served(ThreeClosedRooms());
  const v1::PlanRouteResponse response = served.Plan(served.Request());
  EXPECT_THAT(Named(response), ElementsAre(":gate", ":hatch", ":gate")) << response.DebugString();
  ASSERT_EQ(response.fixes_size(), 3);
  EXPECT_EQ(response.fixes(0).at().map_id(), "a");
  EXPECT_EQ(response.fixes(2).at().map_id(), "c");
}

TEST(WorldWhyDoors, DoorsAreNotNamedBecauseALimitEndedASearch) {
  ServedLevel served(ThreeClosedRooms());
  v1::PlanRouteRequest request = served.Request();
  ServedLevel::Put("b", {1.5, 0, 1.5}, *request.mutable_goals(0)->mutable_position());
  *request.mutable_changes() = Parse<v1::Changes>(
      "maps{map_id:'c' blocked_cells:[0,1,2,5,6,7,18,19,20,23,24,25] closed_doors:'gate'} maps{map_id:'a' "
      "blocked_cells:[0,1,2,5,18,19,20]}");
  uint32_t told = 0;
  for (uint32_t most = 1; most < 200; ++most) {
    request.mutable_limits()->set_max_expansions(most);
    const v1::PlanRouteResponse response = served.Plan(request);
    if (response.blocking_changes().empty()) continue;
    EXPECT_THAT(Named(response), ElementsAre(":gate")) << most << " expansions: " << response.DebugString();
    EXPECT_EQ(response.fixes(0).at().map_id(), "a");
    ++told;
  }
  EXPECT_GT(told, 30);
  EXPECT_LT(told, 195);
}

TEST_F(WorldWhyTest, DoorsPortalsCellsAndObstaclesOfAllMapsStandInTheOrderOfTheWay) {
  const v1::PlanRouteResponse response = Plan(
      "changes{closed_portals:'first' maps{map_id:'c' blocked_rects:[1,0,1,3] closed_doors:'gate'} "
      "maps{map_id:'a' closed_doors:'gate' obstacles{cylinder{base{x:6.5 y:0 z:1.5} radius_m:2 "
      "height_m:2}}}}");
  EXPECT_THAT(Named(response),
              ElementsAre("changes.maps[1].closed_doors[0]:gate",
                          "changes.maps[1].obstacles[0]:", "changes.closed_portals[0]:first", ":hatch",
                          "changes.maps[0].blocked_rects[0]:", "changes.maps[0].closed_doors[0]:gate"))
      << response.DebugString();
  EXPECT_EQ(response.blocking_changes_size(), 6);
  EXPECT_EQ(response.fixes(1).sentence(),
            "an obstacle of the request at (6.5, 0, 1.5) of map \"a\" is in the way");
  EXPECT_EQ(response.fixes(4).sentence(),
            "the request blocks the 1 x 3 cells from column 1, row 0 at (1.5, 0, 1.5) of map \"c\"");
}

TEST_F(WorldWhyTest, ChangesThatCloseNothingOnTheWayAreNotNamed) {
  EXPECT_THAT(Named(Plan("changes{maps{map_id:'b' blocked_cells:[0,1] "
                         "opened_doors:'hatch'} maps{map_id:'c' blocked_cells:[4] closed_doors:'gate'}}")),
              ElementsAre("changes.maps[1].closed_doors[0]:gate"));
}

TEST(WorldWhyMeans, FixesKeepToTheNumberOfPortalsThatTheRequestAllows) {
  ServedLevel served(WithRope());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{max_portals:1} changes{closed_portals:['rope','first'] "
                                  "maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre("changes.closed_portals[0]:rope", ":rope"))
      << "the way over b takes two";
}

TEST(WorldWhyMeans, WhatTheTravellerLacksBesidesIsNamedAsWell) {
  ServedLevel served(WithRopeOnly());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'a' closed_doors:'gate'}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_THAT(Named(response), ElementsAre("changes.maps[0].closed_doors[0]:gate", ":rope"))
      << response.DebugString();
  ASSERT_EQ(response.fixes_size(), 2);
  EXPECT_EQ(response.fixes(1).kind(), v1::FIX_KIND_REQUIREMENT);
  EXPECT_THAT(response.blocking_changes(), ElementsAre())
      << "without the door there would be no route either";
}

TEST(WorldWhyMeans, MeansAreNamedHoweverFewExpansionsAreLeft) {
  ServedLevel served(WithRopeOnly());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{maps{map_id:'a' closed_doors:'gate' blocked_cells:[0,1,2]} "
                                  "maps{map_id:'c' closed_doors:'gate'}}"));
  const std::vector<std::string> all = {"changes.maps[0].closed_doors[0]:gate",
                                        "changes.maps[1].closed_doors[0]:gate", ":rope"};
  uint32_t told = 0;
  for (uint32_t i = 1; i < 200; ++i) {
    request.mutable_limits()->set_max_expansions(i);
    const v1::PlanRouteResponse response = served.Plan(request);
    if (response.fixes_size() == 0 || response.fixes(0).field().empty()) continue;  // the map's
    const bool is_found = response.fixes(0).sentence().find("may close") == std::string::npos;
    if (!is_found) continue;
    EXPECT_EQ(Named(response), all) << i << " expansions: " << response.DebugString();
    ++told;
  }
  EXPECT_GT(told, 50);
  EXPECT_LT(told, 180);
}

TEST(WorldWhyMeans, TheFewestAreNamedNotThoseOfTheCheapestPath) {
  ServedLevel served([] {
    WhyLevel level = WithRope();
    absl::StrReplaceAll({{"{id: first, ", "{id: first, requirement: torch, "},
                         {"{id: second, ", "{id: second, requirement: key, "},
                         {"{id: rope, ", "{id: rope, cost_m: 1000, "}},
                        &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":rope"));
  request.mutable_changes()->add_closed_portals("rope");
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":torch", ":key"));
}

TEST(WorldWhyMeans, MoneyForOnePortalIsLessThanMeansForTwo) {
  ServedLevel served([] {
    WhyLevel level = WithRope();
    absl::StrReplaceAll({{"{id: first, ", "{id: first, requirement: torch, "},
                         {"{id: second, ", "{id: second, requirement: key, "},
                         {"{id: rope, kind: walk_on_use, requirement: rope, ",
                          "{id: rope, kind: walk_on_use, money: 5, cost_m: 1000, "}},
                        &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{money:4} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_THAT(Named(response), ElementsAre(":rope"));
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_MONEY);
}

TEST(WorldWhyMeans, OnePortalForMeansIsLessThanTwoForMoney) {
  ServedLevel served([] {
    WhyLevel level = WithRope();
    absl::StrReplaceAll({{"{id: first, ", "{id: first, requirement: torch, "},
                         {"{id: second, ", "{id: second, requirement: key, "},
                         {"{id: rope, ", "{id: rope, cost_m: 1000, "}},
                        &level.files.back().second);
    for (const auto& [id, from, to] : {std::tuple("toll", "a", "b"), std::tuple("bridge", "b", "c")}) {
      StrAppend(level.files.back().second, "  - {id: ", id,
                ", kind: walk_on_use, money: 5, cost_m: 100, from: {map: ", from,
                ", trigger: {min: [8, -1, 0], max: [9, 1, 1]}}, to: {map: ", to,
                ", point: [0.5, 0, 1.5]}}\n");
    }
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{money:4} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":rope"));
}

TEST(WorldWhyMeans, ThoseOfAPathOverMorePortalsThanAreAllowedAreNotNamed) {
  WhyLevel level;
  std::string maps;
  for (const auto& [id, row] :
       {std::pair("a", "...."), std::pair("b", "..@.."), std::pair("c", ".."), std::pair("d", "..")}) {
    level.files.emplace_back(StrCat(id, ".map"), StrCat("type octile\nheight 1\nwidth ",
                                                        std::string(row).size(), "\nmap\n", row, "\n"));
    StrAppend(maps, "  - {id: ", id, ", source: ", id, ".map}\n");
  }
  const auto portal = [](const char* id, const char* from, int column, const char* to, double x) {
    return StrCat("  - {id: ", id, ", kind: walk_on_use, from: {map: ", from, ", trigger: {min: [", column,
                  ", -1, 0], max: [", column + 1, ", 1, 1]}}, to: {map: ", to, ", point: [", x, ", 0, 0.5]}");
  };
  level.files.emplace_back(
      "world.yaml",
      StrCat("world: rooms\nmaps:\n", maps, "portals:\n", portal("first", "a", 1, "b", 0.5),
             ", requirement: torch}\n", portal("second", "b", 1, "c", 0.5), ", requirement: key}\n",
             portal("over", "a", 2, "b", 3.5), "}\n", portal("down", "b", 4, "d", 0.5), "}\n",
             portal("up", "d", 1, "c", 0.5), ", requirement: rope}\n"));
  level.from_map = "a";
  level.to_map = "c";
  level.from = {0.5, 0, 0.5};
  level.to = {1.5, 0, 0.5};
  ServedLevel served(level);
  v1::PlanRouteRequest request = served.Request();
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":rope"));
  request.mutable_portals()->set_max_portals(2);
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":torch", ":key"));
}

TEST(WorldWhyMeans, WhatAnotherPathDoesWithoutIsNotNamed) {
  ServedLevel served([] {
    WhyLevel level = WithRope();
    absl::StrReplaceAll({{"{id: first, ", "{id: first, requirement: key, "},
                         {"{id: second, ", "{id: second, requirement: key, cost_m: 1000, "},
                         {"requirement: rope, ", "requirement: key, money: 5, "}},
                        &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{money:4} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":key")) << "it is enough for the path over b";
}

TEST(WorldWhyMeans, TicketsOfAKindAreOneFixAndMoneyStandsWhereItEnds) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    absl::StrReplaceAll({{"{id: first, ", "{id: first, ticket: coin, money: 5, "},
                         {"{id: second, ", "{id: second, ticket: coin, money: 2, requirement: key, "}},
                        &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_THAT(Named(response), ElementsAre(":coin", ":first", ":key")) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_TICKET);
  EXPECT_EQ(response.fixes(0).measure(), 0);
  EXPECT_EQ(response.fixes(0).limit(), 2);
  EXPECT_EQ(response.fixes(1).kind(), v1::FIX_KIND_MONEY);
  EXPECT_EQ(response.fixes(1).limit(), 7);
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{money:7 met_requirements:'key' tickets{name:'coin' count:2}}"));
  EXPECT_EQ(served.Plan(request).status(), v1::ROUTE_STATUS_COMPLETE) << "it is enough";
}

TEST(WorldWhyMeans, WhoLacksMeansIsToldOfTheWayThatIsClosed) {
  ServedLevel served(WithRope());
  v1::PlanRouteRequest request = served.Request();
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_BUDGET_EXCEEDED);
  EXPECT_THAT(Named(response), ElementsAre(":rope"));
  EXPECT_THAT(response.explanation(), EndsWith("a route would lead there without door \"hatch\""));
  EXPECT_THAT(response.blocking_changes(), ElementsAre()) << "each of them would be a fix";
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{closed_portals:'second' maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_THAT(served.Plan(request).explanation(),
              HasSubstr("without changes.closed_portals[0] (\"second\")"));
}

TEST_F(WorldWhyTest, OnOneMapAsOverMaps) {
  const v1::PlanRouteResponse response =
      Plan("start{position{map_id:'a'}} portals{mode:PORTAL_MODE_MAY_USE}");
  EXPECT_THAT(Named(response), ElementsAre(":hatch"));
  v1::PlanRouteRequest request = served_.Request();
  request.mutable_goals(0)->mutable_position()->set_map_id("a");
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "portals{mode:PORTAL_MODE_MAY_USE} changes{maps{obstacles{box{center{x:4.5 y:1 z:1.5} half_x_m:0.4 "
      "half_y_m:1 half_z_m:0.4}}}}"));
  const v1::PlanRouteResponse on_one = served_.Plan(request);
  EXPECT_EQ(on_one.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_THAT(Named(on_one), ElementsAre("changes.maps[0].obstacles[0]:")) << on_one.DebugString();
}

TEST_F(WorldWhyTest, OfABatchAndOfSets) {
  v1::PrepareChangesRequest prepare;
  *prepare.mutable_changes() =
      Parse<v1::Changes>("closed_portals:'first' maps{map_id:'c' closed_doors:'gate'}");
  v1::PrepareChangesResponse kept;
  grpc::ClientContext prepare_context;
  ASSERT_TRUE(served_.server().planning().PrepareChanges(&prepare_context, prepare, &kept).ok());
  v1::BatchRequest batch = Parse<v1::BatchRequest>(
      "map_id:'a' changes{maps{closed_doors:'gate'} maps{map_id:'b' opened_doors:'hatch'}}");
  v1::PlanRouteRequest& request = *batch.add_items()->mutable_plan_route();
  request = served_.Request();
  request.mutable_start()->mutable_position()->clear_map_id();
  request.mutable_changes()->set_changes_ref(kept.changes_ref());
  v1::BatchResponse response;
  grpc::ClientContext context;
  const grpc::Status status = served_.server().planning().Batch(&context, batch, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 1);
  EXPECT_THAT(
      Named(response.results(0).plan_route()),
      ElementsAre("batch.changes.maps[0].closed_doors[0]:gate", "changes.changes_ref.closed_portals[0]:first",
                  "changes.changes_ref.maps[0].closed_doors[0]:gate"))
      << response.DebugString();
}

TEST(WorldWhyGround, WhatClosesAnEndIsNamedWithWhatPartsTheMaps) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{maps{map_id:'c' closed_doors:'gate' blocked_rects:[5,0,4,3]} "
                                  "maps{map_id:'b' opened_doors:'hatch'}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_GOAL_OFF_MESH);
  EXPECT_THAT(Named(response), ElementsAre(":", ":", "changes.maps[0].blocked_rects[0]:"))
      << response.DebugString();
  EXPECT_EQ(response.blocking_changes_size(), 0) << "without the rectangle there is no route either";
  EXPECT_THAT(response.explanation(), Not(HasSubstr("would lead")));
  // The same on one map.
  request.mutable_start()->mutable_position()->set_map_id("c");
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_NONE);
  const v1::PlanRouteResponse on_one = served.Plan(request);
  EXPECT_THAT(Named(on_one), ElementsAre(":", "changes.maps[0].blocked_rects[0]:")) << on_one.DebugString();
  EXPECT_EQ(on_one.blocking_changes_size(), 0);
}

TEST(WorldWhyGround, WhatIsClosedBetweenWallsStandsInTheOrderOfThePath) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "changes{closed_portals:'first' excluded_maps:'c' maps{map_id:'a' blocked_rects:[1,0,1,3] "
      "blocked_cells:[8]} maps{map_id:'c' blocked_rects:[6,0,1,3]}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_THAT(Named(response),
              ElementsAre("changes.maps[0].blocked_rects[0]:", ":", "changes.closed_portals[0]:first",
                          ":hatch", "changes.excluded_maps[0]:c", ":", "changes.maps[1].blocked_rects[0]:"))
      << response.DebugString();
  EXPECT_EQ(response.fixes(1).at().map_id(), "a");
  EXPECT_EQ(response.fixes(5).at().map_id(), "c");
  EXPECT_EQ(response.blocking_changes_size(), 0) << "without them there is no route either";
}

// Of map a, whose wall has no doorway: one thing closed before it, one behind it, and one beside the path.
v1::Changes ClosedOnBothSides() {
  return Parse<v1::Changes>("maps{map_id:'a' blocked_rects:[1,0,1,3, 6,0,1,3] blocked_cells:[8]}");
}

const std::vector<std::string> kClosedOnBothSides = {"changes.maps[0].blocked_rects[0]:", ":",
                                                     "changes.maps[0].blocked_rects[4]:"};

TEST(WhyOnOneMap, ARouteNamesWhatIsClosedOnBothSidesOfAWall) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_goals(0)->mutable_position()->set_map_id("a");
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_NONE);
  *request.mutable_changes() = ClosedOnBothSides();
  v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(Named(response), kClosedOnBothSides) << response.DebugString();
  EXPECT_EQ(response.blocking_changes_size(), 0);
  // To a place to pass and back: what is closed is told once, the wall both times.
  *request.add_via() = request.goals(0);
  *request.mutable_goals(0) = request.start();
  response = served.Plan(request);
  EXPECT_THAT(Named(response),
              ElementsAre("changes.maps[0].blocked_rects[0]:", ":", "changes.maps[0].blocked_rects[4]:", ":"))
      << response.DebugString();
  // What the request opens is no wall.
  request.mutable_changes()->mutable_maps(0)->add_opened_cells(13);
  response = served.Plan(request);
  EXPECT_THAT(Named(response),
              ElementsAre("changes.maps[0].blocked_rects[0]:", "changes.maps[0].blocked_rects[4]:"));
}

TEST(WhyOnOneMap, AMoveNamesWhatIsClosedOnBothSidesOfAWall) {
  ServedLevel served(ThreeRooms("@"));
  v1::ValidateMoveRequest request;
  ServedLevel::Put("a", {0.5, 0, 1.5}, *request.mutable_from());
  ServedLevel::Put("a", {7.5, 0, 1.5}, *request.mutable_to());
  *request.mutable_changes() = ClosedOnBothSides();
  request.set_explain(true);
  v1::ValidateMoveResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(served.server().planning().ValidateMove(&context, request, &response).ok());
  ASSERT_EQ(response.violations_size(), 1);
  EXPECT_EQ(Named(response.violations(0)), kClosedOnBothSides) << response.DebugString();
}

TEST(WhyOnOneMap, AnAuditNamesWhatIsClosedOnBothSidesOfAWall) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlaceResourceRequest request;
  request.set_map_id("a");
  for (const double value : {7.5, 0.0, 1.5, 7.5, 0.0, 0.5, 5.5, 0.0, 1.5})
    request.mutable_audit()->add_xyz(value);
  request.mutable_audit()->set_explain(true);
  for (const double value : {0.5, 0.0, 1.5}) request.mutable_rules()->add_anchor_xyz(value);
  *request.mutable_changes() = ClosedOnBothSides();
  v1::PlaceResourceResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(served.server().planning().PlaceResource(&context, request, &response).ok());
  ASSERT_EQ(response.explanations_size(), 3) << response.DebugString();
  EXPECT_EQ(Named(response.explanations(0)), kClosedOnBothSides) << response.DebugString();
  EXPECT_EQ(Named(response.explanations(1)), kClosedOnBothSides);
  EXPECT_THAT(Named(response.explanations(2)), ElementsAre("changes.maps[0].blocked_rects[0]:", ":"))
      << "before the second thing that is closed";
}

TEST(WhyOnOneMap, AnAuditWithoutAnchorsComesFromTheMainGround) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlaceResourceRequest request;
  request.set_map_id("a");
  for (const double value : {7.5, 0.0, 1.5}) request.mutable_audit()->add_xyz(value);
  request.mutable_audit()->set_explain(true);
  *request.mutable_changes() =
      Parse<v1::Changes>("maps{map_id:'a' blocked_rects:[6,0,1,3] blocked_cells:[8]}");
  v1::PlaceResourceResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(served.server().planning().PlaceResource(&context, request, &response).ok());
  ASSERT_EQ(response.explanations_size(), 1) << response.DebugString();
  EXPECT_THAT(Named(response.explanations(0)), ElementsAre(":", "changes.maps[0].blocked_rects[0]:"));
}

TEST(WhyOnOneMap, NothingIsSaidToBeClosedIfALimitEndedTheSearch) {
  ServedLevel served(ThreeRooms());
  v1::PlanRouteRequest request = served.Request();
  ServedLevel::Put("a", {3.5, 0, 1.5}, *request.mutable_goals(0)->mutable_position());
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "portals{mode:PORTAL_MODE_NONE} limits{max_expansions:1} "
      "changes{maps{map_id:'a' blocked_rects:[2,0,1,2]} maps{map_id:'b' blocked_rects:[1,0,1,2]}}"));
  v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_EXPANSION_LIMIT);
  EXPECT_THAT(Named(response), ElementsAre()) << response.DebugString();
  // Over maps.
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
  ServedLevel::Put("a", {5.5, 0, 1.5}, *request.mutable_start()->mutable_position());
  ServedLevel::Put("b", {3.5, 0, 1.5}, *request.mutable_goals(0)->mutable_position());
  response = served.Plan(request);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_EXPANSION_LIMIT);
  EXPECT_THAT(Named(response), ElementsAre()) << response.DebugString();
}

TEST(WorldWhyGround, WhatIsClosedIsNamedBehindAPortalThatAsksForMeans) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms("@");
    absl::StrReplaceAll({{"{id: second, ", "{id: second, requirement: key, "}}, &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "changes{maps{map_id:'b' opened_doors:'hatch'} maps{map_id:'c' blocked_rects:[1,0,1,3]}}"));
  EXPECT_THAT(Named(served.Plan(request)),
              ElementsAre(":", ":key", "changes.maps[1].blocked_rects[0]:", ":"));
}

TEST(WorldWhyGround, TicketsAndMoneyOfThePathAreNamedBehindWhatTheMapsLack) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms("@");
    absl::StrReplaceAll({{"{id: first, ", "{id: first, ticket: coin, money: 5, "},
                         {"{id: second, ", "{id: second, ticket: coin, money: 2, "}},
                        &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "portals{money:6 tickets{name:'coin' count:1}} changes{maps{map_id:'c' blocked_rects:[6,0,1,3]}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_THAT(Named(response),
              ElementsAre(":", ":hatch", ":", "changes.maps[0].blocked_rects[0]:", ":coin", ":second"))
      << response.DebugString();
  EXPECT_EQ(response.fixes(4).kind(), v1::FIX_KIND_TICKET);
  EXPECT_EQ(response.fixes(4).measure(), 1);
  EXPECT_EQ(response.fixes(4).limit(), 2);
  EXPECT_EQ(response.fixes(5).kind(), v1::FIX_KIND_MONEY);
  EXPECT_EQ(response.fixes(5).limit(), 7);
  // Without changes.
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  request.mutable_changes()->mutable_maps()->DeleteSubrange(0, 1);
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":", ":", ":coin", ":second"));
  request.MergeFrom(Parse<v1::PlanRouteRequest>("portals{money:7 tickets{name:'coin' count:1}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":", ":")) << "it is enough";
}

TEST(WorldWhyGround, TicketsOfAllPartsOfThePathAreCountedTogether) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms("@");
    absl::StrReplaceAll({{"{id: first, ", "{id: first, ticket: coin, "},
                         {"{id: second, ", "{id: second, ticket: coin, "},
                         {", closed: true", ""}},
                        &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  ServedLevel::Put("b", {1.5, 0, 1.5}, *request.add_via()->mutable_position());
  request.MergeFrom(Parse<v1::PlanRouteRequest>("portals{tickets{name:'coin' count:1}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_THAT(Named(response), ElementsAre(":", ":", ":coin")) << response.DebugString();
  EXPECT_EQ(response.fixes(2).limit(), 2);
}

TEST(WorldWhyGround, AWalkThatThereIsTakesNoTicket) {
  // From the start to the place to pass one can walk; a ticket leads there, too.
  ServedLevel served([] {
    WhyLevel level = ThreeRooms("@");
    level.files.back().second +=
        "  - {id: lift, kind: walk_on_use, ticket: coin, from: {map: a, trigger: {min: [0, -1, 2], max: [1, "
        "1, 3]}}, to: {map: a, point: [3.5, 0, 0.5]}}\n";
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  ServedLevel::Put("a", {3.5, 0, 0.5}, *request.add_via()->mutable_position());
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{money:0} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  for (const auto mode : {v1::PORTAL_MODE_MAY_USE, v1::PORTAL_MODE_WALK_IN_TELEPORTS}) {
    request.mutable_portals()->set_mode(mode);
    const v1::PlanRouteResponse response = served.Plan(request);
    EXPECT_THAT(Named(response), ElementsAre(":", ":")) << response.DebugString();
  }
}

TEST(WorldWhyGround, APathThatTakesNoTicketIsPreferred) {
  for (const bool is_first_free : {false, true}) {
    WhyLevel level = ThreeRooms("@");
    std::string& world = level.files.back().second;
    absl::StrReplaceAll({{", closed: true", ""}}, &world);
    const auto to_c = [](const char* id, int row, const char* more) {
      return StrCat("  - {id: ", id, ", kind: walk_on_use", more, ", from: {map: a, trigger: {min: [8, -1, ",
                    row, "], max: [9, 1, ", row + 1, "]}}, to: {map: c, point: [0.5, 0, 1.5]}}\n");
    };
    const char* const ticket = ", ticket: coin";
    StrAppend(world, to_c("p", 0, is_first_free ? "" : ticket), to_c("q", 2, is_first_free ? ticket : ""));
    ServedLevel served(level);
    v1::PlanRouteRequest request = served.Request();
    request.MergeFrom(Parse<v1::PlanRouteRequest>("portals{money:0}"));
    const v1::PlanRouteResponse response = served.Plan(request);
    EXPECT_THAT(Named(response), ElementsAre(":", ":")) << response.DebugString();
  }
}

TEST(WorldWhyGround, AWayAroundAPortalThatTakesATicketIsPreferred) {
  // To the place to pass on map b, from a at once or over c.
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    std::string& c = level.files[2].second;
    c[c.find("....@....\n.........") + 14] = '@';
    std::string& world = level.files.back().second;
    absl::StrReplaceAll({{", closed: true", ""}, {"{id: first, ", "{id: first, ticket: coin, "}}, &world);
    StrAppend(world,
              "  - {id: over, kind: walk_on_use, from: {map: a, trigger: {min: [8, -1, 2], max: [9, "
              "1, 3]}}, to: {map: c, point: [0.5, 0, 1.5]}}\n",
              "  - {id: back, kind: walk_on_use, from: {map: c, trigger: {min: [0, -1, 2], max: [1, 1, "
              "3]}}, to: {map: b, point: [0.5, 0, 0.5]}}\n");
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  ServedLevel::Put("b", {1.5, 0, 1.5}, *request.add_via()->mutable_position());
  request.MergeFrom(Parse<v1::PlanRouteRequest>("portals{money:0}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_THAT(Named(response), ElementsAre(":")) << response.DebugString();
}

TEST(WorldWhyGround, APathForWhichTheTicketsAreEnoughIsPreferred) {
  for (const bool is_first_free : {false, true}) {
    WhyLevel level = ThreeRooms("@");
    std::string& world = level.files.back().second;
    absl::StrReplaceAll({{", closed: true", ""},
                         {"{id: first, ", is_first_free ? "{id: first, " : "{id: first, ticket: coin, "},
                         {"{id: second, ", "{id: second, ticket: coin, "}},
                        &world);
    StrAppend(world, "  - {id: side, kind: walk_on_use", is_first_free ? ", ticket: coin" : "",
              ", from: {map: a, trigger: {min: [8, -1, 2], max: [9, 1, 3]}}, to: {map: b, point: [0.5, 0, "
              "1.5]}}\n");
    ServedLevel served(level);
    v1::PlanRouteRequest request = served.Request();
    request.MergeFrom(Parse<v1::PlanRouteRequest>("portals{tickets{name:'coin' count:1}}"));
    const v1::PlanRouteResponse response = served.Plan(request);
    EXPECT_THAT(Named(response), ElementsAre(":", ":")) << response.DebugString();
  }
}

TEST(WorldWhyGround, WhatClosesTheWalkToAPortalStandsBeforeWhatItRequires) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    absl::StrReplaceAll({{"{id: first, ", "{id: first, requirement: torch, "},
                         {"{id: second, ", "{id: second, requirement: key, "}},
                        &level.files.back().second);
    std::string& c = level.files[2].second;
    c[c.find("....@....\n.........") + 14] = '@';
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{closed_portals:'second' maps{map_id:'a' closed_doors:'gate'} "
                                  "maps{map_id:'c' blocked_rects:[1,0,1,3, 6,0,1,3]}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_THAT(Named(response),
              ElementsAre("changes.maps[0].closed_doors[0]:gate", ":torch", ":hatch",
                          "changes.closed_portals[0]:second", ":key",
                          "changes.maps[1].blocked_rects[0]:", ":", "changes.maps[1].blocked_rects[4]:"))
      << response.DebugString();
}

// The portal from a to b asks for a torch and has a trigger over all rows, c has a wall, and "side" leads from a far into b.
WhyLevel WithTorch() {
  WhyLevel level = ThreeRooms();
  std::string& c = level.files[2].second;
  c[c.find("....@....\n.........") + 14] = '@';
  absl::StrReplaceAll({{", closed: true", ""},
                       {"{id: first, ", "{id: first, requirement: torch, "},
                       {"{map: a, trigger: {min: [8, -1, 1], max: [9, 1, 2]}",
                        "{map: a, trigger: {min: [8, -1, 0], max: [9, 1, 3]}"}},
                      &level.files.back().second);
  StrAppend(
      level.files.back().second,
      "  - {id: side, kind: walk_on_use, from: {map: a, trigger: {min: [7, -1, 0], max: [8, 1, 1]}}, to: "
      "{map: b, point: [6.5, 0, 1.5]}}\n");
  return level;
}

TEST(WorldWhyGround, ThePathLeadsThroughThePortalWhoseRequirementIsTold) {
  ServedLevel served(WithTorch());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{closed_portals:'side' maps{map_id:'b' blocked_rects:[1,0,1,3]}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_THAT(Named(response), ElementsAre(":torch", "changes.maps[0].blocked_rects[0]:", ":"))
      << response.DebugString();
}

TEST(WorldWhyGround, APartOfATriggerMayBeClosed) {
  ServedLevel served(WithTorch());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{closed_portals:'side' maps{map_id:'a' blocked_cells:17}}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_THAT(Named(response), ElementsAre(":torch", ":")) << response.DebugString();
}

TEST(WorldWhyTriggers, WhatIsClosedIsNamedWithWhatTheTriggerThatLeadsOnRequires) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    absl::StrReplaceAll({{"{id: first, kind: walk_on_use", "{id: first, requirement: torch, kind: walk_in"}},
                        &level.files.back().second);
    std::string& c = level.files[2].second;
    c[c.find("....@....\n.........") + 14] = '@';
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'a' closed_doors:'gate'}}"));
  for (const auto mode : {v1::PORTAL_MODE_MAY_USE, v1::PORTAL_MODE_WALK_IN_TELEPORTS}) {
    request.mutable_portals()->set_mode(mode);
    const v1::PlanRouteResponse response = served.Plan(request);
    EXPECT_THAT(Named(response), ElementsAre("changes.maps[0].closed_doors[0]:gate", ":torch", ":hatch", ":"))
        << response.DebugString();
  }
}

TEST_F(WorldWhyTest, AMapThatIsExcludedStandsBeforeWhatIsClosedOnIt) {
  EXPECT_THAT(Named(Plan("changes{closed_portals:'first' excluded_maps:['c', 'b'] maps{map_id:'c' "
                         "blocked_rects:[0,0,1,3] closed_doors:'gate'}}")),
              ElementsAre("changes.closed_portals[0]:first", "changes.excluded_maps[1]:b", ":hatch",
                          "changes.excluded_maps[0]:c",
                          "changes.maps[0].blocked_rects[0]:", "changes.maps[0].closed_doors[0]:gate"));
}

TEST(WorldWhyGround, OfPathsThatLackAWalkEachTheOneWithTheFewestFixesIsTold) {
  for (const bool is_first_near : {false, true}) {
    WhyLevel level;
    level.files.emplace_back("a.map", "type octile\nheight 1\nwidth 8\nmap\n.@.@..@.\n");
    level.files.emplace_back("b.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
    const auto portal = [](const char* id, int column) {
      return StrCat("  - {id: ", id, ", kind: walk_on_use, from: {map: a, trigger: {min: [", column,
                    ", -1, 0], max: [", column + 1, ", 1, 1]}}, to: {map: b, point: [0.5, 0, 0.5]}}\n");
    };
    level.files.emplace_back(
        "world.yaml",
        StrCat("world: rooms\nmaps:\n  - {id: a, source: a.map}\n  - {id: b, source: b.map}\n", "portals:\n",
               portal("p", is_first_near ? 7 : 0), portal("q", is_first_near ? 0 : 7)));
    level.from_map = "a";
    level.to_map = "b";
    level.from = {4.5, 0, 0.5};
    level.to = {1.5, 0, 0.5};
    ServedLevel served(level);
    const v1::PlanRouteResponse response = served.Plan(served.Request());
    ASSERT_EQ(response.fixes_size(), 1) << response.DebugString();
    EXPECT_EQ(response.fixes(0).to().x(), 7.5);
  }
}

TEST_F(WorldWhyTest, ThingsBeforeAPlaceToPassAndBehindItAreNamed) {
  v1::PlanRouteRequest request = served_.Request();
  ServedLevel::Put("b", {1.5, 0, 1.5}, *request.add_via()->mutable_position());
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'a' closed_doors:'gate'}}"));
  EXPECT_THAT(Named(served_.Plan(request)), ElementsAre("changes.maps[0].closed_doors[0]:gate", ":hatch"));
}

TEST(WorldWhyGround, TheWallsOfAllMapsAreNamed) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlanRouteRequest request = served.Request();
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_GOAL_UNREACHABLE);
  ASSERT_THAT(Named(response), ElementsAre(":", ":hatch", ":")) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_CELLS);
  EXPECT_EQ(response.fixes(0).at().map_id(), "a");
  EXPECT_EQ(response.fixes(2).at().map_id(), "c");
  EXPECT_THAT(response.fixes(2).sentence(), EndsWith(", on map \"c\""));
}

TEST(WorldWhyGround, AWayAroundThatTheTravellerMayNotTakeDoesNotHideWhatIsClosed) {
  ServedLevel served(WithRope("@"));
  EXPECT_THAT(Named(served.Plan(served.Request())), ElementsAre(":", ":hatch", ":"));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_portals()->add_met_requirements("rope");
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":", ":"));
}

TEST(WorldWhyGround, WhatIsClosedIsNamedIfTheRequestOpensWhatTheMapShuts) {
  ServedLevel served(ThreeRooms("@"));
  v1::PlanRouteRequest request = served.Request();
  request.mutable_goals(0)->mutable_position()->set_map_id("a");
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{maps{opened_rects:[4,1,1,1] blocked_rects:[6,0,1,3]}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre("changes.maps[0].blocked_rects[0]:"));
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre("changes.maps[0].blocked_rects[0]:"));
}

TEST(WorldWhyGround, WhatIsClosedOnAMapBetweenIsNamedIfTheRequestOpensWhatItShuts) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    std::string& b = level.files[1].second;
    b[b.find("....@....\n.........") + 14] = '@';
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "changes{maps{map_id:'b' opened_doors:'hatch' opened_rects:[4,1,1,1] blocked_rects:[6,0,1,3]}}"));
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre("changes.maps[0].blocked_rects[0]:"));
}

TEST(WorldWhyTriggers, ThoseInTheWayAreNamedIfTheyTeleport) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    level.files.back().second +=
        "  - {id: trap, kind: walk_in, from: {map: a, trigger: {min: [4, -1, 1], max: [5, 1, 2]}}, to: {map: "
        "a, point: [0.5, 0, 0.5]}}\n";
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.mutable_goals(0)->mutable_position()->set_map_id("a");
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_WALK_IN_TELEPORTS);
  *request.mutable_changes() = Parse<v1::Changes>("maps{map_id:'a' blocked_rects:[1,0,1,3]}");
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_THAT(Named(response), ElementsAre("changes.maps[0].blocked_rects[0]:", ":trap"))
      << response.DebugString();
  EXPECT_EQ(response.fixes(1).kind(), v1::FIX_KIND_CLOSED);
  EXPECT_EQ(
      response.fixes(1).sentence(),
      "the trigger of the portal \"trap\" at (4.5, 0, 1.5) of map \"a\" is in the way, and sets it off");
  // One that a place to pass lies in.
  ServedLevel::Put("a", {4.5, 0, 1.5}, *request.add_via()->mutable_position());
  request.clear_changes();
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":trap"));
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
  EXPECT_EQ(served.Plan(request).status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST(WorldWhyTriggers, OneThatAPlaceToPassBehindAWallLiesInIsNamed) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms("@");
    level.files.back().second +=
        "  - {id: trap, kind: walk_in, from: {map: a, trigger: {min: [6, -1, 2], max: [7, 1, 3]}}, to: {map: "
        "a, point: [5.5, 0, 0.5]}}\n";
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.mutable_goals(0)->mutable_position()->set_map_id("a");
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_WALK_IN_TELEPORTS);
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":"));
  ServedLevel::Put("a", {6.5, 0, 2.5}, *request.add_via()->mutable_position());
  EXPECT_THAT(Named(served.Plan(request)), ElementsAre(":", ":trap"));
}

TEST(WorldWhyGround, AWallOnAMapBetweenIsNamed) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    std::string& b = level.files[1].second;
    b[b.find("....@....\n.........") + 14] = '@';
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  const v1::PlanRouteResponse response = served.Plan(request);
  ASSERT_EQ(response.fixes_size(), 1) << response.DebugString();
  EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_CELLS);
  EXPECT_EQ(response.fixes(0).at().map_id(), "b");
}

// Maps a, b and c, and a portal from a to b only.
WhyLevel WithoutPortalToC() {
  WhyLevel level = ThreeRooms();
  std::string& world = level.files.back().second;
  world.erase(world.find("  - {id: second"));
  return level;
}

TEST(WorldWhyGround, AMapThatNoPortalLeadsToIsNamed) {
  ServedLevel served(WithoutPortalToC());
  for (const char* const changes :
       {"", "changes{maps{map_id:'a' closed_doors:'gate'}}", "changes{closed_portals:'first'}"}) {
    v1::PlanRouteRequest request = served.Request();
    request.MergeFrom(Parse<v1::PlanRouteRequest>(changes));
    const v1::PlanRouteResponse response = served.Plan(request);
    EXPECT_EQ(response.reason(), v1::ROUTE_REASON_GOAL_UNREACHABLE);
    ASSERT_THAT(Named(response), ElementsAre(":c")) << changes << response.DebugString();
    EXPECT_EQ(response.fixes(0).kind(), v1::FIX_KIND_LINK);
    EXPECT_FALSE(response.fixes(0).has_at());
    EXPECT_EQ(response.fixes(0).sentence(),
              "no portal leads from map \"a\" to map \"c\", not over other maps either");
  }
}

TEST(WorldWhyGround, AMapBehindAPlaceToPassThatNoPortalLeadsToIsNamed) {
  ServedLevel served(WithoutPortalToC());
  v1::PlanRouteRequest request = served.Request();
  ServedLevel::Put("b", {7.5, 0, 1.5}, *request.add_via()->mutable_position());
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_THAT(Named(response), ElementsAre(":hatch", ":c")) << response.DebugString();
}

TEST(WorldWhyReason, DoorsAreTheReasonIfTheTravellerLacksMoneyBesides) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    absl::StrReplaceAll({{"{id: second, ", "{id: second, money: 5, "}}, &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>("portals{money:4}"));
  const v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_EQ(
      response.explanation(),
      "what this request closes leaves no path there; without that, the cheapest path there needs money 5 "
      "(you have 4)");
  EXPECT_THAT(Named(response), ElementsAre(":hatch", ":second"));
}

TEST_F(WorldWhyTest, ClearanceAloneIsAReasonOfItsOwnAsOnOneMap) {
  v1::PlanRouteResponse response =
      Plan("agent{min_clearance_m:0.6} changes{maps{map_id:'b' opened_doors:'hatch'}}");
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLEARANCE) << response.DebugString();
  EXPECT_EQ(response.explanation(),
            "no path there was found that keeps the clearance asked for; a route would lead there without "
            "agent.min_clearance_m");
  EXPECT_THAT(Named(response), ElementsAre("agent.min_clearance_m:"));
  response = Plan("agent{min_clearance_m:0.6}");
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES) << "the hatch is closed";
  response = Plan(
      "agent{min_clearance_m:0.6} changes{closed_portals:'first' maps{map_id:'b' opened_doors:'hatch'}}");
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
}

TEST(WorldWhyReason, ClearanceIsTheReasonIfTheTravellerLacksMoneyBesides) {
  ServedLevel served([] {
    WhyLevel level = ThreeRooms();
    absl::StrReplaceAll({{"{id: second, ", "{id: second, money: 5, "}}, &level.files.back().second);
    return level;
  }());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>(
      "agent{min_clearance_m:0.6} portals{money:4} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_EQ(served.Plan(request).reason(), v1::ROUTE_REASON_CLEARANCE);
}

// With a key for the portal from b to c, and a rope for the dearer one from a to c.
WhyLevel WithKeyOrRope() {
  WhyLevel level = WithRope();
  absl::StrReplaceAll({{"{id: rope, ", "{id: rope, cost_m: 1000, "},
                       {"{id: first, ", "{id: first, requirement: torch, "},
                       {"{id: second, ", "{id: second, requirement: key, "}},
                      &level.files.back().second);
  return level;
}

TEST(WorldWhyMeans, TheExplanationNamesWhatTheFixesName) {
  ServedLevel served(WithKeyOrRope());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(Parse<v1::PlanRouteRequest>("changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  EXPECT_EQ(served.Plan(request).explanation(), "a path there needs requirement \"rope\"")
      << "the cheapest one needs a torch and a key";
}

TEST(WorldWhyMeans, WithoutFixesMeansOfAPathOverTooManyPortalsAreNotNamed) {
  ServedLevel served(WithKeyOrRope());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("portals{max_portals:1} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  request.mutable_detail()->set_explain(false);
  EXPECT_EQ(served.Plan(request).explanation(), "the cheapest path there needs requirement \"rope\"");
}

TEST(WorldWhyMeans, MeansThatWouldNotHelpAreNotNamed) {
  ServedLevel served(WithKeyOrRope());
  v1::PlanRouteRequest request = served.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("limits{max_length_m:5} changes{maps{map_id:'b' opened_doors:'hatch'}}"));
  v1::PlanRouteResponse response = served.Plan(request);
  EXPECT_EQ(response.explanation(),
            "with all requirements, tickets and money the path is longer than max_length_m");
  EXPECT_THAT(Named(response), ElementsAre());
  // A place to pass behind means, and a wall behind that.
  ServedLevel walled([] {
    WhyLevel level = WithKeyOrRope();
    level.files[1].second =
        absl::StrReplaceAll(level.files[1].second, {{"....@....", ".@..@...."}, {".........", ".@......."}});
    return level;
  }());
  request = walled.Request();
  request.MergeFrom(
      Parse<v1::PlanRouteRequest>("changes{closed_portals:'rope' maps{map_id:'b' opened_doors:'hatch'}}"));
  ServedLevel::Put("b", {0.5, 0, 1.5}, *request.add_via()->mutable_position());
  response = walled.Plan(request);
  EXPECT_EQ(response.explanation(), "requirements, tickets and money alone would not help");
  EXPECT_THAT(Named(response), ElementsAre(":torch", ":", ":key")) << response.DebugString();
}

}  // namespace
}  // namespace waystone
