#include "server/http/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/http_call.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class HttpServerTest : public ::testing::Test {
 protected:
  HttpServerTest() {
    auto server = HttpServer::Open("127.0.0.1:0", false);
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    server_->Get("/hello", [] { return HttpServer::Answer{.body = "hello\n"}; });
    server_->Get("/large", [] { return HttpServer::Answer{.body = std::string(1 << 20, 'x')}; });
    server_->PostOfId("/calls/", "/end", [](const std::string& id) {
      return HttpServer::Answer{.status = 202, .body = "ended " + id + "\n"};
    });
    server_->PostBelow("/echo/", [](const HttpServer::Request& request) {
      return HttpServer::Answer{.body = request.header("authorization")};
    });
    server_->Start();
  }

  int port() const { return server_->port(); }
  HttpReply Ask(const std::string& lines) const { return CallHttp(port(), lines + "\r\n\r\n"); }

  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpServerTest, AnswersWhatItHasAndNothingElse) {
  const HttpReply hello = GetHttp(port(), "/hello");
  EXPECT_EQ(hello.status, 200);
  EXPECT_EQ(hello.body, "hello\n");
  EXPECT_THAT(hello.head, HasSubstr("Cache-Control: no-store"));
  EXPECT_THAT(hello.head, Not(HasSubstr("Access-Control")));
  EXPECT_EQ(GetHttp(port(), "/").status, 404);
  EXPECT_EQ(GetHttp(port(), "/hello/").status, 404);
  EXPECT_EQ(GetHttp(port(), "/calls/7/end").status, 404);
  EXPECT_EQ(Ask("HEAD /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close").status, 200);
}

TEST_F(HttpServerTest, AGetHasNoContent) {
  EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0").status, 200);
  EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx").status, 400);
  EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0").status, 400);
}

TEST_F(HttpServerTest, APostNeedsAnId) {
  EXPECT_EQ(PostHttp(port(), "/calls/7/end").body, "ended 7\n");
  EXPECT_EQ(PostHttp(port(), "/calls/7/end").status, 202);
  EXPECT_EQ(PostHttp(port(), "/calls/seven/end").status, 404);
  EXPECT_EQ(PostHttp(port(), "/calls/123456789012345678901/end").status, 404);
  EXPECT_EQ(PostHttp(port(), "/hello").status, 404);
}

TEST_F(HttpServerTest, OtherMethodsAreRefused) {
  for (const std::string method : {"PUT", "DELETE", "PATCH", "OPTIONS"})
    EXPECT_EQ(Ask(method + " /hello HTTP/1.1\r\nHost: localhost").status, 405) << method;
}

TEST_F(HttpServerTest, PagesOfOtherOriginsAreRefused) {
  EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: localhost\r\nOrigin: http://elsewhere").status, 403);
  EXPECT_EQ(Ask("POST /calls/7/end HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nContent-Length: 0").status,
            403);
  EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:1").status, 200);
}

TEST_F(HttpServerTest, OnLoopbackOtherNamesOfThisMachineAreRefused) {
  for (const std::string host :
       {"elsewhere", "127.evil.example", "localhost.example:80", "10.0.0.1", "[::2]:80", ""})
    EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: " + host).status, 403) << host;
  for (const std::string host : {"localhost", "LOCALHOST:80", "127.0.0.1:80", "127.1.2.3", "[::1]:80"})
    EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: " + host).status, 200) << host;
  EXPECT_EQ(Ask("GET /hello HTTP/1.1").status, 403);
}

TEST_F(HttpServerTest, WhatIsTooLargeIsRefused) {
  EXPECT_EQ(GetHttp(port(), "/" + std::string(300, 'a')).status, 414);
  EXPECT_EQ(Ask("POST /calls/7/end HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577").status, 413);
  EXPECT_EQ(
      Ask("POST /calls/7/end HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Length: 1")
          .status,
      415);
  std::string many = "GET /hello HTTP/1.1\r\nHost: localhost";
  for (int i = 0; i < 20; ++i) many += "\r\nX: " + std::string(4000, 'y');
  EXPECT_NE(Ask(many).status, 200);
  EXPECT_EQ(GetHttp(port(), "/hello").status, 200);
}

// Else whoever stands before the server may see another request than it does.
TEST_F(HttpServerTest, WhatCouldBeReadTwoWaysIsRefused) {
  for (const std::string line :
       {"Content-Length: -18446744073709551614", "Content-Length: 2, 5", "Content-Length: abc",
        "Content-Length: +2", "Content-Length: 0\r\nContent-Length: 41", "Content-Length: %32",
        "Content-Length: ", "Transfer-Encoding : chunked", "Host: localhost",
        "Origin: http://localhost\r\nOrigin: http://elsewhere", "no colon", " folded: line"})
    EXPECT_EQ(Ask("POST /calls/7/end HTTP/1.1\r\nHost: localhost\r\n" + line).status, 400) << line;
  for (const std::string name : {"Authorization", "Connect-Timeout-Ms", "content-encoding", "Content-Type",
                                 "Traceparent", "Transfer-Encoding", "Waystone-Caller"}) {
    const std::string twice = "\r\n" + name + ": identity\r\n" + name + ": identity";
    EXPECT_EQ(Ask("POST /calls/7/end HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0" + twice).status, 400)
        << name;
  }
  EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: localhost\r\nVia: 1.1 a\r\nVia: 1.1 b").status, 200);
  EXPECT_EQ(Ask("POST /calls/7/end HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked").status, 411);
  for (const std::string host : {"localhost:80@evil", "LOCALHOST:1:evil", "localhost:", "127.0.0.1:x"})
    EXPECT_EQ(Ask("GET /hello HTTP/1.1\r\nHost: " + host).status, 403) << host;
}

TEST_F(HttpServerTest, HeadersAreGivenOnAsTheyWereSent) {
  const std::string request =
      "POST /echo/x HTTP/1.1\r\nHost: localhost\r\nAUTHORIZATION:  Bearer %74ok%0d1 \r\n"
      "Content-Length: 0";
  EXPECT_EQ(Ask(request).body, "Bearer %74ok%0d1");
}

TEST_F(HttpServerTest, RangesAreNotServed) {
  std::string ranges = "0-";
  for (int i = 0; i < 100; ++i) ranges += ",0-";
  const HttpReply reply = Ask("GET /large HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + ranges);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body.size(), 1U << 20);
}

TEST_F(HttpServerTest, GarbageIsSurvived) {
  for (const std::string bytes :
       {"\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"})
    EXPECT_NE(CallHttp(port(), bytes + std::string(100, '\0') + "\r\n\r\n").status, 200);
  EXPECT_EQ(GetHttp(port(), "/hello").status, 200);
}

TEST_F(HttpServerTest, WhoSaysNothingIsCutOffAndKeepsNobodyWaiting) {
  std::vector<std::thread> silent;
  for (int i = 0; i < 40; ++i)  // more than there are threads
    silent.emplace_back([this] { EXPECT_NE(CallHttp(port(), "GET /hello HTTP/1.1\r\nX: y").status, 200); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(GetHttp(port(), "/hello").status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(4));
  for (std::thread& thread : silent) thread.join();
}

TEST_F(HttpServerTest, AStopDoesNotWaitForWhoSaysNothing) {
  std::thread silent([port = port()] { CallHttp(port, "GET "); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto begun = std::chrono::steady_clock::now();
  server_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(4));
  silent.join();
}

TEST(HttpServer, AnAddressInUseIsNamed) {
  const auto first = HttpServer::Open("127.0.0.1:0", false);
  ASSERT_TRUE(first.ok());
  const auto second = HttpServer::Open("127.0.0.1:" + std::to_string((*first)->port()), false);
  EXPECT_TRUE(absl::IsUnavailable(second.status())) << second.status();
}

}  // namespace
}  // namespace waystone
