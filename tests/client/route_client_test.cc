// What route requests carry, and routes without points.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/waystone_client.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

using ::testing::ElementsAre;

class RouteClientTest : public ::testing::Test {
 protected:
  RouteClientTest() {
    server_.planning.plan_route = [this](auto&, const v1::PlanRouteRequest& request,
                                         v1::PlanRouteResponse& response) {
      seen_ = request;
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

  v1::PlanRouteRequest seen_;
  v1::PlanRouteResponse answer_;
  FakeServer server_;
  std::unique_ptr<WaystoneClient> client_;
};

TEST_F(RouteClientTest, RequestsCarryGoalsViaPointsAndLimits) {
  RouteRequest request;
  request.start = {"town", {1, 0, 0}};
  request.goals = {{"town", {2, 0, 0}}, {"", {3, 0, 0}}};
  request.via = {{"", {4, 0, 0}}, {"", {5, 0, 0}}};
  request.max_length_m = 80;
  request.max_length_ratio = 1.5;
  request.complete_only = true;
  request.mutually_reachable = true;
  request.shape = RouteShape::kDistanceOnly;
  request.with_polys = true;
  request.with_strategy = true;
  request.method = RouteMethod::kGridJps;
  request.changes = {{.blocked_cells = {5, 6},
                      .opened_cells = {7},
                      .blocked_rects = {{1, 2, 3, 4}, {5, 6, 7, 8}},
                      .opened_rects = {{9, 10, 11, 12}}}};
  ASSERT_TRUE(client_->PlanRoute(request).ok());
  EXPECT_EQ(seen_.limits().method(), v1::ROUTE_METHOD_GRID_JPS);
  EXPECT_TRUE(seen_.detail().strategy());
  const v1::MapChanges& changes = seen_.changes().maps(0);
  EXPECT_THAT(changes.blocked_cells(), ElementsAre(5, 6));
  EXPECT_THAT(changes.opened_cells(), ElementsAre(7));
  EXPECT_THAT(changes.blocked_rects(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(changes.opened_rects(), ElementsAre(9, 10, 11, 12));
  EXPECT_EQ(seen_.goals(1).position().x(), 3);
  EXPECT_EQ(seen_.via(1).position().x(), 5);
  EXPECT_EQ(seen_.limits().max_length_m(), 80);
  EXPECT_EQ(seen_.limits().max_length_ratio(), 1.5);
  EXPECT_TRUE(seen_.limits().complete_only());
  EXPECT_TRUE(seen_.snap().mutually_reachable());
  EXPECT_EQ(seen_.detail().shape(), v1::ROUTE_SHAPE_DISTANCE_ONLY);
  EXPECT_TRUE(seen_.detail().polys());
  ASSERT_TRUE(client_->PlanRoute({.start = {}, .goals = {}, .agent = {}, .snap = {}}).ok());
  EXPECT_EQ(seen_.detail().shape(), v1::ROUTE_SHAPE_SURFACE);
}

TEST_F(RouteClientTest, ARouteOfLengthsAloneHasLegsWithoutPoints) {
  answer_.set_goal_index(3);
  answer_.set_basis(v1::ANSWER_BASIS_INCOMPLETE_SEARCH);
  answer_.mutable_routes(0)->add_polys(17);
  answer_.set_surface(v1::SURFACE_KIND_GRID);
  answer_.set_strategy_reason("drawn");
  absl::StatusOr<RouteAnswer> answer = client_->PlanRoute({});
  ASSERT_TRUE(answer.ok()) << answer.status();
  const Route& route = answer->routes[0];
  EXPECT_EQ(route.length_m, 7);
  EXPECT_TRUE(route.LegPoints(route.legs[0]).empty());
  EXPECT_THAT(route.polys, ElementsAre(17));
  EXPECT_EQ(answer->goal_index, 3U);
  EXPECT_EQ(answer->basis, AnswerBasis::kIncompleteSearch);
  EXPECT_EQ(answer->surface, SurfaceKind::kGrid);
  EXPECT_EQ(answer->strategy_reason, "drawn");
  // But not legs that claim points, or a map that is not there.
  answer_.mutable_routes(0)->mutable_legs(0)->set_point_count(1);
  EXPECT_TRUE(absl::IsDataLoss(client_->PlanRoute({}).status()));
  answer_.mutable_routes(0)->mutable_legs(0)->set_point_count(0);
  answer_.mutable_routes(0)->mutable_legs(0)->set_map_index(1);
  EXPECT_TRUE(absl::IsDataLoss(client_->PlanRoute({}).status()));
}

}  // namespace
}  // namespace waystone::client
