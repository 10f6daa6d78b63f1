// PlanRoute with an exploration over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

v1::PlanRouteRequest ExploreFrom(double x, double z) {
  v1::PlanRouteRequest request;
  v1::Position& at = *request.mutable_start()->mutable_position();
  at.set_map_id("trail");
  at.set_x(x);
  at.set_y(0);
  at.set_z(z);
  request.mutable_exploration();
  return request;
}

class ExplorationTest : public ::testing::Test {
 protected:
  ExplorationTest() {
    WriteTrail(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  grpc::Status Call(const v1::PlanRouteRequest& request, v1::PlanRouteResponse& response) {
    grpc::ClientContext context;
    return server_->planning().PlanRoute(&context, request, &response);
  }
  v1::PlanRouteResponse Explore(const v1::PlanRouteRequest& request) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(ExplorationTest, TellsWhereTheAnswerCameFrom) {
  const v1::PlanRouteResponse response = Explore(ExploreFrom(0.25, 0.5));
  EXPECT_EQ(response.method(), v1::ROUTE_METHOD_SKELETON);
  ASSERT_EQ(response.maps_size(), 1);
  EXPECT_EQ(response.maps(0).map_id(), "trail");
  EXPECT_EQ(response.exploration().key_points(), 15U);
  ASSERT_EQ(response.routes_size(), 1);
  EXPECT_EQ(response.routes(0).key_points(0), 0U);
  EXPECT_FLOAT_EQ(response.routes(0).points(0).xyz(0), 0.25F);
}

TEST_F(ExplorationTest, AStartOffTheMeshIsAnAnswer) {
  const v1::PlanRouteResponse response = Explore(ExploreFrom(0.5, 13));
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_START_OFF_MESH);
  EXPECT_EQ(response.start_snap_m(), 10);
  EXPECT_EQ(response.routes_size(), 0);
  EXPECT_EQ(response.exploration().end(), v1::EXPLORATION_END_UNSPECIFIED);
}

TEST_F(ExplorationTest, VisitedKeyPointsAreOfTheGenerationPinned) {
  v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
  const v1::MapGeneration generation = Explore(request).maps(0);
  *request.add_pinned() = generation;
  request.mutable_exploration()->add_visited_key_points(14);
  Explore(request);
  request.mutable_exploration()->add_visited_key_points(15);
  v1::PlanRouteResponse response;
  const grpc::Status status = Call(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "exploration.visited_key_points[1]: no key point 15, there are 15");
}

TEST_F(ExplorationTest, VisitsTheRingAndThenTheLaneBelow) {
  const v1::PlanRouteResponse response = Explore(ExploreFrom(0.5, 0.5));
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_BAKED);
  const v1::ExplorationReport& report = response.exploration();
  EXPECT_EQ(report.end(), v1::EXPLORATION_END_COVERED);
  EXPECT_EQ(report.coverage(), 1);
  EXPECT_EQ(report.reachable_key_points(), 15U);
  EXPECT_EQ(report.unjoinable_key_points(), 0U);
  EXPECT_EQ(report.cycle_rank(), 1U);
  EXPECT_EQ(report.ground_coverage(), 0);
  const v1::Route& route = response.routes(0);
  EXPECT_LE(report.lower_bound_m(), route.length_m());
  EXPECT_GE(route.key_points_size(), 15);
  ASSERT_EQ(route.legs_size(), 3);
  EXPECT_EQ(route.legs(1).kind(), v1::LEG_KIND_DROP);
  EXPECT_EQ(route.legs(1).external_id(), "over");
  EXPECT_EQ(route.legs(1).length_m(), 2);
}

TEST_F(ExplorationTest, DoesNotGoAgainstADrop) {
  v1::PlanRouteRequest request = ExploreFrom(6.5, 0.5);
  request.mutable_exploration()->set_sight_radius_m(3);
  const v1::PlanRouteResponse response = Explore(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.exploration().reachable_key_points(), 3U);
  EXPECT_EQ(response.exploration().key_points(), 15U);
  EXPECT_EQ(response.exploration().ground_coverage(), 1);
  EXPECT_EQ(response.routes(0).length_m(), 2);
}

TEST_F(ExplorationTest, LimitsOfTimeCutTheWalk) {
  v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
  request.mutable_exploration()->set_max_walk_time_s(3);
  request.mutable_exploration()->set_speed_mps(2);
  v1::PlanRouteResponse response = Explore(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_LENGTH_LIMIT);
  EXPECT_EQ(response.exploration().end(), v1::EXPLORATION_END_WALK_LIMIT);
  EXPECT_LE(response.routes(0).length_m(), 6);
  EXPECT_GT(response.routes(0).length_m(), 4);
  request.mutable_limits()->set_max_length_m(3);
  EXPECT_LE(Explore(request).routes(0).length_m(), 3);
  request.mutable_limits()->set_complete_only(true);
  response = Explore(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_LIMIT_REACHED);
  EXPECT_EQ(response.routes_size(), 0);
}

TEST_F(ExplorationTest, ClosedLinksOfARequestAndOfItsBatchAreNotTaken) {
  v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
  request.mutable_changes()->add_maps()->add_closed_links("over");
  EXPECT_EQ(Explore(request).exploration().reachable_key_points(), 12U);
  v1::BatchRequest batch;
  batch.set_map_id("trail");
  batch.mutable_changes()->add_maps()->add_closed_links("over");
  *batch.add_items()->mutable_plan_route() = ExploreFrom(0.5, 0.5);
  *batch.add_items()->mutable_plan_route() = ExploreFrom(6.5, 0.5);
  grpc::ClientContext context;
  v1::BatchResponse answers;
  ASSERT_TRUE(server_->planning().Batch(&context, batch, &answers).ok());
  EXPECT_EQ(answers.results(0).plan_route().exploration().reachable_key_points(), 12U);
  EXPECT_EQ(answers.results(1).plan_route().exploration().reachable_key_points(), 3U);
}

// A crate of half a metre on the ring, which leaves the agent no room beside it.
void PutCrate(double x, double z, v1::PlanRouteRequest& request) {
  v1::Obstacle& crate = *(request.changes().maps().empty() ? request.mutable_changes()->add_maps()
                                                           : request.mutable_changes()->mutable_maps(0))
                             ->add_obstacles();
  v1::Box& box = *crate.mutable_box();
  box.mutable_center()->set_x(x);
  box.mutable_center()->set_y(0);
  box.mutable_center()->set_z(z);
  box.set_half_x_m(0.25);
  box.set_half_y_m(1);
  box.set_half_z_m(0.25);
}

TEST_F(ExplorationTest, ObstaclesCloseKeyPointsAndWaysRound) {
  v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
  PutCrate(2.5, 0.5, request);
  v1::PlanRouteResponse response = Explore(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.exploration().reachable_key_points(), 14U);
  EXPECT_EQ(response.exploration().key_points(), 15U);
  EXPECT_EQ(response.exploration().coverage(), 1);
  EXPECT_EQ(response.exploration().cycle_rank(), 0U);
  PutCrate(2.5, 2.5, request);
  response = Explore(request);
  EXPECT_EQ(response.exploration().reachable_key_points(), 5U);
  request.mutable_exploration()->set_sight_radius_m(2);
  response = Explore(request);
  EXPECT_GT(response.exploration().ground_coverage(), 0.9);
}

TEST_F(ExplorationTest, AStartInAnObstacleIsClosedByChanges) {
  v1::PlanRouteRequest request = ExploreFrom(2.5, 0.5);
  request.mutable_snap()->set_radius_m(0.1);
  PutCrate(2.5, 0.5, request);
  const v1::PlanRouteResponse response = Explore(request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_START_OFF_MESH);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_NE(response.explanation(), "");
}

TEST_F(ExplorationTest, GroundMayCostMoreAndCloseWithoutBeingBlocked) {
  v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
  const v1::PlanRouteResponse plain = Explore(request);
  v1::AreaCost& cost = *request.mutable_changes()->add_maps()->add_area_costs();
  cost.set_area("ground");
  cost.set_factor(3);
  const v1::PlanRouteResponse dear = Explore(request);
  EXPECT_EQ(dear.exploration().coverage(), 1);
  EXPECT_DOUBLE_EQ(dear.routes(0).length_m(), plain.routes(0).length_m());
  EXPECT_GT(dear.routes(0).cost_m(), 2.5 * plain.routes(0).cost_m());
  EXPECT_GT(dear.exploration().lower_bound_m(), 2.5 * plain.exploration().lower_bound_m());
  cost.clear_factor();
  cost.set_excluded(true);
  EXPECT_EQ(Explore(request).status(), v1::ROUTE_STATUS_START_OFF_MESH);
}

TEST_F(ExplorationTest, BlockedPolygonsAreNotVisitedNorNamed) {
  v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
  request.mutable_detail()->set_polys(true);
  const v1::PlanRouteResponse plain = Explore(request);
  const uint32_t second = plain.routes(0).polys(1);
  request.mutable_changes()->add_maps()->add_blocked_polys(second);
  v1::MapGeneration& pin = *request.add_pinned();
  pin.set_map_id("trail");
  pin.set_generation(plain.maps(0).generation());
  const v1::PlanRouteResponse response = Explore(request);
  EXPECT_EQ(response.exploration().reachable_key_points(), 14U);
  EXPECT_EQ(std::ranges::count(response.routes(0).polys(), second), 0);
}

TEST_F(ExplorationTest, EveryOrderAndEveryWalkerHasARoute) {
  for (const v1::WalkOrder order : {v1::WALK_ORDER_BREADTH_FIRST, v1::WALK_ORDER_DEPTH_FIRST,
                                    v1::WALK_ORDER_POCKET_FIRST, v1::WALK_ORDER_SHORTEST}) {
    v1::PlanRouteRequest request = ExploreFrom(0.5, 0.5);
    request.mutable_exploration()->set_order(order);
    request.mutable_exploration()->set_walkers(2);
    request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
    const v1::PlanRouteResponse response = Explore(request);
    EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE) << order;
    ASSERT_EQ(response.routes_size(), 2) << order;
    for (const v1::Route& route : response.routes()) {
      EXPECT_EQ(route.points_size(), 0);
      EXPECT_GT(route.length_m(), 0);
      EXPECT_EQ(route.key_points(0), 0U);
    }
  }
}

}  // namespace
}  // namespace waystone
