// PlanRoute over a real socket: several goals, via points, limits of length, polygons walked over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

void SetPlace(double x, double z, v1::Location& location) {
  location.mutable_position()->set_map_id("yard");
  location.mutable_position()->set_x(x);
  location.mutable_position()->set_y(10);
  location.mutable_position()->set_z(z);
}

v1::PlanRouteRequest RouteFrom(double x, double z) {
  v1::PlanRouteRequest request;
  SetPlace(x, z, *request.mutable_start());
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_TURNING_POINTS);
  return request;
}

// x and z of each point, absolute.
std::vector<double> PlanePoints(const v1::PlanRouteResponse& response) {
  const v1::PointList& points = response.routes(0).points(0);
  std::vector<double> plane;
  for (int i = 0; i < points.xyz_size(); i += 3) {
    plane.push_back(points.xyz(i));
    plane.push_back(points.xyz(i + 2));
  }
  return plane;
}

class RouteAnswersTest : public ::testing::Test {
 protected:
  RouteAnswersTest() {
    WriteYard(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  v1::PlanRouteResponse Plan(const v1::PlanRouteRequest& request) {
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    const grpc::Status status = server_->planning().PlanRoute(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

// The wall at x 1006 .. 1007 is between; the third goal is far above the ground.
TEST_F(RouteAnswersTest, TheCheapestOfSeveralGoalsIsNamed) {
  v1::PlanRouteRequest request = RouteFrom(1005.5, -499.5);
  SetPlace(1007.5, -499.5, *request.add_goals());
  SetPlace(1001.5, -499.5, *request.add_goals());
  SetPlace(1005.5, -499.5, *request.add_goals());
  request.mutable_goals(2)->mutable_position()->set_y(90);
  const v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.goal_index(), 1U);
  EXPECT_THAT(PlanePoints(response), ElementsAre(1005.5, -499.5, 1001.5, -499.5));
}

TEST_F(RouteAnswersTest, ARoutePassesItsViaPointsWithAWalkToEach) {
  v1::PlanRouteRequest request = RouteFrom(1000.5, -499.5);
  SetPlace(1004.5, -499.5, *request.add_via());
  SetPlace(1000.5, -498.5, *request.add_via());
  SetPlace(1005.5, -498.5, *request.add_goals());
  const v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_THAT(PlanePoints(response),
              ElementsAre(1000.5, -499.5, 1004.5, -499.5, 1000.5, -498.5, 1005.5, -498.5));
  ASSERT_EQ(response.routes(0).legs_size(), 3);
  EXPECT_EQ(response.routes(0).legs(2).first_point(), 2U);
  EXPECT_EQ(response.routes(0).legs(2).cost_m(), 5);
}

TEST_F(RouteAnswersTest, AViaPointThatCannotBeReachedIsNamed) {
  v1::PlanRouteRequest request = RouteFrom(1000.5, -499.5);
  SetPlace(1003, -496.5, *request.add_via());  // in the pocket
  SetPlace(1005.5, -498.5, *request.add_goals());
  v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_THAT(response.explanation(), HasSubstr("via[0]: no path leads from the ground of the start"));
  EXPECT_GT(response.routes(0).gap_m(), 0.9);
  request.mutable_via(0)->mutable_position()->set_y(20);
  response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_VIA_OFF_MESH);
  EXPECT_EQ(response.explanation(), "via[0]: the nearest surface is 10 m away");
  EXPECT_EQ(response.routes_size(), 0);
}

TEST_F(RouteAnswersTest, ARouteOverTheLimitOfLengthIsCutOrRefused) {
  v1::PlanRouteRequest request = RouteFrom(1005.5, -499.5);
  SetPlace(1007.5, -499.5, *request.add_goals());
  request.mutable_limits()->set_max_length_m(3);
  v1::PlanRouteResponse response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_LENGTH_LIMIT);
  EXPECT_NEAR(response.routes(0).length_m(), 3, 1e-6);
  request.mutable_limits()->set_complete_only(true);
  response = Plan(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_LIMIT_REACHED);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_LENGTH_LIMIT);
  EXPECT_EQ(response.routes_size(), 0);
}

TEST_F(RouteAnswersTest, PolygonsWalkedOverAreListedWhereAskedFor) {
  v1::PlanRouteRequest request = RouteFrom(1000.5, -499.5);
  SetPlace(1002.5, -499.5, *request.add_goals());
  EXPECT_EQ(Plan(request).routes(0).polys_size(), 0);
  request.mutable_detail()->set_polys(true);
  const v1::PlanRouteResponse response = Plan(request);
  const v1::Route& route = response.routes(0);
  ASSERT_EQ(route.polys_size(), 3);  // one a cell
  EXPECT_NE(route.polys(0), route.polys(1));
  // Lengths alone may come with them.
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
  const v1::PlanRouteResponse lengths = Plan(request);
  EXPECT_EQ(lengths.routes(0).points_size(), 0);
  EXPECT_EQ(lengths.routes(0).length_m(), 2);
  EXPECT_EQ(lengths.routes(0).polys_size(), 3);
}

}  // namespace
}  // namespace waystone
