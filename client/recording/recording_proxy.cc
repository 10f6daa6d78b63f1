// Each call is two calls: that of the caller, which a ForwardedCall answers, and its own to the server. What one side has
// read is written to the other, and only then is the first read on.
#include "client/recording/recording_proxy.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "client/recording/byte_buffers.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

constexpr std::string_view kRecordedMetadata[] = {"waystone-map", "waystone-caller", "traceparent"};
constexpr std::string_view kNotRecorded[] = {"/waystone.v1.PackageAdmin/", "/grpc."};
constexpr int kMaxRequestBytes = 64 << 20;
constexpr int kMaxStreams = 2048;  // of a connection, as the server takes them
// Callers may ask whether the connection is alive as often as they may ask the server; the proxy asks the server itself.
constexpr int kMinPingInterval_ms = 10'000;
constexpr int kKeepaliveTime_ms = 30'000;
constexpr int kKeepaliveTimeout_ms = 10'000;
constexpr int kReconnect_ms = 100;

std::string_view ViewOf(const grpc::string_ref& text) { return {text.data(), text.size()}; }
std::string TextOf(const grpc::string_ref& text) { return {text.data(), text.size()}; }

// Whether metadata pass through: not the connection's own, nor gRPC's, which writes them anew. A busy server's word when to
// try again is meant for the caller.
bool IsForwarded(std::string_view key, std::string_view value) {
  if (key == "grpc-retry-pushback-ms") return true;
  const bool is_of_connection = key.starts_with("grpc-") || key == "user-agent" || key == "content-type" ||
                                key == "te" || key == "host" || key == "connection";
  return !is_of_connection && IsMetadata(key, value);
}

bool IsRecorded(std::string_view method) {
  const auto begins = [method](std::string_view prefix) { return method.starts_with(prefix); };
  return IsMethod(method) && std::none_of(std::begin(kNotRecorded), std::end(kNotRecorded), begins);
}

// 0: the call has no deadline.
uint64_t TimeoutOf(const grpc::CallbackServerContext& context) {
  constexpr std::chrono::hours kNever(24 * 365);
  const auto left = context.deadline() - std::chrono::system_clock::now();
  if (left > kNever) return 0;
  return static_cast<uint64_t>(
      std::max<int64_t>(1, std::chrono::duration_cast<std::chrono::microseconds>(left).count()));
}

}  // namespace

namespace forwarding {

// What all calls share.
struct Shared {
  Shared(std::shared_ptr<grpc::Channel> server, RecordingWriter& writer_in,
         const RecordingProxy::Options& options)
      : stub(std::move(server)),
        writer(writer_in),
        share(options.share),
        replaces_credentials(options.replaces_credentials) {}

  bool DrawsCall() {
    const std::lock_guard lock(mutex);
    return random.NextUnit() < share;
  }

  grpc::GenericStub stub;
  RecordingWriter& writer;
  const double share;
  const bool replaces_credentials;
  std::atomic<uint64_t> calls{0};
  std::mutex mutex;
  Random random{1};
};

// Deletes itself when both calls have ended.
class ForwardedCall final : public grpc::ServerGenericBidiReactor {
 public:
  ForwardedCall(Shared& shared, grpc::GenericCallbackServerContext& context)
      : shared_(shared), context_(context), to_server_(*this) {
    shared.calls.fetch_add(1, std::memory_order_relaxed);
    Metadata recorded;
    for (const auto& [key, value] : context.client_metadata()) {
      const std::string_view name = ViewOf(key);
      const bool is_replaced = shared.replaces_credentials && name == "authorization";
      if (!IsForwarded(name, ViewOf(value)) || is_replaced) continue;
      to_server_.context.AddMetadata(TextOf(key), TextOf(value));
      const bool is_kept = std::find(std::begin(kRecordedMetadata), std::end(kRecordedMetadata), name) !=
                           std::end(kRecordedMetadata);
      if (is_kept) recorded.emplace_back(name, ViewOf(value));
    }
    to_server_.context.set_deadline(context.deadline());
    if (IsRecorded(context.method()) && shared.DrawsCall()) {
      record_ = shared.writer.Begin(context.method(), TimeoutOf(context), recorded);
    }
    shared.stub.PrepareBidiStreamingCall(&to_server_.context, context.method(), {}, &to_server_);
    // Until nothing more is read of the server, and nothing more is written to it, from outside of its reactions.
    to_server_.AddMultipleHolds(2);
    to_server_.StartCall();
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    if (!BeginWriting()) return;
    if (!ok) {
      to_server_.StartWritesDone();
      to_server_.RemoveHold();
      return;
    }
    if (record_.has_value()) shared_.writer.AddRequest(*record_, BytesOf(request_));
    to_server_.StartWrite(&request_);
  }

  void OnWriteDone(bool ok) override {
    if (ok) {
      to_server_.StartRead(&answer_);
      return;
    }
    to_server_.context.TryCancel();
    StopWriting();
    to_server_.RemoveHold();
  }

  void OnCancel() override { to_server_.context.TryCancel(); }

  void OnDone() override { delete this; }

 private:
  // The call to the server.
  struct ToServer final : grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
    explicit ToServer(ForwardedCall& call_in) : call(call_in) {}

    void OnReadInitialMetadataDone(bool ok) override {
      if (ok) {
        for (const auto& [key, value] : context.GetServerInitialMetadata()) {
          if (IsForwarded(ViewOf(key), ViewOf(value)))
            call.context_.AddInitialMetadata(TextOf(key), TextOf(value));
        }
      }
      StartRead(&call.answer_);
    }
    void OnReadDone(bool ok) override {
      if (!ok) {
        call.StopWriting();
        RemoveHold();
        return;
      }
      if (call.record_.has_value()) call.shared_.writer.AddAnswer(*call.record_, BytesOf(call.answer_));
      call.StartWrite(&call.answer_);
    }
    void OnWriteDone(bool ok) override {
      if (call.EndWriting(ok)) {
        call.StartRead(&call.request_);
      } else {
        RemoveHold();
      }
    }
    void OnDone(const grpc::Status& status) override { call.End(status); }

    ForwardedCall& call;
    grpc::ClientContext context;
  };

  // Requests are written to the server between BeginWriting and EndWriting, and no more after StopWriting. The one who ends
  // writing gives the hold back.
  bool BeginWriting() {
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return false;
    is_writing_ = true;
    return true;
  }
  bool EndWriting(bool ok) {
    const std::lock_guard lock(mutex_);
    is_writing_ = false;
    if (ok && !is_stopped_) return true;
    is_stopped_ = true;
    return false;
  }
  void StopWriting() {
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(is_stopped_, true) || is_writing_) return;
    }
    to_server_.RemoveHold();
  }

  void End(const grpc::Status& status) {
    if (record_.has_value()) {
      shared_.writer.End(*record_, status.error_code(), status.error_message(), status.error_details());
    }
    for (const auto& [key, value] : to_server_.context.GetServerTrailingMetadata()) {
      if (IsForwarded(ViewOf(key), ViewOf(value))) context_.AddTrailingMetadata(TextOf(key), TextOf(value));
    }
    Finish(status);  // the last: it may delete this call
  }

  Shared& shared_;
  grpc::GenericCallbackServerContext& context_;
  ToServer to_server_;
  std::optional<uint32_t> record_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer answer_;

  std::mutex mutex_;
  bool is_writing_ = false;
  bool is_stopped_ = false;
};

class ForwardingService final : public grpc::CallbackGenericService {
 public:
  explicit ForwardingService(Shared& shared) : shared_(shared) {}
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
    return new ForwardedCall(shared_, *context);  // gRPC's way: a reactor deletes itself
  }

 private:
  Shared& shared_;
};

}  // namespace forwarding

class RecordingProxy::Impl {
 public:
  Impl(std::shared_ptr<grpc::Channel> server, RecordingWriter& writer, const Options& options)
      : shared_(std::move(server), writer, options), service_(shared_) {}

  absl::Status Start(const std::string& listen) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(listen, grpc::InsecureServerCredentials(), &port_);
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreams);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMinPingInterval_ms);
    builder.SetMaxReceiveMessageSize(kMaxRequestBytes);
    builder.SetMaxSendMessageSize(-1);
    builder.RegisterCallbackGenericService(&service_);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) return absl::InvalidArgumentError(StrCat("cannot listen on ", listen));
    return absl::OkStatus();
  }

  void Stop(std::chrono::milliseconds grace) {
    if (server_ == nullptr) return;
    server_->Shutdown(std::chrono::system_clock::now() + grace);
    server_->Wait();
    server_ = nullptr;
  }

  int port() const { return port_; }
  uint64_t calls() const { return shared_.calls.load(std::memory_order_relaxed); }

 private:
  forwarding::Shared shared_;
  forwarding::ForwardingService service_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
};

RecordingProxy::RecordingProxy(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

RecordingProxy::~RecordingProxy() { Stop(std::chrono::milliseconds(0)); }

absl::StatusOr<std::unique_ptr<RecordingProxy>> RecordingProxy::Start(const Options& options,
                                                                      std::shared_ptr<grpc::Channel> server,
                                                                      RecordingWriter& writer) {
  auto impl = std::make_unique<Impl>(std::move(server), writer, options);
  if (absl::Status started = impl->Start(options.listen); !started.ok()) return started;
  return std::unique_ptr<RecordingProxy>(new RecordingProxy(std::move(impl)));
}

grpc::ChannelArguments RecordingProxy::ChannelOptions() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTime_ms);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeout_ms);
  for (const char* const wait : {GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                                 GRPC_ARG_MAX_RECONNECT_BACKOFF_MS}) {
    arguments.SetInt(wait, kReconnect_ms);
  }
  arguments.SetMaxReceiveMessageSize(-1);
  return arguments;
}

void RecordingProxy::Stop(std::chrono::milliseconds grace) { impl_->Stop(grace); }

int RecordingProxy::port() const { return impl_->port(); }

uint64_t RecordingProxy::calls() const { return impl_->calls(); }

}  // namespace waystone::client
