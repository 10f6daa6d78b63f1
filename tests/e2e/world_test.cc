// Routes over the maps of a world, over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/bake/world/drawn_world.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kStart = "start{position{map_id:'map0' x:0.5 z:0.5}} ";
const std::string kFar = kStart + "goals{position{map_id:'map2' x:2.5 z:1.5}} ";
const std::string kBehindTheWall = kStart + "goals{position{x:6.5 z:2.5}} ";

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

TEST_F(WorldTest, WaysOverMapsMayBeAskedForByTwoMethods) {
  for (const char* const method : {"PORTAL_TABLES", "CLUSTERS"}) {
    const v1::PlanRouteResponse answer = Plan(kFar + " limits{method:ROUTE_METHOD_" + method + "}");
    ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
    EXPECT_EQ(answer.method(), v1::ROUTE_METHOD_PORTAL_TABLES);
    EXPECT_DOUBLE_EQ(answer.routes(0).cost(), 14);
  }
  ExpectRefused(kFar + " limits{method:ROUTE_METHOD_ANY_ANGLE}", StatusCode::INVALID_ARGUMENT,
                "limits.method: a route across maps is found by PORTAL_TABLES, or with CLUSTERS");
}

TEST_F(WorldTest, AWayOverThreeMapsHasALegForEachWalkAndEachPortal) {
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
  EXPECT_DOUBLE_EQ(route.cost(), 3 + 4 + 5 + 2);
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
  EXPECT_DOUBLE_EQ(route.legs(3).cost(), 5);
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
  EXPECT_DOUBLE_EQ(answer.routes(0).cost(), 3 + 1 + 2);
}

TEST_F(WorldTest, ClosedPortalsAndExcludedMapsAreKeptOffAndNamed) {
  for (const char* changes : {"changes{closed_portals:'portal1'}", "changes{excluded_maps:'map1'}"}) {
    const v1::PlanRouteResponse answer = Plan(kFar + changes);
    EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_UNREACHABLE) << changes;
  }
  ExpectRefused(kFar + "changes{closed_portals:'gate'}", StatusCode::NOT_FOUND,
                "changes.closed_portals[0]: ");
  ExpectRefused(kFar + "changes{excluded_maps:'moon'}", StatusCode::NOT_FOUND, "changes.excluded_maps[0]: ");
}

TEST_F(WorldTest, TooFewPortalsAreABudgetExceeded) {
  const v1::PlanRouteResponse answer = Plan(kFar + "portals{max_portals:1}");
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_BUDGET_EXCEEDED);
  EXPECT_EQ(answer.reason(), v1::ROUTE_REASON_BUDGET);
}

TEST_F(WorldTest, BadFieldsAreNamed) {
  ExpectRefused(kStart + "goals{position{map_id:'moon'}}", StatusCode::NOT_FOUND,
                "goals[0].position.map_id: ");
  ExpectRefused(kFar + "portals{money:-1}", StatusCode::INVALID_ARGUMENT, "portals.money: ");
  ExpectRefused(kFar + "portals{mode:7}", StatusCode::INVALID_ARGUMENT, "portals.mode: ");
  ExpectRefused(kFar + "portals{tickets{count:2000000}}", StatusCode::INVALID_ARGUMENT,
                "portals.tickets[0].count: ");
  ExpectRefused(kFar + "via{position{x:1 z:1}}", StatusCode::UNIMPLEMENTED, "via: ");
  ExpectRefused(kFar + "detail{shape:ROUTE_SHAPE_EVERY_CELL}", StatusCode::UNIMPLEMENTED, "detail.shape: ");
}

TEST_F(WorldTest, AMapThatIsNotThereIsNamedAndTheRestGoesOn) {
  std::filesystem::remove(drawn_.package_paths()[1]);
  const v1::PlanRouteResponse answer = Plan(kFar);
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(answer.reason(), v1::ROUTE_REASON_MAP_MISSING);
  EXPECT_THAT(answer.explanation(), HasSubstr("map1"));
  EXPECT_EQ(Plan(kStart + "goals{position{x:2.5 z:2.5}}").status(), v1::ROUTE_STATUS_COMPLETE);
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
  request.set_page_token(response.next_page_token());
  grpc::ClientContext second;
  ASSERT_TRUE(server_->catalog().DescribeWorld(&second, request, &response).ok());
  EXPECT_EQ(response.portals_size(), 1);
  EXPECT_TRUE(response.next_page_token().empty());
}

}  // namespace
}  // namespace waystone
