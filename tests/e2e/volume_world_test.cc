// Routes and distances over a world with volumes, over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "client/waystone_client.h"
#include "samples/follow_route/follow_route.h"
#include "tests/bake/world/served_world.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class VolumeWorldTest : public ::testing::Test {
 protected:
  VolumeWorldTest() {
    AddSkies(world_);
    const absl::Status served = world_.Serve();
    EXPECT_TRUE(served.ok()) << served;
    server_ = std::make_unique<RunningServer>(TestServerOptions(world_.folder()));
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << text << "\n" << status.error_message();
    return response;
  }

  ServedWorld world_;
  std::unique_ptr<RunningServer> server_;
};

const std::string kFromTheMeadow = "start{position{map_id:'meadow' x:5 y:0 z:5}} ";
const std::string kToTheStrip = "goals{position{map_id:'strip' x:3.5 y:0 z:0.5}} ";

TEST_F(VolumeWorldTest, LegsFlyAndSwim) {
  for (const std::string mode : {"MAY_USE", "WALK_IN_TELEPORTS"}) {
    const v1::PlanRouteResponse answer = Plan(kFromTheMeadow + kToTheStrip + "portals{mode:PORTAL_MODE_" +
                                              mode + "} limits{max_length_ratio:0}");
    ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
    std::vector<v1::LegKind> kinds;
    for (const v1::RouteLeg& leg : answer.routes(0).legs()) kinds.push_back(leg.kind());
    EXPECT_THAT(kinds,
                ElementsAre(v1::LEG_KIND_WALK, v1::LEG_KIND_PORTAL, v1::LEG_KIND_FLY, v1::LEG_KIND_PORTAL,
                            v1::LEG_KIND_SWIM, v1::LEG_KIND_PORTAL, v1::LEG_KIND_WALK));
    EXPECT_NEAR(answer.routes(0).cost_m(), 3 + 4 * std::numbers::sqrt3 + 3 * std::numbers::sqrt2 + 5 + 3,
                0.01);
  }
}

TEST_F(VolumeWorldTest, RoutesBeginAndEndAtPlacesOfVolumes) {
  const v1::PlanRouteResponse answer =
      Plan("start{position{map_id:'lake' x:100.3 y:-0.8 z:0.4}} goals{named_place{name:'cloud'}}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  const v1::Route& route = answer.routes(0);
  EXPECT_EQ(route.legs(0).kind(), v1::LEG_KIND_SWIM);
  EXPECT_EQ(route.legs(4).kind(), v1::LEG_KIND_FLY);
  const Vec3 end = client::LegPoints(route, route.legs(4)).back();
  EXPECT_LT(Distance(end, Vec3(3.2, 5.5, 2.5)), 1e-4);
}

TEST_F(VolumeWorldTest, DistancesAreTheCostsOfRoutes) {
  const auto request = Parse<v1::MeasureDistancesRequest>(
      "map_id:'sky' target_map_id:'lake' source_xyz:[0.5, 0.5, 4.5, 8.5, 3.5, 0.5] "
      "target_xyz:[100.25, -0.75, 0.25, 101.25, -1.75, 1.25]");
  v1::MeasureDistancesResponse response;
  grpc::ClientContext context;
  const grpc::Status status = server_->planning().MeasureDistances(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.distance_m_size(), 4);
  const double fly_m = 3 * std::numbers::sqrt3 + 3 * std::numbers::sqrt2 + 5;
  EXPECT_NEAR(response.distance_m(0), fly_m, 1e-3);
  EXPECT_NEAR(response.distance_m(1), fly_m + std::numbers::sqrt3, 1e-3);
  EXPECT_NEAR(response.distance_m(2), 2, 1e-3);
  EXPECT_NEAR(response.distance_m(3), 2 + std::numbers::sqrt3, 1e-3);
}

TEST_F(VolumeWorldTest, TheWalkerFollowsThem) {
  const auto client = client::WaystoneClient::OverChannel(server_->channel(), std::chrono::seconds(20));
  std::ostringstream out;
  const auto request = Parse<v1::PlanRouteRequest>(kFromTheMeadow + kToTheStrip);
  const absl::StatusOr<samples::Journey> journey = samples::FollowRoute(*client, request, out);
  ASSERT_TRUE(journey.ok()) << journey.status() << "\n" << out.str();
  EXPECT_EQ(journey->portals, 3U);
  EXPECT_EQ(journey->end.map_id(), "strip");
  EXPECT_THAT(out.str(), HasSubstr("fly on sky"));
}

}  // namespace
}  // namespace waystone
