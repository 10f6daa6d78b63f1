// Connections that misbehave as no library would let them: HTTP/2 by hand, each from an address of its own.
#include <arpa/inet.h>
#include <dirent.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kPlanRoute[] = "/waystone.v1.PathPlanning/PlanRoute";
constexpr char kReflection[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";

enum FrameKind : uint8_t { kData = 0, kHeaders = 1, kReset = 3, kSettings = 4 };
constexpr uint8_t kEndStream = 1;  // of settings: ACK
constexpr uint8_t kEndHeaders = 4;

std::string InOrder(uint32_t value) {
  const uint32_t in_order = htonl(value);
  return std::string(reinterpret_cast<const char*>(&in_order), sizeof(in_order));
}

std::string Frame(FrameKind kind, uint8_t flags, uint32_t stream, const std::string& payload = "") {
  std::string frame = InOrder(static_cast<uint32_t>(payload.size())).substr(1);
  frame += static_cast<char>(kind);
  frame += static_cast<char>(flags);
  return frame + InOrder(stream) + payload;
}

// As HPACK's literals without indexing.
std::string Headers(uint32_t stream, std::string_view method) {
  std::string headers;
  const auto add = [&headers](std::string_view name, std::string_view value) {
    headers += '\0';
    for (const std::string_view text : {name, value}) {
      headers += static_cast<char>(text.size());
      headers += text;
    }
  };
  add(":method", "POST");
  add(":scheme", "http");
  add(":path", method);
  add(":authority", "test");
  add("content-type", "application/grpc");
  add("te", "trailers");
  return Frame(kHeaders, kEndHeaders, stream, headers);
}

std::string EmptyMessage(uint32_t stream) { return Frame(kData, kEndStream, stream, std::string(5, '\0')); }

// A connection that has begun to speak HTTP/2.
class RawConnection {
 public:
  RawConnection(int port, const std::string& from) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    inet_pton(AF_INET, from.c_str(), &own.sin_addr);
    EXPECT_EQ(bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)), 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof(to)), 0);
    Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Frame(kSettings, 0, 0) + Frame(kSettings, kEndStream, 0));
  }
  ~RawConnection() { close(fd_); }
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // As far as the server takes it.
  void Send(const std::string& bytes) const {
    static_cast<void>(send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }

  // Reads what has come; whether the server has not ended the connection.
  bool IsOpen() const {
    std::vector<char> heard(1 << 16);
    ssize_t count = 1;
    while (count > 0) count = recv(fd_, heard.data(), heard.size(), MSG_DONTWAIT);
    return count < 0 && errno == EAGAIN;
  }

 private:
  const int fd_;
};

class HarmfulCallersTest : public ::testing::Test {
 protected:
  HarmfulCallersTest() { WriteHall(folder_.path()); }

  static bool WaitUntilEnded(const RawConnection& connection) {
    const auto end = Clock::now() + std::chrono::seconds(10);
    while (Clock::now() < end) {
      if (!connection.IsOpen()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  // How many there are, once there are so many: the log may say it a second later.
  static size_t WaitForEvents(RunningServer& server, const std::string& event, size_t count) {
    const auto end = Clock::now() + std::chrono::seconds(10);
    while (server.Events(event).size() < count && Clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return server.Events(event).size();
  }

  TempFolder folder_;
};

TEST_F(HarmfulCallersTest, ResetsOfAnyServiceEndTheirConnection) {
  RunningServer server(TestServerOptions(folder_.path()));
  size_t floods = 0;
  for (const std::string_view method : {kPlanRoute, "/waystone.v1.MapCatalog/DescribeServer",
                                        "/grpc.health.v1.Health/Check", kReflection, "/no.such/Method"}) {
    const RawConnection attacker(server.server().port(), "127.0.0." + std::to_string(10 + floods));
    std::string calls;
    for (uint32_t stream = 1; stream < 20'000; stream += 2)
      calls += Headers(stream, method) + EmptyMessage(stream) + Frame(kReset, 0, stream, InOrder(8));
    attacker.Send(calls);
    EXPECT_TRUE(WaitUntilEnded(attacker)) << method;
    ++floods;
    EXPECT_EQ(WaitForEvents(server, "reset_flood_ended", floods), floods) << method;
    EXPECT_EQ(HealthOf(server.channel(), ""), 1) << method;
  }
}

TEST_F(HarmfulCallersTest, CallsWhoseTimeIsOverAreNoFlood) {
  RunningServer server(TestServerOptions(folder_.path()));
  constexpr int kStreams = 1500;
  struct Call {
    grpc::ClientContext context;
    grpc::Status status;
    std::unique_ptr<grpc::ClientAsyncReaderWriter<v1::BatchRequest, v1::BatchResponse>> stream;
  };
  grpc::CompletionQueue queue;
  std::vector<std::unique_ptr<Call>> calls;
  const auto deadline = std::chrono::system_clock::now() + std::chrono::milliseconds(700);
  for (int i = 0; i < kStreams; ++i) {
    Call& call = *calls.emplace_back(std::make_unique<Call>());
    call.context.set_deadline(deadline);
    call.stream = server.planning().AsyncExchange(&call.context, &queue, &call);
    call.stream->Finish(&call.status, &call);
  }
  for (int i = 0; i < 2 * kStreams; ++i) {
    void* tag = nullptr;
    bool ok = false;
    ASSERT_TRUE(queue.Next(&tag, &ok));
  }
  for (const auto& call : calls) ASSERT_EQ(call->status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // every look at them
  EXPECT_TRUE(server.Events("reset_flood_ended").empty());
  EXPECT_EQ(HealthOf(server.channel(), ""), 1);
}

TEST_F(HarmfulCallersTest, StreamsThatOnlyBeginAreBounded) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.limits.max_unfinished_bytes = 16 << 20;  // 1024 streams
  RunningServer server(options);
  const auto begin = [&](const std::string& from, uint32_t streams) {
    auto connection = std::make_unique<RawConnection>(server.server().port(), from);
    std::string headers;
    for (uint32_t i = 0; i < streams; ++i) headers += Headers(1 + 2 * i, kPlanRoute);
    connection->Send(headers);
    return connection;
  };
  const auto other = begin("127.0.0.20", 100);
  const auto attacker = begin("127.0.0.21", 1000);
  EXPECT_TRUE(WaitUntilEnded(*attacker));
  EXPECT_EQ(WaitForEvents(server, "unfinished_requests_ended", 1), 1U);
  EXPECT_TRUE(other->IsOpen());
  EXPECT_EQ(HealthOf(server.channel(), ""), 1);
}

TEST_F(HarmfulCallersTest, AThousandCallsOfOneConnectionAreInFlightAtOnce) {
  RunningServer server(TestServerOptions(folder_.path()));
  const RawConnection connection(server.server().port(), "127.0.0.22");
  std::string headers;
  for (uint32_t i = 0; i < 1000; ++i) headers += Headers(1 + 2 * i, kPlanRoute);
  connection.Send(headers);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // several looks
  EXPECT_TRUE(connection.IsOpen());
  std::string messages;
  for (uint32_t i = 0; i < 1000; ++i) messages += EmptyMessage(1 + 2 * i);
  connection.Send(messages);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_TRUE(connection.IsOpen());
  EXPECT_TRUE(server.Events("reset_flood_ended").empty());
  EXPECT_TRUE(server.Events("unfinished_requests_ended").empty());
}

// Of this process, and so of the server.
int CountThreads() {
  int count = -2;  // . and ..
  DIR* const threads = opendir("/proc/self/task");
  while (readdir(threads) != nullptr) ++count;
  closedir(threads);
  return count;
}

TEST_F(HarmfulCallersTest, StreamsOfReflectionTakeFewThreads) {
  RunningServer server(TestServerOptions(folder_.path()));
  ASSERT_EQ(HealthOf(server.channel(), ""), 1);
  const int before = CountThreads();
  const RawConnection attacker(server.server().port(), "127.0.0.23");
  std::string headers;
  for (uint32_t i = 0; i < 500; ++i) headers += Headers(1 + 2 * i, kReflection);
  attacker.Send(headers);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_LT(CountThreads() - before, 40);
  EXPECT_EQ(HealthOf(server.channel(), ""), 1);
}

}  // namespace
}  // namespace waystone
