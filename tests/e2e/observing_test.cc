// The access log, the calls that run, their cancelling by an operator, and traces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/http_call.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kSize = 100;
constexpr int kTurns = 2'000;  // from corner to corner and back: many seconds of work
constexpr char kTrace[] = "4bf92f3577b34da6a3ce929d0e0e4736";

void WaitUntil(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_so() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

class ObservingTest : public ::testing::Test {
 protected:
  ObservingTest() {
    WriteThicket(folder_.path(), kSize);
    options_ = TestServerOptions(folder_.path());
    options_.limits.max_via = kTurns;
  }
  void Start() { server_ = std::make_unique<RunningServer>(options_); }

  static v1::PlanRouteRequest Route(int turns, double from = 0.5) {
    v1::PlanRouteRequest request;
    const auto set_corner = [](double at, v1::Location& location) {
      location.mutable_position()->set_map_id("thicket");
      location.mutable_position()->set_x(at);
      location.mutable_position()->set_y(0);
      location.mutable_position()->set_z(at);
    };
    set_corner(from, *request.mutable_start());
    for (int i = 0; i < turns; ++i) set_corner(i % 2 == 0 ? kSize - 0.5 : 0.5, *request.add_via());
    set_corner(0.5, *request.add_goals());
    request.mutable_limits()->set_max_expansions(10'000'000);
    request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_DISTANCE_ONLY);
    return request;
  }
  grpc::Status Plan(const v1::PlanRouteRequest& request, const std::string& traceparent = "") const {
    grpc::ClientContext context;
    if (!traceparent.empty()) context.AddMetadata("traceparent", traceparent);
    v1::PlanRouteResponse response;
    return server_->planning().PlanRoute(&context, request, &response);
  }

  nlohmann::json Queries() const {
    const HttpReply reply = GetHttp(server_->server().http_port(), "/debug/queries");
    EXPECT_THAT(reply.head, HasSubstr("Content-Type: application/json"));
    return nlohmann::json::parse(reply.body);
  }
  // The one call that runs, as soon as it does.
  nlohmann::json Running() const {
    nlohmann::json queries;
    WaitUntil([&] { return !(queries = Queries())["running"].empty(); });
    EXPECT_EQ(queries["running"].size(), 1U);
    return queries["running"].at(0);
  }
  HttpReply Cancel(const nlohmann::json& call) const {
    return PostHttp(server_->server().http_port(), "/debug/queries/" + call["id"].dump() + "/cancel");
  }

  TempFolder folder_;
  ServerOptions options_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(ObservingTest, ACallIsListedWhileItRunsAndEndsIfAnOperatorSaysSo) {
  Start();
  grpc::Status status;
  std::thread caller([&] { status = Plan(Route(kTurns)); });
  const nlohmann::json call = Running();
  EXPECT_EQ(call["rpc"], "PlanRoute");
  EXPECT_EQ(call["lane"], "slow");
  EXPECT_EQ(call["map_id"], "thicket");
  EXPECT_THAT(std::string(call["peer"]), ::testing::StartsWith("ipv4:127.0.0.1:"));
  const HttpReply reply = Cancel(call);
  EXPECT_EQ(reply.status, 202);
  EXPECT_EQ(reply.body, "{\"cancelled\":" + call["id"].dump() + "}\n");
  caller.join();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(status.error_message(), "cancelled by the operator");
  EXPECT_EQ(Cancel(call).status, 404);
  EXPECT_EQ(server_->Events("call_cancelled_by_operator").size(), 1U);
  const nlohmann::json queries = Queries();
  EXPECT_TRUE(queries["running"].empty());
  ASSERT_FALSE(queries["slowest"].empty());
  EXPECT_EQ(queries["slowest"][0]["code"], "CANCELLED");
  EXPECT_EQ(queries["slowest"][0]["map_id"], "thicket");
  EXPECT_EQ(queries["slowest"][0]["peer"], call["peer"]);
}

TEST_F(ObservingTest, ABatchOfAStreamIsCancelledAndTheStreamGoesOn) {
  Start();
  grpc::ClientContext context;
  const auto stream = server_->planning().Exchange(&context);
  v1::BatchRequest batch;
  batch.set_map_id("thicket");
  batch.set_tag(7);
  *batch.add_items()->mutable_plan_route() = Route(kTurns);
  ASSERT_TRUE(stream->Write(batch));
  const nlohmann::json call = Running();
  EXPECT_EQ(call["rpc"], "Exchange");
  EXPECT_EQ(Cancel(call).status, 202);
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.tag(), 7U);
  EXPECT_EQ(response.error().code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(response.error().message(), "cancelled by the operator");
  *batch.mutable_items(0)->mutable_plan_route() = Route(1);
  ASSERT_TRUE(stream->Write(batch));
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.results(0).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(ObservingTest, ACallThatIsRefusedIsCountedByItsReason) {
  options_.limits.max_in_flight = 1;
  Start();
  std::thread caller([&] { EXPECT_EQ(Plan(Route(kTurns)).error_code(), grpc::StatusCode::CANCELLED); });
  const nlohmann::json call = Running();
  EXPECT_EQ(Plan(Route(kTurns)).error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  const std::string metrics = GetHttp(server_->server().http_port(), "/metrics").body;
  EXPECT_THAT(metrics, HasSubstr("waystone_refusals_total{reason=\"calls_in_flight\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("waystone_refusals_total{reason=\"share\"} 0\n"));
  EXPECT_THAT(metrics, HasSubstr("waystone_calls_running{lane=\"slow\"} 1\n"));
  Cancel(call);
  caller.join();
}

TEST_F(ObservingTest, OnlyAPostCancels) {
  Start();
  EXPECT_EQ(GetHttp(server_->server().http_port(), "/debug/queries/1/cancel").status, 404);
  EXPECT_EQ(PostHttp(server_->server().http_port(), "/debug/queries/1/cancel").status, 404);
  EXPECT_EQ(PostHttp(server_->server().http_port(), "/debug/queries/99999999999999999999/cancel").status,
            404);
  EXPECT_EQ(PostHttp(server_->server().http_port(), "/debug/queries").status, 404);
}

TEST_F(ObservingTest, EachCallHasALineIfAllAreAskedFor) {
  options_.access_log_share = 1;
  Start();
  const std::string traceparent = std::string("00-") + kTrace + "-00f067aa0ba902b7-00";
  EXPECT_TRUE(Plan(Route(1), traceparent).ok());
  EXPECT_TRUE(Plan(Route(1)).ok());
  EXPECT_TRUE(Plan(Route(1, 1.5)).ok());
  v1::PlanRouteRequest nowhere = Route(1);
  nowhere.mutable_start()->mutable_position()->set_map_id("moon");
  EXPECT_FALSE(Plan(nowhere).ok());
  const auto lines = server_->Events("call");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0]["rpc"], "PlanRoute");
  EXPECT_EQ(lines[0]["code"], "OK");
  EXPECT_EQ(lines[0]["map_id"], "thicket");
  EXPECT_EQ(lines[0]["trace_id"], kTrace);
  EXPECT_EQ(lines[0]["request_bytes"], Route(1).ByteSizeLong());
  EXPECT_GT(lines[0]["answer_bytes"], 0);
  EXPECT_GT(lines[0]["nodes"], 0);
  EXPECT_GT(lines[0]["ms"], 0);
  EXPECT_THAT(lines[0]["peer"].get<std::string>(), StartsWith("ipv4:127.0.0.1:"));
  EXPECT_FALSE(lines[1].contains("trace_id"));
  EXPECT_EQ(lines[0]["request_hash"], lines[1]["request_hash"]);
  EXPECT_NE(lines[0]["request_hash"], lines[2]["request_hash"]);
  EXPECT_EQ(lines[0]["request_hash"].get<std::string>().size(), 16U);
  EXPECT_EQ(lines[3]["code"], "NOT_FOUND");
  EXPECT_EQ(lines[3]["map_id"], "moon");
}

TEST_F(ObservingTest, TheCallerThatACallNamesIsCut) {
  options_.access_log_share = 1;
  Start();
  grpc::ClientContext context;
  context.AddMetadata("waystone-caller", std::string(4000, 'n'));
  v1::DescribeServerResponse response;
  ASSERT_TRUE(server_->catalog().DescribeServer(&context, {}, &response).ok());
  const auto lines = server_->Events("call");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["caller"], std::string(128, 'n'));
}

TEST_F(ObservingTest, AShareOfTheCallsHasALine) {
  options_.access_log_share = 0.5;
  Start();
  constexpr int kCalls = 200;
  for (int i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    v1::DescribeServerResponse response;
    ASSERT_TRUE(server_->catalog().DescribeServer(&context, {}, &response).ok());
  }
  const size_t lines = server_->Events("call").size();
  EXPECT_GT(lines, 50U);  // 7 standard deviations
  EXPECT_LT(lines, 150U);
}

TEST_F(ObservingTest, NoCallHasALineByDefault) {
  Start();
  EXPECT_TRUE(Plan(Route(1)).ok());
  EXPECT_TRUE(server_->Events("call").empty());
}

TEST_F(ObservingTest, SpansAreSentOfSampledTracesOnly) {
  options_.otlp_host_port = "127.0.0.1:1";  // nobody takes them there
  Start();
  const auto dropped = [this] {
    return GetHttp(server_->server().http_port(), "/metrics")
               .body.find("waystone_spans_total{result=\"dropped\"} 1\n") != std::string::npos;
  };
  EXPECT_TRUE(Plan(Route(1)).ok());
  EXPECT_TRUE(Plan(Route(1), std::string("00-") + kTrace + "-00f067aa0ba902b7-00").ok());
  EXPECT_TRUE(Plan(Route(1), "nonsense").ok());
  EXPECT_TRUE(Plan(Route(1), std::string("00-") + kTrace + "-00f067aa0ba902b7-01").ok());
  WaitUntil(dropped);
  EXPECT_TRUE(dropped());
}

}  // namespace
}  // namespace waystone
