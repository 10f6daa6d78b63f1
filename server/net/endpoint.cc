#include "server/net/endpoint.h"

#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/resource_quota.h"

namespace waystone {

namespace {

constexpr int kMinPingInterval_ms = 10'000;  // of keepalive pings; who sends them faster is cut off
constexpr int kHandshake_ms = 10'000;        // in which a connection must have begun to speak HTTP/2
constexpr int kReflectionThreads = 16;  // which each open stream of it takes one of; our own calls take none
constexpr size_t kQuotaForUnfinished = 8;  // times the limit of unfinished requests

// gRPC adds reflection to every server of the process.
class WithoutReflection final : public grpc::ServerBuilderOption {
 public:
  void UpdateArguments(grpc::ChannelArguments* /*arguments*/) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>* plugins) override {
    std::erase_if(*plugins, [](const auto& plugin) { return plugin->name() == "proto_server_reflection"; });
  }
};

// Before the first server is built.
void EnableHealthAndReflection() {
  static const bool kOnce = [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  static_cast<void>(kOnce);
}

// Connections that there are descriptors for: each takes two, and the rest are for packages and the log.
uint32_t MaxConnections(uint32_t asked) {
  constexpr rlim_t kForTheRest = 128;
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  const rlim_t spare = descriptors.rlim_cur - std::min(descriptors.rlim_cur, kForTheRest);
  return static_cast<uint32_t>(std::clamp<rlim_t>(spare / 2, 1, asked));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Endpoint>> Endpoint::Open(const std::string& address, const Limits& limits,
                                                         const std::vector<grpc::Service*>& services) {
  EnableHealthAndReflection();
  WS_ASSIGN_OR_RETURN(
      std::unique_ptr<Listener> listener,
      Listener::Bind(address, MaxConnections(limits.max_connections), limits.is_behind_proxy));
  if (limits.tls == nullptr && !limits.is_insecure)
    WS_RETURN_IF_ERROR(listener->CheckLoopback("--tls-cert and --tls-key, or --insecure"));
  grpc::ServerBuilder builder;
  // gRPC's default of five minutes would close the idle streams of clients that look after their connection.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMinPingInterval_ms);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshake_ms);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreams);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_CHANNELZ, 1);  // for StreamCounts
  // The last resort: gRPC closes idle connections and ends calls of anybody, until it holds less.
  grpc::ResourceQuota quota("waystone");
  quota.Resize(kQuotaForUnfinished * limits.max_unfinished_bytes);
  quota.SetMaxThreads(kReflectionThreads);
  builder.SetResourceQuota(quota);
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.max_request_bytes));
  std::unique_ptr<Acceptor> acceptor = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      limits.tls == nullptr ? grpc::InsecureServerCredentials() : limits.tls->MakeCredentials());
  if (!limits.has_reflection) builder.SetOption(std::make_unique<WithoutReflection>());
  for (grpc::Service* service : services) builder.RegisterService(service);
  static std::mutex one_at_a_time;  // so that StreamCounts finds this server
  const std::lock_guard lock(one_at_a_time);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return absl::UnavailableError(StrCat("cannot serve on ", address));
  return std::unique_ptr<Endpoint>(
      new Endpoint(std::move(acceptor), std::move(server), std::move(listener), StreamCounts(), limits));
}

void Endpoint::Start() {
  listener_->Start([this](int fd) {
    Acceptor::NewConnectionParameters connection;
    connection.fd = fd;
    acceptor_->HandleNewConnection(&connection);
  });
}

void Endpoint::Stop(std::chrono::system_clock::time_point deadline) {
  is_stopping_ = true;
  listener_->Stop();
  server_->Shutdown(deadline);
}

Endpoint::Ended Endpoint::EndHarmful(const ArrivedBytes::ByConnection& arrived) {
  ArrivedBytes::ByConnection by_peer;
  for (const auto& [connection, bytes] : arrived) by_peer.emplace(PlainPeer(connection), bytes);
  const auto now = Deadline::Clock::now();
  std::vector<Traffic> traffic = listener_->ReadTraffic();
  streams_.Read(traffic, now);
  Ended ended;
  if (!is_stopping_) ended.floods = resets_.Look(traffic, by_peer, now);  // then it is we who end calls
  const UnfinishedRequests::ToEnd unfinished = unfinished_.Look(traffic, by_peer, now);
  unfinished_bytes_ = unfinished_.held_bytes();
  for (const std::string& peer : ended.floods) listener_->EndConnection(peer, true);
  for (const std::string& peer : unfinished.largest) listener_->EndConnection(peer, true);
  for (const std::string& peer : unfinished.stalled) listener_->EndConnection(peer, false);
  ended.unfinished = unfinished.largest.size() + unfinished.stalled.size();
  return ended;
}

std::shared_ptr<grpc::Channel> Endpoint::InProcess(int max_answer_bytes) const {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(max_answer_bytes);
  return server_->InProcessChannel(arguments);
}

void Endpoint::SetHealth(bool serving) { server_->GetHealthCheckService()->SetServingStatus(serving); }

void Endpoint::SetHealth(const std::string& service, bool serving) {
  server_->GetHealthCheckService()->SetServingStatus(service, serving);
}

}  // namespace waystone
