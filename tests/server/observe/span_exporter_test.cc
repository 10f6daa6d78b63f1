#include "server/observe/span_exporter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "httplib.h"
#include "nlohmann/json.hpp"

namespace waystone {
namespace {

Span OneSpan(int code = 0) {
  Span span;
  span.parent = {"4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true};
  span.call.rpc = Rpc::kPlanRoute;
  span.call.code = code;
  span.call.map_id = "town\xff";
  span.call.duration = std::chrono::milliseconds(3);
  span.call.ended_at = std::chrono::system_clock::time_point(std::chrono::seconds(1'700'000'000));
  return span;
}

// A collector that answers with a status, and keeps what it is sent.
class Collector {
 public:
  explicit Collector(int status) {
    server_.Post("/v1/traces", [this, status](const httplib::Request& request, httplib::Response& response) {
      const std::lock_guard lock(mutex_);
      EXPECT_EQ(request.get_header_value("Content-Type"), "application/json");
      bodies_.push_back(request.body);
      response.status = status;
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~Collector() {
    server_.stop();
    thread_.join();
  }
  std::string host_port() const { return "127.0.0.1:" + std::to_string(port_); }
  std::vector<std::string> bodies() {
    const std::lock_guard lock(mutex_);
    return bodies_;
  }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::mutex mutex_;
  std::vector<std::string> bodies_;
  std::thread thread_;
};

void WaitUntil(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_so() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST(SpanExporter, SpansAreWrittenAsTheProtocolSays) {
  const auto request = nlohmann::json::parse(ToOtlpJson({OneSpan(), OneSpan(13)}));
  const auto& spans = request["resourceSpans"][0]["scopeSpans"][0]["spans"];
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[0]["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(spans[0]["parentSpanId"], "00f067aa0ba902b7");
  EXPECT_EQ(spans[0]["spanId"].get<std::string>().size(), 16U);
  EXPECT_NE(spans[0]["spanId"], spans[1]["spanId"]);
  EXPECT_EQ(spans[0]["name"], "PlanRoute");
  EXPECT_EQ(spans[0]["kind"], 2);
  EXPECT_EQ(spans[0]["endTimeUnixNano"], "1700000000000000000");
  EXPECT_EQ(spans[0]["startTimeUnixNano"], "1699999999997000000");
  EXPECT_FALSE(spans[0].contains("status"));
  EXPECT_EQ(spans[1]["status"]["code"], 2);
  const auto& service = request["resourceSpans"][0]["resource"]["attributes"][0];
  EXPECT_EQ(service["key"], "service.name");
  EXPECT_EQ(service["value"]["stringValue"], "waystone");
}

TEST(SpanExporter, WhatComesTogetherIsSentTogether) {
  Collector collector(200);
  SpanExporter exporter(collector.host_port());
  for (int i = 0; i < 5; ++i) exporter.Add(OneSpan());
  WaitUntil([&] { return exporter.sent() == 5; });
  EXPECT_EQ(exporter.sent(), 5U);
  EXPECT_EQ(exporter.dropped(), 0U);
  EXPECT_LE(collector.bodies().size(), 2U);
}

TEST(SpanExporter, WhatWaitsIsSentBeforeTheEnd) {
  Collector collector(200);
  { SpanExporter(collector.host_port()).Add(OneSpan()); }
  EXPECT_EQ(collector.bodies().size(), 1U);
}

// Takes connections, and answers each byte by byte without an end.
class Dripper {
 public:
  Dripper() {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(own);
    EXPECT_EQ(bind(listening_, reinterpret_cast<const sockaddr*>(&own), length), 0);
    EXPECT_EQ(listen(listening_, 8), 0);
    getsockname(listening_, reinterpret_cast<sockaddr*>(&own), &length);
    port_ = ntohs(own.sin_port);
    thread_ = std::thread([this] {
      const int fd = accept(listening_, nullptr, nullptr);
      send(fd, "HTTP/1.1 200 OK\r\nX: ", 20, MSG_NOSIGNAL);
      for (int i = 0; i < 300 && send(fd, "y", 1, MSG_NOSIGNAL) == 1; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      close(fd);
    });
  }
  ~Dripper() {
    thread_.join();
    close(listening_);
  }
  std::string host_port() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  const int listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::thread thread_;
};

TEST(SpanExporter, TheEndDoesNotWaitForACollectorThatDrips) {
  Dripper collector;
  auto exporter = std::make_unique<SpanExporter>(collector.host_port());
  exporter->Add(OneSpan());
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // it is on its way by now
  exporter->Add(OneSpan());
  const auto begun = std::chrono::steady_clock::now();
  exporter.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(15));  // of 30
}

TEST(SpanExporter, WhatIsNotTakenIsDroppedAndCounted) {
  Collector collector(503);
  SpanExporter refused(collector.host_port());
  SpanExporter unheard("127.0.0.1:1");
  refused.Add(OneSpan());
  unheard.Add(OneSpan());
  WaitUntil([&] { return refused.dropped() + unheard.dropped() == 2; });
  EXPECT_EQ(refused.dropped(), 1U);
  EXPECT_EQ(unheard.dropped(), 1U);
  EXPECT_EQ(refused.sent() + unheard.sent(), 0U);
}

TEST(SpanExporter, WhatHasNoRoomIsDroppedAndCounted) {
  SpanExporter exporter("127.0.0.1:1");
  for (size_t i = 0; i < 3 * SpanExporter::kMostWaiting; ++i) exporter.Add(OneSpan());
  EXPECT_GE(exporter.dropped(), SpanExporter::kMostWaiting);
}

}  // namespace
}  // namespace waystone
