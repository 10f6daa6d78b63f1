// What a request may take, whatever its caller allows it: time and memory.
#include <gtest/gtest.h>

#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr int kCeilingsThicketSize = 150;

class CeilingsTest : public ::testing::Test {
 protected:
  CeilingsTest() { WriteThicket(folder_.path(), kCeilingsThicketSize); }

  // From corner to corner: some tens of milliseconds.
  static v1::PlanRouteRequest LongRoute() {
    v1::PlanRouteRequest request;
    v1::Position& start = *request.mutable_start()->mutable_position();
    start.set_map_id("thicket");
    start.set_x(0.5);
    start.set_z(0.5);
    start.set_y(0);
    v1::Position& goal = *request.add_goals()->mutable_position();
    goal.set_map_id("thicket");
    goal.set_x(kCeilingsThicketSize - 0.5);
    goal.set_y(0);
    goal.set_z(kCeilingsThicketSize - 0.5);
    request.mutable_limits()->set_max_expansions(10'000'000);
    return request;
  }
  // Of 1,000 of these: a minute.
  static v1::BatchRequest LongBatch() {
    v1::BatchRequest request;
    for (int i = 0; i < 1000; ++i) *request.add_items()->mutable_plan_route() = LongRoute();
    return request;
  }

  TempFolder folder_;
  ServerOptions options_ = TestServerOptions(folder_.path());
};

TEST_F(CeilingsTest, ARequestIsWorkedOnForMaxWorkMs) {
  options_.limits.max_work_ms = 1;
  RunningServer server(options_);
  grpc::ClientContext context;  // without a deadline
  v1::PlanRouteResponse response;
  const grpc::Status status = server.planning().PlanRoute(&context, LongRoute(), &response);
  if (status.ok()) {
    EXPECT_EQ(response.reason(), v1::ROUTE_REASON_DEADLINE);
  } else {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
    EXPECT_EQ(status.error_message(), "the server works on such a request for 1 ms at most; ask for less");
  }
}

TEST_F(CeilingsTest, TheItemsOfABatchShareMaxLongWorkMs) {
  options_.limits.max_long_work_ms = 100;
  RunningServer server(options_);
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server.planning().Batch(&context, LongBatch(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.results(999).error().code(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(CeilingsTest, AnItemOfABatchIsWorkedOnForMaxWorkMs) {
  options_.limits.max_work_ms = 1;
  RunningServer server(options_);
  v1::BatchRequest request;
  *request.add_items()->mutable_plan_route() = LongRoute();
  grpc::ClientContext context;
  v1::BatchResponse response;
  ASSERT_TRUE(server.planning().Batch(&context, request, &response).ok());
  const v1::BatchResult& result = response.results(0);
  EXPECT_TRUE(result.error().code() == grpc::StatusCode::DEADLINE_EXCEEDED ||
              result.plan_route().reason() == v1::ROUTE_REASON_DEADLINE)
      << response.ShortDebugString();
}

TEST_F(CeilingsTest, ARequestTakesMaxSearchBytesAtMost) {
  options_.limits.max_search_bytes = 1 << 20;
  RunningServer server(options_);
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server.planning().Batch(&context, LongBatch(), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("1048576 bytes"), std::string::npos) << status.error_message();
  EXPECT_NE(status.error_message().find("--max-search-bytes"), std::string::npos) << status.error_message();
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto pushback = trailers.find("grpc-retry-pushback-ms");
  ASSERT_NE(pushback, trailers.end());
  EXPECT_EQ(std::string(pushback->second.data(), pushback->second.size()), "-1");  // again would be in vain
}

}  // namespace
}  // namespace waystone
