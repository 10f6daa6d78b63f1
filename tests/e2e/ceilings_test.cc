// What a request may take, whatever its caller allows it: time and memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
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

// A batch whose item has so many empty parts that it would take a hundred times its bytes: some 200 KB, or 40 KB.
v1::BatchRequest EmptyParts(bool is_short = false) {
  v1::BatchRequest batch;
  batch.set_tag(is_short ? 8 : 7);
  v1::Changes& changes = *batch.add_items()->mutable_plan_route()->mutable_changes();
  for (int i = 0; i < (is_short ? 20'000 : 100'000); ++i) changes.add_maps();
  return batch;
}
constexpr char kTooManyParts[] = "it has too many small or empty parts";

// One that is quick, and too long to be decoded at once.
v1::BatchRequest LongQuickBatch(uint64_t tag) {
  v1::BatchRequest batch;
  batch.set_tag(tag);
  batch.add_items()->mutable_validate_move();
  batch.GetReflection()->MutableUnknownFields(&batch)->AddLengthDelimited(1000, std::string(100'000, 'x'));
  return batch;
}

TEST_F(CeilingsTest, ARequestOfEmptyPartsIsRefused) {
  RunningServer server(options_);
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server.planning().Batch(&context, EmptyParts(), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr(kTooManyParts));
  v1::StatusDetails details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  v1::ErrorDetail detail;
  ASSERT_TRUE(details.details(0).UnpackTo(&detail));
  EXPECT_EQ(detail.reason(), v1::ERROR_REASON_OVER_LIMIT);

  v1::PlanRouteRequest route = LongRoute();
  for (int i = 0; i < 40'000; ++i) route.mutable_changes()->add_maps();
  grpc::ClientContext route_context;
  v1::PlanRouteResponse route_response;
  const grpc::Status of_route = server.planning().PlanRoute(&route_context, route, &route_response);
  EXPECT_EQ(of_route.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(of_route.error_message(), "changes.maps: more than the limit of 64");
}

TEST_F(CeilingsTest, AStreamGoesOnAfterABatchOfEmptyParts) {
  RunningServer server(options_);
  grpc::ClientContext context;
  const auto stream = server.planning().Exchange(&context);
  constexpr uint64_t kLast = 40;
  for (uint64_t tag = 0; tag <= kLast; ++tag) {
    const bool is_empty = tag == 7 || tag == 8;
    ASSERT_TRUE(stream->Write(is_empty ? EmptyParts(tag == 8) : LongQuickBatch(tag)));
  }
  stream->WritesDone();
  std::set<uint64_t> answered;
  for (v1::BatchResponse response; stream->Read(&response);) {
    answered.insert(response.tag());
    if (response.tag() != 7 && response.tag() != 8) {
      EXPECT_EQ(response.results(0).error().code(),
                grpc::StatusCode::INVALID_ARGUMENT);  // a move without ends
      continue;
    }
    EXPECT_EQ(response.error().code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(response.error().reason(), v1::ERROR_REASON_OVER_LIMIT);
    EXPECT_THAT(response.error().message(), ::testing::HasSubstr(kTooManyParts));
  }
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(answered.size(), kLast + 1);
}

}  // namespace
}  // namespace waystone
