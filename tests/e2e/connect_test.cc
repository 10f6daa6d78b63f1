// The API over HTTP, by the Connect protocol, against the same server's answers by gRPC.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "nlohmann/json.hpp"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/http_call.h"
#include "tests/support/temp_folder.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class ConnectTest : public ::testing::Test {
 protected:
  ConnectTest() { WriteHall(folder_.path()); }

  HttpReply Post(RunningServer& server, const std::string& call, const std::string& body,
                 const std::string& headers = "Content-Type: application/json\r\n") {
    return CallHttp(server.server().http_port(),
                    "POST /waystone.v1." + call + " HTTP/1.1\r\nHost: localhost\r\n" + headers +
                        "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  TempFolder folder_;
};

TEST_F(ConnectTest, AnswersAsGrpcDoes) {
  RunningServer server(TestServerOptions(folder_.path()));
  const HttpReply reply = Post(server, "MapCatalog/ListMaps", "{}");
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_THAT(reply.head, HasSubstr("application/json"));
  v1::ListMapsResponse told;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(reply.body, &told).ok());
  v1::ListMapsResponse expected;
  grpc::ClientContext context;
  ASSERT_TRUE(v1::MapCatalog::NewStub(server.channel())->ListMaps(&context, {}, &expected).ok());
  ASSERT_EQ(expected.maps_size(), 1);
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(told, expected)) << reply.body;

  const HttpReply binary = Post(server, "MapCatalog/ListMaps", v1::ListMapsRequest().SerializeAsString(),
                                "Content-Type: application/proto\r\n");
  EXPECT_EQ(binary.status, 200);
  EXPECT_EQ(binary.body, expected.SerializeAsString());
}

TEST_F(ConnectTest, ErrorsAreThoseOfGrpc) {
  RunningServer server(TestServerOptions(folder_.path()));
  const HttpReply unknown = Post(server, "MapCatalog/DescribeMap", R"({"mapId": "nowhere"})");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(nlohmann::json::parse(unknown.body)["code"], "not_found");

  const HttpReply bad =
      Post(server, "PathPlanning/PlanRoute", R"({"start": {"position": {"mapId": "hall", "x": 1}}})");
  EXPECT_EQ(bad.status, 400);
  const nlohmann::json error = nlohmann::json::parse(bad.body);
  EXPECT_EQ(error["code"], "invalid_argument");
  EXPECT_EQ(error["details"][0]["type"], "google.rpc.BadRequest");
  EXPECT_THAT(std::string(error["details"][0]["debug"]["fieldViolations"][0]["field"]),
              HasSubstr("start.position"));
}

TEST_F(ConnectTest, WhatIsNoMessageIsRefusedByItsPlace) {
  RunningServer server(TestServerOptions(folder_.path()));
  const HttpReply field = Post(server, "MapCatalog/DescribeMap", R"({"map": "hall"})");
  EXPECT_EQ(field.status, 400);
  EXPECT_THAT(field.body, HasSubstr("map"));
  EXPECT_EQ(Post(server, "MapCatalog/DescribeMap", "{").status, 400);
  EXPECT_EQ(Post(server, "MapCatalog/DescribeMap", std::string(5000, '[')).status, 400);
  EXPECT_EQ(Post(server, "MapCatalog/DescribeMap", "\xff\xfe", "Content-Type: application/proto\r\n").status,
            400);
  EXPECT_EQ(Post(server, "MapCatalog/DescribeMap", "{}", "Content-Type: text/plain\r\n").status, 415);
  EXPECT_EQ(Post(server, "MapCatalog/DescribeMap", "{}", "").status, 415);
  EXPECT_EQ(Post(server, "MapCatalog/Describe", "{}").status, 501);
  EXPECT_EQ(Post(server, "Nothing/DescribeMap", "{}").status, 501);
  EXPECT_EQ(Post(server, "PathPlanning/Exchange", "{}").status, 501);
  EXPECT_EQ(Post(server, "PackageAdmin/Reload", "{}").status, 501) << "it has an address of its own";
  EXPECT_EQ(
      Post(server, "MapCatalog/ListMaps", "{}", "Content-Type: Application/JSON; charset=utf-8\r\n").status,
      200);
  EXPECT_LT(Post(server, "MapCatalog/ListMaps", "{\"" + std::string(100'000, 'x') + "\": 1}").body.size(),
            1200U);
  EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}",
                 "Content-Type: application/json\r\nWaystone-Caller: caf\xc3\xa9\r\n")
                .status,
            400);
  EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}",
                 "Content-Type: application/json\r\nConnect-Timeout-Ms: soon\r\n")
                .status,
            400);
  EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}").status, 200);
}

TEST_F(ConnectTest, ThePortHasNoCallsAndNoPageIfItIsTold) {
  ServerOptions options = TestServerOptions(folder_.path());
  {
    RunningServer server(options);
    EXPECT_EQ(GetHttp(server.server().http_port(), "/").status, 200);
  }
  options.http_api = false;
  RunningServer server(options);
  EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}").status, 404);
  EXPECT_EQ(GetHttp(server.server().http_port(), "/").status, 404);
  EXPECT_EQ(GetHttp(server.server().http_port(), "/healthz").status, 200);
}

TEST_F(ConnectTest, BeyondLoopbackItHasThemOnlyIfItIsTold) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.http_listen = "0.0.0.0:0";
  options.insecure = true;
  {
    RunningServer server(options);
    EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}").status, 404);
    EXPECT_EQ(GetHttp(server.server().http_port(), "/healthz").status, 200);
  }
  options.http_api = true;
  RunningServer server(options);
  EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}").status, 200);
}

TEST_F(ConnectTest, AConnectionServesManyRequests) {
  RunningServer server(TestServerOptions(folder_.path()));
  const std::string one =
      "POST /waystone.v1.MapCatalog/ListMaps HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
      "application/json\r\n"
      "Content-Length: 2\r\n\r\n{}";
  const std::string last = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  const std::string all = CallHttpUntilItEnds(server.server().http_port(), one + one + one + last);
  size_t answers = 0;
  for (size_t at = 0; (at = all.find("HTTP/1.1 200", at)) != std::string::npos; ++at) ++answers;
  EXPECT_EQ(answers, 4U) << all;
}

TEST_F(ConnectTest, ATimeoutEndsTheCall) {
  RunningServer server(TestServerOptions(folder_.path()));
  const HttpReply reply = Post(server, "MapCatalog/ListMaps", "{}",
                               "Content-Type: application/json\r\nConnect-Timeout-Ms: 0\r\n");
  EXPECT_EQ(reply.status, 504) << reply.body;
  EXPECT_THAT(reply.body, HasSubstr("deadline_exceeded"));
  for (const std::string wrong : {"+5", "-1", "0x5", "12345678901"}) {
    const std::string header = "Content-Type: application/json\r\nConnect-Timeout-Ms: " + wrong + "\r\n";
    EXPECT_EQ(Post(server, "MapCatalog/ListMaps", "{}", header).status, 400) << wrong;
  }
}

TEST_F(ConnectTest, AnAnswerHasItsTime) {
  RunningServer server(TestServerOptions(folder_.path()));
  EXPECT_THAT(Post(server, "MapCatalog/ListMaps", "{}").head, HasSubstr("Server-Timing: call;dur="));
}

}  // namespace
}  // namespace waystone
