// A map of waypoints over a real socket: routes, moves, places and walks.
#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class WaypointsTest : public ::testing::Test {
 protected:
  // A ring, walked one way round, with a jump over its middle and a ladder to a lookout.
  WaypointsTest() {
    const PackageFile package =
        WaypointPackage(DrawnWaypoints("a.........b\n"
                                       "...........\n"
                                       "...........\n"
                                       "...........\n"
                                       "d.........c....e\n",
                                       {"a>b", "b>c", "c>d", "d>a", "^b>d", "#ce"}));
    std::ofstream file(folder_.File("patrol.waymap"), std::ios::binary);
    file.write(reinterpret_cast<const char*>(package.data()), static_cast<std::streamsize>(package.size()));
    file.close();
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  template <typename Request, typename Response>
  Response Call(grpc::Status (v1::PathPlanning::Stub::*method)(grpc::ClientContext*, const Request&,
                                                               Response*),
                const std::string& text) {
    grpc::ClientContext context;
    Response response;
    const grpc::Status status = (server_->planning().*method)(&context, Parse<Request>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    return Call(&v1::PathPlanning::Stub::PlanRoute, text);
  }
  grpc::Status Refusal(const std::string& text) {
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    return server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
  }
  static std::vector<v1::LegKind> KindsOf(const v1::PlanRouteResponse& response) {
    std::vector<v1::LegKind> kinds;
    for (const v1::RouteLeg& leg : response.routes(0).legs()) kinds.push_back(leg.kind());
    return kinds;
  }

  const std::string from_b_to_a_ =
      "start{position{map_id:'patrol' x:10.5 y:0 z:0.5}} goals{position{map_id:'patrol' x:0.5 y:0 z:0.5}} ";
  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(WaypointsTest, AreListedAsSuch) {
  grpc::ClientContext context;
  v1::ListMapsResponse response;
  ASSERT_TRUE(server_->catalog().ListMaps(&context, {}, &response).ok());
  ASSERT_EQ(response.maps_size(), 1);
  EXPECT_EQ(response.maps(0).surface(), v1::SURFACE_KIND_WAYPOINTS);
}

TEST_F(WaypointsTest, RoutesGoRoundTheRingAndJumpForThoseWhoCan) {
  const v1::PlanRouteResponse round = Plan(from_b_to_a_);
  EXPECT_EQ(round.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(round.method(), v1::ROUTE_METHOD_WAYPOINTS);
  EXPECT_NEAR(round.routes(0).length_m(), 18, 1e-4);
  EXPECT_THAT(KindsOf(round), ElementsAre(v1::LEG_KIND_WALK));
  const v1::PlanRouteResponse jump = Plan(from_b_to_a_ + "agent{abilities:'jump'}");
  EXPECT_NEAR(jump.routes(0).length_m(), std::sqrt(116) + 4, 1e-4);
  EXPECT_THAT(KindsOf(jump), ElementsAre(v1::LEG_KIND_JUMP, v1::LEG_KIND_WALK));
  EXPECT_EQ(jump.routes(0).legs(0).external_id(), "1>3");
}

TEST_F(WaypointsTest, LinksAreClosedByTheirNames) {
  const v1::PlanRouteResponse closed =
      Plan(from_b_to_a_ + "agent{abilities:'jump'} changes{maps{closed_links:'1>3'}}");
  EXPECT_NEAR(closed.routes(0).length_m(), 18, 1e-4);
  const v1::PlanRouteResponse shut = Plan(from_b_to_a_ + "changes{maps{closed_links:'2>3'}}");
  EXPECT_EQ(shut.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(shut.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
}

TEST_F(WaypointsTest, WhatGroundCostsAndClearanceAreRefusedByTheirFields) {
  const grpc::Status cost = Refusal(from_b_to_a_ + "changes{maps{area_costs{area:'ground' factor:3}}}");
  EXPECT_EQ(cost.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(cost.error_message(),
              StartsWith("changes.maps[0].area_costs[0].factor: a map of waypoints has no"));
  const grpc::Status room = Refusal(from_b_to_a_ + "agent{min_clearance_m:0.5}");
  EXPECT_EQ(room.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(room.error_message(), StartsWith("agent.min_clearance_m: nothing is known of the borders"));
  const grpc::Status area = Refusal(from_b_to_a_ + "changes{maps{area_costs{area:'swamp' excluded:true}}}");
  EXPECT_EQ(area.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  const grpc::Status cells = Refusal(from_b_to_a_ + "changes{maps{blocked_cells:1}}");
  EXPECT_EQ(cells.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(WaypointsTest, ExcludedGroundIsNotThereAndAFactorOfOneChangesNothing) {
  const v1::PlanRouteResponse shut =
      Plan(from_b_to_a_ + "changes{maps{area_costs{area:'ground' excluded:true}}}");
  EXPECT_EQ(shut.status(), v1::ROUTE_STATUS_START_OFF_MESH);
  EXPECT_EQ(shut.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  const v1::PlanRouteResponse same = Plan(from_b_to_a_ + "changes{maps{area_costs{area:'ground' factor:1}}}");
  EXPECT_NEAR(same.routes(0).length_m(), 18, 1e-4);
}

TEST_F(WaypointsTest, ALookoutWithoutALadderIsNamedAsWantingAnAbility) {
  const v1::PlanRouteResponse response = Plan(
      "start{position{map_id:'patrol' x:0.5 y:0 z:0.5}} goals{position{map_id:'patrol' x:15.5 y:0 z:4.5}}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_ABILITY_MISSING);
  EXPECT_THAT(response.explanation(), HasSubstr("with more abilities there is one"));
}

TEST_F(WaypointsTest, MovesAlongTheRingAreLegal) {
  const auto judge = [this](double from_x, double to_x) {
    return Call(&v1::PathPlanning::Stub::ValidateMove,
                "from{map_id:'patrol' x:" + std::to_string(from_x) +
                    " y:0 z:0.5} to{map_id:'patrol' x:" + std::to_string(to_x) + " y:0 z:0.5}");
  };
  EXPECT_EQ(judge(2.5, 6.5).verdict(), v1::MOVE_VERDICT_LEGAL);
  // Round the ring one comes back.
  EXPECT_EQ(judge(6.5, 2.5).verdict(), v1::MOVE_VERDICT_LEGAL);
}

TEST_F(WaypointsTest, PlacesLieAroundNodes) {
  const v1::PlaceResourceResponse response =
      Call(&v1::PathPlanning::Stub::PlaceResource, "map_id:'patrol' scatter{count:20 seed:3}");
  EXPECT_EQ(response.status(), v1::PLACE_STATUS_COMPLETE);
}

TEST_F(WaypointsTest, WalksVisitEveryNodeThatCanBeReached) {
  const v1::PlanRouteResponse response =
      Plan("start{position{map_id:'patrol' x:0.5 y:0 z:0.5}} exploration{}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.exploration().reachable_key_points(), 4U);
}

}  // namespace
}  // namespace waystone
