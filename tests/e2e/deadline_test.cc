// What reaches a caller whose deadline ends a search.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr int kThicketSize = 100;
constexpr int kTurns = 2'000;  // from corner to corner and back: many seconds of work
constexpr int kTries = 10;     // each with more time: a busy machine may need it to write the answer

class DeadlineTest : public ::testing::Test {
 protected:
  DeadlineTest() {
    WriteThicket(folder_.path(), kThicketSize);
    WriteGrove(folder_.path(), 150);
    ServerOptions options = TestServerOptions(folder_.path());
    options.limits.max_via = kTurns;
    server_ = std::make_unique<RunningServer>(options);
  }
  // The first answer that comes before the deadline of its call and `has_all`; fails the test where none does.
  template <typename Request, typename Response>
  Response AnswerInTime(
      grpc::Status (v1::PathPlanning::Stub::*method)(grpc::ClientContext*, const Request&, Response*),
      const Request& request, bool (*has_all)(const Response&) = [](const Response&) { return true; }) {
    for (int i = 0; i < kTries; ++i) {
      grpc::ClientContext context;
      context.set_deadline(std::chrono::system_clock::now() + (i + 1) * std::chrono::milliseconds(500));
      Response response;
      const grpc::Status status = (server_->planning().*method)(&context, request, &response);
      if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) continue;
      EXPECT_TRUE(status.ok()) << status.error_message();
      if (status.ok() && !has_all(response)) continue;
      return response;
    }
    ADD_FAILURE() << "no answer in " << kTries << " tries";
    return {};
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(DeadlineTest, APartialRouteArrivesBeforeTheDeadlineOfItsCall) {
  v1::PlanRouteRequest request;
  const auto set_corner = [](double at, v1::Location& location) {
    location.mutable_position()->set_map_id("thicket");
    location.mutable_position()->set_x(at);
    location.mutable_position()->set_y(0);
    location.mutable_position()->set_z(at);
  };
  set_corner(0.5, *request.mutable_start());
  for (int i = 0; i < kTurns; ++i) set_corner(i % 2 == 0 ? kThicketSize - 0.5 : 0.5, *request.add_via());
  set_corner(0.5, *request.add_goals());
  request.mutable_limits()->set_max_expansions(10'000'000);
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
  const v1::PlanRouteResponse response = AnswerInTime(&v1::PathPlanning::Stub::PlanRoute, request);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_DEADLINE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_INCOMPLETE_SEARCH);
  ASSERT_EQ(response.routes_size(), 1);
  EXPECT_GT(response.routes(0).length_m(), 0);
}

// Its points are still to be written, and what is seen from them, when the search for a short walk ends.
TEST_F(DeadlineTest, AnExplorationWithALargeBudgetArrivesToo) {
  v1::PlanRouteRequest request;
  v1::Position& start = *request.mutable_start()->mutable_position();
  start.set_map_id("grove");
  start.set_x(0.5);
  start.set_y(0);
  start.set_z(0.5);
  request.mutable_exploration()->set_search_budget_ms(60'000);
  request.mutable_exploration()->set_sight_radius_m(3);
  AnswerInTime<v1::PlanRouteRequest, v1::PlanRouteResponse>(
      &v1::PathPlanning::Stub::PlanRoute, request, [](const v1::PlanRouteResponse& response) {
        return response.exploration().coverage() > 0 && response.exploration().ground_coverage() > 0;
      });
}

TEST_F(DeadlineTest, DistancesMeasuredInTimeArriveToo) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("thicket");
  for (int i = 0; i < kTurns; ++i) {
    for (const double number : {0.5, 0.0, 0.5}) request.add_source_xyz(number);
  }
  for (int i = 0; i < 3; ++i) {
    for (const double number : {kThicketSize - 0.5, 0.0, kThicketSize - 0.5 - i})
      request.add_target_xyz(number);
  }
  const v1::MeasureDistancesResponse response =
      AnswerInTime(&v1::PathPlanning::Stub::MeasureDistances, request);
  ASSERT_EQ(response.statuses_size(), 3 * kTurns);
  EXPECT_EQ(response.statuses(0), v1::DISTANCE_STATUS_FOUND);
  EXPECT_GT(response.distance_m(0), 140);
  EXPECT_EQ(response.statuses(3 * kTurns - 1), v1::DISTANCE_STATUS_LIMIT_REACHED);
}

}  // namespace
}  // namespace waystone
