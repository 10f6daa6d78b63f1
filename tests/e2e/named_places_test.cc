// Routes between places that are asked for by name, over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::StartsWith;

class NamedPlacesTest : public ::testing::Test {
 protected:
  grpc::Status Plan(const std::string& text, v1::PlanRouteResponse& response) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    return server_.planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
  }

  static RunningServer Serve(const std::string& folder) {
    WriteYard(folder);
    WriteHall(folder);
    return RunningServer(TestServerOptions(folder));
  }

  TempFolder folder_;
  RunningServer server_ = Serve(folder_.path());
};

TEST_F(NamedPlacesTest, AnswerAsTheirPositionsDo) {
  v1::PlanRouteResponse named;
  v1::PlanRouteResponse placed;
  ASSERT_TRUE(
      Plan("start{named_place{map_id:'yard' name:'gate'}} "
           "goals{named_place{map_id:'yard' name:'well'}} via{named_place{map_id:'yard' name:'gate'}}",
           named)
          .ok());
  ASSERT_TRUE(Plan("start{position{map_id:'yard' x:1000.5 y:10 z:-499.5}} "
                   "goals{position{x:1009.5 y:10 z:-493.5}} via{position{x:1000.5 y:10 z:-499.5}}",
                   placed)
                  .ok());
  EXPECT_EQ(named.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_GT(named.routes(0).length_m(), 10);
  EXPECT_EQ(named.SerializeAsString(), placed.SerializeAsString());
}

TEST_F(NamedPlacesTest, WhatHasNoSuchNameIsNamed) {
  const std::string goal = " goals{position{map_id:'yard' x:1009.5 y:10 z:-493.5}}";
  const auto expect = [&](const std::string& place, StatusCode code, const std::string& message) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Plan("start{named_place{" + place + "}}" + goal, response);
    EXPECT_EQ(status.error_code(), code) << place;
    EXPECT_THAT(status.error_message(), StartsWith("start.named_place." + message)) << place;
  };
  expect("map_id:'yard' name:'forge'", StatusCode::NOT_FOUND, "name: map \"yard\" has no place \"forge\"");
  expect("map_id:'hall' name:'gate'", StatusCode::NOT_FOUND, "name: map \"hall\" has no place \"gate\"");
  expect("map_id:'moat' name:'gate'", StatusCode::NOT_FOUND, "map_id: no map \"moat\" is served");
  expect("name:'gate'", StatusCode::NOT_FOUND, "map_id: a place without a map needs a world");
  expect("map_id:'yard'", StatusCode::INVALID_ARGUMENT, "name: required");
  expect("map_id:'yard' name:'" + std::string(257, 'a') + "'", StatusCode::INVALID_ARGUMENT, "name: ");
}

TEST_F(NamedPlacesTest, GoalsAreToldByTheirIndex) {
  v1::PlanRouteResponse response;
  const grpc::Status status = Plan(
      "start{named_place{map_id:'yard' name:'gate'}} goals{named_place{map_id:'yard' name:'well'}} "
      "goals{named_place{map_id:'yard' name:'forge'}}",
      response);
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), StartsWith("goals[1].named_place.name: "));
}

TEST_F(NamedPlacesTest, AreListedWithTheirMap) {
  grpc::ClientContext context;
  v1::DescribeMapRequest request;
  request.set_map_id("yard");
  v1::DescribeMapResponse response;
  ASSERT_TRUE(server_.catalog().DescribeMap(&context, request, &response).ok());
  ASSERT_EQ(response.places_size(), 2);
  EXPECT_EQ(response.places(0).name(), "gate");
  EXPECT_EQ(response.places(1).name(), "well");
  EXPECT_EQ(response.places(1).position().map_id(), "yard");
  EXPECT_DOUBLE_EQ(response.places(1).position().x(), 1009.5);
}

}  // namespace
}  // namespace waystone
