// What a server tells operators over HTTP.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/http_call.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

class HttpTest : public ::testing::Test {
 protected:
  HttpTest() { WriteHall(folder_.path()); }
  TempFolder folder_;
};

TEST_F(HttpTest, IsNotServedUnlessAskedFor) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.http_listen = "";
  RunningServer server(options);
  EXPECT_EQ(server.server().http_port(), 0);
  EXPECT_EQ(server.Events("server_started").at(0)["http_port"], 0);
}

TEST_F(HttpTest, AnAddressInUseStopsTheStart) {
  RunningServer server(TestServerOptions(folder_.path()));
  ServerOptions options = TestServerOptions(folder_.path());
  options.http_listen = "127.0.0.1:" + std::to_string(server.server().http_port());
  std::ostringstream sink;
  const EventLog log = EventLog::ToStream(sink, spdlog::level::err);
  EXPECT_TRUE(absl::IsUnavailable(WaystoneServer::Start(options, log).status()));
}

TEST_F(HttpTest, AServerWithoutMapsIsHealthyAndNotReady) {
  const TempFolder empty;
  RunningServer server(TestServerOptions(empty.path()));
  EXPECT_EQ(GetHttp(server.server().http_port(), "/healthz").body, "ok\n");
  EXPECT_EQ(GetHttp(server.server().http_port(), "/readyz").status, 503);
  WriteHall(empty.path());
  server.server().Reload();
  EXPECT_EQ(GetHttp(server.server().http_port(), "/readyz").body, "ready\n");
}

TEST_F(HttpTest, ThePageIsToldWhereGrpcIs) {
  ServerOptions options = TestServerOptions(folder_.path());
  const auto told = [&options] {
    RunningServer server(options);
    const auto answer = GetHttp(server.server().http_port(), "/explorer.json");
    EXPECT_EQ(answer.status, 200);
    const auto json = nlohmann::json::parse(answer.body);
    EXPECT_EQ(json["grpcPort"], server.server().port());
    EXPECT_EQ(json["httpPort"], server.server().http_port());
    EXPECT_EQ(json["hasTls"], false);
    EXPECT_EQ(json["hasReflection"], options.reflection);
    return json["isLoopback"].get<bool>();
  };
  EXPECT_TRUE(told());
  options.listen = "0.0.0.0:0";
  options.insecure = true;
  options.reflection = !options.reflection;
  EXPECT_FALSE(told());
  options.http_api = false;
  RunningServer server(options);
  EXPECT_EQ(GetHttp(server.server().http_port(), "/explorer.json").status, 404);
}

TEST_F(HttpTest, AStoppingServerIsHealthyAndNotReady) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.lame_duck_s = 2;
  RunningServer server(options);
  const int port = server.server().http_port();
  EXPECT_EQ(GetHttp(port, "/readyz").status, 200);
  std::thread stop([&] { server.server().Stop(); });
  while (server.Events("server_stopping").empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(GetHttp(port, "/readyz").body, "stopping\n");
  EXPECT_EQ(GetHttp(port, "/healthz").status, 200);
  stop.join();
  EXPECT_EQ(GetHttp(port, "/healthz").status, 0);
}

}  // namespace
}  // namespace waystone
