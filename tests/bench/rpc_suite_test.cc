#include "bench/rpc/rpc_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

class RpcSuiteTest : public ::testing::Test {
 protected:
  RpcSuiteTest() {
    WriteYard(folder_.path());
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
    options_.address = "127.0.0.1:" + std::to_string(server_->server().port());
    options_.seconds = 0.1;
    options_.rounds = 1;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
  RpcSuiteOptions options_;
};

TEST_F(RpcSuiteTest, PrintsALineForEveryCallAndTheRatios) {
  options_.package_path = folder_.File("yard.waymap");
  ::testing::internal::CaptureStdout();
  const absl::Status status = RunRpcSuite(options_, BenchLines(true));
  std::istringstream lines(::testing::internal::GetCapturedStdout());
  ASSERT_TRUE(status.ok()) << status;
  std::vector<std::string> calls;
  nlohmann::json record;
  std::string line;
  while (std::getline(lines, line)) {
    record = nlohmann::json::parse(line);
    if (!record.contains("call")) break;
    calls.push_back(record["call"]);
    EXPECT_GT(record["requests"], 0) << line;
    EXPECT_GT(record["server_cpu_us"], 0) << line;
    EXPECT_GT(record["calls_per_s"], 0) << line;
    EXPECT_EQ(record["query_cpu_us"].is_null(), record["call"] == "empty") << line;
  }
  EXPECT_THAT(calls, ElementsAre("empty", "plan_route", "place_resource", "validate_move",
                                 "batch_64_validate_move", "exchange_64_validate_move"));
  for (const char* ratio : {"plan_route_ratio", "validate_move_ratio", "exchange_gain"}) {
    EXPECT_TRUE(record[ratio].is_number()) << record;
  }
}

TEST_F(RpcSuiteTest, RefusesAPackageOfAnotherMapAndAServerThatIsNotThere) {
  WriteHall(folder_.path());
  options_.package_path = folder_.File("hall.waymap");
  EXPECT_EQ(RunRpcSuite(options_, BenchLines(true)).code(), absl::StatusCode::kInvalidArgument);
  options_.address = "127.0.0.1:1";
  EXPECT_EQ(RunRpcSuite(options_, BenchLines(true)).code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace waystone
