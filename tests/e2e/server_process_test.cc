// The program itself: flags, exit codes, signals, and callers that are killed.
#include "tests/e2e/server_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "tests/e2e/test_world.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "waystone/v1/map_catalog.grpc.pb.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class ServerProcessTest : public ::testing::Test {
 protected:
  ServerProcessTest() { WriteHall(folder_.path()); }

  std::vector<std::string> Command(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {WAYSTONE_SERVER, "--packages", folder_.path(), "--listen",
                                        "127.0.0.1:0"};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  static std::string AddressOf(const nlohmann::json& started) {
    return "127.0.0.1:" + std::to_string(started["port"].get<int>());
  }
  static int MapsAt(const std::string& address) {
    const auto stub =
        v1::MapCatalog::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    v1::DescribeServerResponse response;
    return stub->DescribeServer(&context, {}, &response).ok() ? static_cast<int>(response.maps()) : -1;
  }

  TempFolder folder_;
};

TEST_F(ServerProcessTest, ServesUntilTerminatedAndSaysSo) {
  for (const int signal : {SIGTERM, SIGINT}) {
    ServerProcess server(Command());
    const auto started = server.WaitForEvent("server_started");
    ASSERT_TRUE(started.is_object());
    EXPECT_EQ(started["maps"], 1);
    EXPECT_EQ(MapsAt(AddressOf(started)), 1);
    server.Signal(signal);
    EXPECT_EQ(server.WaitForEvent("signal")["signal"], signal);
    EXPECT_TRUE(server.WaitForEvent("server_stopped").is_object());
    EXPECT_EQ(server.WaitForExit(), 0);
  }
}

TEST_F(ServerProcessTest, AHangupReadsTheFolderAnew) {
  ServerProcess server(Command());
  const auto started = server.WaitForEvent("server_started");
  ASSERT_TRUE(started.is_object());
  WriteYard(folder_.path());
  server.Signal(SIGHUP);
  EXPECT_EQ(server.WaitForEvent("signal")["signal"], SIGHUP);
  EXPECT_EQ(server.WaitForEvent("map_served")["map_id"], "yard");
  const auto reloaded = server.WaitForEvent("reloaded");
  EXPECT_EQ(reloaded["maps"], 2);
  EXPECT_EQ(reloaded["changed"], 1);
  EXPECT_EQ(MapsAt(AddressOf(started)), 2);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 0);
}

TEST_F(ServerProcessTest, MistakesEndWithTwoAndOneLine) {
  const std::vector<std::vector<std::string>> mistakes = {
      {WAYSTONE_SERVER},
      {WAYSTONE_SERVER, "--packages"},
      {WAYSTONE_SERVER, "--packages", folder_.path(), "--no-such-flag"},
      {WAYSTONE_SERVER, "--packages", folder_.File("none")},
      {WAYSTONE_SERVER, "--packages", folder_.File("hall.waymap")},
      Command({"--workers", "lots"}),
      Command({"--listen", "127.0.0.1:99999"}),
      Command({"--listen", "127.0.0.1:-1"}),
      Command({"--listen", "no address"}),
      Command({"--admin-listen", "nonsense"}),
  };
  for (const auto& command : mistakes) {
    const ProgramRun run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 2) << command.back();
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_THAT(run.err, ::testing::StartsWith("waystone-server: "));
  }
}

TEST_F(ServerProcessTest, AMisspelledVariableEndsWithTwo) {
  ::setenv("WAYSTONE_DRAIN", "1", 1);
  const ProgramRun run = RunProgram(Command());
  ::unsetenv("WAYSTONE_DRAIN");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(
      run.err,
      "waystone-server: the variable WAYSTONE_DRAIN is of no option; the nearest is WAYSTONE_DRAIN_S\n");
}

TEST_F(ServerProcessTest, AnAddressThatCannotBeListenedOnEndsWithOne) {
  ServerProcess server(Command());
  const auto started = server.WaitForEvent("server_started");
  const std::map<std::string, std::string> reasons = {{AddressOf(started), "Address already in use"},
                                                      {"192.0.2.1:1", "Cannot assign requested address"},
                                                      {"no-such-host.invalid:1", "the host is not known"}};
  for (const auto& [address, reason] : reasons) {
    const ProgramRun run = RunProgram({WAYSTONE_SERVER, "--packages", folder_.path(), "--listen", address});
    EXPECT_EQ(run.exit_code, 1) << address;
    EXPECT_EQ(run.err, "waystone-server: cannot listen on " + address + ": " + reason + "\n");
  }
  EXPECT_EQ(MapsAt(AddressOf(started)), 1);
}

TEST_F(ServerProcessTest, HelpAndVersionArePrinted) {
  const ProgramRun help = RunProgram({WAYSTONE_SERVER, "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("WAYSTONE_MAX_IN_FLIGHT"));
  EXPECT_EQ(RunProgram({WAYSTONE_SERVER, "--version"}).exit_code, 0);
}

// One kind of long request on the grove, asked again and again.
using LongCall = std::function<grpc::Status(v1::PathPlanning::Stub&, grpc::ClientContext&)>;

void SetCorner(double at_m, v1::Position& position) {
  position.set_map_id("grove");
  position.set_x(at_m);
  position.set_y(0);
  position.set_z(at_m);
}

std::vector<LongCall> LongCalls() {
  return {[](v1::PathPlanning::Stub& stub, grpc::ClientContext& context) {
            v1::PlanRouteRequest request;
            SetCorner(0.5, *request.mutable_start()->mutable_position());
            request.mutable_exploration()->set_order(v1::WALK_ORDER_SHORTEST);
            request.mutable_exploration()->set_walkers(64);
            request.mutable_exploration()->set_search_budget_ms(60'000);
            v1::PlanRouteResponse response;
            return stub.PlanRoute(&context, request, &response);
          },
          [](v1::PathPlanning::Stub& stub, grpc::ClientContext& context) {
            v1::PlanRouteRequest request;
            SetCorner(0.5, *request.mutable_start()->mutable_position());
            SetCorner(149.5, *request.add_goals()->mutable_position());
            request.mutable_limits()->set_method(v1::ROUTE_METHOD_ANY_ANGLE);
            v1::MapChanges& changes = *request.mutable_changes()->add_maps();
            for (int i = 0; i < 5000; ++i) {
              v1::Box& box = *changes.add_obstacles()->mutable_box();
              box.mutable_center()->set_x(10 + i % 130);
              box.mutable_center()->set_y(0);
              box.mutable_center()->set_z(10 + i / 130 * 3);
              box.set_half_x_m(0.2);
              box.set_half_y_m(1);
              box.set_half_z_m(0.2);
            }
            v1::PlanRouteResponse response;
            return stub.PlanRoute(&context, request, &response);
          },
          [](v1::PathPlanning::Stub& stub, grpc::ClientContext& context) {
            v1::PlaceResourceRequest request;
            request.set_map_id("grove");
            request.mutable_scatter()->set_count(1000);
            for (int team = 0; team < 16; ++team) {
              for (const double number : {0.5, 0.0, 0.5})
                request.mutable_scatter()->mutable_fairness()->add_team_xyz(number);
            }
            v1::PlaceResourceResponse response;
            return stub.PlaceResource(&context, request, &response);
          },
          [](v1::PathPlanning::Stub& stub, grpc::ClientContext& context) {
            v1::MeasureDistancesRequest request;
            request.set_map_id("grove");
            for (int i = 0; i < 500; ++i) {
              for (const double number : {0.5, 0.0, 0.5}) request.add_source_xyz(number);
              for (const double number : {149.5, 0.0, 149.5}) request.add_target_xyz(number);
            }
            v1::MeasureDistancesResponse response;
            return stub.MeasureDistances(&context, request, &response);
          }};
}

// Callers' deadlines are far: only the server's stop ends what they wait for.
TEST_F(ServerProcessTest, TerminatedAmidLongWorkItEndsAndTellsItsCallers) {
  WriteGrove(folder_.path(), 150);
  ServerProcess server(Command({"--workers", "4", "--lame-duck-s", "0.1", "--drain-s", "0.1"}));
  const std::string address = AddressOf(server.WaitForEvent("server_started"));
  const std::vector<LongCall> calls = LongCalls();
  std::vector<grpc::Status> ended(calls.size());
  std::vector<std::thread> callers;
  for (size_t i = 0; i < calls.size(); ++i) {
    callers.emplace_back([&, i] {
      const auto stub =
          v1::PathPlanning::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
      while (ended[i].ok()) {
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + std::chrono::minutes(5));
        ended[i] = calls[i](*stub, context);
      }
    });
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));  // until all of them are on their way
  const auto told = std::chrono::steady_clock::now();
  server.Signal(SIGTERM);
  EXPECT_TRUE(server.WaitForEvent("server_stopped").is_object());
  EXPECT_EQ(server.WaitForExit(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - told, std::chrono::seconds(30)) << "the work was waited for";
  for (std::thread& caller : callers) caller.join();
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_THAT(ended[i].error_code(), ::testing::AnyOf(grpc::UNAVAILABLE, grpc::CANCELLED))
        << i << ": " << ended[i].error_message();
  }
}

// The log says when the search of a caller that is no more was given up.
TEST_F(ServerProcessTest, AKilledCallersSearchIsGivenUp) {
  WriteThicket(folder_.path(), 150);
  ServerProcess server(Command({"--log-level", "debug", "--workers", "1"}));
  const std::string address = AddressOf(server.WaitForEvent("server_started"));
  ServerProcess caller({WAYSTONE_LONG_CALLER, address, "100000"});
  ASSERT_TRUE(caller.WaitForEvent("calling").is_object());
  std::this_thread::sleep_for(
      std::chrono::seconds(1));  // until the request is on its way: it is sent after that line
  caller.Signal(SIGKILL);
  EXPECT_EQ(caller.WaitForExit(), 128 + SIGKILL);
  const auto failed = server.WaitForEvent("request_failed");
  EXPECT_EQ(failed["rpc"], "Exchange");
  EXPECT_EQ(failed["code"], "CANCELLED");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 0);
}

}  // namespace
}  // namespace waystone
