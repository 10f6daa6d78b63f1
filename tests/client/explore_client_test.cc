// What explorations carry, and what comes back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "client/waystone_client.h"
#include "tests/client/fake_service.h"

namespace waystone::client {
namespace {

using ::testing::ElementsAre;

class ExploreClientTest : public ::testing::Test {
 protected:
  ExploreClientTest() {
    server_.planning.plan_route = [this](auto&, const v1::PlanRouteRequest& request,
                                         v1::PlanRouteResponse& response) {
      seen_ = request;
      response = answer_;
      return grpc::Status::OK;
    };
    server_.planning.batch = [this](auto&, const v1::BatchRequest& request, v1::BatchResponse& response) {
      seen_ = request.items(0).plan_route();
      *response.add_results()->mutable_plan_route() = answer_;
      return grpc::Status::OK;
    };
    client_ = *WaystoneClient::Create({.address = server_.address()});
    answer_.set_status(v1::ROUTE_STATUS_PARTIAL);
    answer_.add_maps()->set_map_id("town");
    for (const uint32_t key_point : {7U, 8U, 7U}) {
      v1::Route& route = *answer_.add_routes();
      route.add_key_points(key_point);
      route.add_legs()->set_kind(v1::LEG_KIND_WALK);
    }
    v1::ExplorationReport& report = *answer_.mutable_exploration();
    report.set_end(v1::EXPLORATION_END_STRANDED);
    report.set_coverage(0.75);
    report.set_ground_coverage(0.5);
    report.set_lower_bound_m(40);
    report.set_reachable_key_points(12);
    report.set_key_points(20);
    report.set_unjoinable_key_points(3);
    report.set_cycle_rank(2);
  }

  v1::PlanRouteRequest seen_;
  v1::PlanRouteResponse answer_;
  FakeServer server_;
  std::unique_ptr<WaystoneClient> client_;
};

TEST_F(ExploreClientTest, RequestsCarryTheWholeGoal) {
  ExploreRequest request;
  request.start = {"town", {1, 2, 3}};
  request.order = WalkOrder::kPocketFirst;
  request.coverage = 0.25;
  request.search_budget_ms = 70;
  request.max_length_m = 500;
  request.max_walk_time_s = 60;
  request.speed_mps = 4;
  request.visited = {4, 2};
  request.walkers = 3;
  request.return_to_start = true;
  request.max_join_m = 9;
  request.movement = Vec2{1, -2};
  request.sight_radius_m = 12;
  request.max_expansions = 77;
  request.complete_only = true;
  request.changes.emplace_back().closed_links = {"bridge"};
  request.pinned = {{"town", "abc"}};
  ASSERT_TRUE(client_->Explore(request).ok());
  const v1::ExplorationGoal& goal = seen_.exploration();
  EXPECT_EQ(seen_.start().position().z(), 3);
  EXPECT_TRUE(seen_.goals().empty());
  EXPECT_EQ(goal.order(), v1::WALK_ORDER_POCKET_FIRST);
  EXPECT_EQ(goal.coverage(), 0.25);
  EXPECT_EQ(goal.search_budget_ms(), 70U);
  EXPECT_EQ(goal.max_length_m(), 500);
  EXPECT_EQ(goal.max_walk_time_s(), 60);
  EXPECT_EQ(goal.speed_mps(), 4);
  EXPECT_THAT(goal.visited_key_points(), ElementsAre(4, 2));
  EXPECT_EQ(goal.walkers(), 3U);
  EXPECT_TRUE(goal.return_to_start());
  EXPECT_EQ(goal.max_join_m(), 9);
  EXPECT_EQ(goal.movement().x(), 1);
  EXPECT_EQ(goal.movement().z(), -2);
  EXPECT_EQ(goal.sight_radius_m(), 12);
  EXPECT_EQ(seen_.limits().max_expansions(), 77U);
  EXPECT_TRUE(seen_.limits().complete_only());
  EXPECT_EQ(seen_.changes().maps(0).closed_links(0), "bridge");
  EXPECT_EQ(seen_.pinned(0).generation(), "abc");
  ASSERT_TRUE(client_->Explore({.start = {"town", {}}}).ok());
  EXPECT_FALSE(seen_.exploration().has_movement());
  EXPECT_EQ(seen_.exploration().coverage(), 1);
}

TEST_F(ExploreClientTest, AnswersHaveARouteForEachWalkerAndAReport) {
  const absl::StatusOr<RouteAnswer> answer = client_->Explore({.start = {"town", {}}});
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_EQ(answer->routes.size(), 3U);
  EXPECT_THAT(answer->routes[1].key_points, ElementsAre(8));
  ASSERT_TRUE(answer->exploration.has_value());
  EXPECT_EQ(answer->exploration->end, ExplorationEnd::kStranded);
  EXPECT_EQ(answer->exploration->coverage, 0.75);
  EXPECT_EQ(answer->exploration->ground_coverage, 0.5);
  EXPECT_EQ(answer->exploration->lower_bound_m, 40);
  EXPECT_EQ(answer->exploration->reachable_key_points, 12U);
  EXPECT_EQ(answer->exploration->key_points, 20U);
  EXPECT_EQ(answer->exploration->unjoinable_key_points, 3U);
  EXPECT_EQ(answer->exploration->cycle_rank, 2U);
  EXPECT_EQ(EnumName(answer->exploration->end), "stranded");
}

TEST_F(ExploreClientTest, AReportWithNumbersThatAreNoneIsRefused) {
  answer_.mutable_exploration()->set_coverage(std::numeric_limits<double>::quiet_NaN());
  const absl::Status status = client_->Explore({.start = {"town", {}}}).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
}

TEST_F(ExploreClientTest, ABatchMayHoldExplorations) {
  BatchRequest batch;
  batch.items = {ExploreRequest{.start = {"town", {}}, .walkers = 5}};
  const absl::StatusOr<BatchAnswer> answers = client_->Batch(batch);
  ASSERT_TRUE(answers.ok()) << answers.status();
  ASSERT_TRUE((*answers)[0].ok()) << (*answers)[0].status();
  EXPECT_EQ(seen_.exploration().walkers(), 5U);
  EXPECT_EQ(std::get<RouteAnswer>(*(*answers)[0]).routes.size(), 3U);
}

}  // namespace
}  // namespace waystone::client
