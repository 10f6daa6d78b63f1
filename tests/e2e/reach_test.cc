// Reach over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class ReachTest : public ::testing::Test {
 protected:
  ReachTest() {
    WriteYard(folder_.path());
    WriteGap(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
    for (const double number : {1000.5, 10.0, -499.5}) request_.add_start_xyz(number);
    request_.set_map_id("yard");
    request_.set_max_cost_m(4.2);
    request_.set_cell_m(1);
  }
  grpc::Status Ask(v1::ReachResponse& response) {
    grpc::ClientContext context;
    return server_->planning().Reach(&context, request_, &response);
  }
  v1::ReachResponse Ask() {
    v1::ReachResponse response;
    const grpc::Status status = Ask(response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
  v1::ReachRequest request_;
};

TEST_F(ReachTest, KeepsAClearance) {
  const int all = Ask().cost_m_size();
  request_.mutable_agent()->set_min_clearance_m(1);
  const int clear = Ask().cost_m_size();
  EXPECT_GT(clear, 0);
  EXPECT_LT(clear, all);
}

// Each place by MeasureDistances.
TEST_F(ReachTest, CostsAreDistances) {
  request_.add_contour_costs_m(2);
  const v1::ReachResponse reach = Ask();
  ASSERT_GT(reach.cost_m_size(), 4);
  ASSERT_EQ(reach.places().xyz_size(), 3 * reach.cost_m_size());
  EXPECT_EQ(reach.known_to_m(), 4.2);
  EXPECT_EQ(reach.map().map_id(), "yard");
  EXPECT_TRUE(reach.start_states(0).has_position());
  EXPECT_EQ(reach.starts_size(), 0);
  ASSERT_EQ(reach.contours_size(), 1);
  EXPECT_GT(reach.contours(0).points().xyz_size(), 0);
  v1::MeasureDistancesRequest distances;
  distances.set_map_id("yard");
  *distances.mutable_source_xyz() = request_.start_xyz();
  *distances.mutable_target_xyz() = reach.places().xyz();
  grpc::ClientContext context;
  v1::MeasureDistancesResponse walks;
  ASSERT_TRUE(server_->planning().MeasureDistances(&context, distances, &walks).ok());
  for (int i = 0; i < reach.cost_m_size(); ++i) {
    EXPECT_NEAR(reach.cost_m(i), walks.distance_m(i), 1e-5);
    EXPECT_LE(reach.cost_m(i), 4.2F);
  }
}

TEST_F(ReachTest, WhatIsClosedIsNotReached) {
  const int before = Ask().cost_m_size();
  v1::MapChanges& changes = *request_.mutable_changes()->add_maps();
  v1::Obstacle& wall = *changes.add_obstacles();
  v1::Box& box = *wall.mutable_box();
  box.mutable_center()->set_x(1002);
  box.mutable_center()->set_y(10);
  box.mutable_center()->set_z(-499.5);
  box.set_half_x_m(0.4);
  box.set_half_y_m(2);
  box.set_half_z_m(0.6);
  EXPECT_LT(Ask().cost_m_size(), before);
}

TEST_F(ReachTest, BadRequestsAreNamed) {
  const auto expect = [&](grpc::StatusCode code, const std::string& text) {
    v1::ReachResponse response;
    const grpc::Status status = Ask(response);
    EXPECT_EQ(status.error_code(), code) << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr(text));
  };
  const v1::ReachRequest good = request_;
  request_.clear_start_xyz();
  expect(grpc::StatusCode::INVALID_ARGUMENT, "start_xyz");
  request_.add_start_xyz(1);
  expect(grpc::StatusCode::INVALID_ARGUMENT, "start_xyz");
  request_ = good;
  request_.clear_max_cost_m();
  expect(grpc::StatusCode::INVALID_ARGUMENT, "max_cost_m");
  request_ = good;
  request_.add_contour_costs_m(5);
  expect(grpc::StatusCode::INVALID_ARGUMENT, "contour_costs_m[0]");
  request_ = good;
  request_.mutable_snap()->set_mutually_reachable(true);
  expect(grpc::StatusCode::INVALID_ARGUMENT, "snap.mutually_reachable");
  request_ = good;
  request_.set_cell_m(1e-300);
  expect(grpc::StatusCode::INVALID_ARGUMENT, "cell_m");
  request_ = good;
  request_.set_map_id("nowhere");
  expect(grpc::StatusCode::NOT_FOUND, "nowhere");
  request_ = good;
  request_.set_cell_m(0.05);
  request_.set_max_cells(10);
  expect(grpc::StatusCode::OUT_OF_RANGE, "cell_m");
  request_ = good;
  request_.set_max_cells(200'000);
  expect(grpc::StatusCode::INVALID_ARGUMENT, "max_cells");
}

}  // namespace
}  // namespace waystone
