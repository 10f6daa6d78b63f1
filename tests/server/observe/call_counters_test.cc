#include "server/observe/call_counters.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "core/base/map_of_request.h"
#include "server/convert/rpc_of.h"
#include "server/observe/call_record.h"

namespace waystone {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr auto kMove = static_cast<size_t>(Rpc::kValidateMove);
constexpr auto kRoute = static_cast<size_t>(Rpc::kPlanRoute);

TEST(CallCounters, EachCountHasItsOwnPlace) {
  CallCounters counters;
  counters.CountCall(Rpc::kValidateMove, grpc::StatusCode::OK, RunLane::kInline, microseconds(100));
  counters.CountCall(Rpc::kVerify, grpc::StatusCode::UNAUTHENTICATED, RunLane::kSlow, std::chrono::hours(1));
  counters.CountWait(RunLane::kSlow, microseconds(101));
  counters.CountItem(Rpc::kPlanRoute, 3);
  counters.CountSearch(v1::ROUTE_METHOD_RISE_LAST, 7);
  counters.CountRefusal(RefusalReason::kBadTokens);
  counters.CountWithoutMaps();
  const CallCounters::Totals totals = counters.Sum();
  EXPECT_EQ(totals.calls[kMove][0], 1U);
  EXPECT_EQ(totals.calls[static_cast<size_t>(Rpc::kVerify)][16], 1U);
  EXPECT_EQ(totals.durations[kMove][0].in_bucket[0], 1U);  // bounds belong to their bucket
  EXPECT_EQ(totals.durations[kMove][0].sum_ns, 100'000U);
  EXPECT_EQ(totals.durations[static_cast<size_t>(Rpc::kVerify)][2].in_bucket.back(), 1U);
  EXPECT_EQ(totals.waits[2].in_bucket[1], 1U);
  EXPECT_EQ(totals.waits[1].sum_ns, 0U);
  EXPECT_EQ(totals.items[kRoute][3], 1U);
  EXPECT_EQ(totals.searches[v1::ROUTE_METHOD_RISE_LAST], 1U);
  EXPECT_EQ(totals.nodes, 7U);
  EXPECT_EQ(totals.refusals.back(), 1U);
  EXPECT_EQ(totals.answers_without_maps, 1U);
  uint64_t calls = 0;
  for (const auto& of_rpc : totals.calls) {
    for (const uint64_t count : of_rpc) calls += count;
  }
  EXPECT_EQ(calls, 2U);
}

TEST(CallCounters, NothingIsLostAmongThreads) {
  CallCounters counters;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&counters] {
      for (int call = 0; call < 10'000; ++call)
        counters.CountCall(Rpc::kPlanRoute, grpc::StatusCode::OK, RunLane::kQuick, milliseconds(3));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counters.Sum().calls[kRoute][0], 120'000U);
  EXPECT_EQ(counters.Sum().durations[kRoute][1].in_bucket[5], 120'000U);
}

TEST(CallCounters, UnknownCodesAndMethodsCountAsSuch) {
  CallCounters counters;
  counters.CountItem(Rpc::kPlanRoute, -1);
  counters.CountItem(Rpc::kPlanRoute, 17);
  counters.CountSearch(static_cast<v1::RouteMethod>(1000), 0);
  EXPECT_EQ(counters.Sum().items[kRoute][grpc::StatusCode::UNKNOWN], 2U);
  EXPECT_EQ(counters.Sum().searches[0], 1U);
}

TEST(CallRecord, ABatchCountsItsItemsAndTheirSearches) {
  v1::BatchRequest request;
  v1::BatchResponse response;
  request.add_items()->mutable_plan_route();
  v1::PlanRouteResponse& route = *response.add_results()->mutable_plan_route();
  route.set_method(v1::ROUTE_METHOD_HIERARCHY);
  route.set_expansions(40);
  route.set_missing_map_count(2);
  request.add_items()->mutable_validate_move();
  response.add_results()->mutable_error()->set_code(5);
  request.add_items();
  response.add_results()->mutable_error()->set_code(3);
  CallCounters counters;
  CallRecord record(Rpc::kBatch);
  CountAnswer(request, response, counters, record);
  const CallCounters::Totals totals = counters.Sum();
  EXPECT_EQ(totals.items[kRoute][0], 1U);
  EXPECT_EQ(totals.items[kMove][5], 1U);
  EXPECT_EQ(totals.searches[v1::ROUTE_METHOD_HIERARCHY], 1U);
  EXPECT_EQ(totals.answers_without_maps, 1U);
  EXPECT_EQ(record.nodes, 40U);
  EXPECT_EQ(record.method, v1::ROUTE_METHOD_HIERARCHY);
}

TEST(CallRecord, AMapIsNamedByWhicheverFieldNamesIt) {
  v1::PlanRouteRequest route;
  route.mutable_start()->mutable_position()->set_map_id("town");
  EXPECT_EQ(MapOf(route), "town");
  route.mutable_start()->mutable_named_place()->set_map_id("yard");
  EXPECT_EQ(MapOf(route), "yard");
  v1::ValidateMoveRequest move;
  move.mutable_from()->set_map_id("hall");
  EXPECT_EQ(MapOf(move), "hall");
  v1::PlaceResourceRequest place;
  place.set_map_id("court");
  EXPECT_EQ(MapOf(place), "court");
  EXPECT_EQ(MapOf(v1::ReloadRequest()), "");
}

}  // namespace
}  // namespace waystone
