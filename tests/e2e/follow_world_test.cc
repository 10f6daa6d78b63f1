// The client library and the walker of samples/follow_route over a served world.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <sstream>
#include <string>

#include "client/waystone_client.h"
#include "samples/follow_route/follow_route.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/e2e/running_server.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class FollowWorldTest : public ::testing::Test {
 protected:
  FollowWorldTest() : drawn_(ThreeRooms()) {
    *request_.mutable_start() = client::MakeLocation("map0", {0.5, 0, 0.5});
    *request_.add_goals() = client::MakeLocation("map2", {2.5, 0, 1.5});
  }
  const client::WaystoneClient& Client() {
    if (client_ == nullptr) {
      server_ = std::make_unique<RunningServer>(TestServerOptions(drawn_.folder()));
      client_ = client::WaystoneClient::OverChannel(server_->channel(), std::chrono::seconds(20));
    }
    return *client_;
  }
  absl::StatusOr<samples::Journey> Follow() { return samples::FollowRoute(Client(), request_, out_); }

  DrawnWorld drawn_;
  v1::PlanRouteRequest request_;
  std::ostringstream out_;
  std::unique_ptr<RunningServer> server_;
  std::unique_ptr<client::WaystoneClient> client_;
};

TEST_F(FollowWorldTest, AWalkerThatAsksBehindEachPortalWalksTheRouteThatWasPlannedAtFirst) {
  const absl::StatusOr<v1::PlanRouteResponse> planned = Client().PlanRoute(request_);
  ASSERT_TRUE(planned.ok()) << planned.status();
  const absl::StatusOr<samples::Journey> journey = Follow();
  ASSERT_TRUE(journey.ok()) << journey.status() << "\n" << out_.str();
  EXPECT_EQ(journey->portals, 2U);
  EXPECT_DOUBLE_EQ(journey->length_m, planned->routes(0).length_m());
  EXPECT_EQ(journey->end.map_id(), "map2");
  EXPECT_EQ(client::ToVec3(journey->end), Vec3(2.5, 0, 1.5));
  EXPECT_THAT(out_.str(), HasSubstr("walk into \"portal0\" to map1 0.5 0 0.5\n"));
  EXPECT_THAT(out_.str(), HasSubstr("use \"portal1\" to map2 0.5 0 1.5\n"));
}

TEST_F(FollowWorldTest, InBothModesAWalkerComesRoundBehindTheWallOfItsOwnMap) {
  *request_.mutable_goals(0) = client::MakeLocation("map0", {6.5, 0, 2.5});
  for (const v1::PortalMode mode : {v1::PORTAL_MODE_MAY_USE, v1::PORTAL_MODE_WALK_IN_TELEPORTS}) {
    request_.mutable_portals()->set_mode(mode);
    request_.mutable_portals()->set_max_portals(2);
    const absl::StatusOr<samples::Journey> journey = Follow();
    ASSERT_TRUE(journey.ok()) << journey.status() << "\n" << out_.str();
    EXPECT_EQ(journey->end.map_id(), "map0");
    EXPECT_EQ(journey->portals, 2U);
    EXPECT_DOUBLE_EQ(journey->length_m, 3 + 1 + 2);
  }
}

TEST_F(FollowWorldTest, ClosedPortalsLeaveNoPath) {
  request_.mutable_changes()->add_closed_portals("portal1");
  const absl::Status status = Follow().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("at map0 0.5 0 0.5: no path to the goal: unreachable"));
}

TEST_F(FollowWorldTest, AWalkerIsToldOfAMapThatIsNotThere) {
  std::filesystem::remove(drawn_.package_paths()[1]);
  const absl::Status status = Follow().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("map_missing"));
}

TEST_F(FollowWorldTest, LaterMapsComeWithTheirEnds) {
  request_.mutable_detail()->set_maps_in_full(1);
  const absl::StatusOr<v1::PlanRouteResponse> answer = Client().PlanRoute(request_);
  ASSERT_TRUE(answer.ok()) << answer.status();
  const v1::Route& route = answer->routes(0);
  ASSERT_EQ(route.legs_size(), 5);
  EXPECT_EQ(client::Arrival(route, route.legs(1)), Vec3(0.5, 0, 0.5));
  EXPECT_EQ(client::LegPoints(route, route.legs(2)).front(), Vec3(0.5, 0, 0.5));
  EXPECT_EQ(client::LegPoints(route, route.legs(2)).size(), 2U);
}

TEST_F(FollowWorldTest, TheClientDescribesTheWorld) {
  const absl::StatusOr<v1::DescribeWorldResponse> world = Client().DescribeWorld();
  ASSERT_TRUE(world.ok()) << world.status();
  ASSERT_EQ(world->maps_size(), 3);
  EXPECT_TRUE(world->maps(2).available());
  ASSERT_EQ(world->portals_size(), 3);
  EXPECT_EQ(world->portals(1).name(), "portal1");
  EXPECT_EQ(world->portals(1).from().map_id(), "map1");
  EXPECT_EQ(client::ToVec3(world->portals(1).to()), Vec3(0.5, 0, 1.5));
  EXPECT_EQ(world->portals(1).cost_m(), 5);
}

}  // namespace
}  // namespace waystone
