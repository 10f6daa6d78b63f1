// Routes over the maps of a world, over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/store/map_store.h"
#include "server/handlers/world_pages.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kStart = "start{position{map_id:'map0' x:0.5 y:0 z:0.5}} ";
const std::string kFar = kStart + "goals{position{map_id:'map2' x:2.5 y:0 z:1.5}} ";
// Its last walk has a turn.
const std::string kTurning = kStart + "goals{position{map_id:'map2' x:2.5 y:0 z:0.5}} ";
const std::string kBehindTheWall = kStart + "goals{position{x:6.5 y:0 z:2.5}} ";

std::string Repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

class WorldTest : public ::testing::Test {
 protected:
  WorldTest()
      : drawn_(ThreeRooms(), {}, {{.map = 2, .column = 2, .row = 1}, {.map = 0, .column = 4, .row = 1}}) {}
  void Serve() { server_ = std::make_unique<RunningServer>(TestServerOptions(drawn_.folder())); }

  grpc::Status Call(const std::string& text, v1::PlanRouteResponse& response) {
    if (server_ == nullptr) Serve();
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    return server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(text, response);
    EXPECT_TRUE(status.ok()) << text << "\n" << status.error_message();
    return response;
  }
  void ExpectRefused(const std::string& text, StatusCode code, const std::string& message) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(text, response);
    EXPECT_EQ(status.error_code(), code) << text << "\n" << status.error_message();
    EXPECT_THAT(status.error_message(), StartsWith(message)) << text;
  }

  DrawnWorld drawn_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(WorldTest, PathsOverMapsMayBeAskedForByTwoMethods) {
  for (const char* const method : {"PORTAL_TABLES", "CLUSTERS"}) {
    const v1::PlanRouteResponse answer = Plan(kFar + " limits{method:ROUTE_METHOD_" + method + "}");
    ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
    EXPECT_EQ(answer.method(), v1::ROUTE_METHOD_PORTAL_TABLES);
    EXPECT_DOUBLE_EQ(answer.routes(0).cost_m(), 14);
  }
  ExpectRefused(kFar + " limits{method:ROUTE_METHOD_ANY_ANGLE}", StatusCode::INVALID_ARGUMENT,
                "limits.method: a route across maps is found by PORTAL_TABLES, or with CLUSTERS");
}

TEST_F(WorldTest, APathOverThreeMapsHasALegForEachWalkAndEachPortal) {
  const v1::PlanRouteResponse answer = Plan(kFar);
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(answer.method(), v1::ROUTE_METHOD_PORTAL_TABLES);
  EXPECT_FALSE(answer.world_generation().empty());
  ASSERT_EQ(answer.maps_size(), 3);
  EXPECT_EQ(answer.maps(0).map_id(), "map0");
  EXPECT_EQ(answer.maps(1).map_id(), "map1");
  EXPECT_EQ(answer.maps(2).map_id(), "map2");
  const v1::Route& route = answer.routes(0);
  // Three steps to the door, four over the room, and two from corner to side; the stairs count five.
  EXPECT_DOUBLE_EQ(route.cost_m(), 3 + 4 + 5 + 2);
  EXPECT_DOUBLE_EQ(route.length_m(), 9);
  ASSERT_EQ(route.points_size(), 3);
  ASSERT_EQ(route.legs_size(), 5);
  const v1::RouteLeg& door = route.legs(1);
  EXPECT_EQ(door.kind(), v1::LEG_KIND_PORTAL);
  EXPECT_EQ(door.external_id(), "portal0");
  EXPECT_EQ(door.map_index(), 0U);
  EXPECT_EQ(door.portal().kind(), v1::PORTAL_KIND_WALK_IN);
  EXPECT_EQ(door.portal().to_map_index(), 1U);
  EXPECT_EQ(route.legs(3).portal().kind(), v1::PORTAL_KIND_USE);
  EXPECT_DOUBLE_EQ(route.legs(3).cost_m(), 5);
}

TEST_F(WorldTest, PlacesOfTheWorldAreFoundByName) {
  const v1::PlanRouteResponse named = Plan(kStart + "goals{named_place{name:'place0'}}");
  EXPECT_EQ(named.SerializeAsString(), Plan(kFar).SerializeAsString());
  EXPECT_EQ(named.status(), v1::ROUTE_STATUS_COMPLETE);
  ExpectRefused(kStart + "goals{named_place{name:'place7'}}", StatusCode::NOT_FOUND,
                "goals[0].named_place.name: the world has no place \"place7\"");
  // A place in a wall is left out, and the bake says so.
  ExpectRefused(kStart + "goals{named_place{name:'place1'}}", StatusCode::NOT_FOUND,
                "goals[0].named_place.name");
  EXPECT_THAT(drawn_.built().warnings,
              testing::ElementsAre("drawing:1: place \"place1\": left out, for there is no ground"));
  v1::DescribeWorldResponse world;
  grpc::ClientContext context;
  ASSERT_TRUE(server_->catalog().DescribeWorld(&context, {}, &world).ok());
  ASSERT_EQ(world.places_size(), 1);
  EXPECT_EQ(world.places(0).name(), "place0");
  EXPECT_EQ(world.places(0).position().map_id(), "map2");
}

TEST_F(WorldTest, PagesOfAnyLengthAreTheWholeWorld) {
  MapStore store;
  ASSERT_TRUE(store.LoadFolder(drawn_.folder()).ok());
  const std::shared_ptr<const WorldStore> world = store.World();
  ASSERT_NE(world, nullptr);
  v1::DescribeWorldResponse whole;
  EXPECT_EQ(FillWorldPage(*world, 0, {1000, 1 << 20}, whole), std::nullopt);
  ASSERT_EQ(whole.maps_size(), 3);
  ASSERT_EQ(whole.places_size(), 1);
  ASSERT_GT(whole.portals_size(), 2);
  for (const PageLimits limits : {PageLimits{1000, 1}, PageLimits{1000, 150}, PageLimits{1, 1 << 20}}) {
    v1::DescribeWorldResponse pages;
    int count = 0;
    for (std::optional<uint32_t> next = 0; next.has_value(); ++count) {
      v1::DescribeWorldResponse page;
      next = FillWorldPage(*world, *next, limits, page);
      EXPECT_LE(page.portals_size(), static_cast<int>(limits.portals));
      pages.MergeFrom(page);
    }
    EXPECT_GT(count, 2);
    EXPECT_EQ(pages.SerializeAsString(), whole.SerializeAsString());
  }
}

TEST_F(WorldTest, OnlyTheMapsAskedForComeInFull) {
  const v1::PlanRouteResponse answer = Plan(kFar + "detail{maps_in_full:1}");
  const v1::Route& route = answer.routes(0);
  EXPECT_DOUBLE_EQ(route.length_m(), 9);
  EXPECT_EQ(route.legs(2).kind(), v1::LEG_KIND_WALK);
  EXPECT_EQ(route.legs(2).point_count(), 2U);
  EXPECT_DOUBLE_EQ(route.legs(2).length_m(), 4);
  const v1::PlanRouteResponse lengths = Plan(kFar + "detail{shape:ROUTE_SHAPE_DISTANCE_ONLY}");
  EXPECT_EQ(lengths.routes(0).points_size(), 0);
  EXPECT_DOUBLE_EQ(lengths.routes(0).length_m(), 9);
}

TEST_F(WorldTest, AGoalOnTheSameMapIsReachedThroughAnotherOneWherePortalsAreAllowed) {
  EXPECT_NE(Plan(kBehindTheWall).status(), v1::ROUTE_STATUS_COMPLETE);
  const v1::PlanRouteResponse answer = Plan(kBehindTheWall + "portals{}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  ASSERT_EQ(answer.maps_size(), 3);
  EXPECT_EQ(answer.maps(2).map_id(), "map0");
  EXPECT_DOUBLE_EQ(answer.routes(0).cost_m(), 3 + 1 + 2);
}

TEST_F(WorldTest, AGoalInATriggerIsReachedAndItsPortalNamed) {
  const std::string in_the_door = kStart + "goals{position{x:3.5 y:0 z:0.5}} portals{mode:";
  const v1::PlanRouteResponse answer = Plan(in_the_door + "PORTAL_MODE_WALK_IN_TELEPORTS}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_DOUBLE_EQ(answer.routes(0).cost_m(), 3);
  EXPECT_EQ(answer.routes(0).sets_off_portal(), "portal0");
  EXPECT_EQ(Plan(in_the_door + "PORTAL_MODE_MAY_USE}").routes(0).sets_off_portal(), "");
}

TEST_F(WorldTest, ClosedPortalsAndExcludedMapsAreKeptOffAndNamed) {
  for (const char* changes : {"changes{closed_portals:'portal1'}", "changes{excluded_maps:'map1'}"}) {
    const v1::PlanRouteResponse answer = Plan(kFar + changes);
    EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_UNREACHABLE) << changes;
  }
  for (const std::string& request : {kFar, kBehindTheWall}) {
    ExpectRefused(request + "changes{closed_portals:'gate'}", StatusCode::NOT_FOUND,
                  "changes.closed_portals[0]: ");
    ExpectRefused(request + "changes{excluded_maps:'moon'}", StatusCode::NOT_FOUND,
                  "changes.excluded_maps[0]: ");
  }
  const std::string near = kStart + "goals{position{x:1.5 y:0 z:0.5}} ";
  EXPECT_EQ(Plan(near + "changes{closed_portals:'portal1' excluded_maps:'map1'}").SerializeAsString(),
            Plan(near).SerializeAsString())
      << "a route over one map uses none";
}

TEST_F(WorldTest, ClosedPortalsAndExcludedMapsMayStandInANamedSet) {
  Serve();
  const auto named = [&](const std::string& changes) {
    grpc::ClientContext context;
    v1::PrepareChangesResponse prepared;
    const auto request = Parse<v1::PrepareChangesRequest>("changes{" + changes + "}");
    EXPECT_TRUE(server_->planning().PrepareChanges(&context, request, &prepared).ok());
    return "changes_ref:'" + prepared.changes_ref() + "' ";
  };
  const std::string near = kStart + "goals{position{x:1.5 y:0 z:0.5}} ";
  for (const std::string changes : {"closed_portals:'portal1'", "excluded_maps:'map1'"}) {
    for (int time = 0; time < 2; ++time) {
      const std::string by_name = "changes{" + named(changes) + "}";
      EXPECT_EQ(Plan(kFar + by_name).SerializeAsString(),
                Plan(kFar + "changes{" + changes + "}").SerializeAsString());
      EXPECT_EQ(Plan(near + by_name).SerializeAsString(), Plan(near).SerializeAsString());
    }
  }
  // What comes on top closes besides.
  const std::string other = named("closed_portals:'portal0'");
  EXPECT_EQ(Plan(kFar + "changes{" + other + "closed_portals:'portal1'}").SerializeAsString(),
            Plan(kFar + "changes{closed_portals:['portal0','portal1']}").SerializeAsString());
  for (const std::string& request : {kFar, kBehindTheWall, near}) {
    ExpectRefused(request + "changes{" + named("closed_portals:'gate'") + "}", StatusCode::NOT_FOUND,
                  "changes.changes_ref.closed_portals[0]: ");
  }
  const std::string of_map = named("maps{map_id:'map0' area_costs{area:'nonsense' factor:2}}");
  ExpectRefused(kFar + "changes{" + of_map + "}", StatusCode::INVALID_ARGUMENT,
                "changes.changes_ref.maps[0].area_costs[0].area: ");
  ExpectRefused(kFar + "changes{changes_ref:'" + std::string(64, 'a') + "'}", StatusCode::NOT_FOUND,
                "changes.changes_ref: ");
}

TEST_F(WorldTest, ChangesOfAnyMapOnTheWayCount) {
  Serve();
  const double cost_m = Plan(kFar).routes(0).cost_m();
  // Around a wall in the room between, and from the other cell of the exit.
  const std::string wall = "maps{map_id:'map1' blocked_rects:[2,0,1,1]} ";
  v1::PlanRouteResponse answer = Plan(kFar + "changes{" + wall + "}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(answer.maps_size(), 3);
  EXPECT_GT(answer.routes(0).cost_m(), cost_m + 0.4);
  EXPECT_EQ(Plan(kFar + "changes{maps{map_id:'map1' blocked_rects:[0,1,1,1]}}").routes(0).cost_m(), cost_m);
  // The arrival, the exit and the room itself may be closed, and the goal's ground.
  for (const std::string closed : {"map_id:'map1' blocked_cells:0", "map_id:'map1' blocked_rects:[4,0,1,2]",
                                   "map_id:'map1' blocked_rects:[2,0,1,2]", "blocked_rects:[1,0,1,3]"}) {
    answer = Plan(kFar + "changes{maps{" + closed + "}}");
    EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_UNREACHABLE) << closed;
    EXPECT_EQ(answer.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES) << closed;
  }
  answer = Plan(kFar + "changes{maps{map_id:'map2' blocked_cells:5}} snap{radius_m:0.1}");
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_GOAL_OFF_MESH);
  EXPECT_EQ(answer.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  // The wall of the start's map is opened: no portal is needed.
  EXPECT_DOUBLE_EQ(Plan(kBehindTheWall + "portals{}").routes(0).cost_m(), 6);
  answer = Plan(
      "start{position{map_id:'map0' x:3.5 y:0 z:2.5}} goals{position{x:5.5 y:0 z:2.5}} portals{} "
      "changes{maps{opened_rects:[4,0,1,3]}}");
  EXPECT_EQ(answer.maps_size(), 1);
  EXPECT_DOUBLE_EQ(answer.routes(0).cost_m(), 2);
}

TEST_F(WorldTest, ChangesOfMapsStandInSetsAndBatches) {
  Serve();
  const std::string wall = "maps{map_id:'map1' blocked_rects:[2,0,1,1]}";
  const double cost_m = Plan(kFar + "changes{" + wall + "}").routes(0).cost_m();
  grpc::ClientContext context;
  v1::PrepareChangesResponse prepared;
  const auto set = Parse<v1::PrepareChangesRequest>("changes{" + wall + "}");
  ASSERT_TRUE(server_->planning().PrepareChanges(&context, set, &prepared).ok());
  const std::string by_ref = "changes_ref:'" + prepared.changes_ref() + "' ";
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(Plan(kFar + "changes{" + by_ref + "}").routes(0).cost_m(), cost_m);
  }
  const std::string on_top = "changes{" + by_ref + "maps{map_id:'map1' blocked_rects:[2,1,1,1]}}";
  EXPECT_EQ(Plan(kFar + on_top).reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  for (const std::string& changes : {wall, by_ref}) {
    grpc::ClientContext of_batch;
    v1::BatchResponse answers;
    const auto batch = Parse<v1::BatchRequest>("changes{" + changes + "} items{plan_route{" + kFar +
                                               "}} items{plan_route{" + kFar + on_top + "}}");
    ASSERT_TRUE(server_->planning().Batch(&of_batch, batch, &answers).ok());
    EXPECT_EQ(answers.results(0).plan_route().routes(0).cost_m(), cost_m);
    EXPECT_EQ(answers.results(1).plan_route().reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  }
}

TEST_F(WorldTest, PlacesToPassMayBeOnAnyMap) {
  const v1::PlanRouteResponse answer = Plan(
      kFar + "via{position{map_id:'map1' x:2.5 y:0 z:0.5}} via{position{map_id:'map2' x:0.5 y:0 z:0.5}}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  ASSERT_EQ(answer.maps_size(), 3);
  const v1::Route& route = answer.routes(0);
  // A walk ends at each place: two on the second map, two on the third.
  ASSERT_EQ(route.legs_size(), 7);
  EXPECT_EQ(route.legs(2).map_index(), 1U);
  EXPECT_EQ(route.legs(3).map_index(), 1U);
  EXPECT_EQ(route.legs(3).first_point(), 1U);
  EXPECT_EQ(route.points_size(), 3);
  const v1::PlanRouteResponse by_via =
      Plan(kStart + "goals{position{x:1.5 y:0 z:0.5}} via{position{map_id:'map1' x:2.5 y:0 z:1.5}}");
  EXPECT_EQ(by_via.status(), v1::ROUTE_STATUS_UNREACHABLE) << "no portal leads back to this part of map0";
  EXPECT_THAT(by_via.explanation(), testing::Not(HasSubstr("via")));
  const v1::PlanRouteResponse longer = Plan(kFar + "limits{max_length_m:8.9}");
  EXPECT_EQ(longer.status(), v1::ROUTE_STATUS_LIMIT_REACHED);
  EXPECT_EQ(longer.reason(), v1::ROUTE_REASON_LENGTH_LIMIT);
  EXPECT_EQ(Plan(kFar + "limits{max_length_m:9.1}").status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST_F(WorldTest, DistancesOverMapsAreThoseOfRoutes) {
  Serve();
  const auto measure = [&](const std::string& text, v1::MeasureDistancesResponse& response) {
    grpc::ClientContext context;
    return server_->planning().MeasureDistances(&context, Parse<v1::MeasureDistancesRequest>(text),
                                                &response);
  };
  const std::string pair = "map_id:'map0' source_xyz:[0.5,0,0.5] ";
  v1::MeasureDistancesResponse answer;
  const std::string far = pair + "target_map_id:'map2' target_xyz:[2.5,0,1.5, 2.5,0,0.5] ";
  ASSERT_TRUE(measure(far, answer).ok());
  ASSERT_EQ(answer.distance_m_size(), 2);
  EXPECT_FLOAT_EQ(answer.distance_m(0), 14);
  EXPECT_FLOAT_EQ(answer.distance_m(1), static_cast<float>(Plan(kTurning).routes(0).cost_m()));
  EXPECT_EQ(answer.map().map_id(), "map0");
  ASSERT_TRUE(measure(pair + "target_xyz:[6.5,0,2.5] portals{}", answer).ok());
  EXPECT_FLOAT_EQ(answer.distance_m(0), 6);
  ASSERT_TRUE(measure(pair + "target_xyz:[6.5,0,2.5] ", answer).ok());
  EXPECT_EQ(answer.statuses(0), v1::DISTANCE_STATUS_UNREACHABLE) << "over one map";
  ASSERT_TRUE(measure(far + "portals{max_portals:1}", answer).ok());
  EXPECT_EQ(answer.statuses(0), v1::DISTANCE_STATUS_UNREACHABLE);
  ASSERT_TRUE(measure(far + "changes{maps{map_id:'map1' blocked_rects:[2,0,1,2]}}", answer).ok());
  EXPECT_EQ(answer.statuses(0), v1::DISTANCE_STATUS_UNREACHABLE);
  const auto expect_refused = [&](const std::string& text, StatusCode code, const std::string& message) {
    const grpc::Status status = measure(text, answer);
    EXPECT_EQ(status.error_code(), code) << text;
    EXPECT_THAT(status.error_message(), StartsWith(message)) << text;
  };
  expect_refused(pair + "target_map_id:'moon' target_xyz:[0,0,0]", StatusCode::NOT_FOUND, "target_map_id: ");
  expect_refused(far + "portals{mode:PORTAL_MODE_NONE}", StatusCode::INVALID_ARGUMENT, "portals.mode: ");
  expect_refused(far + "portals{tickets{count:1}}", StatusCode::INVALID_ARGUMENT,
                 "portals.tickets[0].name: ");
  expect_refused(far + "changes{maps{map_id:'map1' blocked_cells:99}}", StatusCode::INVALID_ARGUMENT,
                 "changes.maps[0].blocked_cells[0]: ");
  expect_refused(far + "agent{profile:'nobody'}", StatusCode::FAILED_PRECONDITION, "agent: ");
}

TEST_F(WorldTest, WhatIsWrongWithAChangeOfAMapOnTheWayIsNamed) {
  ExpectRefused(kFar + "changes{maps{map_id:'moon'}}", StatusCode::NOT_FOUND, "changes.maps[0].map_id: ");
  ExpectRefused(kFar + "changes{maps{map_id:'map1' blocked_cells:99}}", StatusCode::INVALID_ARGUMENT,
                "changes.maps[0].blocked_cells[0]: ");
  ExpectRefused(kFar + "changes{maps{map_id:'map2'} maps{map_id:'map1' closed_doors:'gate'}}",
                StatusCode::INVALID_ARGUMENT, "changes.maps[1].closed_doors[0]: map \"map1\" has no door");
  ExpectRefused(kFar + "pinned{generation:''} changes{maps{map_id:'map1' closed_link_ids:0}}",
                StatusCode::INVALID_ARGUMENT, "changes.maps[0].closed_link_ids: ids need the generation");
}

TEST_F(WorldTest, TheCatalogueTellsTheTriggerOfAPortal) {
  Serve();
  grpc::ClientContext context;
  v1::DescribeWorldResponse world;
  ASSERT_TRUE(server_->catalog().DescribeWorld(&context, {}, &world).ok());
  ASSERT_GT(world.portals_size(), 0);
  for (const v1::WorldPortal& portal : world.portals()) {
    const v1::Box& trigger = portal.trigger();
    EXPECT_LE(std::abs(portal.from().x() - trigger.center().x()), trigger.half_x_m());
    EXPECT_LE(std::abs(portal.from().z() - trigger.center().z()), trigger.half_z_m());
    EXPECT_GT(trigger.half_x_m() + trigger.half_z_m(), 0);
  }
  EXPECT_TRUE(world.maps(0).available());
}

// The route stays on map0.
TEST_F(WorldTest, ChangesOfMapsThatTheRouteDoesNotComeToAreCheckedToo) {
  const std::string near = kStart + "goals{position{map_id:'map0' x:1.5 y:0 z:0.5}} portals{} ";
  EXPECT_EQ(Plan(near + "changes{maps{map_id:'map2' blocked_cells:5}}").status(), v1::ROUTE_STATUS_COMPLETE);
  ExpectRefused(near + "changes{maps{map_id:'map0'} maps{map_id:'map2' blocked_cells:99}}",
                StatusCode::INVALID_ARGUMENT, "changes.maps[1].blocked_cells[0]: ");
  ExpectRefused(near + "changes{maps{map_id:'map2' closed_doors:'gate'}}", StatusCode::INVALID_ARGUMENT,
                "changes.maps[0].closed_doors[0]: ");
}

TEST_F(WorldTest, TooFewPortalsAreABudgetExceeded) {
  const v1::PlanRouteResponse answer = Plan(kFar + "portals{max_portals:1}");
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_BUDGET_EXCEEDED);
  EXPECT_EQ(answer.reason(), v1::ROUTE_REASON_BUDGET);
}

TEST_F(WorldTest, BadFieldsAreNamed) {
  ExpectRefused(kStart + "goals{position{map_id:'moon' x:0 y:0 z:0}}", StatusCode::NOT_FOUND,
                "goals[0].position.map_id: ");
  ExpectRefused(kFar + "portals{money:-1}", StatusCode::INVALID_ARGUMENT, "portals.money: ");
  ExpectRefused(kFar + "portals{mode:7}", StatusCode::INVALID_ARGUMENT, "portals.mode: ");
  ExpectRefused(
      kFar + "portals{mode:PORTAL_MODE_NONE}", StatusCode::INVALID_ARGUMENT,
      "portals.mode: PORTAL_MODE_NONE keeps the route on the start's map, and goals[0] is on another");
  ExpectRefused(kFar + "portals{tickets{count:1}}", StatusCode::INVALID_ARGUMENT,
                "portals.tickets[0].name: required");
  ExpectRefused(kFar + "portals{tickets{name:'" + Repeat("t", 129) + "'}}", StatusCode::INVALID_ARGUMENT,
                "portals.tickets[0].name: has 129 bytes, the limit is 128");
  ExpectRefused(kFar + "portals{met_requirements:''}", StatusCode::INVALID_ARGUMENT,
                "portals.met_requirements[0]: required");
  ExpectRefused(kFar + "portals{tickets{name:'no such' count:1}}", StatusCode::NOT_FOUND,
                "portals.tickets[0].name: the world has no ticket \"no such\"");
  ExpectRefused(kFar + "portals{met_requirements:'no such'}", StatusCode::NOT_FOUND,
                "portals.met_requirements[0]: the world has no requirement \"no such\"");
  ExpectRefused(kFar + "changes{closed_portals:'no such'}", StatusCode::NOT_FOUND,
                "changes.closed_portals[0]: the world has no portal \"no such\"");
  ExpectRefused(kFar + "portals{tickets{name:'t' count:2000000}}", StatusCode::INVALID_ARGUMENT,
                "portals.tickets[0].count: ");
  ExpectRefused(kFar + "via{position{map_id:'moon' x:1 y:0 z:1}}", StatusCode::NOT_FOUND,
                "via[0].position.map_id: ");
  ExpectRefused(
      kStart +
          "goals{position{x:1.5 y:0 z:0.5}} via{position{map_id:'map1' x:1 y:0 z:1}} "
          "portals{mode:PORTAL_MODE_NONE}",
      StatusCode::INVALID_ARGUMENT,
      "portals.mode: PORTAL_MODE_NONE keeps the route on the start's map, and via[0] is on another");
  ExpectRefused(kFar + "limits{max_length_ratio:1 method:ROUTE_METHOD_CLUSTERS}", StatusCode::UNIMPLEMENTED,
                "limits.max_length_ratio: ");
}

// What becomes of a field where it is given.
enum class Effect { kRefused, kOtherAnswer, kSameAnswer };
struct FieldCase {
  std::string field;
  std::string text;
  Effect effect = Effect::kRefused;
  StatusCode code = StatusCode::UNIMPLEMENTED;
  std::string message = "";  // what it begins with; empty: with the field
};

std::vector<FieldCase> FieldCases() {
  constexpr Effect kOther = Effect::kOtherAnswer;
  constexpr Effect kRefused = Effect::kRefused;
  constexpr StatusCode kInvalid = StatusCode::INVALID_ARGUMENT;
  constexpr StatusCode kTooMuch = StatusCode::INVALID_ARGUMENT;
  const std::string goal = "goals{position{map_id:'map2' x:2.5 y:0 z:0.5}} ";
  return {
      {"start", "start{position{map_id:'map0' x:1.5 y:0 z:0.5}} " + goal, kOther},
      {"goals", kStart + "goals{position{map_id:'map2' x:1.5 y:0 z:1.5}}", kOther},
      {"via", kTurning + "via{position{map_id:'map1' x:1.5 y:0 z:1.5}}", kOther},
      {"exploration", kTurning + "exploration{}", kRefused, kInvalid, "goals: must not"},
      {"agent.profile", kTurning + "agent{profile:'nobody'}", kRefused, StatusCode::FAILED_PRECONDITION,
       "agent: "},
      {"agent.abilities", kTurning + "agent{abilities:'" + Repeat("a", 65) + "'}", kRefused, kInvalid},
      {"agent.min_clearance_m", kTurning + "agent{min_clearance_m:1}", kOther},
      {"snap.radius_m", kTurning + "snap{radius_m:-1}", kRefused, kInvalid},
      {"snap.max_above_m", kTurning + "snap{max_above_m:-1}", kRefused, kInvalid},
      {"snap.max_below_m", kTurning + "snap{max_below_m:-1}", kRefused, kInvalid},
      {"snap.mutually_reachable", kTurning + "snap{mutually_reachable:true}"},
      {"changes.maps", kTurning + "changes{maps{map_id:'map2' blocked_rects:[2,1,1,1]}}", kOther},
      {"changes.closed_portals", kTurning + "changes{closed_portals:'portal1'}", kOther},
      {"changes.changes_ref", kTurning + "changes{changes_ref:'x'}", kRefused, StatusCode::INVALID_ARGUMENT},
      {"changes.excluded_maps", kTurning + "changes{excluded_maps:'map1'}", kOther},
      {"limits.max_expansions", kTurning + "limits{max_expansions:4000000000}", kRefused, kTooMuch},
      {"limits.max_length_m", kTurning + "limits{max_length_m:5}", kOther},
      {"limits.complete_only", kTurning + "limits{complete_only:true}", Effect::kSameAnswer},
      {"limits.max_length_ratio", kTurning + "limits{max_length_ratio:1}", Effect::kSameAnswer},
      {"limits.method", kTurning + "limits{method:ROUTE_METHOD_ANY_ANGLE}", kRefused, kInvalid},
      {"detail.shape", kTurning + "detail{shape:ROUTE_SHAPE_DISTANCE_ONLY}", kOther},
      {"detail.polys", kTurning + "detail{polys:true}"},
      {"detail.alternatives", kTurning + "detail{alternatives:1}"},
      {"detail.maps_in_full", kTurning + "detail{maps_in_full:1}", kOther},
      {"detail.explain", kTurning + "detail{explain:true}", Effect::kSameAnswer},
      {"detail.max_trace", kTurning + "detail{max_trace:1}", kRefused, kInvalid},
      {"detail.max_points_per_part", kTurning + "detail{max_points_per_part:1}", kRefused, kInvalid},
      {"detail.strategy", kTurning + "detail{strategy:true}", kOther},
      {"detail.point_format", kTurning + "detail{point_format:POINT_FORMAT_LOCAL_FLOATS}", kOther},
      {"portals.mode", kTurning + "portals{mode:7}", kRefused, kInvalid},
      {"portals.money", kTurning + "portals{money:-1}", kRefused, kInvalid},
      {"portals.tickets", kTurning + "portals{tickets{name:'t' count:2000000}}", kRefused, kInvalid},
      {"portals.met_requirements", kTurning + "portals{" + Repeat("met_requirements:'a' ", 257) + "}",
       kRefused, kTooMuch},
      {"portals.max_portals", kTurning + "portals{max_portals:1}", kOther},
      {"portals.penalty_m", kTurning + "portals{penalty_m:3}", kOther},
      {"portals.require_all_maps", kTurning + "portals{require_all_maps:true}", Effect::kSameAnswer},
      {"pinned", kTurning + "pinned{map_id:'map0' generation:'00'}", kRefused, StatusCode::NOT_FOUND},
      {"scenes.token", kTurning + "scenes{token:'0:12'}"},
      {"scenes.teleport_to_mouths", kTurning + "scenes{teleport_to_mouths:true}"},
      {"max_response_bytes", kTurning + "max_response_bytes:50", kRefused, StatusCode::OUT_OF_RANGE},
  };
}

// Of a request for a route, those of the messages that say how among them.
std::vector<std::string> FieldsOfRequests() {
  std::vector<std::string> fields;
  const google::protobuf::Descriptor& request = *v1::PlanRouteRequest::descriptor();
  for (int i = 0; i < request.field_count(); ++i) {
    const google::protobuf::FieldDescriptor& field = *request.field(i);
    const std::string& name = field.name();
    const bool is_whole =
        field.is_repeated() || field.message_type() == nullptr || name == "start" || name == "exploration";
    if (is_whole) fields.push_back(name);
    for (int k = 0; !is_whole && k < field.message_type()->field_count(); ++k) {
      fields.push_back(name + "." + field.message_type()->field(k)->name());
    }
  }
  return fields;
}

TEST_F(WorldTest, NoFieldOfARequestIsIgnored) {
  const std::string plain = Plan(kTurning).SerializeAsString();
  std::vector<std::string> fields;
  for (const FieldCase& given : FieldCases()) {
    fields.push_back(given.field);
    if (given.effect == Effect::kRefused) {
      ExpectRefused(given.text, given.code, given.message.empty() ? given.field : given.message);
      continue;
    }
    const bool is_same = Plan(given.text).SerializeAsString() == plain;
    EXPECT_EQ(is_same, given.effect == Effect::kSameAnswer) << given.field;
  }
  EXPECT_THAT(fields, testing::UnorderedElementsAreArray(FieldsOfRequests()));
}

TEST_F(WorldTest, AMapThatIsNotThereIsNamedAndTheRestGoesOn) {
  std::filesystem::remove(drawn_.package_paths()[1]);
  const v1::PlanRouteResponse answer = Plan(kFar);
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(answer.reason(), v1::ROUTE_REASON_MAP_MISSING);
  EXPECT_THAT(answer.explanation(), HasSubstr("map1"));
  ASSERT_EQ(answer.missing_maps_size(), 1);
  EXPECT_EQ(answer.missing_maps(0).map_id(), "map1");
  EXPECT_EQ(answer.missing_maps(0).reason(), v1::MISSING_MAP_REASON_NOT_THERE);
  EXPECT_EQ(answer.missing_map_count(), 1U);
  ExpectRefused(kFar + "portals{require_all_maps:true}", StatusCode::FAILED_PRECONDITION,
                "portals.require_all_maps: map \"map1\" is missing: its package is not there");
  // A missing map that no route would lead over changes nothing.
  const std::string near = kStart + "goals{position{x:2.5 y:0 z:2.5}} portals{require_all_maps:true}";
  EXPECT_EQ(Plan(near).status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(Plan(near).missing_map_count(), 0U);
  v1::DescribeWorldResponse world;
  grpc::ClientContext world_context;
  ASSERT_TRUE(server_->catalog().DescribeWorld(&world_context, {}, &world).ok());
  EXPECT_EQ(world.missing_maps(), 1U);
  EXPECT_FALSE(world.maps(1).available());
  EXPECT_EQ(world.maps(1).missing(), v1::MISSING_MAP_REASON_NOT_THERE);
  EXPECT_EQ(world.maps(0).missing(), v1::MISSING_MAP_REASON_UNSPECIFIED);
  v1::DescribeServerResponse server;
  grpc::ClientContext server_context;
  ASSERT_TRUE(server_->catalog().DescribeServer(&server_context, {}, &server).ok());
  EXPECT_EQ(server.missing_maps(), 1U);
}

// On the start's own map, and yet a shorter path would lead through the missing one.
TEST_F(WorldTest, ADetourForWantOfAMapIsToldInRoutesAndDistances) {
  const SlowWorld drawing{.maps = {{"....@....", "....@....", "........."}, {".."}},
                          .portals = {{.from_map = 0, .cells = {3, 0, 3, 0}, .to_map = 1, .cell = {0, 0}},
                                      {.from_map = 1, .cells = {1, 0, 1, 0}, .to_map = 0, .cell = {5, 0}}}};
  const DrawnWorld detour(drawing);
  const std::string path = detour.package_paths()[1];
  std::filesystem::rename(path, path + ".away");
  BakeSource(detour.folder(), "map1", "map1.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
  RunningServer server(TestServerOptions(detour.folder()));
  const std::string ends = "start{position{map_id:'map0' x:3.5 y:0 z:0.5}} goals{position{x:5.5 y:0 z:0.5}} ";
  v1::PlanRouteResponse route;
  grpc::ClientContext context;
  ASSERT_TRUE(
      server.planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(ends + "portals{}"), &route).ok());
  EXPECT_EQ(route.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_GT(route.routes(0).cost_m(), 4);
  ASSERT_EQ(route.missing_maps_size(), 1);
  EXPECT_EQ(route.missing_maps(0).map_id(), "map1");
  EXPECT_EQ(route.missing_maps(0).reason(), v1::MISSING_MAP_REASON_OTHER_PACKAGE);
  const std::string distances = "map_id:'map0' source_xyz:[3.5,0,0.5] target_xyz:[5.5,0,0.5] ";
  v1::MeasureDistancesResponse measured;
  grpc::ClientContext measuring;
  ASSERT_TRUE(server.planning()
                  .MeasureDistances(&measuring, Parse<v1::MeasureDistancesRequest>(distances + "portals{}"),
                                    &measured)
                  .ok());
  EXPECT_EQ(measured.statuses(0), v1::DISTANCE_STATUS_FOUND);
  ASSERT_EQ(measured.missing_maps_size(), 1);
  EXPECT_EQ(measured.missing_maps(0).map_id(), "map1");
  EXPECT_EQ(measured.missing_map_count(), 1U);
  grpc::ClientContext strict;
  const grpc::Status refused = server.planning().MeasureDistances(
      &strict, Parse<v1::MeasureDistancesRequest>(distances + "portals{require_all_maps:true}"), &measured);
  EXPECT_EQ(refused.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(refused.error_message(),
              HasSubstr("map \"map1\" was baked anew outside of the world, and is not joined"));
}

TEST_F(WorldTest, TheWorldIsDescribedInPages) {
  Serve();
  v1::DescribeWorldRequest request;
  request.set_page_size(2);
  v1::DescribeWorldResponse response;
  grpc::ClientContext first;
  ASSERT_TRUE(server_->catalog().DescribeWorld(&first, request, &response).ok());
  EXPECT_EQ(response.maps_size(), 3);
  ASSERT_EQ(response.portals_size(), 2);
  EXPECT_EQ(response.portals(0).name(), "portal0");
  EXPECT_EQ(response.portals(0).to().map_id(), "map1");
  EXPECT_EQ(response.portals(0).kind(), v1::PORTAL_KIND_WALK_IN);
  request.set_page_token(response.next_page_token());
  grpc::ClientContext second;
  ASSERT_TRUE(server_->catalog().DescribeWorld(&second, request, &response).ok());
  EXPECT_EQ(response.portals_size(), 1);
  EXPECT_TRUE(response.next_page_token().empty());
}

}  // namespace
}  // namespace waystone
