#include "server/net/endpoint.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"

namespace waystone {

namespace {

constexpr int kMinPingInterval_ms = 10'000;  // of keepalive pings; who sends them faster is cut off
constexpr int kHandshake_ms = 10'000;        // in which a connection must have begun to speak HTTP/2
constexpr int kMaxStreams = 4096;            // of a connection

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
  grpc::ServerBuilder builder;
  // gRPC's default of five minutes would close the idle streams of clients that look after their connection.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMinPingInterval_ms);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshake_ms);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreams);
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.max_request_bytes));
  std::unique_ptr<Acceptor> acceptor = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      grpc::InsecureServerCredentials());
  for (grpc::Service* service : services) builder.RegisterService(service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return absl::UnavailableError(StrCat("cannot serve on ", address));
  return std::unique_ptr<Endpoint>(new Endpoint(std::move(acceptor), std::move(server), std::move(listener)));
}

void Endpoint::Start() {
  listener_->Start([this](int fd) {
    Acceptor::NewConnectionParameters connection;
    connection.fd = fd;
    acceptor_->HandleNewConnection(&connection);
  });
}

void Endpoint::Stop(std::chrono::system_clock::time_point deadline) {
  listener_->Stop();
  server_->Shutdown(deadline);
}

void Endpoint::SetHealth(bool serving) { server_->GetHealthCheckService()->SetServingStatus(serving); }

void Endpoint::SetHealth(const std::string& service, bool serving) {
  server_->GetHealthCheckService()->SetServingStatus(service, serving);
}

}  // namespace waystone
