// What searches took up, over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

class TraceTest : public ::testing::Test {
 protected:
  TraceTest() {
    WriteYard(folder_.path());
    WriteGridMap(folder_.path(), "maze", {"......", ".####.", "......", ".####.", "......"});
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  static void Set(double x, double y, double z, v1::Position& position) {
    position.set_x(x);
    position.set_y(y);
    position.set_z(z);
  }
  v1::PlanRouteRequest Route(const std::string& map, const Vec3& from, const Vec3& to) {
    v1::PlanRouteRequest request;
    request.mutable_start()->mutable_position()->set_map_id(map);
    Set(from.x, from.y, from.z, *request.mutable_start()->mutable_position());
    Set(to.x, to.y, to.z, *request.add_goals()->mutable_position());
    request.mutable_detail()->set_max_trace(1000);
    return request;
  }
  grpc::Status Plan(const v1::PlanRouteRequest& request, v1::PlanRouteResponse& response) {
    grpc::ClientContext context;
    return server_->planning().PlanRoute(&context, request, &response);
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(TraceTest, OfAMeshLiesOnTheMap) {
  v1::PlanRouteRequest request = Route("yard", {1000.5, 10, -499.5}, {1009.5, 10, -499.5});
  v1::PlanRouteResponse response;
  ASSERT_TRUE(Plan(request, response).ok());
  const auto& xyz = response.trace().places().xyz();
  ASSERT_GT(xyz.size(), 3);
  EXPECT_LE(xyz.size(), 3 * static_cast<int>(response.expansions()));
  EXPECT_FALSE(response.trace().is_cut());
  for (int i = 0; i < xyz.size(); i += 3) {
    EXPECT_GE(xyz[i], 1000);
    EXPECT_LE(xyz[i], 1010);
    EXPECT_GE(xyz[i + 2], -500);
    EXPECT_LE(xyz[i + 2], -493);
  }
  request.mutable_detail()->set_max_trace(1);
  ASSERT_TRUE(Plan(request, response).ok());
  EXPECT_EQ(response.trace().places().xyz_size(), 3);
  EXPECT_TRUE(response.trace().is_cut());
}

TEST_F(TraceTest, OfAGridIsMiddlesOfFreeCells) {
  for (const v1::RouteMethod method : {v1::ROUTE_METHOD_GRID_ASTAR, v1::ROUTE_METHOD_GRID_JPS}) {
    v1::PlanRouteRequest request = Route("maze", {2.5, 0, 0.5}, {2.5, 0, 4.5});
    request.mutable_limits()->set_method(method);
    v1::PlanRouteResponse response;
    const grpc::Status status = Plan(request, response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    const auto& xyz = response.trace().places().xyz();
    ASSERT_GT(xyz.size(), 3) << method;
    for (int i = 0; i < xyz.size(); i += 3) {
      EXPECT_EQ(xyz[i] - std::floor(xyz[i]), 0.5);
      const bool is_wall =
          (std::floor(xyz[i + 2]) == 1 || std::floor(xyz[i + 2]) == 3) && xyz[i] > 1 && xyz[i] < 5;
      EXPECT_FALSE(is_wall) << xyz[i] << " " << xyz[i + 2];
    }
  }
}

TEST_F(TraceTest, UnaskedThereIsNone) {
  v1::PlanRouteRequest request = Route("yard", {1000.5, 10, -499.5}, {1009.5, 10, -499.5});
  request.clear_detail();
  v1::PlanRouteResponse response;
  ASSERT_TRUE(Plan(request, response).ok());
  EXPECT_FALSE(response.has_trace());
}

TEST_F(TraceTest, ExplorationsHaveNone) {
  v1::PlanRouteRequest request = Route("yard", {1000.5, 10, -499.5}, {1009.5, 10, -499.5});
  request.clear_goals();
  request.mutable_exploration();
  v1::PlanRouteResponse response;
  const grpc::Status status = Plan(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("detail.max_trace"));
}

}  // namespace
}  // namespace waystone
