// MeasureDistances over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

void Add(double x, double y, double z, google::protobuf::RepeatedField<double>& xyz) {
  for (const double number : {x, y, z}) xyz.Add(number);
}

class DistancesTest : public ::testing::Test {
 protected:
  DistancesTest() {
    WriteYard(folder_.path());
    WriteGap(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  v1::MeasureDistancesResponse Measure(const v1::MeasureDistancesRequest& request) {
    grpc::ClientContext context;
    v1::MeasureDistancesResponse response;
    const grpc::Status status = server_->planning().MeasureDistances(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(DistancesTest, ComeSourceBySourceWithWhatEachIs) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("yard");
  Add(1000.5, 10, -499.5, *request.mutable_source_xyz());
  Add(1000.5, 50, -499.5, *request.mutable_source_xyz());
  Add(1004.5, 10, -499.5, *request.mutable_target_xyz());
  Add(1003, 10, -496.5, *request.mutable_target_xyz());  // in the pocket
  Add(1500, 10, -499.5, *request.mutable_target_xyz());
  const v1::MeasureDistancesResponse response = Measure(request);
  EXPECT_THAT(response.distance_m(), ElementsAre(4, -1, -1, -1, -1, -1));
  EXPECT_THAT(response.statuses(),
              ElementsAre(v1::DISTANCE_STATUS_FOUND, v1::DISTANCE_STATUS_UNREACHABLE,
                          v1::DISTANCE_STATUS_TARGET_OFF_MESH, v1::DISTANCE_STATUS_SOURCE_OFF_MESH,
                          v1::DISTANCE_STATUS_SOURCE_OFF_MESH, v1::DISTANCE_STATUS_SOURCE_OFF_MESH));
  EXPECT_EQ(response.map().map_id(), "yard");
  EXPECT_EQ(response.map().generation().size(), 32U);
}

TEST_F(DistancesTest, AreTheCostsOfRoutes) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("yard");
  const std::vector<std::pair<double, double>> places = {
      {1000.5, -499.5}, {1005.5, -499.5}, {1007.5, -499.5}, {1009.5, -493.5}, {1000.5, -493.5}};
  for (const auto& [x, z] : places) {
    Add(x, 10, z, *request.mutable_source_xyz());
    Add(x, 10, z, *request.mutable_target_xyz());
  }
  const v1::MeasureDistancesResponse response = Measure(request);
  ASSERT_EQ(response.distance_m_size(), 25);
  for (int i = 0; i < 25; ++i) {
    v1::PlanRouteRequest route;
    v1::Position& start = *route.mutable_start()->mutable_position();
    v1::Position& goal = *route.add_goals()->mutable_position();
    start.set_map_id("yard");
    start.set_x(places[static_cast<size_t>(i) / 5].first);
    start.set_z(places[static_cast<size_t>(i) / 5].second);
    goal.set_x(places[static_cast<size_t>(i) % 5].first);
    goal.set_z(places[static_cast<size_t>(i) % 5].second);
    start.set_y(10);
    goal.set_y(10);
    grpc::ClientContext context;
    v1::PlanRouteResponse answer;
    ASSERT_TRUE(server_->planning().PlanRoute(&context, route, &answer).ok());
    EXPECT_FLOAT_EQ(response.distance_m(i), static_cast<float>(answer.routes(0).cost_m()));
  }
}

TEST_F(DistancesTest, CountLinksThatTheAgentMayUse) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("gap");
  Add(0.5, 0, 0.5, *request.mutable_source_xyz());
  Add(6.5, 0, 0.5, *request.mutable_target_xyz());
  EXPECT_EQ(Measure(request).statuses(0), v1::DISTANCE_STATUS_UNREACHABLE);
  request.mutable_agent()->add_abilities("jump");
  EXPECT_THAT(Measure(request).distance_m(), ElementsAre(7));
  request.set_max_distance_m(6.9);
  EXPECT_EQ(Measure(request).statuses(0), v1::DISTANCE_STATUS_UNREACHABLE);
}

TEST_F(DistancesTest, InABatchTakeItsMap) {
  v1::BatchRequest batch;
  batch.set_map_id("yard");
  v1::MeasureDistancesRequest& request = *batch.add_items()->mutable_measure_distances();
  Add(1000.5, 10, -499.5, *request.mutable_source_xyz());
  Add(1004.5, 10, -499.5, *request.mutable_target_xyz());
  grpc::ClientContext context;
  v1::BatchResponse response;
  ASSERT_TRUE(server_->planning().Batch(&context, batch, &response).ok());
  EXPECT_THAT(response.results(0).measure_distances().distance_m(), ElementsAre(4));
}

}  // namespace
}  // namespace waystone
