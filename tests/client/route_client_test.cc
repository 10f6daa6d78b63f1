// Routes without points.
#include <gtest/gtest.h>

#include "client/waystone_client.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

class RouteClientTest : public ::testing::Test {
 protected:
  RouteClientTest() {
    server_.planning.plan_route = [this](auto&, const auto&, v1::PlanRouteResponse& response) {
      response = answer_;
      return grpc::Status::OK;
    };
    client_ = *WaystoneClient::Create({.address = server_.address()});
    answer_.set_status(v1::ROUTE_STATUS_COMPLETE);
    answer_.add_maps()->set_map_id("town");
    v1::Route& route = *answer_.add_routes();
    route.set_length_m(7);
    route.add_legs()->set_kind(v1::LEG_KIND_WALK);
  }

  v1::PlanRouteResponse answer_;
  FakeServer server_;
  std::unique_ptr<WaystoneClient> client_;
};

TEST_F(RouteClientTest, ARouteOfLengthsAloneHasLegsWithoutPoints) {
  const absl::StatusOr<v1::PlanRouteResponse> answer = client_->PlanRoute({});
  ASSERT_TRUE(answer.ok()) << answer.status();
  const v1::Route& route = answer->routes(0);
  EXPECT_EQ(route.length_m(), 7);
  EXPECT_TRUE(LegPoints(route, route.legs(0)).empty());
  // But not legs that claim points, or a map that is not there.
  answer_.mutable_routes(0)->mutable_legs(0)->set_point_count(1);
  EXPECT_TRUE(absl::IsDataLoss(client_->PlanRoute({}).status()));
  answer_.mutable_routes(0)->mutable_legs(0)->set_point_count(0);
  answer_.mutable_routes(0)->mutable_legs(0)->set_map_index(1);
  EXPECT_TRUE(absl::IsDataLoss(client_->PlanRoute({}).status()));
}

}  // namespace
}  // namespace waystone::client
