// The proxy before a server that answers by the method's name, whatever the bytes.
#include "client/recording/recording_proxy.h"

#include <gmock/gmock.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <future>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "client/recording/byte_buffers.h"
#include "client/secure_channel.h"
#include "tests/support/temp_folder.h"

namespace waystone::client {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;

constexpr size_t kFloodBytes = 64 << 10;
constexpr std::chrono::seconds kPatience(30);

// What the server has seen.
struct Seen {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::string, std::string> metadata;
  std::chrono::system_clock::time_point deadline;
  int calls = 0;
  int cancelled = 0;
  std::atomic<uint64_t> flooded{0};

  bool WaitForCancelled() {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, kPatience, [this] { return cancelled > 0; });
  }
  bool WaitForCall() {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, kPatience, [this] { return calls > 0; });
  }
};

// /t/Echo answers each message with itself; /t/Fail fails; /t/Hang says nothing; /t/Flood writes for ever; /t/Leave ends
// at once, whatever the caller still wants to send.
class FakeCall final : public grpc::ServerGenericBidiReactor {
 public:
  FakeCall(Seen& seen, grpc::GenericCallbackServerContext& context) : seen_(seen), method_(context.method()) {
    {
      const std::lock_guard lock(seen.mutex);
      for (const auto& [key, value] : context.client_metadata()) {
        seen.metadata[std::string(key.data(), key.size())] = std::string(value.data(), value.size());
      }
      seen.deadline = context.deadline();
      ++seen.calls;
    }
    seen.changed.notify_all();
    context.AddInitialMetadata("x-first", "1");
    context.AddTrailingMetadata("x-last", "2");
    context.AddTrailingMetadata("grpc-retry-pushback-ms", "70");
    if (method_ == "/t/Flood") {
      answer_ = BufferOf(std::string(kFloodBytes, 'x'));
      StartWrite(&answer_);
    } else if (method_ == "/t/Leave") {
      Finish(grpc::Status(grpc::StatusCode::ABORTED, "enough"));
    } else {
      StartRead(&message_);
    }
  }
  void OnReadDone(bool ok) override {
    if (method_ == "/t/Hang") return;
    if (method_ == "/t/Fail")
      return Finish(grpc::Status(grpc::StatusCode::NOT_FOUND, "not here", "the details"));
    if (!ok) return Finish(grpc::Status::OK);
    StartWrite(&message_);
  }
  void OnWriteDone(bool ok) override {
    if (method_ == "/t/Flood") {
      if (!ok) return;
      ++seen_.flooded;
      StartWrite(&answer_);
    } else {
      StartRead(&message_);
    }
  }
  void OnCancel() override {
    {
      const std::lock_guard lock(seen_.mutex);
      ++seen_.cancelled;
    }
    seen_.changed.notify_all();
    Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override { delete this; }

 private:
  Seen& seen_;
  const std::string method_;
  grpc::ByteBuffer message_;
  grpc::ByteBuffer answer_;
};

class FakeServer final : public grpc::CallbackGenericService {
 public:
  FakeServer() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.SetMaxReceiveMessageSize(-1);
    builder.RegisterCallbackGenericService(this);
    server_ = builder.BuildAndStart();
  }
  ~FakeServer() override { Stop(); }
  void Stop() {
    if (server_ != nullptr) server_->Shutdown(std::chrono::system_clock::now());
    server_ = nullptr;
  }
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
    return new FakeCall(seen_, *context);
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  Seen& seen() { return seen_; }

 private:
  Seen seen_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

std::shared_ptr<grpc::Channel> ChannelTo(const std::string& address, grpc::ChannelArguments arguments) {
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

class Proxy : public ::testing::Test {
 protected:
  explicit Proxy(double share = 1) {
    auto writer = RecordingWriter::Create({.path = path_,
                                           .max_bytes = std::numeric_limits<uint64_t>::max(),
                                           .server_version = "",
                                           .on_stop = {}});
    EXPECT_TRUE(writer.ok());
    writer_ = *std::move(writer);
    Start(ChannelTo(server_.address(), RecordingProxy::ChannelOptions()), share, false);
  }
  void Start(const std::shared_ptr<grpc::Channel>& server, double share, bool replaces_credentials) {
    auto proxy = RecordingProxy::Start(
        {.listen = "127.0.0.1:0", .share = share, .replaces_credentials = replaces_credentials}, server,
        *writer_);
    EXPECT_TRUE(proxy.ok()) << proxy.status();
    proxy_ = *std::move(proxy);
    channel_ = ChannelTo("127.0.0.1:" + std::to_string(proxy_->port()), {});
  }
  // One unary call.
  grpc::Status Call(const std::string& method, const std::string& request, std::string* answer,
                    grpc::ClientContext& context) {
    grpc::GenericStub stub(channel_);
    grpc::CompletionQueue queue;
    grpc::ByteBuffer buffer;
    grpc::Status status;
    const auto call = stub.PrepareUnaryCall(&context, method, BufferOf(request), &queue);
    call->StartCall();
    call->Finish(&buffer, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    if (answer != nullptr) *answer = BytesOf(buffer);
    return status;
  }
  // Stops the proxy and reads what it has written.
  Recording Recorded() {
    proxy_->Stop(std::chrono::seconds(0));
    writer_->Finish().IgnoreError();
    auto recording = ReadRecording(path_);
    EXPECT_TRUE(recording.ok()) << recording.status();
    return *std::move(recording);
  }
  std::string FileBytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempFolder folder_;
  const std::string path_ = folder_.path() + "/calls.rec";
  FakeServer server_;
  std::unique_ptr<RecordingWriter> writer_;
  std::unique_ptr<RecordingProxy> proxy_;
  std::shared_ptr<grpc::Channel> channel_;
};

TEST_F(Proxy, ACallIsForwardedWithAllThatBelongsToIt) {
  grpc::ClientContext context;
  context.AddMetadata("waystone-map", "town");
  context.AddMetadata("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  context.AddMetadata("authorization", "Bearer secret-token");
  context.AddMetadata("x-key", "secret-key");
  context.AddMetadata("x-bytes-bin", std::string("\0\xfe", 2));
  const auto deadline = std::chrono::system_clock::now() + std::chrono::seconds(100);
  context.set_deadline(deadline);
  std::string answer;
  const std::string request("any\0bytes", 9);
  EXPECT_TRUE(Call("/t/Echo", request, &answer, context).ok());
  EXPECT_EQ(answer, request);
  const auto& seen = server_.seen();
  EXPECT_THAT(seen.metadata, Contains(Pair("waystone-map", "town")));
  EXPECT_THAT(seen.metadata, Contains(Pair("authorization", "Bearer secret-token")));
  EXPECT_THAT(seen.metadata, Contains(Pair("x-key", "secret-key")));
  EXPECT_THAT(seen.metadata, Contains(Pair("x-bytes-bin", std::string("\0\xfe", 2))));
  // gRPC rounds up, each time by a hundredth at most.
  EXPECT_LE(seen.deadline, deadline + std::chrono::seconds(3));
  EXPECT_GE(seen.deadline, deadline - std::chrono::seconds(20));
  EXPECT_THAT(context.GetServerInitialMetadata(), Contains(Pair("x-first", "1")));
  EXPECT_THAT(context.GetServerTrailingMetadata(), Contains(Pair("x-last", "2")));
  EXPECT_THAT(context.GetServerTrailingMetadata(), Contains(Pair("grpc-retry-pushback-ms", "70")));

  const Recording recording = Recorded();
  ASSERT_EQ(recording.calls.size(), 1U);
  const RecordedCall& call = recording.calls[0];
  EXPECT_EQ(call.method, "/t/Echo");
  EXPECT_GT(call.timeout_us, 50'000'000U);
  EXPECT_LE(call.timeout_us, 102'000'000U);
  EXPECT_EQ(call.requests.at(0).bytes, request);
  EXPECT_EQ(call.answers.at(0).bytes, request);
  EXPECT_EQ(call.end->code, 0);
  EXPECT_THAT(call.metadata, Contains(Pair("waystone-map", "town")));
  EXPECT_THAT(call.metadata, Contains(Key("traceparent")));
  EXPECT_THAT(FileBytes(), Not(HasSubstr("secret")));
}

TEST_F(Proxy, AnErrorComesBackWithItsDetails) {
  grpc::ClientContext context;
  const grpc::Status status = Call("/t/Fail", "", nullptr, context);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(status.error_message(), "not here");
  EXPECT_EQ(status.error_details(), "the details");
  EXPECT_EQ(context.GetServerTrailingMetadata().count("grpc-status-details-bin"), 1U);
  const Recording recording = Recorded();
  ASSERT_TRUE(recording.calls.at(0).end.has_value());
  EXPECT_EQ(recording.calls[0].end->code, 5);
  EXPECT_EQ(recording.calls[0].end->message, "not here");
  EXPECT_EQ(recording.calls[0].end->details, "the details");
  EXPECT_EQ(recording.calls[0].timeout_us, 0U);
}

TEST_F(Proxy, AdministrationAndGrpcsOwnServicesAreNotRecorded) {
  for (const char* const method :
       {"/waystone.v1.PackageAdmin/Reload", "/grpc.health.v1.Health/Check",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", "/t/Echo"}) {
    grpc::ClientContext context;
    EXPECT_TRUE(Call(method, "ask", nullptr, context).ok()) << method;
  }
  EXPECT_EQ(proxy_->calls(), 4U);
  const Recording recording = Recorded();
  ASSERT_EQ(recording.calls.size(), 1U);
  EXPECT_EQ(recording.calls[0].method, "/t/Echo");
}

TEST_F(Proxy, ADeadlineEndsTheCallOnBothSides) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(300));
  EXPECT_EQ(Call("/t/Hang", "", nullptr, context).error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(server_.seen().WaitForCancelled());
}

TEST_F(Proxy, ACallersCancellationReachesTheServer) {
  grpc::ClientContext context;
  auto status = std::async(std::launch::async, [&] { return Call("/t/Hang", "", nullptr, context); });
  ASSERT_TRUE(server_.seen().WaitForCall());
  context.TryCancel();
  EXPECT_EQ(status.get().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(server_.seen().WaitForCancelled());
  const Recording recording = Recorded();
  ASSERT_TRUE(recording.calls.at(0).end.has_value());
  EXPECT_EQ(recording.calls[0].end->code, grpc::StatusCode::CANCELLED);
}

TEST_F(Proxy, ADeadServerIsUnavailable) {
  server_.Stop();
  grpc::ClientContext context;
  EXPECT_EQ(Call("/t/Echo", "", nullptr, context).error_code(), grpc::StatusCode::UNAVAILABLE);
  const Recording recording = Recorded();
  EXPECT_EQ(recording.calls.at(0).end->code, grpc::StatusCode::UNAVAILABLE);
}

TEST_F(Proxy, AServerThatEndsAStreamEarlyEndsIt) {
  grpc::GenericStub stub(channel_);
  for (int i = 0; i < 50; ++i) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    grpc::CompletionQueue queue;
    void* tag = nullptr;
    bool ok = false;
    const auto stream = stub.PrepareCall(&context, "/t/Leave", &queue);
    stream->StartCall(nullptr);
    queue.Next(&tag, &ok);
    for (int message = 0; ok && message < 5; ++message) {
      stream->Write(BufferOf("more"), nullptr);
      queue.Next(&tag, &ok);
    }
    grpc::Status status;
    stream->Finish(&status, nullptr);
    queue.Next(&tag, &ok);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::ABORTED) << status.error_message();
  }
}

TEST_F(Proxy, AStreamGoesBothWays) {
  grpc::GenericStub stub(channel_);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  void* tag = nullptr;
  bool ok = false;
  const auto stream = stub.PrepareCall(&context, "/t/Echo", &queue);
  stream->StartCall(nullptr);
  queue.Next(&tag, &ok);
  for (int i = 0; i < 100; ++i) {
    const std::string message(static_cast<size_t>(i) * 1000, 'm');
    stream->Write(BufferOf(message), nullptr);
    queue.Next(&tag, &ok);
    grpc::ByteBuffer answer;
    stream->Read(&answer, nullptr);
    queue.Next(&tag, &ok);
    ASSERT_TRUE(ok);
    ASSERT_EQ(BytesOf(answer), message);
  }
  stream->WritesDone(nullptr);
  queue.Next(&tag, &ok);
  grpc::Status status;
  stream->Finish(&status, nullptr);
  queue.Next(&tag, &ok);
  EXPECT_TRUE(status.ok());
  const Recording recording = Recorded();
  ASSERT_EQ(recording.calls.size(), 1U);
  EXPECT_EQ(recording.calls[0].requests.size(), 100U);
  EXPECT_EQ(recording.calls[0].answers.size(), 100U);
}

// Who does not read makes the server wait, and the proxy hold no more than the connections' windows.
TEST_F(Proxy, ACallerWhoReadsNothingStopsTheFlow) {
  constexpr uint64_t kMostMessages = 64 * (1 << 20) / kFloodBytes;
  grpc::GenericStub stub(channel_);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  void* tag = nullptr;
  bool ok = false;
  const auto stream = stub.PrepareCall(&context, "/t/Flood", &queue);
  stream->StartCall(nullptr);
  queue.Next(&tag, &ok);
  // Until nothing has come for a second, or too much has.
  uint64_t before = 0;
  for (int quiet = 0; quiet < 10;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const uint64_t now = server_.seen().flooded;
    ASSERT_LT(now, kMostMessages);
    quiet = now == before ? quiet + 1 : 0;
    before = now;
  }
  EXPECT_GT(before, 0U);
  context.TryCancel();
  grpc::Status status;
  stream->Finish(&status, nullptr);
  queue.Next(&tag, &ok);
  EXPECT_TRUE(server_.seen().WaitForCancelled());
}

class ProxyOfAShare : public Proxy {
 protected:
  ProxyOfAShare() : Proxy(0.25) {}
};
TEST_F(ProxyOfAShare, RecordsAboutAsManyAsAskedForAndForwardsAll) {
  constexpr int kCalls = 400;
  for (int i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    EXPECT_TRUE(Call("/t/Echo", "", nullptr, context).ok());
  }
  EXPECT_EQ(proxy_->calls(), static_cast<uint64_t>(kCalls));
  const size_t recorded = Recorded().calls.size();
  EXPECT_GT(recorded, kCalls / 8U);
  EXPECT_LT(recorded, kCalls / 2U);
}

TEST_F(Proxy, ATokenOfItsOwnReplacesThatOfTheCaller) {
  const std::string token_file = folder_.path() + "/token";
  std::ofstream(token_file) << "its-own";
  const auto server =
      OpenChannel({.address = server_.address(), .token_file = token_file}, RecordingProxy::ChannelOptions());
  ASSERT_TRUE(server.ok()) << server.status();
  Start(*server, 1, true);
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer of-the-caller");
  EXPECT_TRUE(Call("/t/Echo", "", nullptr, context).ok());
  EXPECT_THAT(server_.seen().metadata, Contains(Pair("authorization", "Bearer its-own")));
  EXPECT_EQ(Recorded().calls.size(), 1U);
  EXPECT_THAT(FileBytes(), Not(HasSubstr("its-own")));
}

TEST_F(Proxy, CannotListenWhereAnotherDoes) {
  const auto second = RecordingProxy::Start({.listen = "127.0.0.1:" + std::to_string(proxy_->port())},
                                            ChannelTo(server_.address(), {}), *writer_);
  EXPECT_TRUE(absl::IsInvalidArgument(second.status())) << second.status();
}

}  // namespace
}  // namespace waystone::client
