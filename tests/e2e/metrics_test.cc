// What Prometheus is told of a server that is asked something.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/http_call.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using Samples = std::map<std::string, double>;  // by name and labels, as they are written

class MetricsTest : public ::testing::Test {
 protected:
  MetricsTest() {
    WriteYard(folder_.path());
    ServerOptions options = TestServerOptions(folder_.path());
    options.limits.max_via = 1;
    server_ = std::make_unique<RunningServer>(options);
  }

  std::string Text() const {
    const HttpReply reply = GetHttp(server_->server().http_port(), "/metrics");
    EXPECT_EQ(reply.status, 200);
    EXPECT_THAT(reply.head, ::testing::HasSubstr("Content-Type: text/plain; version=0.0.4"));
    return reply.body;
  }
  Samples Read() const {
    Samples samples;
    std::istringstream lines(Text());
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.front() == '#') continue;
      const size_t blank = line.rfind(' ');
      samples[line.substr(0, blank)] = std::stod(line.substr(blank + 1));
    }
    return samples;
  }

  static v1::PlanRouteRequest Route(double to_x = 1000.5) {
    v1::PlanRouteRequest request;
    const auto set = [](double x, v1::Position& position) {
      position.set_map_id("yard");
      position.set_x(x);
      position.set_y(10);
      position.set_z(-499.5);
    };
    set(1009.5, *request.mutable_start()->mutable_position());
    set(to_x, *request.add_goals()->mutable_position());
    return request;
  }
  grpc::Status Plan(const v1::PlanRouteRequest& request, v1::PlanRouteResponse* response) {
    grpc::ClientContext context;
    return server_->planning().PlanRoute(&context, request, response);
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(MetricsTest, CallsAreCountedByRpcAndCodeAndTimed) {
  v1::PlanRouteResponse response;
  EXPECT_TRUE(Plan(Route(), &response).ok());
  v1::PlanRouteRequest unknown = Route();
  unknown.mutable_start()->mutable_position()->set_map_id("moon");
  EXPECT_EQ(Plan(unknown, &response).error_code(), grpc::StatusCode::NOT_FOUND);
  Samples samples = Read();
  EXPECT_EQ(samples["waystone_calls_total{rpc=\"PlanRoute\",code=\"OK\"}"], 1);
  EXPECT_EQ(samples["waystone_calls_total{rpc=\"PlanRoute\",code=\"NOT_FOUND\"}"], 1);
  EXPECT_EQ(samples["waystone_calls_total{rpc=\"ValidateMove\",code=\"OK\"}"], 0);
  double timed = 0;
  for (const std::string lane : {"quick", "slow"}) {
    timed += samples["waystone_call_duration_seconds_count{rpc=\"PlanRoute\",lane=\"" + lane + "\"}"];
    EXPECT_EQ(samples["waystone_queue_wait_seconds_count{lane=\"" + lane + "\"}"],
              samples["waystone_call_duration_seconds_count{rpc=\"PlanRoute\",lane=\"" + lane + "\"}"]);
  }
  EXPECT_EQ(timed, 2);
  EXPECT_EQ(samples["waystone_maps{state=\"listed\"}"], 1);
  EXPECT_EQ(samples["waystone_maps{state=\"loaded\"}"], 1);
  EXPECT_GT(samples["waystone_memory_bytes{owner=\"maps\"}"], 0);
  EXPECT_EQ(samples["waystone_connections{listener=\"api\"}"], 1);
  EXPECT_EQ(samples["waystone_ready"], 1);
  EXPECT_EQ(samples["waystone_packages_served_total"], 1);
}

TEST_F(MetricsTest, SearchesAreCountedAsTheirAnswersTell) {
  v1::PlanRouteResponse response;
  ASSERT_TRUE(Plan(Route(), &response).ok());
  const std::string method = v1::RouteMethod_Name(response.method()).substr(13);
  Samples samples = Read();
  EXPECT_EQ(samples["waystone_searches_total{method=\"" + method + "\"}"], 1);
  EXPECT_EQ(samples["waystone_search_nodes_total"], response.expansions());
}

TEST_F(MetricsTest, ItemsOfBatchesAndStreamsAreCounted) {
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = Route();
  *batch.add_items()->mutable_plan_route() = Route();
  batch.mutable_items(1)->mutable_plan_route()->mutable_start()->mutable_position()->set_map_id("moon");
  v1::BatchResponse response;
  {
    grpc::ClientContext context;
    ASSERT_TRUE(server_->planning().Batch(&context, batch, &response).ok());
  }
  grpc::ClientContext context;
  const auto stream = server_->planning().Exchange(&context);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(stream->Write(batch));
    ASSERT_TRUE(stream->Read(&response));
  }
  ASSERT_TRUE(stream->Write(v1::BatchRequest()));  // a mistake of its own
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_TRUE(response.has_error());
  Samples samples = Read();
  EXPECT_EQ(samples["waystone_streams"], 1);
  EXPECT_EQ(samples["waystone_calls_total{rpc=\"Batch\",code=\"OK\"}"], 1);
  EXPECT_EQ(samples["waystone_calls_total{rpc=\"Exchange\",code=\"OK\"}"], 3);
  EXPECT_EQ(samples["waystone_calls_total{rpc=\"Exchange\",code=\"INVALID_ARGUMENT\"}"], 1);
  EXPECT_EQ(samples["waystone_items_total{rpc=\"PlanRoute\",code=\"OK\"}"], 4);
  EXPECT_EQ(samples["waystone_items_total{rpc=\"PlanRoute\",code=\"NOT_FOUND\"}"], 4);
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(MetricsTest, AReloadIsCounted) {
  EXPECT_EQ(Read()["waystone_reloads_total{result=\"ok\"}"], 1);
  WriteFile(folder_.path() + "/bad.waymap", "nothing");
  server_->server().Reload();
  Samples samples = Read();
  EXPECT_EQ(samples["waystone_reloads_total{result=\"ok\"}"], 2);
  EXPECT_EQ(samples["waystone_packages_refused"], 1);
}

TEST_F(MetricsTest, TheTableOfMetricsIsWhatAServerTells) {
  v1::PlanRouteResponse response;
  ASSERT_TRUE(Plan(Route(), &response).ok());
  const auto types_of = [](std::istream& lines, const std::string& before, const std::string& between) {
    std::map<std::string, std::string> types;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(before)) continue;
      const size_t middle = line.find(between, before.size());
      if (middle == std::string::npos) continue;
      const std::string rest = line.substr(middle + between.size());
      types[line.substr(before.size(), middle - before.size())] = rest.substr(0, rest.find(" |"));
    }
    return types;
  };
  std::istringstream told(Text());
  std::ifstream table(WAYSTONE_SOURCE_DIR "/docs/metrics.md");
  EXPECT_EQ(types_of(told, "# TYPE ", " "), types_of(table, "| `", "` | "));
}

}  // namespace
}  // namespace waystone
